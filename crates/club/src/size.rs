//! Approximate memory use of loaded streams, in bytes: what is bounded by a number counts as its own size.

use crate::plan::Branch;
use crate::{Challenge, Key, Match, Member, State, Terms};

/// The approximate overhead of an allocator and a map for each entry, in bytes.
const EACH: usize = 64;

impl State {
    /// The approximate memory a loaded stream takes, in bytes; for an absent one, that of knowing it is absent.
    pub fn bytes(&self, key: &Key) -> usize {
        EACH + match key {
            Key::Member(id) => self.member(*id).map_or(0, of_member),
            Key::Name(name) => name.len(),
            Key::Challenge(id) => self.challenge(*id).map_or(0, of_challenge),
            Key::Match(id) => self.match_with(*id).map_or(0, of_match),
        }
    }
}

fn of_member(it: &Member) -> usize {
    let courses =
        it.courses.values().map(|it| 2 * EACH + it.points().len() * size_of::<[i64; 2]>());
    let entries = it.taken_away.len()
        + it.blocked.len()
        + it.welcome.len()
        + it.limits.len()
        + it.follows.len()
        + 2 * it.ratings.len();
    size_of::<Member>()
        + it.name.len()
        + size_of_val(&it.vacations[..])
        + courses.sum::<usize>()
        + EACH * entries
}

fn of_challenge(it: &Challenge) -> usize {
    size_of::<Challenge>() + of_terms(&it.terms) + it.greeting.as_ref().map_or(0, String::len)
}

fn of_match(it: &Match) -> usize {
    let remarks = it.remarks.iter().map(|it| size_of_val(it) + it.words.len());
    let plans = it.plans.iter().flatten().flat_map(|it| &it.branches);
    size_of::<Match>()
        + of_terms(&it.terms)
        + it.line.bytes()
        + size_of_val(&it.plies[..])
        + remarks.sum::<usize>()
        + plans.map(of_branch).sum::<usize>()
        + EACH * (it.followers.len() + it.recent.len())
}

fn of_terms(it: &Terms) -> usize {
    it.game.len() + it.setup.as_ref().map_or(0, String::len)
}

fn of_branch(it: &Branch) -> usize {
    let words = it.on.iter().chain(&it.play).chain(&it.say).map(|it| EACH + it.len());
    size_of::<Branch>() + words.sum::<usize>() + it.then.iter().map(of_branch).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Fact, Follow, MemberId, Moment, Who};

    #[test]
    fn whatever_is_kept_of_a_member_takes_memory() {
        let (id, key) = (MemberId(1), Key::Member(MemberId(1)));
        let mut state = State::default();
        state.set_absent(&key);
        let mut before = state.bytes(&key);
        assert_eq!(before, EACH);
        let game = "hex".to_string();
        let (name, zone) = ("ann".to_string(), "UTC".to_string());
        for fact in [
            Fact::Joined { name, guest: false, zone },
            Fact::Limited { game: game.clone(), most: Some(3) },
            Fact::Limited { game: "trellis".to_string(), most: Some(3) },
            Fact::Blocked { member: MemberId(2) },
            Fact::Welcomes { game: game.clone(), welcome: Default::default() },
            Fact::FollowsGame { game, follow: Some(Follow::End) },
        ] {
            let (key, by, once) = (key.clone(), Who::Member(id), None);
            state.apply(&Event { key: key.clone(), at: Moment(0), by, once, fact }).unwrap();
            let now = state.bytes(&key);
            assert!(before + EACH <= now && now < before + 100 * EACH, "{before} to {now}");
            before = now;
        }
    }
}
