use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::PoisonError;

use crosscut_club::{Aim, ChallengeId, Command, MemberId};
use tokio::sync::MutexGuard;

use crate::limits::queues::Queues;
use crate::origin::site;
use crate::person::Person;

/// The open challenges of guests to anybody, by network: a guest who may have no more of them could come back as another
/// guest. Kept in memory only.
#[derive(Debug, Default)]
pub(crate) struct Guests {
    open: std::sync::Mutex<HashMap<IpAddr, Vec<(IpAddr, ChallengeId)>>>,
    /// Queues in which challenges are counted one after the other.
    queues: Queues,
}

impl Guests {
    /// Waits until no other challenge counted together with this one is being made.
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
