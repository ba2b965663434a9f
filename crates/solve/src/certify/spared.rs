use std::fmt::Write;

use crosscut_rules::{Position, Side};
use crosscut_verify::{Cells, Verify, Worst};

use super::Uncertified;
use super::facts::{WrittenFacts, words};
use crate::{Fill, Solve};

/// A board with what does not matter filled in.
pub(super) struct Filled {
    pub(super) stones: [Cells; 2],
    pub(super) fills: Vec<Fill>,
    /// The cells that are worth a turn, the likeliest first.
    pub(super) worthy: Vec<usize>,
}

impl<G: Solve + Verify> WrittenFacts<'_, G> {
    /// Fills in what does not matter, this side to move.
    pub(super) fn filled(&self, mut stones: [Cells; 2], turn: Side) -> Filled {
        let position = (self.board.place)(self.game, [&stones[0], &stones[1]], turn);
        let reduced = match position.outcome() {
            None => self.theory.and_then(|it| it.reduced(&position)),
            Some(_) => None,
        };
        let Some(reduced) = reduced else {
            return Filled { stones, fills: Vec::new(), worthy: Vec::new() };
        };
        for fill in &reduced.fills {
            fill.cells.iter().for_each(|&cell| stones[fill.side.index()].insert(cell));
        }
        Filled { stones, fills: reduced.fills, worthy: reduced.worthy }
    }

    /// Makes of a fact that holds for a filled board one that holds for the board itself, on which the side has `own` stones.
    pub(super) fn spare(
        &mut self,
        mut number: usize,
        own: &Cells,
        fills: &[Fill],
        side: Side,
    ) -> Result<usize, Uncertified> {
        for (at, fill) in fills.iter().enumerate().rev().filter(|(_, fill)| fill.side == side) {
            let fact = *self.facts.get(number).ok_or(Uncertified::Unknown)?;
            let cells: Cells = fill.cells.iter().copied().collect();
            if !fact.needs.meets(&cells) {
                continue;
            }
            let before = fills[..at].iter().filter(|it| it.side == side).flat_map(|it| &it.cells);
            let own = own.or(&before.copied().collect());
            let needs = fact.needs.without(&cells);
            let games = self.board.games().ok_or(Uncertified::Unknown)?;
            let is_dead = |needs: &Cells, taken: usize, own: Option<usize>| {
                let needs = needs.or(&own.into_iter().collect());
                let worst = Worst::new(games, self.board.cells, side, &needs, &fact.carrier);
                worst.is_dead(taken)
            };
            let more = least(&needs, &own, |needs| match fill.cells[..] {
                [a, b] => is_dead(needs, a, Some(b)) && is_dead(needs, b, Some(a)),
                _ => is_dead(needs, fill.cells[0], None),
            });
            let more = more.ok_or(Uncertified::Unknown)?;
            let mut line = match fill.cells[..] {
                [_] => format!("dead {number}"),
                _ => format!("capture {number}"),
            };
            for &cell in &fill.cells {
                let _ = write!(line, " {}", self.names[cell]);
            }
            if !more.is_empty() {
                let _ = write!(line, " / {}", words(&self.names, &more, " "));
            }
            number = self.once(&line, |facts| match fill.cells[..] {
                [a, b] => facts.captured(number, [a, b], &more),
                _ => facts.dead(number, fill.cells[0], &more),
            })?;
        }
        Ok(number)
    }
}

/// Of a side's `own` stones those that a fact has to need besides what it `needs` already, so that something is true; as few
/// as can be left when one after the other is left out. `None` if it is not even true with all of them.
fn least(needs: &Cells, own: &Cells, is_true: impl Fn(&Cells) -> bool) -> Option<Cells> {
    if is_true(needs) {
        return Some(Cells::NONE);
    }
    let mut more = own.without(needs);
    if !is_true(&needs.or(&more)) {
        return None;
    }
    for cell in more.iter().collect::<Vec<_>>() {
        let mut fewer = more;
        fewer.remove(cell);
        if is_true(&needs.or(&fewer)) {
            more = fewer;
        }
    }
    Some(more)
}
