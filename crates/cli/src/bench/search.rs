use std::io::Write;

use anyhow::Result;
use clap::Args;
use crosscut_catalog::{AnyPosition, Budget, GAMES, Rng, Spec};

use super::stopped;
use crate::{interrupt, teach};

/// Run a fixed set of searches and count their nodes
///
/// A few positions of every game, each searched with a fixed number of simulations and a fixed seed. The sum of the nodes
/// depends on nothing but the program: if it changes, so has the search, or a game's own knowledge.
#[derive(Args, Debug)]
#[command(after_long_help = teach::search())]
pub(crate) struct SearchArgs {}

/// How many random plies lead to each position.
const PLIES: [usize; 3] = [0, 9, 24];
const SIMULATIONS: u64 = 300;

impl SearchArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        interrupt::heed();
        let mut sum = 0;
        for game in GAMES {
            let spec: Spec = game.card().name.parse()?;
            let mut nodes = Vec::new();
            for plies in PLIES {
                nodes.push(searched(&at_random(&spec, plies)));
            }
            // An interrupted search has no reproducible node count.
            stopped()?;
            sum += nodes.iter().sum::<usize>();
            let nodes: Vec<String> = nodes.iter().map(ToString::to_string).collect();
            writeln!(out, "{spec} {}", nodes.join(" "))?;
            out.flush()?;
        }
        Ok(writeln!(out, "Bench: {sum}")?)
    }
}

/// The position after this many plies of a random game, always the same one; the game is not over.
fn at_random(spec: &Spec, plies: usize) -> AnyPosition {
    let mut rng = Rng::new(plies as u64);
    let mut position = spec.start();
    for _ in 0..plies {
        let moves = position.moves();
        let mut next = position.clone();
        let played = next.play(&moves[rng.below(moves.len() as u32) as usize]);
        if played.is_err() || next.turn().is_none() {
            break;
        }
        position = next;
    }
    position
}

fn searched(position: &AnyPosition) -> usize {
    let budget = Budget::simulations(SIMULATIONS).with_seed(1);
    let analysis = position.analyse(&budget, &mut |_| interrupt::flow());
    analysis.map_or(0, |it| it.nodes)
}
