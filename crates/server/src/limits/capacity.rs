//! What is worked at at once, bounded: in bytes for all requests together, and in threads for what takes more than a
//! moment, so that the threads on which everybody is answered never wait for one who asks for much.

pub(crate) mod hands;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use tokio::runtime::{Builder, Runtime};

use self::hands::{Hand, Hands, Waiter};
use crate::error::Error;
use crate::origin::network;

/// How many bytes all requests together may take that are not answered to their end ..
const SPACE: usize = 128 << 20;
/// .. and how many of these what is sent to us may take: however much is sent, there is room to answer.
const BODIES: usize = SPACE / 2;
/// What part of the room that is free the requests of one network may take. As large a part of the whole is kept for those
/// who take little, for a part of a part of a part is soon nothing.
const PART: usize = 4;
/// How many bytes a network takes that takes little.
const LITTLE: usize = 128 << 10;

/// How long somebody waits for their turn: less than a response may take to begin, so that they are told to come again.
const PATIENCE: Duration = Duration::from_secs(20);

/// How much that takes long may be worked at and waiting in all: what does not come to its turn is told so at once, and not
/// when it has waited.
const WAITING: usize = 128;

/// How many long lists are made at once: what is read for one takes some megabytes.
const LISTS: usize = 4;

/// The room there is. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Capacity(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    space: Mutex<Space>,
    /// Those that draw a board for a page or a mail ..
    drawers: Bench,
    /// .. those that draw boards which nobody plays on ..
    students: Bench,
    /// .. and those that work at what may take longer.
    workers: Bench,
    /// Those that make lists in words. They wait for the database more than they work, so they need no threads of their own.
    listers: Hands,
}

/// Hands with a thread for each. The threads are theirs alone: an allocator that keeps a heap for each thread, as glibc's
/// does, keeps what a large piece took in so many heaps, and not in that of any thread that was free.
#[derive(Debug)]
struct Bench {
    hands: Hands,
    threads: Option<Runtime>,
}

/// How much of the space is taken.
#[derive(Debug, Default)]
struct Space {
    all: Taken,
    by: HashMap<IpAddr, Taken>,
}

/// In bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Taken {
    all: usize,
    /// Those of them in which is what was sent to us.
    bodies: usize,
}

/// What room is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// What is sent to us.
    Body,
    /// To work at it, and the answer.
    Answer,
}

/// A part of the room, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Part {
    room: Capacity,
    network: IpAddr,
    used: Use,
    bytes: usize,
}

/// Bytes with the room they take.
struct Kept {
    bytes: Bytes,
    _part: Part,
}

impl Capacity {
    /// A room with a thread for every second processor to draw boards, as many for those of analyses, and as many for what
    /// takes longer.
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        let threads = (processors / 2).max(1);
        let drawers = Bench::new(Hands::new(threads), threads);
        let students = Bench::new(Hands::new(threads), threads);
        let workers = Bench::new(Hands::within(threads, WAITING), threads);
        let listers = Hands::within(LISTS, WAITING);
        Capacity(Arc::new(Inner { space: Mutex::default(), drawers, students, workers, listers }))
    }

    /// Takes room for so many bytes that somebody's request needs until it is answered.
    ///
    /// # Errors
    /// There is none at present, or none for their network.
    pub(crate) fn take(&self, from: IpAddr, bytes: usize) -> Result<Part, Error> {
        self.part(from, Use::Answer, bytes)
    }

    /// Takes room for so many bytes that somebody has sent.
    ///
    /// # Errors
    /// There is none at present, or none for their network.
    pub(crate) fn receive(&self, from: IpAddr, bytes: usize) -> Result<Part, Error> {
        self.part(from, Use::Body, bytes)
    }

    fn part(&self, from: IpAddr, used: Use, bytes: usize) -> Result<Part, Error> {
        let network = network(from);
        self.space().take(network, used, bytes)?;
        Ok(Part { room: self.clone(), network, used, bytes })
    }

    fn space(&self) -> MutexGuard<'_, Space> {
        self.0.space.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what takes more than a moment, beside the threads on which everybody is answered; so much at once, for each
    /// network in turn.
    ///
    /// # Errors
    /// Too much waits already for whoever asks, or their turn does not come while they would wait.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        from: IpAddr,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.0.workers.work(from, what).await
    }

    /// Draws one board, in the same way, but waits for nothing that takes longer.
    ///
    /// # Errors
    /// As in [`work`](Self::work).
    pub(crate) async fn draw<T: Send + 'static>(
        &self,
        from: IpAddr,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.0.drawers.work(from, what).await
    }

    /// Draws the board of an analysis, in the same way: whoever plays waits for nobody who studies.
    ///
    /// # Errors
    /// As in [`work`](Self::work).
    pub(crate) async fn study<T: Send + 'static>(
        &self,
        from: IpAddr,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.0.students.work(from, what).await
    }

    /// A turn to make a long list, for each network in turn; it is given back when it is dropped.
    ///
    /// # Errors
    /// As in [`work`](Self::work).
    pub(crate) async fn list(&self, from: IpAddr) -> Result<Hand, Error> {
        wait(self.0.listers.line_up(network(from))?).await
    }
}

