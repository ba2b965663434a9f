use crosscut_rules::Seat;

use super::notation::Stones;
use crate::board::Point;

/// The symmetries of the square besides the identity: the half turn, two quarter turns, four reflections.
const SYMMETRIES: usize = 7;

/// How many mirroring turns in a row a seat may make.
const ALLOWED: u8 = 9;

/// What the mirror rule remembers.
///
/// A turn mirrors the one just before it when a symmetry takes that one's stones to its own. Each seat has a count of
/// consecutive mirroring turns for every symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Mirror {
    /// The stones of the turn before; none at the start, after a pass, and when it cannot matter any more.
    last: Option<Stones>,
    /// Mirroring turns in a row, by seat and symmetry.
    streaks: [[u8; SYMMETRIES]; 2],
}

impl Mirror {
    /// Takes note of a turn with stones, which leaves `empty` points without one.
    pub(super) fn follow(&mut self, size: usize, seat: Seat, stones: Stones, empty: usize) {
        let last = self.last.replace(stones);
        for (g, streak) in self.streaks[seat.index()].iter_mut().enumerate() {
            let mirrors = last.is_some_and(|last| image(g, size, last) == stones);
            *streak = if mirrors { *streak + 1 } else { 0 };
        }
        // A seat with a streak of k meets the ban only after 9 - k more turns of both seats with a stone each, and has a
        // point left for the stone it may not put. On a fuller board the past does not matter, so that positions which
        // differ in it alone are equal.
        let longest = self.streaks.as_flattened().iter().max().map_or(0, |&it| usize::from(it));
        if empty + 2 * longest < 2 * usize::from(ALLOWED) + 1 {
            *self = Mirror::default();
        }
    }

    /// The turns that `seat` may not make now, each once.
    pub(super) fn banned(&self, size: usize, seat: Seat) -> Vec<Stones> {
        let mut banned = Vec::new();
        for (g, &streak) in self.streaks[seat.index()].iter().enumerate() {
            if streak >= ALLOWED
                && let Some(last) = self.last
                && let stones = image(g, size, last)
                && !banned.contains(&stones)
            {
                banned.push(stones);
            }
        }
        banned
    }
}

/// The image of a turn's stones under a symmetry of the board.
fn image(g: usize, size: usize, stones: Stones) -> Stones {
    let far = size as u8 - 1;
    stones.map(|Point { column, row }| {
        let (across, up) = (far - column, far - row);
        let (column, row) = match g {
            0 => (across, up),
            1 => (up, column),
            2 => (row, across),
            3 => (across, row),
            4 => (column, up),
            5 => (row, column),
            _ => (up, across),
        };
        Point { column, row }
    })
}
