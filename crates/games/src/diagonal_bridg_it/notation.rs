use std::fmt;
use std::str::FromStr;

use crosscut_rules::MoveError;

use crate::board::Point;
use crate::board::connection_game::Ply;

/// One ply of Diagonal Bridg-It.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A stone: `C6`.
    Place(Point),
    /// No stone: `pass`.
    Pass,
}

impl Ply for Turn {
    const PASS: Option<Turn> = Some(Turn::Pass);

    #[inline]
    fn place(cell: Point) -> Turn {
        Turn::Place(cell)
    }

    #[inline]
    fn stone(self) -> Option<Point> {
        match self {
            Turn::Place(cell) => Some(cell),
            Turn::Pass => None,
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Place(point) => point.fmt(f),
            Turn::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Turn {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Turn::Pass);
        }
        text.parse().map(Turn::Place).map_err(|_| {
            MoveError::syntax(format!(
                "'{text}' is not a turn: write one point such as C6, or pass"
            ))
        })
    }
}
