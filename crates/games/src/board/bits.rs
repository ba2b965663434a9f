/// A set of small numbers: number `i` is bit `i % 64` of word `i / 64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Bits<WORDS> {
    pub(crate) const EMPTY: Self = Bits([0; WORDS]);

    /// The numbers from 0 to `n - 1`.
    pub(crate) fn below(n: usize) -> Self {
        Bits(std::array::from_fn(|word| match n.saturating_sub(word * 64) {
            0 => 0,
            64.. => u64::MAX,
            rest => (1 << rest) - 1,
        }))
    }

    #[inline]
    pub(crate) fn has(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    #[inline]
    pub(crate) fn or(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The members from `from` to `from + length - 1`, at most 32 of them, as bits from 0.
    #[inline]
    pub(crate) fn window(&self, from: usize, length: usize) -> u32 {
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        let (at, bit) = (from / 64, from % 64);
        let both = u128::from(word(at)) | u128::from(word(at + 1)) << 64;
        (both >> bit) as u32 & ((1u64 << length) - 1) as u32
    }

    /// The number of members, none of which may be above `most`.
    #[inline]
    pub(crate) fn count(&self, most: usize) -> usize {
        self.0[..=most / 64].iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The words.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(at * 64 + bit)
            })
        })
    }
}
