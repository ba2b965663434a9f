//! Puzzles as the club poses them: it answers turns and remembers members' results.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crosscut_catalog::{AnyPosition, Line, Seat, shortened};
use crosscut_club::MemberId;
use crosscut_puzzles::{Answer, Effort, Puzzle, answer, daily};

use crate::clock::Clock;
use crate::computer::{Thinkers, ThoughtOwner};
use crate::error::Error;
use crate::limits::rates::{Limits, Whose};
use crate::person::Person;
use crate::store::{PuzzleTryRow, Store};

/// Answers to turns, and members' results.
#[derive(Debug)]
pub(crate) struct Puzzling {
    store: Store,
    thinkers: Thinkers,
    clock: Clock,
    /// Answers given, by puzzle and turns: a page is fetched again with every click.
    known: Mutex<HashMap<(&'static str, String), Answer>>,
}

/// A try at a puzzle: the plies played from its position, by both sides.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleAttempt {
    pub(crate) puzzle: &'static Puzzle,
    /// The line from the start of the game.
    pub(crate) line: Line,
    /// The plies since the puzzle's position.
    pub(crate) tried: Vec<String>,
    /// The seat that has to win.
    pub(crate) seat: Seat,
    /// The indices of this seat's plies among those tried.
    own: Vec<usize>,
}

/// How many answers are cached before all are dropped.
const MANY: usize = 4_000;
/// A day in milliseconds.
const DAY: i64 = 24 * 3_600_000;
/// More plies than any game lasts after a puzzle's position.
const LONGEST: usize = 400;

impl PuzzleAttempt {
    /// Parses a try as written in an address: plies separated by blanks.
    ///
    /// # Errors
    /// It contains something that cannot be played.
    pub(crate) fn read(puzzle: &'static Puzzle, tried: &str) -> Result<Self, Error> {
        let line = puzzle.line().map_err(|fault| anyhow::anyhow!("{}: {fault}", puzzle.id))?;
        let seat =
            line.position().turn().ok_or_else(|| anyhow::anyhow!("{} is over", puzzle.id))?;
        let mut it = PuzzleAttempt { puzzle, line, tried: Vec::new(), seat, own: Vec::new() };
        for ply in tried.split_whitespace().take(LONGEST) {
            it.play(ply)
                .map_err(|refusal| Error::NoTurn(format!("{}: {refusal}", shortened(ply))))?;
        }
        Ok(it)
    }

    /// Plays a ply of the side to move, or several that follow each other.
    ///
    /// # Errors
    /// The refusal.
    pub(crate) fn play(&mut self, ply: &str) -> Result<(), String> {
        let own = self.is_open();
        for ply in self.line.turns(ply).map_err(|error| error.to_string())? {
            self.line.play(&ply).map_err(|error| error.error.to_string())?;
            if own {
                self.own.push(self.tried.len());
            }
            self.tried.push(ply);
        }
        Ok(())
    }

    /// Whether the solver is to move.
    pub(crate) fn is_open(&self) -> bool {
        self.line.position().turn() == Some(self.seat)
    }

    /// The solver's last turn, and the number of plies tried before it.
    pub(crate) fn last(&self) -> Option<(&str, usize)> {
        self.own.last().map(|&at| (self.tried[at].as_str(), at))
    }

    /// The try as written in an address.
    pub(crate) fn text(&self) -> String {
        self.tried.join(" ")
    }

    /// The position after this many of the plies tried.
    fn after(&self, plies: usize) -> AnyPosition {
        self.line.up_to(self.line.plies().len() - self.tried.len() + plies).position().clone()
    }
}

impl Puzzling {
    pub(crate) fn new(store: Store, thinkers: Thinkers, clock: Clock) -> Self {
        Puzzling { store, thinkers, clock, known: Mutex::default() }
    }

    /// Today's number, in days since 1970.
    pub(crate) fn day(&self) -> i64 {
        self.clock.now().0.div_euclid(DAY)
    }

