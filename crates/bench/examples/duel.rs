//! A match between two players: `duel SPEC A B [PAIRS] [OPENING] [SEED]`.
//!
//! `cargo run --release -p crosscut-bench --example duel hex:opening=none seconds=0.1 uct,seconds=0.1 100`

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;

use crosscut_catalog::{Duel, Score};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [spec, a, b, rest @ ..] = &words[..] else {
        return Err("write: duel SPEC A B [PAIRS] [OPENING] [SEED]".into());
    };
    let number = |at: usize, default: u64| rest.get(at).map_or(Ok(default), |it| it.parse::<u64>());
    let duel = Duel {
        spec: spec.parse()?,
        contenders: [a.parse()?, b.parse()?],
        opening: number(1, 1)? as usize,
        seed: number(2, 1)?,
    };
    let pairs = number(0, 100)?;
    let mut score = Score::default();
    let mut longest = [std::time::Duration::ZERO; 2];
    let mut simulations = [(0, 0); 2];
    for nth in 0..pairs {
        let pair = duel.pair(nth);
        for game in &pair {
            for who in [0, 1] {
                longest[who] = longest[who].max(game.longest[who]);
                simulations[who].0 += game.simulations[who].0;
                simulations[who].1 += game.simulations[who].1;
            }
        }
        score.add(&pair);
        if (nth + 1) % 10 == 0 || nth + 1 == pairs {
            let per_ply = simulations.map(|(made, plies)| made / plies.max(1));
            println!(
                "{spec} {a} v {b}: {score}, LLR(0,30) {:+.2}; simulations a ply {per_ply:?}, longest {longest:.0?}",
                score.log_likelihood_ratio(0.0, 30.0)
            );
        }
    }
    Ok(())
}
