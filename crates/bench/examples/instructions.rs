//! The hot operations of every game, one at a time, for counting instructions: `cargo xtask instructions` runs this under
//! valgrind. Without arguments it lists what it can do; `GAME OPERATION CALLS` does it that many times.
#![expect(clippy::print_stdout, reason = "it talks to the task runner")]

use std::hint::black_box;

use crosscut_games::bridg_it::BridgIt;
use crosscut_games::diagonal_bridg_it::DiagonalBridgIt;
use crosscut_games::hex::Hex;
use crosscut_games::original_trellis::OriginalTrellis;
use crosscut_games::plexus::Plexus;
use crosscut_games::quadrant_hex::QuadrantHex;
use crosscut_games::trail_mix::TrailMix;
use crosscut_games::trellis::Trellis;
use crosscut_games::trichet::Trichet;
use crosscut_rules::{Game, Options, Position, Rng};
use crosscut_search::Evaluate;

type Measure = fn(&str, u64) -> bool;

const GAMES: &[(&str, Measure)] = &[
    (Trellis::CARD.name, measure::<Trellis>),
    (OriginalTrellis::CARD.name, measure::<OriginalTrellis>),
    (DiagonalBridgIt::CARD.name, measure::<DiagonalBridgIt>),
    (BridgIt::CARD.name, measure::<BridgIt>),
    (Hex::CARD.name, measure::<Hex>),
    (QuadrantHex::CARD.name, measure::<QuadrantHex>),
    (TrailMix::CARD.name, measure::<TrailMix>),
    (Trichet::CARD.name, measure::<Trichet>),
    (Plexus::CARD.name, measure::<Plexus>),
];

const OPERATIONS: [&str; 4] = ["play", "moves", "outcome", "playout"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [name, operation, calls] => {
            let game = GAMES.iter().find(|(it, _)| it == name);
            let done = game
                .zip(calls.parse().ok())
                .is_some_and(|((_, measure), calls)| measure(operation, calls));
            assert!(done, "give a game, an operation and a number of calls");
        }
        _ => {
            for (name, _) in GAMES {
                for operation in OPERATIONS {
                    println!("{name} {operation}");
                }
            }
        }
    }
}

/// Does an operation `calls` times along a fixed random game, in the middle of one, or for whole games from the start.
fn measure<G: Evaluate>(operation: &str, calls: u64) -> bool {
    let start = G::new(&Options::defaults(G::CARD.options)).start();
    let mut rng = Rng::new(1);
    let (mut line, mut moves, mut position) = (Vec::new(), Vec::new(), start.clone());
    while position.outcome().is_none() {
        moves.clear();
        position.moves(&mut moves);
        let ply = rng.pick(&moves);
        line.push(ply);
        position.play_unchecked(ply);
    }
    let mut middle = start.clone();
    for &ply in &line[..line.len() / 2] {
        middle.play_unchecked(ply);
    }
    match operation {
        "play" => {
            let mut position = start.clone();
            for call in 0..calls as usize {
                if call.is_multiple_of(line.len()) {
                    position = start.clone();
                }
                position.play_unchecked(black_box(line[call % line.len()]));
            }
            black_box(&position);
        }
        "moves" => {
            for _ in 0..calls {
                moves.clear();
                black_box(&middle).moves(&mut moves);
                black_box(&moves);
            }
        }
        "outcome" => {
            for _ in 0..calls {
                black_box(black_box(&middle).outcome());
            }
        }
        "playout" => {
            for _ in 0..calls {
                black_box(G::playout(black_box(&start), &mut rng));
            }
        }
        _ => return false,
    }
    true
}
