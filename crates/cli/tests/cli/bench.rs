use std::process::Command;

use serde_json::Value;

use crate::{fields, good, json, refused};

#[test]
fn playouts_are_measured_in_the_fields_of_the_contract() {
    let text = good("bench playouts hex:size=5 --seconds 0.05 --json");
    let list: Value = serde_json::from_str(&text).unwrap();
    let list = list.as_array().unwrap();
    assert_eq!(list[0]["spec"], "hex:size=5");
    let entry = text.trim().trim_start_matches('[').split_inclusive('}').next().unwrap();
    assert_eq!(
        fields(entry),
        [
            "spec",
            "kind",
            "playouts_per_second",
            "plies_per_second",
            "mean_plies",
            "first_wins",
            "ratio"
        ]
    );
    let kinds: Vec<&str> = list.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert!(kinds == ["ply"] || kinds == ["ply", "fill"], "{kinds:?}");
    for entry in list {
        let number = |name: &str| entry[name].as_f64().unwrap();
        let (games, plies) = (number("playouts_per_second"), number("plies_per_second"));
        assert!((plies / games - number("mean_plies")).abs() < 1e-6);
        assert!(number("ratio") > 0.0, "a naive loop was measured in the same run");
        assert!((0.3..0.8).contains(&number("first_wins")), "{entry}");
    }
}

#[test]
fn a_draw_is_half_a_win_whichever_way_games_are_played() {
    // Every fifth of these games ends with two passes in a row, where passes are played.
    let list = json("bench playouts diagonal-bridg-it:size=5,opening=none --seconds 0.1 --json");
    for (kind, least, most) in [("ply", 0.51, 0.55), ("fill", 0.555, 0.59)] {
        let entry = list.as_array().unwrap().iter().find(|it| it["kind"] == kind).unwrap();
        let share = entry["first_wins"].as_f64().unwrap();
        assert!((least..most).contains(&share), "{entry}");
    }
}

#[test]
fn every_game_of_the_list_is_measured() {
    let names = json("games --json");
    let measured = json("bench playouts --seconds 0.01 --json");
    let specs = |list: &Value, key: &str| {
        let mut specs: Vec<String> = Vec::new();
        for it in list.as_array().unwrap() {
            let name = it[key].as_str().unwrap().to_string();
            if !specs.contains(&name) {
                specs.push(name);
            }
        }
        specs
    };
    assert_eq!(specs(&names, "name"), specs(&measured, "spec"));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    refused("bench playouts nosuchgame");
    refused("bench playouts hex --seconds -1");
    refused("bench");
}

#[test]
fn positions_at_random_are_solved_and_the_worst_is_told() {
    let spec = "trail-mix:size=4";
    for seed in 1..9 {
        let words = format!("bench solves {spec} --plies 8 --positions 2 --seed {seed} --json");
        let measured = json(&words);
        assert_eq!((&measured["positions"], &measured["unsolved"]), (&2.into(), &0.into()));
        let time = |name: &str| measured[name].as_f64().unwrap();
        assert!(time("median") <= time("p90") && time("p90") <= time("worst"), "{measured}");
        let line = measured["worst_line"].as_array().unwrap();
        let line: Vec<&str> = line.iter().map(|it| it.as_str().unwrap()).collect();
        assert_eq!(line.len(), 8);
        // Nobody can win in one ply.
        let solved = json(&format!("solve {spec} {} --json", line.join(" ")));
        assert!(solved["plies"].as_u64().unwrap() >= 2, "{solved}");
    }
    refused("bench solves trail-mix:size=4 --plies 17");
    refused("bench solves trail-mix:size=4");
}

#[test]
fn peers_are_measured_from_the_source_only() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crosscut"));
    let output =
        command.args(["bench", "peers"]).current_dir(std::env::temp_dir()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{error}");
    assert!(error.contains("run this in a folder of it"), "{error}");
}

#[test]
fn the_search_does_what_it_did() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../bench/search.txt");
    let found = good("bench search");
    if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
        std::fs::write(file, &found).unwrap();
    }
    let known = std::fs::read_to_string(file).unwrap();
    assert_eq!(found, known, "whoever means to change the search runs this test with UPDATE=1");
}
