use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crosscut_club::{MatchId, MemberId, News, Notice, To};
use tokio::sync::{broadcast, mpsc};

/// How many news items a slow listener may lag before some are lost; then everything is looked up again.
const BEHIND: usize = 64;

/// Sends news to those it concerns, as it happens: members, the lobby, and the jobs. News without a listener is lost; it
/// can all be looked up.
#[derive(Clone)]
pub struct Notifier(Arc<Inner>);

struct Inner {
    members: Mutex<HashMap<MemberId, broadcast::Sender<News>>>,
    lobby: broadcast::Sender<News>,
    jobs: mpsc::UnboundedSender<JobNotice>,
}

/// News for the jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobNotice {
    /// The computer is to move in a match.
    Think(MatchId),
    /// A clock may run out earlier than the earliest so far.
    Deadline(MatchId),
    /// A member's vacation has changed, so the clocks of their matches run out at other times.
    Deadlines(MemberId),
}

impl Notifier {
    pub(crate) fn new() -> (Notifier, mpsc::UnboundedReceiver<JobNotice>) {
        let (jobs, errands) = mpsc::unbounded_channel();
        let lobby = broadcast::Sender::new(BEHIND);
        (Notifier(Arc::new(Inner { members: Mutex::default(), lobby, jobs })), errands)
    }

    /// Listens to a member's news.
    pub fn member(&self, id: MemberId) -> broadcast::Receiver<News> {
        let mut members = self.members();
        // Entries without listeners are swept out now and then.
        if members.len().is_power_of_two() {
            members.retain(|_, wire| wire.receiver_count() > 0);
        }
        members.entry(id).or_insert_with(|| broadcast::Sender::new(BEHIND)).subscribe()
    }

    /// Listens to the lobby's news.
    pub fn lobby(&self) -> broadcast::Receiver<News> {
        self.0.lobby.subscribe()
    }

    /// Passes a notice on.
    pub(crate) fn tell(&self, notice: Notice) {
        // It is not an error if nobody listens.
        match (notice.to, notice.news) {
            (To::Member(id), news) => {
                if let Some(wire) = self.members().get(&id) {
                    let _ = wire.send(news);
                }
            }
            (To::Lobby, news) => drop(self.0.lobby.send(news)),
            (To::Computer(_), News::YourTurn(id, _)) => self.errand(JobNotice::Think(id)),
            (To::Clocks, News::Deadline(id)) => self.errand(JobNotice::Deadline(id)),
            (To::Clocks, News::Deadlines(id)) => self.errand(JobNotice::Deadlines(id)),
            // Viewers of the match hear of it by their subscriptions.
            _ => {}
        }
    }

    /// Makes the computer think about a match again.
    pub(crate) fn think(&self, id: MatchId) {
        self.errand(JobNotice::Think(id));
    }

    fn errand(&self, errand: JobNotice) {
        let _ = self.0.jobs.send(errand);
    }

    fn members(&self) -> MutexGuard<'_, HashMap<MemberId, broadcast::Sender<News>>> {
        self.0.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Notifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notifier").field("members", &self.members().len()).finish_non_exhaustive()
    }
}
