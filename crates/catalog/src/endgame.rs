use std::fmt;
use std::ops::ControlFlow;

use crosscut_rules::{Minimax, Position, Rng, Seat, Worth};
use crosscut_solve::{Limits, Question, Value};

use crate::AnyPosition;

/// A position near the end of a random game, with the result of trying everything: what the solver is tested against.
#[derive(Clone, Debug)]
pub struct Endgame {
    /// The plies that led to it.
    pub line: Vec<String>,
    /// The position.
    pub position: AnyPosition,
    /// What it is worth.
    pub worth: Worth,
    /// What each of its plies leads to, in the game's order.
    pub after: Vec<Worth>,
}

/// A difference between the solver's result and the worth of an endgame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement(String);

impl Endgame {
    /// What the position is worth for the side to move: 1, 0 or -1.
    #[must_use]
    pub fn result(&self) -> i32 {
        self.worth.result(self.turn())
    }

    fn turn(&self) -> Seat {
        self.position.turn().expect("an endgame is not over")
    }

    /// Solves the position and compares the value, the score, the winning plies and, if the solver gives one, the length.
    ///
    /// # Errors
    /// What does not agree.
    pub fn check(&self, limits: &Limits) -> Result<(), Disagreement> {
        let question = Question { all: true, plies: true };
        let solution = self.position.solve(question, limits, &mut |_| ControlFlow::Continue(()));
        let turn = self.turn();
        let value = match self.result() {
            1 => Value::Win,
            0 => Value::Draw,
            _ => Value::Loss,
        };
        let mut winning = self.position.moves();
        let mut after = self.after.iter();
        winning.retain(|_| after.next().is_some_and(|it| it.result(turn) > 0));
        let sign = if turn == Seat::First { 1 } else { -1 };
        let lead = self.worth.lead.map(|it| sign * it);
        let plies = (value != Value::Draw).then_some(self.worth.plies);
        let agrees = solution.complete
            && solution.value == Some(value)
            && solution.winning == winning
            && (solution.score.is_none() || solution.score == lead)
            && (solution.plies.is_none() || solution.plies == plies);
        if agrees {
            return Ok(());
        }
        Err(Disagreement(format!(
            "after {}: {solution:?}, but trying everything finds {value:?}, {winning:?}, lead {lead:?}, plies {plies:?}",
            self.line.join(" ")
        )))
    }
}

/// An endgame with the types of its game.
pub(crate) struct Found<P: Position> {
    pub(crate) line: Vec<P::Move>,
    pub(crate) position: P,
    pub(crate) worth: Worth,
    pub(crate) after: Vec<Worth>,
}

impl<P: Position> Found<P> {
    /// Plays at random to the end, then goes back as far as everything can be tried with `most` positions. Returns the longest
    /// endgame of these, or `None` if there is none.
    pub(crate) fn after(start: &P, most: usize, rng: &mut Rng) -> Option<Self> {
        let (mut line, mut before) = (Vec::new(), vec![start.clone()]);
        let mut position = start.clone();
        while let Some(ply) = careful(&position, rng) {
            line.push(ply);
            position.play_unchecked(ply);
            before.push(position.clone());
        }
        before.pop();
        let (mut minimax, mut found) = (Minimax::new(most), None::<Self>);
        while let Some(position) = before.pop() {
            line.pop();
            let Some(worth) = minimax.worth(&position) else { break };
            if found.as_ref().is_none_or(|it| it.worth.plies <= worth.plies) {
                let after = plies(&position).into_iter().map(|ply| {
                    minimax.worth(&after(&position, ply)).expect("it was found out just now")
                });
                let (after, line) = (after.collect(), line.clone());
                found = Some(Found { line, position, worth, after });
            }
        }
        found
    }
}

/// A random ply: if possible, one after which the opponent cannot end the game; otherwise one that does not itself end it, if
/// there is one; `None` if the game is over.
fn careful<P: Position>(position: &P, rng: &mut Rng) -> Option<P::Move> {
    let mut left = plies(position);
    let (mut last, mut careless) = (None, None);
    while !left.is_empty() {
        let ply = left.swap_remove(rng.below(left.len() as u32) as usize);
        let next = after(position, ply);
        if next.outcome().is_none() {
            if plies(&next).into_iter().all(|it| after(&next, it).outcome().is_none()) {
                return Some(ply);
            }
            careless = Some(ply);
        }
        last = Some(ply);
    }
    careless.or(last)
}

fn plies<P: Position>(position: &P) -> Vec<P::Move> {
    let mut plies = Vec::new();
    position.moves(&mut plies);
    plies
}

fn after<P: Position>(position: &P, ply: P::Move) -> P {
    let mut next = position.clone();
    next.play_unchecked(ply);
    next
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Disagreement {}
