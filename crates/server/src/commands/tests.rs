//! Messages and their answers, by HTTP.
//!
//! `ann> move 12 C6` in a file of `tests/speech` is a command by ann, the lines below it that begin with `|` are its
//! body and those that begin with `:` the answer. `wait 5000` lets milliseconds pass. `UPDATE=1 cargo test
//! --workspace --lib commands::` rewrites the answers: read the diff.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;

use crosscut_club::{Command, Key, MatchId, Remark, Room, Who};
use crosscut_load::client::{Client, EventStream};

use super::{Message, MessageSender, Transport, obey};
use crate::config::Config;
use crate::limits::rates::Whose;
use crate::person::Caller;
use crate::store::tests::Folder;
use crate::tests::{Club, ask, config, hear};
use crate::write::tests::{begin, terms};

/// The answer to a message: the status and the text.
async fn say(client: &mut Client, token: &str, once: &str, text: &str) -> (u16, String) {
    let answer = client.ask("/command", token, once, Some(text)).await.unwrap();
    (answer.status, String::from_utf8(answer.body).unwrap())
}

/// The token in an answer, if there is one.
fn secret(text: &str) -> Option<&str> {
    let is_secret = |it: &&str| it.len() == 64 && it.bytes().all(|it| it.is_ascii_hexdigit());
    text.split(|c: char| !c.is_ascii_alphanumeric()).find(is_secret)
}

/// A new member, by their token.
async fn newcomer(client: &mut Client, name: &str) -> String {
    let (status, text) = say(client, "", "", &format!("signup {name}")).await;
    assert_eq!(status, 200, "{text}");
    secret(&text).unwrap().to_string()
}

/// Runs a file, and returns what it should contain.
async fn play(text: &str) -> String {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let mut secrets: BTreeMap<String, String> = BTreeMap::new();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(':')).collect();
    let mut played = String::new();
    for (at, line) in lines.iter().enumerate() {
        played += &format!("{line}\n");
        if let Some(wait) = line.strip_prefix("wait ") {
            club.hand.fetch_add(wait.parse().unwrap(), Ordering::Relaxed);
        }
        // The body is between the command and its answer.
        if lines.get(at + 1).is_some_and(|next| next.starts_with('|')) {
            continue;
        }
        let start = lines[..=at].iter().rposition(|line| !line.starts_with('|')).unwrap();
        let Some((name, command)) = lines[start].split_once("> ") else { continue };
        let body = lines[start + 1..=at].iter().map(|it| it[1..].strip_prefix(' ').unwrap_or(""));
        let message = [command].into_iter().chain(body).collect::<Vec<_>>().join("\n");
        let token = secrets.get(name).cloned().unwrap_or_default();
        // No two things happen at the same moment.
        club.hand.fetch_add(1000, Ordering::Relaxed);
        let (status, answer) = say(&mut client, &token, "", &message).await;
        if let Some(secret) = secret(&answer) {
            secrets.insert(name.to_string(), secret.to_string());
        }
        let answer = match secrets.get(name) {
            Some(secret) => answer.replace(secret, "SECRET"),
            None => answer,
        };
        played += &format!(": {status}\n");
        for line in answer.lines() {
            played += format!(": {line}").trim_end();
            played.push('\n');
        }
    }
    club.close().await;
    played
}

