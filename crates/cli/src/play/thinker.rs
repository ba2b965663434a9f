use std::any::Any;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow};
use crosscut_catalog::{Level, Line, Stopwatch};

use super::mind::PlayMemory;

/// The computer thinking about one move, on a separate thread. Dropping it stops the search.
#[derive(Debug)]
pub(crate) struct Thinker {
    dropped: Arc<AtomicBool>,
}

/// The result of thinking.
#[derive(Debug)]
pub(crate) struct Thought {
    ply: Result<String>,
    dropped: Arc<AtomicBool>,
}

impl Thinker {
    /// Starts thinking and sends the result, not before `pause` has passed. The game must not be over.
    pub(crate) fn start(
        line: Line,
        mind: PlayMemory,
        level: Level,
        pause: Duration,
        tell: impl FnOnce(Thought) + Send + 'static,
    ) -> Self {
        let dropped = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&dropped);
        thread::spawn(move || {
            let watch = Stopwatch::start();
            // A bug in the player must not end the game.
            let ply = catch_unwind(AssertUnwindSafe(|| choose(&line, &mind, level, &told)))
                .map_err(|panic| anyhow!("the computer stopped thinking: {}", words(&*panic)))
                .and_then(|ply| ply.ok_or_else(|| anyhow!("the computer has found no move")));
            thread::sleep(pause.saturating_sub(watch.elapsed()));
            tell(Thought { ply, dropped: told });
        });
        Thinker { dropped }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
    }
}

impl Thought {
    /// The move found; `None` if the thinker has been dropped since.
    pub(crate) fn ply(self) -> Option<Result<String>> {
        (!self.dropped.load(Ordering::Relaxed)).then_some(self.ply)
    }
}

fn choose(line: &Line, mind: &PlayMemory, level: Level, dropped: &AtomicBool) -> Option<String> {
    let position = line.position();
    // A forced move needs no thought.
    if position.count() == 1 {
        return position.moves().pop();
    }
    // Every game is different: hash maps are seeded from the system's randomness.
    let seed = RandomState::new().build_hasher().finish();
    let budget = line.spec().budget(level).with_seed(seed);
    let analysis = mind.use_player(line, level, &budget, |player| {
        player.think(&budget, &mut |_| match dropped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    })?;
    analysis.candidates.into_iter().next().map(|best| best.ply)
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("for an unknown reason")
}
