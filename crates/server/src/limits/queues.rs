use crosscut_club::MemberId;
use tokio::sync::{Mutex, MutexGuard};

/// The queues in which members do what is counted: between counting and doing nothing more of theirs begins. Some share one.
#[derive(Debug)]
pub(crate) struct Queues([Mutex<()>; 64]);

impl Default for Queues {
    fn default() -> Self {
        Queues(std::array::from_fn(|_| Mutex::default()))
    }
}

impl Queues {
    /// Waits until nobody else is in a member's queue.
    pub(crate) async fn alone(&self, MemberId(member): MemberId) -> MutexGuard<'_, ()> {
        self.0[(member % self.0.len() as u64) as usize].lock().await
    }
}