async fn holds(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/speech").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let played = play(&text).await;
    if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
        std::fs::write(&path, played).unwrap();
        return;
    }
    for (number, (played, written)) in played.lines().zip(text.lines()).enumerate() {
        assert_eq!(played, written, "{}:{}", path.display(), number + 1);
    }
    assert_eq!(played.lines().count(), text.lines().count(), "{}", path.display());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_match_is_played_by_messages() {
    holds("trellis.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_do_everything_else() {
    holds("rest.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_queued_waits_until_the_other_has_made_all_of_theirs() {
    holds("queue.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_is_rated_unless_it_says_otherwise() {
    holds("rated.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_may_be_named_in_two_words_and_nothing_long_is_said_back() {
    holds("said_back.txt").await;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/speech/said_back.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let said = text.lines().filter(|line| line.starts_with(": "));
    assert!(said.into_iter().all(|line| !line.contains(&"x".repeat(61))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_covers_twenty_players_at_most() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    for words in ["games", "hex show"] {
        let (status, text) =
            say(&mut client, &ann, "", &format!("{words}{}", " ann".repeat(20))).await;
        assert_eq!(status, 200, "{text}");
        let (status, text) =
            say(&mut client, &ann, "", &format!("{words}{}", " ann".repeat(21))).await;
        assert_eq!(status, 400);
        assert!(text.contains("A list covers 20 players at most, and you named 21."), "{text}");
    }
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_messages_do_is_seen_at_every_door_and_done_once() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    let challenge = "hex challenge ann bob -size=5 -opening=none";
    for _ in 0..2 {
        let (status, text) = say(&mut client, &ann, "one", challenge).await;
        assert!(status == 200 && text.contains("c1"), "{text}");
    }
    for _ in 0..2 {
        let (status, text) = say(&mut client, &bob, "one", "accept ann").await;
        assert_eq!(status == 200, text.contains("A new Hex board (1)"), "{text}");
    }
    let mut stream = EventStream::open(club.address, "/match/1/events", &ann).await.unwrap();
    for _ in 0..2 {
        let message = "move 1 c3\nhello\n\nthere";
        let (status, text) = say(&mut client, &ann, "two", message).await;
        assert_eq!(status, 200, "{text}");
        assert!(text.starts_with("Hex Board 1 bob **\n\nSummary of Hex Board 1\n"), "{text}");
        assert!(text.contains("\nann writes:\n> hello\n>\n> there\n"), "{text}");
    }
    let (status, text) = say(&mut client, &bob, "two", "move 1 c2#2").await;
    assert_eq!(status, 200, "{text}");
    let turns = [(2, "turn".to_string()), (3, "said".to_string()), (4, "turn".to_string())];
    assert_eq!(hear(&mut stream, 3).await, turns);
    let shown = ask(&mut client, "matches/1", "", None, 200).await;
    assert_eq!(shown["moves"], serde_json::json!(["C3", "C2"]));
    // The same board in the old order of lines, for programs.
    for path in ["/match/1/old.txt", "/api/v1/matches/1/record?format=old"] {
        let answer = client.ask(path, "", "", None).await.unwrap();
        let text = String::from_utf8(answer.body).unwrap();
        assert!(text.starts_with("Summary of Hex Board 1\n\nIt is ann's turn.\n"), "{text}");
        assert!(text.contains("\n   ann           bob\n   1 C3          2 C2\n"), "{text}");
    }
    let answer = client.ask("/api/v1/matches/1/record?format=new", "", "", None).await.unwrap();
    assert_eq!(answer.status, 400);
    // A player looking for a match is found.
    say(&mut client, &ann, "", "hex seek 2 -size=5 --unrated").await;
    let (status, text) = say(&mut client, &bob, "", "accept c2").await;
    assert!(status == 200 && text.contains("A new Hex board (2)"), "{text}");
    let (_, text) = say(&mut client, &ann, "", "hex seek").await;
    assert!(text.ends_with(": c3.\n"), "{text}");
    // An empty text.
    let (status, text) = say(&mut client, &bob, "", "").await;
    assert!(status == 200 && text.starts_with("Help"), "{text}");
    drop(stream);
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_for_another_board_than_there_is_is_refused() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    say(&mut client, &ann, "", "hex challenge ann bob -size=5 -opening=none").await;
    say(&mut client, &bob, "", "accept ann").await;
    let preview = "This is a preview of a submitted move.";
    let changed = "the board has changed";
    for (who, command, answer) in [
        (&ann, "submit 1 c3#2", changed),
        (&ann, "move 1 c3#2", changed),
        (&ann, "submit 1 c3#1", preview),
        (&ann, "confirm 1", "bob"),
        (&bob, "submit 1 c2#1", changed),
        (&bob, "move 1 c2#1", changed),
        (&bob, "submit 1 c2#2", preview),
        (&bob, "move 1 c2#2", "ann"),
        // What is confirmed is for the board on which it was submitted.
        (&ann, "submit 1 d4", preview),
        (&ann, "move 1 d5", "bob"),
        (&bob, "move 1 e1", "ann"),
        (&ann, "confirm 1", changed),
    ] {
        let (status, text) = say(&mut client, who, "", command).await;
        assert_eq!(status == 200, answer != changed, "{command}: {text}");
        assert!(text.to_lowercase().contains(&answer.to_lowercase()), "{command}: {text}");
    }
    let shown = ask(&mut client, "matches/1", "", None, 200).await;
    assert_eq!(shown["moves"], serde_json::json!(["C3", "C2", "D5", "E1"]));
    // Why a game that nobody has played would be drawn.
    let (_, text) = say(&mut client, &ann, "", "trellis preview new -opening=none pass pass").await;
    assert!(text.contains("\nBoth passed.\nGame was a tie.\n"), "{text}");
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_number_of_a_move_counts_in_every_command() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    say(&mut client, &ann, "", "hex challenge ann bob -size=5 -opening=none").await;
    let (status, text) = say(&mut client, &bob, "", "accept ann").await;
    assert!(status == 200 && text.contains("A new Hex board (1)"), "{text}");
    let refusals = [
        (&ann, "move 1 9. c3", "number of move 9"),
        (&ann, "submit 1 9. c3", "number of move 9"),
        (&ann, "queue 1 9. c3", "number of move 9"),
        (&ann, "preview 1 7. c3 8. d4", "starts at move 7"),
        (&ann, "preview 1 c3 8. d4", "number of move 8"),
        (&bob, "queue 1 9. d5", "number of move 9"),
        // Nor can a move be queued that no board of this size has.
        (&bob, "queue 1 e9", "is not on this board"),
    ];
    for (who, command, why) in refusals {
        let (status, text) = say(&mut client, who, "", command).await;
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(status != 200 && said.contains(why), "{command}: {text}");
    }
    for (who, command) in [(&bob, "queue 1 2. e3"), (&ann, "submit 1 1. c3"), (&ann, "confirm 1")] {
        let (status, text) = say(&mut client, who, "", command).await;
        assert_eq!(status, 200, "{command}: {text}");
    }
    let shown = ask(&mut client, "matches/1", "", None, 200).await;
    assert_eq!(shown["moves"], serde_json::json!(["C3", "E3"]));
    club.close().await;
}

/// The last line of a score sheet says how the game ended.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_last_move_is_taken_with_how_the_game_ended() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    for id in 1..=2 {
        say(&mut client, &ann, "", "hex challenge ann bob -size=2 -opening=none").await;
        say(&mut client, &bob, "", "accept ann").await;
        for (who, text) in [(&ann, "a1"), (&bob, "b1")] {
            let (status, text) = say(&mut client, who, "", &format!("move {id} {text}")).await;
            assert_eq!(status, 200, "{text}");
        }
    }
    let (status, text) = say(&mut client, &ann, "", "move 1 3. b2 wins!").await;
    assert!(status != 200 && text.contains("'wins'"), "{text}");
    for command in ["move 1 ann 3. a2 wins!", "submit 2 *3. a2* wins!", "confirm 2"] {
        let (status, text) = say(&mut client, &ann, "", command).await;
        assert_eq!(status, 200, "{command}: {text}");
    }
    for id in 1..=2 {
        let shown = ask(&mut client, &format!("matches/{id}"), "", None, 200).await;
        assert_eq!(shown["moves"], serde_json::json!(["A1", "B1", "A2"]));
        assert_eq!(shown["ending"]["reason"], "rules", "{shown}");
    }
    club.close().await;
}

/// For some games, a command begins another variant than the form in the browser: both are described in full.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_says_which_of_two_doors_its_game_is_of() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    newcomer(&mut client, "bob").await;
    for (options, words) in [
        ("", "9 by 9, with a swap, mirroring allowed."),
        ("-opening=official -mirror=any", "9 by 9, official opening, mirror rule on."),
    ] {
        let command = format!("trellis challenge {options} -size=9 bob");
        let (status, text) = say(&mut client, &ann, "", &command).await;
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(status == 200 && said.contains(words), "{command}: {text}");
    }
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_secret_alone_resigns_nothing() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = serde_json::json!({"name": "ann", "password": "correct horse"});
    let token = ask(&mut client, "members", "", Some(ann), 201).await["token"].clone();
    let token = token.as_str().unwrap();
    let (_, text) = say(&mut client, token, "", "hex challenge ann computer1 -size=5").await;
    assert!(text.contains("A new Hex board (1)"), "{text}");
    let (_, text) = say(&mut client, token, "", "list").await;
    assert!(text.contains("1 match goes on, of 1 in all."), "{text}");
    let (status, text) = say(&mut client, token, "", "signoff ann").await;
    assert!(status == 400 && text.contains("needs your password: write it below"), "{text}");
    let (status, text) = say(&mut client, token, "", "signoff ann\nwrong horse").await;
    assert!(status == 403 && text.contains("not your password"), "{text}");
    let shown = ask(&mut client, "matches/1", "", None, 200).await;
    assert_eq!(shown["ending"], serde_json::Value::Null, "{shown}");
    let (status, text) = say(&mut client, token, "", "signoff ann\ncorrect horse\n").await;
    assert!(status == 200 && text.contains("1 match is resigned"), "{text}");
    ask(&mut client, "me", token, None, 401).await;
    club.close().await;
}

/// What follows a command within `multiple` is by whoever its sender is by then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_signs_up_or_off_in_the_middle_is_known_by_what_follows() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let (_, text) =
        say(&mut client, "", "", "multiple\nsignup ann\nsignup bob\nhex seek 1 -size=5").await;
    assert!(text.contains("Welcome, ann") && text.contains("You already have a name"), "{text}");
    assert_eq!(club.app.accounts().member_named("bob").await.unwrap(), None);
    let open = async || club.app.queries().challenges(10).await.unwrap().len();
    assert_eq!(open().await, 1, "{text}");
    let off = "multiple\nsignoff ann\nhex seek 2 -size=5\nsignup cid";
    let (_, text) = say(&mut client, secret(&text).unwrap(), "", off).await;
    assert!(text.contains("Farewell, ann"), "{text}");
    assert_eq!(text.matches("This was not done: you have signed off").count(), 2, "{text}");
    assert_eq!(open().await, 0, "her challenge is off, and no other is there");
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_by_mail_is_known_by_the_address() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let message = |subject: &str| Message { subject: subject.to_string(), ..Message::default() };
    let way = Transport::Mail("ann@example.org".to_string());
    let mut sender =
        MessageSender { member: None, way, token: None, once: Some("mail-1".to_string()) };
    let replies = obey(&club.app, &sender, &message("signup ann")).await;
    assert!(replies[0].text.contains("What comes from ann@example.org"), "{}", replies[0].text);
    assert!(secret(&replies[0].text).is_none());
    sender.member = replies[0].newcomer;
    assert!(sender.member.is_some());
    let replies = obey(&club.app, &sender, &message("hex challenge ann computer1 -size=5")).await;
    let begun = replies[0].scene_of.unwrap();
    assert_eq!((begun.0.0, begun.1), (1, 0));
    let replies = obey(&club.app, &sender, &message("show 1 1#0")).await;
    assert_eq!(replies.len(), 2);
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_refusals_show_one_board_and_who_is_to_wait_sees_none() {
    let folder = Folder::new();
    let config = Config { limited: true, ..config(&folder.file("club.db")) };
    let club = Club::open_with(config, 1_000_000).await;
    let queue = club.app.queue();
    let (id, [ann, _]) = begin(queue, terms()).await;
    let said = (1..=2000).map(|n| {
        let words = format!("{n}: {}", "x".repeat(490));
        queue.act(
            Who::Member(ann),
            None,
            Command::Say { id, room: Room::Players, words, more: Vec::new() },
        )
    });
    futures_util::future::join_all(said).await.into_iter().for_each(|it| drop(it.unwrap()));
    let caller =
        Caller { address: [127, 0, 0, 1].into(), is_doubtful: false, device: String::new() };
    let sender =
        MessageSender { member: Some(ann), way: Transport::Wire(caller), token: None, once: None };
    let body = format!("move {id} z99\n").repeat(30);
    let message = Message { subject: "multiple".to_string(), body, answers: None };
    let replies = obey(&club.app, &sender, &message).await;
    assert_eq!(replies.len(), 30);
    assert!(replies.iter().all(|it| it.status == 422 && it.text.contains("z99")));
    assert_eq!(replies.iter().filter(|it| it.scene_of.is_some()).count(), 1);
    // The remarks are listed as far as a message has room for them.
    let text = &replies[0].text;
    assert!(text.contains("\n> 2000: x") && !text.contains("\n> 1975: x"), "{text}");
    assert!(text.contains("\n1975 earlier remarks are on the match's page.\n"), "{text}");
    let n: usize = replies.iter().map(|it| it.text.len()).sum();
    assert!(n < 30_000, "{n} bytes");
    while club.app.limits().take(Whose::Member(ann.0)).is_ok() {}
    let replies = obey(&club.app, &sender, &message).await;
    assert!(replies.iter().all(|it| it.status == 429 && it.scene_of.is_none()));
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_signs_up_by_mail_and_is_to_wait_is_not_told_to_sign_up() {
    let folder = Folder::new();
    let config = Config { limited: true, ..config(&folder.file("club.db")) };
    let club = Club::open_with(config, 1_000_000).await;
    let address = "ann@example.org";
    let way = Transport::Mail(address.to_string());
    let sender = MessageSender { member: None, way, token: None, once: Some("mail-1".to_string()) };
    let message = |subject: &str| Message { subject: subject.to_string(), ..Message::default() };
    let hint = "To join, send the subject";
    let replies = obey(&club.app, &sender, &message("move 1 a1")).await;
    assert!(replies[0].text.contains(hint), "{}", replies[0].text);
    while club.app.limits().take(Whose::sign_up_from(address)).is_ok() {}
    let replies = obey(&club.app, &sender, &message("signup ann")).await;
    assert_eq!(replies[0].status, 429);
    let text = &replies[0].text;
    assert!(text.contains("try again in") && !text.contains(hint), "{text}");
    club.close().await;
}

#[tokio::test]
async fn a_guest_looks_for_a_casual_match() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let member = newcomer(&mut client, "ann").await;
    let guest = ask(&mut client, "guests", "", Some(serde_json::json!({})), 201).await;
    for (token, rated) in [(member.as_str(), true), (guest["token"].as_str().unwrap(), false)] {
        let (status, text) = say(&mut client, token, "", "hex seek 1").await;
        assert_eq!(status, 200, "{text}");
        let open = ask(&mut client, "challenges", token, None, 200).await;
        let mut open = open.as_array().unwrap().iter();
        let own = open.find(|it| text.contains(&format!("c{}.", it["id"]))).unwrap();
        assert_eq!(own["terms"]["rated"].as_bool().unwrap_or(false), rated, "{own}");
    }
    let guest = guest["token"].as_str().unwrap();
    let (status, text) = say(&mut client, guest, "", "hex challenge ann").await;
    assert!(status == 200 && text.contains("It is not rated."), "{text}");
    club.close().await;
}

#[tokio::test]
async fn a_comment_has_so_many_pieces_at_most() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let (_, text) = say(&mut client, &ann, "", "hex challenge ann computer1 -size=5").await;
    assert!(text.contains("A new Hex board (1)"), "{text}");
    let pieces = |n: usize| vec!["x".repeat(Remark::MAX_CHARS); n].join("\n");
    let most = Remark::MAX_AT_ONCE;
    let (status, text) = say(&mut client, &ann, "", &format!("chat 1\n{}", pieces(most))).await;
    assert_eq!(status, 200, "{text}");
    let (status, text) = say(&mut client, &ann, "", &format!("chat 1\n{}", pieces(most + 1))).await;
    let why = "The comment is too long: it has 5510 characters, and 5000 is the most.";
    assert!(status == 400 && text.contains(why), "{text}");
    let state = club.app.queue().look(&[Key::Match(MatchId(1))]).await.unwrap();
    assert_eq!(state.match_with(MatchId(1)).unwrap().remarks.len(), most);
    club.close().await;
}

#[tokio::test]
async fn what_one_command_changes_the_next_of_the_same_message_sees() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    newcomer(&mut client, "bob").await;
    let (status, text) = say(&mut client, &ann, "", "multiple\nblock bob\nblock").await;
    assert!(status == 200 && text.matches("You have blocked bob").count() == 2, "{text}");
    club.close().await;
}

/// A token may have been found: who has a password says it where an address is changed.
#[tokio::test]
async fn a_token_alone_changes_no_address_and_an_odd_key_repeats_nothing() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = serde_json::json!({"name": "ann", "password": "correct horse"});
    let ann = ask(&mut client, "members", "", Some(ann), 201).await;
    let ann = ann["token"].as_str().unwrap();
    let (status, text) = say(&mut client, ann, "", "change address thief@there.example").await;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(status == 400 && words.contains("where your password is asked for"), "{text}");
    let (status, text) = say(&mut client, ann, "two words", "change zone Europe/London").await;
    assert!(status == 400 && text.contains("visible ASCII"), "{status} {text}");
    club.close().await;
}

