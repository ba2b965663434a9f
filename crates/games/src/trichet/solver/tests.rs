use crosscut_rules::{Game, Outcome, Position, Rng, Seat};
use crosscut_solve::{Bounds, Node, Solve, Value};

use super::DEAD;
use crate::testing::{Known, brute_force, game, solution};
use crate::trichet::{Trichet, TrichetPosition};

/// A game of which each ply is chosen by chance, but rather one that wins; all its positions but the last, and the winner.
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

/// A position so many plies before the last of a game that was won, with only `pool` tiles left.
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
        let (mut known, mut moves) = (Known::<Trichet>::new(), Vec::new());
        root.moves(&mut moves);
        let children = moves.into_iter().map(|m| {
            let mut next = root.clone();
            next.play_unchecked(m);
            next
        });
        for position in children.step_by(3).chain([root.clone()]) {
            let result = brute_force::<Trichet>(&position, &mut known);
            let result = if position.turn() == Seat::First { result } else { -result };
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
fn the_length_of_a_win_is_that_of_the_game() {
    use std::ops::ControlFlow;

    use crosscut_solve::{Limits, Plain, Question, Solution, solve};

    /// The same game, of which nothing is known but the rules.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Rules;
    impl Game for Rules {
        const CARD: crosscut_rules::Card = Trichet::CARD;
        type Position = TrichetPosition;
        fn new(_: &crosscut_rules::Options) -> Self {
            Rules
        }
        fn start(&self) -> TrichetPosition {
            game::<Trichet>("win_size=7").start()
        }
        fn set_up(
            &self,
            setup: &crosscut_rules::Setup,
        ) -> Result<TrichetPosition, crosscut_rules::SetupError> {
            game::<Trichet>("win_size=7").set_up(setup)
        }
    }
    impl Solve for Rules {
        type Node = Plain<TrichetPosition>;
        fn node(&self, position: &TrichetPosition) -> Option<Self::Node> {
            Some(Plain(position.clone()))
        }
    }
    fn solved<G: Solve<Position = TrichetPosition>>(
        game: &G,
        position: &TrichetPosition,
    ) -> Solution<super::Tile> {
        let question = Question { all: false, plies: true };
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        solve(game, position, question, &Limits::default(), go_on)
    }
    let (mut rng, mut seen) = (Rng::new(5), [0; 5]);
    for at in 0..40 {
        let position = before_a_win(at % 2, 2 + (at % 4 / 2) as u16, &mut rng);
        let (ours, rules) =
            (solved(&game::<Trichet>("win_size=7"), &position), solved(&Rules, &position));
        assert_eq!(ours.value, rules.value);
        if let (Some(Value::Win | Value::Loss), Some(plies)) = (ours.value, rules.plies) {
            assert_eq!(ours.plies, Some(plies), "{position:?}");
            seen[plies as usize] += 1;
        }
    }
    assert!(seen[1] > 3, "{seen:?}");
}
