use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow};
use crosscut_catalog::{Analysis, AnyPosition, Budget, Level};
use crosscut_club::{Command, Key, MatchId, MemberId, Player, Refusal, Who};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::config::Config;
use crate::desk::Desk;
use crate::error::Error;
use crate::token;

/// How long one waits before thinking about a match again in which no move was possible.
const PAUSE: Duration = Duration::from_secs(1);
/// How much may wait for one person.
const EACH: usize = 64;

/// Threads on which the computer thinks: so many at once, for each person in turn, behind everything else the machine
/// has to do.
#[derive(Clone)]
pub struct Thinkers(Arc<Inner>);

struct Inner {
    desk: Desk,
    runtime: Handle,
    memory: usize,
    threads: usize,
    queue: Mutex<Queue>,
    filled: Condvar,
}

/// Who waits for a thought: each person gets one in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waits {
    /// A member or guest.
    Member(MemberId),
    /// Everybody else together.
    Anybody,
}

type Thought = Box<dyn FnOnce(&Inner) + Send>;

#[derive(Default)]
struct Queue {
    turns: VecDeque<Waits>,
    thoughts: HashMap<Waits, VecDeque<Thought>>,
    /// The matches that wait or are thought about.
    matches: HashSet<MatchId>,
    ended: bool,
}

impl Queue {
    fn push(&mut self, waits: Waits, thought: Thought) {
        let thoughts = self.thoughts.entry(waits).or_default();
        if thoughts.is_empty() {
            self.turns.push_back(waits);
        }
        thoughts.push_back(thought);
    }

    /// The next thought: the first of whoever's turn it is, who then goes to the end of the line.
    fn pop(&mut self) -> Option<Thought> {
        let waits = self.turns.pop_front()?;
        let thoughts = self.thoughts.get_mut(&waits)?;
        let thought = thoughts.pop_front();
        if thoughts.is_empty() {
            self.thoughts.remove(&waits);
        } else {
            self.turns.push_back(waits);
        }
        thought
    }

    fn len(&self) -> usize {
        self.thoughts.values().map(VecDeque::len).sum()
    }
}

impl Thinkers {
    /// Begins the threads.
    pub(crate) fn begin(desk: Desk, config: &Config) -> anyhow::Result<Self> {
        let thinkers = Thinkers(Arc::new(Inner {
            desk,
            runtime: Handle::current(),
            memory: config.thinker_memory,
            threads: config.thinkers.max(1),
            queue: Mutex::default(),
            filled: Condvar::new(),
        }));
        for n in 0..thinkers.0.threads {
            let inner = thinkers.0.clone();
            std::thread::Builder::new()
                .name(format!("thinker {n}"))
                .spawn(move || inner.work())
                .context("the computer has no thread to think on")?;
        }
        Ok(thinkers)
    }

    /// Lets the computer think about a match in which it is to move, and move.
    pub(crate) fn move_in(&self, id: u64) {
        let (id, thinkers) = (MatchId(id), self.clone());
        if !self.0.queue().matches.insert(id) {
            return;
        }
        self.0.runtime.spawn(async move {
            let Ok(state) = thinkers.0.desk.look(&[Key::Match(id)]).await else {
                thinkers.0.queue().matches.remove(&id);
                return;
            };
            let waits = state.match_with(id).and_then(|it| it.members().next());
            let waits = waits.map_or(Waits::Anybody, Waits::Member);
            thinkers.0.push(waits, Box::new(move |inner| inner.move_in(id)));
        });
    }

