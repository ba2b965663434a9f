//! What holds for all commands; what the lines of each mean is tested in its file under `src/commands`.

use crosscut_catalog::GAMES;
use crosscut_speech::{COMMANDS, CommandScope, read};

/// The sentence that refuses a line sent by Ann.
#[track_caller]
fn refused(line: &str) -> String {
    match read(line, Some("Ann")) {
        Ok(request) => panic!("{line} is understood: {:?}", request.order),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_password_is_refused_wherever_one_stood() {
    for line in [
        "hex move 12 ann geheim a1",
        "hex move 12 bob geheim a1",
        "hex move 12 geheim ann a1 b2",
        "hex move 12 ann C6 pass pass",
        "hex swap 12 ann geheim",
        "hex resign 12 bob geheim",
        "hex confirm 12 ann geheim",
        "hex chat 12 ann geheim",
        "hex queue 12 ann geheim a1",
        "hex accept ann geheim",
        "hex reject bob geheim",
        "hex accept 12 ann geheim",
        "hex limit ann geheim 3",
        "hex seek ann geheim 3",
        "hex showas ann geheim 12",
        "hex notify ann geheim",
        "hex notify ann geheim 12",
        "signup ann geheim",
        "signup ann geheim ann@example.org",
        "signoff ann geheim now",
        "change password ann geheim new",
        "change address ann geheim a@b.c",
    ] {
        let words = refused(line);
        assert!(words.contains("password"), "{line}: {words}");
        assert!(!words.contains("geheim"), "{line}: {words}");
    }
}

#[test]
fn a_word_that_is_not_a_command_is_said_back() {
    for (line, words) in [
        ("m 12 a1", "'m' may be move or queue or mails or message or multiple: write more of it"),
        ("tr", "'tr' may be trellis or trail-mix or trichet: write more of it"),
        ("hex dance", "'dance' is not a command: write `help commands` to have them listed"),
    ] {
        assert_eq!(refused(line), words, "{line}");
    }
    let games = "'fly' is neither a game nor a command: the games are trellis, ";
    assert!(refused("fly").starts_with(games));
    assert!(refused(&"a".repeat(2001)).contains("2000 bytes"));
}

#[test]
fn who_is_not_known_has_no_name_to_leave_out() {
    assert!(read("hex move 12 ann a1", None).is_err());
    assert!(read("hex move 12 a1", None).is_ok());
}

#[test]
fn every_command_is_told_with_an_example_that_is_understood() {
    let manual = include_str!("../../../docs/commands.md");
    for entry in COMMANDS {
        let game = if entry.place == CommandScope::Game { GAMES[0].card().name } else { "" };
        let game =
            if entry.example.starts_with("preview new") { GAMES[0].card().name } else { game };
        let line = format!("{game} {}", entry.example);
        let request = read(&line, None);
        assert!(request.is_ok(), "{line}: {}", request.unwrap_err());
        for alias in entry.aliases {
            let other = line.replacen(entry.word, alias, 1);
            assert_eq!(
                read(&other, None).unwrap().order,
                request.as_ref().unwrap().order,
                "{other}"
            );
            assert!(manual.contains(&format!("`{alias}`")), "{alias}");
        }
        assert!(
            manual.contains(&format!("| `{}` |", entry.usage.replace('|', "\\|"))),
            "{}",
            entry.usage
        );
        assert!(manual.contains(&format!("`{}`", line.trim())), "{line}");
    }
}

#[test]
fn however_long_a_list_is_little_of_it_is_said_back() {
    let said = read(&"ab, ".repeat(200), None).unwrap_err().to_string();
    let word = format!("'{}..' is neither a game nor a command", "ab, ".repeat(15));
    assert!(said.starts_with(&word), "{said}");
}

#[test]
fn what_is_no_move_is_not_recommended() {
    let line = format!("qu\u{c}\u{c}1\u{c}\u{c}CCCCCCCCC{}CCCC,\u{c}A0\u{c}ss1", "\0".repeat(70));
    let said = read(&line, Some("ann")).unwrap_err().to_string();
    assert!(said.starts_with("what is the move? Write `"), "{said}");
}