/// A move that was shown is for the board that it was shown on.
#[tokio::test]
async fn what_is_confirmed_is_for_its_board() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    say(&mut client, &ann, "", "hex challenge ann bob -size=5 -opening=none").await;
    say(&mut client, &bob, "", "accept ann").await;
    say(&mut client, &ann, "", "submit 1 c3").await;
    say(&mut client, &ann, "", "move 1 d4").await;
    say(&mut client, &bob, "", "move 1 b2").await;
    let (status, text) = say(&mut client, &ann, "", "confirm 1").await;
    assert_ne!(status, 200, "{text}");
    let shown = ask(&mut client, "matches/1", "", None, 200).await;
    assert_eq!(shown["moves"], serde_json::json!(["D4", "B2"]));
    club.close().await;
}

/// A private match is in nobody's lists but its players' own.
#[tokio::test]
async fn nobody_sees_whose_turn_it_is_in_a_private_match() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let [ann, bob, eve] = [
        newcomer(&mut client, "ann").await,
        newcomer(&mut client, "bob").await,
        newcomer(&mut client, "eve").await,
    ];
    let terms = serde_json::json!({"game": "hex:size=5,opening=none", "pace": {"kind": "none"}, "private": true});
    let asked = serde_json::json!({"command": "challenge", "to": {"member": 2}, "choice": "first", "terms": terms});
    ask(&mut client, "commands", &ann, Some(asked), 200).await;
    let accepted = serde_json::json!({"command": "accept_challenge", "id": 1});
    ask(&mut client, "commands", &bob, Some(accepted), 200).await;
    for (who, sees) in [(&ann, true), (&eve, false)] {
        let (_, text) = say(&mut client, who, "", "show ann next").await;
        assert_eq!(text.contains("Board 1"), sees, "{text}");
    }
    club.close().await;
}

