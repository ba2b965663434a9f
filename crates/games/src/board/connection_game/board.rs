use std::fmt::Debug;
use std::hash::Hash;

use crosscut_rules::Side;

use super::Geometry;

/// The stones of a connection game, and what wins it.
pub trait Board: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// Whether nobody may have won when every cell is full.
    const DRAWS: bool = false;

    /// The empty board of a size.
    fn empty<G: Geometry>(size: usize) -> Self;

    /// How many cells it has.
    fn cells(&self) -> usize;

    /// A side's stones: bit `c % 64` of word `c / 64` is cell `c`.
    fn stones(&self, side: Side) -> &[u64];

    /// Puts a stone on an empty cell.
    fn place(&mut self, side: Side, cell: usize);

    /// The side that has what it wants.
    fn winner(&self) -> Option<Side>;

    /// What each side has won so far, in games that count it.
    fn score(&self) -> Option<[u32; 2]> {
        None
    }

    /// The side whose stone is on a cell.
    #[inline]
    fn owner(&self, cell: usize) -> Option<Side> {
        let has = |side: &Side| self.stones(*side)[cell / 64] >> (cell % 64) & 1 == 1;
        Side::BOTH.into_iter().find(has)
    }

    /// The cells with a stone of a side, in rising order.
    #[inline]
    fn cells_of(&self, side: Side) -> impl Iterator<Item = usize> {
        self.stones(side).iter().enumerate().flat_map(|(at, &word)| members(at, word))
    }

    /// The cells without a stone, in rising order.
    #[inline]
    fn free(&self) -> impl Iterator<Item = usize> {
        self.free_words().enumerate().flat_map(|(at, word)| members(at, word))
    }

    /// How many cells have no stone.
    #[inline]
    fn n_free(&self) -> usize {
        let [first, second] = Side::BOTH.map(|side| self.stones(side));
        let taken = first.iter().zip(second).map(|(a, b)| (a | b).count_ones() as usize);
        self.cells() - taken.sum::<usize>()
    }

    /// The cells without a stone, as words of bits.
    #[inline]
    fn free_words(&self) -> impl Iterator<Item = u64> {
        let cells = self.cells();
        let [first, second] = Side::BOTH.map(|side| self.stones(side));
        first.iter().zip(second).enumerate().map(move |(at, (first, second))| {
            let here = match cells.saturating_sub(at * 64) {
                64.. => u64::MAX,
                rest => (1 << rest) - 1,
            };
            here & !(first | second)
        })
    }
}

/// The cells whose bits are set in word number `at`.
#[inline]
fn members(at: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(at * 64 + bit)
    })
}
