use crosscut_load::server::Server;

use crate::{Folder, program, say, say_with};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_played_from_the_terminal() {
    let folder = Folder::new();
    let mut server =
        Server::begin(program(), &folder.file("club.db"), &["--password-cost", "8"]).await.unwrap();
    let url = format!("http://{}", server.address);
    let at = |token: &str, words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let who = ["say", "--server", url.as_str(), "--token", token];
        say(&[&who[..], &words].concat())
    };
    let secret = |name: &str| {
        let (well, text) = at("", &format!("signup {name}"));
        assert!(well, "{text}");
        let is_secret = |it: &&str| it.len() == 64;
        text.split([' ', '.', '\n']).find(is_secret).unwrap().to_string()
    };
    let (ann, bob) = (secret("ann"), secret("bob"));
    let (well, text) = at(&ann, "trellis challenge -size=7 ann bob --forfeittime=3");
    assert!(well && text.contains("3 days a turn"), "{text}");
    let (well, text) = at(&bob, "accept ann");
    assert!(well && text.contains("A new Trellis board (1) has been started"), "{text}");
    let said = ["say", "--server", &url, "--token", &ann, "--body", "-", "move", "1", "D4"];
    let (well, text) = say_with(&said, "good luck\n");
    assert!(well && text.contains("ann writes:\n> good luck"), "{text}");
    // A command that the club refuses fails, with the club's words.
    let (well, text) = at(&ann, "move 1 D5");
    assert!(!well && text.contains("It is not your turn."), "{text}");
    let (well, text) = at("", "show 1");
    assert!(well && text.contains("   1 D4"), "{text}");
    server.stop().await.unwrap();
    let (well, text) = at("", "show 1");
    assert!(!well && text.contains("cannot be reached"), "{text}");
}
