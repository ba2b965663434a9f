use crosscut_rules::{Position, Seat};
use crosscut_solve::{Bounds, Child, Node, Solve};

use super::frontier::{Draw, Frontier};
use super::position::WORDS;
use super::{Plexus, PlexusPosition};

/// A proof has nothing but the rules to go by.
impl crosscut_verify::Verify for Plexus {}

impl Solve for Plexus {
    type Node = Ahead;

    fn node(&self, position: &PlexusPosition) -> Option<Ahead> {
        let course = position.course();
        Some(if course.figure.words() == 1 {
            Ahead::Small(Frontier::of(course))
        } else {
            Ahead::Large(Frontier::of(course))
        })
    }

    fn lead(position: &PlexusPosition) -> Option<i32> {
        let [first, second] = position.points().map(u32::cast_signed);
        Some(match position.turn() {
            Seat::First => first - second,
            Seat::Second => second - first,
        })
    }
}

/// A position of which only what is to come matters, in words that suffice for its board.
#[derive(Clone, Debug)]
pub enum Ahead {
    /// A board of up to 7 x 7 dots.
    Small(Small),
    /// A larger one.
    Large(Large),
}

/// What is to come on a board of up to 7 x 7 dots.
type Small = Frontier<1>;
/// The same on a larger one.
type Large = Frontier<WORDS>;

fn look<const W: usize>(frontier: &Frontier<W>, children: &mut Vec<Child<Draw>>) -> Bounds {
    if frontier.is_over() {
        return Bounds::exactly(0);
    }
    let before = children.len();
    frontier.draws(|draw| {
        let mut next = *frontier;
        let drawn = next.play(draw);
        let key = next.key();
        // Few lead to the same, and there are not many.
        if children[before..].iter().all(|it| it.key != key) {
            children.push(Child {
                again: drawn.again,
                gain: i32::from(drawn.scores),
                ..Child::new(draw, key)
            });
        }
    });
    let most = frontier.most().cast_signed();
    Bounds { low: -most, high: most }
}

impl Node for Ahead {
    type Ply = Draw;

    fn key(&self) -> u128 {
        match self {
            Ahead::Small(frontier) => frontier.key(),
            Ahead::Large(frontier) => frontier.key(),
        }
    }

    fn has_points(&self) -> bool {
        true
    }

    fn look(&self, children: &mut Vec<Child<Draw>>) -> Bounds {
        match self {
            Ahead::Small(frontier) => look(frontier, children),
            Ahead::Large(frontier) => look(frontier, children),
        }
    }

    fn play(&mut self, ply: Draw) {
        let _ = match self {
            Ahead::Small(frontier) => frontier.play(ply),
            Ahead::Large(frontier) => frontier.play(ply),
        };
    }
}

#[cfg(test)]
mod tests;
