//! By how much moves exceed their time: `times SECONDS THREADS [SPEC..]`, on the largest boards of all games.
//!
//! Each line gives the worst of a few consecutive moves: how much longer a search took than its time, including what the player
//! does to follow the game (keeping what it knows of the position, and dropping the rest).

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

use crosscut_arena::Contender;
use crosscut_catalog::{Budget, GAMES, Spec, Stopwatch, Values};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, threads, specs @ ..] = &words[..] else {
        return Err("write: times SECONDS THREADS [SPEC..]".into());
    };
    let player: Contender = format!("seconds={seconds},threads={threads}").parse()?;
    let mut specs = specs.to_vec();
    if specs.is_empty() {
        specs = GAMES.iter().map(|game| largest(game.card().name)).collect();
    }
    for spec in specs {
        let spec: Spec = spec.parse()?;
        println!("{spec}: {:.1?} over", over(&spec, &player.budget(&spec)));
    }
    Ok(())
}

/// The spec of a game's largest board.
fn largest(name: &str) -> String {
    let options = GAMES.iter().map(|it| it.card()).find(|it| it.name == name).map(|it| it.options);
    let size = options.unwrap_or_default().iter().find(|it| it.name == "size");
    match size.map(|it| it.values) {
        Some(Values::Number { most, .. }) => format!("{name}:size={most}"),
        _ => name.to_string(),
    }
}

/// The longest overrun of a search, and the longest time spent following the game, over the first moves.
fn over(spec: &Spec, budget: &Budget) -> [Duration; 2] {
    let mut position = spec.start();
    let mut player = position.player(budget);
    let mut worst = [Duration::ZERO; 2];
    for ply in 0..8 {
        // Now and then the opponent plays something unexpected.
        let watch = Stopwatch::start();
        let Some(found) = player.think(budget, &mut |_| ControlFlow::Continue(())) else { break };
        let thought = watch.elapsed().saturating_sub(budget.time.unwrap_or_default());
        let nth = if ply % 3 == 2 { found.candidates.len() - 1 } else { 0 };
        let chosen = &found.candidates[nth].ply;
        if position.play(chosen).is_err() {
            break;
        }
        let watch = Stopwatch::start();
        if player.play(chosen).is_err() {
            break;
        }
        worst = [worst[0].max(thought), worst[1].max(watch.elapsed())];
    }
    worst
}
