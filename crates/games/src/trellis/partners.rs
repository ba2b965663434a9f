use std::sync::OnceLock;

use crate::board::checkered::MOST;

/// The number of partners of a point far from the edges.
pub(super) const PARTNERS: usize = 12;

/// The points that may take the second stone of a turn, by the point of the first: those exactly three steps away along the
/// lines of the board. Points are numbered row by row.
#[derive(Debug)]
pub(super) struct Partners {
    /// By point: its partners, those with lower numbers last; [`NONE`] for those off the board.
    all: Vec<[u16; PARTNERS]>,
}

/// Stands for a partner off the board: the number after the last one of the largest board.
const NONE: u16 = (MOST * MOST) as u16;

/// The steps to the partners with higher numbers: knight's moves and straight lines of three.
const STEPS: [(isize, isize); PARTNERS / 2] = [(3, 0), (0, 3), (1, 2), (-1, 2), (2, 1), (-2, 1)];

impl Partners {
    /// The partners on the board of `size` x `size` points.
    pub(super) fn on(size: usize) -> &'static Partners {
        static BOARDS: [OnceLock<Partners>; MOST + 1] = [const { OnceLock::new() }; MOST + 1];
        BOARDS[size].get_or_init(|| Partners {
            all: (0..size * size)
                .map(|cell| {
                    let partner = |(dx, dy): (isize, isize)| {
                        let column =
                            (cell % size).checked_add_signed(dx).filter(|&it| it < size)?;
                        let row = (cell / size).checked_add_signed(dy).filter(|&it| it < size)?;
                        Some((row * size + column) as u16)
                    };
                    std::array::from_fn(|at| {
                        let (dx, dy) = STEPS[at % STEPS.len()];
                        let step = if at < STEPS.len() { (dx, dy) } else { (-dx, -dy) };
                        partner(step).unwrap_or(NONE)
                    })
                })
                .collect(),
        })
    }

    /// Every partner of a point; for those off the board, the number after the last point of the largest board.
    #[inline]
    pub(super) fn all(&self, cell: usize) -> &[u16; PARTNERS] {
        &self.all[cell]
    }

    /// The partners of a point that have higher numbers, so that each pair comes up once.
    #[inline]
    pub(super) fn later(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let later = &self.all[cell][..STEPS.len()];
        later.iter().filter(|&&partner| partner != NONE).map(|&partner| usize::from(partner))
    }
}
