//! The document is held against the table of routes, the recorded statuses, and every answer of the API that a test
//! receives: [`is_as_documented`].

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crosscut_club::{Command, Event, Key, State};
use serde_json::Value;

use super::TEXT;
use crate::http::responses::ResponseFormat;
use crate::http::wire::{ChallengeSummary, CommandBody, EventMessage, MatchSummary};
use crate::read::projection;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&TEXT).unwrap());

/// The statuses of every route, of which the document says only that there are others.
const OTHERS: [u16; 6] = [408, 413, 415, 421, 500, 501];

/// Checks an answer of the API, and the request if that was accepted.
///
/// # Panics
/// The document says otherwise.
pub(crate) fn is_as_documented(method: &str, target: &str, sent: &str, status: u16, told: &str) {
    let path = target.split('?').next().unwrap_or(target);
    if ResponseFormat::of(path) != ResponseFormat::Json || status == 405 {
        return;
    }
    let at = format!("{method} {path} {status}");
    let Some(operation) = operation(method, path) else {
        assert_eq!(status, 404, "{at} is not in the document");
        return;
    };
    let answers = &operation["responses"];
    let answer = match &answers[status.to_string()] {
        Value::Null if OTHERS.contains(&status) => &answers["default"],
        answer => answer,
    };
    assert!(answer.is_object(), "{at} is not in the document");
    let faults = match &answer["content"] {
        Value::Null => (!told.is_empty()).then(|| format!("there is a body: {told}")),
        kinds if kinds["application/json"].is_null() => None,
        kinds => faults(&kinds["application/json"]["schema"], &parsed(told)),
    };
    assert_eq!(faults, None, "{at}: {told}");
    let wanted = &operation["requestBody"]["content"]["application/json"]["schema"];
    if (200..300).contains(&status) && !wanted.is_null() && !sent.is_empty() {
        assert_eq!(self::faults(wanted, &parsed(sent)), None, "{at}: sent {sent}");
    }
}

/// Checks an event of a match's stream.
///
/// # Panics
/// The document says otherwise.
pub(crate) fn is_documented_event(told: &Value) {
    assert_eq!(faults(component("EventMessage"), told), None, "{told}");
}

/// The operation of a request; where several addresses match, that with the fewest parameters.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let fits = |it: &str| {
        let [mut wanted, mut said] = [it, path].map(|it| it.split('/'));
        (&mut wanted).zip(&mut said).all(|(it, said)| it.starts_with('{') || it == said)
            && it.split('/').count() == path.split('/').count()
    };
    let all = DOCUMENT["paths"].as_object()?.iter().filter(|(it, _)| fits(it));
    let (_, item) = all.min_by_key(|(it, _)| it.matches('{').count())?;
    item.get(method.to_lowercase())
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn component(name: &str) -> &'static Value {
    let it = &DOCUMENT["components"]["schemas"][name];
    assert!(it.is_object(), "there is no schema {name}");
    it
}

/// What is wrong with a value by a schema. A field that the schema does not name is wrong too, although the schema lets
/// programs ignore it.
fn faults(schema: &Value, value: &Value) -> Option<String> {
    let mut found = Vec::new();
    check(schema, value, "it", &mut found);
    (!found.is_empty()).then(|| found.join("; "))
}

fn check(schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let mut named = BTreeSet::new();
    apply(schema, value, at, &mut named, found);
    let fields = value.as_object().into_iter().flatten();
    found.extend(
        fields
            .filter(|(name, _)| !named.contains(*name))
            .map(|(name, _)| format!("{at}.{name} is not in the schema")),
    );
}

