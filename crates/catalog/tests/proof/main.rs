//! Certificates: what is solved can be proved, and what is false cannot.

#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

mod changes;
mod facts;
mod refusals;
mod walks;

use std::collections::HashMap;
use std::ops::ControlFlow;

use crosscut_catalog::{
    AnyPosition, Limits, Line, Outcome, Question, Rng, Solution, Task, Uncertified, Value,
    Verified, verify,
};

const ALL: Question = Question { all: true, plies: false };
const ROOM: usize = 1 << 28;

fn line(spec: &str, moves: &str) -> Line {
    let mut line = Line::new(spec.parse().unwrap());
    for ply in moves.split_whitespace() {
        line.play(ply).unwrap();
    }
    line
}

fn certified(line: &Line, room: usize) -> (Solution<String>, Result<String, Uncertified>) {
    asked(line, ALL, Limits::default(), room)
}

fn asked(
    line: &Line,
    question: Question,
    limits: Limits,
    room: usize,
) -> (Solution<String>, Result<String, Uncertified>) {
    let mut watch = |_: &_| ControlFlow::Continue(());
    let task = Task { question, limits, checkpoint: None, certificate: Some(room) };
    let (solution, proof) = line.certify(task, &mut watch).unwrap();
    (solution, proof.unwrap())
}

/// Whether a certificate says what the solver found.
fn agrees(verified: &Verified, solution: &Solution<String>) -> bool {
    let value = match solution.value.unwrap() {
        Value::Win => (1, 1),
        Value::Draw => (0, 0),
        Value::Loss => (-1, -1),
    };
    let all = verified.winning == solution.winning
        && (value.0 < 1 || verified.winning.len() + verified.not_winning == verified.legal);
    (verified.low.max(-1), if value.0 == 1 { 1 } else { verified.high }) == value && all
        || value == (-1, -1) && verified.high == -1
}

/// The search for plies depends on time, so what it leaves in the table differs each time. Here the table is so small that it
/// then loses what was proved.
#[test]
fn a_certificate_is_the_same_text_whether_plies_are_counted_or_not() {
    for (spec, moves) in [
        ("hex:size=4,opening=none", "A1"),
        ("hex:size=5,opening=none", "B2"),
        ("trail-mix:size=4", ""),
        ("trellis:size=5,opening=none", "C3 A1,B3 B4"),
    ] {
        let line = line(spec, moves);
        let [without, with] = [false, true].map(|plies| {
            let limits = Limits { memory: 1 << 16, ..Limits::default() };
            let (solution, text) = asked(&line, Question { plies, ..ALL }, limits, ROOM);
            (solution.nodes, text.unwrap())
        });
        assert!(without.0 < with.0, "plies were looked for");
        assert_eq!(without.1, with.1, "{spec} {moves}");
    }
}

#[test]
fn what_is_solved_is_proved_in_every_game() {
    let lines = [
        ("trellis:size=3,opening=none", ""),
        ("trellis:size=3,opening=none", "pass"),
        ("trellis:size=3,opening=none", "A1"),
        ("trellis:size=3,opening=swap", ""),
        ("trellis:size=3", "A1 B2"),
        ("trellis:size=5,opening=none", "C3 A1,B3 B4,D3 E1,E4"),
        ("original-trellis:size=9,opening=none", ""),
        ("diagonal-bridg-it:size=3,opening=none", ""),
        ("diagonal-bridg-it:size=3,opening=none", "pass"),
        ("diagonal-bridg-it:size=3,opening=none", "B2 A1 pass"),
        ("trellis:size=3,opening=none", "B2 A1 pass"),
        ("diagonal-bridg-it:size=3", ""),
        ("diagonal-bridg-it:size=3", "B2"),
        ("diagonal-bridg-it:size=7,opening=none", "A1 D4"),
        ("bridg-it:size=2", ""),
        ("bridg-it:size=3", "A1"),
        ("bridg-it:size=4,opening=swap", ""),
        ("bridg-it:size=6", ""),
        ("hex:size=2", ""),
        ("hex:size=2", "B1"),
        ("hex:size=3,opening=none", ""),
        ("hex:size=4,opening=none", "B2"),
        ("hex:size=4", "A1"),
        ("quadrant-hex:size=6,opening=none", ""),
        ("trail-mix:size=3", ""),
        ("trail-mix:size=3,opening=swap", ""),
        ("trail-mix:size=3", "B2"),
        ("trail-mix:size=4", ""),
        ("trail-mix:size=4", "B2 B3"),
        ("trail-mix:size=4,opening=swap", ""),
        ("trail-mix:size=4,tokens=20", "B2 C2 A1 C4 D1"),
        ("trichet:num_tiles=4,win_size=7", ""),
        ("trichet:num_tiles=6,win_size=7", ""),
        ("plexus:size=3", ""),
        ("plexus:size=3,final=none", ""),
    ];
    for (spec, moves) in lines {
        let mut line = line(spec, moves);
        // A position that is too large for the rules alone is played on at random.
        if spec.starts_with("original") || spec.starts_with("quadrant") {
            let mut rng = Rng::new(7);
            while line.position().count() > 10 {
                let moves = line.position().moves();
                let ply = moves[rng.below(moves.len() as u32) as usize].clone();
                line.play(&ply).unwrap();
                if line.position().outcome().is_some() {
                    line.undo();
                }
            }
        }
        let (solution, proof) = certified(&line, ROOM);
        let text = proof.unwrap_or_else(|error| panic!("{spec} {moves}: {error}"));
        let (read, verified) =
            verify(&text).unwrap_or_else(|error| panic!("{spec} {moves}: {error}\n{text}"));
        assert_eq!(read.position().text(), line.position().text());
        assert!(agrees(&verified, &solution), "{spec} {moves}: {verified:?} and {solution:?}");
    }
}

