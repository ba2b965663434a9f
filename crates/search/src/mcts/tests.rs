use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crosscut_rules::{Card, Game, MoveError, Options, Outcome, Position, Seat, Setup, SetupError};

use super::search;
use crate::{Analysis, Budget, Evaluate};

/// Take one, two or three from a heap; whoever takes the last one wins. Multiples of four are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heap(u8);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct HeapPosition {
    left: u8,
    turn: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take(u8);

impl Game for Heap {
    const CARD: Card = Card {
        name: "heap",
        aliases: &[],
        title: "Heap",
        about: "take the last one",
        designer: "",
        year: "",
        copyright: "",
        permission: "",
        sides: ["1", "2"],
        goals: ["", ""],
        options: &[],
        help: "",
    };
    type Position = HeapPosition;

    fn new(_: &Options) -> Self {
        Heap(21)
    }

    fn start(&self) -> HeapPosition {
        HeapPosition { left: self.0, turn: Seat::First }
    }

    fn set_up(&self, _: &Setup) -> Result<HeapPosition, SetupError> {
        Err(SetupError::new("a heap has no set-ups"))
    }
}

impl Evaluate for Heap {}

impl Position for HeapPosition {
    type Move = Take;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Won(!self.turn))
    }

    fn moves(&self, out: &mut Vec<Take>) {
        out.extend((1..=3.min(self.left)).map(Take));
    }

    fn check(&self, m: Take) -> Result<(), MoveError> {
        if (1..=3.min(self.left)).contains(&m.0) {
            Ok(())
        } else {
            Err(MoveError::illegal("too many"))
        }
    }

    fn play_unchecked(&mut self, m: Take) {
        self.left -= m.0;
        self.turn = !self.turn;
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        text.parse().map(Take).map_err(|_| MoveError::syntax("no number"))
    }
}

fn analyse(heap: u8, budget: &Budget) -> Analysis<Take> {
    search::<Heap>(&Heap(heap).start(), budget, &mut |_| ControlFlow::Continue(()))
        .expect("there is a move")
}

#[test]
fn a_win_at_once_is_seen_without_a_simulation() {
    let analysis = analyse(3, &Budget::simulations(0));
    assert_eq!(analysis.candidates[0].ply, Take(3));
    assert_eq!((analysis.simulations, analysis.proved), (0, Some(Outcome::Won(Seat::First))));
    assert_eq!(analysis.line, [Take(3)]);
}

#[test]
fn wins_and_losses_are_proved() {
    for heap in 1..30 {
        let analysis = analyse(heap, &Budget::default());
        let winner = if heap % 4 == 0 { Seat::Second } else { Seat::First };
        assert_eq!(analysis.proved, Some(Outcome::Won(winner)), "heap of {heap}");
        if heap % 4 != 0 {
            assert_eq!(analysis.candidates[0].ply, Take(heap % 4), "heap of {heap}");
            assert!(analysis.share == 1.0);
        }
    }
}

#[test]
fn a_seed_repeats_the_search() {
    let budget = Budget::simulations(200).with_seed(5);
    let (one, two) = (analyse(101, &budget), analyse(101, &budget));
    assert_eq!(
        (one.candidates, one.line, one.nodes),
        (two.candidates.clone(), two.line, two.nodes)
    );
    let other = analyse(101, &budget.with_seed(6));
    assert_ne!(two.candidates, other.candidates);
}

#[test]
fn a_full_tree_does_not_grow() {
    let analysis = analyse(201, &Budget { nodes: 100, ..Budget::simulations(5_000) });
    assert!(analysis.nodes <= 100 && analysis.simulations == 5_000, "{} nodes", analysis.nodes);
}

#[test]
fn there_is_nothing_to_search_after_the_end() {
    assert!(
        search::<Heap>(&Heap(0).start(), &Budget::default(), &mut |_| ControlFlow::Continue(()))
            .is_none()
    );
}
