use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How much is left to do, at least, to prove that the side to move reaches what is asked (`proof`), and that it does
/// not (`disproof`). 0 means done, and [`NEVER`] that it cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

/// The largest number: 22 bits.
pub(crate) const NEVER: u32 = (1 << 22) - 1;

impl Numbers {
    pub(crate) const PROVED: Self = Numbers { proof: 0, disproof: NEVER };
    pub(crate) const DISPROVED: Self = Numbers { proof: NEVER, disproof: 0 };

    /// The answer, if there is one.
    pub(crate) fn answer(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// Whether one of the numbers is as large as it may become. Answers always are.
    pub(crate) fn reach(self, until: Self) -> bool {
        self.proof >= until.proof || self.disproof >= until.disproof
    }
}

/// What is known of nodes, by key: entries of 16 bytes, four to a cache line, read and written by all threads without
/// locks.
///
/// An entry holds 80 bits of the key. Its two words are written one after the other; since the first is stored combined
/// with the second, an entry of which another thread has changed one word does not fit its key and counts as absent.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<[[AtomicU64; 2]; 4]>,
}

impl Table {
    /// A table of at most so many bytes, and of at least one bucket.
    pub(crate) fn new(bytes: usize) -> Self {
        Table { buckets: (0..buckets(bytes)).map(|_| Default::default()).collect() }
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
    }

    /// How many entries it has room for.
    pub(crate) fn room(&self) -> usize {
        self.buckets.len() * 4
    }

    /// How many entries a table of so many bytes has room for.
    pub(crate) fn room_of(bytes: usize) -> usize {
        buckets(bytes) * 4
    }

    #[inline]
    fn bucket(&self, key: u128) -> &[[AtomicU64; 2]; 4] {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// What is known of a node.
    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<Numbers> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            let fits = check.load(Relaxed) ^ data == key as u64 && data >> 48 == upper(key);
            (fits && data != 0).then(|| unpack(data))
        })
    }

    /// Notes what is known of a node after so much `work`. Says whether that took a free entry. An answer is never
    /// replaced by less.
    ///
    /// If no entry is free, the one with the least work gives way, and the others count for less from now on: otherwise
    /// two nodes could drive each other out of the last entry for ever, and the search would never come on.
    pub(crate) fn put(&self, key: u128, numbers: Numbers, work: u64) -> bool {
        let new = pack(key, numbers, work);
        let mut least = (u64::MAX, 0);
        let bucket = self.bucket(key);
        for (at, [check, data]) in bucket.iter().enumerate() {
            let old = data.load(Relaxed);
            if old == 0 {
                data.store(new, Relaxed);
                check.store(key as u64 ^ new, Relaxed);
                return true;
            }
            if check.load(Relaxed) ^ old == key as u64 && old >> 48 == new >> 48 {
                if unpack(old).answer().is_none() || numbers.answer().is_some() {
                    data.store(new, Relaxed);
                    check.store(key as u64 ^ new, Relaxed);
                }
                return false;
            }
            least = least.min((old & WORK, at));
        }
        for (at, [check, data]) in bucket.iter().enumerate() {
            let old = data.load(Relaxed);
            if at == least.1 {
                data.store(new, Relaxed);
                check.store(key as u64 ^ new, Relaxed);
            } else if old & WORK != 0 {
                let fits = check.load(Relaxed) ^ old;
                data.store(old - 1, Relaxed);
                check.store(fits ^ (old - 1), Relaxed);
            }
        }
        false
    }

    /// The two words of every entry that is taken, as [`restore`](Self::restore) wants them.
    pub(crate) fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        self.buckets.iter().flatten().filter_map(|[check, data]| {
            let data = data.load(Relaxed);
            (data != 0).then(|| [check.load(Relaxed) ^ data, data])
        })
    }

    /// Puts an entry of another table into this one. Says whether that took a free entry.
    pub(crate) fn restore(&self, [low, data]: [u64; 2]) -> bool {
        let key = u128::from(low) | u128::from(data >> 48) << 64;
        let work = 1 << (2 * (data & WORK).saturating_sub(1));
        self.put(key, unpack(data), work)
    }

    /// Makes room for so many bytes, at least what it has, and keeps every entry. It never takes more than that:
    /// nothing is copied where the system can move pages.
    pub(crate) fn grow(&mut self, bytes: usize) {
        let before = self.buckets.len();
        let after = buckets(bytes).max(before);
        self.buckets.reserve_exact(after - before);
        self.buckets.resize_with(after, Default::default);
        // What was in a bucket stays there or moves to one that is new and gets nothing from any other: there is room.
        let (old, new) = self.buckets.split_at_mut(before);
        for (at, bucket) in old.iter_mut().enumerate() {
            for entry in bucket {
                let [check, data] = std::mem::take(entry).map(AtomicU64::into_inner);
                let to = (check ^ data) as usize & (after - 1);
                // Words of two entries that were written at once are no entry.
                if data == 0 || to & (before - 1) != at {
                    continue;
                }
                let free = match to.checked_sub(before) {
                    None => Some(entry),
                    Some(to) => new[to].iter_mut().find(|it| it[1].load(Relaxed) == 0),
                };
                *free.expect("it comes from a bucket no larger") = [check.into(), data.into()];
            }
        }
    }
}

