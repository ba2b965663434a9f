use std::ops::{ControlFlow, RangeInclusive};

use crosscut_catalog::{AnyPosition, Budget, Method};

/// All grades.
pub const GRADES: RangeInclusive<u8> = 1..=8;

/// The numbers of simulations at which grade 1 is found, then grade 2, up to grade 7.
const STEPS: [u64; 7] = [30, 90, 270, 810, 2_430, 7_290, 21_870];
/// How often each number is tried, and, as `ENOUGH`, how often the turn must be found.
const TRIES: u64 = 3;
const ENOUGH: usize = 2;

/// How hard a turn is to find: how long plain UCT, which knows only the rules, must search until it settles on it.
///
/// A puzzle won in one turn is grade 1 without a search (see [`compose`](fn@crate::compose)): anybody who looks at every turn
/// sees it. Any other turn of grade g is found, in at least two of three runs, with 30 * 3^(g-1) simulations and with all
/// larger numbers in that series; grade 8 is not found with 21,870. No game-specific knowledge is used, so that grades mean the
/// same in all games, and stay the same when the players become stronger.
#[must_use]
pub fn grade(position: &AnyPosition, solution: &str) -> u8 {
    let finds = |simulations: u64, seed: u64| {
        let budget =
            Budget { method: Method::Uct, ..Budget::simulations(simulations).with_seed(seed) };
        let analysis = position.analyse(&budget, &mut |_| ControlFlow::Continue(()));
        analysis
            .and_then(|it| it.candidates.into_iter().next())
            .is_some_and(|it| it.ply == solution)
    };
    let mut grade = *GRADES.end();
    for simulations in STEPS.into_iter().rev() {
        if (0..TRIES).filter(|&seed| finds(simulations, seed)).count() < ENOUGH {
            break;
        }
        grade -= 1;
    }
    grade
}
