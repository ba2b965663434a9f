use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crosscut_club::{MemberId, Moment, Span};

use crate::error::Error;
use crate::store::Store;

/// Who is here: members with a listening page open, or who have asked for one in the last minutes. It is kept in memory
/// only; what is stored is who does not want to be seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Presence(Arc<Mutex<PresenceState>>);

#[derive(Debug, Default)]
struct PresenceState {
    /// By member: their last request, and how many streams they listen to.
    people: HashMap<MemberId, (Moment, usize)>,
    hidden: BTreeSet<MemberId>,
}

/// How long a member counts as here after their last request.
const STAYS: Span = Span::minutes(3);
/// How many members are remembered before those who have gone are removed.
const MANY: usize = 10_000;
/// The prefix of the setting for a member who does not want to be seen.
const HIDDEN: &str = "hidden/";

/// A listening member, who counts as here until this is dropped.
#[derive(Debug)]
pub(crate) struct PresenceGuard {
    presence: Presence,
    member: MemberId,
}

impl Presence {
    /// Opens a club's presence with what is stored.
    pub(crate) async fn open(store: &Store) -> anyhow::Result<Self> {
        let hidden = store.settings(HIDDEN).await?.into_iter();
        let hidden = hidden.filter_map(|(id, _)| id.parse().ok().map(MemberId)).collect();
        Ok(Presence(Arc::new(Mutex::new(PresenceState { hidden, ..PresenceState::default() }))))
    }

    /// Notes a member's request.
    pub(crate) fn note(&self, member: MemberId, now: Moment) {
        let mut seen = self.seen();
        if MANY <= seen.people.len() {
            seen.people.retain(|_, &mut (last, streams)| 0 < streams || now - STAYS < last);
        }
        seen.people.entry(member).or_default().0 = now;
    }

    /// Notes that a member has signed out: they are here as long as they listen elsewhere, or when they ask again.
    pub(crate) fn signed_out(&self, member: MemberId) {
        if let Some(it) = self.seen().people.get_mut(&member) {
            it.0 = Moment(i64::MIN);
        }
    }

    /// Forgets a member who has left for good.
    pub(crate) fn forget(&self, member: MemberId) {
        self.seen().people.remove(&member);
    }

    /// Notes that a member begins to listen.
    pub(crate) fn stay(&self, member: MemberId) -> PresenceGuard {
        self.seen().people.entry(member).or_default().1 += 1;
        PresenceGuard { presence: self.clone(), member }
    }

    /// Whether a member is here, visible or not.
    pub(crate) fn is_here(&self, member: MemberId, now: Moment) -> bool {
        let seen = self.seen();
        seen.people.get(&member).is_some_and(|&(last, streams)| 0 < streams || now - STAYS < last)
    }

    /// Whether a member is here and may be seen.
    pub(crate) fn shows(&self, member: MemberId, now: Moment) -> bool {
        self.is_here(member, now) && !self.hides(member)
    }

    /// The members who are here and may be seen, in no order.
    pub(crate) fn here(&self, now: Moment) -> Vec<MemberId> {
        let seen = self.seen();
        let here = seen.people.iter().filter(|(id, (last, streams))| {
            (0 < *streams || now - STAYS < *last) && !seen.hidden.contains(id)
        });
        here.map(|it| *it.0).collect()
    }

    /// Whether a member does not want to be seen.
    pub(crate) fn hides(&self, member: MemberId) -> bool {
        self.seen().hidden.contains(&member)
    }

    /// Stores whether a member wants to be seen.
    ///
    /// # Errors
    /// It cannot be stored.
    pub(crate) async fn hide(
        &self,
        store: &Store,
        member: MemberId,
        hidden: bool,
    ) -> Result<(), Error> {
        store.set(&format!("{HIDDEN}{}", member.0), hidden.then_some("")).await?;
        let mut seen = self.seen();
        if hidden {
            seen.hidden.insert(member)
        } else {
            seen.hidden.remove(&member)
        };
        Ok(())
    }

    fn seen(&self) -> MutexGuard<'_, PresenceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        if let Some(it) = self.presence.seen().people.get_mut(&self.member) {
            it.1 = it.1.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_is_here_and_who_asks_stays_a_while() {
        let (presence, ann, bob) = (Presence::default(), MemberId(1), MemberId(2));
        let now = Moment(1_000);
        presence.note(ann, now);
        let stay = presence.stay(bob);
        let here = |now| {
            let mut here = presence.here(now);
            here.sort();
            here
        };
        assert_eq!(here(now), [ann, bob]);
        assert_eq!(here(now + STAYS), [bob]);
        drop(stay);
        assert!(here(now + STAYS).is_empty());
        assert!(presence.is_here(ann, now + Span(1)) && !presence.is_here(bob, now + STAYS));
    }

    /// Who does not want to be seen is asked once, not after each start.
    #[tokio::test]
    async fn who_is_hidden_stays_hidden_when_the_server_is_back() {
        let folder = crate::store::tests::Folder::new();
        let store = Store::open(&folder.file("club.db")).await.unwrap();
        let (ann, bob, now) = (MemberId(1), MemberId(2), Moment(1_000));
        let presence = Presence::open(&store).await.unwrap();
        for (member, hidden) in [(ann, true), (bob, true), (bob, false)] {
            presence.hide(&store, member, hidden).await.unwrap();
        }
        for presence in [presence, Presence::open(&store).await.unwrap()] {
            assert!(presence.hides(ann) && !presence.hides(bob));
            presence.note(ann, now);
            presence.note(bob, now);
            assert_eq!(presence.here(now), [bob]);
            assert!(presence.is_here(ann, now) && !presence.shows(ann, now));
            assert!(presence.shows(bob, now) && !presence.shows(bob, now + STAYS));
            presence.signed_out(bob);
            assert!(!presence.is_here(bob, now));
            // Whoever listens elsewhere is still here; whoever has left for good is not.
            let _stay = presence.stay(bob);
            presence.signed_out(bob);
            assert!(presence.is_here(bob, now));
            presence.forget(bob);
            assert!(!presence.is_here(bob, now));
        }
        store.close().await;
    }

    #[test]
    fn of_many_those_who_have_gone_are_forgotten_first() {
        let presence = Presence::default();
        for n in 1..MANY as u64 {
            presence.note(MemberId(n), Moment(0));
        }
        let _stay = presence.stay(MemberId(MANY as u64));
        let known = || presence.seen().people.len();
        assert_eq!(known(), MANY);
        presence.note(MemberId(1), Moment(STAYS.0 - 1));
        assert_eq!(known(), MANY, "all of them are still here");
        presence.note(MemberId(2), Moment(STAYS.0));
        assert_eq!(known(), 3);
        let here = [1, 2, MANY as u64].map(|it| presence.is_here(MemberId(it), Moment(STAYS.0)));
        assert_eq!(here, [true; 3]);
    }
}
