//! What designers ask of those who offer their games: the operator is told once.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::{Folder, program, say};

/// Everything a server prints, from start to end.
fn printed(database: &str) -> String {
    let mut child = Command::new(program())
        .args(["serve", "--log", "warn", "--listen", "127.0.0.1:0", "--database", database])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut begun = Vec::new();
    // The database is named once the server is open, and then it can be told to stop.
    while !String::from_utf8_lossy(&begun).contains("its database is") {
        let mut some = [0; 256];
        let n = out.read(&mut some).unwrap();
        assert!(n > 0, "it ended: {}", String::from_utf8_lossy(&begun));
        begun.extend(&some[..n]);
    }
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    out.read_to_end(&mut begun).unwrap();
    assert!(child.wait().unwrap().success());
    String::from_utf8(begun).unwrap()
}

#[test]
fn the_first_start_tells_what_designers_ask_and_how_a_game_is_switched_off() {
    let folder = Folder::new();
    let database = folder.file("club.db");
    let first = printed(&database);
    let asked: Vec<&str> = first.lines().filter(|it| it.contains("permission")).collect();
    let [line] = asked[..] else { panic!("{first}") };
    assert!(line.contains("Trail Mix: whoever programs or sells the game"), "{line}");
    assert!(line.contains("at philleduc.pled@gmail.com"), "{line}");
    let command = line.split('`').nth(1).unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert!(!printed(&database).contains("permission"), "told twice");
    // The command does what was said.
    assert!(words.ends_with(&["--database", &database]) && say(&words).0, "{command}");
    let list = say(&["game", "list", "--database", &database]).1;
    assert!(list.contains("trail-mix  (switched off)"), "{list}");
}
