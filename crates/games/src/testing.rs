//! What the games' tests share, and two games for tests only, which show what a new connection game takes.

mod havannah;
mod hexagons;
mod y;

use std::collections::HashMap;
use std::ops::ControlFlow;

use crosscut_rules::{
    Card, Classic, Game, GameOption, Minimax, Options, Outcome, Position, Rng, Seat, Setup, Source,
    Spoken, Values,
};
use crosscut_search::{Evaluate, Playout};
use crosscut_solve::{Limits, Question, Solution, Solve, Value, solve};

/// The rules of a game, written again in the most obvious way: no incremental state, no tables, no shared code.
pub(crate) trait Oracle {
    fn turn(&self) -> Seat;
    fn outcome(&self) -> Option<Outcome>;
    fn score(&self) -> Option<[u32; 2]> {
        None
    }
    /// Every legal ply in canonical notation, in any order.
    fn legal(&self) -> Vec<String>;
    /// Plays a ply from that list.
    fn play(&mut self, text: &str);
}

/// A card with the options that a connection game must have, and nothing else.
const BARE: Card = Card {
    name: "",
    aliases: &[],
    title: "",
    about: "",
    designer: "",
    year: "",
    source: Source::NONE,
    copyright: "",
    permission: "",
    sides: ["V", "H"],
    goals: ["", ""],
    options: &[
        GameOption {
            name: "size",
            title: "Size",
            about: "cells a side",
            values: Values::Number { least: 2, most: 9, step: 1, default: 5 },
        },
        GameOption {
            name: "opening",
            title: "Opening",
            about: "how the first move's advantage is met",
            values: Values::Choice(&[("swap", "with a swap"), ("none", "without")]),
        },
    ],
    first_game: "",
    spoken: Spoken::NOTHING,
    classic: Classic::AS_ON_THE_CARD,
    sample: "",
    help: "",
};

/// The game with these options (`size=5,opening=none`).
pub(crate) fn game<G: Game>(options: &str) -> G {
    G::new(&Options::parse(G::CARD.options, options).expect("options of the card"))
}

/// Plays random games until `plies` plies are played, and compares position and oracle: turn, outcome and score at every ply,
/// and the whole list of legal plies at every `every`th.
pub(crate) fn agree<G: Game, O: Oracle>(
    options: &str,
    oracle: impl Fn() -> O,
    plies: usize,
    every: usize,
    seed: u64,
) {
    let game: G = game(options);
    let mut rng = Rng::new(seed);
    let mut played = 0;
    while played < plies {
        let (mut fast, mut slow) = (game.start(), oracle());
        let mut line: Vec<String> = Vec::new();
        let mut moves = Vec::new();
        loop {
            assert_eq!(fast.outcome(), slow.outcome(), "outcome of {options} after {line:?}");
            assert_eq!(fast.score(), slow.score(), "score of {options} after {line:?}");
            moves.clear();
            fast.moves(&mut moves);
            if played.is_multiple_of(every) {
                let mut ours: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let mut theirs = slow.legal();
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "legal plies of {options} after {line:?}");
            }
            if fast.outcome().is_some() {
                break;
            }
            assert_eq!(fast.turn(), slow.turn(), "turn of {options} after {line:?}");
            let m = rng.pick(&moves);
            fast.play_unchecked(m);
            slow.play(&m.to_string());
            line.push(m.to_string());
            played += 1;
        }
    }
}

/// The position after these plies (white-space separated).
///
/// # Panics
/// With the refusal, if one of them is refused.
pub(crate) fn after<G: Game>(options: &str, plies: &str) -> G::Position {
    let mut position = game::<G>(options).start();
    for text in plies.split_whitespace() {
        let played = position.read(text).and_then(|m| position.play(m));
        assert_eq!(played, Ok(()), "{text} in {plies}");
    }
    position
}

/// What a player who tries `text` after these plies is told: the refusal, or the canonical move.
pub(crate) fn check<G: Game>(options: &str, plies: &str, text: &str) -> String {
    let position = after::<G>(options, plies);
    match position.read(text).and_then(|m| position.check(m).map(|()| m)) {
        Ok(m) => m.to_string(),
        Err(error) => error.to_string(),
    }
}

/// The position that a set-up describes, or the refusal.
pub(crate) fn set_up<G: Game>(options: &str, setup: &str) -> Result<G::Position, String> {
    let setup = Setup::parse(setup).map_err(|error| error.to_string())?;
    game::<G>(options).set_up(&setup).map_err(|error| error.to_string())
}

/// Compares `games` playouts from a position with few plies left with a uniform choice among the legal plies, computed by
/// following every line: how often each length occurs with each outcome.
pub(crate) fn playouts_are_uniform<G: Evaluate>(position: &G::Position, games: u32, seed: u64) {
    let mut expected = HashMap::new();
    follow(position, 0, 1.0, &mut expected);
    let mut rng = Rng::new(seed);
    let mut found: HashMap<(u32, Outcome), u32> = HashMap::new();
    for _ in 0..games {
        let playout = G::playout(position, &mut rng);
        *found.entry((playout.plies, playout.outcome)).or_default() += 1;
    }
    for end in found.keys() {
        assert!(expected.contains_key(end), "{end:?} cannot happen");
    }
    for (end, share) in expected {
        let (mean, count) =
            (share * f64::from(games), f64::from(found.get(&end).copied().unwrap_or(0)));
        // Five standard deviations, and a little more for ends too rare to have one.
        let allowed = 5.0 * (mean * (1.0 - share)).sqrt() + 3.0;
        assert!((count - mean).abs() < allowed, "{end:?}: {count} times, and {mean} expected");
    }
}

