//! A player of your own against ours: `cargo run --release -p crosscut-catalog --example own_player`.
//!
//! Yours is the function [`choose`]; put in your own. Ours plays at level 1. The seats change after each game.
#![expect(clippy::print_stdout, reason = "the result is what this is for")]

use std::ops::ControlFlow;

use crosscut_catalog::{AnyPosition, Level, Rng, Seat, Spec};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec: Spec = "hex:size=5".parse()?;
    let mut rng = Rng::new(1);
    let mut won = 0;
    for game in 0..10 {
        let mine = Seat::BOTH[game % 2];
        let mut position = spec.start();
        while let Some(turn) = position.turn() {
            let ply =
                if turn == mine { choose(&position, &mut rng) } else { ours(&spec, &position) };
            position.play(&ply)?;
        }
        let is_won = position.winner() == Some(mine);
        won += u32::from(is_won);
        println!("{position}game {}: {}\n", game + 1, if is_won { "won" } else { "lost" });
    }
    println!("your player won {won} of 10 games");
    Ok(())
}

/// The ply after which most of a hundred random games are won.
fn choose(position: &AnyPosition, rng: &mut Rng) -> String {
    let mine = position.turn().expect("the game goes on");
    let mut wins = |ply: &String| {
        let after = position.apply(ply).expect("it is legal");
        (0..100).filter(|_| after.playout(rng).outcome.winner() == Some(mine)).count()
    };
    let counted = position.legal_moves().into_iter().map(|ply| (wins(&ply), ply));
    counted.max().expect("there is a legal ply").1
}

/// The ply that the computer plays at its lowest level.
fn ours(spec: &Spec, position: &AnyPosition) -> String {
    let analysis =
        position.analyse(&spec.budget(Level::ALL[0]), &mut |_| ControlFlow::Continue(()));
    analysis.expect("the game goes on").candidates.swap_remove(0).ply
}