/// Applies each keyword of a schema, and notes the fields it names.
///
/// # Panics
/// A keyword is not known here, so that nothing the document says goes unchecked. (`pattern` does: the words it is for
/// are read again by their types.)
fn apply(
    schema: &Value,
    value: &Value,
    at: &str,
    named: &mut BTreeSet<String>,
    found: &mut Vec<String>,
) {
    let schema = schema.as_object().unwrap_or_else(|| panic!("{at}: {schema} is not a schema"));
    for (word, said) in schema {
        let fits = match word.as_str() {
            "$ref" => {
                let name = said.as_str().unwrap().rsplit('/').next().unwrap();
                apply(component(name), value, at, named, found);
                true
            }
            "allOf" => {
                said.as_array().unwrap().iter().for_each(|it| apply(it, value, at, named, found));
                true
            }
            "oneOf" => {
                let all = said.as_array().unwrap().iter().map(|it| {
                    let (mut named, mut found) = (BTreeSet::new(), Vec::new());
                    apply(it, value, at, &mut named, &mut found);
                    (named, found)
                });
                let (fitting, not): (Vec<_>, Vec<_>) = all.partition(|(_, it)| it.is_empty());
                let n = fitting.len();
                named.extend(fitting.into_iter().flat_map(|(named, _)| named));
                if n == 0 {
                    let best = not.into_iter().min_by_key(|(_, found)| found.len());
                    found.extend(best.into_iter().flat_map(|(_, found)| found));
                }
                n == 1
            }
            "type" => match said {
                Value::Array(types) => types.iter().any(|it| is(it, value)),
                one => {
                    // An object of which nothing is said may have any fields.
                    if !["properties", "additionalProperties"]
                        .iter()
                        .any(|it| schema.contains_key(*it))
                    {
                        named.extend(
                            value.as_object().into_iter().flat_map(|it| it.keys().cloned()),
                        );
                    }
                    is(one, value)
                }
            },
            "enum" => said.as_array().unwrap().contains(value),
            "required" => said.as_array().unwrap().iter().all(|it| {
                let name = it.as_str().unwrap();
                value.as_object().is_none_or(|it| it.contains_key(name))
            }),
            "properties" => {
                for (name, of) in said.as_object().unwrap() {
                    named.insert(name.clone());
                    if let Some(it) = value.get(name) {
                        check(of, it, &format!("{at}.{name}"), found);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (name, it) in value.as_object().into_iter().flatten() {
                    let is_other = known.is_none_or(|known| !known.contains_key(name));
                    if is_other && said.is_object() {
                        named.insert(name.clone());
                        check(said, it, &format!("{at}.{name}"), found);
                    }
                }
                true
            }
            "propertyNames" => true,
            "items" => {
                for (n, it) in value.as_array().into_iter().flatten().enumerate() {
                    check(said, it, &format!("{at}[{n}]"), found);
                }
                true
            }
            "minItems" => value.as_array().is_none_or(|it| said.as_u64() <= Some(it.len() as u64)),
            "maxItems" => value.as_array().is_none_or(|it| Some(it.len() as u64) <= said.as_u64()),
            "minimum" => value.as_f64().is_none_or(|it| said.as_f64() <= Some(it)),
            "description" | "example" | "examples" | "format" | "pattern" | "default" => true,
            other => panic!("{at}: the tests do not know the keyword {other}"),
        };
        if !fits {
            found.push(format!("{at} does not fit {word} {said}"));
        }
    }
}

fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    }
}

#[test]
fn every_route_for_programs_and_every_recorded_status_is_in_the_document() {
    let of_programs = |path: &str| ResponseFormat::of(path) != ResponseFormat::Page;
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let routes: BTreeSet<String> =
        crate::http::routes().paths.into_iter().filter(|it| of_programs(it)).collect();
    assert_eq!(paths.keys().cloned().collect::<BTreeSet<_>>(), routes);
    let mut recorded = BTreeSet::new();
    for line in include_str!("../../tests/doors.txt").lines().filter(|it| !it.starts_with('#')) {
        let (door, statuses) = line.split_once(": ").unwrap();
        let (method, path) = door.split_once(' ').unwrap();
        if !of_programs(path) {
            continue;
        }
        let operation = &paths[path][method.to_lowercase()];
        assert!(operation.is_object(), "{door} is not in the document");
        for status in statuses.split(' ') {
            assert!(operation["responses"][status].is_object(), "{door} {status}");
        }
        recorded.insert(door.to_string());
    }
    let methods = |(path, item): (&String, &Value)| {
        let methods: Vec<String> = item.as_object().unwrap().keys().cloned().collect();
        methods.into_iter().map(|it| format!("{} {path}", it.to_uppercase())).collect::<Vec<_>>()
    };
    assert_eq!(paths.iter().flat_map(methods).collect::<BTreeSet<_>>(), recorded);
}

