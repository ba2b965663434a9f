use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;

use crosscut_rules::Position;
use crosscut_verify::Verify;

use self::adviser::Adviser;
use self::facts::WrittenFacts;
use self::walks::WrittenWalks;
use crate::proof_number::Prover;
use crate::solve::Solving;
use crate::{Checkpoint, Damaged, Limits, Progress, Question, Solution, Solve};

mod adviser;
mod answers;
mod facts;
mod index;
mod prints;
mod spared;
mod walks;

type Ply<G> = <<G as crosscut_rules::Game>::Position as Position>::Move;

/// A solution, and the certificate if one was wanted.
pub type Certified<M> = (Solution<M>, Option<Result<String, Uncertified>>);

/// What is wanted of a solve, and what it may take.
#[derive(Debug, Default)]
pub struct Task<'a> {
    /// What is to be found out.
    pub question: Question,
    /// How far it may go.
    pub limits: Limits,
    /// Where it goes on from, and where it is saved.
    pub checkpoint: Option<Checkpoint<'a>>,
    /// A certificate, for which so many bytes may be taken: by its text, and by what must be kept to write it.
    pub certificate: Option<usize>,
}

/// Why there is no certificate: a sentence without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// The game is over.
    Over,
    /// Not all that was asked was proved.
    Unknown,
    /// It would take more than the bytes it may take.
    Larger(usize),
}

/// Finds out what a position is worth, and proves it in the words of `crosscut_verify::Certificate`: the lines after those
/// on the position itself.
///
/// # Errors
/// A checkpoint that cannot be used.
pub fn certify<'w, G: Solve + Verify>(
    game: &G,
    position: &G::Position,
    task: Task<'w>,
    watch: &'w mut (dyn FnMut(&Progress) -> ControlFlow<()> + Send),
) -> Result<Certified<Ply<G>>, Damaged> {
    let Task { question, limits, checkpoint, certificate } = task;
    let mut solving = Solving { game, position, prover: Prover::new(&limits, watch) };
    if let Some(checkpoint) = checkpoint {
        let print = solving.print();
        solving.prover.keep(checkpoint, print)?;
    }
    // How long the game lasts is looked for in some time, so it comes last: the proof is to be the same every time.
    let mut solution = solving.solution(Question { plies: false, ..question }, &limits);
    let proof = certificate.map(|room| {
        if position.outcome().is_some() {
            return Err(Uncertified::Over);
        }
        if !solution.complete {
            return Err(Uncertified::Unknown);
        }
        solving.prover.allow(limits.time, None);
        solving.prover.alone();
        let (board, theory) = (game.board(), game.connection_theory());
        let facts = board.as_ref().map(|board| WrittenFacts::new(game, board, theory, room));
        let adviser = Adviser { game, theory, prover: &mut solving.prover };
        let mut walks = WrittenWalks::new(game, adviser, facts, room);
        let value = solution.value.ok_or(Uncertified::Unknown)?;
        walks.claims(position, value, &solution.winning, question.all)?;
        Ok(walks.text())
    });
    if !solution.complete || matches!(proof, Some(Err(Uncertified::Unknown))) {
        solving.prover.save();
    } else if question.plies {
        solution.plies = solution.value.and_then(|value| solving.plies(value, &limits));
    }
    solution.nodes = solving.prover.nodes();
    solution.time = solving.prover.time();
    Ok((solution, proof))
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncertified::Over => f.write_str("the game is over: there is nothing left to prove"),
            Uncertified::Unknown => {
                f.write_str("the limits were reached before the certificate was complete")
            }
            Uncertified::Larger(room) => write!(
                f,
                "the certificate would take more than the allowed {} MiB: ask for less, or allow more",
                room >> 20
            ),
        }
    }
}

impl Error for Uncertified {}
