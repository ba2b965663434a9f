use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crosscut_club::{MatchId, MemberId};

/// How many are remembered: forgetting one costs one mail too many.
const MANY: usize = 50_000;

/// Who has seen which match in the browser, and at which version. It is kept in memory only.
#[derive(Debug, Default)]
pub(crate) struct SeenVersions(Mutex<HashMap<(MemberId, MatchId), u64>>);

impl SeenVersions {
    pub(crate) fn saw(&self, member: MemberId, id: MatchId, version: u64) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if MANY <= seen.len() {
            seen.clear();
        }
        let latest = seen.entry((member, id)).or_insert(0);
        *latest = version.max(*latest);
    }

    pub(crate) fn has_seen(&self, member: MemberId, id: MatchId, version: u64) -> bool {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&(member, id)).is_some_and(|latest| version <= *latest)
    }
}
