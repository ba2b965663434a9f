//! Turns for what takes more than a moment: a fixed number of pieces at a time, for each network in turn.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::error::Error;

/// How many pieces one network may have running and waiting.
const EACH: usize = 16;

/// Permits to work, one piece each. A free permit goes to the waiting network that has the fewest, and among those to the
/// one that has waited longest for its turn: a newcomer waits for at most one piece of each of the others. Where no more
/// may wait, the network with the most waiting gives up its last to one that has less. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct FairSemaphore(Arc<Mutex<SemaphoreState>>);

#[derive(Debug, Default)]
struct SemaphoreState {
    /// How many permits are free.
    free: usize,
    /// How many pieces there may be.
    most: usize,
    /// How often a caller has lined up or been given a permit.
    turns: u64,
    networks: HashMap<IpAddr, NetworkQueue>,
}

#[derive(Debug, Default)]
struct NetworkQueue {
    /// How many permits it has.
    has: usize,
    /// Its waiting callers, by number, the first in front.
    waiting: VecDeque<(u64, oneshot::Sender<Permit>)>,
    /// The turn since which it has waited for its own.
    since: u64,
}

/// A permit; when it is dropped it goes to the next in line.
#[derive(Debug)]
pub(crate) struct Permit {
    semaphore: FairSemaphore,
    network: IpAddr,
}

/// A place in the line for a permit. Dropping it leaves the line.
#[derive(Debug)]
pub(crate) struct Waiter {
    semaphore: FairSemaphore,
    network: IpAddr,
    number: u64,
    given: oneshot::Receiver<Permit>,
}

impl FairSemaphore {
    /// `n` permits, for which any number of pieces may wait.
    pub(super) fn new(n: usize) -> Self {
        FairSemaphore::within(n, usize::MAX)
    }

    /// `n` permits, with at most `most` pieces running and waiting.
    pub(crate) fn within(n: usize, most: usize) -> Self {
        FairSemaphore(Arc::new(Mutex::new(SemaphoreState {
            free: n,
            most,
            ..SemaphoreState::default()
        })))
    }

    /// Lines up for a permit.
    ///
    /// # Errors
    /// Too much of this network is waiting already, or too much in all.
    pub(crate) fn line_up(&self, network: IpAddr) -> Result<Waiter, Error> {
        let (give, given) = oneshot::channel();
        let number = self.state().line_up(network, give)?;
        self.share_out();
        Ok(Waiter { semaphore: self.clone(), network, number, given })
    }

    /// Gives the free permits to those whose turn it is.
    fn share_out(&self) {
        loop {
            // The lock must not be held when a permit is dropped.
            let next = self.state().call();
            let Some((network, give)) = next else { return };
            // If the caller has just gone, the permit is dropped and goes to the next.
            let _ = give.send(Permit { semaphore: self.clone(), network });
        }
    }

    /// Whether no piece is running or waiting.
    #[cfg(test)]
    pub(crate) fn rest(&self) -> bool {
        self.state().networks.is_empty()
    }

    /// How many pieces are running and waiting.
    #[cfg(test)]
    pub(crate) fn pieces(&self) -> usize {
        self.state().networks.values().map(NetworkQueue::pieces).sum()
    }

