use std::fmt;

use crosscut_catalog::Value;

/// What is wrong with a puzzle: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The line is not the JSON of a puzzle.
    Json(String),
    /// An earlier line, with this number, has the same id.
    Twice(usize),
    /// The position is not valid.
    Position(String),
    /// The game is over.
    Over,
    /// This side is to move, not the one named.
    Side(String),
    /// The id of the position is this one.
    Id(String),
    /// This grade does not exist.
    Grade(u8),
    /// The rules refuse the solution.
    Solution(String),
    /// The solution is not in canonical form, which is this.
    Spelling(String),
    /// The rules refuse the defence.
    Defence(String),
    /// The number of legal turns is this.
    Legal(usize),
    /// The limits were too low for a proof.
    Unproved,
    /// The side to move does not win.
    NotWon(Value),
    /// The winning turns are these.
    Winning(Vec<String>),
    /// The game lasts this many plies.
    Plies(u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Json(why) => write!(f, "it is not a puzzle: {why}"),
            Fault::Twice(line) => write!(f, "its id is that of the puzzle on line {line}"),
            Fault::Position(why) => write!(f, "its position cannot be set up: {why}"),
            Fault::Over => f.write_str("the game is over: nobody is to move"),
            Fault::Side(side) => write!(f, "it is {side} who is to move"),
            Fault::Id(id) => write!(f, "the id of its position is {id}"),
            Fault::Grade(grade) => write!(f, "{grade} is not a grade: they go from 1 to 8"),
            Fault::Solution(why) => write!(f, "its solution cannot be played: {why}"),
            Fault::Spelling(ply) => write!(f, "its solution is written {ply}"),
            Fault::Defence(why) => write!(f, "its defence cannot be played: {why}"),
            Fault::Legal(count) => write!(f, "{count} turns are legal"),
            Fault::Unproved => f.write_str("it could not be proved within the limits"),
            Fault::NotWon(value) => {
                write!(f, "the position is a {} for the side to move", value.name())
            }
            Fault::Winning(turns) => write!(f, "what wins is {}", turns.join(" ")),
            Fault::Plies(plies) => write!(f, "the game lasts {plies} plies"),
        }
    }
}

impl std::error::Error for Fault {}
