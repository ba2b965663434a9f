//! What was written once can always be read. Lines are added to `events.jsonl` and `commands.jsonl` and never changed: the
//! shortest ones lack every field that may be absent.

#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

use std::collections::BTreeSet;
use std::fmt::Debug;

use crosscut_club::{Command, Event, Fact, Key, Player, State, Who};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const EVENTS: &str = include_str!("events.jsonl");
const COMMANDS: &str = include_str!("commands.jsonl");

#[test]
fn every_event_ever_written_is_read_and_keeps_its_meaning() {
    let samples: Vec<Event> = read(EVENTS);
    let facts = EVENTS.lines().map(|line| parse(line)["fact"]["fact"].clone());
    assert_eq!(variants::<Fact>("fact"), names(facts), "every fact has a sample");
    assert_eq!(samples.len(), EVENTS.lines().count());
}

#[test]
fn every_command_ever_sent_is_read_and_keeps_its_meaning() {
    let samples: Vec<Command> = read(COMMANDS);
    let commands = COMMANDS.lines().map(|line| parse(line)["command"].clone());
    assert_eq!(variants::<Command>("command"), names(commands), "every command has a sample");
    assert_eq!(samples.len(), COMMANDS.lines().count());
}

#[test]
fn what_members_do_with_their_account_is_theirs_to_know() {
    let open = ["joined", "registered", "rated"];
    let mut seen = 0;
    for (event, line) in read::<Event>(EVENTS).into_iter().zip(EVENTS.lines()) {
        let Key::Member(id) = event.key else { continue };
        let fact = parse(line)["fact"]["fact"].as_str().unwrap().to_string();
        let other = Who::Member(crosscut_club::MemberId(id.0 + 1));
        let may = |who| event.visible_to(who, &State::default());
        assert!(may(Who::Member(id)) && may(Who::Club), "{fact}");
        assert_eq!(may(other), open.contains(&fact.as_str()), "{fact}");
        assert_eq!(may(Who::Visitor), open.contains(&fact.as_str()), "{fact}");
        seen += 1;
    }
    assert!(open.len() < seen);
}

#[test]
fn fields_of_a_later_version_are_passed_over() {
    let line = EVENTS.lines().find(|line| line.contains("\"turn\"")).unwrap();
    let later = line.replace("\"spent\"", "\"mood\":\"gay\",\"spent\"");
    assert_ne!(later, line);
    assert_eq!(event(&later), event(line));
}

#[test]
fn keys_and_people_are_words() {
    for text in ["member/3", "name/ann", "challenge/7", "match/12"] {
        assert_eq!(text.parse::<Key>().unwrap().to_string(), text);
    }
    for text in ["member/3", "computer/5", "house", "visitor"] {
        assert_eq!(text.parse::<Who>().unwrap().to_string(), text);
    }
    assert_eq!("name/Ann".parse(), Ok(Key::name("ANN")));
    for text in ["", "match", "match/", "match/x", "match/-1", "house/1"] {
        assert!(text.parse::<Key>().is_err(), "{text}");
    }
    assert!("house".parse::<Player>().is_err());
}

#[test]
fn an_event_that_does_not_follow_is_told_by_its_place() {
    let mut state = State::default();
    let began = event(EVENTS.lines().find(|line| line.contains("\"key\":\"match/1\"")).unwrap());
    let turn = |ply: u32, seat: &str, text: &str| {
        event(&format!(
            r#"{{"key":"match/1","at":1,"by":"house","fact":{{"fact":"turn","ply":{ply},"seat":"{seat}","text":"{text}","spent":0}}}}"#
        ))
    };
    let mut apply = |event: &Event| state.apply(event).map_err(|misfit| misfit.to_string());
    assert_eq!(apply(&turn(1, "first", "A1")), Err("match/1, event 1: it has not begun".into()));
    assert_eq!(apply(&began), Ok(()));
    assert_eq!(apply(&began), Err("match/1, event 2: it has begun already".into()));
    assert_eq!(
        apply(&turn(2, "first", "A1")),
        Err("match/1, event 2: ply 2 does not follow on ply 0".into())
    );
    assert_eq!(
        apply(&turn(1, "second", "A1")),
        Err("match/1, event 2: it is not the second seat's turn".into())
    );
    assert_eq!(
        apply(&turn(1, "first", "Z1")),
        Err("match/1, event 2: ply 1, Z1: Z1 is not on this board: columns go from A to E, rows from 1 to 5".into())
    );
    assert_eq!(apply(&turn(1, "first", "A1")), Ok(()));
    let lapsed = Event { key: began.key.clone(), fact: Fact::Lapsed, ..began.clone() };
    assert_eq!(apply(&lapsed), Err("match/1, event 3: this does not belong here: Lapsed".into()));
}

fn event(line: &str) -> Event {
    serde_json::from_str(line).unwrap()
}

fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

/// Reads every line, and checks that writing and reading it again changes nothing and loses nothing of the line.
fn read<T: Serialize + DeserializeOwned + PartialEq + Debug>(lines: &str) -> Vec<T> {
    lines
        .lines()
        .map(|line| {
            let it: T = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
            let again = serde_json::to_string(&it).unwrap();
            assert_eq!(serde_json::from_str::<T>(&again).unwrap(), it, "{line}");
            contains(&parse(&again), &parse(line), line);
            it
        })
        .collect()
}

/// Checks that everything in `part` is in `whole`; more may be, since defaults are now written out.
fn contains(whole: &Value, part: &Value, line: &str) {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            for (key, value) in part {
                contains(whole.get(key).unwrap_or(&Value::Null), value, line);
            }
        }
        _ => assert_eq!(whole, part, "{line}"),
    }
}

fn names(values: impl Iterator<Item = Value>) -> BTreeSet<String> {
    values.map(|it| it.as_str().unwrap().to_string()).collect()
}

/// The names of all variants, as serde lists them when given an unknown one.
fn variants<T: DeserializeOwned + Debug>(tag: &str) -> BTreeSet<String> {
    let error = serde_json::from_str::<T>(&format!("{{\"{tag}\":\"?\"}}")).unwrap_err().to_string();
    let names: BTreeSet<String> =
        error.split('`').skip(3).step_by(2).map(ToString::to_string).collect();
    assert!(names.len() > 20, "{error}");
    names
}
