//! Plays the transcripts: commands, each followed by the events or the refusal that answer it.
//!
//! `ann> turn id=1 text=a1` is a command by ann. Its values are JSON or bare words, `@ann` is ann's number, `$name` a text set
//! by a line `let name = ..`. `wait 5000` lets milliseconds pass, `advantage 30`, `busy 2` and `seed 1` set the context of
//! commands; `closed 1 2` says between which moments the club was closed; `? ..` asks a question. Indented lines are answers.
//! `UPDATE=1 cargo test -p crosscut-club --test transcripts` rewrites the answers: read the diff.

#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

mod common;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use common::Club;
use crosscut_club::{
    Command, Event, Fact, MatchId, MemberId, Moment, Period, Player, Who, my_turns, notices,
};
use serde_json::{Map, Value};

#[test]
fn transcripts_are_answered_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 8, "transcripts are missing");
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let played = Stage::new().play(&text);
        if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
            fs::write(&path, played).unwrap();
        } else {
            for (number, (played, written)) in played.lines().zip(text.lines()).enumerate() {
                assert_eq!(played, written, "{}:{}", path.display(), number + 1);
            }
            assert_eq!(played.lines().count(), text.lines().count(), "{}", path.display());
        }
    }
}

#[test]
fn offers_in_a_match_have_a_bound() {
    let mut text =
        "let hex = {\"game\":\"hex:size=4,opening=none\",\"pace\":{\"kind\":\"none\"}}\n\
                    ann> join name=ann\nbob> join name=bob\n\
                    house> pair seats=[\"member/1\",\"member/2\"] terms=$hex\n"
            .to_string();
    text += &"ann> offer id=1 offer=cancel\nann> withdraw id=1 offer=cancel\n".repeat(21);
    text += "bob> offer id=1 offer=draw\nwait 86400000\nann> offer id=1 offer=cancel\n";
    let played = Stage::new().play(&text);
    let no = "no: you have made 20 offers in this match within a day: you can make another from 2026-01-06 12:00 UTC on";
    assert_eq!(played.matches("\"fact\":\"offered\"").count(), 22, "{played}");
    assert_eq!(played.matches(no).count(), 1, "{played}");
}

#[test]
fn one_who_watches_does_not_silence_the_others() {
    let mut text =
        "let hex = {\"game\":\"hex:size=4,opening=none\",\"pace\":{\"kind\":\"none\"}}\n\
                    ann> join name=ann\nbob> join name=bob\ncy> join name=cy\ndan> join name=dan\n\
                    house> pair seats=[\"member/1\",\"member/2\"] terms=$hex\n"
            .to_string();
    text += &"cy> say id=1 room=spectators words=hello\n".repeat(199);
    // Remarks sent together are made together or not at all.
    text += "cy> say id=1 room=spectators words=one more=[\"two\"]\n";
    text += &"cy> say id=1 room=spectators words=hello\n".repeat(3);
    text += "dan> say id=1 room=spectators words=hello\nann> say id=1 room=players words=hello\n";
    let played = Stage::new().play(&text);
    let no = "no: you have said enough in this match: a spectator may make at most 200 remarks";
    assert_eq!(played.matches("\"fact\":\"said\"").count(), 202, "{played}");
    assert_eq!(played.matches(no).count(), 3, "{played}");
}

#[test]
fn so_much_is_said_in_a_room_and_no_more() {
    let mut text =
        "let hex = {\"game\":\"hex:size=4,opening=none\",\"pace\":{\"kind\":\"none\"}}\n\
                    ann> join name=ann\nbob> join name=bob\ncy> join name=cy\n\
                    house> pair seats=[\"member/1\",\"member/2\"] terms=$hex\n"
            .to_string();
    let nine = ["\"and\""; 9].join(",");
    text += &format!("ann> say id=1 room=players words=hello more=[{nine}]\n").repeat(199);
    text += &"bob> say id=1 room=players words=hello\n".repeat(12);
    text += "cy> say id=1 room=spectators words=hello\n";
    let played = Stage::new().play(&text);
    assert_eq!(played.matches("\"fact\":\"said\"").count(), 2001, "{played}");
    assert_eq!(played.matches("no: enough has been said in this match").count(), 2, "{played}");
}

struct Stage {
    club: Club,
    people: BTreeMap<String, MemberId>,
    words: BTreeMap<String, String>,
    last: Vec<Event>,
}

impl Stage {
    fn new() -> Self {
        let (people, words, last) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        Stage { club: Club::new(), people, words, last }
    }

    fn play(mut self, text: &str) -> String {
        let mut played = String::new();
        for line in text.lines().filter(|line| !line.starts_with("  ")) {
            played.push_str(line);
            played.push('\n');
            for answer in self.line(line).lines() {
                writeln!(played, "  {answer}").unwrap();
            }
        }
        self.club.check();
        played
    }

