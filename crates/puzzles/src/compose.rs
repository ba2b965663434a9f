use crosscut_catalog::{AnyPosition, Limits, Line, Question, Value};

use crate::answer::{Effort, answer};
use crate::grade::{GRADES, grade};
use crate::prove::ask;
use crate::{Fault, Puzzle, Verdict};

/// Makes a puzzle of a position in which exactly one turn wins.
///
/// # Errors
/// Why it is not a puzzle, or that the limits were too low to tell.
pub fn compose(line: &Line, limits: &Limits) -> Result<Puzzle, Fault> {
    let position = line.position();
    position.side().ok_or(Fault::Over)?;
    let proof = ask(position, Question { all: true, plies: false }, limits);
    match (proof.value, &proof.winning[..]) {
        (Some(Value::Win), [turn]) if proof.complete => written(line, turn, limits),
        (Some(Value::Win), [_, _, ..]) => Err(Fault::Winning(proof.winning)),
        (Some(value), []) if value != Value::Win => Err(Fault::NotWon(value)),
        _ => Err(Fault::Unproved),
    }
}

/// The puzzle of a position in which exactly one turn is known to win.
///
/// # Errors
/// The limits were too low to determine the rest.
pub(crate) fn written(line: &Line, turn: &str, limits: &Limits) -> Result<Puzzle, Fault> {
    let position = line.position();
    let (seat, side) = position.turn().zip(position.side()).ok_or(Fault::Over)?;
    let plies = ask(position, Question { all: false, plies: true }, limits).plies;
    let mut after: AnyPosition = position.clone();
    after.play(turn).map_err(|error| Fault::Solution(error.to_string()))?;
    let grade = match after.outcome() {
        Some(_) => *GRADES.start(),
        None => grade(position, turn),
    };
    let answer = answer(&after, seat, &Effort::CAREFUL);
    if !matches!(answer.verdict, Verdict::Won | Verdict::Wins) {
        return Err(Fault::Unproved);
    }
    Ok(Puzzle {
        id: Puzzle::id_of(line.spec(), position),
        spec: line.spec().to_string(),
        setup: line.setup().map(ToString::to_string),
        moves: line.plies().to_vec(),
        side: side.to_string(),
        solution: turn.to_string(),
        grade,
        plies,
        legal: position.count(),
        defence: answer.plies,
    })
}
