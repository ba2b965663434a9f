//! What happens without being asked for: clocks run out, challenges lapse, the computer moves, old data is deleted.
//!
//! **Clocks are data.** A match has a deadline; one job sleeps until the first of all. That the server was away is one
//! row (`downtime`, the other table that cannot be derived from anything else), read before the server listens, and
//! every clock leaves it out: a restart writes nothing else, however many clocks run. So that no list has to be
//! rewritten either, lists store what a deadline is computed from (`Countdown`), and `match_line.deadline` is when the
//! clock would have run out without any downtime. The job checks a clock at that time, and remembers when it does run
//! out. The computer thinks on a fixed number of threads of low priority, for each network in turn and within it for
//! each person (`queue.rs`), and one more thread takes only what is finished in a moment: one player's hard opponents
//! keep no beginner waiting. The matches in which it was to move are read from the database at the start, in the order
//! in which they wait.

mod clocks;
mod downtime;
mod errands;
mod renewal;
mod tend;

use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::App;
use crate::notify::notifier::JobNotice;

pub(crate) use downtime::{note_alive, note_downtime};
pub use errands::OperatorOrder;
pub(crate) use errands::obey;
pub(crate) use renewal::clocks_are_new;
#[cfg(test)]
pub(crate) use tend::forget_old;

/// How long to wait before reading again what could not be read.
const AGAIN: Duration = Duration::from_secs(1);

/// The jobs of a server.
#[derive(Debug)]
pub(crate) struct Jobs(JoinSet<()>);

impl Jobs {
    /// Starts all jobs.
    pub(crate) fn begin(app: App, errands: mpsc::UnboundedReceiver<JobNotice>) -> Self {
        let mut jobs = JoinSet::new();
        let clocks = watch::Sender::new(0);
        let changed = clocks.subscribe();
        jobs.spawn(distribute(app.clone(), errands, clocks));
        let clock = app.clone();
        jobs.spawn(async move {
            let app = clock;
            let _ = tokio::join!(
                tend::alive(app.clone()),
                tend::tidy(app.clone()),
                tend::finish(&app),
                clocks::watch(&app, changed),
                renewal::renew(&app),
            );
        });
        if let Some(post) = app.post().cloned() {
            jobs.spawn(async move {
                if let Err(error) = post.work(&app).await {
                    tracing::error!("there is no mail: {error:#}");
                }
            });
        }
        Jobs(jobs)
    }

    /// Ends all jobs, each at the next point where it waits.
    pub(crate) async fn end(mut self) {
        self.0.shutdown().await;
    }
}

/// Passes on what the command queue sends to the jobs.
async fn distribute(
    app: App,
    mut errands: mpsc::UnboundedReceiver<JobNotice>,
    clocks: watch::Sender<u64>,
) {
    // The clocks do not wait until all matches are read, and no match is forgotten because it cannot be read now.
    let (store, thinkers) = (app.store().clone(), app.thinkers().clone());
    let begun = async move {
        loop {
            match store.computers_turns().await {
                Ok(ids) => {
                    return thinkers.move_in_all(ids).await;
                }
                Err(error) => tracing::error!("the computer's matches cannot be found: {error}"),
            }
            sleep(AGAIN).await;
        }
    };
    let stopped = app.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = begun => {}
            () = stopped.stopping() => {}
        }
    });
    while let Some(errand) = errands.recv().await {
        match errand {
            JobNotice::Think(id) => app.thinkers().move_in(id.0),
            JobNotice::Deadline(_) => clocks.send_modify(|_| {}),
            JobNotice::Deadlines(member) => {
                if let Err(error) = clocks::refresh(&app, member).await {
                    tracing::error!("the clocks of member {member} are not up to date: {error}");
                }
                // They may run out before those that were checked last.
                clocks.send_modify(|again| *again += 1);
            }
        }
    }
}
