use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A set of which only prints are kept. Two members with the same print are taken for one: what is written then is not a proof,
/// and is refused by whoever checks it.
#[derive(Debug, Default)]
pub(super) struct Prints(HashSet<u128>);

impl Prints {
    pub(super) fn insert(&mut self, print: u128) {
        self.0.insert(print);
    }

    pub(super) fn contains(&self, print: u128) -> bool {
        self.0.contains(&print)
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        table(self.0.capacity(), self.0.len(), size_of::<u128>())
    }
}

/// 128 bits that hardly anything else has.
pub(super) fn print(it: &impl Hash) -> u128 {
    let half = |which: u8| {
        let mut hasher = DefaultHasher::new();
        which.hash(&mut hasher);
        it.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

/// How many bytes a hash table of such members takes when one more is put in: where that makes it grow, the old one and the
/// new one, twice as large, are there at once.
pub(super) fn table(capacity: usize, len: usize, member: usize) -> usize {
    // One place in eight is left free, and each has a byte besides.
    let places = (capacity * 8).div_ceil(7);
    let bytes = places * (member + 1);
    if len < capacity { bytes } else { 3 * bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_that_are_counted_are_enough_for_one_member_more() {
        let mut prints = Prints::default();
        prints.insert(0);
        for number in 1..5000 {
            let (counted, before) = (prints.bytes(), prints.0.capacity());
            prints.insert(number);
            let after = prints.0.capacity();
            let there = if after == before { after } else { before + after };
            assert!(counted >= there * size_of::<u128>(), "{number}: {counted} for {there}");
            assert!(prints.contains(number) && !prints.contains(number + 1));
        }
    }
}
