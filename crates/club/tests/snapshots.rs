//! Snapshots with one form number always have the same content: a later version may read them.

#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

use std::fs;
use std::path::Path;

use crosscut_club::{Event, Key, MatchId, MemberId, State};

/// A match and a member with something in every field.
const EVENTS: &str = include_str!("snapshots/events.jsonl");

/// The form's number, and each snapshot on a line.
fn written() -> String {
    let mut state = State::default();
    let keys = [Key::Match(MatchId(1)), Key::Member(MemberId(1))];
    keys.iter().for_each(|key| state.set_absent(key));
    for line in EVENTS.lines() {
        let event: Event = serde_json::from_str(line).unwrap();
        state.apply(&event).unwrap();
    }
    let lines =
        keys.map(|key| serde_json::to_string(&state.snapshot(&key).unwrap()).unwrap() + "\n");
    format!("{}\n{}", State::SNAPSHOT_FORM, lines.concat())
}

#[test]
fn another_form_has_another_number() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/written.txt");
    let before = fs::read_to_string(&path).unwrap_or_default();
    let now = written();
    if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
        let number = |text: &str| text.lines().next().map(String::from);
        assert!(before == now || number(&before) != number(&now), "count State::SNAPSHOT_FORM up");
        fs::write(&path, now).unwrap();
    } else {
        assert_eq!(before, now, "count State::SNAPSHOT_FORM up, and rewrite it with UPDATE=1");
    }
}

#[test]
fn a_snapshot_of_another_stream_is_refused_and_changes_nothing() {
    let mut state = State::default();
    state.set_absent(&Key::Member(MemberId(1)));
    let event: Event = serde_json::from_str(EVENTS.lines().next().unwrap()).unwrap();
    state.apply(&event).unwrap();
    for other in [Key::Match(MatchId(1)), Key::Member(MemberId(2)), Key::name("ann")] {
        let snapshot = state.snapshot(&Key::Member(MemberId(1))).unwrap();
        assert!(state.restore(&other, snapshot).is_err());
        assert!(!state.knows(&other));
    }
}
