use std::ops::Index;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Items per chunk.
const CHUNK: usize = 1 << 13;

/// A growing store of items that many threads read and extend at once. An item stays where it is, and is taken away
/// with all others only.
///
/// Room is made a chunk at a time, so that nobody pays for what a short search does not need.
pub(crate) struct Arena<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    used: Apart<AtomicUsize>,
    most: usize,
}

/// Keeps what all threads write out of the cache lines of what they only read.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Apart<T>(pub(crate) T);

impl<T: Default> Arena<T> {
    /// Room for `most` items.
    pub(crate) fn new(most: usize) -> Self {
        let chunks = most.div_ceil(CHUNK).max(1);
        Arena {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: Apart::default(),
            most,
        }
    }

    /// Sets aside `n` items in a row, as they are by default, and returns the first one's number; `None` if there is no
    /// room. A row is at most a chunk long.
    pub(crate) fn reserve(&self, n: usize) -> Option<u32> {
        if n > CHUNK {
            return None;
        }
        let mut used = self.used.0.load(Ordering::Relaxed);
        loop {
            // A row lies in one chunk: what is left of the one before is wasted.
            let left = CHUNK - used % CHUNK;
            let first = if n <= left { used } else { used + left };
            if first + n > self.most {
                return None;
            }
            match self.used.0.compare_exchange_weak(
                used,
                first + n,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Some(first as u32),
                Err(now) => used = now,
            }
        }
    }

    /// How many items could be set aside at first; at least 1.
    pub(crate) fn most(&self) -> usize {
        self.most.max(1)
    }

    /// Whether a row of `n` could be set aside.
    pub(crate) fn has_room(&self, n: usize) -> bool {
        self.len() + n <= self.most
    }

    /// How many items were set aside.
    pub(crate) fn len(&self) -> usize {
        self.used.0.load(Ordering::Relaxed)
    }

    /// The chunk with an item's number, and where it is there.
    #[inline]
    fn chunk(&self, at: u32) -> (&[T], usize) {
        let chunk = &self.chunks[at as usize / CHUNK];
        (chunk.get_or_init(|| (0..CHUNK).map(|_| T::default()).collect()), at as usize % CHUNK)
    }

    /// A row that was set aside.
    #[inline]
    pub(crate) fn row(&self, first: u32, n: usize) -> &[T] {
        if n == 0 {
            return &[];
        }
        let (chunk, at) = self.chunk(first);
        &chunk[at..at + n]
    }
}

impl<T: Default> Index<u32> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: u32) -> &T {
        let (chunk, at) = self.chunk(at);
        &chunk[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_lies_in_one_chunk_and_the_room_is_bounded() {
        let arena: Arena<AtomicUsize> = Arena::new(2 * CHUNK);
        assert_eq!(arena.reserve(CHUNK - 1), Some(0));
        assert_eq!(arena.reserve(2), Some(CHUNK as u32));
        assert_eq!(arena.reserve(CHUNK), None);
        assert_eq!(arena.reserve(CHUNK - 2), Some(CHUNK as u32 + 2));
        assert_eq!(arena.reserve(1), None);
        assert_eq!(arena.row(CHUNK as u32, 2).len(), 2);
    }
}
