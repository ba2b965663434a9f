use std::ops::ControlFlow;

use crosscut_rules::{Game, Minimax, Outcome, Position, Rng, Seat};
use crosscut_solve::{Bounds, Limits, Node, Question, Solve, Value, solve};

use super::DEAD;
use crate::testing::{game, solution};
use crate::trichet::{Trichet, TrichetPosition};

/// A random game that prefers winning plies: all its positions but the last, and the winner.
fn at_hazard(mut position: TrichetPosition, rng: &mut Rng) -> (Vec<TrichetPosition>, Option<Seat>) {
    let (mut line, mut moves) = (Vec::new(), Vec::new());
    loop {
        if let Some(outcome) = position.outcome() {
            return (line, outcome.winner());
        }
        moves.clear();
        position.moves(&mut moves);
        let mut next = position.clone();
        for _ in 0..40 {
            next = position.clone();
            next.play_unchecked(rng.pick(&moves));
            if next.outcome() == Some(Outcome::Won(position.turn())) {
                break;
            }
        }
        line.push(std::mem::replace(&mut position, next));
    }
}

/// A position `back` plies before the last one of a won game, with only `pool` tiles left.
fn before_a_win(back: usize, pool: u16, rng: &mut Rng) -> TrichetPosition {
    loop {
        let (mut line, winner) = at_hazard(game::<Trichet>("win_size=7").start(), rng);
        if winner.is_some() && line.len() > back {
            let mut position = line.swap_remove(line.len() - 1 - back);
            position.pool = pool;
            return position;
        }
    }
}

#[test]
fn small_pools_are_solved_like_brute_force() {
    let (mut rng, mut seen) = (Rng::new(3), [0; 3]);
    let game: Trichet = game("win_size=7");
    for at in 0..30 {
        let root = before_a_win(at % 2, 2, &mut rng);
        let (mut minimax, mut moves) = (Minimax::new(usize::MAX), Vec::new());
        root.moves(&mut moves);
        let children = moves.into_iter().map(|m| {
            let mut next = root.clone();
            next.play_unchecked(m);
            next
        });
        for position in children.step_by(3).chain([root.clone()]) {
            let result = minimax.worth(&position).unwrap().result(position.turn());
            let value = [Value::Loss, Value::Draw, Value::Win][(1 + result) as usize];
            assert_eq!(solution(&game, &position).value, Some(value), "{position:?}");
            seen[value as usize] += 1;
        }
    }
    assert!(seen[1] > 100 && seen[2] > 3, "{seen:?}");
}

#[test]
fn whoever_wins_could_still_win_at_every_ply_before() {
    let (mut rng, mut won, mut hopeless) = (Rng::new(7), 0, 0);
    for at in 0..900 {
        let position = before_a_win(at % 4, 2 + (at % 7) as u16, &mut rng);
        let (line, winner) = at_hazard(position, &mut rng);
        for position in &line {
            hopeless += position.winnable().iter().filter(|it| !**it).count();
            if let Some(seat) = winner {
                won += 1;
                assert!(position.winnable()[seat.index()], "{position:?}");
            }
        }
    }
    assert!(won > 100 && hopeless > 60, "{won} {hopeless}");
}

#[test]
fn positions_in_which_nobody_can_win_have_one_key() {
    let game: Trichet = game("num_tiles=10");
    let mut children = Vec::new();
    let node = game.node(&game.start()).unwrap();
    assert_eq!(node.look(&mut children), Bounds { low: 0, high: 1 });
    assert_ne!(node.key(), DEAD);
    assert_eq!(children.iter().filter(|it| it.key == DEAD).count(), 1);
    assert!(children.len() < game.start().count());
}

#[test]
fn tables_that_are_alike_have_keys_of_their_own_if_their_pools_are_not() {
    let key = |options: &str| {
        let game: Trichet = game(options);
        game.node(&game.start()).unwrap().key()
    };
    assert_ne!(key("num_tiles=40"), key("num_tiles=42"));
}

#[test]
fn plies_are_left_out_that_lose_at_once() {
    let (mut rng, mut out, mut lost) = (Rng::new(23), 0, 0);
    let game: Trichet = game("win_size=7");
    for at in 0..2500 {
        let position = before_a_win(1 + at % 2, 60, &mut rng);
        let won = |it: &TrichetPosition, seat| it.outcome() == Some(Outcome::Won(seat));
        let after = |it: &TrichetPosition| {
            let mut moves = Vec::new();
            it.moves(&mut moves);
            let next = |m| {
                let mut next = it.clone();
                next.play_unchecked(m);
                next
            };
            moves.into_iter().map(|m| (m, next(m))).collect::<Vec<_>>()
        };
        let (mut children, mover) = (Vec::new(), position.turn());
        let bounds = game.node(&position).unwrap().look(&mut children);
        let plies = after(&position);
        // A win by a long cascade may be overlooked.
        let wins = plies.iter().any(|(_, next)| won(next, mover));
        assert!(wins || bounds != Bounds::WIN, "{position:?}");
        if bounds == Bounds::WIN {
            continue;
        }
        for (m, next) in plies.iter().filter(|(m, _)| children.iter().all(|it| it.ply != *m)) {
            let refuted = || after(next).iter().any(|(_, next)| won(next, !mover));
            assert!(won(next, !mover) || refuted(), "{m} in {position:?}");
            out += 1;
        }
        if bounds == Bounds::LOSS {
            lost += 1;
            assert_eq!(length(&game, &position).1, Some(2), "{position:?}");
        }
    }
    assert!(out > 100 && lost > 0, "{out} {lost}");
}

/// What a position is worth, and how many plies the game lasts.
fn length(game: &Trichet, position: &TrichetPosition) -> (Option<Value>, Option<u32>) {
    let question = Question { all: false, plies: true };
    let go_on = &mut |_: &_| ControlFlow::Continue(());
    let solution = solve(game, position, question, &Limits::default(), go_on);
    (solution.value, solution.plies)
}
