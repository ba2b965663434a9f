use std::process::Command;

use serde_json::Value;

use crate::{crosscut, file, good, json, refused, words};

#[test]
fn games_are_listed_with_all_that_is_known() {
    let list = json("games --json");
    let plain = good("games");
    for game in list.as_array().unwrap() {
        let word = |key: &str| game[key].as_str().filter(|it| !it.is_empty()).unwrap();
        for key in ["name", "title", "about", "designer", "year", "copyright", "permission"] {
            word(key);
        }
        for key in ["title", "issue"] {
            assert!(game["published"][key].as_str().is_some_and(|it| !it.is_empty()), "{game}");
        }
        let page = good(&format!("help-game {}", word("name"))).replace("\n             ", " ");
        for fact in
            [&game["published"]["title"], &game["official_rules"], &game["request"]["address"]]
        {
            assert!(page.contains(fact.as_str().unwrap_or_default()), "{fact}: {page}");
        }
        assert!(plain.contains(word("title")), "{plain}");
        assert_eq!(game["sides"].as_array().map(Vec::len), Some(2));
        assert!(game["aliases"].is_array());
        for option in game["options"].as_array().unwrap() {
            let spec =
                format!("{}:{}={}", word("name"), text(&option["name"]), text(&option["default"]));
            assert_eq!(json(&format!("replay {spec} --json"))["spec"], game["name"], "{spec}");
        }
    }
    let hex = list.as_array().unwrap().iter().find(|it| it["name"] == "hex").unwrap();
    let size = &hex["options"][0];
    let numbers = ["least", "most", "step", "default"].map(|key| size[key].as_u64().unwrap());
    assert_eq!(numbers, [2, 26, 1, 11]);
    assert_eq!(hex["options"][1]["values"][1]["value"], "none");
}

#[test]
fn numbers_below_zero_are_refused_as_numbers() {
    for line in ["best hex --seconds -1", "best hex B2 --seconds -1 C3", "solve hex --seconds -0.5"]
    {
        let why = refused(line);
        assert!(why.contains("for '--seconds <T>': give a number of seconds from"), "{why}");
    }
    assert!(refused("perft hex -1").contains("give a number of moves, 0 or more"));
}

#[test]
fn games_are_listed_by_name() {
    let plain = good("games hex square-trellis");
    let heads: Vec<&str> = plain.lines().filter(|line| line.contains(", ")).collect();
    assert!(
        plain.starts_with("hex\n") && plain.contains("\ntrellis, square-trellis\n"),
        "{heads:?}"
    );
    assert!(!plain.contains("Plexus"), "{plain}");
    let list = json("games hex --json");
    assert_eq!((list[0]["name"].as_str(), list.as_array().map(Vec::len)), (Some("hex"), Some(1)));
    assert!(refused("games hexx").contains("did you mean hex?"));
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

#[test]
fn help_game_has_the_card_the_page_and_the_options() {
    for game in json("games --json").as_array().unwrap() {
        let page = good(&format!("help-game {}", text(&game["name"])));
        assert!(page.starts_with(&format!("{}\n===", text(&game["title"]))), "{page}");
        assert!(page.contains("Permission:") && page.contains(&text(&game["year"])), "{page}");
        assert!(page.contains("\n\nOptions in a spec\n---"), "{page}");
        for option in game["options"].as_array().unwrap() {
            let head = format!("\n{}: ", text(&option["name"]));
            assert!(page.contains(&head), "{page}");
        }
    }
    assert!(
        good("help-game HEX")
            .contains("opening=none  no swap: whoever moves first has an advantage")
    );
    assert!(refused("help-game nosuchgame").contains("there is no game 'nosuchgame'"));
}

#[test]
fn files_may_begin_with_a_dash() {
    let folder = file("dashes");
    std::fs::create_dir_all(&folder).unwrap();
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosscut"));
        let output = command.args(words(line)).current_dir(&folder).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{line}");
        String::from_utf8(output.stdout).unwrap()
    };
    run("svg hex C3 -o -1.svg");
    assert!(folder.join("-1.svg").is_file());
    std::fs::write(folder.join("-game.ccr"), "[Game \"hex:size=3\"]\n[Result \"*\"]\n\n1. B2 *\n")
        .unwrap();
    run("check -game.ccr");
    run("convert -game.ccr -game.json");
    assert!(folder.join("-game.json").is_file());
    let out = run("play --plain --resume -game.ccr");
    assert!(out.contains("\nResume it with: crosscut play --resume ./-game.ccr\n"), "{out}");
    assert!(refused("svg hex -o --setup V:A1").contains("a value is required"));
    assert!(refused("check -x").contains("unexpected argument '-x'"));
}

#[test]
fn perft_prints_the_number_alone_on_the_last_line() {
    let last = |line: &str| good(line).lines().last().unwrap().to_string();
    assert_eq!(last("perft hex:opening=none 2"), "14520");
    assert_eq!(last("perft hex 2 C3"), (120 * 119 + 120).to_string());
    assert_eq!(last("perft hex:size=2,opening=none 1 A1 B1 A2"), "0");
    assert_eq!(last("perft hex:size=4,opening=none 1 --setup 'V:A1 H:A2'"), "14");
    refused("perft hex");
    refused("perft hex deep");
    refused("perft hex -1");
}

#[test]
fn mistakes_have_status_2_and_say_so_on_the_standard_error() {
    for line in ["", "nosuchcommand", "replay", "replay hex --nosuchoption", "completions sh"] {
        let run = crosscut(line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}");
        assert!(!run.err.is_empty(), "{line}");
    }
    assert!(refused("man nosuchcommand").contains("crosscut has no command 'nosuchcommand'"));
}

#[test]
fn a_closed_pipe_is_no_mistake() {
    for line in [["completions", "bash"], ["games", "--json"], ["replay", "hex"], ["man", "best"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosscut"));
        let output = command.args(line).stdout(writer).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{line:?}");
    }
}
