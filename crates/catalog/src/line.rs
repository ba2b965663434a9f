use std::error::Error;
use std::fmt;

use crosscut_rules::{MoveError, Setup, SetupError, shortened};

use crate::{AnyPosition, Spec};

/// A line of play: a start and the plies played from it. Moves are stored, positions are derived.
#[derive(Clone, Debug)]
pub struct Line {
    spec: Spec,
    setup: Option<Setup>,
    plies: Vec<String>,
    position: AnyPosition,
}

/// The refusal of a ply: which one, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// What was typed.
    pub text: String,
    /// Why it is refused.
    pub error: MoveError,
}

impl Line {
    /// A line from the start of the game.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        let position = spec.start();
        Line { spec, setup: None, plies: Vec::new(), position }
    }

    /// A line from a static position.
    ///
    /// # Errors
    /// Why the set-up does not describe a position of the game.
    pub fn from_setup(spec: Spec, setup: Setup) -> Result<Self, SetupError> {
        let position = spec.set_up(&setup)?;
        Ok(Line { spec, setup: Some(setup), plies: Vec::new(), position })
    }

    /// Plays a ply and returns its canonical text, or says why not and leaves everything as it was. If a number comes before
    /// the move, it must be that of this ply.
    ///
    /// # Errors
    /// The refusal, with the number of the ply.
    pub fn play(&mut self, text: &str) -> Result<&str, LineError> {
        if let Some(misplaced) = self.misplaced(text) {
            // If the move cannot be played at all, that error comes first.
            let error = self.position.clone().play(text).err().unwrap_or(misplaced);
            return Err(LineError { ply: self.plies.len() + 1, text: text.to_string(), error });
        }
        match self.position.play(text) {
            Ok(canonical) => {
                self.plies.push(canonical);
                Ok(&self.plies[self.plies.len() - 1])
            }
            Err(error) => {
                Err(LineError { ply: self.plies.len() + 1, text: text.to_string(), error })
            }
        }
    }

    /// Takes the last ply back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(kept) = self.plies.len().checked_sub(1) else { return false };
        *self = self.up_to(kept);
        true
    }

    /// The line of the first `plies` plies.
    #[must_use]
    pub fn up_to(&self, plies: usize) -> Line {
        let mut position = match &self.setup {
            None => self.spec.start(),
            Some(setup) => self.spec.set_up(setup).expect("the set-up was accepted before"),
        };
        let plies = &self.plies[..plies.min(self.plies.len())];
        for ply in plies {
            position.play(ply).expect("the ply was accepted before");
        }
        Line { spec: self.spec.clone(), setup: self.setup.clone(), plies: plies.to_vec(), position }
    }

    /// For each ply, what the rules added to it, in words (see [`AnyPosition::forced_words`]).
    #[must_use]
    pub fn forced_words(&self) -> Vec<String> {
        let mut line = self.up_to(0);
        let words = self.plies.iter().map(|ply| {
            line.play(ply).expect("the ply was accepted before");
            line.position.forced_words()
        });
        words.collect()
    }

    /// The memory it takes, in bytes, approximately.
    pub fn bytes(&self) -> usize {
        // An allocator takes about 32 bytes for a short text.
        let plies = self.plies.iter().map(|ply| size_of::<String>() + ply.len().max(32));
        size_of::<Line>()
            + self.setup.as_ref().map_or(0, Setup::bytes)
            + plies.sum::<usize>()
            + self.position.bytes()
    }

    /// The rules in force.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The set-up from which the line starts; `None` if it starts from the start of the game.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// The plies so far, canonical.
    #[must_use]
    pub fn plies(&self) -> &[String] {
        &self.plies
    }

    /// The position after all plies.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ply, said) = (self.ply, self.error.to_string());
        let text = self.text.trim();
        if text.is_empty() {
            return write!(f, "ply {ply} is empty: write a move");
        }
        // A refusal that begins with the move need not name it twice.
        match said.starts_with(&format!("'{text}'")) {
            true => write!(f, "ply {ply}: {said}"),
            false => write!(f, "ply {ply}, {}: {said}", shortened(text)),
        }
    }
}

impl Error for LineError {}