    /// The puzzle of the day.
    pub(crate) fn daily(&self) -> &'static Puzzle {
        daily(self.day())
    }

    /// The answer to the solver's last turn; `None` if there is no turn yet.
    ///
    /// # Errors
    /// Too many requests are waiting, or the server is stopping.
    pub(crate) async fn answer(
        &self,
        waits: ThoughtOwner,
        attempt: &PuzzleAttempt,
    ) -> Result<Option<Answer>, Error> {
        let Some((ply, at)) = attempt.last() else { return Ok(None) };
        let (puzzle, seat) = (attempt.puzzle, attempt.seat);
        let position = attempt.after(at + 1);
        if at == 0 && ply == puzzle.solution {
            return Ok(Some(puzzle.right(&position)));
        }
        let key = (puzzle.id.as_str(), attempt.tried[..=at].join(" "));
        if let Some(answer) = self.known().get(&key) {
            return Ok(Some(answer.clone()));
        }
        let work = move || answer(&position, seat, &Effort::QUICK);
        let answer = self.thinkers.work_out(waits, work).await?;
        let mut known = self.known();
        if MANY <= known.len() {
            known.clear();
        }
        known.insert(key, answer.clone());
        Ok(Some(answer))
    }

    /// Plays a turn after those tried, and then the answer to it; a member's first turn is remembered.
    ///
    /// # Errors
    /// The turn cannot be played, or cannot be answered now.
    pub(crate) async fn turn(
        &self,
        limits: &Limits,
        person: &Person,
        puzzle: &'static Puzzle,
        line: &str,
        text: &str,
    ) -> Result<(PuzzleAttempt, Answer), Error> {
        let mut attempt = PuzzleAttempt::read(puzzle, line)?;
        if !attempt.is_open() {
            return Err(Error::NoTurn(
                "it is not for you to move in this puzzle any more".to_string(),
            ));
        }
        attempt.play(text).map_err(Error::NoTurn)?;
        if let Some(member) = person.member {
            limits.take(Whose::Member(member.0)).map_err(Error::TooOften)?;
        }
        let answer = self.answer(ThoughtOwner::of(person), &attempt).await?;
        let answer = answer.ok_or_else(|| anyhow::anyhow!("a turn was played and is not there"))?;
        if let (Some(member), [first]) = (person.member, attempt.tried.as_slice()) {
            self.note_try(member, puzzle, *first == puzzle.solution).await?;
        }
        for ply in &answer.plies {
            attempt.play(ply).map_err(|why| anyhow::anyhow!("{}: {ply}: {why}", puzzle.id))?;
        }
        Ok((attempt, answer))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<(&'static str, String), Answer>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a member has tried a first turn, and whether it was right.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) async fn note_try(
        &self,
        member: MemberId,
        puzzle: &Puzzle,
        right: bool,
    ) -> Result<(), Error> {
        let solved = right.then(|| self.clock.now());
        let this = PuzzleTryRow { puzzle: puzzle.id.clone(), tries: 1, shown: false, solved };
        self.store.note_puzzle_try(member, &this).await?;
        if right && self.daily().id == puzzle.id {
            let it = self.store.puzzle_try(member, &puzzle.id).await?;
            if it.is_some_and(|it| !it.shown) {
                self.store.note_puzzle_day(member, self.day()).await?;
            }
        }
        Ok(())
    }

    /// Notes that a member has seen the solution.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) async fn note_shown(&self, member: MemberId, puzzle: &Puzzle) -> Result<(), Error> {
        let this = PuzzleTryRow { puzzle: puzzle.id.clone(), tries: 0, shown: true, solved: None };
        Ok(self.store.note_puzzle_try(member, &this).await?)
    }

    /// A member's results with puzzles, by id.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn tries(
        &self,
        member: MemberId,
    ) -> Result<HashMap<String, PuzzleTryRow>, Error> {
        let tries = self.store.puzzle_tries(member).await?;
        Ok(tries.into_iter().map(|it| (it.puzzle.clone(), it)).collect())
    }

    /// A member's result with one puzzle.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn try_of(
        &self,
        member: MemberId,
        puzzle: &Puzzle,
    ) -> Result<Option<PuzzleTryRow>, Error> {
        Ok(self.store.puzzle_try(member, &puzzle.id).await?)
    }

    /// On how many consecutive days, up to today or yesterday, a member found the day's puzzle.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn streak(&self, member: MemberId) -> Result<usize, Error> {
        let days = self.store.puzzle_days(member).await?;
        Ok(streak(&days, self.day()))
    }
}

/// How many of these days, the latest first, are consecutive and lead up to today or yesterday.
fn streak(days: &[i64], today: i64) -> usize {
    match days.first() {
        Some(&last) if last >= today - 1 => {
            days.iter().zip(0..).take_while(|&(&day, back)| day == last - back).count()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_ends_with_a_day_without() {
        assert_eq!(streak(&[], 10), 0);
        assert_eq!(streak(&[10, 9, 8], 10), 3);
        assert_eq!(streak(&[9, 8, 6], 10), 2, "today may still come");
        assert_eq!(streak(&[8, 7], 10), 0);
    }
}