/// The hand of somebody who waits for as long as they may.
async fn wait(turn: Waiter) -> Result<Hand, Error> {
    tokio::time::timeout(PATIENCE, turn.hand()).await.map_err(|_| Error::Busy)?
}

impl Bench {
    fn new(hands: Hands, threads: usize) -> Self {
        let runtime = Builder::new_current_thread().max_blocking_threads(threads).build();
        Bench { hands, threads: Some(runtime.expect("a runtime without a driver needs nothing")) }
    }

    async fn work<T: Send + 'static>(
        &self,
        from: IpAddr,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let hand = wait(self.hands.line_up(network(from))?).await?;
        let threads = self.threads.as_ref().ok_or(Error::NotDone)?;
        let worked = threads.spawn_blocking(move || {
            let done = what();
            drop(hand);
            done
        });
        match worked.await {
            Ok(done) => Ok(done),
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => Err(Error::NotDone),
        }
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // What is being worked at is not waited for: whoever drops it may be on a thread that must not wait.
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

/// How much of a space one network may have, where so much of it is free for them or theirs already.
fn share(space: usize, free: usize) -> usize {
    (free.saturating_sub(space / PART) / PART).max(LITTLE.min(free))
}

impl Space {
    fn take(&mut self, network: IpAddr, used: Use, n: usize) -> Result<(), Error> {
        let theirs = self.by.get(&network).copied().unwrap_or_default();
        let fits = |space: usize, all: usize, theirs: usize| {
            theirs + n <= share(space, space - all + theirs)
        };
        let fits_all = fits(SPACE, self.all.all, theirs.all);
        let fits_bodies = used == Use::Answer || fits(BODIES, self.all.bodies, theirs.bodies);
        if !fits_all || !fits_bodies {
            return Err(Error::Busy);
        }
        for taken in [&mut self.all, self.by.entry(network).or_default()] {
            taken.all += n;
            taken.bodies += if used == Use::Body { n } else { 0 };
        }
        Ok(())
    }

    fn give_back(&mut self, network: IpAddr, used: Use, n: usize) {
        let Some(theirs) = self.by.get_mut(&network) else { return };
        for taken in [&mut self.all, &mut *theirs] {
            taken.all -= n;
            taken.bodies -= if used == Use::Body { n } else { 0 };
        }
        if theirs.all == 0 {
            self.by.remove(&network);
        }
    }
}

impl Part {
    /// Takes so many bytes more.
    ///
    /// # Errors
    /// There is no room for them.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), Error> {
        self.room.space().take(self.network, self.used, bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    fn shrink(&mut self, bytes: usize) {
        self.room.space().give_back(self.network, self.used, bytes);
        self.bytes -= bytes;
    }

    /// A body that holds as much of this room as it needs, until the last of it is sent.
    ///
    /// # Errors
    /// It is longer than was thought, and there is no room for it.
    pub(crate) fn hold(mut self, bytes: Bytes) -> Result<Body, Error> {
        if self.bytes < bytes.len() {
            self.grow(bytes.len() - self.bytes)?;
        } else {
            self.shrink(self.bytes - bytes.len());
        }
        Ok(Body::from(Bytes::from_owner(Kept { bytes, _part: self })))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.room.space().give_back(self.network, self.used, self.bytes);
    }
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(network: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, network])
    }

