use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow;
use std::time::Duration;

use crosscut_catalog::seed_of_ply;
use crosscut_catalog::{
    AnyPosition, Budget, Level, Limits, Line, Question, Rng, Seat, Solution, Spec, Value,
};

use crate::Puzzle;
use crate::compose::written;
use crate::likeness::likeness;

/// The default cost of a proof: a puzzle that needs more is no use where a person waits for an answer. The node limit decides;
/// the time limit is for positions with slow nodes.
pub const PROOF: Limits = Limits {
    time: Some(Duration::from_secs(4)),
    nodes: Some(60_000),
    memory: 64 << 20,
    threads: 1,
};

/// The most puzzles from one game, for variety.
const OF_A_GAME: usize = 2;
/// The least number of plies between them.
const APART: usize = 4;
/// How many alternatives of a losing side are checked for leaving the opponent a single winning answer.
const DEFENCES: usize = 12;
/// With fewer legal turns there is nothing to search for.
const CHOICE: usize = 6;
/// The levels that play: different ones, so that there are mistakes to punish.
const LEVELS: [u8; 3] = [2, 4, 6];
/// The most random plies at the beginning of a game.
const OPENING: usize = 4;

/// Finds puzzles in games that the computer plays against itself. The same seed gives the same puzzles.
#[derive(Debug)]
pub struct Maker {
    spec: Spec,
    limits: Limits,
    rng: Rng,
    seen: BTreeSet<u64>,
    found: VecDeque<Puzzle>,
    made: Making,
}

/// The progress of a [`Maker`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Making {
    /// Games played.
    pub games: u64,
    /// Positions examined.
    pub positions: u64,
}

type ProgressWatch<'a> = &'a mut (dyn FnMut(Making) -> ControlFlow<()> + Send);

impl Maker {
    /// A maker of puzzles for a game, each provable within these limits.
    #[must_use]
    pub fn new(spec: Spec, seed: u64, limits: Limits) -> Self {
        Maker {
            spec,
            limits,
            rng: Rng::new(seed),
            seen: BTreeSet::new(),
            found: VecDeque::new(),
            made: Making::default(),
        }
    }

    /// Registers an existing puzzle, so that no copy of it is made.
    pub fn note(&mut self, puzzle: &Puzzle) {
        if let Ok(line) = puzzle.line() {
            self.seen.insert(likeness(&line.spec().card(), line.position()));
        }
    }

    /// The progress so far.
    #[must_use]
    pub fn progress(&self) -> Making {
        self.made
    }

    /// The next puzzle; `None` if `watch`, which is called again and again, stops the search.
    pub fn next(&mut self, watch: ProgressWatch<'_>) -> Option<Puzzle> {
        loop {
            if let Some(puzzle) = self.found.pop_front() {
                return Some(puzzle);
            }
            let seed = self.rng.next_u64();
            let (moves, positions) = self.game(seed, watch)?;
            self.made.games += 1;
            self.search(&moves, &positions, watch)?;
        }
    }

    /// Plays a game: returns its plies, and the positions before them.
    fn game(&self, seed: u64, watch: ProgressWatch<'_>) -> Option<(Vec<String>, Vec<AnyPosition>)> {
        let mut rng = Rng::new(seed);
        let levels = Seat::BOTH.map(|_| rng.pick(&LEVELS));
        let opening = rng.pick(&[1, 2, 3, OPENING]);
        let (mut position, mut moves, mut positions) = (self.spec.start(), Vec::new(), Vec::new());
        while let Some(seat) = position.turn() {
            if watch(self.made).is_break() {
                return None;
            }
            let ply = if moves.len() < opening {
                let mut legal = position.moves();
                legal.swap_remove(rng.below(legal.len() as u32) as usize)
            } else {
                let level = Level::new(levels[seat.index()]).expect("these levels are there");
                let budget = self.spec.budget(level).with_seed(seed_of_ply(seed, moves.len()));
                // Limited by simulations alone, so that the same seed plays the same game.
                let budget = Budget { time: None, threads: 1, ..budget };
                let analysis = position.analyse(&budget, &mut |_| watch(self.made));
                analysis?.candidates.into_iter().next()?.ply
            };
            positions.push(position.clone());
            moves.push(position.play(&ply).expect("the computer plays by the rules"));
        }
        Some((moves, positions))
    }

