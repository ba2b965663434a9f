use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::PoisonError;

use crosscut_club::{Aim, ChallengeId, Command, MemberId};
use tokio::sync::MutexGuard;

use crate::limits::queues::Queues;
use crate::origin::site;
use crate::person::Person;

/// The challenges of guests that anybody may accept, by the networks they come from: whoever may have no more of them could
/// come as another guest. It is kept in memory only.
#[derive(Debug, Default)]
pub(crate) struct Guests {
    open: std::sync::Mutex<HashMap<IpAddr, Vec<(IpAddr, ChallengeId)>>>,
    /// In which they are counted one after the other.
    queues: Queues,
}

impl Guests {
    /// Waits until nobody else makes a challenge that is counted together with this one.
    pub(crate) async fn alone(
        &self,
        person: &Person,
        command: &Command,
    ) -> Option<MutexGuard<'_, ()>> {
        let Command::Challenge { to, .. } = command else { return None };
        match to {
            Aim::Member(id) => Some(self.queues.alone(*id).await),
            Aim::Open => {
                let bits = match site(person.caller.address) {
                    IpAddr::V4(it) => u64::from(it.to_bits()),
                    IpAddr::V6(it) => (it.to_bits() >> 80) as u64,
                };
                Some(self.queues.alone(MemberId(bits)).await)
            }
            Aim::Link(_) => None,
        }
    }

    pub(crate) fn open(
        &self,
    ) -> std::sync::MutexGuard<'_, HashMap<IpAddr, Vec<(IpAddr, ChallengeId)>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
