use crosscut_rules::Position;
use crosscut_solve::Solve;

use super::duel::{Duel, MOST};
use super::position::Stage;
use super::{Trellis, TrellisPosition};

impl Solve for Trellis {
    type Node = Duel;

    fn node(&self, position: &TrellisPosition) -> Option<Duel> {
        let size = position.size();
        let no_ban = position.mirror().is_none_or(|it| size <= 5 && !it.has_streak());
        let simple = position.stage() == Stage::Play && position.passes() == 0 && no_ban;
        (size <= MOST && simple).then(|| Duel::of(position, position.side()))
    }
}

#[cfg(test)]
mod tests;