/// All of the server runs on the test's own thread here, so that its log can be read.
#[tokio::test]
async fn a_session_that_is_ended_is_in_the_log() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = serde_json::json!({"name": "ann", "password": "correct horse"});
    ask(&mut client, "members", "", Some(ann.clone()), 201).await;
    let here = ask(&mut client, "sessions", "", Some(ann), 201).await;
    let here = here["token"].as_str().unwrap();
    let sessions = ask(&mut client, "sessions", here, None, 200).await;
    let other = sessions.as_array().unwrap().iter().find(|it| it["this"] != true).unwrap();
    let (heard, _listening) = crate::watch::tests::CapturedLog::begin();
    let again = serde_json::json!({"password": "correct horse"}).to_string();
    let path = format!("/api/v1/sessions/{}", other["number"].as_str().unwrap());
    assert_eq!(crate::tests::strangers::delete(club.address, &path, here, &again).await, 204);
    assert_eq!(heard.count("account: sessions ended"), 1);
    club.close().await;
}

#[tokio::test]
async fn a_guest_who_signs_up_is_told_what_stays() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let guest = ask(&mut client, "guests", "", Some(serde_json::json!({})), 201).await;
    let guest = guest["token"].as_str().unwrap();
    let (status, text) = say(&mut client, guest, "", "signup zoe").await;
    assert!(status == 200 && text.contains("What you have played as a guest is yours."), "{text}");
    club.close().await;
}

