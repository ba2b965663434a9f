//! `swaps SPEC [POSITIONS [SEED]]`: how well the computer decides who plays which side.
//!
//! First turns are drawn at random (openings of three, in the official opening). Each is evaluated without a swap by 200,000
//! simulations; where that gives the opener more than 0.60 or less than 0.40, the decision at 20,000 simulations is compared
//! with it. Then the opening that the computer chooses itself is evaluated in the same way.
#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

use std::ops::ControlFlow;

use crosscut_catalog::{AnyPosition, Budget, Line, Rng, Spec};

type Done<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Done<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let spec: Spec = words.first().map_or("hex", String::as_str).parse()?;
    let positions: u32 = words.get(1).map_or(Ok(100), |it| it.parse())?;
    let seed: u64 = words.get(2).map_or(Ok(1), |it| it.parse())?;
    let mut rng = Rng::new(seed);
    let (mut clear, mut right) = (0, 0);
    for n in 0..positions {
        let mut line = Line::new(spec.clone());
        while !chooses(line.position()) {
            let moves = line.position().moves();
            line.play(&moves[rng.below(moves.len() as u32) as usize])?;
        }
        let Some(share) = without_a_swap(&line, 200_000)? else { continue };
        if (0.4..=0.6).contains(&share) {
            continue;
        }
        let best = best(line.position(), 20_000, u64::from(n));
        // The opener's side is the one that made the first turn.
        let takes = matches!(best.0.as_str(), "swap" | "black");
        clear += 1;
        right += u32::from(takes == (share > 0.5));
        if takes != (share > 0.5) {
            println!(
                "{}: {} at {:.3}; the opener has {share:.3}",
                line.plies().join(" "),
                best.0,
                best.1
            );
        }
    }
    println!("{spec}: {right} of {clear} clear ones of {positions} decided alike");
    for seed in 1..=5 {
        let mut line = Line::new(spec.clone());
        let mut told = 0.0;
        while !chooses(line.position()) && line.position().turn().is_some() {
            let (ply, share) = best(line.position(), 50_000, seed);
            told = share;
            line.play(&ply)?;
        }
        let share = without_a_swap(&line, 200_000)?.unwrap_or(f64::NAN);
        println!("it opens {}, told {told:.3}, with 200,000: {share:.3}", line.plies().join(" "));
    }
    Ok(())
}

/// Whether the seat to move may take the opener's side by a word.
fn chooses(position: &AnyPosition) -> bool {
    position.words().iter().any(|it| it == "swap" || it == "black")
}

fn best(position: &AnyPosition, simulations: u64, seed: u64) -> (String, f64) {
    let budget = Budget::simulations(simulations).with_seed(seed);
    let found = position.analyse(&budget, &mut |_| ControlFlow::Continue(()));
    found.map_or_else(|| (String::new(), 0.5), |it| (it.candidates[0].ply.clone(), it.share))
}

/// The value for the side not to move once the opening is over; none if the game is over.
fn without_a_swap(line: &Line, simulations: u64) -> Done<Option<f64>> {
    let options = line.spec().options().to_string();
    let others = options.split(',').filter(|it| !it.is_empty() && !it.starts_with("opening="));
    let options: Vec<&str> = others.chain(["opening=none"]).collect();
    let name = line.spec().card().name;
    let mut closed = Line::new(format!("{name}:{}", options.join(",")).parse()?);
    for ply in line.plies() {
        closed.play(ply)?;
    }
    let open = closed.position().turn().is_some();
    Ok(open.then(|| 1.0 - best(closed.position(), simulations, 7).1))
}
