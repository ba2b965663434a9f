use crosscut_club::MemberId;
use tokio::sync::{Mutex, MutexGuard};

/// Queues that serialize members' counted actions: between counting and acting, no other action of the member begins. Some
/// members share a queue.
#[derive(Debug)]
pub(crate) struct Queues([Mutex<()>; 64]);

impl Default for Queues {
    fn default() -> Self {
        Queues(std::array::from_fn(|_| Mutex::default()))
    }
}

impl Queues {
    /// Waits until a member's queue is free.
    pub(crate) async fn alone(&self, MemberId(member): MemberId) -> MutexGuard<'_, ()> {
        self.0[(member % self.0.len() as u64) as usize].lock().await
    }
}
