//! Reports as operators see them; run on both databases by the store's tests.

use crosscut_club::{Command, MemberId, Who};
use serde_json::json;

use super::pages::{knock, member, status};
use super::{Club, ask, config, terms};
use crate::config::Config;
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};
use crate::write::tests::begin_between;

/// A guest: their token, id and name.
async fn guest(club: &Club) -> (String, MemberId, String) {
    let it = ask(&mut club.client(), "guests", "", Some(json!({})), 201).await;
    let id = MemberId(it["member"].as_u64().unwrap());
    let name = club.app.queries().names([id]).await.unwrap()[&id].name.clone();
    (it["token"].as_str().unwrap().to_string(), id, name)
}

async fn report(club: &Club, by: &str, whom: &str, cause: &str) {
    let form = format!("member={whom}&cause={cause}");
    assert_eq!(status(&knock(club, by, "POST /report", "", &form).await), 200);
}

/// The page as an operator sees it.
async fn page(club: &Club, operator: &str) -> String {
    let answer = knock(club, operator, "GET /operators?done", "", "").await;
    assert_eq!(status(&answer), 200);
    String::from_utf8_lossy(&answer).into_owned()
}

pub(crate) async fn a_report_is_seen_however_many_others_there_are(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (app, store) = (&club.app, club.app.store());
    let [olga, ann, _] =
        [member(&club, "Olga").await, member(&club, "Ann").await, member(&club, "Bob").await];
    let act = OperatorAction::Role { name: "olga".into(), operator: true };
    carry_out(app, &ActionRequest { act, by: "a test".into(), why: String::new() }).await.unwrap();
    let form = async |form: &str| status(&knock(&club, &olga, "POST /operators", "", form).await);
    assert_eq!(form("what=enter&password=correct+horse").await, 303);

    // A guest reports sixty members, two more say the same of Bob, and Ann reports what is true.
    let (flood, flood_id, flood_name) = guest(&club).await;
    for n in 0..60 {
        let join = Command::Join { name: format!("Victim{n}"), zone: String::new() };
        app.queue().act(Who::Visitor, None, join).await.unwrap();
        report(&club, &flood, &format!("Victim{n}"), "spam").await;
    }
    let [second, third, late] = [guest(&club).await, guest(&club).await, guest(&club).await];
    for by in [&second, &third] {
        report(&club, &by.0, "Bob", "spam").await;
    }
    report(&club, &ann, "Bob", "insult").await;
    // The data that the club has of her contains what she reported, and no other reports.
    let known = knock(&club, &ann, "GET /settings/data.zip", "", "").await;
    let known = String::from_utf8_lossy(&known);
    assert_eq!(known.matches("\"cause\": \"").count(), 1, "{known}");
    assert!(known.contains("\"cause\": \"insult\""), "{known}");
    let answer = knock(&club, &ann, "GET /report", "", "").await;
    let told = String::from_utf8_lossy(&answer).into_owned();
    assert!(status(&answer) == 404 && told.contains("Nobody is named here"), "{told}");
    let seen = page(&club, &olga).await;
    assert_eq!(seen.matches("<li class=\"card\">").count(), 50);
    let place = |words: &str| seen.find(words).unwrap_or_else(|| panic!("no {words} in {seen}"));
    let first = place("No. 63 ");
    assert!(first < place(&format!("from {flood_name}</p>")), "{seen}");
    // The three reports are one card, and it names the reporters.
    assert!(seen.contains("and 2 more reports of the same"), "{seen}");
    for it in [&second, &third] {
        assert_eq!(seen.matches(&format!("<b>{}</b>", it.2)).count(), 1, "{seen}");
        assert!(!seen.contains(&format!("Dismiss all from {}<", it.2)), "{seen}");
    }
    assert!(seen.contains("Insults or harassment · Advertising or spam"), "{seen}");
    assert!(seen.contains("11 more reports wait"), "{seen}");

    // A report made after the page was rendered is not dismissed with it.
    report(&club, &late.0, "Bob", "name").await;
    assert_eq!(form("what=report&number=63&last=63&act=dismiss").await, 303);
    assert_eq!(store.count_open_reports().await.unwrap(), 61);
    let seen = page(&club, &olga).await;
    assert!(seen.contains("Done: dismiss report 63 and 2 more of the same."), "{seen}");

    // All reports by one guest are dismissed together, including those not on the page.
    assert!(seen.contains(&format!("Dismiss all from {flood_name}</button>")), "{seen}");
    let all = format!("what=reporter&reporter={flood_id}&last=64&act=dismiss");
    assert_eq!(form(&all).await, 303);
    assert_eq!(store.count_open_reports().await.unwrap(), 1);
    let seen = page(&club, &olga).await;
    assert!(seen.contains(&format!("Done: dismiss all reports from {flood_name}.")), "{seen}");
    assert!(!seen.contains("more report"), "{seen}");
    // The second time there is nothing to do, and the log does not claim otherwise.
    assert_eq!(form(&all).await, 400);
    let log = store.audit(i64::MAX, 9).await.unwrap();
    assert_eq!(log.iter().filter(|it| it.what == "dismiss").count(), 2);
    club.close().await;
}

