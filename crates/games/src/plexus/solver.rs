use crosscut_rules::{Position, Seat};
use crosscut_solve::{Bounds, Child, Node, Solve, key_of};

use super::{Plexus, PlexusPosition, Segment};

impl Solve for Plexus {
    type Node = Ahead;

    fn node(&self, position: &PlexusPosition) -> Option<Ahead> {
        Some(Ahead(position.clone()))
    }

    fn lead(position: &PlexusPosition) -> Option<i32> {
        Some(lead(position))
    }
}

/// The points the side to move is ahead.
fn lead(position: &PlexusPosition) -> i32 {
    let [first, second] = position.points().map(u32::cast_signed);
    match position.turn() {
        Seat::First => first - second,
        Seat::Second => second - first,
    }
}

/// A position of which only what is to come matters: the points so far do not.
#[derive(Clone, Debug)]
pub struct Ahead(PlexusPosition);

impl Ahead {
    fn key_of(position: &PlexusPosition) -> u128 {
        key_of(&position.future())
    }
}

impl Node for Ahead {
    type Ply = Segment;

    fn key(&self) -> u128 {
        Self::key_of(&self.0)
    }

    fn look(&self, children: &mut Vec<Child<Segment>>) -> Bounds {
        let left = self.0.left().cast_signed();
        if left == 0 {
            return Bounds::exactly(0);
        }
        let (turn, before) = (self.0.turn(), lead(&self.0));
        let mut plies = Vec::new();
        self.0.moves(&mut plies);
        children.extend(plies.into_iter().map(|ply| {
            let mut next = self.0.clone();
            next.play_unchecked(ply);
            let again = next.turn() == turn;
            let after = lead(&next);
            Child {
                again,
                gain: if again { after } else { -after } - before,
                ..Child::new(ply, Self::key_of(&next))
            }
        }));
        Bounds { low: -left, high: left }
    }

    fn play(&mut self, ply: Segment) {
        self.0.play_unchecked(ply);
    }
}

#[cfg(test)]
mod tests;