    #[test]
    fn room_comes_back_as_bodies_are_sent() {
        let (room, one, most) = (Capacity::new(), at(1), share(SPACE, SPACE));
        let part = room.take(one, most).unwrap();
        assert!(matches!(room.take(one, 1), Err(Error::Busy)));
        let body = part.hold(Bytes::from(vec![0; most / 2])).unwrap();
        let half = room.take(one, most / 2).unwrap();
        assert!(room.take(one, 1).is_err());
        drop((half, body));
        assert!(room.take(one, most).is_ok());
        assert!(room.space().by.is_empty());
        assert_eq!(room.space().all, Taken::default());
    }

    #[test]
    fn there_is_room_for_a_stranger_however_many_take_what_they_can() {
        let room = Capacity::new();
        let mut parts = Vec::new();
        for network in 0..100 {
            for size in [SPACE / 8, 1 << 20, 64 << 10, 16 << 10] {
                parts.extend(std::iter::from_fn(|| room.take(at(network), size).ok()));
            }
        }
        assert!(room.take(at(200), 64 << 10).is_ok());
    }

    #[test]
    fn one_network_takes_a_part_of_the_room_and_no_answer_goes_uncounted() {
        let (room, one, other, share) = (Capacity::new(), at(1), at(2), share(SPACE, SPACE));
        let most = room.take(one, share).unwrap();
        assert!(matches!(room.take(one, 1), Err(Error::Busy)));
        let small = room.take(other, 1024).unwrap();
        // An answer that is longer than was thought takes what it needs ..
        let long = small.hold(Bytes::from(vec![0; share / 2])).unwrap();
        let small = room.take(other, 1024).unwrap();
        // .. or is not given.
        assert!(small.hold(Bytes::from(vec![0; share])).is_err());
        drop((most, long));
        assert!(room.space().by.is_empty());
        assert!(room.take(one, share).is_ok());
    }

    #[test]
    fn what_is_sent_takes_half_of_the_room_at_most() {
        let room = Capacity::new();
        let mut parts = Vec::new();
        for network in 0..39 {
            parts.extend(std::iter::from_fn(|| room.receive(at(network), 16 << 10).ok()));
        }
        // One more finds room for what they send, too ..
        let mut sent = room.receive(at(200), 16 << 10).unwrap();
        assert!(sent.grow(64 << 10).is_ok());
        // .. and even if nobody does there is room for what they ask.
        for network in 39..250 {
            parts.extend(std::iter::from_fn(|| room.receive(at(network), 16 << 10).ok()));
        }
        assert!(room.receive(at(251), 1).is_err());
        assert!(room.space().all.all <= BODIES);
        assert!(room.take(at(251), 2 << 20).is_ok());
        drop((parts, sent));
        assert_eq!(room.space().all, Taken::default());
    }

    /// A bug is a bug, and not what is told to whoever asks while the server stops.
    #[tokio::test]
    async fn what_panics_while_it_is_worked_out_panics_where_it_was_asked_for() {
        let asks =
            async { Capacity::new().work(at(1), || -> u8 { panic!("a bug") }).await.is_ok() };
        assert!(tokio::spawn(asks).await.unwrap_err().is_panic());
    }

    #[tokio::test]
    async fn one_network_waits_for_so_much() {
        let (room, one, other) = (Capacity::new(), at(1), at(2));
        let turns: Vec<_> = std::iter::from_fn(|| room.0.workers.hands.line_up(one).ok()).collect();
        assert!(matches!(room.work(one, || ()).await, Err(Error::Busy)));
        assert!(room.0.workers.hands.line_up(other).is_ok());
        drop(turns);
        assert_eq!(room.work(one, || 7).await.unwrap(), 7);
        assert!(room.0.workers.hands.rest());
    }
}
