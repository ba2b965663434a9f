use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;

use crosscut_club::MemberId;

use crate::origin::network;
use crate::person::Person;

/// Whom a thought is for: each network is served in turn, and within it each person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ThoughtOwner {
    owner: OwnerKey,
    member: Option<MemberId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum OwnerKey {
    Network(IpAddr),
    /// A member who has not been here since the server began, or who comes by mail.
    Of(MemberId),
}

/// The kind of a thought, by how long it may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThoughtKind {
    /// A move in a match, less than a second: one thread takes nothing else before it.
    Quick,
    /// A move in a match, up to some seconds.
    Slow,
    /// What is worked out in a moment, such as whether an answer solves a puzzle. No clock runs, so moves come first.
    Brief,
    /// What somebody asks about a position, less than a second. No clock runs, so moves come first.
    Asked,
}

/// The thoughts that wait.
#[derive(Debug)]
pub(super) struct ThoughtQueue<T> {
    quick: Lane<T>,
    slow: Lane<T>,
    brief: Lane<T>,
    asked: Lane<T>,
}

type Lane<T> = RoundRobin<OwnerKey, RoundRobin<Option<MemberId>, VecDeque<T>>>;

/// Lines that are served in turn.
#[derive(Debug)]
struct RoundRobin<K, L> {
    turns: VecDeque<K>,
    lines: HashMap<K, L>,
}

impl ThoughtOwner {
    /// A person who asks now.
    pub fn of(person: &Person) -> Self {
        let owner = OwnerKey::Network(network(person.caller.address));
        ThoughtOwner { owner, member: person.member }
    }

    /// A member, with the network they were last seen in, if known.
    pub(super) fn member(member: MemberId, seen: Option<IpAddr>) -> Self {
        let owner = seen.map_or(OwnerKey::Of(member), |it| OwnerKey::Network(network(it)));
        ThoughtOwner { owner, member: Some(member) }
    }
}

impl<K: Copy + Eq + Hash, L: Default> RoundRobin<K, L> {
    /// The line of this key; it is served when its turn comes.
    fn line(&mut self, key: K) -> &mut L {
        self.lines.entry(key).or_insert_with(|| {
            self.turns.push_back(key);
            L::default()
        })
    }

    /// Takes from the line whose turn it is, which then goes to the end, or is removed if empty.
    fn next<T>(
        &mut self,
        take: impl FnOnce(&mut L) -> Option<T>,
        is_empty: impl FnOnce(&L) -> bool,
    ) -> Option<T> {
        let key = self.turns.pop_front()?;
        let line = self.lines.get_mut(&key)?;
        let taken = take(line);
        if is_empty(line) {
            self.lines.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        taken
    }
}

impl<K, L> Default for RoundRobin<K, L> {
    fn default() -> Self {
        RoundRobin { turns: VecDeque::new(), lines: HashMap::new() }
    }
}

impl<T> Default for ThoughtQueue<T> {
    fn default() -> Self {
        ThoughtQueue {
            quick: Lane::default(),
            slow: Lane::default(),
            brief: Lane::default(),
            asked: Lane::default(),
        }
    }
}

impl<T> ThoughtQueue<T> {
    fn lane(&mut self, cost: ThoughtKind) -> &mut Lane<T> {
        match cost {
            ThoughtKind::Quick => &mut self.quick,
            ThoughtKind::Slow => &mut self.slow,
            ThoughtKind::Brief => &mut self.brief,
            ThoughtKind::Asked => &mut self.asked,
        }
    }

    pub(super) fn push(&mut self, cost: ThoughtKind, waits: ThoughtOwner, thought: T) {
        self.lane(cost).line(waits.owner).line(waits.member).push_back(thought);
    }

    /// The next thought of this cost: the first of the person whose turn it is, in the network whose turn it is.
    pub(super) fn pop(&mut self, cost: ThoughtKind) -> Option<T> {
        self.lane(cost).next(
            |owner| owner.next(VecDeque::pop_front, VecDeque::is_empty),
            |owner| owner.lines.is_empty(),
        )
    }

