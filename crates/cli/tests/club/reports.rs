//! Reports by members, the operators' page, and the export of one's own data.

use serde_json::json;

use crate::Folder;
use crate::operators::{Club, bytes};

/// Ann, who becomes an operator, Bob, and Eve, who has said something in a match with Bob.
async fn club() -> (Club, [String; 3], u64) {
    let club = Club::open(&[]).await;
    let [ann, bob, eve] = [club.join("Ann").await, club.join("Bob").await, club.join("Eve").await];
    let id = club.begin(&bob, &eve).await;
    let words =
        json!({"command": "say", "id": id, "room": "players", "words": "<b>vile</b> words"});
    assert_eq!(club.command(&eve, words).await.0, 200);
    (club, [ann, bob, eve], id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_reported_is_dealt_with() {
    let (club, [ann, bob, eve], id) = club().await;
    // A person who may not read it cannot report it, and learns nothing.
    let at = format!("/report?match={id}&remark=1");
    assert!(club.page(&at, &ann).await.contains("404"));
    assert!(club.page(&at, "").await.contains("401"));
    assert!(club.page(&at, &eve).await.contains("You cannot report yourself"));
    assert!(club.page(&format!("/match/{id}"), &bob).await.contains("remark=1\">Report</a>"));
    assert!(!club.page(&format!("/match/{id}"), &eve).await.contains("remark=1"));
    let page = club.page(&at, &bob).await;
    assert!(page.contains("Report a message by Eve"), "{page}");
    assert!(page.contains("&#60;b&#62;vile"), "{page}");
    let fields = format!("match={id}&remark=1&cause=insult&words=look+at+this");
    let bad = club.form("/report", &bob, &format!("match={id}&remark=1&cause=x")).await;
    assert!(bad.contains("400") && bad.contains("Choose what is wrong"), "{bad}");
    let told = club.form("/report", &bob, &fields).await;
    assert!(told.contains("200 OK") && told.contains("Thank you"), "{told}");
    let again = club.form("/report", &bob, &fields).await;
    assert!(again.contains("409") && again.contains("reported this already"), "{again}");
    // A muted member can report something, but without words.
    club.order(&["user", "mute", "bob", "--days", "1"]);
    let muted = club.form("/report", &bob, "member=Eve&cause=name&words=look").await;
    assert!(muted.contains("403") && muted.contains("not write to others"), "{muted}");
    assert!(club.form("/report", &bob, "member=Eve&cause=name").await.contains("Thank you"));
    // They cannot speak through their name either, or through a planned turn.
    let named = json!({"command": "rename", "name": "Eve-is-vile", "password": "correct horse"});
    assert_eq!(club.command(&bob, named).await.0, 403);
    let branch = json!({"play": ["b2"], "say": ["vile"]});
    let plan = json!({"command": "plan", "id": id, "plan": {"ply": 2, "branches": [branch]}});
    assert_eq!(club.command(&bob, plan).await.0, 403);
    let first = json!({"command": "turn", "id": id, "text": "a1", "then": [branch]});
    assert_eq!(club.command(&bob, first).await.0, 403);
    // The page exists for operators only, and asks them to confirm who they are.
    for (path, token) in [("/operators", &bob), ("/operators", &String::new())] {
        assert!(club.page(path, token).await.starts_with("HTTP/1.0 404"));
        let act = "what=member&name=Eve&act=ban";
        assert!(club.form(path, token, act).await.starts_with("HTTP/1.0 404"));
    }
    club.order(&["user", "role", "ann", "operator"]);
    // Every page tells an operator how many reports are open, and so do the metrics.
    assert!(club.page("/privacy", &ann).await.contains("href=\"/operators\">2 reports</a>"));
    assert!(!club.page("/privacy", &bob).await.contains("/operators"));
    assert!(club.page("/metrics", "").await.contains("\ncrosscut_reports_open 2\n"));
    let (well, said) = club.try_to(&["user", "ban", "ann"]);
    assert!(!well && said.contains("is an operator"), "{said}");
    let page = club.page("/operators", &ann).await;
    assert!(
        page.starts_with("HTTP/1.0 403") && page.contains("Enter your password again"),
        "{page}"
    );
    assert!(!page.contains("vile"));
    let page = club.form("/operators", &ann, "what=member&name=Eve&act=ban").await;
    assert!(page.starts_with("HTTP/1.0 403"), "{page}");
    let page = club.form("/operators", &ann, "what=enter&password=wrong+horse").await;
    assert!(page.contains("That is not your password"), "{page}");
    let page = club.form("/operators", &ann, "what=enter&password=correct+horse").await;
    assert!(page.starts_with("HTTP/1.0 303"), "{page}");
    let page = club.page("/operators", &ann).await;
    assert!(page.contains("&#60;b&#62;vile") && page.contains("look at this"), "{page}");
    assert!(page.to_lowercase().contains("cache-control: no-store"), "{page}");

    let act = |words: &str| format!("what=report&number=1&{words}");
    let page = club.form("/operators", &ann, &act("act=unsay&reason=rude")).await;
    assert!(page.contains("303") && page.contains("location: /operators?done\r\n"), "{page}");
    assert!(!club.page(&format!("/match/{id}"), &bob).await.contains("vile"));
    // The page says what was done, which settles the report.
    let page = club.page("/operators?done", &ann).await;
    assert!(
        page.contains("Done: delete remark 1 of match 1.") && !page.contains("No. 1 "),
        "{page}"
    );
    let nothing = club.page("/operators", &ann).await;
    assert!(!nothing.contains("Done:"), "{nothing}");
    let again = club.form("/operators", &ann, &act("act=unsay")).await;
    assert!(again.contains("Somebody has dealt with this report already"), "{again}");
    club.form("/operators", &ann, "what=member&name=Eve&act=mute&days=7&reason=rude").await;
    let words = json!({"command": "say", "id": id, "room": "players", "words": "more"});
    assert_eq!(club.command(&eve, words).await.0, 403);
    club.form("/operators", &ann, "what=report&number=2&act=dismiss").await;
    let page = club.form("/operators", &ann, &act("act=ban")).await;
    assert!(
        page.contains("somebody has dealt with this") || page.contains("Somebody has dealt"),
        "{page}"
    );
    let page = club.form("/operators", &ann, "what=member&name=nobody&act=ban").await;
    assert!(page.contains("Nobody is called"), "{page}");
    let page = club.form("/operators", &ann, "what=member&name=Eve&act=close").await;
    assert!(page.contains("choose &#39;yes&#39; if you mean it"), "{page}");
    let page = club.form("/operators", &ann, "what=network&network=127.0.0.1&act=block").await;
    assert!(page.contains("You come from 127.0.0.1 yourself"), "{page}");
    club.form("/operators", &ann, "what=lift&name=Eve&act=unmute").await;
    assert!(club.page("/privacy", &ann).await.contains("href=\"/operators\">Operators</a>"));
    assert!(club.page("/metrics", "").await.contains("\ncrosscut_reports_open 0\n"));
    let audit = club.order(&["audit"]);
    for line in [
        "Ann  delete  remark 1 of match 1  rude",
        "Ann  mute  Eve until ",
        "Ann  dismiss  report 2",
        "Ann  unmute  Eve",
    ] {
        assert!(audit.contains(line), "{line}\n{audit}");
    }
    // A role that is taken away is gone immediately.
    club.order(&["user", "role", "ann", "member"]);
    assert!(club.page("/operators", &ann).await.starts_with("HTTP/1.0 404"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_reports_without_end() {
    let club = Club::guarded().await;
    let (ann, _) = (club.join("Ann").await, club.join("Bob").await);
    let mut all = String::new();
    for _ in 0..5 {
        all = club.form("/report", &ann, "member=Bob&cause=spam").await;
    }
    assert!(all.contains("409"), "{all}");
    let often = club.form("/report", &ann, "member=Bob&cause=spam").await;
    assert!(often.starts_with("HTTP/1.0 429") && often.contains("Too many reports"), "{often}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ones_own_data_are_one_file_and_go_when_one_leaves() {
    let (club, [ann, bob, eve], id) = club().await;
    // A spectator's remarks are part of their data too.
    let other = club.begin(&ann, &bob).await;
    let words = json!({"command": "say", "id": other, "room": "spectators", "words": "well done"});
    assert_eq!(club.command(&eve, words).await.0, 200);
    let folder = Folder::new();
    let address = club.server.address.to_string();
    let head = format!("cookie: crosscut-session={eve}\r\n");
    let zip = bytes(&address, "GET /settings/data.zip", &head, "text/plain", "").await;
    assert!(zip.starts_with(b"HTTP/1.0 200"), "{}", String::from_utf8_lossy(&zip));
    let file = folder.0.join("data.zip");
    let begins = zip.windows(4).position(|it| it == b"PK\x03\x04").unwrap();
    std::fs::write(&file, &zip[begins..]).unwrap();
    // Read by an independent program.
    let code = "import sys,zipfile,json\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
        for n in z.namelist():\n t=z.read(n).decode()\n print(n)\n print(t)\n n.endswith('.json') and json.loads(t)";
    let read = std::process::Command::new("python3").args(["-c", code]).arg(&file).output();
    if let Ok(read) = read {
        let text = String::from_utf8(read.stdout).unwrap();
        let said = String::from_utf8_lossy(&read.stderr).into_owned();
        assert!(read.status.success(), "{said}\n{text}");
        for part in [
            "profile.json",
            "\"name\": \"Eve\"",
            "sessions.json",
            "passkeys.json",
            "mail.json",
            "matches/0001.ccr",
            "vile</b> words",
            "\"to\": \"spectators\",\n    \"words\": \"well done\"",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains("argon2"), "{text}");
    }
    assert!(club.page("/settings/data.zip", "").await.starts_with("HTTP/1.0 401"));

    assert_eq!(club.command(&bob, json!({"command": "abort", "id": id})).await.0, 200);
    let left = club.form("/settings", &eve, "what=leave&sure=yes&password=correct+horse").await;
    assert!(left.starts_with("HTTP/1.0 303"), "{left}");
    let page = club.page(&format!("/match/{id}"), &bob).await;
    assert!(page.contains("Former member 3") && !page.contains("Eve"), "{page}");
    assert!(club.page("/member/Eve", &bob).await.starts_with("HTTP/1.0 404"));
    let again = json!({"name": "eve", "password": "correct horse"});
    assert_eq!(club.ask("/api/v1/members", "", Some(again.clone())).await.0, 409);
    assert_eq!(club.ask("/api/v1/sessions", "", Some(again)).await.0, 401);
    let record = club.ask(&format!("/api/v1/matches/{id}/record"), &bob, None).await.1.to_string();
    assert!(!record.contains("Eve"), "{record}");
    let page = club.page("/privacy", "").await;
    assert!(page.contains("Leaving for good"), "{page}");
    for path in ["/sign-up", "/settings"] {
        assert!(club.page(path, &bob).await.contains("href=\"/privacy\""), "{path}");
    }
    // No event contains the name any more.
    let dump = crate::say(&["match", "list", "--database", &club.folder.file("club.db")]).1;
    assert!(dump.contains("Former member 3"), "{dump}");
    let (well, said) = crate::say(&["doctor", "--database", &club.folder.file("club.db")]);
    assert!(well, "{said}");
}