#[test]
fn every_operation_has_a_name_of_its_own_and_says_what_it_does() {
    let mut names = BTreeSet::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, it) in item.as_object().unwrap() {
            assert!(it["summary"].as_str().is_some_and(|it| it.ends_with('.')), "{method} {path}");
            assert!(names.insert(it["operationId"].to_string()), "{method} {path}");
            // Every parameter in the address is described.
            let said = it["parameters"].as_array().cloned().unwrap_or_default();
            let said = said.iter().filter(|it| it["in"] == "path").count();
            assert_eq!(said, path.matches('{').count(), "{method} {path}");
        }
    }
}

#[test]
fn every_reference_leads_somewhere() {
    let all: Vec<&str> = TEXT.split("{\"$ref\":\"#/components/schemas/").skip(1).collect();
    assert!(all.len() > 100);
    for it in all {
        component(it.split('"').next().unwrap());
    }
}

/// Every field that is sent says what it means.
#[test]
fn every_field_is_described() {
    fn look(schema: &Value, at: &str, bare: &mut Vec<String>) {
        let fields = schema["properties"].as_object();
        // A word with one value behind it is described as a whole.
        let is_word = fields.is_some_and(|it| it.len() == 1) && schema["description"].is_string();
        for (name, field) in fields.into_iter().flatten() {
            // The field that says which of several it is has that one's description.
            let is_tag = field["enum"].as_array().is_some_and(|it| it.len() == 1);
            let says = |it: &Value| it["description"].as_str().is_some_and(|it| !it.is_empty());
            // One that may be null says it of what it is otherwise.
            let is_said =
                says(field) || field["oneOf"].as_array().is_some_and(|it| it.iter().any(says));
            if !is_tag && !is_word && !is_said {
                bare.push(format!("{at}.{name}: {field}"));
            }
        }
        for word in ["oneOf", "allOf"] {
            schema[word].as_array().into_iter().flatten().for_each(|it| look(it, at, bare));
        }
    }
    let mut bare = Vec::new();
    for (name, schema) in DOCUMENT["components"]["schemas"].as_object().unwrap() {
        look(schema, name, &mut bare);
    }
    assert_eq!(bare, Vec::<String>::new());
}

/// One line for each event of a match that the club's samples of stored events have, as it is sent.
const SENT: &str = include_str!("sent.jsonl");

#[test]
fn every_event_of_a_match_is_sent_in_this_form() {
    let stored = include_str!("../../../../club/tests/events.jsonl").lines();
    let stored = stored.map(|it| serde_json::from_str::<Event>(it).unwrap());
    let stored: Vec<Event> = stored.filter(|it| matches!(it.key, Key::Match(_))).collect();
    let sent = |it: &Event| {
        serde_json::to_string(&EventMessage::of(7, it, true, &State::default())).unwrap()
    };
    let sent: Vec<String> = stored.iter().map(sent).collect();
    if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
        let at = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/document/sent.jsonl");
        std::fs::write(at, sent.join("\n") + "\n").unwrap();
        return;
    }
    assert_eq!(sent, SENT.lines().collect::<Vec<_>>());
    for (line, event) in sent.iter().zip(&stored) {
        assert_eq!(faults(component("EventMessage"), &parsed(line)), None, "{line}");
        let hidden =
            serde_json::to_string(&EventMessage::of(7, event, false, &State::default())).unwrap();
        assert_eq!(hidden, "{\"version\":7}");
    }
}

