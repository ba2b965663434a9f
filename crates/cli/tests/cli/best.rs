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

#[test]
fn a_level_decides_how_the_computer_thinks() {
    let of = |level: u8| json(&format!("best hex:opening=none D4 --level {level} --json"));
    let [low, high] = [of(3), of(5)].map(|it| it["simulations"].as_u64().unwrap());
    assert!(0 < low && low < high, "{low} {high}");
    assert_eq!(of(2)["move"], of(2)["move"]);
    assert!(refused("best hex --level 9").contains("levels go from 1 to 8"));
    refused("best hex --level 2 --seconds 1");
    refused("best hex --level 2 --simulations 100");
}

#[test]
fn what_a_game_knows_is_told_at_once() {
    let text = good("best bridg-it:size=15 --seconds 60");
    assert!(text.contains("Proved: the first seat wins (0 simulations"), "{text}");
}

/// The peak memory of a run of the program in MiB, as reported by the system.
#[cfg(target_os = "linux")]
fn peak(line: &str) -> u64 {
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_crosscut"))
        .args(crate::words(line))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let found = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = found.and_then(|it| it.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = peak.max(kib.unwrap_or(0) >> 10);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(peak > 0, "the system told");
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn the_program_keeps_within_the_memory_it_is_given() {
    // On a large board, a tree of this many simulations would take more than is allowed. An unoptimised program is itself some
    // MiB larger than the share set aside for it, hence not 32.
    let line = "best hex:size=26 --simulations 40000 --memory";
    let peaks = ["64M", "1G"].map(|memory| peak(&format!("{line} {memory}")));
    assert!(peaks[0] <= 64 && peaks[1] > 64, "{peaks:?} MiB");
    refused("best hex --memory 8M");
    refused("best hex --memory much");
}
