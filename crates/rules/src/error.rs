use std::error::Error;
use std::fmt;

/// The reason why a move is refused. The text is a sentence without a full stop, for the person who typed the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is not a move of this game on any board.
    Syntax(String),
    /// The text is a move, but not a legal one in this position.
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

    /// Whether the move names a place that the board does not have. All games say that in the same words, which this looks
    /// for.
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
