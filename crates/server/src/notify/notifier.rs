use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crosscut_club::{MatchId, MemberId, News, Notice, To};
use tokio::sync::{broadcast, mpsc};

/// How much news a slow listener may be behind before some of it is lost; then everything is looked up anew.
const BEHIND: usize = 64;

/// Who is told of what concerns them, as it happens: members, the lobby, and the jobs. What nobody listens to is lost; it
/// can all be looked up.
#[derive(Clone)]
pub struct Notifier(Arc<Inner>);

struct Inner {
    members: Mutex<HashMap<MemberId, broadcast::Sender<News>>>,
    lobby: broadcast::Sender<News>,
    jobs: mpsc::UnboundedSender<Errand>,
}

/// What the jobs are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Errand {
    /// The computer is to move in a match.
    Think(MatchId),
    /// A clock may run out earlier than those before.
    Deadline(MatchId),
    /// A member's vacation has changed: the clocks of their matches run out at other times.
    Deadlines(MemberId),
}

impl Notifier {
    pub(crate) fn new() -> (Notifier, mpsc::UnboundedReceiver<Errand>) {
        let (jobs, errands) = mpsc::unbounded_channel();
        let lobby = broadcast::Sender::new(BEHIND);
        (Notifier(Arc::new(Inner { members: Mutex::default(), lobby, jobs })), errands)
    }

    /// Listens to what a member is told.
    pub fn member(&self, id: MemberId) -> broadcast::Receiver<News> {
        let mut members = self.members();
        // Those whom nobody listens to any more are swept out now and then.
        if members.len().is_power_of_two() {
            members.retain(|_, wire| wire.receiver_count() > 0);
        }
        members.entry(id).or_insert_with(|| broadcast::Sender::new(BEHIND)).subscribe()
    }

    /// Listens to what the lobby is told.
    pub fn lobby(&self) -> broadcast::Receiver<News> {
        self.0.lobby.subscribe()
    }

    /// Passes a notice on.
    pub(crate) fn tell(&self, notice: Notice) {
        // That nobody listens is no error.
        match (notice.to, notice.news) {
            (To::Member(id), news) => {
                if let Some(wire) = self.members().get(&id) {
                    let _ = wire.send(news);
                }
            }
            (To::Lobby, news) => drop(self.0.lobby.send(news)),
            (To::Computer(_), News::YourTurn(id, _)) => self.errand(Errand::Think(id)),
            (To::Clocks, News::Deadline(id)) => self.errand(Errand::Deadline(id)),
            (To::Clocks, News::Deadlines(id)) => self.errand(Errand::Deadlines(id)),
            // Subscriptions tell whoever looks at the match.
            _ => {}
        }
    }

    /// Has the computer think about a match once more.
    pub(crate) fn think(&self, id: MatchId) {
        self.errand(Errand::Think(id));
    }

    fn errand(&self, errand: Errand) {
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