/// What a position is worth for the side to move, found by trying everything that the rules allow.
fn worth(position: &AnyPosition, known: &mut HashMap<String, i8>) -> i8 {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Drawn => 0,
            Outcome::Won(_) => unreachable!("only positions that go on are asked about"),
        };
    }
    let turn = position.turn();
    // The board does not show whether a pass would end the game.
    let mut passed = position.clone();
    let ends = passed.play("pass").is_ok() && passed.outcome().is_some();
    let key = format!("{}{:?}{}{ends}", position.text(), turn, position.moves().join(" "));
    if let Some(&worth) = known.get(&key) {
        return worth;
    }
    let best = position.moves().into_iter().map(|ply| gets(position, &ply, known)).max().unwrap();
    known.insert(key, best);
    best
}

/// The result of a ply for the side to move: 1, 0 or -1.
fn gets(position: &AnyPosition, ply: &str, known: &mut HashMap<String, i8>) -> i8 {
    let mut next = position.clone();
    next.play(ply).unwrap();
    let mover = position.turn().unwrap();
    match next.outcome() {
        Some(Outcome::Drawn) => 0,
        Some(Outcome::Won(seat)) => {
            if seat == mover {
                1
            } else {
                -1
            }
        }
        None if next.turn() == Some(mover) => worth(&next, known),
        None => -worth(&next, known),
    }
}

/// Whether what is proved is true.
fn is_true(line: &Line, verified: &Verified, known: &mut HashMap<String, i8>) -> bool {
    let position = line.position();
    let worth = worth(position, known);
    (verified.low..=verified.high).contains(&worth)
        && verified.winning.iter().all(|ply| gets(position, ply, known) == 1)
}

#[test]
fn a_certificate_that_is_too_large_is_refused_in_a_sentence() {
    let (solution, proof) = certified(&line("hex:size=4,opening=none", ""), 1 << 12);
    assert_eq!(solution.value, Some(Value::Win));
    assert_eq!(
        proof.unwrap_err().to_string(),
        "the certificate would take more than the allowed 0 MiB: ask for less, or allow more"
    );
}

/// The solver claims a loss in one claim; other programs may claim of one ply after the other that it does not help.
#[test]
fn a_loss_is_proved_by_one_claim_for_each_ply() {
    let head = "crosscut certificate 1\ngame trail-mix:size=3\nmoves b2\n";
    let claims = ["a1\nwalk b3", "a2", "a3\nwalk c1", "b1", "b3", "c1", "c2", "c3"];
    let claimed = |claims: &[&str]| {
        let lines = claims.iter().map(|it| format!("claim at most loss by {it}\n"));
        let text = format!("{head}{}end\n", lines.collect::<String>());
        let (_, verified) = verify(&text).unwrap();
        (verified.high, verified.not_winning)
    };
    assert_eq!(claimed(&claims), (-1, 8));
    // One of them is left out.
    assert_eq!(claimed(&claims[..7]), (1, 7));
}