    fn state(&self) -> MutexGuard<'_, SemaphoreState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SemaphoreState {
    fn line_up(&mut self, network: IpAddr, give: oneshot::Sender<Permit>) -> Result<u64, Error> {
        let theirs = self.networks.get(&network).map_or(0, NetworkQueue::pieces);
        let all: usize = self.networks.values().map(NetworkQueue::pieces).sum();
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

    /// The next in turn, if there is a free permit.
    fn call(&mut self) -> Option<(IpAddr, oneshot::Sender<Permit>)> {
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

impl NetworkQueue {
    /// How many of its pieces are running or waiting.
    fn pieces(&self) -> usize {
        self.has + self.waiting.len()
    }
}

impl Waiter {
    /// The permit, when it is the caller's turn.
    ///
    /// # Errors
    /// The place was given to a network that has less.
    pub(crate) async fn permit(mut self) -> Result<Permit, Error> {
        (&mut self.given).await.map_err(|_| Error::Busy)
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        self.semaphore.state().leave(self.network, self.number);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.semaphore.state().give_back(self.network);
        self.semaphore.share_out();
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;

    fn at(network: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, network])
    }

    fn line_up(semaphore: &FairSemaphore, network: u8, pieces: usize) -> Vec<(u8, Waiter)> {
        (0..pieces).map(|_| (network, semaphore.line_up(at(network)).unwrap())).collect()
    }

    /// The waiter that has been given a permit, and the permit.
    fn called(waiting: &mut Vec<(u8, Waiter)>) -> Option<(u8, Permit)> {
        let mut each = waiting.iter_mut().enumerate();
        let (at, permit) = each.find_map(|(at, it)| Some((at, it.1.given.try_recv().ok()?)))?;
        Some((waiting.remove(at).0, permit))
    }

    /// The networks of the pieces, in the order in which they run.
    fn order(waiting: &mut Vec<(u8, Waiter)>) -> Vec<u8> {
        std::iter::from_fn(|| called(waiting).map(|it| it.0)).collect()
    }

    #[test]
    fn whoever_comes_waits_for_one_piece_of_each_of_the_others() {
        let semaphore = FairSemaphore::new(1);
        let mut waiting: Vec<_> = (1..=3).flat_map(|it| line_up(&semaphore, it, EACH)).collect();
        let (first, permit) = called(&mut waiting).unwrap();
        assert_eq!((first, called(&mut waiting).is_none()), (1, true));
        waiting.extend(line_up(&semaphore, 4, 2));
        drop(permit);
        let order = order(&mut waiting);
        assert_eq!(order[..8], [1, 2, 3, 4, 1, 2, 3, 4]);
        assert_eq!(order.len(), 3 * EACH + 1);
        assert!(waiting.is_empty() && semaphore.rest());
    }

    #[test]
    fn who_has_no_permit_comes_before_those_who_have_one() {
        let semaphore = FairSemaphore::new(2);
        let mut waiting = line_up(&semaphore, 1, 5);
        let (one, two) = (called(&mut waiting).unwrap(), called(&mut waiting).unwrap());
        waiting.extend(line_up(&semaphore, 2, 2));
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
        let semaphore = FairSemaphore::within(1, 3);
        let mut waiting: Vec<_> = (1..=3).flat_map(|it| line_up(&semaphore, it, 1)).collect();
        assert!(matches!(semaphore.line_up(at(4)), Err(Error::Busy)));
        assert!(matches!(semaphore.line_up(at(3)), Err(Error::Busy)));
        assert_eq!(order(&mut waiting), [1, 2, 3]);
        assert!(semaphore.rest());
    }

    #[test]
    fn who_has_much_waiting_makes_place_for_who_has_less() {
        let semaphore = FairSemaphore::within(1, EACH);
        let mut waiting = line_up(&semaphore, 1, EACH);
        waiting.extend(line_up(&semaphore, 2, EACH / 2));
        // Now both have the same number, and neither gives way to the other.
        assert!(matches!(semaphore.line_up(at(1)), Err(Error::Busy)));
        assert!(matches!(semaphore.line_up(at(2)), Err(Error::Busy)));
        waiting.extend(line_up(&semaphore, 3, 1));
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
        assert!(semaphore.rest());
    }

    #[test]
    fn who_goes_away_waits_no_longer() {
        let semaphore = FairSemaphore::new(1);
        let mut waiting = line_up(&semaphore, 1, EACH);
        assert!(matches!(semaphore.line_up(at(1)), Err(Error::Busy)));
        let (_, permit) = called(&mut waiting).unwrap();
        assert!(matches!(semaphore.line_up(at(1)), Err(Error::Busy)));
        // All waiters leave, and there is room for others.
        waiting.clear();
        let mut waiting = line_up(&semaphore, 1, EACH - 1);
        waiting.extend(line_up(&semaphore, 2, 1));
        // The next has been given the permit, and leaves without taking it: it goes to another.
        drop(permit);
        drop(waiting.remove(0));
        let (second, permit) = called(&mut waiting).unwrap();
        assert_eq!(second, 2);
        drop((permit, waiting));
        assert!(semaphore.rest());
    }
}
