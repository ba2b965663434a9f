use std::marker::PhantomData;

use crosscut_rules::{Card, Game, Options, Pie, Setup, SetupError};

use super::{Board, ConnectionPosition, ConnectionRules, Geometry};
use crate::board::{Point, read_stones, settled};

/// The rules of a connection game in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionGame<G> {
    /// The size of the board.
    pub(crate) size: usize,
    /// Whether the second seat may answer the first turn with `swap`.
    swap: bool,
    rules: PhantomData<G>,
}

impl<G: ConnectionRules> Game for ConnectionGame<G> {
    const CARD: Card = G::CARD;

    type Position = Pie<ConnectionPosition<G>>;

    fn new(options: &Options) -> Self {
        ConnectionGame {
            size: options.number("size") as usize,
            swap: options.is("opening", "swap"),
            rules: PhantomData,
        }
    }

    fn start(&self) -> Self::Position {
        if self.swap {
            Pie::open(ConnectionPosition::in_opening(self.size))
        } else {
            Pie::closed(ConnectionPosition::new(self.size))
        }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self::Position, SetupError> {
        let width = G::Geometry::width(self.size);
        let (points, turn) = read_stones(setup, G::CARD.sides, width, width)?;
        let mut stones = [Vec::new(), Vec::new()];
        for (points, cells) in points.iter().zip(&mut stones) {
            for &index in points {
                let cell = G::Geometry::cell(Point::at(index, width), self.size);
                cells.push(cell.map_err(|error| SetupError::new(error.to_string()))?);
            }
        }
        let position = |stones: &_, turn| ConnectionPosition::with_stones(self.size, stones, turn);
        let winner = |stones: &_| ConnectionPosition::<G>::board(&position(stones, turn)).winner();
        let turn = settled(setup, G::CARD.sides, (&stones, turn), |_, _| false, winner)?;
        Ok(Pie::closed(position(&stones, turn)))
    }
}
