//! What is worked at at once, bounded: in bytes for all requests together, and in threads for what takes more than a
//! moment, so that the threads on which everybody is answered never wait for one who asks for much.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::{Body, Bytes};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Error;
use crate::limits::network;

/// How many bytes all requests together may take that are not answered to their end.
const SPACE: usize = 128 << 20;
/// In steps of so many.
const STEP: usize = 1 << 10;
/// How much one network may have worked at and waiting that takes more than a moment.
const EACH: usize = 16;

/// The room there is. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Room(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    space: Arc<Semaphore>,
    hands: Arc<Semaphore>,
    /// How much each network waits for.
    waiting: Mutex<HashMap<IpAddr, usize>>,
}

/// A part of the room, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Part(OwnedSemaphorePermit);

/// Bytes with the room they take.
struct Kept {
    bytes: Bytes,
    _part: Part,
}

/// That somebody's work is waited for.
struct Turn {
    room: Room,
    network: IpAddr,
}

impl Room {
    /// A room with a thread for every second processor.
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        Room(Arc::new(Inner {
            space: Arc::new(Semaphore::new(SPACE / STEP)),
            hands: Arc::new(Semaphore::new((processors / 2).max(1))),
            waiting: Mutex::default(),
        }))
    }

    /// Takes room for so many bytes.
    ///
    /// # Errors
    /// There is none at present.
    pub(crate) fn take(&self, bytes: usize) -> Result<Part, Error> {
        let n = u32::try_from(bytes.div_ceil(STEP)).map_err(|_| Error::Busy)?;
        self.0.space.clone().try_acquire_many_owned(n).map(Part).map_err(|_| Error::Busy)
    }

    /// Does what takes more than a moment, beside the threads on which everybody is answered; so many at once.
    ///
    /// # Errors
    /// Too much waits already for whoever asks.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        from: IpAddr,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let turn = self.wait_for(network(from))?;
        let hand = self.0.hands.clone().acquire_owned().await.map_err(|_| Error::NotDone)?;
        let worked = tokio::task::spawn_blocking(move || {
            let done = what();
            drop((hand, turn));
            done
        });
        match worked.await {
            Ok(done) => Ok(done),
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => Err(Error::NotDone),
        }
    }

    fn wait_for(&self, network: IpAddr) -> Result<Turn, Error> {
        let mut waiting = self.waiting();
        let n = waiting.entry(network).or_default();
        if *n == EACH {
            return Err(Error::Busy);
        }
        *n += 1;
        Ok(Turn { room: self.clone(), network })
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Part {
    /// A body that holds as much of this room as it needs, until the last of it is sent.
    pub(crate) fn hold(mut self, bytes: Bytes) -> Body {
        let n = bytes.len().div_ceil(STEP);
        if let Some(more) = self.0.num_permits().checked_sub(n) {
            drop(self.0.split(more));
        }
        Body::from(Bytes::from_owner(Kept { bytes, _part: self }))
    }
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut waiting = self.room.waiting();
        if let Some(n) = waiting.get_mut(&self.network) {
            *n -= 1;
            if *n == 0 {
                waiting.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_comes_back_as_bodies_are_sent() {
        let room = Room::new();
        let parts: Vec<Part> = (0..4).map(|_| room.take(SPACE / 4).unwrap()).collect();
        assert!(matches!(room.take(1), Err(Error::Busy)));
        let bodies: Vec<Body> =
            parts.into_iter().map(|it| it.hold(Bytes::from(vec![0; SPACE / 8]))).collect();
        let half = room.take(SPACE / 2).unwrap();
        assert!(room.take(1).is_err());
        drop((half, bodies));
        assert!(room.take(SPACE).is_ok());
    }

    #[tokio::test]
    async fn one_network_waits_for_so_much() {
        let room = Room::new();
        let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
        let turns: Vec<Turn> = (0..EACH).map(|_| room.wait_for(one).unwrap()).collect();
        assert!(matches!(room.work(one, || ()).await, Err(Error::Busy)));
        assert!(room.work(other, || ()).await.is_ok());
        drop(turns);
        assert_eq!(room.work(one, || 7).await.unwrap(), 7);
        assert!(room.waiting().is_empty());
    }
}
