use crosscut_load::client::Client;
use serde_json::json;

use crate::{Folder, club, say, say_with};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_server_takes_orders() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    let (mut server, players) = club(&database, 2).await;
    let on = ["--database", database.as_str()];
    let order = |words: &[&str]| say(&[words, &on].concat());

    let mut client = Client::new(server.address);
    let ann = json!({"name": "Ann", "password": "correct horse"}).to_string();
    let joined = client.ask("/api/v1/members", "", "", Some(&ann)).await.unwrap();
    assert_eq!(joined.status, 201);
    let token = joined.json::<serde_json::Value>().unwrap()["token"].as_str().unwrap().to_string();
    let (_, text) = order(&["user", "list", "an"]);
    assert!(text.trim_end().ends_with("Ann"), "{text}");
    let (well, text) = say_with(&[&["user", "password", "ann"], &on[..]].concat(), "new horse 1\n");
    assert!(well, "{text}");
    assert_eq!(client.ask("/api/v1/me", &token, "", None).await.unwrap().status, 401);
    let sign_in = |password: &str| json!({"name": "ann", "password": password}).to_string();
    let old = client.ask("/api/v1/sessions", "", "", Some(&sign_in("correct horse"))).await;
    assert_eq!(old.unwrap().status, 401);
    let new = client.ask("/api/v1/sessions", "", "", Some(&sign_in("new horse 1"))).await;
    assert_eq!(new.unwrap().status, 201);
    let (well, text) = order(&["user", "sign-out", "nobody"]);
    assert!(!well && text.contains("nobody is called 'nobody'"), "{text}");

    let (well, text) = order(&["game", "close", "Hex"]);
    assert!(well && text.contains("no match of hex can begin"), "{text}");
    let (_, token) = players.tables().remove(0);
    let play = json!({
        "command": "play_computer",
        "level": 1,
        "terms": {"game": "hex", "pace": {"kind": "none"}},
    });
    let refused =
        client.ask("/api/v1/commands", &token, "", Some(&play.to_string())).await.unwrap();
    assert_eq!(refused.status, 403, "{}", String::from_utf8_lossy(&refused.body));
    assert!(order(&["game", "list"]).1.lines().any(|it| it == "hex  (switched off)"));

    let (id, _) = players.tables().remove(0);
    let (well, text) = order(&["match", "stop", &id.to_string()]);
    assert!(well, "{text}");
    assert!(order(&["match", "list"]).1.contains("stopped"));
    server.stop().await.unwrap();

    // The next server, and the command without a server, still know.
    assert!(order(&["game", "list"]).1.lines().any(|it| it == "hex  (switched off)"));
    let (well, text) = order(&["game", "open", "hex"]);
    assert!(well, "{text}");
    assert!(!order(&["game", "list"]).1.contains("switched off"));
    let (well, text) = say(&["user", "list", "--database", &folder.file("none.db")]);
    assert!(!well && !folder.0.join("none.db").exists(), "{text}");
    assert!(text.contains("there is no club here: say where it is"), "{text}");
    // Here a file is in the way; a folder without permission gives the same.
    let (well, text) = say(&["user", "list", "--database", &format!("{database}/club.db")]);
    assert!(!well && text.contains("club.db cannot be looked at: Not a directory"), "{text}");
}