#[tokio::test]
async fn a_club_without_mail_takes_none() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mail = crate::OperatorOrder::Mail { bytes: String::new(), cut: false, to: Vec::new() };
    let said = crate::jobs::obey(&club.app, mail).await.unwrap_err().to_string();
    assert!(said.starts_with("this club has no mail"), "{said}");
    club.close().await;
}

#[tokio::test]
async fn what_is_queued_is_taken_back_by_none() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    say(&mut client, &ann, "", "hex challenge ann bob -size=5 -opening=none").await;
    say(&mut client, &bob, "", "accept ann").await;
    let (status, text) = say(&mut client, &bob, "", "queue 1 d4").await;
    assert!(status == 200 && text.contains("queued: D4"), "{text}");
    let (status, text) = say(&mut client, &bob, "", "queue 1 none").await;
    assert!(status == 200 && !text.contains("queued"), "{text}");
    let (status, _) = say(&mut client, &bob, "", "queue 1").await;
    assert_eq!(status, 400);
    say(&mut client, &ann, "", "move 1 c3").await;
    let shown = ask(&mut client, "matches/1", "", None, 200).await;
    assert_eq!(shown["moves"], serde_json::json!(["C3"]));
    club.close().await;
}

/// Matches of one list come in the order of their numbers, whether they go on or are over.
#[tokio::test]
async fn matches_are_listed_by_their_numbers() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    for _ in 0..3 {
        say(&mut client, &ann, "", "hex challenge ann bob -size=5 -opening=none").await;
        say(&mut client, &bob, "", "accept ann").await;
    }
    say(&mut client, &ann, "", "resign 2").await;
    let (status, text) = say(&mut client, &ann, "", "show ann all").await;
    let board = |n: usize| text.find(&format!("Board {n}")).unwrap_or_else(|| panic!("{text}"));
    let numbers: Vec<usize> = (1..=3).map(board).collect();
    assert!(status == 200 && numbers.is_sorted(), "{text}");
    club.close().await;
}

