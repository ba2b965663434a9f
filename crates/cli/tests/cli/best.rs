use serde_json::Value;

use crate::{fields, good, json, refused};

#[test]
fn the_json_has_the_fields_of_the_contract_in_order() {
    let line = "best hex:size=7 --simulations 300 --json";
    let text = good(line);
    assert_eq!(
        fields(&text),
        [
            "spec",
            "move",
            "share",
            "simulations",
            "nodes",
            "seconds",
            "proved",
            "line",
            "candidates"
        ]
    );
    let it: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(it["spec"], "hex:size=7");
    assert_eq!(it["simulations"], 300);
    assert_eq!(it["line"][0], it["move"]);
    assert_eq!(it["candidates"][0]["move"], it["move"]);
    assert_eq!(it["candidates"].as_array().unwrap().len(), 20);
    assert!(it["proved"].is_null());
    let names: Vec<&String> = it["candidates"][0].as_object().unwrap().keys().collect();
    assert_eq!(names, ["move", "proved", "share", "visits"]);
}

#[test]
fn the_seed_decides_when_simulations_are_counted() {
    let chosen = |seed: u32| {
        let mut it = json(&format!("best hex:size=7 D4 --simulations 200 --seed {seed} --json"));
        it["seconds"] = Value::Null;
        it
    };
    assert_eq!(chosen(3), chosen(3));
    assert_ne!(chosen(3), chosen(4));
}

#[test]
fn a_win_at_once_is_found_and_proved_by_seat() {
    let it = json("best hex:size=3 --setup 'V:B1,B2 H:A1,A2 turn:V' --simulations 5 --json");
    assert!(["A3", "B3"].contains(&it["move"].as_str().unwrap()), "{it}");
    assert_eq!(it["proved"], "first");
    let out = good("best hex:size=3 --setup 'V:B1,B2 H:A1,A2 turn:V' --simulations 5");
    assert_eq!(out.lines().next().map(str::len), Some(2), "{out}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    assert_eq!(
        refused("best hex:size=2,opening=none A1 B1 A2"),
        "the game is over, there is no move to choose: The first seat has won, as V"
    );
}

#[test]
fn a_budget_is_one_thing_or_the_other() {
    refused("best hex --seconds 1 --simulations 5");
    refused("best hex --seconds 0");
    refused("best hex --seconds never");
    refused("best hex --simulations 0");
    assert!(json("best hex --seconds 0.05 --json")["seconds"].as_f64().unwrap() < 2.0);
}
