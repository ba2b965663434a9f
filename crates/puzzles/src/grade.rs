use std::ops::{ControlFlow, RangeInclusive};

use crosscut_catalog::{AnyPosition, Budget, Method};

/// The grades there are.
pub const GRADES: RangeInclusive<u8> = 1..=8;

/// The simulations after which grade 1 is found, then grade 2, up to grade 7.
const STEPS: [u64; 7] = [30, 90, 270, 810, 2_430, 7_290, 21_870];
/// How often each is tried, and how often it must have been found.
const TRIES: u64 = 3;
const ENOUGH: usize = 2;

/// How hard a turn is to find: how long plain UCT, which knows nothing but the rules, must think until it stays with it.
///
/// A win at once is grade 1: whoever looks at every turn sees it. Any other of grade g is found, in at least two of three runs, with 30 * 3^(g-1) simulations and with all larger numbers of this
/// kind; grade 8 is not found with 21,870. Nobody's knowledge of a game is in it, so that grades of all games mean the
/// same, and stay what they are when the players become stronger.
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