#[tokio::test]
async fn only_who_is_somebody_follows_and_invites() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    say(&mut client, &ann, "", "hex challenge ann computer1 -size=5").await;
    let (status, text) = say(&mut client, "", "", "subscribe 1").await;
    assert_eq!(status, 401, "{text}");
    let guest = ask(&mut client, "guests", "", Some(serde_json::json!({})), 201).await;
    let guest = guest["token"].as_str().unwrap();
    let (_, text) = say(&mut client, guest, "", "hex challenge friend@far.example -size=5").await;
    assert!(text.contains("You have no name yet"), "{text}");
    club.close().await;
}

/// A challenge by message begins as in the classic game, where that differs from the card; help says how.
#[tokio::test]
async fn help_tells_what_a_challenge_by_message_begins_with() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let (_, text) = say(&mut club.client(), "", "", "help trellis").await;
    for line in ["  -size=15\n", "  -opening=swap\n", "  -mirror=off\n"] {
        assert!(text.contains(line), "{line}{text}");
    }
    club.close().await;
}

#[tokio::test]
async fn who_accepts_by_the_same_message_again_is_shown_the_same_match() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    say(&mut client, &ann, "", "hex challenge ann bob -size=5 -opening=none").await;
    for _ in 0..2 {
        let (status, text) = say(&mut client, &bob, "one", "accept c1").await;
        assert!(status == 200 && text.contains("A new Hex board (1)"), "{text}");
    }
    let (status, text) = say(&mut client, &bob, "two", "accept c1").await;
    assert!(status == 409 || status == 404, "{text}");
    club.close().await;
}