    /// Searches the end of a game, as far back as proofs succeed, and keeps the puzzles: positions in which exactly one turn
    /// won, and those that an alternative of the loser leads to.
    fn search(
        &mut self,
        moves: &[String],
        positions: &[AnyPosition],
        watch: ProgressWatch<'_>,
    ) -> Option<()> {
        let mut values = Vec::new();
        for position in positions.iter().rev() {
            if watch(self.made).is_break() {
                return None;
            }
            self.made.positions += 1;
            let solution = self.ask(position, Question::default(), &self.quick(), watch);
            let Some(value) = solution.value else { break };
            values.push(value);
        }
        // The earliest are the most interesting.
        let first = positions.len() - values.len();
        let (mut taken, mut free) = (0, first);
        for (at, value) in (first..).zip(values.into_iter().rev()) {
            if taken == OF_A_GAME {
                break;
            }
            if at < free {
                continue;
            }
            let mut likely = likely(&positions[at]);
            let tries = match value {
                Value::Win => vec![None],
                Value::Draw => Vec::new(),
                Value::Loss => {
                    likely.truncate(DEFENCES);
                    likely.into_iter().map(Some).collect()
                }
            };
            for instead in tries {
                if watch(self.made).is_break() {
                    return None;
                }
                let (mut position, mut moves) = (positions[at].clone(), moves[..at].to_vec());
                if let Some(ply) = instead {
                    moves.push(position.play(&ply).ok()?);
                }
                if let Some(turn) = self.single(&position, watch)
                    && let Some(puzzle) = self.puzzle(&moves, &position, &turn)
                {
                    self.found.push_back(puzzle);
                    (taken, free) = (taken + 1, at + APART);
                    break;
                }
            }
        }
        Some(())
    }

    /// The only winning turn, if there is exactly one. The most promising turns are tried first, so that a second winning turn
    /// is soon found; that there is none is proved afterwards, over all turns together.
    fn single(&self, position: &AnyPosition, watch: ProgressWatch<'_>) -> Option<String> {
        if position.count() < CHOICE {
            return None;
        }
        let (turn, mut winning) = (position.turn()?, None);
        for ply in likely(position) {
            let mut after = position.clone();
            after.play(&ply).ok()?;
            let wins = match after.outcome() {
                Some(outcome) => outcome.winner() == Some(turn),
                None => {
                    let value = self.ask(&after, Question::default(), &self.quick(), watch).value?;
                    value == if after.turn() == Some(turn) { Value::Win } else { Value::Loss }
                }
            };
            if wins && winning.replace(ply).is_some() {
                return None;
            }
        }
        let winning = winning?;
        let question = Question { all: true, plies: false };
        let proof = self.ask(position, question, &self.limits, watch);
        (proof.complete && proof.winning == [winning.as_str()]).then_some(winning)
    }

    /// Asks the solver, which `watch` may stop: then little is known, and the next call of `watch` stops the rest too.
    fn ask(
        &self,
        position: &AnyPosition,
        question: Question,
        limits: &Limits,
        watch: ProgressWatch<'_>,
    ) -> Solution<String> {
        position.solve(question, limits, &mut |_| watch(self.made))
    }

    /// The limits of one query among many.
    fn quick(&self) -> Limits {
        let (time, nodes) = (self.limits.time.map(|it| it / 8), self.limits.nodes.map(|it| it / 4));
        Limits { time, nodes, memory: self.limits.memory / 16, threads: 1 }
    }

    fn puzzle(&mut self, moves: &[String], position: &AnyPosition, turn: &str) -> Option<Puzzle> {
        let like = likeness(&self.spec.card(), position);
        if self.seen.contains(&like) {
            return None;
        }
        let mut line = Line::new(self.spec.clone());
        moves.iter().try_for_each(|ply| line.play(ply).map(drop)).ok()?;
        let puzzle = written(&line, turn, &self.limits).ok()?;
        self.seen.insert(like);
        Some(puzzle)
    }
}

/// The turns a short search prefers, best first.
fn likely(position: &AnyPosition) -> Vec<String> {
    let budget = Budget { threads: 1, ..Budget::simulations(400) };
    let analysis = position.analyse(&budget, &mut |_| ControlFlow::Continue(()));
    analysis.map_or_else(Vec::new, |it| it.candidates.into_iter().map(|it| it.ply).collect())
}