/// How many buckets fit into so many bytes: a power of two, and at least one.
fn buckets(bytes: usize) -> usize {
    let most = (bytes / size_of::<[[AtomicU64; 2]; 4]>()).max(1);
    1 << most.ilog2()
}

/// The lowest four bits: the logarithm of the work to base 4, and 1.
const WORK: u64 = 0xf;

/// From the top: 16 bits of the key, 22 of the proof number, 22 of the disproof number, 4 of the work. Never 0, as one of
/// the numbers is not.
fn pack(key: u128, numbers: Numbers, work: u64) -> u64 {
    let work = u64::from(1 + work.max(1).ilog2() / 2).min(WORK);
    upper(key) << 48 | u64::from(numbers.proof) << 26 | u64::from(numbers.disproof) << 4 | work
}

/// The 16 bits of the key above the lower word.
fn upper(key: u128) -> u64 {
    (key >> 64) as u64 & 0xffff
}

fn unpack(data: u64) -> Numbers {
    Numbers { proof: (data >> 26) as u32 & NEVER, disproof: (data >> 4) as u32 & NEVER }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof }
    }

    #[test]
    fn what_was_put_is_found_until_something_better_takes_its_place() {
        let table = Table::new(1 << 12);
        let key = |it: u128| it << 6 | it << 70;
        for it in 1..=4 {
            assert!(table.put(key(it), numbers(it as u32, NEVER - 1), 1 << (2 * it)));
        }
        for it in 1..=4 {
            assert_eq!(table.get(key(it)), Some(numbers(it as u32, NEVER - 1)));
        }
        assert_eq!(table.get(key(5)), None);
        assert_eq!(table.get(key(1) ^ 1 << 64), None, "80 bits count");
        assert!(!table.put(key(5), Numbers::PROVED, 1));
        assert_eq!(table.get(key(5)), Some(Numbers::PROVED));
        assert_eq!(table.get(key(1)), None, "the least work gave way");
        table.put(key(5), numbers(3, 3), 9);
        assert_eq!(table.get(key(5)), Some(Numbers::PROVED), "an answer stays");
    }

    #[test]
    fn nodes_that_share_one_entry_do_not_drive_each_other_out_for_ever() {
        let table = Table::new(64);
        for it in 1..=4u128 {
            table.put(it << 6, numbers(1, 1), 1 << 20);
        }
        let both = || [7u128, 8].map(|it| table.get(it << 6).is_some());
        let mut tries = 0;
        while both() != [true; 2] {
            for it in [7u128, 8] {
                table.put(it << 6, numbers(2, 2), 1);
            }
            tries += 1;
            assert!(tries < 20);
        }
    }

    #[test]
    fn a_table_that_is_saved_and_restored_holds_the_same() {
        let (table, again) = (Table::new(1 << 12), Table::new(1 << 12));
        let key = |it: u32| u128::from(it) << 70 | u128::from(it);
        for it in 1..=100 {
            table.put(key(it), numbers(it, 7), 5);
        }
        assert_eq!(table.entries().count(), 100);
        for entry in table.entries() {
            again.restore(entry);
        }
        assert!((1..=100).all(|it| again.get(key(it)) == Some(numbers(it, 7))));
    }

    #[test]
    fn a_table_that_grows_holds_the_same() {
        let small = Table::new(1 << 12);
        let keys: Vec<u128> =
            (0..100).map(|it: u128| it * 0x9e37_79b9_7f4a_7c15_f39c_c060).collect();
        keys.iter().for_each(|&key| {
            small.put(key, numbers(2, 7), 5);
        });
        let before = keys.iter().map(|&key| small.get(key)).collect::<Vec<_>>();
        let mut large = small;
        large.grow((1 << 16) + 5000);
        assert_eq!(large.bytes(), 1 << 16);
        assert!(keys.iter().zip(before).all(|(&key, before)| large.get(key) == before));
        large.grow(1 << 12);
        assert_eq!(large.bytes(), 1 << 16, "it never shrinks");
    }
}
