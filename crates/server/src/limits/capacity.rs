//! Bounds on concurrent work: bytes for all requests together, and threads for what takes more than a moment, so that the
//! threads that answer requests never wait for a single large one.

pub(crate) mod fair_semaphore;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use tokio::runtime::{Builder, Runtime};

use self::fair_semaphore::{FairSemaphore, Permit, Waiter};
use crate::error::Error;
use crate::origin::network;

/// How many bytes all unfinished requests together may take ..
const SPACE: usize = 128 << 20;
/// .. and how many of these request bodies may take: however much is sent, there is room to answer.
const BODIES: usize = SPACE / 2;
/// A network's requests may take one part in this many of the free room. An equal part of the whole is reserved for those
/// who take little, since repeated parts of the rest soon come to nothing.
const PART: usize = 4;
/// The bytes that count as little for one network.
const LITTLE: usize = 128 << 10;

/// How long a request waits for its turn: less than the time limit for a response to begin, so that the refusal arrives.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many long pieces of work may be running and waiting in all: one that cannot have its turn is refused immediately, not
/// after a wait.
const WAITING: usize = 128;

/// How many long lists are made at a time: the data for one takes some megabytes.
const LISTS: usize = 4;

/// The room available. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Capacity(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    space: Mutex<MemoryUse>,
    /// The threads that draw a board for a page or a mail ..
    drawers: WorkerPool,
    /// .. those that draw boards of analyses ..
    students: WorkerPool,
    /// .. and those for work that may take longer.
    workers: WorkerPool,
    /// The permits to make lists in words. They mostly wait for the database, so they need no threads of their own.
    listers: FairSemaphore,
}

/// Permits with a thread each. The threads are used for nothing else: an allocator with a heap for each thread, such as
/// glibc's, then retains the memory of large pieces in only this many heaps, not in that of any thread that happened to be
/// free.
#[derive(Debug)]
struct WorkerPool {
    semaphore: FairSemaphore,
    threads: Option<Runtime>,
}

/// How much of the space is taken.
#[derive(Debug, Default)]
struct MemoryUse {
    all: TakenBytes,
    by: HashMap<IpAddr, TakenBytes>,
}

/// In bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TakenBytes {
    all: usize,
    /// How many of them are request bodies.
    bodies: usize,
}

/// The purpose of the room taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A request body.
    Body,
    /// The work on a request, and its answer.
    Answer,
}

/// A part of the room, returned when it is dropped.
#[derive(Debug)]
pub(crate) struct Reservation {
    capacity: Capacity,
    network: IpAddr,
    used: Purpose,
    bytes: usize,
}

/// Bytes with the room they take.
struct ReservedBytes {
    bytes: Bytes,
    _part: Reservation,
}

impl Capacity {
    /// Room with a thread for every second processor to draw boards, as many for boards of analyses, and as many for longer
    /// work.
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        let threads = (processors / 2).max(1);
        let drawers = WorkerPool::new(FairSemaphore::new(threads), threads);
        let students = WorkerPool::new(FairSemaphore::new(threads), threads);
        let workers = WorkerPool::new(FairSemaphore::within(threads, WAITING), threads);
        let listers = FairSemaphore::within(LISTS, WAITING);
        Capacity(Arc::new(Inner { space: Mutex::default(), drawers, students, workers, listers }))
    }

    /// Takes room for the bytes that a request needs until it is answered.
    ///
    /// # Errors
    /// There is none at present, or none for this network.
    pub(crate) fn take(&self, from: IpAddr, bytes: usize) -> Result<Reservation, Error> {
        self.part(from, Purpose::Answer, bytes)
    }

    /// Takes room for the bytes of a request body.
    ///
    /// # Errors
    /// There is none at present, or none for this network.
    pub(crate) fn receive(&self, from: IpAddr, bytes: usize) -> Result<Reservation, Error> {
        self.part(from, Purpose::Body, bytes)
    }

    fn part(&self, from: IpAddr, used: Purpose, bytes: usize) -> Result<Reservation, Error> {
        let network = network(from);
        self.space().take(network, used, bytes)?;
        Ok(Reservation { capacity: self.clone(), network, used, bytes })
    }

    fn space(&self) -> MutexGuard<'_, MemoryUse> {
        self.0.space.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does work that takes more than a moment, away from the threads that answer requests; only so many pieces run at a
    /// time, for each network in turn.
    ///
    /// # Errors
    /// Too much is already waiting for this network, or its turn does not come in time.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        from: IpAddr,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.0.workers.work(from, what).await
    }

    /// Draws one board, likewise, but without waiting for longer work.
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

    /// How many boards are being drawn, or wait to be.
    #[cfg(test)]
    pub(crate) fn drawing(&self) -> usize {
        self.0.drawers.semaphore.pieces()
    }

    /// Draws a board of an analysis, likewise: players do not wait for those who analyze.
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

    /// Waits for a turn to make a long list, for each network in turn; the turn ends when it is dropped.
    ///
    /// # Errors
    /// As in [`work`](Self::work).
    pub(crate) async fn list(&self, from: IpAddr) -> Result<Permit, Error> {
        wait(self.0.listers.line_up(network(from))?).await
    }
}