/// Compares playouts with those that list the legal plies, from positions with too many lines to follow: how often each
/// seat wins, and the mean length.
pub(crate) fn playouts_are_as_listed<G: Evaluate>(position: &G::Position, games: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut means = |playout: fn(&G::Position, &mut Rng) -> Playout| {
        let mut sums = [0.0; 4];
        for _ in 0..games {
            let Playout { plies, outcome } = playout(position, &mut rng);
            let plies = f64::from(plies);
            let [first, second] =
                Seat::BOTH.map(|seat| f64::from(u8::from(outcome == Outcome::Won(seat))));
            for (sum, it) in sums.iter_mut().zip([first, second, plies, plies * plies]) {
                *sum += it / f64::from(games);
            }
        }
        sums
    };
    let (fast, slow) = (means(G::playout), means(listed::<G>));
    for (at, square) in [(0, 0), (1, 1), (2, 3)] {
        // Five standard deviations of the difference of two means.
        let spread = 2.0 * (slow[square] - slow[at] * slow[at]) / f64::from(games);
        assert!((fast[at] - slow[at]).abs() <= 5.0 * spread.sqrt(), "{fast:?}, listed {slow:?}");
    }
}

/// A playout that lists the legal plies.
fn listed<G: Evaluate>(position: &G::Position, rng: &mut Rng) -> Playout {
    let (mut position, mut plies, mut moves) = (position.clone(), 0, Vec::new());
    loop {
        if let Some(outcome) = position.outcome() {
            return Playout { plies, outcome };
        }
        moves.clear();
        position.moves(&mut moves);
        position.play_unchecked(rng.pick(&moves));
        plies += 1;
    }
}

fn follow<P: Position>(
    position: &P,
    plies: u32,
    share: f64,
    ends: &mut HashMap<(u32, Outcome), f64>,
) {
    if let Some(outcome) = position.outcome() {
        *ends.entry((plies, outcome)).or_default() += share;
        return;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    for &m in &moves {
        let mut next = position.clone();
        next.play_unchecked(m);
        follow(&next, plies + 1, share / moves.len() as f64, ends);
    }
}

type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// The solver's result for a position, with every winning ply.
pub(crate) fn solution<G: Solve>(game: &G, position: &G::Position) -> Solution<MoveOf<G>> {
    let question = Question { all: true, plies: false };
    solve(game, position, question, &Limits::default(), &mut |_| ControlFlow::Continue(()))
}

/// Compares the solver with brute force on every `every`th position that can be reached from a position. Returns how many were
/// lost, drawn and won for the side to move.
pub(crate) fn solves_like_brute_force<G: Solve>(
    game: &G,
    position: &G::Position,
    every: usize,
) -> [usize; 3] {
    let mut minimax = Minimax::new(usize::MAX);
    minimax.worth(position);
    let known = minimax.known();
    let mut seen = [0; 3];
    for (position, worth) in known.iter().step_by(every) {
        let turn = position.turn();
        let value = match worth.result(turn) {
            ..0 => Value::Loss,
            0 => Value::Draw,
            1.. => Value::Win,
        };
        seen[value as usize] += 1;
        let solution = solution(game, position);
        assert_eq!(solution.value, Some(value), "{position:?}");
        assert!(solution.complete);
        let sign = if turn == Seat::First { 1 } else { -1 };
        let score = G::lead(position).and(worth.lead).map(|it| sign * it);
        assert_eq!(solution.score, score, "{position:?}");
        let mut winning = Vec::new();
        position.moves(&mut winning);
        winning.retain(|&m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            known[&next].result(turn) > 0
        });
        assert_eq!(solution.winning, winning, "{position:?}");
    }
    seen
}

/// The position after `plies` random plies, or at the end of the game if that comes first.
pub(crate) fn at_random<P: Position>(start: &P, plies: usize, rng: &mut Rng) -> P {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        position.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(rng.pick(&moves));
    }
    position
}

/// Compares the values of all plies in random positions with brute force.
pub(crate) fn plies_are_exact<G: Evaluate + Solve>(options: &str, plies: usize, positions: usize) {
    let game: G = game(options);
    let (mut rng, mut seen, mut minimax) = (Rng::new(5), [0; 3], Minimax::new(usize::MAX));
    for _ in 0..positions {
        let position = at_random(&game.start(), plies, &mut rng);
        let Some(exact) = G::exact(&position) else {
            assert!(position.outcome().is_some());
            continue;
        };
        assert_eq!(exact.plies.len(), position.count());
        let mut values = Vec::new();
        for (ply, outcome) in exact.plies {
            let mut next = position.clone();
            next.play_unchecked(ply);
            let worth = minimax.worth(&next).expect("nothing limits it");
            let value = worth.result(position.turn());
            let expected = match outcome {
                Outcome::Drawn => 0,
                Outcome::Won(seat) if seat == position.turn() => 1,
                Outcome::Won(_) => -1,
            };
            assert_eq!(value, expected, "{ply} in {position:?}");
            values.push(value);
        }
        assert!(values.is_sorted_by(|a, b| a >= b), "the best first: {values:?}");
        seen[(values[0] + 1) as usize] += 1;
    }
    assert!(seen[0] + seen[2] > 0, "{options}: {seen:?}");
}
