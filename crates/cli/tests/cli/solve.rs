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
    // Where there is no letter, it is MiB.
    for memory in ["1", "1M"] {
        let line = "solve hex:opening=none --seconds 0.05 --threads 1 --json --memory";
        let run = crosscut(&format!("{line} {memory}"));
        assert_eq!(run.status, 3);
        assert!(run.err.starts_with("error: the limits were reached"), "{}", run.err);
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