/// Waits for a permit, but not too long.
async fn wait(turn: Waiter) -> Result<Permit, Error> {
    tokio::time::timeout(PATIENCE, turn.permit()).await.map_err(|_| Error::Busy)?
}

impl WorkerPool {
    fn new(semaphore: FairSemaphore, threads: usize) -> Self {
        let runtime = Builder::new_current_thread().max_blocking_threads(threads).build();
        WorkerPool {
            semaphore,
            threads: Some(runtime.expect("a runtime without a driver needs nothing")),
        }
    }

    async fn work<T: Send + 'static>(
        &self,
        from: IpAddr,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let permit = wait(self.semaphore.line_up(network(from))?).await?;
        let threads = self.threads.as_ref().ok_or(Error::NotDone)?;
        let worked = threads.spawn_blocking(move || {
            let done = what();
            drop(permit);
            done
        });
        match worked.await {
            Ok(done) => Ok(done),
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => Err(Error::NotDone),
        }
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        // Running work is not waited for: this may be dropped on a thread that must not block.
        if let Some(threads) = self.threads.take() {
            threads.shutdown_background();
        }
    }
}

/// How much of a space one network may have, when `free` bytes are free or its own already.
fn share(space: usize, free: usize) -> usize {
    (free.saturating_sub(space / PART) / PART).max(LITTLE.min(free))
}

impl MemoryUse {
    fn take(&mut self, network: IpAddr, used: Purpose, n: usize) -> Result<(), Error> {
        let theirs = self.by.get(&network).copied().unwrap_or_default();
        let fits = |space: usize, all: usize, theirs: usize| {
            theirs + n <= share(space, space - all + theirs)
        };
        let fits_all = fits(SPACE, self.all.all, theirs.all);
        let fits_bodies = used == Purpose::Answer || fits(BODIES, self.all.bodies, theirs.bodies);
        if !fits_all || !fits_bodies {
            return Err(Error::Busy);
        }
        for taken in [&mut self.all, self.by.entry(network).or_default()] {
            taken.all += n;
            taken.bodies += if used == Purpose::Body { n } else { 0 };
        }
        Ok(())
    }

    fn give_back(&mut self, network: IpAddr, used: Purpose, n: usize) {
        let Some(theirs) = self.by.get_mut(&network) else { return };
        for taken in [&mut self.all, &mut *theirs] {
            taken.all -= n;
            taken.bodies -= if used == Purpose::Body { n } else { 0 };
        }
        if theirs.all == 0 {
            self.by.remove(&network);
        }
    }
}

