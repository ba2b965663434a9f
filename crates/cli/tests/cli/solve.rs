use serde_json::Value;

use crate::{crosscut, fields, good, json};

#[test]
fn the_json_has_the_fields_of_the_contract_in_order() {
    let text = good("solve hex:size=2,opening=none --all --json");
    assert_eq!(fields(&text), ["value", "score", "winning", "plies", "nodes", "seconds"]);
    let it: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(it["value"], "win");
    assert!(it["score"].is_null());
    // The cells of the short diagonal; the others are at the acute corners.
    assert_eq!(it["winning"], serde_json::json!(["B1", "A2"]));
    assert_eq!(it["plies"], 3);
}

#[test]
fn one_winning_move_is_told_unless_all_are_asked_for() {
    let it = json("solve hex:size=2,opening=none --json");
    assert_eq!(it["winning"].as_array().unwrap().len(), 1);
    let text = good("solve hex:size=2,opening=none --all");
    assert!(text.starts_with("win for V, in 3 plies ("), "{text}");
    assert!(text.ends_with("Winning moves: B1 A2\n"), "{text}");
}

#[test]
fn a_lost_position_and_a_swap_are_told_as_what_they_are() {
    let it = json("solve hex:size=2,opening=none A1 --json");
    assert_eq!(
        (&it["value"], &it["winning"]),
        (&"win".into(), &serde_json::json!([it["winning"][0]]))
    );
    let it = json("solve hex:size=2,opening=none B1 --json");
    assert_eq!((&it["value"], &it["winning"]), (&"loss".into(), &serde_json::json!([])));
    let it = json("solve hex:size=2 B1 --all --json");
    assert_eq!((&it["value"], &it["winning"]), (&"win".into(), &serde_json::json!(["swap"])));
    assert_eq!(json("solve hex:size=2 --json")["value"], "loss");
}

#[test]
fn points_are_told_where_they_decide() {
    let it = json("solve plexus:size=3 --json");
    let score = it["score"].as_i64().unwrap();
    assert_eq!(it["value"], if score > 0 { "win" } else { "loss" });
}

#[test]
fn what_the_limits_do_not_allow_is_unknown_and_ends_with_status_3() {
    // Without a letter the unit is MiB.
    for memory in ["1", "1M"] {
        let line = "solve hex:opening=none --seconds 0.05 --threads 1 --json --memory";
        let run = crosscut(&format!("{line} {memory}"));
        assert_eq!(run.status, 3);
        assert_eq!(
            run.err,
            "The limits were reached before everything was proved. Nothing is saved: use --checkpoint FILE to be able \
             to resume.\n"
        );
        let it: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((&it["value"], &it["plies"]), (&"unknown".into(), &Value::Null));
    }
    assert_eq!(crosscut("solve hex --seconds 0").status, 2);
    for memory in ["4T", "1.5G", "1K", "much"] {
        let run = crosscut(&format!("solve hex --memory {memory}"));
        assert_eq!(run.status, 2, "{memory}");
        assert!(run.err.contains("write 64M or 2G, at least 1M"), "{}", run.err);
    }
}

#[test]
fn seats_are_named_where_they_may_change_sides() {
    let told = |line: &str| good(line).split(" (").next().unwrap().to_string();
    assert_eq!(told("solve hex:size=2"), "loss for V, the first seat, in 4 plies");
    assert!(told("solve hex:size=2 B1").starts_with("win for H, the second seat"));
    assert!(good("solve hex:size=2 B1 --all").ends_with("With swap the second seat has V.\n"));
    assert!(told("solve hex:size=2 B1 swap").starts_with("loss for H, the first seat"));
    // One seat places stones of both sides.
    assert!(told("solve trellis:size=3 B2").starts_with("loss for the first seat"));
    assert!(told("solve hex:size=2,opening=none").starts_with("win for V, in "));
}

#[test]
fn a_finished_game_is_told_as_finished() {
    let over = "solve hex:size=2,opening=none A1 B1 A2";
    assert_eq!(good(over), "The game is over: The first seat has won, as V\n");
    assert_eq!(json(&format!("{over} --json"))["plies"], 0);
}

#[test]
fn limits_are_kept() {
    // In this game nodes are slow.
    for seconds in [0.5, 1.0] {
        let run = crosscut(&format!("solve hex:opening=none --json --seconds {seconds}"));
        let took = serde_json::from_str::<Value>(&run.out).unwrap()["seconds"].as_f64().unwrap();
        // 5 %, with some allowance for a busy machine.
        assert!(took < 1.05 * seconds + 0.15, "{took} of {seconds}");
    }
}

#[test]
fn pairs_are_told_where_games_are_decided_without_a_search() {
    for (spec, moves) in [
        ("bridg-it:size=3,opening=none", ""),
        ("bridg-it:size=3,opening=none", "A1"),
        ("diagonal-bridg-it:size=5,opening=none", ""),
    ] {
        let text = good(&format!("solve {spec} {moves}"));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, pairs) = text.split_once("Pairs").unwrap();
        let (once, pairs) = pairs.split_once(": ").unwrap();
        let once = once.trim_start_matches(" after ");
        let (pairs, rest) = pairs.split_once(". If ").unwrap();
        assert!(rest.contains("may be answered anywhere"), "{text}");
        let mut both_ways = 0;
        for pair in pairs.split(' ') {
            let ways = match pair.split_once('-') {
                Some((a, b)) => vec![(a, b), (b, a)],
                None => vec![pair.split_once('>').unwrap()],
            };
            both_ways += ways.len() / 2;
            for (reply, answer) in ways {
                let line = format!("solve {spec} {moves} {once} {reply} {answer} --json");
                let text = good(&line.replace("  ", " "));
                let it: Value = serde_json::from_str(&text).unwrap();
                assert!(it["value"] == "loss" || it["plies"] == 0, "{line}: {it}");
            }
        }
        assert!(both_ways >= 2, "{text}");
    }
    assert!(!good("solve hex:size=3,opening=none").contains("Pairs"));
    assert!(!good("solve bridg-it:size=3,opening=swap").contains("Pairs"));
}
