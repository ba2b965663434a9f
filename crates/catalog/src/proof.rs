use std::error::Error;
use std::fmt;

use crosscut_rules::{Setup, SetupError};
use crosscut_solve::{Certified, Damaged, Task};
use crosscut_verify::{Certificate, Fault, Verified};

use crate::erased::Guard;
use crate::{Line, LineError, Spec, SpecError};

/// The reason why a certificate proves nothing: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// Its game is not in the list, or does not have these options.
    Spec(SpecError),
    /// Its set-up does not describe a position of the game.
    Setup(SetupError),
    /// One of its plies up to the position is refused.
    Ply(LineError),
    /// One of its lines is wrong.
    Fault(Fault),
}

impl Line {
    /// Solves the position, and writes a certificate of the result if the task asks for one.
    ///
    /// # Errors
    /// A checkpoint that cannot be used.
    pub fn certify<'w>(
        &self,
        task: Task<'w>,
        watch: Guard<'w>,
    ) -> Result<Certified<String>, Damaged> {
        let (solution, proof) = self.position().0.certify(task, watch)?;
        let setup = self.setup().map(ToString::to_string);
        let head = Certificate::head(&self.spec().to_string(), setup.as_deref(), self.plies());
        let whole = |mut text: String| {
            text.insert_str(0, &head);
            text
        };
        Ok((solution, proof.map(|proof| proof.map(whole))))
    }
}

/// Checks the text of a certificate by nothing but the rules of its game. Returns the line it is about, and what is proved
/// about the position at the end of that line.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn verify(text: &str) -> Result<(Line, Verified), ProofError> {
    let certificate = Certificate::read(text).map_err(ProofError::Fault)?;
    let spec: Spec = certificate.game.parse().map_err(ProofError::Spec)?;
    let mut line = match certificate.setup {
        None => Line::new(spec),
        Some(setup) => Setup::parse(setup)
            .and_then(|setup| Line::from_setup(spec, setup))
            .map_err(ProofError::Setup)?,
    };
    for ply in &certificate.moves {
        line.play(ply).map_err(ProofError::Ply)?;
    }
    let verified = line.position().0.verify(&certificate).map_err(ProofError::Fault)?;
    Ok((line, verified))
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Spec(error) => error.fmt(f),
            ProofError::Setup(error) => write!(f, "its set-up: {error}"),
            ProofError::Ply(error) => write!(f, "its moves: {error}"),
            ProofError::Fault(error) => error.fmt(f),
        }
    }
}

impl Error for ProofError {}
