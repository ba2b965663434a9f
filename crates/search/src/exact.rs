use std::time::Duration;

use crosscut_rules::{Outcome, Position};

use crate::analysis::LINES;
use crate::evaluate::MoveOf;
use crate::{Analysis, Budget, Candidate, Evaluate, Knowledge, Player, Stopwatch, Watch};

/// The perfect answer in a position: every legal ply with the result it leads to if both sides play perfectly from there
/// on. The best ply is first; if all lose, the one that makes it hardest for the winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact<M> {
    /// The plies, at least one.
    pub plies: Vec<(M, Outcome)>,
}

/// The length of the expected line, if there is time for it: each ply costs another call of the game.
const FORESEEN: usize = 3;
const TIME_FOR_IT: Duration = Duration::from_secs(1);

/// A player who asks the game before searching: see [`Evaluate::exact`].
pub(crate) struct Knowing<G: Evaluate> {
    pub(crate) position: G::Position,
    /// The player who thinks when the game has no answer.
    pub(crate) searching: Box<dyn Player<MoveOf<G>>>,
}

impl<G: Evaluate> Player<MoveOf<G>> for Knowing<G> {
    fn think(
        &mut self,
        budget: &Budget,
        watch: Watch<'_, MoveOf<G>>,
    ) -> Option<Analysis<MoveOf<G>>> {
        let watcher = Stopwatch::start();
        let careful = self.position.seating().map(|_| budget.careful());
        let budget = careful.as_ref().unwrap_or(budget);
        let known = (budget.knowledge == Knowledge::All).then(|| G::exact(&self.position));
        match known.flatten() {
            Some(exact) => {
                let hurried = budget.time.is_some_and(|time| time < TIME_FOR_IT);
                let foreseen = if hurried { 1 } else { FORESEEN };
                Some(analysis::<G>(&self.position, &exact, foreseen, || watcher.elapsed()))
            }
            None => self.searching.think(budget, watch),
        }
    }

    fn play(&mut self, ply: MoveOf<G>) {
        self.position.play_unchecked(ply);
        self.searching.play(ply);
    }
}

fn analysis<G: Evaluate>(
    position: &G::Position,
    exact: &Exact<MoveOf<G>>,
    foreseen: usize,
    time: impl Fn() -> Duration,
) -> Analysis<MoveOf<G>> {
    let mover = position.turn();
    let candidate = |(at, &(ply, outcome)): (usize, &(MoveOf<G>, Outcome))| Candidate {
        ply,
        line: if at < LINES { vec![ply] } else { Vec::new() },
        visits: 0,
        share: match outcome {
            Outcome::Drawn => 0.5,
            Outcome::Won(seat) => f64::from(u8::from(seat == mover)),
        },
        proved: Some(outcome),
    };
    let mut candidates: Vec<_> = exact.plies.iter().enumerate().map(candidate).collect();
    let (share, proved) = (candidates[0].share, candidates[0].proved);
    let mut line = vec![candidates[0].ply];
    let mut next = position.clone();
    while line.len() < foreseen {
        next.play_unchecked(line[line.len() - 1]);
        let Some((ply, _)) = G::exact(&next).and_then(|it| it.plies.first().copied()) else {
            break;
        };
        line.push(ply);
    }
    candidates[0].line.clone_from(&line);
    Analysis { candidates, line, share, proved, simulations: 0, nodes: 0, time: time() }
}