#[tokio::test]
async fn a_message_has_thirty_commands_and_thirty_boards_at_most() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let (_, text) = say(&mut client, &ann, "", "hex challenge ann computer1 -size=5").await;
    assert!(text.contains("A new Hex board (1)"), "{text}");
    let board = "hex preview new -size=2 a1\n";
    let too_many =
        ["from 1 to 30 of them: there are 31", "31 boards in one answer: 30 are the most"];
    for (lines, why) in [
        (board.repeat(30), None),
        (board.repeat(31), Some(too_many[0])),
        (format!("{}show 1\n", board.repeat(29)), None),
        (format!("{}show 1 1#0\n", board.repeat(29)), Some(too_many[1])),
    ] {
        let (status, text) = say(&mut client, &ann, "", &format!("multiple\n{lines}")).await;
        assert_eq!(status == 200, why.is_none(), "{text}");
        assert!(why.is_none_or(|why| text.contains(why)), "{text}");
    }
    club.close().await;
}

/// A board says why it was won, and so does the record in the old layout.
#[tokio::test]
async fn a_board_says_why_it_was_won() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let [ann, bob] = [newcomer(&mut client, "ann").await, newcomer(&mut client, "bob").await];
    say(&mut client, &ann, "", "trichet challenge ann bob").await;
    say(&mut client, &bob, "", "accept ann").await;
    for text in ["N49dbo", "M48dro", "O48dlo"] {
        let mut done = 0;
        for who in [&ann, &bob] {
            let (status, _) = say(&mut client, who, "", &format!("move 1 {text}")).await;
            done += usize::from(status == 200);
        }
        assert_eq!(done, 1, "{text}");
    }
    let why = "A white region of 10 tiles is closed.";
    for asked in ["show 1", "show 1#3"] {
        let (_, text) = say(&mut client, &ann, "", asked).await;
        assert!(text.contains(why), "{asked}: {text}");
    }
    club.close().await;
}

