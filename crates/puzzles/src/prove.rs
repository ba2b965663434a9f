use std::ops::ControlFlow;

use crosscut_catalog::{AnyPosition, Limits, Question, Solution, Value};

use crate::{Fault, Puzzle};

/// The result of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// How many plies the game lasts, if determined.
    pub plies: Option<u32>,
    /// How many nodes the proof took.
    pub nodes: u64,
}

/// Proves that the side to move wins with the puzzle's solution and with nothing else.
///
/// # Errors
/// What is wrong with the puzzle, or that the limits were too low.
pub fn prove(puzzle: &Puzzle, limits: &Limits) -> Result<Proof, Fault> {
    let line = puzzle.look_over()?;
    let solution =
        ask(line.position(), Question { all: true, plies: puzzle.plies.is_some() }, limits);
    match solution.value {
        Some(Value::Win) => {}
        Some(value) => return Err(Fault::NotWon(value)),
        None => return Err(Fault::Unproved),
    }
    if solution.winning.len() > 1
        || solution.winning.first().is_some_and(|it| *it != puzzle.solution)
    {
        return Err(Fault::Winning(solution.winning));
    }
    if !solution.complete {
        return Err(Fault::Unproved);
    }
    match (puzzle.plies, solution.plies) {
        (Some(said), Some(proved)) if said != proved => Err(Fault::Plies(proved)),
        _ => Ok(Proof { plies: solution.plies, nodes: solution.nodes }),
    }
}

/// Asks the solver without interruption.
pub(crate) fn ask(position: &AnyPosition, question: Question, limits: &Limits) -> Solution<String> {
    position.solve(question, limits, &mut |_| ControlFlow::Continue(()))
}