/// What a command means does not depend on whether the club or the API reads it.
#[test]
fn every_command_that_programs_may_send_is_read_as_the_club_reads_it() {
    let mut n = 0;
    for line in include_str!("../../../../club/tests/commands.jsonl").lines() {
        let Ok(body) = serde_json::from_str::<CommandBody>(line) else { continue };
        assert_eq!(Command::from(body.command), serde_json::from_str(line).unwrap(), "{line}");
        assert_eq!(faults(component("CommandBody"), &parsed(line)), None, "{line}");
        n += 1;
    }
    assert_eq!(n, 31, "all but those of the club and of other addresses");
}

#[test]
fn what_the_document_does_not_say_is_noticed() {
    let wrong = |name: &str, text: &str| faults(component(name), &parsed(text)).is_some();
    assert!(!wrong("TurnResponse", r#"{"version":1,"plies":1,"text":"A1"}"#));
    assert!(wrong("TurnResponse", r#"{"version":1,"plies":1,"text":"A1","mood":"good"}"#));
    assert!(wrong("TurnResponse", r#"{"version":1,"text":"A1"}"#));
    assert!(wrong("TurnResponse", r#"{"version":1,"plies":"1"}"#));
    assert!(wrong("Pace", r#"{"kind":"moon"}"#));
    assert!(wrong("Terms", r#"{"game":"hex","pace":{"kind":"days"},"flag":"automatic"}"#));
    assert!(wrong("Aim", r#"{"member":1,"link":""}"#));
}

/// Lists of matches and challenges, with every field that may be there. What is stored has the same form today, which is
/// how it is written down here.
#[test]
fn matches_and_challenges_are_sent_in_this_form() {
    let rating = r#"{"value":1612345,"deviation":98765,"volatility":59999597,"matches":12,"at":9}"#;
    let terms = r#""terms":{"game":"hex:size=5","setup":"V:A1 turn:H","pace":{"kind":"fischer","bank":600000,"increment":5000,"cap":900000},"pauses":{"vacation":true,"weekends":true},"nag":3,"flag":"claimed","rated":true,"private":true}"#;
    let plain = r#""terms":{"game":"hex","pace":{"kind":"days","days":3},"pauses":{"weekends":true},"flag":"automatic"}"#;
    for text in [
        format!(
            r#"{{"id":7,{terms},"seats":["member/2","computer/3"],"ratings":[{rating},null],"began":1,"touched":2,"plies":3,"turn":"member/2","deadline":4,"ending":null}}"#
        ),
        format!(
            r#"{{"id":8,{plain},"seats":["member/2","member/3"],"ratings":[null,{rating}],"began":1,"touched":2,"plies":0,"turn":null,"deadline":null,"ending":{{"result":"*","reason":"stopped","at":5}}}}"#
        ),
    ] {
        let it: projection::MatchSummary = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&MatchSummary::from(it)).unwrap(), text);
        assert_eq!(faults(component("MatchSummary"), &parsed(&text)), None, "{text}");
    }
    for (to, audience, until) in [
        (r#""open""#, r#"{"members_only":true,"rating":[1400,1700]}"#, "9"),
        (r#"{"member":3}"#, "{}", "null"),
        (r#"{"link":"jp2yhnkh95npa"}"#, r#"{"rating":[0,1]}"#, "null"),
    ] {
        let text = format!(
            r#"{{"id":7,"by":2,"made":1,"to":{to},{terms},"choice":"second","audience":{audience},"until":{until}}}"#
        );
        let it: projection::ChallengeSummary = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&ChallengeSummary::from(it)).unwrap(), text);
        assert_eq!(faults(component("ChallengeSummary"), &parsed(&text)), None, "{text}");
    }
}

#[test]
fn it_says_of_which_version_it_is_and_that_a_club_may_be_full() {
    assert_eq!(DOCUMENT["info"]["version"], crate::VERSION);
    for operations in DOCUMENT["paths"].as_object().unwrap().values() {
        for (method, operation) in operations.as_object().unwrap() {
            assert!(operation["responses"]["503"].is_object(), "{method} {operation}");
        }
    }
}