/// What is ordered on the command line stands in the operators' log.
#[tokio::test]
async fn who_closes_a_game_is_logged() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    for (open, what) in [(false, "close"), (true, "open")] {
        let order = crate::OperatorOrder::SetOpen { game: "hex".into(), open };
        crate::jobs::obey(&club.app, order).await.unwrap();
        let logged = club.app.store().audit(i64::MAX, 1).await.unwrap();
        assert_eq!((logged[0].what.as_str(), logged[0].whom.as_str()), (what, "hex"));
    }
    club.close().await;
}

/// What comes after a change in the same message is told by it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_zone_counts_from_the_next_command_on() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let (_, text) = say(&mut client, &ann, "", "multiple\nchange zone tokyo\nvacation 2").await;
    assert!(text.contains("until 1970-01-03 09:16 JST"), "{text}");
    club.close().await;
}

/// A private match is in its players' own lists alone, whichever is asked for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_matches_are_in_nobody_else_s_list() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let mut tokens = Vec::new();
    for name in ["ann", "bob", "cy"] {
        tokens.push(newcomer(&mut client, name).await);
    }
    let players = [1, 2].map(crosscut_club::MemberId);
    let private = crosscut_club::Terms { private: true, ..terms() };
    crate::write::tests::begin_between(club.app.queue(), players, private).await;
    for which in ["", " next", " active", " all"] {
        for (token, listed) in tokens.iter().zip([true, false, false]) {
            let (_, text) = say(&mut client, token, "", &format!("games ann{which}")).await;
            assert_eq!(text.contains("ann bob"), listed, "{which}: {text}");
        }
    }
    club.close().await;
}

/// An answer to what is proposed is about what the other has proposed, whatever oneself has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_answers_their_own_proposal() {
    let folder = Folder::new();
    let club = Club::open(&folder.file("club.db"), 1_000_000).await;
    let mut client = club.client();
    let ann = newcomer(&mut client, "ann").await;
    let bob = newcomer(&mut client, "bob").await;
    say(&mut client, &ann, "", "hex challenge ann bob -size=5 -opening=none").await;
    say(&mut client, &bob, "", "accept ann").await;
    for (who, command) in
        [(&ann, "move 1 c3"), (&bob, "move 1 c2"), (&ann, "propose 1"), (&bob, "undo 1")]
    {
        let (status, text) = say(&mut client, who, "", command).await;
        assert_eq!(status, 200, "{command}: {text}");
    }
    let (status, text) = say(&mut client, &ann, "", "accept 1").await;
    assert_eq!(status, 200, "{text}");
    let shown = ask(&mut client, "matches/1", "", None, 200).await;
    assert_eq!(shown["moves"], serde_json::json!(["C3"]));
    assert_eq!(shown["ending"], serde_json::Value::Null, "{shown}");
    club.close().await;
}
