use std::sync::OnceLock;

use crate::board::checkered::MOST;

/// Which points may take the second stone of a turn, by the point of the first: those exactly three steps away along
/// the lines of the board, on a board of `size` x `size` points numbered row by row.
#[derive(Debug)]
pub(super) struct Partners {
    /// The partners with higher numbers, so that each pair stands in one list.
    later: Vec<Vec<u16>>,
}

/// The steps to the partners with higher numbers: knight's moves and straight lines of three.
const STEPS: [(isize, isize); 6] = [(3, 0), (0, 3), (1, 2), (-1, 2), (2, 1), (-2, 1)];

impl Partners {
    /// The partners on the board of this size.
    pub(super) fn on(size: usize) -> &'static Partners {
        static PARTNERS: [OnceLock<Partners>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        PARTNERS[size].get_or_init(|| Partners {
            later: (0..size * size)
                .map(|cell| {
                    let (column, row) = (cell % size, cell / size);
                    let to = |(dx, dy): (isize, isize)| {
                        let column = column.checked_add_signed(dx).filter(|&it| it < size)?;
                        let row = row.checked_add_signed(dy).filter(|&it| it < size)?;
                        Some((row * size + column) as u16)
                    };
                    STEPS.into_iter().filter_map(to).collect()
                })
                .collect(),
        })
    }

    /// The partners of a point that have higher numbers than it.
    #[inline]
    pub(super) fn later(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.later[cell].iter().map(|&partner| usize::from(partner))
    }
}
