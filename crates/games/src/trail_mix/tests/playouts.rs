//! Fast random games against random games played by listing moves.

use crosscut_rules::{Outcome, Pie, Position, Rng};
use crosscut_search::{Evaluate, Playout};

use super::{FIGURE_2, LATE, TrailMix, TrailMixPosition, read};
use crate::testing::after;

/// Plays on at random by listing moves, as [`Evaluate::playout`] says.
fn listed(position: &Pie<TrailMixPosition>, rng: &mut Rng) -> Playout {
    let mut position = position.clone();
    let mut plies = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return Playout { plies, outcome };
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        position.play_unchecked(rng.pick(&moves));
        plies += 1;
    }
}

/// How often each length and outcome came up: `[length][first, second, draw]`.
fn tally(games: u32, mut playout: impl FnMut() -> Playout) -> Vec<[u32; 3]> {
    let mut tally = vec![[0; 3]; 130];
    for _ in 0..games {
        let Playout { plies, outcome } = playout();
        let outcome = match outcome {
            Outcome::Won(seat) => seat.index(),
            Outcome::Drawn => 2,
        };
        tally[plies as usize][outcome] += 1;
    }
    tally
}

/// The chi-squared statistic of two samples of the same number of games, as standard deviations above its mean.
/// Rare kinds of games are left out.
fn distance(one: &[[u32; 3]], other: &[[u32; 3]]) -> f64 {
    let mut squares = 0.0;
    let mut kinds = 0.0;
    for (&a, &b) in one.iter().flatten().zip(other.iter().flatten()).filter(|&(a, b)| a + b >= 20) {
        squares += f64::from(a.abs_diff(b)).powi(2) / f64::from(a + b);
        kinds += 1.0;
    }
    (squares - kinds) / (2.0 * kinds).sqrt()
}

#[test]
fn random_games_are_distributed_as_with_listed_moves() {
    let positions = [
        after::<TrailMix>("", ""),
        after::<TrailMix>("tokens=20", ""),
        after::<TrailMix>("size=3,opening=swap", ""),
        after::<TrailMix>("size=3,opening=swap", "b1"),
        after::<TrailMix>("size=3,opening=swap", "b1 swap"),
        after::<TrailMix>("size=5,opening=swap", "b1 c3 d4"),
        after::<TrailMix>("size=10", "j10 a1 e5"),
        read("", FIGURE_2).expect("a position"),
        // Few tokens left, with each side to move, and each side running out first.
        read("tokens=20", &without_last(1, "Brown")).expect("a position"),
        read("tokens=20", &without_last(1, "Green")).expect("a position"),
        read("tokens=20", &without_last(2, "Brown")).expect("a position"),
        read("tokens=20", &without_last(2, "Green")).expect("a position"),
    ];
    for (at, position) in positions.iter().enumerate() {
        let mut rng = Rng::new(at as u64);
        let slow = tally(8_000, || listed(position, &mut rng));
        let fast = tally(8_000, || TrailMix::playout(position, &mut rng));
        let distance = distance(&slow, &fast);
        assert!(distance.abs() < 4.0, "position {at}: {distance}");
    }
}

/// The late position with its lowest rows emptied.
fn without_last(rows: usize, turn: &str) -> String {
    let kept: Vec<&str> = LATE.trim().lines().take(7 - rows).collect();
    format!("{}\n{}turn:{turn}", kept.join("\n"), ". . . . . . .\n".repeat(rows))
}

/// The mean length of 40,000 random games.
fn mean_length(options: &str) -> f64 {
    let start = after::<TrailMix>(options, "");
    let mut rng = Rng::new(7);
    let plies: u32 = (0..40_000).map(|_| TrailMix::playout(&start, &mut rng).plies).sum();
    f64::from(plies) / 40_000.0
}

#[test]
fn random_games_last_as_long_as_they_must() {
    // Another program found 37.6 on 7 x 7, in 40,000 games. A game's length has a standard deviation of 6.3, so both
    // means are off by 0.03 or so.
    let mean = mean_length("");
    assert!((37.57..37.8).contains(&mean), "{mean}");
    // On 3 x 3 the mean is exact: the chance of a ply d + 1 is the number of such sequences of plies, without those
    // after a win, among all 9 x 8 x .. of them.
    let mut ways = 1.0;
    let chance = |(d, &sequences): (usize, &f64)| {
        ways *= 9.0 - d as f64;
        sequences / ways
    };
    let sequences = [9.0, 72.0, 504.0, 2856.0, 12240.0, 37296.0, 69552.0, 64512.0, 11520.0];
    let exact: f64 = sequences.iter().enumerate().map(chance).sum();
    let mean = mean_length("size=3");
    assert!((mean - exact).abs() < 0.03, "{mean} and not {exact}");
}

#[test]
fn a_finished_game_is_not_played_on() {
    let position = after::<TrailMix>("size=3", "a1 a3 c3 c1 b2");
    let playout = TrailMix::playout(&position, &mut Rng::new(1));
    assert_eq!((playout.plies, Some(playout.outcome)), (0, position.outcome()));
}