    /// How many thoughts wait for this person.
    pub(super) fn waiting(&self, waits: ThoughtOwner) -> usize {
        let of = |lane: &Lane<T>| {
            let line = lane.lines.get(&waits.owner).and_then(|it| it.lines.get(&waits.member));
            line.map_or(0, VecDeque::len)
        };
        of(&self.quick) + of(&self.slow) + of(&self.brief) + of(&self.asked)
    }

    pub(super) fn len(&self) -> usize {
        let lanes = [&self.quick, &self.slow, &self.brief, &self.asked].into_iter();
        lanes
            .flat_map(|it| it.lines.values())
            .flat_map(|it| it.lines.values())
            .map(VecDeque::len)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use crosscut_club::Who;

    use super::*;
    use crate::person::Caller;

    fn at(address: &str, member: u64) -> ThoughtOwner {
        ThoughtOwner {
            owner: OwnerKey::Network(address.parse().unwrap()),
            member: Some(MemberId(member)),
        }
    }

    fn all(queue: &mut ThoughtQueue<&'static str>, cost: ThoughtKind) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop(cost)).collect()
    }

    #[test]
    fn each_network_has_a_turn_and_in_it_each_person() {
        let mut queue = ThoughtQueue::default();
        let (ann, amy) = (at("192.0.2.1", 1), at("192.0.2.1", 2));
        let (bob, cat) = (at("192.0.2.2", 3), ThoughtOwner::member(MemberId(4), None));
        for (waits, name) in [
            (ann, "a1"),
            (ann, "a2"),
            (ann, "a3"),
            (amy, "y1"),
            (bob, "b1"),
            (bob, "b2"),
            (cat, "c1"),
        ] {
            queue.push(ThoughtKind::Slow, waits, name);
        }
        assert_eq!((queue.waiting(ann), queue.waiting(cat), queue.len()), (3, 1, 7));
        assert_eq!(all(&mut queue, ThoughtKind::Slow), ["a1", "b1", "c1", "y1", "b2", "a2", "a3"]);
        assert_eq!(queue.len(), 0);
    }

    /// Its addresses have one turn, and an IPv4 address is the same however it is written.
    #[test]
    fn a_household_has_one_turn() {
        let owner = |it: &str| {
            let address: IpAddr = it.parse().unwrap();
            let caller = Caller { address, is_doubtful: false, device: String::new() };
            let person = Person {
                who: Who::Visitor,
                member: None,
                token: None,
                lost: false,
                session: None,
                by_passkey: false,
                caller,
            };
            let [asks, plays] =
                [ThoughtOwner::of(&person), ThoughtOwner::member(MemberId(1), Some(address))];
            assert_eq!(asks.owner, plays.owner);
            asks.owner
        };
        assert_eq!(owner("2001:db8:1:2::1"), owner("2001:db8:1:2:ffff::1"));
        assert_ne!(owner("2001:db8:1:2::1"), owner("2001:db8:1:3::1"));
        assert_eq!(owner("192.0.2.1"), owner("::ffff:192.0.2.1"));
    }

    #[test]
    fn what_is_dear_or_only_asked_keeps_nothing_cheap_waiting() {
        let mut queue = ThoughtQueue::default();
        for n in 0..500 {
            queue.push(ThoughtKind::Slow, at("192.0.2.1", n), "dear");
            queue.push(ThoughtKind::Brief, at("192.0.2.1", n), "brief");
            queue.push(ThoughtKind::Asked, at("192.0.2.1", n), "asked");
        }
        queue.push(ThoughtKind::Quick, at("192.0.2.1", 7), "cheap");
        assert_eq!((queue.waiting(at("192.0.2.1", 7)), queue.len()), (4, 1501));
        assert_eq!(all(&mut queue, ThoughtKind::Quick), ["cheap"]);
        let rest = [ThoughtKind::Slow, ThoughtKind::Brief, ThoughtKind::Asked];
        assert_eq!(rest.map(|it| all(&mut queue, it).len()), [500, 500, 500]);
    }
}
