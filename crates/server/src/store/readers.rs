//! Shares out the reading connections: however often or much one network reads, a connection is left for the others.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::Result;
use crate::watch;

/// How long a reader waits for its turn ..
const PATIENCE: Duration = Duration::from_secs(5);
/// .. and how long reading may take.
const DEADLINE: Duration = Duration::from_secs(10);

/// The queues for reading on behalf of requests from outside. The club itself reads at any time.
#[derive(Debug)]
pub(super) struct Readers {
    /// Whether connections are shared out at all.
    on: AtomicBool,
    /// How many connections one network may use at a time.
    each: usize,
    /// How many all networks together may use: the rest is for the club, whatever the load.
    all: Semaphore,
    networks: Mutex<HashMap<IpAddr, NetworkReaders>>,
}

#[derive(Debug)]
struct NetworkReaders {
    free: Arc<Semaphore>,
    /// How many are reading or waiting.
    places: usize,
}

/// A place in a network's queue, for reading or waiting.
struct ReaderPlace<'a> {
    readers: &'a Readers,
    network: IpAddr,
    free: Arc<Semaphore>,
}

impl Readers {
    /// Of this many connections one network may use half, and all together three quarters.
    pub(super) fn new(connections: u32) -> Self {
        let n = connections as usize;
        let (each, all) = ((n / 2).max(1), Semaphore::new((n * 3 / 4).max(1)));
        Readers { on: AtomicBool::new(false), each, all, networks: Mutex::default() }
    }

    /// From now on connections are shared out.
    pub(super) fn share(&self) {
        self.on.store(true, Ordering::Relaxed);
    }

    /// Reads when it is the caller's turn.
    ///
    /// # Errors
    /// The turn did not come in time, or reading took too long ([`sqlx::Error::PoolTimedOut`], as if there were no
    /// connection); or reading failed.
    pub(super) async fn in_queue<T>(&self, read: impl Future<Output = Result<T>>) -> Result<T> {
        let Some(network) = watch::network().filter(|_| self.on.load(Ordering::Relaxed)) else {
            return read.await;
        };
        let place = self.place(network);
        let turn = async { (place.free.acquire().await, self.all.acquire().await) };
        let Ok((Ok(_theirs), Ok(_one))) = timeout(PATIENCE, turn).await else {
            return Err(sqlx::Error::PoolTimedOut);
        };
        timeout(DEADLINE, read).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    fn place(&self, network: IpAddr) -> ReaderPlace<'_> {
        let mut networks = self.networks();
        let theirs = networks.entry(network).or_insert_with(|| NetworkReaders {
            free: Arc::new(Semaphore::new(self.each)),
            places: 0,
        });
        theirs.places += 1;
        ReaderPlace { readers: self, network, free: theirs.free.clone() }
    }

    fn networks(&self) -> MutexGuard<'_, HashMap<IpAddr, NetworkReaders>> {
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ReaderPlace<'_> {
    /// The last reader of a network removes its entry.
    fn drop(&mut self) {
        let mut networks = self.readers.networks();
        if let Some(theirs) = networks.get_mut(&self.network) {
            theirs.places -= 1;
            if theirs.places == 0 {
                networks.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::atomic::AtomicUsize;

    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    async fn quick() -> Result<u8> {
        Ok(7)
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_who_reads_without_end_keeps_others_from_it() {
        let readers = Arc::new(Readers::new(4));
        readers.share();
        let begun_to_read = Arc::new(AtomicUsize::new(0));
        let slow: Vec<_> = (0..8)
            .map(|_| {
                let (readers, begun_to_read) = (readers.clone(), begun_to_read.clone());
                tokio::spawn(watch::asked_by(ONE, async move {
                    let read = async {
                        begun_to_read.fetch_add(1, Ordering::Relaxed);
                        pending::<Result<u8>>().await
                    };
                    readers.in_queue(read).await
                }))
            })
            .collect();
        tokio::task::yield_now().await;
        assert_eq!(begun_to_read.load(Ordering::Relaxed), 2);
        // Others, and the club, read immediately; a reader waiting behind those is told to come again.
        let begun = tokio::time::Instant::now();
        assert!(matches!(watch::asked_by(OTHER, readers.in_queue(quick())).await, Ok(7)));
        assert!(matches!(readers.in_queue(quick()).await, Ok(7)));
        assert_eq!(begun.elapsed(), Duration::ZERO);
        let late = watch::asked_by(ONE, readers.in_queue(quick())).await;
        assert!(matches!(late, Err(sqlx::Error::PoolTimedOut)), "{late:?}");
        assert_eq!(begun.elapsed(), PATIENCE);
        // An endless read is cut off at the deadline, and then it is their turn again.
        for it in slow {
            assert!(matches!(it.await.unwrap(), Err(sqlx::Error::PoolTimedOut)));
        }
        assert_eq!(begun.elapsed(), DEADLINE);
        assert!(readers.networks().is_empty());
        assert!(matches!(watch::asked_by(ONE, readers.in_queue(quick())).await, Ok(7)));
    }
}
