/// The most cells a board may have: those of Hex with 26 a side.
pub const CELLS: usize = 26 * 26;

const WORDS: usize = CELLS.div_ceil(64);

/// A set of cells of one board, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells([u64; WORDS]);

impl Cells {
    /// No cell.
    pub const NONE: Self = Cells([0; WORDS]);

    /// Adds a cell.
    ///
    /// # Panics
    /// If its number is not below [`CELLS`].
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out, if it is one and is there.
    pub fn remove(&mut self, cell: usize) {
        if cell < CELLS {
            self.0[cell / 64] &= !(1 << (cell % 64));
        }
    }

    /// Whether a cell is in the set.
    #[must_use]
    pub fn has(&self, cell: usize) -> bool {
        cell < CELLS && self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Whether no cell is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// How many cells are in it.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells in either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Cells(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// The cells in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Cells(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    /// The cells that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Cells(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Whether a cell is in both.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// The cells, the lowest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Cells::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}
