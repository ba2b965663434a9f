use crosscut_rules::{Outcome, Seat};

use super::Direction;
use super::figure::{Class, Figure, Ways};

/// Everything that decides how a game can continue: the classes of the dots, the score, and the class that binds the next
/// half. It has `W` words, enough for the largest board or just enough for its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Course<const W: usize> {
    /// Dots a side.
    pub(super) size: u8,
    /// Whether a first half that takes the last dot scores.
    pub(super) final_scores: bool,
    pub(super) figure: Figure<W>,
    /// The number of dots without a segment.
    pub(super) left: u16,
    /// By seat: the points.
    pub(super) score: [u16; 2],
    /// In a second half, the class the first one used.
    pub(super) class: Option<Class>,
}

impl<const W: usize> Course<W> {
    /// The number of halves so far, including lost ones. (One less if the game has ended by a first half that is not worth a
    /// point.)
    pub(super) fn halves(&self) -> u32 {
        let dots = u32::from(self.size) * u32::from(self.size);
        let [first, second] = self.score.map(u32::from);
        dots - 2 - u32::from(self.left) + first + second
    }

    /// The seat to move. The seats take turns to open full-moves: 1 2, 2 1, 1 2, ..
    pub(super) fn turn(&self) -> Seat {
        if matches!(self.halves() % 4, 0 | 3) { Seat::First } else { Seat::Second }
    }

    /// The segments that may be drawn now.
    pub(super) fn ways(&self) -> Ways<W> {
        self.figure.ways(self.class)
    }

    /// Draws a segment from a connected dot to a free one, without changing score and class.
    pub(super) fn draw(&mut self, from: u32, direction: Direction) {
        self.figure.draw(from, direction);
        self.left = self.left.saturating_sub(1);
    }

    /// Plays a legal half.
    pub(super) fn play(&mut self, from: u32, direction: Direction) {
        let player = self.turn();
        let used = self.figure.class(from);
        self.draw(from, direction);
        self.figure.settle();
        self.class = match self.class {
            Some(_) => None,
            None if !self.figure.ways(Some(used)).any().is_empty() => Some(used),
            None => {
                // The second half is lost.
                if self.left > 0 || self.final_scores {
                    self.score[player.index()] += 1;
                }
                None
            }
        };
    }

    /// The result, if all dots are connected.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| judge(self.score))
    }

    /// The same course in another number of words, which must be enough for its board.
    pub(super) fn resized<const V: usize>(&self) -> Course<V> {
        Course {
            size: self.size,
            final_scores: self.final_scores,
            figure: self.figure.resized(),
            left: self.left,
            score: self.score,
            class: self.class,
        }
    }
}

/// The result with these points.
pub(super) fn judge(score: [u16; 2]) -> Outcome {
    let [first, second] = score;
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Outcome::Won(Seat::First),
        std::cmp::Ordering::Less => Outcome::Won(Seat::Second),
        std::cmp::Ordering::Equal => Outcome::Drawn,
    }
}