    fn line(&mut self, line: &str) -> String {
        if line.is_empty() || line.starts_with('#') {
            return String::new();
        }
        if let Some((who, command)) = line.split_once("> ") {
            return self.command(who, command);
        }
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "let" => {
                let (name, value) = rest.split_once(" = ").expect("let name = value");
                self.words.insert(name.to_string(), self.expand(value));
            }
            "wait" => self.club.now = Moment(self.club.now.0 + rest.parse::<i64>().unwrap()),
            "seed" => self.club.seed = rest.parse().unwrap(),
            "busy" => self.club.busy = rest.parse().unwrap(),
            "advantage" => self.club.advantage = rest.parse().unwrap(),
            "closed" => self.close(rest),
            "?" => return self.ask(rest),
            _ => panic!("what is '{line}'?"),
        }
        String::new()
    }

    /// Records that the club was closed between two moments, as known now.
    fn close(&mut self, between: &str) {
        let (from, until) = between.split_once(' ').unwrap();
        let [from, until] = [from, until].map(|it| Moment(it.parse().unwrap()));
        let mut downtimes = self.club.state.downtimes().clone();
        downtimes.add(Period { from, until });
        self.club.state.set_downtimes(downtimes.into());
    }

    fn who(&self, name: &str) -> Who {
        match self.people.get(name) {
            Some(id) => Who::Member(*id),
            None => name.parse().unwrap_or(Who::Visitor),
        }
    }

    fn command(&mut self, name: &str, text: &str) -> String {
        let mut words = split(text);
        let mut object = Map::new();
        object.insert("command".to_string(), Value::String(words.remove(0)));
        let mut once = None;
        for word in words {
            let (key, value) = word.split_once('=').unwrap_or_else(|| panic!("{word} has no ="));
            let value = self.expand(value);
            if key == "once" {
                once = Some(value);
                continue;
            }
            let value = serde_json::from_str(&value).unwrap_or(Value::String(value));
            object.insert(key.to_string(), value);
        }
        let command: Command = serde_json::from_value(Value::Object(object))
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        match self.club.run(self.who(name), once.as_deref(), &command) {
            Err(refusal) => format!("no: {refusal}"),
            Ok(events) => {
                let mut answer = String::new();
                for event in &events {
                    if let (Fact::Joined { .. }, Who::Member(id)) = (&event.fact, event.by) {
                        self.people.insert(name.to_string(), id);
                    }
                    let fact = serde_json::to_string(&event.fact).unwrap();
                    writeln!(answer, "{} {}: {fact}", event.by, event.key).unwrap();
                }
                self.last = events;
                if answer.is_empty() { "nothing new".to_string() } else { answer }
            }
        }
    }

    fn expand(&self, text: &str) -> String {
        let mut text = text.to_string();
        for (name, value) in &self.words {
            text = text.replace(&format!("${name}"), value);
        }
        for (name, id) in &self.people {
            text = text.replace(&format!("@{name}"), &id.to_string());
        }
        text
    }

    fn ask(&mut self, question: &str) -> String {
        let words: Vec<&str> = question.split(' ').collect();
        let state = &self.club.state;
        let it = |at: usize| {
            let id = MatchId(words[at].parse().unwrap());
            state.match_with(id).expect("the match is loaded")
        };
        match words[0] {
            "board" => it(1).line.position().to_string(),
            "clock" => {
                let it = it(1);
                let left = crosscut_catalog::Seat::BOTH.map(|seat| {
                    it.left(seat, self.club.now, state)
                        .map_or("-".to_string(), |it| it.0.to_string())
                });
                let deadline = it.deadline(state).map(|it| (it - self.club.now).0);
                format!("left {} {}, runs out in {deadline:?}", left[0], left[1])
            }
            "plan" => format!("{:?}", it(2).plan_of(self.who(words[1]))),
            "record" => it(1).record(state).to_string(),
            "turns" => {
                let Who::Member(id) = self.who(words[1]) else { panic!("who is {}?", words[1]) };
                let turns = my_turns(state.matches(), Player::Member(id), state);
                turns.iter().map(|it| it.id.to_string()).collect::<Vec<_>>().join(" ")
            }
            "notices" => {
                let told = self.last.iter().flat_map(|event| notices(event, state));
                told.map(|it| format!("{:?}: {:?}\n", it.to, it.news)).collect()
            }
            // What somebody sees of a match: the facts of its events.
            "sees" => {
                let (who, id) = (self.who(words[1]), words[2]);
                let events = self.club.events_of(|key| key.to_string() == format!("match/{id}"));
                let seen = events.filter(|event: &Event| event.visible_to(who, state));
                let names = seen.map(|event| {
                    let fact = serde_json::to_value(&event.fact).unwrap();
                    fact["fact"].as_str().unwrap().to_string()
                });
                names.collect::<Vec<_>>().join(" ")
            }
            "rating" => {
                let Who::Member(id) = self.who(words[1]) else { panic!("who is {}?", words[1]) };
                let member = state.member(id).expect("the member is loaded");
                let ratings = member.ratings.iter().map(|((game, class), rating)| {
                    let rating = rating.at(self.club.now);
                    format!("{game} {class}: {rating} ± {:.1}\n", rating.deviation())
                });
                ratings.collect()
            }
            _ => panic!("what is '{question}'?"),
        }
    }
}

/// Splits at blanks that are not within quotes, braces or brackets.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut depth, mut quoted) = (vec![String::new()], 0, false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => depth -= 1,
            _ => {}
        }
        if c == ' ' && depth == 0 && !quoted {
            words.push(String::new());
        } else {
            words.last_mut().unwrap().push(c);
        }
    }
    words
}
