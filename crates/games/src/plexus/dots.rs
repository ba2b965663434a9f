use std::ops::{BitAnd, BitOr};

/// A set of dots: the bits of `W` words, with dot (column, row) of an n x n board at bit row * (n + 1) + column.
///
/// The bit after each row belongs to no dot, so that a shift by one never leads from one row into another. Sizes up to 7 fit
/// one word, size 19 needs six. Bits beyond the last word wrap around to the first one: no index panics, and with one word
/// none has to be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Dots<const W: usize>([u64; W]);

impl<const W: usize> Dots<W> {
    pub(super) const NONE: Self = Dots([0; W]);

    #[inline]
    pub(super) fn has(&self, at: u32) -> bool {
        self.0[(at / 64) as usize % W] >> (at % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, at: u32) {
        self.0[(at / 64) as usize % W] |= 1 << (at % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, at: u32) {
        self.0[(at / 64) as usize % W] &= !(1 << (at % 64));
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Every dot moved up by `by` bits, 0 < `by` < 64.
    #[inline]
    pub(super) fn up(&self, by: u32) -> Self {
        Dots(std::array::from_fn(|i| {
            self.0[i] << by | if i > 0 { self.0[i - 1] >> (64 - by) } else { 0 }
        }))
    }

    /// Every dot moved down by `by` bits, 0 < `by` < 64.
    #[inline]
    pub(super) fn down(&self, by: u32) -> Self {
        Dots(std::array::from_fn(|i| {
            self.0[i] >> by | if i + 1 < W { self.0[i + 1] << (64 - by) } else { 0 }
        }))
    }

    /// The bit of the member with `k` members below it; there must be one.
    #[inline]
    pub(super) fn nth(&self, mut k: u32) -> u32 {
        let mut i = 0;
        while i + 1 < W {
            let here = self.0[i].count_ones();
            if k < here {
                break;
            }
            k -= here;
            i += 1;
        }
        let mut word = self.0[i];
        for _ in 0..k {
            word &= word.wrapping_sub(1);
        }
        i as u32 * 64 + word.trailing_zeros()
    }

    /// The dots of this set that are not in another.
    #[inline]
    pub(super) fn without(&self, other: Self) -> Self {
        Dots(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The same set in fewer or more words.
    #[inline]
    pub(super) fn resized<const V: usize>(&self) -> Dots<V> {
        Dots(std::array::from_fn(|i| self.0.get(i).copied().unwrap_or(0)))
    }

    /// The bits in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = u32> {
        let words = self.0;
        (0..W).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                let at = (word != 0).then(|| i as u32 * 64 + word.trailing_zeros());
                word &= word.wrapping_sub(1);
                at
            })
        })
    }
}

impl<const W: usize> BitAnd for Dots<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Dots(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for Dots<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Dots(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}