pub(crate) async fn of_many_who_say_the_same_those_who_were_named_are_settled(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let olga = member(&club, "Olga").await;
    member(&club, "Bob").await;
    let act = OperatorAction::Role { name: "olga".into(), operator: true };
    carry_out(&club.app, &ActionRequest { act, by: "a test".into(), why: String::new() })
        .await
        .unwrap();
    let form = async |form: &str| status(&knock(&club, &olga, "POST /operators", "", form).await);
    assert_eq!(form("what=enter&password=correct+horse").await, 303);
    // One leads the card, thirty more are named on it, and two are not.
    let mut names = Vec::new();
    for _ in 0..33 {
        let by = guest(&club).await;
        report(&club, &by.0, "Bob", "spam").await;
        names.push(by.2);
    }
    let seen = page(&club, &olga).await;
    let is_named = |name: &String| seen.contains(&format!("<b>{name}</b>"));
    assert!(seen.contains(&format!("from {}</p>", names[0])), "{seen}");
    assert!(names[1..31].iter().all(is_named) && !names[31..].iter().any(is_named), "{seen}");
    assert!(seen.contains("and 32 more reports of the same"), "{seen}");
    assert_eq!(form("what=report&number=1&last=33&act=dismiss").await, 303);
    let seen = page(&club, &olga).await;
    assert!(seen.contains("Done: dismiss report 1 and 30 more of the same."), "{seen}");
    assert_eq!(club.app.store().count_open_reports().await.unwrap(), 2);
    // What happened can be told in a thousand characters.
    let by = guest(&club).await;
    let told = async |letters: usize| {
        let form = format!("member=Olga&cause=other&words={}", "x".repeat(letters));
        status(&knock(&club, &by.0, "POST /report", "", &form).await)
    };
    assert_eq!([told(1001).await, told(1000).await], [400, 200]);
    club.close().await;
}

pub(crate) async fn what_was_reported_is_dealt_with_at_once(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [olga, ann, bob] =
        [member(&club, "Olga").await, member(&club, "Ann").await, member(&club, "Bob").await];
    let act = OperatorAction::Role { name: "olga".into(), operator: true };
    carry_out(&club.app, &ActionRequest { act, by: "a test".into(), why: String::new() })
        .await
        .unwrap();
    let get = async |token: &str, path: &str| {
        let answer = knock(&club, token, &format!("GET {path}"), "", "").await;
        (status(&answer), String::from_utf8_lossy(&answer).into_owned())
    };
    let post = async |token: &str, path: &str, form: &str| {
        status(&knock(&club, token, &format!("POST {path}"), "", form).await)
    };
    assert_eq!(post(&olga, "/operators", "what=enter&password=correct+horse").await, 303);

    // The greeting of a challenge is on its page, and so is the link to report it.
    let to = club.app.accounts().member_named("ann").await.unwrap().unwrap();
    let rude = json!({"command": "challenge", "to": {"member": to.0}, "greeting": "come here, fool", "choice": "first",
        "terms": terms()});
    let made = ask(&mut club.client(), "commands", &bob, Some(rude), 200).await;
    let id = made["challenge"].as_u64().unwrap_or_else(|| panic!("{made}"));
    let way = format!("/report?challenge={id}");
    assert!(get(&ann, &format!("/challenge/{id}")).await.1.contains(&format!("href=\"{way}\"")));
    assert!(!get(&bob, &format!("/challenge/{id}")).await.1.contains("/report?"));
    assert_eq!(get(&bob, &way).await.0, 409);
    assert!(get(&ann, &way).await.1.contains("come here, fool"));
    assert_eq!(get(&ann, "/report?challenge=999").await.0, 404);
    assert_eq!(post(&ann, "/report", &format!("challenge={id}&cause=insult")).await, 200);
    let (_, page) = get(&olga, "/operators").await;
    assert!(page.contains("<p>come here, fool</p>") && page.contains("/member/Bob"), "{page}");
    assert_eq!(post(&olga, "/operators", "what=report&number=1&last=1&act=dismiss").await, 303);

    // A member who is muted for a remark loses it too, if the operator wants that.
    let accounts = club.app.accounts();
    let players = [
        accounts.member_named("ann").await.unwrap().unwrap(),
        accounts.member_named("bob").await.unwrap().unwrap(),
    ];
    let id = begin_between(club.app.queue(), players, terms()).await;
    for (n, (act, words)) in [("mute&too=unsay", 0), ("mute", 1)].into_iter().enumerate() {
        let say = format!("room=players&words=fool+number+{n}");
        assert_eq!(post(&bob, &format!("/match/{id}/say"), &say).await, 303);
        let told = format!("match={id}&remark={}&cause=insult", n + 1);
        assert_eq!(post(&ann, "/report", &told).await, 200);
        let form = format!("what=report&number={0}&last={0}&days=1&act={act}", n + 2);
        assert_eq!(post(&olga, "/operators", &form).await, 303);
        assert_eq!(post(&bob, &format!("/match/{id}/say"), &say).await, 403);
        let (_, page) = get(&ann, &format!("/match/{id}")).await;
        assert_eq!(page.matches(&format!("fool number {n}")).count(), words, "{page}");
        assert_eq!(post(&olga, "/operators", "what=lift&name=bob&act=unmute").await, 303);
    }

    // A member's page links operators to the actions on them.
    let (_, page) = get(&olga, "/member/Bob").await;
    assert!(page.contains("href=\"/operators?name=Bob#people\""), "{page}");
    assert!(!get(&ann, "/member/Bob").await.1.contains("/operators"));
    let (_, page) = get(&olga, "/operators?name=Bob").await;
    assert!(page.contains("name=\"name\" value=\"Bob\""), "{page}");
    club.close().await;
}

