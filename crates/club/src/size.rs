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
