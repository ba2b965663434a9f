use std::error::Error;
use std::fmt;

/// Why a move is refused. The text is a sentence without a full stop, for the person who typed the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The words are no move of this game on any board.
    Syntax(String),
    /// The words are a move, but not here and now.
    Illegal(String),
    /// The game has ended.
    Over,
}

impl MoveError {
    /// A [`MoveError::Syntax`] with these words.
    pub fn syntax(words: impl Into<String>) -> Self {
        MoveError::Syntax(words.into())
    }

    /// A [`MoveError::Illegal`] with these words.
    pub fn illegal(words: impl Into<String>) -> Self {
        MoveError::Illegal(words.into())
    }

    /// Whether a place is named that the board does not have, whatever stands on it: all games say so alike.
    #[must_use]
    pub fn is_off_board(&self) -> bool {
        self.to_string().contains("is not on this board")
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Syntax(words) | MoveError::Illegal(words) => f.write_str(words),
            MoveError::Over => f.write_str("the game is over"),
        }
    }
}

impl Error for MoveError {}
