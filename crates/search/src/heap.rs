use std::fmt;
use std::str::FromStr;

use crosscut_rules::{Card, Game, MoveError, Options, Outcome, Position, Seat, Setup, SetupError};

use crate::Evaluate;

/// A game for tests: take one, two or three from a heap; whoever takes the last one wins. Multiples of four are lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heap(pub(crate) u8);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HeapPosition {
    left: u8,
    turn: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Take(pub(crate) u8);

impl Game for Heap {
    const CARD: Card = Card { name: "heap", ..Card::BLANK };
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
