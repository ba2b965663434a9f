use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};

use crate::{crosscut_reading, good, refused, words};

const SCHEMA: &str = include_str!("../../../../docs/analysis.schema.json");
const PAGE: &str = include_str!("../../../../docs/analysis.md");

/// The part of the schema for requests, or for answers.
fn schema(part: &str) -> (Schemas, SchemaIndex) {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("analysis.json", serde_json::from_str(SCHEMA).unwrap()).unwrap();
    let index = compiler.compile(&format!("analysis.json#/$defs/{part}"), &mut schemas).unwrap();
    (schemas, index)
}

/// A conversation with a running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<Value>,
}

impl Engine {
    fn start(options: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crosscut"))
            .args(words(&format!("analyse --json {options}")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (tell, answers) = channel();
        std::thread::spawn(move || {
            let (schemas, index) = schema("answer");
            for line in output.lines() {
                let answer: Value = serde_json::from_str(&line.unwrap()).unwrap();
                let valid = schemas.validate(&answer, index).is_ok();
                // An answer that does not match the schema is sent as text, which no test expects.
                let answer = if valid { answer } else { Value::String(answer.to_string()) };
                if tell.send(answer).is_err() {
                    return;
                }
            }
        });
        Engine { input: child.stdin.take(), child, answers }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_ref().unwrap(), "{line}").unwrap();
    }

    fn ask(&mut self, request: &Value) {
        self.say(&request.to_string());
    }

    fn hear(&self) -> Value {
        self.answers.recv_timeout(Duration::from_secs(60)).unwrap()
    }

    /// Ends the input and receives everything that is left; the program must succeed.
    fn end(mut self) -> Vec<Value> {
        self.input = None;
        let rest = self.answers.iter().collect();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        rest
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has ended, unless the test has failed.
        let _ = self.child.kill();
    }
}

/// An answer without what varies from run to run.
fn timeless(mut answer: Value) -> Value {
    answer["root"]["seconds"] = Value::Null;
    answer
}

/// A single request with its answer.
fn answer(request: &Value) -> Value {
    let mut engine = Engine::start("--workers 1");
    engine.ask(request);
    let mut answers = engine.end();
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

#[test]
fn positions_of_several_games_are_answered_each_under_its_id() {
    let mut engine = Engine::start("--workers 2");
    for (id, game, moves) in [
        (json!("a"), "hex:size=5", json!(["c3"])),
        (json!(2), "trellis:size=5", json!([])),
        (json!("c"), "trail-mix:size=5", json!(["c3", "b2"])),
        (json!("d"), "plexus", json!([])),
        (json!("e"), "trichet", json!([])),
    ] {
        engine.ask(&json!({"id": id, "game": game, "moves": moves, "simulations": 50, "map": 20}));
    }
    let mut answers = engine.end();
    answers.sort_by_key(|it| it["id"].to_string());
    let ids: Vec<&Value> = answers.iter().map(|it| &it["id"]).collect();
    assert_eq!(
        ids,
        ["a", "c", "d", "e"].map(Value::from).iter().chain([&json!(2)]).collect::<Vec<_>>()
    );
    for it in &answers {
        assert_eq!(it["root"]["simulations"], 50, "{it}");
        assert_eq!(it["line"], it["candidates"][0]["line"], "{it}");
        assert_eq!(it["line"][0], it["candidates"][0]["move"], "{it}");
        assert_eq!(it["during"], false);
    }
    assert_eq!(answers[0]["ply"], 1);
    assert_eq!(answers[0]["root"]["side"], "H");
    assert_eq!(answers[0]["map"]["C3"]["owner"], 1.0);
    assert_eq!(answers[0]["map"].as_object().unwrap().len(), 25);
    assert!(answers[2]["map"].is_null() && answers[3]["map"].is_null());
}

#[test]
fn a_seed_and_one_thread_give_the_same_answer_again() {
    let ask = |seed: u32| {
        let request = json!({"id": 1, "game": "hex:size=7", "moves": ["D4"], "simulations": 300,
                             "seed": seed, "map": true, "candidates": 5});
        timeless(answer(&request))
    };
    let first = ask(3);
    assert_eq!(first["candidates"].as_array().unwrap().len(), 5);
    assert_eq!(first, ask(3));
    assert_ne!(first["candidates"], ask(4)["candidates"]);
    assert_ne!(first["map"], ask(4)["map"]);
}

#[test]
fn an_analysis_is_told_as_it_deepens_and_ends_when_it_is_terminated() {
    let mut engine = Engine::start("--workers 1 --seconds 600");
    engine.ask(&json!({"id": "long", "game": "hex", "every": 0.1, "map": true, "candidates": 3}));
    engine
        .ask(&json!({"id": "waits", "game": "hex", "moves": ["A1", "A2"], "analyseTurns": [0, 1]}));
    let mut simulations = 0;
    for _ in 0..3 {
        let answer = engine.hear();
        assert_eq!((&answer["id"], &answer["during"]), (&json!("long"), &json!(true)), "{answer}");
        let more = answer["root"]["simulations"].as_u64().unwrap();
        assert!(more > simulations, "{more} after {simulations}");
        simulations = more;
        assert_eq!(answer["map"].as_object().unwrap().len(), 121);
    }
    // A job that has not begun ends without results, immediately.
    engine.ask(&json!({"id": 1, "action": "terminate", "terminateId": "waits", "turns": [1]}));
    let next = |engine: &Engine| loop {
        let answer = engine.hear();
        if answer["during"] != json!(true) {
            return answer;
        }
    };
    assert_eq!(
        next(&engine),
        json!({"id": 1, "action": "terminate", "terminateId": "waits", "positions": 1})
    );
    assert_eq!(next(&engine), json!({"id": "waits", "ply": 1, "during": false, "noResults": true}));
    engine.ask(&json!({"id": 2, "action": "terminate", "terminateId": "long"}));
    assert_eq!(next(&engine)["positions"], 1);
    let last = next(&engine);
    assert_eq!((&last["id"], &last["during"]), (&json!("long"), &json!(false)), "{last}");
    assert!(last["root"]["simulations"].as_u64().unwrap() >= simulations);
    engine.ask(&json!({"id": 3, "action": "terminate_all"}));
    assert_eq!(next(&engine), json!({"id": 3, "action": "terminate_all", "positions": 1}));
    let rest = engine.end();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!((&rest[0]["id"], &rest[0]["ply"]), (&json!("waits"), &json!(0)));
}

#[test]
fn what_has_priority_goes_first() {
    let mut engine = Engine::start("--workers 1 --simulations 20");
    engine.ask(&json!({"id": "busy", "game": "hex", "seconds": 600}));
    for (id, priority) in [("low", -1), ("usual", 0), ("high", 5), ("usual too", 0)] {
        engine.ask(&json!({"id": id, "game": "hex:size=5", "priority": priority}));
    }
    engine.ask(&json!({"id": 0, "action": "terminate", "terminateId": "busy"}));
    let ids: Vec<Value> = engine.end().iter().map(|it| it["id"].clone()).collect();
    assert_eq!(
        ids,
        [json!(0), json!("busy"), json!("high"), json!("usual"), json!("usual too"), json!("low")]
    );
}

#[test]
fn every_turn_that_is_named_is_analysed() {
    let mut engine = Engine::start("--workers 1 --simulations 20");
    engine.ask(&json!({"id": "x", "game": "hex:size=2,opening=none", "moves": ["A1", "B1", "A2"],
                       "analyseTurns": [3, 0, 2, 2]}));
    let answers = engine.end();
    let plies: Vec<&Value> = answers.iter().map(|it| &it["ply"]).collect();
    assert_eq!(plies, [0, 2, 3]);
    assert_eq!(answers[1]["root"]["proved"], "first");
    // The game is over: nothing to search, but no refusal.
    assert_eq!(answers[2]["root"]["outcome"], "first");
    assert_eq!(answers[2]["candidates"], json!([]));
    assert!(answers[2]["root"]["share"].is_null());
}

#[test]
fn a_bad_line_is_answered_by_a_sentence_and_the_next_one_as_usual() {
    let mut engine = Engine::start("--workers 1 --simulations 10");
    for (line, id, error) in [
        ("hello", Value::Null, "the line is not JSON"),
        ("{\"id\": 1", Value::Null, "the line is not JSON"),
        ("[1]", Value::Null, "a request is an object"),
        (r#"{"game": "hex"}"#, Value::Null, "a request needs an id"),
        (r#"{"id": 1.5, "game": "hex"}"#, Value::Null, "the id must be a text or a whole number"),
        (r#"{"id": 1}"#, json!(1), "a request says which game"),
        (r#"{"id": 1, "game": "hax"}"#, json!(1), "there is no game 'hax': did you mean hex?"),
        (r#"{"id": 1, "game": "hex:size=99"}"#, json!(1), "hex: "),
        (
            r#"{"id": 1, "game": "hex", "moves": ["C3", "C3"]}"#,
            json!(1),
            "ply 2, C3: C3 is taken by V",
        ),
        (
            r#"{"id": 1, "game": "hex", "moves": ["7. A1"]}"#,
            json!(1),
            "ply 1, 7. A1: it has the number of move 7",
        ),
        (r#"{"id": 1, "game": "hex", "setup": "V"}"#, json!(1), ""),
        (r#"{"id": 1, "game": "hex", "analyseTurns": [1]}"#, json!(1), "analyseTurns has 1"),
        (r#"{"id": 1, "game": "hex", "level": 9}"#, json!(1), "levels go from 1 to 8"),
        (
            r#"{"id": 1, "game": "hex", "seconds": -1}"#,
            json!(1),
            "seconds must be a number of seconds",
        ),
        (r#"{"id": 1, "game": "hex", "every": 0}"#, json!(1), "every must be a number of seconds"),
        (
            r#"{"id": 1, "game": "hex", "simulations": 0}"#,
            json!(1),
            "simulations must be at least 1",
        ),
        (r#"{"id": 1, "game": "hex", "threads": 0}"#, json!(1), "threads must be a number"),
        (r#"{"id": 1, "game": "hex", "map": "yes"}"#, json!(1), "map is true, false or a number"),
        (r#"{"id": 1, "game": "hex", "visits": 5}"#, json!(1), "unknown field `visits`"),
        (r#"{"id": 1, "action": "sing"}"#, json!(1), "there is no action 'sing'"),
        (r#"{"id": 1, "action": "terminate"}"#, json!(1), "terminate what?"),
        (
            r#"{"id": 1, "action": "query_version", "turns": [1]}"#,
            json!(1),
            "query_version does not",
        ),
    ] {
        engine.say(line);
        let answer = engine.hear();
        assert_eq!(answer["id"], id, "{line}: {answer}");
        let said = answer["error"].as_str().unwrap();
        assert!(said.contains(error) && !said.ends_with('.'), "{line}: {said}");
        if let Ok(json) = serde_json::from_str::<Value>(line) {
            let (schemas, index) = schema("request");
            // The schema does not cover what depends on the game.
            let known = ["hax", "size=99", "C3", "7. A1", "\"V\"", "analyseTurns"];
            let for_games = known.iter().any(|it| line.contains(it));
            assert_eq!(schemas.validate(&json, index).is_ok(), for_games, "{line}");
        }
    }
    engine.say("");
    engine.say(r#"{"id": "good", "game": "hex:size=5"}"#);
    engine.say(r#"{"id": "again", "action": "query_version"}"#);
    let answers = engine.end();
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(answers.iter().any(|it| it["version"] == env!("CARGO_PKG_VERSION")));
    assert!(answers.iter().any(|it| it["root"]["simulations"] == 10));
}

#[test]
fn bytes_that_are_no_text_and_lines_without_end_are_refused() {
    let mut engine = Engine::start("--workers 1 --simulations 10");
    let input = engine.input.as_mut().unwrap();
    input.write_all(b"{\"id\": \"\xff\"}\n").unwrap();
    input.write_all(&vec![b'x'; (1 << 20) + 10]).unwrap();
    input.write_all(b"\n{\"id\": 1, \"game\": \"hex:size=3\"}").unwrap();
    assert!(engine.hear()["error"].as_str().unwrap().contains("not JSON"));
    assert_eq!(engine.hear()["error"], "the line is longer than 1 MiB");
    assert_eq!(engine.end()[0]["id"], 1);
}

#[test]
fn an_id_is_free_again_when_it_is_answered() {
    let mut engine = Engine::start("--workers 1 --simulations 10");
    engine.ask(&json!({"id": "a", "game": "hex", "seconds": 600}));
    engine.ask(&json!({"id": "a", "game": "hex"}));
    assert!(engine.hear()["error"].as_str().unwrap().contains("is taken"));
    engine.ask(&json!({"id": 1, "action": "terminate", "terminateId": "a"}));
    assert_eq!(engine.hear()["positions"], 1);
    assert_eq!(engine.hear()["during"], false);
    engine.ask(&json!({"id": "a", "game": "hex"}));
    assert_eq!(engine.end()[0]["root"]["simulations"], 10);
}

#[test]
fn the_page_s_examples_are_as_the_schema_and_the_program_say() {
    let mut tried = 0;
    for block in PAGE.split("```json\n").skip(1) {
        let text = block.split("```").next().unwrap();
        let json: Value = serde_json::from_str(text).unwrap();
        let asks = ["game", "action"].iter().any(|it| json.get(it).is_some());
        let (schemas, index) = schema(if asks { "request" } else { "answer" });
        assert!(schemas.validate(&json, index).is_ok(), "{json}");
        if asks {
            let refusal = answer(&json)["error"].clone();
            // One of the examples shows a refusal.
            assert_eq!(refusal.is_null(), json["id"] != "b", "{json}: {refusal}");
            assert!(refusal.is_null() || PAGE.contains(refusal.as_str().unwrap()), "{refusal}");
            tried += 1;
        }
    }
    assert!(tried >= 5, "{tried}");
}

#[test]
fn a_person_s_sheet_has_the_board_the_moves_and_the_map() {
    let text = good("analyse hex:size=5,opening=none C3 --simulations 300 --threads 1 --map");
    let news = text.lines().next().unwrap();
    assert!(news.contains("simulations") && !text.contains('\x1b'), "{text}");
    let end = text.split("\n\n").nth(1).unwrap();
    let first = end.lines().next().unwrap();
    // The board and the map next to it.
    assert_eq!(first.split_whitespace().collect::<String>(), "ABCDEABCDE");
    assert!(end.lines().any(|line| line.contains('9')), "{end}");
    assert!(text.contains("\nH to move, "), "{text}");
    let table = text.split("\n   move").nth(1).unwrap();
    assert_eq!(table.lines().count(), 12, "{table}");
    let best = table.lines().nth(1).unwrap();
    assert!(best.starts_with("a  "), "{best}");
    assert!(end.contains('a'), "{end}");
    assert!(table.contains("\n   and 14 more"), "{table}");
}

#[test]
fn what_is_printed_of_a_long_search_stays_short() {
    let text = good("analyse hex:size=11,opening=none --simulations 100000 --threads 1");
    let news: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    let simulations = |line: &&str| line.split_whitespace().nth(2).unwrap().parse::<u64>().unwrap();
    let told: Vec<u64> = news.iter().map(simulations).collect();
    assert!(told.len() > 2, "{text}");
    // The last line is the result, whenever that is.
    for pair in told[..told.len() - 1].windows(2) {
        assert!(pair[1] >= 2 * pair[0], "{text}");
    }
}

#[test]
fn a_proof_ends_an_analysis_without_limits() {
    let text = good("analyse hex:size=3 --setup 'V:B1,B2 H:A1,A2 turn:V'");
    assert!(text.contains("proved: V wins, the first seat"), "{text}");
    assert!(text.contains("proved  line"), "{text}");
}

#[test]
fn a_game_without_owners_says_that_it_has_no_map() {
    let text = good("analyse trichet --simulations 30 --threads 1 --map");
    assert!(text.contains("There is no map"), "{text}");
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    assert!(refused("analyse hex:size=2,opening=none A1 B1 A2").starts_with("the game is over"));
    refused("analyse");
    refused("analyse hex --json");
    refused("analyse hex --workers 2");
    refused("analyse hex --memory 5x");
    refused("analyse hex --level 9");
    refused("analyse --json --setup 'turn:V'");
}

#[test]
fn an_empty_input_is_no_conversation() {
    let run = crosscut_reading("analyse --json", "");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""));
}

/// The number before a word.
#[cfg(unix)]
fn number_before(text: &str, word: &str) -> Option<u64> {
    text.split(word).next()?.split_whitespace().last()?.parse().ok()
}

#[cfg(unix)]
#[test]
fn a_terminal_is_refreshed_in_place_until_ctrl_c() {
    let line = "analyse hex:size=7,opening=none C3 --threads 1 --map --candidates 1";
    let mut terminal = crate::screen::Terminal::run(line, &[]);
    let simulations = |text: &str| number_before(text, " simulations");
    terminal.until_text(" simulations");
    let before = simulations(&terminal.text()).unwrap();
    terminal.until("more simulations", |screen| {
        let text = screen.contents();
        let more = simulations(&text).is_some_and(|more| more > before);
        more && text.matches("to move").count() == 1 && text.matches("visits").count() == 1
    });
    // The letter of the best move has its own colour.
    let (row, column) = terminal.find("a  ");
    let cell = |screen: &vt100::Screen| screen.cell(row, column).map(vt100::Cell::fgcolor);
    terminal.until("a letter in yellow", |it| cell(it) == Some(vt100::Color::Idx(11)));
    terminal.send("\u{3}");
    let (text, status) = terminal.left();
    assert_eq!(status, 0, "{text}");
    assert_eq!(text.matches("to move").count(), 1, "{text}");
    assert!(text.contains("games"), "{text}");
}
