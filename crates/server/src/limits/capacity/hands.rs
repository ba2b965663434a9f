//! Workers for what takes more than a moment: a fixed number of pieces at a time, for each network in turn.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::error::Error;

/// How many pieces one network may have running and waiting.
const EACH: usize = 16;

/// Hands that work at one piece each. A free hand goes to the waiting network that has the fewest, and among those to the
/// one that has waited longest for its turn: a newcomer waits for at most one piece of each of the others. Where no more
/// may wait, the network with the most waiting gives up its last to one that has less. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Hands(Arc<Mutex<Work>>);

#[derive(Debug, Default)]
struct Work {
    /// How many hands are free.
    free: usize,
    /// How many pieces there may be.
    most: usize,
    /// How often a caller has lined up or been given a hand.
    turns: u64,
    networks: HashMap<IpAddr, Network>,
}

#[derive(Debug, Default)]
struct Network {
    /// How many hands it has.
    has: usize,
    /// Its waiting callers, by number, the first in front.
    waiting: VecDeque<(u64, oneshot::Sender<Hand>)>,
    /// The turn since which it has waited for its own.
    since: u64,
}

/// A hand; when it is dropped it goes to the next in line.
#[derive(Debug)]
pub(crate) struct Hand {
    hands: Hands,
    network: IpAddr,
}

/// A place in the line for a hand. Dropping it leaves the line.
#[derive(Debug)]
pub(crate) struct Waiter {
    hands: Hands,
    network: IpAddr,
    number: u64,
    given: oneshot::Receiver<Hand>,
}

impl Hands {
    /// `n` hands, for which any number of pieces may wait.
    pub(super) fn new(n: usize) -> Self {
        Hands::within(n, usize::MAX)
    }

    /// `n` hands, with at most `most` pieces running and waiting.
    pub(crate) fn within(n: usize, most: usize) -> Self {
        Hands(Arc::new(Mutex::new(Work { free: n, most, ..Work::default() })))
    }

    /// Lines up for a hand.
    ///
    /// # Errors
    /// Too much of this network is waiting already, or too much in all.
    pub(crate) fn line_up(&self, network: IpAddr) -> Result<Waiter, Error> {
        let (give, given) = oneshot::channel();
        let number = self.work().line_up(network, give)?;
        self.share_out();
        Ok(Waiter { hands: self.clone(), network, number, given })
    }

    /// Gives the free hands to those whose turn it is.
    fn share_out(&self) {
        loop {
            // The lock must not be held when a hand is dropped.
            let next = self.work().call();
            let Some((network, give)) = next else { return };
            // If the caller has just gone, the hand is dropped and goes to the next.
            let _ = give.send(Hand { hands: self.clone(), network });
        }
    }

    /// Whether no piece is running or waiting.
    #[cfg(test)]
    pub(super) fn rest(&self) -> bool {
        self.work().networks.is_empty()
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    fn line_up(&mut self, network: IpAddr, give: oneshot::Sender<Hand>) -> Result<u64, Error> {
        let theirs = self.networks.get(&network).map_or(0, Network::pieces);
        let all: usize = self.networks.values().map(Network::pieces).sum();
        if EACH <= theirs || (self.most <= all && !self.make_place(theirs + 1)) {
            return Err(Error::Busy);
        }
        let theirs = self.networks.entry(network).or_default();
        self.turns += 1;
        if theirs.waiting.is_empty() {
            theirs.since = self.turns;
        }
        theirs.waiting.push_back((self.turns, give));
        Ok(self.turns)
    }

    /// Drops the last waiter of the network with the most waiting, among those with more than `more_than` pieces.
    fn make_place(&mut self, more_than: usize) -> bool {
        let most = self.networks.values_mut().filter(|it| more_than < it.pieces());
        let most = most.max_by_key(|it| it.waiting.len());
        most.and_then(|it| it.waiting.pop_back()).is_some()
    }

    /// The next in turn, if there is a free hand.
    fn call(&mut self) -> Option<(IpAddr, oneshot::Sender<Hand>)> {
        if self.free == 0 {
            return None;
        }
        let waiting = self.networks.iter_mut().filter(|it| !it.1.waiting.is_empty());
        let (network, theirs) = waiting.min_by_key(|it| (it.1.has, it.1.since))?;
        let (_, give) = theirs.waiting.pop_front()?;
        self.free -= 1;
        self.turns += 1;
        theirs.has += 1;
        theirs.since = self.turns;
        Some((*network, give))
    }

    fn give_back(&mut self, network: IpAddr) {
        self.free += 1;
        if let Some(theirs) = self.networks.get_mut(&network) {
            theirs.has -= 1;
        }
        self.tidy(network);
    }

    fn leave(&mut self, network: IpAddr, number: u64) {
        if let Some(theirs) = self.networks.get_mut(&network) {
            theirs.waiting.retain(|it| it.0 != number);
        }
        self.tidy(network);
    }

    /// Forgets a network with nothing running or waiting.
    fn tidy(&mut self, network: IpAddr) {
        let theirs = self.networks.get(&network);
        if theirs.is_some_and(|it| it.has == 0 && it.waiting.is_empty()) {
            self.networks.remove(&network);
        }
    }
}

impl Network {
    /// How many of its pieces are running or waiting.
    fn pieces(&self) -> usize {
        self.has + self.waiting.len()
    }
}

impl Waiter {
    /// The hand, when it is the caller's turn.
    ///
    /// # Errors
    /// The place was given to a network that has less.
    pub(crate) async fn hand(mut self) -> Result<Hand, Error> {
        (&mut self.given).await.map_err(|_| Error::Busy)
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        self.hands.work().leave(self.network, self.number);
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.hands.work().give_back(self.network);
        self.hands.share_out();
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;

    fn at(network: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, network])
    }

