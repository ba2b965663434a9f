use std::fmt;
use std::str::FromStr;

use crosscut_rules::MoveError;

/// A dot by its column and row, both counted from 0 at the lower left: a1 is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dot {
    /// The column, 0 for column a; the notation reads at most 25, whatever the board.
    pub column: u8,
    /// The row, 0 for row 1; the notation reads at most 98.
    pub row: u8,
}

/// The direction of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up, to the next row.
    North,
    /// Right, to the next column.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

/// A ply: a segment drawn from a dot in a direction. `c3n` leads from c3 to c4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// The connected dot from which it is drawn.
    pub from: Dot,
    /// Its direction.
    pub direction: Direction,
}

impl Direction {
    /// All four directions, clockwise from the north.
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The word for the direction.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Direction::North => "north",
            Direction::East => "east",
            Direction::South => "south",
            Direction::West => "west",
        }
    }
}

impl Dot {
    /// The neighbour in a direction on a board of `size` x `size` dots, if there is one.
    #[must_use]
    pub fn step(self, direction: Direction, size: u8) -> Option<Dot> {
        let Dot { column, row } = self;
        let (column, row) = match direction {
            Direction::North => (Some(column), row.checked_add(1)),
            Direction::East => (column.checked_add(1), Some(row)),
            Direction::South => (Some(column), row.checked_sub(1)),
            Direction::West => (column.checked_sub(1), Some(row)),
        };
        Some(Dot { column: column?, row: row? }).filter(|dot| dot.is_on(size))
    }

    /// Whether a board of `size` x `size` dots has it.
    #[must_use]
    pub fn is_on(self, size: u8) -> bool {
        self.column < size && self.row < size
    }
}

impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), u32::from(self.row) + 1)
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, &self.direction.name()[..1])
    }
}

/// The dot from which a move is drawn, if it is too far out for any board.
pub(super) fn far_dot(text: &str) -> Option<&str> {
    let dot = text.strip_suffix(|it: char| it.is_ascii_alphabetic()).unwrap_or(text);
    let digits = dot.strip_prefix(|it: char| it.is_ascii_alphabetic())?;
    let number = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    let far = digits == "0" || digits.len() > 2 && !digits.starts_with('0');
    (number && far).then_some(dot)
}

impl FromStr for Segment {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        let no_move = || {
            MoveError::syntax(format!(
                "'{text}' is not a move: write the dot you draw from and the direction n, e, s or w, like c3n"
            ))
        };
        let mut rest = lower.chars();
        let column = rest.next().filter(char::is_ascii_lowercase).ok_or_else(no_move)?;
        let digits = rest.as_str().trim_end_matches(|c: char| !c.is_ascii_digit());
        let ending = &rest.as_str()[digits.len()..];
        if !(1..=2).contains(&digits.len()) || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return Err(no_move());
        }
        let row: u8 = digits.parse().map_err(|_| no_move())?;
        let row = row.checked_sub(1).ok_or_else(|| {
            MoveError::syntax(format!("'{text}' is not a move: rows are counted from 1"))
        })?;
        let from = Dot { column: column as u8 - b'a', row };
        if ending.is_empty() {
            return Err(MoveError::syntax(format!(
                "'{text}' has no direction: add n, e, s or w, like {from}n"
            )));
        }
        let direction = Direction::ALL
            .into_iter()
            .find(|direction| direction.name()[..1] == *ending)
            .ok_or_else(no_move)?;
        Ok(Segment { from, direction })
    }
}
