//! The statements in the games' sources, each compared with the program: crates/catalog/tests/designers.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crosscut_load::client::Client;
use crosscut_load::server::Server;

use crate::{Folder, program, say};

/// A statement, and a place that shows it.
struct Claim {
    statement: String,
    place: String,
    text: String,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_the_designers_say_is_shown() {
    let folder = Folder::new();
    let mut server =
        Server::begin(program(), &folder.file("club.db"), &["--password-cost", "8"]).await.unwrap();
    let mut client = Client::new(server.address);
    let mut shown: HashMap<(String, String), String> = HashMap::new();
    let (mut missing, mut walked) = (Vec::new(), 0);
    for file in files() {
        let game = file.file_stem().unwrap().to_string_lossy().into_owned();
        for claim in claims(&file) {
            let key = (game.clone(), claim.place.clone());
            if !shown.contains_key(&key) {
                let text = look(&game, &claim.place, &server, &mut client).await;
                shown.insert(key.clone(), text);
            }
            walked += 1;
            if !shown[&key].contains(&blanks(&claim.text)) {
                let Claim { statement, place, text } = claim;
                missing
                    .push(format!("{game}: {statement}\n  in: {place}\n  does not show: {text}"));
                if std::env::var_os("SHOW").is_some() {
                    missing.push(shown[&key].clone());
                }
            }
        }
    }
    server.stop().await.unwrap();
    assert!(walked > 100, "only {walked} statements");
    assert!(missing.is_empty(), "{} of {walked}:\n{}", missing.len(), missing.join("\n"));
}

/// The tables, one per game.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog/tests/designers");
    let files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|it| it.extension().is_some_and(|it| it == "txt")).collect();
    files.sort();
    files
}

/// Reads the blocks of a table: a statement, and places with what each shows.
fn claims(file: &Path) -> Vec<Claim> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|it| !it.starts_with('#')).collect();
    let mut claims = Vec::new();
    let blocks = lines.split(|it| it.trim().is_empty()).filter(|it| !it.is_empty());
    for block in blocks {
        let name = format!("{}: {}", file.display(), block.join(" / "));
        let statement = block[0].to_string();
        assert!(block.len() > 1 && block.len() % 2 == 1, "no whole pairs in {name}");
        for pair in block[1..].chunks(2) {
            let place =
                pair[0].strip_prefix("in: ").unwrap_or_else(|| panic!("no place in {name}"));
            let text =
                pair[1].strip_prefix("shows: ").unwrap_or_else(|| panic!("no text in {name}"));
            let (statement, place, text) = (statement.clone(), place.to_string(), text.to_string());
            claims.push(Claim { statement, place, text });
        }
    }
    claims
}

/// What a place shows, with single blanks.
async fn look(game: &str, place: &str, server: &Server, client: &mut Client) -> String {
    let (kind, rest) = place.split_once(' ').unwrap_or((place, ""));
    let text = match kind {
        "help" => run(&["help-game", game]),
        "card" => run(&["games", game, "--json"]),
        "page" => {
            let answer = client.ask(rest, "", "", None).await.unwrap();
            let page = String::from_utf8(answer.body).unwrap();
            assert_eq!(answer.status, 200, "{rest}: {page}");
            // The page's text, and its markup for what only that contains.
            format!("{}\n{}\n{page}", words(&page, ""), words(&page, " "))
        }
        "mail" => {
            let url = format!("http://{}", server.address);
            let said: Vec<&str> = rest.split(' ').collect();
            say(&[&["say", "--server", url.as_str(), "--token", ""][..], &said].concat()).1
        }
        _ => {
            let mut line = split(place);
            if kind == "svg" {
                if line.len() == 1 {
                    line.push(game.to_string());
                }
                line.extend(["-o", "-"].map(String::from));
            }
            run(&line.iter().map(String::as_str).collect::<Vec<_>>())
        }
    };
    blanks(&text)
}

/// The program's output, errors included.
fn run(words: &[&str]) -> String {
    let output = Command::new(program()).args(words).output().unwrap();
    [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap()).concat()
}

/// The words of a line; a quoted word may contain blanks.
fn split(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        1 => vec![part.to_string()],
        _ => part.split_whitespace().map(String::from).collect(),
    });
    words.collect()
}

