//! A position in words.

use crosscut_rules::{Card, Outcome, Position, Side};

use super::{Board, ConnectionBoard};
use crate::board::counted;

/// Whose stone is on each cell, by number.
pub(crate) fn owners(position: &impl ConnectionBoard) -> Vec<Option<Side>> {
    let board = position.keeper();
    (0..board.cells()).map(|cell| board.owner(cell)).collect()
}

/// Which board it is, a square of what `cells` names, and how many stones each side has.
pub(crate) fn caption(card: &Card, cells: &str, position: &impl ConnectionBoard) -> String {
    let (title, size, [first, second]) = (card.title, position.size(), card.sides);
    let [n, more] = Side::BOTH.map(|side| position.stones(side).count());
    let n = counted(n, "stone");
    format!("{title} on {size} x {size} {cells}, {first} has {n} and {second} {more}")
}

/// How it stands: who has won, or is to move.
pub(crate) fn news<P: Position>(card: &Card, position: &P) -> String {
    match position.outcome() {
        Some(Outcome::Drawn) => {
            format!("drawn because {}", position.drawn_because().unwrap_or_default())
        }
        Some(Outcome::Won(seat)) => {
            format!("{} has won", card.sides[position.held_by(seat).index()])
        }
        None => format!("{} is to move", card.sides[position.side().index()]),
    }
}
