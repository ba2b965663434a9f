//! Compares the solver with exhaustive search, in random endgames: `endgames COUNT SEED [SPEC..]`, alternating between the
//! published boards of all games.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;

use crosscut_catalog::{GAMES, Limits, Rng, Spec};

/// The most positions that exhaustive search may visit for one endgame; it is halved up to `HALVED` times at random.
const MOST: usize = 20_000;
const HALVED: u32 = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed, specs @ ..] = &words[..] else {
        return Err("write: endgames COUNT SEED [SPEC..]".into());
    };
    let count: usize = count.parse()?;
    let mut rng = Rng::new(seed.parse()?);
    let specs: Vec<Spec> = match specs {
        [] => GAMES.iter().map(|game| game.card().name.parse()).collect::<Result<_, _>>()?,
        _ => specs.iter().map(|it| it.parse()).collect::<Result<_, _>>()?,
    };
    let (mut all, mut bad) = (0, 0);
    for (index, spec) in specs.iter().enumerate() {
        let (mut seen, mut plies, mut games) = ([0; 3], 0, 0);
        let wanted = count * (index + 1) / specs.len() - count * index / specs.len();
        while games < wanted {
            let Some(endgame) = spec.start().endgame(MOST >> rng.below(HALVED), &mut rng) else {
                continue;
            };
            if let Err(what) = endgame.check(&Limits::default()) {
                println!("{spec} {what}");
                bad += 1;
            }
            seen[(endgame.result() + 1) as usize] += 1;
            plies += endgame.worth.plies;
            games += 1;
        }
        let [lost, drawn, won] = seen;
        let mean = f64::from(plies) / games.max(1) as f64;
        println!(
            "{spec}: {games} endgames, {won} won, {drawn} drawn, {lost} lost, {mean:.1} plies long"
        );
        all += games;
    }
    println!("{bad} of {all} are solved in another way than by trying everything");
    if bad == 0 { Ok(()) } else { Err("the solver is wrong".into()) }
}
