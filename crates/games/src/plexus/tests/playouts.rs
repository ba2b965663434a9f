use std::collections::HashSet;

use crosscut_rules::{Game, Outcome, Position, Rng, Seat};
use crosscut_search::Evaluate;

use super::{after, game, random_game};
use crate::plexus::position::WORDS;
use crate::plexus::{Plexus, PlexusPosition, Segment};

/// The result of many games, by [`Evaluate::playout`] and by listing plies.
fn shares(position: &PlexusPosition, games: u32) -> [f64; 2] {
    let first = |outcome| f64::from(u8::from(outcome == Outcome::Won(Seat::First)));
    let mut rng = Rng::new(23);
    let fast: f64 = (0..games)
        .map(|_| {
            let playout = Plexus::playout(position, &mut rng);
            assert_eq!(playout.plies, position.left(), "every ply takes one dot");
            first(playout.outcome)
        })
        .sum();
    let slow: f64 = (0..games)
        .map(|_| {
            let mut position = position.clone();
            let mut moves = Vec::new();
            while position.outcome().is_none() {
                moves.clear();
                position.moves(&mut moves);
                position.play_unchecked(rng.pick(&moves));
            }
            first(position.outcome().unwrap())
        })
        .sum();
    [fast / f64::from(games), slow / f64::from(games)]
}

#[test]
fn playouts_win_as_often_as_listed_plies_do() {
    // Five standard deviations of the difference between two shares of 1/2.
    for (options, plies, games) in [
        ("", "", 20_000),
        ("", "d4w c4w d4e", 20_000),
        ("size=5,final=none", "c4e", 30_000),
        ("size=9", "", 5_000),
    ] {
        let [fast, slow] = shares(&after(options, plies), games);
        let bound = 5.0 * (0.5 / f64::from(games)).sqrt();
        assert!((fast - slow).abs() < bound, "{options} {plies}: {fast} and {slow}");
    }
}

/// The chances of a win of the first seat and of a draw if both play at random, by following every line of play.
fn chances(position: &PlexusPosition) -> [f64; 2] {
    match position.outcome() {
        Some(Outcome::Won(Seat::First)) => [1.0, 0.0],
        Some(Outcome::Won(Seat::Second)) => [0.0, 0.0],
        Some(Outcome::Drawn) => [0.0, 1.0],
        None => {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let mut sum = [0.0, 0.0];
            for &m in &moves {
                let mut next = position.clone();
                next.play_unchecked(m);
                let [win, draw] = chances(&next);
                sum = [sum[0] + win, sum[1] + draw];
            }
            sum.map(|it| it / moves.len() as f64)
        }
    }
}

#[test]
fn playouts_have_the_exact_chances_of_size_3() {
    let games = 40_000;
    for options in ["size=3", "size=3,final=none"] {
        for plies in ["", "b2w", "b3e", "b3e c3s", "b2w a2n", "b2e c2s b2w"] {
            let position = after(options, plies);
            let [win, draw] = chances(&position);
            let mut rng = Rng::new(29);
            let mut found = [0.0, 0.0];
            for _ in 0..games {
                match Plexus::playout(&position, &mut rng).outcome {
                    Outcome::Won(Seat::First) => found[0] += 1.0,
                    Outcome::Won(Seat::Second) => {}
                    Outcome::Drawn => found[1] += 1.0,
                }
            }
            for (chance, found) in [win, draw].into_iter().zip(found) {
                let n = f64::from(games);
                let bound = 5.0 * (chance * (1.0 - chance) / n).sqrt() + 1e-9;
                assert!(
                    (found / n - chance).abs() < bound,
                    "{options} {plies}: {} for {chance}",
                    found / n
                );
            }
        }
    }
}

/// Checks that every number gives one legal segment, and every legal segment has one number, so that a uniform number is a
/// uniform ply.
fn numbers_are_plies<const W: usize>(position: &PlexusPosition) {
    let figure = position.figure().resized::<W>();
    let ways = figure.ways(position.class());
    let counts = ways.counts();
    let numbered: HashSet<Segment> = (0..counts.iter().sum())
        .map(|k| ways.nth(counts, k))
        .map(|(bit, direction)| Segment { from: figure.dot(bit), direction })
        .collect();
    let mut moves = Vec::new();
    position.moves(&mut moves);
    assert_eq!(numbered.len(), moves.len());
    assert_eq!(numbered, moves.into_iter().collect());
}

#[test]
fn a_playout_s_numbers_are_the_legal_plies_on_every_size() {
    let mut rng = Rng::new(31);
    for size in (3..=19).step_by(2) {
        let options = format!("size={size}");
        let (_, line) = random_game(&options, &mut rng);
        let mut position = game(&options).start();
        for m in line {
            match position.figure().words() {
                1 => numbers_are_plies::<1>(&position),
                2 => numbers_are_plies::<2>(&position),
                3 => numbers_are_plies::<3>(&position),
                4 => numbers_are_plies::<4>(&position),
                5 => numbers_are_plies::<5>(&position),
                _ => numbers_are_plies::<WORDS>(&position),
            }
            position.play_unchecked(m);
        }
    }
}