    fn line_up(hands: &Hands, network: u8, pieces: usize) -> Vec<(u8, Waiter)> {
        (0..pieces).map(|_| (network, hands.line_up(at(network)).unwrap())).collect()
    }

    /// The waiter that has been given a hand, and the hand.
    fn called(waiting: &mut Vec<(u8, Waiter)>) -> Option<(u8, Hand)> {
        let mut each = waiting.iter_mut().enumerate();
        let (at, hand) = each.find_map(|(at, it)| Some((at, it.1.given.try_recv().ok()?)))?;
        Some((waiting.remove(at).0, hand))
    }

    /// The networks of the pieces, in the order in which they run.
    fn order(waiting: &mut Vec<(u8, Waiter)>) -> Vec<u8> {
        std::iter::from_fn(|| called(waiting).map(|it| it.0)).collect()
    }

    #[test]
    fn whoever_comes_waits_for_one_piece_of_each_of_the_others() {
        let hands = Hands::new(1);
        let mut waiting: Vec<_> = (1..=3).flat_map(|it| line_up(&hands, it, EACH)).collect();
        let (first, hand) = called(&mut waiting).unwrap();
        assert_eq!((first, called(&mut waiting).is_none()), (1, true));
        waiting.extend(line_up(&hands, 4, 2));
        drop(hand);
        let order = order(&mut waiting);
        assert_eq!(order[..8], [1, 2, 3, 4, 1, 2, 3, 4]);
        assert_eq!(order.len(), 3 * EACH + 1);
        assert!(waiting.is_empty() && hands.rest());
    }

    #[test]
    fn who_has_no_hand_comes_before_those_who_have_one() {
        let hands = Hands::new(2);
        let mut waiting = line_up(&hands, 1, 5);
        let (one, two) = (called(&mut waiting).unwrap(), called(&mut waiting).unwrap());
        waiting.extend(line_up(&hands, 2, 2));
        drop(one);
        let three = called(&mut waiting).unwrap();
        assert_eq!(three.0, 2);
        // Now the other way round.
        drop(two);
        assert_eq!(called(&mut waiting).unwrap().0, 1);
        drop(three);
    }

    #[test]
    fn so_much_waits_in_all() {
        let hands = Hands::within(1, 3);
        let mut waiting: Vec<_> = (1..=3).flat_map(|it| line_up(&hands, it, 1)).collect();
        assert!(matches!(hands.line_up(at(4)), Err(Error::Busy)));
        assert!(matches!(hands.line_up(at(3)), Err(Error::Busy)));
        assert_eq!(order(&mut waiting), [1, 2, 3]);
        assert!(hands.rest());
    }

    #[test]
    fn who_has_much_waiting_makes_place_for_who_has_less() {
        let hands = Hands::within(1, EACH);
        let mut waiting = line_up(&hands, 1, EACH);
        waiting.extend(line_up(&hands, 2, EACH / 2));
        // Now both have the same number, and neither gives way to the other.
        assert!(matches!(hands.line_up(at(1)), Err(Error::Busy)));
        assert!(matches!(hands.line_up(at(2)), Err(Error::Busy)));
        waiting.extend(line_up(&hands, 3, 1));
        let order = order(&mut waiting);
        let of = |it| order.iter().filter(|of| **of == it).count();
        assert_eq!([1, 2, 3].map(of), [EACH / 2, EACH / 2 - 1, 1]);
        assert!(order[..4].contains(&3), "{order:?}");
        // Those dropped are told.
        for (network, waiter) in &mut waiting {
            let told = waiter.given.try_recv();
            assert!(matches!(told, Err(TryRecvError::Closed)), "{network}");
        }
        drop(waiting);
        assert!(hands.rest());
    }

    #[test]
    fn who_goes_away_waits_no_longer() {
        let hands = Hands::new(1);
        let mut waiting = line_up(&hands, 1, EACH);
        assert!(matches!(hands.line_up(at(1)), Err(Error::Busy)));
        let (_, hand) = called(&mut waiting).unwrap();
        assert!(matches!(hands.line_up(at(1)), Err(Error::Busy)));
        // All waiters leave, and there is room for others.
        waiting.clear();
        let mut waiting = line_up(&hands, 1, EACH - 1);
        waiting.extend(line_up(&hands, 2, 1));
        // The next has been given the hand, and leaves without taking it: it goes to another.
        drop(hand);
        drop(waiting.remove(0));
        let (second, hand) = called(&mut waiting).unwrap();
        assert_eq!(second, 2);
        drop((hand, waiting));
        assert!(hands.rest());
    }
}
