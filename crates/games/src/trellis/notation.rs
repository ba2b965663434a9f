use std::fmt;
use std::str::FromStr;

use crosscut_rules::{MoveError, Side};

use crate::board::Point;

/// One ply of Trellis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// One or two stones: `C6`, `A2,C3`.
    Place(Stones),
    /// No stone: `pass`.
    Pass,
    /// The swap of sides as the answer to the first turn: `swap`.
    Swap,
    /// The answer to the official opening: the second seat takes `black` (the first side) or `white`.
    Choose(Side),
}

/// The stones of one turn, as a set: regardless of which was named first, the one further left comes first, or, in one column,
/// the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    first: Point,
    second: Option<Point>,
}

impl Stones {
    pub(super) const fn one(point: Point) -> Self {
        Stones { first: point, second: None }
    }

    pub(super) fn two(a: Point, b: Point) -> Self {
        Stones { first: a.min(b), second: Some(a.max(b)) }
    }

    /// The one or two points.
    pub(super) fn points(self) -> impl Iterator<Item = Point> {
        [Some(self.first), self.second].into_iter().flatten()
    }

    /// Both points, if there are two.
    pub(super) fn pair(self) -> Option<(Point, Point)> {
        Some((self.first, self.second?))
    }

    /// The images of the stones.
    pub(super) fn map(self, image: impl Fn(Point) -> Point) -> Self {
        match self.second {
            None => Stones::one(image(self.first)),
            Some(second) => Stones::two(image(self.first), image(second)),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Place(Stones { first, second: None }) => first.fmt(f),
            Turn::Place(Stones { first, second: Some(second) }) => write!(f, "{first},{second}"),
            Turn::Pass => f.write_str("pass"),
            Turn::Swap => f.write_str("swap"),
            Turn::Choose(Side::First) => f.write_str("black"),
            Turn::Choose(Side::Second) => f.write_str("white"),
        }
    }
}

impl FromStr for Turn {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let text = text.trim();
        for word in [Turn::Pass, Turn::Swap, Turn::Choose(Side::First), Turn::Choose(Side::Second)]
        {
            if text.eq_ignore_ascii_case(&word.to_string()) {
                return Ok(word);
            }
        }
        // The sides' names for those who see the board.
        for (colour, side) in [("navy", Side::First), ("orange", Side::Second)] {
            if text.eq_ignore_ascii_case(colour) {
                return Ok(Turn::Choose(side));
            }
        }
        let points: Vec<&str> = text.split(',').map(str::trim).collect();
        match points[..] {
            [one] => one.parse().map(Stones::one).map(Turn::Place).map_err(|_| {
                MoveError::syntax(format!(
                    "'{one}' is not a turn: write one point such as C6, two such as A2,C3, or pass"
                ))
            }),
            [_, ""] | ["", _] => Err(MoveError::syntax(format!(
                "'{text}' has a comma and no point beside it: write two points such as A2,C3, or one"
            ))),
            [a, b] => Ok(Turn::Place(Stones::two(a.parse()?, b.parse()?))),
            _ => Err(MoveError::syntax(format!(
                "'{text}' names {} points: a turn has at most two stones",
                points.len()
            ))),
        }
    }
}
