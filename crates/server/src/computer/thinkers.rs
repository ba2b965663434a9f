use std::collections::{HashMap, HashSet};
use std::fmt;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow};
use crosscut_catalog::{Analysis, AnyPosition, Budget, Level};
use crosscut_club::{Command, Key, MatchId, MemberId, Player, Refusal, Who};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::queue::{ThoughtKind, ThoughtOwner, ThoughtQueue};
use crate::config::Config;
use crate::error::Error;
use crate::token;
use crate::write::CommandQueue;

/// How long to wait before thinking again about a match in which no move was possible.
const PAUSE: Duration = Duration::from_secs(1);
/// How many thoughts may wait for one person: answers come before they lose patience.
const EACH: usize = 16;
/// The most simulations of a quick move: a tenth of a second in most games.
const QUICK: u64 = 4_000;
/// The most members whose address is remembered.
const SEEN: usize = 65_536;

/// The threads on which the computer thinks: a fixed number in parallel, for each person in turn, at a lower priority
/// than everything else on the machine.
#[derive(Clone)]
pub struct Thinkers(Arc<Inner>);

struct Inner {
    queue: CommandQueue,
    runtime: Handle,
    memory: usize,
    threads: usize,
    desktop: Mutex<ThinkerState>,
    filled: Condvar,
}

type Thought = Box<dyn FnOnce(&Inner) + Send>;

#[derive(Default)]
struct ThinkerState {
    queue: ThoughtQueue<Thought>,
    /// The matches that wait or are being thought about.
    matches: HashSet<MatchId>,
    /// The addresses members were last seen at.
    seen: HashMap<MemberId, IpAddr>,
    ended: bool,
}

impl Thinkers {
    /// Starts the threads.
    pub(crate) fn begin(queue: CommandQueue, config: &Config) -> anyhow::Result<Self> {
        let thinkers = Thinkers(Arc::new(Inner {
            queue,
            runtime: Handle::current(),
            memory: config.thinker_memory,
            threads: config.thinkers.max(1),
            desktop: Mutex::default(),
            filled: Condvar::new(),
        }));
        // The last thread takes no slow moves: however many there are, a beginner's game continues.
        for n in 0..=thinkers.0.threads {
            let inner = thinkers.0.clone();
            let dear = n < thinkers.0.threads;
            std::thread::Builder::new()
                .name(format!("thinker {n}"))
                .spawn(move || inner.work(dear))
                .context("the computer has no thread to think on")?;
        }
        Ok(thinkers)
    }

    /// Records where a member is: thinking time is shared out by network.
    pub(crate) fn saw(&self, member: MemberId, address: IpAddr) {
        let mut desktop = self.0.desktop();
        if desktop.seen.len() >= SEEN && !desktop.seen.contains_key(&member) {
            desktop.seen.clear();
        }
        desktop.seen.insert(member, address);
    }

    /// The address a member was last seen at.
    #[cfg(test)]
    pub(crate) fn address_of(&self, member: MemberId) -> Option<IpAddr> {
        self.0.desktop().seen.get(&member).copied()
    }

    /// Has the computer think about a match in which it is to move, and move.
    pub(crate) fn move_in(&self, id: u64) {
        let (id, inner) = (MatchId(id), self.0.clone());
        if inner.desktop().matches.insert(id) {
            self.0.runtime.spawn(async move { inner.line_up(id).await });
        }
    }

    /// The same for all matches of a server that starts, in order.
    pub(crate) async fn move_in_all(&self, ids: Vec<MatchId>) {
        for id in ids {
            let new = self.0.desktop().matches.insert(id);
            if new {
                self.0.line_up(id).await;
            }
        }
    }

