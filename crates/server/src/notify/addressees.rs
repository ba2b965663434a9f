use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock};

use crosscut_club::MemberId;
use tokio::sync::Notify;

/// The members who accept mail, as known to the writer: events and the mails about them are one transaction, and
/// members without mail cost nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addressees(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// How long news waits, in milliseconds.
    delay: i64,
    members: RwLock<HashSet<MemberId>>,
    posted: Notify,
}

impl Addressees {
    pub(crate) fn new(delay: i64, members: impl IntoIterator<Item = MemberId>) -> Self {
        let members = RwLock::new(members.into_iter().collect());
        Addressees(Arc::new(Inner { delay, members, posted: Notify::new() }))
    }

    /// Whether a member accepts mail.
    pub(crate) fn has(&self, member: MemberId) -> bool {
        self.0.members.read().unwrap_or_else(PoisonError::into_inner).contains(&member)
    }

    /// All members who accept mail.
    pub(crate) fn all(&self) -> Vec<MemberId> {
        self.0.members.read().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    /// Turns mail to a member on or off.
    pub(crate) fn set(&self, member: MemberId, written_to: bool) {
        let mut members = self.0.members.write().unwrap_or_else(PoisonError::into_inner);
        if written_to {
            members.insert(member)
        } else {
            members.remove(&member)
        };
    }

    /// How long news waits, in milliseconds.
    pub(crate) fn delay(&self) -> i64 {
        self.0.delay
    }

    /// Signals that there are mails to send.
    pub(crate) fn wake(&self) {
        self.0.posted.notify_one();
    }

    /// Waits until there are mails to send.
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
        // The signal may come before or after the wait, and is used up once.
        addressees.wake();
        assert!(waits().await.is_ok());
        assert!(waits().await.is_err());
    }
}
