//! A seeded random game of every game, with everything that its positions show. To review a change of rules, read the diff
//! of these files; `UPDATE=1 cargo test -p crosscut-catalog --test playthroughs` records them again.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crosscut_catalog::{GAMES, Line, Rng, Spec};

#[test]
fn playthroughs_are_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("playthroughs");
    for game in GAMES {
        let name = game.card().name;
        let path = folder.join(format!("{name}.txt"));
        let now = playthrough(&Spec::of(*game, "").expect("defaults are allowed"));
        if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
            fs::write(&path, &now).expect("the folder can be written");
        }
        let recorded = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            recorded == now,
            "{name}: not as recorded; the first difference is {}",
            difference(&recorded, &now)
        );
    }
}

/// Every ply with the position after it in short, and the diagram now and then.
fn playthrough(spec: &Spec) -> String {
    let mut rng = Rng::new(2026);
    let mut line = Line::new(spec.clone());
    let mut out = format!("{spec}\n{}", line.position());
    loop {
        let moves = line.position().moves();
        if moves.is_empty() {
            break;
        }
        let ply = line
            .play(&moves[rng.below(moves.len() as u32) as usize])
            .expect("it is legal")
            .to_string();
        let (number, position) = (line.plies().len(), line.position());
        let turn = position.turn().map_or("-", |seat| seat.name());
        let score = position.score().map(|[a, b]| format!(", score {a}-{b}")).unwrap_or_default();
        let moves = position.moves();
        let sample: Vec<&str> =
            moves.iter().step_by(1 + moves.len() / 4).map(String::as_str).collect();
        let side = position.side().unwrap_or("-");
        let _ = writeln!(
            out,
            "{number}. {ply}: {turn} {side}{score}, {} legal: {}",
            moves.len(),
            sample.join(" ")
        );
        if number % 25 == 0 {
            let _ = write!(out, "{position}");
        }
    }
    let position = line.position();
    let outcome = position.outcome().expect("it is over").name();
    let _ = writeln!(out, "{outcome} {}\n{position}", position.winner_side().unwrap_or("-"));
    out
}

fn difference(recorded: &str, now: &str) -> String {
    let (mut recorded, mut now) = (recorded.lines(), now.lines());
    let mut number = 0;
    loop {
        number += 1;
        match (recorded.next(), now.next()) {
            (None, None) => return "none".to_string(),
            (a, b) if a != b => return format!("in line {number}: recorded {a:?}, now {b:?}"),
            _ => {}
        }
    }
}
