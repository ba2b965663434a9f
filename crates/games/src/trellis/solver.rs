use crosscut_rules::Position;
use crosscut_solve::Solve;

use super::duel::{Duel, MOST, members};
use super::{Stones, Trellis, TrellisPosition, Turn};
use crate::board::Point;

impl Solve for Trellis {
    type Node = Duel;

    fn node(&self, position: &TrellisPosition) -> Option<Duel> {
        let size = position.size();
        let no_ban = position.mirror().is_none_or(|it| size <= 5 && !it.has_streak());
        let simple = position.opening().is_over() && position.passes() == 0 && no_ban;
        (size <= MOST && simple).then(|| Duel::of(position, position.side()))
    }

    fn candidates(&self, position: &TrellisPosition) -> Option<Vec<Turn>> {
        let turn = |points: u64| {
            let mut points = members(points).map(|it| Point::at(it, position.size()));
            let (first, second) = (points.next()?, points.next());
            Some(Turn::Place(
                second.map_or_else(|| Stones::one(first), |it| Stones::two(first, it)),
            ))
        };
        self.node(position)?.answers().into_iter().map(turn).collect()
    }
}

#[cfg(test)]
mod tests;
