use crosscut_rules::{Outcome, Position};
use crosscut_solve::{Bounds, Child, Node, Solve, key_of};

use super::board::Scratch;
use super::cell::Tile;
use super::knowledge::wins;
use super::position::tiles;
use super::{Trichet, TrichetPosition};

/// A proof has nothing but the rules to go by.
impl crosscut_verify::Verify for Trichet {}

impl Solve for Trichet {
    type Node = Table;

    fn node(&self, position: &TrichetPosition) -> Option<Table> {
        Some(Table { position: position.clone(), timed: false })
    }

    fn timed(&self, position: &TrichetPosition) -> Option<Table> {
        Some(Table { position: position.clone(), timed: true })
    }
}

/// A position, and what is seen in it without a search: what can no longer be closed, wins at once, and plies that do not
/// prevent the other side's.
#[derive(Clone, Debug)]
pub struct Table {
    position: TrichetPosition,
    /// Whether the plies to the end are counted, so that a win at once is shown and not only told.
    timed: bool,
}

/// What positions have in common in which nobody can win any more.
const DEAD: u128 = 0x5f83_1b0a_94c7_d26e_3d91_c25b_7e40_a8f1;

/// How many of the other side's wins are held against each ply.
const THREATS: usize = 4;

impl Table {
    /// A key that is the same for all positions in which nobody can win any more.
    fn key_of(position: &TrichetPosition) -> u128 {
        let dead = match position.outcome {
            Some(outcome) => outcome == Outcome::Drawn,
            None => position.winnable() == [false; 2],
        };
        if dead { DEAD } else { key_of(position) }
    }
}

impl Node for Table {
    type Ply = Tile;

    fn key(&self) -> u128 {
        Table::key_of(&self.position)
    }

    fn look(&self, children: &mut Vec<Child<Tile>>) -> Bounds {
        let position = &self.position;
        let mover = position.turn;
        match position.outcome {
            Some(Outcome::Drawn) => return Bounds::exactly(0),
            Some(Outcome::Won(seat)) if seat == mover => return Bounds::WIN,
            Some(Outcome::Won(_)) => return Bounds::LOSS,
            None => (),
        }
        let winnable = position.winnable();
        let bounds = Bounds {
            low: -i32::from(winnable[(!mover).index()]),
            high: i32::from(winnable[mover.index()]),
        };
        if bounds.low == bounds.high {
            return bounds;
        }
        let mut found = None;
        if bounds.high == 1 {
            wins(position, |tile| {
                found = Some(tile);
                true
            });
        }
        if let Some(tile) = found {
            if !self.timed {
                return Bounds::WIN;
            }
            let mut next = position.clone();
            next.play_unchecked(tile);
            children.push(Child::new(tile, Table::key_of(&next)));
            return bounds;
        }
        let mut threats = Vec::new();
        if bounds.low == -1 {
            wins(&TrichetPosition { turn: !mover, ..position.clone() }, |tile| {
                threats.push(tile);
                threats.len() == THREATS
            });
        }
        let (mut scratch, mut lost) = (Scratch::default(), Vec::new());
        let (mut next, mut then) = (position.clone(), position.clone());
        let mut dead = false;
        position.board.each_empty(|cell, fits| {
            for tile in tiles(cell, fits) {
                next.copy_from(position);
                next.advance(tile, &mut scratch, |_| ());
                let loses = match next.outcome {
                    Some(outcome) => outcome == Outcome::Won(!mover),
                    None => threats.iter().any(|&threat| {
                        if next.board.fits(threat.cell) >> threat.colours.0 & 1 == 0 {
                            return false;
                        }
                        then.copy_from(&next);
                        then.advance(threat, &mut scratch, |_| ());
                        then.outcome == Some(Outcome::Won(!mover))
                    }),
                };
                let key = Table::key_of(&next);
                // One of those that draw for certain is as good as all.
                if key == DEAD && std::mem::replace(&mut dead, true) {
                    continue;
                }
                if loses { &mut lost } else { &mut *children }.push(Child::new(tile, key));
            }
        });
        if children.is_empty() {
            if !self.timed {
                return Bounds::LOSS;
            }
            children.append(&mut lost);
        }
        bounds
    }

    fn play(&mut self, ply: Tile) {
        self.position.play_unchecked(ply);
    }
}

#[cfg(test)]
mod tests;
