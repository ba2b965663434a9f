//! What is worked at at once, bounded: in bytes for all requests together, and in threads for what takes more than a
//! moment, so that the threads on which everybody is answered never wait for one who asks for much.

mod hands;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::{Body, Bytes};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::hands::Hands;
use crate::error::Error;
use crate::limits::network;

/// How many bytes all requests together may take that are not answered to their end.
const SPACE: usize = 128 << 20;
/// In steps of so many.
const STEP: usize = 1 << 10;
/// What part of the room that is free the requests of one network may take: there is always some left, however many networks
/// take what they can.
const PART: usize = 4;

/// The room there is. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Room(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    space: Arc<Semaphore>,
    hands: Hands,
    /// How many steps of the space each network has.
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// A part of the room, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Part {
    space: OwnedSemaphorePermit,
    room: Room,
    network: IpAddr,
}

/// Bytes with the room they take.
struct Kept {
    bytes: Bytes,
    _part: Part,
}

impl Room {
    /// A room with a thread for every second processor.
    pub(crate) fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        Room(Arc::new(Inner {
            space: Arc::new(Semaphore::new(SPACE / STEP)),
            hands: Hands::new((processors / 2).max(1)),
            taken: Mutex::default(),
        }))
    }

    /// Takes room for so many bytes that somebody's request needs.
    ///
    /// # Errors
    /// There is none at present, or none for their network.
    pub(crate) fn take(&self, from: IpAddr, bytes: usize) -> Result<Part, Error> {
        let (n, network) = (bytes.div_ceil(STEP), network(from));
        let space = self.space(network, n)?;
        Ok(Part { space, room: self.clone(), network })
    }

    fn space(&self, network: IpAddr, n: usize) -> Result<OwnedSemaphorePermit, Error> {
        let mut taken = self.taken();
        let before = taken.get(&network).copied().unwrap_or_default();
        let (theirs, free) = (before + n, before + self.0.space.available_permits());
        if free / PART < theirs {
            return Err(Error::Busy);
        }
        let permits = u32::try_from(n).map_err(|_| Error::Busy)?;
        let space = self.0.space.clone().try_acquire_many_owned(permits);
        let space = space.map_err(|_| Error::Busy)?;
        taken.insert(network, theirs);
        Ok(space)
    }

    fn give_back(&self, network: IpAddr, n: usize) {
        let mut taken = self.taken();
        if let Some(theirs) = taken.get_mut(&network) {
            *theirs = theirs.saturating_sub(n);
            if *theirs == 0 {
                taken.remove(&network);
            }
        }
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what takes more than a moment, beside the threads on which everybody is answered; so much at once, for each
    /// network in turn.
    ///
    /// # Errors
    /// Too much waits already for whoever asks.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        from: IpAddr,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let hand = self.0.hands.line_up(network(from))?.hand().await?;
        let worked = tokio::task::spawn_blocking(move || {
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

impl Part {
    /// A body that holds as much of this room as it needs, until the last of it is sent.
    ///
    /// # Errors
    /// It is longer than was thought, and there is no room for it.
    pub(crate) fn hold(mut self, bytes: Bytes) -> Result<Body, Error> {
        let (n, held) = (bytes.len().div_ceil(STEP), self.space.num_permits());
        if held < n {
            self.space.merge(self.room.space(self.network, n - held)?);
        } else {
            drop(self.space.split(held - n));
            self.room.give_back(self.network, held - n);
        }
        Ok(Body::from(Bytes::from_owner(Kept { bytes, _part: self })))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.room.give_back(self.network, self.space.num_permits());
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

    /// What one network may take of a room that is empty.
    const SHARE: usize = SPACE / PART;

    #[test]
    fn room_comes_back_as_bodies_are_sent() {
        let room = Room::new();
        let one = IpAddr::from([192, 0, 2, 1]);
        let part = room.take(one, SHARE).unwrap();
        assert!(matches!(room.take(one, 1), Err(Error::Busy)));
        let body = part.hold(Bytes::from(vec![0; SHARE / 2])).unwrap();
        let half = room.take(one, SHARE / 2).unwrap();
        assert!(room.take(one, 1).is_err());
        drop((half, body));
        assert!(room.take(one, SHARE).is_ok());
        assert!(room.taken().is_empty());
    }

    #[test]
    fn there_is_room_for_a_stranger_however_many_take_what_they_can() {
        let room = Room::new();
        let mut parts = Vec::new();
        for n in 0..20 {
            let from = IpAddr::from([192, 0, 2, n]);
            for size in [SPACE / 8, 1 << 20, 64 << 10, 16 << 10] {
                parts.extend(std::iter::from_fn(|| room.take(from, size).ok()));
            }
        }
        assert!(room.take(IpAddr::from([192, 0, 2, 99]), 64 << 10).is_ok());
    }

    #[test]
    fn one_network_takes_a_part_of_the_room_and_no_answer_goes_uncounted() {
        let room = Room::new();
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let most = room.take(one, SHARE).unwrap();
        assert!(matches!(room.take(one, 1), Err(Error::Busy)));
        let small = room.take(other, STEP).unwrap();
        // An answer that is longer than was thought takes what it needs ..
        let long = small.hold(Bytes::from(vec![0; SHARE / 2])).unwrap();
        let small = room.take(other, STEP).unwrap();
        // .. or is not given.
        assert!(small.hold(Bytes::from(vec![0; SHARE])).is_err());
        drop((most, long));
        assert!(room.taken().is_empty());
        assert!(room.take(one, SHARE).is_ok());
    }

    #[tokio::test]
    async fn one_network_waits_for_so_much() {
        let (room, one, other) =
            (Room::new(), IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let turns: Vec<_> = std::iter::from_fn(|| room.0.hands.line_up(one).ok()).collect();
        assert!(matches!(room.work(one, || ()).await, Err(Error::Busy)));
        assert!(room.0.hands.line_up(other).is_ok());
        drop(turns);
        assert_eq!(room.work(one, || 7).await.unwrap(), 7);
        assert!(room.0.hands.rest());
    }
}