    /// Has the computer think about a position.
    ///
    /// # Errors
    /// Too much is waiting already, or the server stops.
    pub async fn analyse(
        &self,
        waits: ThoughtOwner,
        position: AnyPosition,
        budget: Budget,
    ) -> Result<Option<Analysis<String>>, Error> {
        self.with_room(waits)?;
        let (answer, answered) = oneshot::channel();
        let thought = move |inner: &Inner| {
            let budget = inner.within_bounds(&budget);
            let analysis = position.analyse(&budget, &mut |_| {
                // The client may have gone away.
                if answer.is_closed() || inner.desktop().ended {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let _ = answer.send(analysis);
        };
        self.0.push(ThoughtKind::Asked, waits, Box::new(thought));
        answered.await.map_err(|_| Error::NotDone)
    }

    /// Works out something that takes no more than a moment and a little memory.
    ///
    /// # Errors
    /// Too much is waiting already, or the server stops.
    pub(crate) async fn work_out<T: Send + 'static>(
        &self,
        waits: ThoughtOwner,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.with_room(waits)?;
        let (answer, answered) = oneshot::channel();
        let thought = move |_: &Inner| {
            // The client may have gone away.
            if !answer.is_closed() {
                let _ = answer.send(what());
            }
        };
        self.0.push(ThoughtKind::Brief, waits, Box::new(thought));
        answered.await.map_err(|_| Error::NotDone)
    }

    fn with_room(&self, waits: ThoughtOwner) -> Result<(), Error> {
        match self.0.desktop().queue.waiting(waits) {
            EACH.. => Err(Error::Busy),
            _ => Ok(()),
        }
    }

    /// Ends all thinking.
    pub(crate) fn end(&self) {
        self.0.desktop().ended = true;
        self.0.filled.notify_all();
    }
}

impl Inner {
    /// Queues a match. What cannot be read now is read again a little later, because nobody else would remember it.
    async fn line_up(&self, id: MatchId) {
        let state = loop {
            match self.queue.look(&[Key::Match(id)]).await {
                Ok(state) => break state,
                Err(error) => tracing::error!("the computer cannot look at match {id}: {error:?}"),
            }
            if self.desktop().ended {
                return;
            }
            sleep(PAUSE).await;
        };
        let Some(it) = state.match_with(id) else {
            self.desktop().matches.remove(&id);
            return;
        };
        let level = match it.player_on_turn() {
            Some(Player::Computer(number)) => Level::new(number),
            _ => None,
        };
        let quick = level.is_some_and(|level| {
            it.line.spec().budget(level).simulations.is_some_and(|it| it <= QUICK)
        });
        let cost = if quick { ThoughtKind::Quick } else { ThoughtKind::Slow };
        // There is a member in each; only an operator can let the computer play itself.
        let member = it.members().next().unwrap_or(MemberId(0));
        let waits = ThoughtOwner::member(member, self.desktop().seen.get(&member).copied());
        self.push(cost, waits, Box::new(move |inner| inner.move_in(id)));
    }

    fn push(&self, cost: ThoughtKind, waits: ThoughtOwner, thought: Thought) {
        let mut desktop = self.desktop();
        desktop.queue.push(cost, waits, thought);
        metrics::gauge!("crosscut_thoughts_waiting").set(desktop.queue.len() as f64);
        // The one that is woken may be the one that takes only quick thoughts.
        self.filled.notify_all();
    }

    /// Takes one thought after the other: slow moves first if `dear`, since quick ones have a thread of their own; and
    /// thoughts without a clock when no move is waiting.
    fn work(&self, dear: bool) {
        // The machine answers people first.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::setpriority_process(None, 10);
        loop {
            let mut desktop = self.desktop();
            let thought = loop {
                if desktop.ended {
                    return;
                }
                let costs: &[ThoughtKind] = match dear {
                    true => &[
                        ThoughtKind::Slow,
                        ThoughtKind::Quick,
                        ThoughtKind::Brief,
                        ThoughtKind::Asked,
                    ],
                    false => &[ThoughtKind::Quick, ThoughtKind::Brief, ThoughtKind::Asked],
                };
                match costs.iter().find_map(|&cost| desktop.queue.pop(cost)) {
                    Some(thought) => break thought,
                    None => {
                        let waited = self.filled.wait(desktop);
                        desktop = waited.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            metrics::gauge!("crosscut_thoughts_waiting").set(desktop.queue.len() as f64);
            drop(desktop);
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
        self.desktop().matches.remove(&id);
        let pause = match moved {
            Ok(()) => Duration::ZERO,
            // The match changed while the computer was thinking: by a takeback, for example.
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
        // It may be its turn again, or still, and it may have been notified of that while it was thinking.
        let queue = self.queue.clone();
        self.runtime.spawn(async move {
            sleep(pause).await;
            let is_to_move = match queue.look(&[Key::Match(id)]).await {
                Ok(state) => state.match_with(id).and_then(|it| it.player_on_turn()),
                // This is checked again when it can be read.
                Err(_) => Some(Player::Computer(0)),
            };
            if let Some(Player::Computer(_)) = is_to_move {
                queue.notifier().think(id);
            }
        });
    }

    fn try_to_move_in(&self, id: MatchId) -> Result<(), Error> {
        let state = self.runtime.block_on(self.queue.look(&[Key::Match(id)]))?;
        let Some(it) = state.match_with(id) else { return Ok(()) };
        let Some(Player::Computer(number)) = it.player_on_turn() else { return Ok(()) };
        let level = Level::new(number).ok_or_else(|| anyhow!("there is no level {number}"))?;
        let budget = it.line.spec().budget(level);
        let budget = self.within_bounds(&budget.with_seed(token::number()?.cast_unsigned()));
        let analysis = it.line.position().analyse(&budget, &mut |_| {
            if self.desktop().ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if self.desktop().ended {
            return Ok(());
        }
        let best = analysis.and_then(|it| it.candidates.into_iter().next());
        let text = best.ok_or_else(|| anyhow!("the computer knows no move"))?.ply;
        let command = Command::Turn { id, text, ply: Some(it.n_plies()), then: Vec::new() };
        self.runtime.block_on(self.queue.act(Who::Computer(number), None, command))?;
        Ok(())
    }

    fn desktop(&self) -> MutexGuard<'_, ThinkerState> {
        self.desktop.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinkers")
            .field("waiting", &self.0.desktop().queue.len())
            .finish_non_exhaustive()
    }
}
