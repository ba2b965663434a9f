//! Our random games and the yardsticks', in turns, in one run.

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::time::Duration;

use crosscut_bench::yardstick;
use crosscut_games::hex::Hex;
use crosscut_rules::{Game, Options, Rng, Seat};
use crosscut_search::Evaluate;

fn main() {
    let mut rng = Rng::new(1);
    let hex = Hex::new(&Options::parse(Hex::CARD.options, "opening=none").expect("an option"));
    let start = hex.start();
    let mut naive = yardstick::Hex::new(11);
    let mut naive2 = yardstick::Hex::new(11);
    let mut rng2 = Rng::new(2);
    let mut rng3 = Rng::new(3);
    compete(
        "hex ply",
        &mut || {
            let p = Hex::playout(&start, &mut rng);
            (1, p.plies as u64, u64::from(p.outcome.winner() == Some(Seat::First)))
        },
        &mut || {
            let (plies, first) = naive.ply(&mut rng2);
            (1, plies as u64, u64::from(first))
        },
    );
    let mut rng = Rng::new(1);
    compete(
        "hex fill",
        &mut || {
            let f = hex.fill(512, &mut rng).expect("it can");
            (f.games, f.plies as u64 * f.games, f.first_wins)
        },
        &mut || (1, 121, u64::from(naive2.fill(&mut rng3))),
    );
}

type Work<'a> = &'a mut (dyn FnMut() -> (u64, u64, u64) + 'a);

fn compete<'a>(name: &str, ours: Work<'a>, naive: Work<'a>) {
    let mut works = [ours, naive];
    let mut sums = [(Duration::ZERO, 0, 0, 0); 2];
    for _ in 0..20 {
        for (sum, work) in sums.iter_mut().zip(&mut works) {
            let start = cpu();
            while cpu() < start + Duration::from_millis(100) {
                for _ in 0..200 {
                    let (games, plies, wins) = work();
                    sum.1 += games;
                    sum.2 += plies;
                    sum.3 += wins;
                }
            }
            sum.0 += cpu() - start;
        }
    }
    let rates = sums.map(|(time, games, plies, wins)| {
        let n = games as f64;
        println!(
            "{name}: {:.0} games/s, mean {:.3} plies, first wins {:.5}",
            n / time.as_secs_f64(),
            plies as f64 / n,
            wins as f64 / n
        );
        n / time.as_secs_f64()
    });
    println!("{name}: ratio {:.2}", rates[0] / rates[1]);
}

/// What this thread has used of its processor.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    Duration::from_nanos(text.split(' ').next().and_then(|it| it.parse().ok()).expect("a number"))
}
