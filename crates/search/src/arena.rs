use std::ops::Index;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Items per chunk.
const CHUNK: usize = 1 << 13;

/// A growing store of items that many threads read and extend in parallel. Items never move, and are only freed all
/// together.
///
/// Memory is allocated a chunk at a time, so that a short search does not pay for room that it does not need.
pub(crate) struct Arena<T> {
    chunks: Box<[OnceLock<Box<[T]>>]>,
    used: Apart<AtomicUsize>,
    most: usize,
}

/// Keeps what all threads write in a cache line apart from what they only read.
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

    /// Reserves a row of `n` default items and returns the number of the first; `None` if there is no room. A row is at most
    /// a chunk long.
    pub(crate) fn reserve(&self, n: usize) -> Option<u32> {
        if n > CHUNK {
            return None;
        }
        let mut used = self.used.0.load(Ordering::Relaxed);
        loop {
            // A row lies in one chunk: what is left of the previous chunk is wasted.
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

    /// The capacity in items; at least 1.
    pub(crate) fn most(&self) -> usize {
        self.most.max(1)
    }

    /// Whether a row of `n` could be reserved.
    pub(crate) fn has_room(&self, n: usize) -> bool {
        self.len() + n <= self.most
    }

    /// The number of reserved items.
    pub(crate) fn len(&self) -> usize {
        self.used.0.load(Ordering::Relaxed)
    }

    /// The chunk that contains an item, and the item's index in it.
    #[inline]
    fn chunk(&self, at: u32) -> (&[T], usize) {
        let chunk = &self.chunks[at as usize / CHUNK];
        (chunk.get_or_init(|| (0..CHUNK).map(|_| T::default()).collect()), at as usize % CHUNK)
    }

    /// A reserved row.
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
