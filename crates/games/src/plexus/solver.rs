use std::sync::OnceLock;

use crosscut_rules::{Position, Rng, Seat};
use crosscut_solve::{Bounds, Child, Node, Solve, mix};

use super::figure::Class;
use super::{Dot, Plexus, PlexusPosition, Segment};

/// A proof has nothing but the rules to go by.
impl crosscut_verify::Verify for Plexus {}

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
    /// The least key of the position's images under the symmetries of the square.
    fn key_of(position: &PlexusPosition) -> u128 {
        let (size, figure) = (position.size(), position.figure());
        let images = images(size);
        let mut keys = [0; SYMMETRIES];
        for row in 0..size {
            for column in 0..size {
                let bit = figure.bit(Dot { column, row });
                let what = match figure.living(bit) {
                    _ if figure.is_free(bit) => 0,
                    Some(Class::Endpoint) => 1,
                    Some(Class::Midpoint) => 2,
                    // Nothing starts there and nothing leads there.
                    None => continue,
                };
                let random =
                    &images[usize::from(row) * usize::from(size) + usize::from(column)][what];
                for (key, &it) in keys.iter_mut().zip(random) {
                    *key ^= it;
                }
            }
        }
        let bound = match position.class() {
            None => 0,
            Some(Class::Endpoint) => 1,
            Some(Class::Midpoint) => 2,
        };
        let least = keys.into_iter().min().unwrap_or_default();
        mix(least ^ (2 * bound + u128::from(position.final_scores())))
    }
}

const SYMMETRIES: usize = 8;

/// By dot and what it is: the random numbers of its images.
type Images = Vec<[[u128; SYMMETRIES]; 3]>;

/// Those of a board with so many dots a side.
fn images(size: u8) -> &'static Images {
    static ALL: [OnceLock<Images>; 20] = [const { OnceLock::new() }; 20];
    let size = usize::from(size);
    ALL[size].get_or_init(|| {
        let mut rng = Rng::new(2011);
        let mut random = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let numbers: Vec<[u128; 3]> =
            (0..size * size).map(|_| std::array::from_fn(|_| random())).collect();
        let image = |dot: usize, symmetry: usize| {
            let (x, y) = (dot % size, dot / size);
            let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
            let x = if symmetry & 2 == 0 { x } else { size - 1 - x };
            let y = if symmetry & 4 == 0 { y } else { size - 1 - y };
            y * size + x
        };
        let all = |dot| {
            std::array::from_fn(|what| {
                std::array::from_fn(|symmetry| numbers[image(dot, symmetry)][what])
            })
        };
        (0..size * size).map(all).collect()
    })
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
