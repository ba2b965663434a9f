/// A square part of a board, in which V joins the first row with the last and H the first column with the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its first column and row, from 0.
    pub(crate) from: [usize; 2],
    /// Points a side.
    pub(crate) size: usize,
}

impl Part {
    /// The whole of a board.
    pub(crate) const fn whole(size: usize) -> Part {
        Part { from: [0, 0], size }
    }

    /// The column and row in this part of a point of a board of `size`; `None` if it is outside the part.
    #[inline]
    pub(crate) fn at(self, cell: usize, size: usize) -> Option<[usize; 2]> {
        let place = |at: usize, from: usize| at.checked_sub(from).filter(|&it| it < self.size);
        Some([place(cell % size, self.from[0])?, place(cell / size, self.from[1])?])
    }

    /// The point of a board of `size` that corresponds to a point of this part.
    #[inline]
    pub(crate) fn on_board(self, cell: usize, size: usize) -> usize {
        let [column, row] = self.from;
        (row + cell / self.size) * size + column + cell % self.size
    }
}
