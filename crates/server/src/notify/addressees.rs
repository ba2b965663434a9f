use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock};

use crosscut_club::MemberId;
use tokio::sync::Notify;

/// Who is written to, known to the one who writes: what happens and the mails about it are one transaction, and nobody
/// else's mails cost anything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addressees(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// How long news wait, in milliseconds.
    delay: i64,
    members: RwLock<HashSet<MemberId>>,
    posted: Notify,
}

impl Addressees {
    pub(crate) fn new(delay: i64, members: impl IntoIterator<Item = MemberId>) -> Self {
        let members = RwLock::new(members.into_iter().collect());
        Addressees(Arc::new(Inner { delay, members, posted: Notify::new() }))
    }

    /// Whether a member is written to.
    pub(crate) fn has(&self, member: MemberId) -> bool {
        self.0.members.read().unwrap_or_else(PoisonError::into_inner).contains(&member)
    }

    /// All who are written to.
    pub(crate) fn all(&self) -> Vec<MemberId> {
        self.0.members.read().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    /// Writes to a member from now on, or not any more.
    pub(crate) fn set(&self, member: MemberId, written_to: bool) {
        let mut members = self.0.members.write().unwrap_or_else(PoisonError::into_inner);
        if written_to {
            members.insert(member)
        } else {
            members.remove(&member)
        };
    }

    /// How long news wait, in milliseconds.
    pub(crate) fn delay(&self) -> i64 {
        self.0.delay
    }

    /// Says that there is something to send.
    pub(crate) fn wake(&self) {
        self.0.posted.notify_one();
    }

    /// Waits until there is something to send.
    pub(crate) async fn posted(&self) {
        self.0.posted.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_for_mails_to_send_is_woken() {
        let addressees = Addressees::default();
        let waits = || tokio::time::timeout(std::time::Duration::from_secs(1), addressees.posted());
        assert!(waits().await.is_err());
        // Before somebody waits or after, and for one look.
        addressees.wake();
        assert!(waits().await.is_ok());
        assert!(waits().await.is_err());
    }
}
