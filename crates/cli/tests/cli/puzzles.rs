use std::fs;

use serde_json::Value;

use crate::{crosscut, file, good};

#[test]
fn puzzles_are_made_checked_and_not_made_twice() {
    let path = file("made.jsonl");
    let _ = fs::remove_file(&path);
    let name = path.display();
    let made = good(&format!("puzzles make bridg-it:size=4 --count 2 --seed 3 -o {name}"));
    assert!(made.starts_with("2 of 2 puzzles, out of "), "{made}");
    good(&format!("puzzles make bridg-it:size=4 --count 1 --seed 3 -o {name}"));
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 3);
    assert!(good(&format!("puzzles check {name}")).starts_with("3 puzzles are proved ("));
    // A wrong solution, and a copy.
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let (right, wrong) =
        (first["solution"].as_str().unwrap(), first["defence"][0].as_str().unwrap());
    let broken = text.replacen(
        &format!("\"solution\":\"{right}\""),
        &format!("\"solution\":\"{wrong}\""),
        1,
    );
    let broken = broken.replacen(&format!("\"defence\":[\"{wrong}\"]"), "\"defence\":[]", 1);
    fs::write(&path, broken).unwrap();
    let run = crosscut(&format!("puzzles check {name}"));
    assert_eq!(run.status, 1, "{}", run.out);
    let id = first["id"].as_str().unwrap();
    assert_eq!(run.out, format!("{id}: what wins is {right}\n"));
    assert_eq!(run.err, "error: 1 bad of 3\n");
}

#[test]
fn the_puzzles_that_are_shipped_are_found_by_the_command() {
    assert!(good("puzzles check --every 100").starts_with("3 puzzles are proved ("));
}

#[test]
fn a_line_of_json_is_a_puzzle() {
    let text = good("puzzles make bridg-it:size=4 --seed 5 --json");
    let it: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&it["spec"], it["setup"].is_null()), (&"bridg-it:size=4".into(), true));
}

#[test]
fn a_position_becomes_a_puzzle_if_one_move_alone_wins() {
    let path = file("composed.jsonl");
    let _ = fs::remove_file(&path);
    let name = path.display();
    let won = "bridg-it:size=4 E1 A7 A1 G3 A3 C7 D4 E3 E7 B4 C3";
    assert!(good(&format!("puzzles compose {won}")).contains("H wins, with E5 alone of 14"));
    let told: Value =
        serde_json::from_str(&good(&format!("puzzles compose {won} --json"))).unwrap();
    assert_eq!((&told["id"], &told["solution"]), (&"kcd7t6ec".into(), &"E5".into()));
    let added = good(&format!("puzzles compose {won} -o {name}"));
    assert_eq!(added, format!("kcd7t6ec was added to {name}\n"));
    assert!(good(&format!("puzzles check {name}")).starts_with("1 puzzle is proved ("));
    for (line, why) in [
        (format!("{won} -o {name}"), format!("kcd7t6ec is in {name} already")),
        (format!("{won} E5"), "the position is a loss for the side to move".to_string()),
        ("bridg-it:size=4,opening=none".to_string(), "moves win, ".to_string()),
        ("trail-mix:size=6 --seconds 0.1".to_string(), "could not be proved".to_string()),
    ] {
        let run = crosscut(&format!("puzzles compose {line}"));
        assert_eq!(run.status, 2, "{line}: {} {}", run.out, run.err);
        assert!(run.err.contains(&why), "{line}: {}", run.err);
    }
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
}

#[test]
fn what_is_played_is_answered_until_the_right_move_is_found() {
    let list = include_str!("../../../puzzles/starter.jsonl");
    let it = list
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|it| it["spec"].as_str().unwrap().starts_with("bridg-it"))
        .unwrap();
    let (id, solution) = (it["id"].as_str().unwrap(), it["solution"].as_str().unwrap());
    let wrong = it["defence"][0].as_str().unwrap();
    let run = crate::crosscut_reading(
        &format!("puzzles play {id}"),
        &format!("nonsense\n{wrong}\n{solution}\nquit\n"),
    );
    assert_eq!(run.status, 0, "{}", run.err);
    let at = |words: &str| run.out.find(words).unwrap_or_else(|| panic!("{words}: {}", run.out));
    assert!(at("One move wins: which?") < at("'nonsense'"), "{}", run.out);
    assert!(at(&format!("{wrong} loses: ")) < at("Try again."));
    assert!(at("Try again.") < at(&format!("{solution} is right")));
    // The board, with the letters above and below it, is shown as it was and after each answer.
    let top = run.out.lines().nth(1).unwrap();
    assert_eq!(run.out.lines().filter(|it| *it == top).count(), 6, "{}", run.out);
    let run = crosscut("puzzles play zzzzzzzz");
    assert_eq!(run.status, 2);
    assert!(run.err.contains("has the id 'zzzzzzzz'"), "{}", run.err);
}