/// The text of a page, with each tag replaced by `left`.
fn words(page: &str, left: &str) -> String {
    let mut out = String::new();
    for part in page.split('<') {
        out.push_str(part.split_once('>').map_or("", |(_, words)| words));
        out.push_str(left);
    }
    [
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(out, |text, (code, sign)| text.replace(code, sign))
}

fn blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_the_tiles_of_the_start_is_not_told_to_move_first() {
    let folder = Folder::new();
    let mut server =
        Server::begin(program(), &folder.file("club.db"), &["--password-cost", "8"]).await.unwrap();
    let url = format!("http://{}", server.address);
    let at = |token: &str, line: &str| {
        let line: Vec<&str> = line.split(' ').collect();
        say(&[&["say", "--server", url.as_str(), "--token", token][..], &line].concat()).1
    };
    let secret = |name: &str| {
        let text = at("", &format!("signup {name}"));
        text.split([' ', '.', '\n']).find(|it| it.len() == 64).unwrap().to_string()
    };
    let (ann, bob) = (secret("ann"), secret("bob"));
    let mut client = Client::new(server.address);
    let laid = "White's first turn is on the board when a game begins, so Blue moves first";
    // The player named first moves first, and so is Blue; the other has White, and the two tiles.
    for (number, names, moves, waits) in [(1, "ann bob", &ann, &bob), (2, "bob ann", &bob, &ann)] {
        let text = at(&ann, &format!("trichet challenge {names}"));
        assert_eq!(text.contains("You move first, and"), moves == &ann, "{text}");
        for who in [moves, waits] {
            let answer = client.ask(&format!("/challenge/{number}"), who, "", None).await.unwrap();
            let text = words(&String::from_utf8(answer.body).unwrap(), "");
            assert!(text.contains(&format!(". {laid}")), "{text}");
            assert_eq!(text.contains("You move first"), who == moves, "{text}");
        }
    }
    server.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_plain_pie_rule_is_one_click_and_every_door_says_who_chooses() {
    let folder = Folder::new();
    let mut server =
        Server::begin(program(), &folder.file("club.db"), &["--password-cost", "8"]).await.unwrap();
    let url = format!("http://{}", server.address);
    let at = |token: &str, line: &str| {
        let line: Vec<&str> = line.split(' ').collect();
        say(&[&["say", "--server", url.as_str(), "--token", token][..], &line].concat()).1
    };
    let secret = |name: &str| {
        let text = at("", &format!("signup {name}"));
        text.split([' ', '.', '\n']).find(|it| it.len() == 64).unwrap().to_string()
    };
    let (ann, bob) = (secret("ann"), secret("bob"));
    let text = at(&ann, "trellis challenge -size=7 ann bob");
    assert!(
        text.contains(
            "for the official rules, as in the browser, add -opening=official -mirror=any"
        ),
        "{text}"
    );
    at(&ann, "withdraw c1");
    let text = at(&ann, "trellis challenge -size=7 -opening=none ann bob");
    assert!(text.contains("trellis:size=7,opening=none,mirror=off: 7 by 7, no swap"), "{text}");
    assert!(text.contains("not in the designer's rules: no swap."), "{text}");
    assert!(!text.contains("played by mail"), "{text}");
    at(&ann, "withdraw c2");
    let text = at(&ann, "trellis challenge -size=7 -opening=official -mirror=any ann bob");
    assert!(!text.contains("for the official rules"), "{text}");
    let text = at(&bob, "accept ann");
    assert!(
        text.contains("ann plays opening turn 1 of 3, for V.\nbob then chooses a side."),
        "{text}"
    );

    let mut client = Client::new(server.address);
    let page = async |client: &mut Client, path: &str, token: &str| {
        let answer = client.ask(path, token, "", None).await.unwrap();
        String::from_utf8(answer.body).unwrap()
    };
    let text = page(&mut client, "/match/1?turn=C6", &ann).await;
    assert!(text.contains("value=\"C6 pass pass\""), "{text}");
    assert!(
        words(&text, "").contains("Only C6, then bob chooses a side: the plain pie rule."),
        "{text}"
    );
    // Pressed twice, it is done once.
    for _ in 0..2 {
        let form = [("turn", "C6 pass pass"), ("ply", "0"), ("key", "abc")];
        let request = ureq::post(format!("{url}/match/1/turn"));
        let sent = request.header("authorization", format!("Bearer {ann}")).send_form(form);
        assert_eq!(sent.unwrap().status(), 200);
    }
    let text = at("", "show 1");
    assert!(
        text.contains(
            "bob chooses a side: black (V) or white (H).\nH moves next, whoever takes it."
        ),
        "{text}"
    );
    assert!(text.contains("3 pass") && text.matches("pass").count() == 2, "{text}");
    let text = words(&page(&mut client, "/match/1", &ann).await, "");
    assert!(text.contains("bob chooses a side."), "{text}");
    let text = words(&page(&mut client, "/match/1", &bob).await, "");
    assert!(text.contains("Choose your side"), "{text}");
    let text = at(&bob, "move 1 black");
    assert!(text.contains("bob has chosen black (V).\nIt is ann's turn."), "{text}");

    // In words and in the page's form this is a single turn, too, and plies of the opponent's are refused.
    at(&ann, "trellis challenge -size=7 -opening=official -mirror=any ann bob");
    at(&bob, "accept ann");
    let text = at(&ann, "move 2 1. C6 2. pass 3. pass 4. black");
    let beyond = "ply 4, black: it is the other player's: write only C6 pass pass";
    assert!(text.contains(&beyond[1..]), "{text}");
    let form = [("turn", "C6, pass, pass, black"), ("ply", "0")];
    let request = ureq::post(format!("{url}/match/2/turn")).config().http_status_as_error(false);
    let request = request.build().header("authorization", format!("Bearer {ann}"));
    let text = request.send_form(form).unwrap().body_mut().read_to_string().unwrap();
    assert!(words(&text, "").contains(&beyond[1..]), "{text}");
    let text = at(&ann, "move 2 C6 pass pass");
    assert!(text.contains("bob chooses a side: black (V) or white (H)."), "{text}");
    server.stop().await.unwrap();
}