    /// Lets the computer think about a position.
    ///
    /// # Errors
    /// Too much waits already, or the server stops.
    pub async fn analyse(
        &self,
        waits: Waits,
        position: AnyPosition,
        budget: Budget,
    ) -> Result<Option<Analysis<String>>, Error> {
        self.with_room(waits)?;
        let (answer, answered) = oneshot::channel();
        let thought = move |inner: &Inner| {
            let budget = inner.within_bounds(&budget);
            let analysis = position.analyse(&budget, &mut |_| {
                // Whoever asked may have gone away.
                if answer.is_closed() || inner.queue().ended {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let _ = answer.send(analysis);
        };
        self.0.push(waits, Box::new(thought));
        answered.await.map_err(|_| Error::NotDone)
    }

    /// Lets the computer work something out that takes no more than a moment and a little memory.
    ///
    /// # Errors
    /// Too much waits already, or the server stops.
    pub(crate) async fn work_out<T: Send + 'static>(
        &self,
        waits: Waits,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.with_room(waits)?;
        let (answer, answered) = oneshot::channel();
        let thought = move |_: &Inner| {
            // Whoever asked may have gone away.
            if !answer.is_closed() {
                let _ = answer.send(what());
            }
        };
        self.0.push(waits, Box::new(thought));
        answered.await.map_err(|_| Error::NotDone)
    }

    fn with_room(&self, waits: Waits) -> Result<(), Error> {
        match self.0.queue().thoughts.get(&waits).map_or(0, VecDeque::len) {
            EACH.. => Err(Error::Busy),
            _ => Ok(()),
        }
    }

    /// Ends all thinking.
    pub(crate) fn end(&self) {
        self.0.queue().ended = true;
        self.0.filled.notify_all();
    }
}

impl Inner {
    fn push(&self, waits: Waits, thought: Thought) {
        let mut queue = self.queue();
        queue.push(waits, thought);
        metrics::gauge!("crosscut_thoughts_waiting").set(queue.len() as f64);
        self.filled.notify_one();
    }

    /// Thinks one thought after the other.
    fn work(&self) {
        // The machine answers people first.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::setpriority_process(None, 10);
        loop {
            let mut queue = self.queue();
            let thought = loop {
                if queue.ended {
                    return;
                }
                match queue.pop() {
                    Some(thought) => break thought,
                    None => {
                        let waited = self.filled.wait(queue);
                        queue = waited.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            metrics::gauge!("crosscut_thoughts_waiting").set(queue.len() as f64);
            drop(queue);
            metrics::gauge!("crosscut_thinking").increment(1.0);
            let thinking = std::panic::AssertUnwindSafe(|| thought(self));
            if std::panic::catch_unwind(thinking).is_err() {
                tracing::error!("the computer has panicked over a thought");
            }
            metrics::gauge!("crosscut_thinking").decrement(1.0);
        }
    }

    fn within_bounds(&self, budget: &Budget) -> Budget {
        let threads = budget.threads.min(self.threads);
        Budget { threads, ..budget.clone() }.with_memory(self.memory)
    }

    fn move_in(&self, id: MatchId) {
        let moved = self.try_to_move_in(id);
        self.queue().matches.remove(&id);
        let pause = match moved {
            Ok(()) => Duration::ZERO,
            // The match went another way while we thought: a takeback, say.
            Err(Error::Refused(Refusal::Stale { .. })) => Duration::ZERO,
            Err(Error::Refused(refusal)) => {
                tracing::debug!("the computer in match {id}: {refusal}");
                PAUSE
            }
            Err(error) => {
                tracing::error!("the computer does not move in match {id}: {error:?}");
                PAUSE
            }
        };
        // It may be to move again, or still, and have been told so while it thought.
        let desk = self.desk.clone();
        self.runtime.spawn(async move {
            sleep(pause).await;
            if let Ok(state) = desk.look(&[Key::Match(id)]).await
                && let Some(Player::Computer(_)) =
                    state.match_with(id).and_then(|it| it.player_on_turn())
            {
                desk.wires().think(id);
            }
        });
    }

    fn try_to_move_in(&self, id: MatchId) -> Result<(), Error> {
        let state = self.runtime.block_on(self.desk.look(&[Key::Match(id)]))?;
        let Some(it) = state.match_with(id) else { return Ok(()) };
        let Some(Player::Computer(number)) = it.player_on_turn() else { return Ok(()) };
        let level = Level::new(number).ok_or_else(|| anyhow!("there is no level {number}"))?;
        let budget = it.line.spec().budget(level);
        let budget = self.within_bounds(&budget.with_seed(token::number()?.cast_unsigned()));
        let analysis = it.line.position().analyse(&budget, &mut |_| {
            if self.queue().ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if self.queue().ended {
            return Ok(());
        }
        let best = analysis.and_then(|it| it.candidates.into_iter().next());
        let text = best.ok_or_else(|| anyhow!("the computer knows no move"))?.ply;
        let command = Command::Turn { id, text, ply: Some(it.n_plies()), then: Vec::new() };
        self.runtime.block_on(self.desk.act(Who::Computer(number), None, command))?;
        Ok(())
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinkers").field("waiting", &self.0.queue().len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn each_person_has_a_turn() {
        let order: Arc<Mutex<Vec<&str>>> = Arc::default();
        let mut queue = Queue::default();
        let (ann, bob) = (Waits::Member(MemberId(1)), Waits::Member(MemberId(2)));
        let waiting = [(ann, "a1"), (ann, "a2"), (ann, "a3"), (bob, "b1"), (Waits::Anybody, "c1")];
        for (waits, name) in waiting {
            let order = order.clone();
            queue.push(waits, Box::new(move |_| order.lock().unwrap().push(name)));
        }
        let mut n = 0;
        let mut turns = Vec::new();
        while let Some(waits) = queue.turns.front().copied() {
            turns.push(waits);
            assert!(queue.pop().is_some());
            n += 1;
        }
        assert_eq!(n, 5);
        assert_eq!(turns, [ann, bob, Waits::Anybody, ann, ann]);
        assert_eq!(queue.len(), 0);
    }
}