impl Reservation {
    /// Takes `bytes` bytes more.
    ///
    /// # Errors
    /// There is no room for them.
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), Error> {
        self.capacity.space().take(self.network, self.used, bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    fn shrink(&mut self, bytes: usize) {
        self.capacity.space().give_back(self.network, self.used, bytes);
        self.bytes -= bytes;
    }

    /// A body that keeps the part of this room it needs until its last byte is sent.
    ///
    /// # Errors
    /// It is longer than expected, and there is no room for it.
    pub(crate) fn hold(mut self, bytes: Bytes) -> Result<Body, Error> {
        if self.bytes < bytes.len() {
            self.grow(bytes.len() - self.bytes)?;
        } else {
            self.shrink(self.bytes - bytes.len());
        }
        Ok(Body::from(Bytes::from_owner(ReservedBytes { bytes, _part: self })))
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.capacity.space().give_back(self.network, self.used, self.bytes);
    }
}

impl AsRef<[u8]> for ReservedBytes {
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
        let (capacity, one, most) = (Capacity::new(), at(1), share(SPACE, SPACE));
        let part = capacity.take(one, most).unwrap();
        assert!(matches!(capacity.take(one, 1), Err(Error::Busy)));
        let body = part.hold(Bytes::from(vec![0; most / 2])).unwrap();
        let half = capacity.take(one, most / 2).unwrap();
        assert!(capacity.take(one, 1).is_err());
        drop((half, body));
        assert!(capacity.take(one, most).is_ok());
        assert!(capacity.space().by.is_empty());
        assert_eq!(capacity.space().all, TakenBytes::default());
    }

    #[test]
    fn there_is_room_for_a_stranger_however_many_take_what_they_can() {
        let capacity = Capacity::new();
        let mut parts = Vec::new();
        for network in 0..100 {
            for size in [SPACE / 8, 1 << 20, 64 << 10, 16 << 10] {
                parts.extend(std::iter::from_fn(|| capacity.take(at(network), size).ok()));
            }
        }
        assert!(capacity.take(at(200), 64 << 10).is_ok());
    }

    #[test]
    fn one_network_takes_a_part_of_the_room_and_no_answer_goes_uncounted() {
        let (capacity, one, other, share) = (Capacity::new(), at(1), at(2), share(SPACE, SPACE));
        let most = capacity.take(one, share).unwrap();
        assert!(matches!(capacity.take(one, 1), Err(Error::Busy)));
        let small = capacity.take(other, 1024).unwrap();
        // An answer longer than expected takes what it needs ..
        let long = small.hold(Bytes::from(vec![0; share / 2])).unwrap();
        let small = capacity.take(other, 1024).unwrap();
        // .. or is refused.
        assert!(small.hold(Bytes::from(vec![0; share])).is_err());
        drop((most, long));
        assert!(capacity.space().by.is_empty());
        assert!(capacity.take(one, share).is_ok());
    }

    #[test]
    fn what_is_sent_takes_half_of_the_room_at_most() {
        let capacity = Capacity::new();
        let mut parts = Vec::new();
        for network in 0..39 {
            parts.extend(std::iter::from_fn(|| capacity.receive(at(network), 16 << 10).ok()));
        }
        // One more network finds room for its body, too ..
        let mut sent = capacity.receive(at(200), 16 << 10).unwrap();
        assert!(sent.grow(64 << 10).is_ok());
        // .. and where bodies no longer fit there is room for answers.
        for network in 39..250 {
            parts.extend(std::iter::from_fn(|| capacity.receive(at(network), 16 << 10).ok()));
        }
        assert!(capacity.receive(at(251), 1).is_err());
        assert!(capacity.space().all.all <= BODIES);
        assert!(capacity.take(at(251), 2 << 20).is_ok());
        drop((parts, sent));
        assert_eq!(capacity.space().all, TakenBytes::default());
    }

    /// Its addresses count together, and an IPv4 address is the same however it is written.
    #[tokio::test(start_paused = true)]
    async fn a_household_is_one_network() {
        for (one, same, other) in [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::1", "2001:db8:1:3::1"),
            ("192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"),
        ] {
            let [one, same, other] = [one, same, other].map(|it| it.parse().unwrap());
            let (capacity, share) = (Capacity::new(), share(SPACE, SPACE));
            let part = capacity.take(one, share).unwrap();
            assert!(capacity.take(same, 1).is_err() && capacity.take(other, 1).is_ok());
            drop(part);
            let waits = |line: &FairSemaphore| -> Vec<Waiter> {
                std::iter::from_fn(|| line.line_up(network(one)).ok()).collect()
            };
            let turns = (waits(&capacity.0.workers.semaphore), waits(&capacity.0.listers));
            // Refused at once, as who has enough waiting, and not after a wait of its own.
            let begun = tokio::time::Instant::now();
            assert!(capacity.work(same, || ()).await.is_err());
            assert!(capacity.list(same).await.is_err());
            assert_eq!(begun.elapsed(), Duration::ZERO);
            assert!(capacity.0.listers.line_up(network(other)).is_ok());
            drop(turns);
        }
    }

    /// A panic is reported as a bug, not as the server stopping.
    #[tokio::test]
    async fn what_panics_while_it_is_worked_out_panics_where_it_was_asked_for() {
        let asks =
            async { Capacity::new().work(at(1), || -> u8 { panic!("a bug") }).await.is_ok() };
        assert!(tokio::spawn(asks).await.unwrap_err().is_panic());
    }

    /// Otherwise whoever asks and goes, again and again, has more worked out at a time than there may be.
    #[tokio::test]
    async fn what_is_being_worked_out_keeps_its_place_when_the_asker_goes() {
        let capacity = Capacity::new();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let asks = tokio::spawn({
            let capacity = capacity.clone();
            async move {
                let work = move || {
                    begun.send(()).unwrap();
                    ends.recv()
                };
                capacity.work(at(1), work).await.is_ok()
            }
        });
        has_begun.await.unwrap();
        asks.abort();
        assert!(asks.await.unwrap_err().is_cancelled());
        assert!(!capacity.0.workers.semaphore.rest());
        end.send(()).unwrap();
        crate::tests::until(async || capacity.0.workers.semaphore.rest().then_some(())).await;
    }

    #[tokio::test]
    async fn one_network_waits_for_so_much() {
        let (capacity, one, other) = (Capacity::new(), at(1), at(2));
        let turns: Vec<_> =
            std::iter::from_fn(|| capacity.0.workers.semaphore.line_up(one).ok()).collect();
        assert!(matches!(capacity.work(one, || ()).await, Err(Error::Busy)));
        assert!(capacity.0.workers.semaphore.line_up(other).is_ok());
        drop(turns);
        assert_eq!(capacity.work(one, || 7).await.unwrap(), 7);
        assert!(capacity.0.workers.semaphore.rest());
    }
}