pub(crate) async fn whoever_runs_the_club_is_named_on_its_pages(database: &str) {
    for (contact, shown) in [
        (None, None),
        (
            Some("ann@club.example"),
            Some("<a href=\"mailto:ann@club.example\">ann@club.example</a>"),
        ),
        (Some("https://club.example/about"), Some("<a href=\"https://club.example/about\">")),
        (Some("javascript://%0aalert(1)"), Some("run by javascript:")),
        (Some("Ann <Lee>, at the bar"), Some("run by Ann &#60;Lee&#62;, at the bar.")),
    ] {
        let config = Config { contact: contact.map(str::to_string), ..config(database) };
        let club = Club::open_with(config, 1_000_000).await;
        for path in ["/", "/recover", "/privacy", "/sign-in"] {
            let answer = knock(&club, "", &format!("GET {path}"), "", "").await;
            let page = String::from_utf8_lossy(&answer).into_owned();
            assert_eq!(page.contains("This club is run by"), shown.is_some(), "{path}");
            assert!(shown.is_none_or(|it| page.contains(it)), "{path}: {page}");
        }
        club.close().await;
    }
}

pub(crate) async fn who_is_held_is_let_go_by_their_own_button(database: &str) {
    let club = Club::open_with(Config { limited: false, ..config(database) }, 1_000_000).await;
    let olga = member(&club, "Olga").await;
    for name in ["Bea", "Max"] {
        member(&club, name).await;
    }
    let done = async |act| {
        carry_out(&club.app, &ActionRequest { act, by: "a test".into(), why: "rude".into() }).await
    };
    done(OperatorAction::Role { name: "olga".into(), operator: true }).await.unwrap();
    let enter = "what=enter&password=correct+horse";
    assert_eq!(status(&knock(&club, &olga, "POST /operators", "", enter).await), 303);
    done(OperatorAction::Ban { name: "bea".into(), days: None }).await.unwrap();
    done(OperatorAction::Mute { name: "max".into(), days: None }).await.unwrap();
    let page = page(&club, &olga).await;
    let row = |of: &str| page.split("<li>").find(|it| it.contains(of)).unwrap_or("").to_string();
    let (bea, max) = (row("<span>Bea is banned for good"), row("<span>Max is muted for good"));
    assert!(bea.contains("\"unban\"") && bea.contains("Lift: Bea is banned"), "{page}");
    assert!(max.contains("\"unmute\"") && max.contains("Lift: Max is muted"), "{page}");
    // An action that fails is not recorded as done.
    let said = done(OperatorAction::Open { network: "203.0.113.0/24".into() })
        .await
        .unwrap_err()
        .to_string();
    assert!(said.contains("203.0.113.0/24 is not blocked"), "{said}");
    let act = OperatorAction::Unmute { name: "max".into() };
    let long = ActionRequest { act, by: "a test".into(), why: "x".repeat(2000) };
    let said = carry_out(&club.app, &long).await.unwrap_err().to_string();
    assert!(said.contains("this one has 2000"), "{said}");
    club.close().await;
}
