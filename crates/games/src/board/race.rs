use crosscut_rules::{Outcome, Pie, Position, Rng, Seating, Side};
use crosscut_search::Playout;

use super::{Bits, reduction, shuffle};

/// A random game on a rhombus of hexagons, played to the last cell, that knows when it was won.
///
/// Every cell has the moment of its stone as a number: for the first side, the earlier the stone the smaller the number; for
/// the second side, the earlier the larger; and all of the first side's numbers are smaller than all of the second's. Now fill
/// the cells that are still empty at some moment with the other side's stones: a side has joined its ends at that moment if
/// and only if it has joined them on this full board. The owners on that board follow from comparing the cells' numbers with
/// the moment's, so one [`reduction`] by medians evaluates the boards of all moments together, and leaves the number of the
/// stone that won. That is the ply at which a game of these plies ends, found without checking after each ply.
///
/// `W` is above the size.
#[derive(Clone, Debug)]
pub(crate) struct Race<T, const W: usize> {
    size: usize,
    /// The side that puts the first new stone.
    next: Side,
    /// Rows of cells. Those to the right of the board are the second side's, those below it the first side's.
    rows: [[T; W]; W],
}

/// When a stone was put: for the first side, 0 if it was there from the beginning, 1 for its first new one, and so on; for the
/// second side the same, counted down from `LAST`.
pub(crate) trait Moment: Copy + Ord + Into<i32> {
    /// The largest number.
    const LAST: i32;
    /// The moment with a number from 0 to `LAST`.
    fn new(number: i32) -> Self;
}

/// For boards of at most 15 x 15 cells: each side puts about half of the stones, so all moments fit below 256.
impl Moment for u8 {
    const LAST: i32 = 255;
    #[inline]
    fn new(number: i32) -> Self {
        number as u8
    }
}

/// For all other boards. (Signed, because the oldest vector registers compare only signed numbers.)
impl Moment for i16 {
    const LAST: i32 = 32767;
    #[inline]
    fn new(number: i32) -> Self {
        number as i16
    }
}

impl<T: Moment, const W: usize> Race<T, W> {
    /// Fills a board of `size` x `size` cells with the existing stones and, in random order, with new ones, of which `next`
    /// puts the first.
    #[inline]
    pub(crate) fn run<const WORDS: usize>(
        size: usize,
        stones: [&Bits<WORDS>; 2],
        next: Side,
        rng: &mut Rng,
    ) -> Self {
        let empty =
            size * size - stones.map(|stones| stones.count(size * size)).iter().sum::<usize>();
        let mut moments = [[T::new(0); W]; W];
        let moments = moments.as_flattened_mut();
        for (turn, two) in moments[..empty.next_multiple_of(2)].chunks_exact_mut(2).enumerate() {
            let number = turn as i32 + 1;
            two[next.index()] = T::new(number);
            two[(!next).index()] = T::new(T::LAST - number);
        }
        shuffle(&mut moments[..empty], rng);
        let mut race = Race::empty(size, next);
        let mut dealt = 0;
        for (row, cells) in race.rows[..size].iter_mut().enumerate() {
            let [first, second] = stones.map(|stones| stones.window(row * size, size));
            if first | second == 0 {
                // Fills the whole row, including what is right of the board: faster than only the cells of the board.
                let these = &moments[dealt..dealt + W];
                *cells =
                    std::array::from_fn(|at| if at < size { these[at] } else { T::new(T::LAST) });
                dealt += size;
                continue;
            }
            for (column, cell) in cells[..size].iter_mut().enumerate() {
                *cell = if first >> column & 1 == 1 {
                    T::new(0)
                } else if second >> column & 1 == 1 {
                    T::new(T::LAST)
                } else {
                    dealt += 1;
                    moments[dealt - 1]
                };
            }
        }
        race
    }

    /// The part of `size` x `size` cells with the given upper left cell, as a board of its own.
    #[inline]
    pub(crate) fn part<const V: usize>(
        &self,
        column: usize,
        row: usize,
        size: usize,
    ) -> Race<T, V> {
        let mut part = Race::empty(size, self.next);
        for (to, from) in part.rows[..size].iter_mut().zip(&self.rows[row..]) {
            to[..size].copy_from_slice(&from[column..column + size]);
        }
        part
    }

    /// A board whose cells are still to be filled, with the right values around it.
    #[inline]
    fn empty(size: usize, next: Side) -> Self {
        assert!(size < W, "there is room below and to the right");
        let mut rows = [[T::new(T::LAST); W]; W];
        rows[size][..size].fill(T::new(0));
        Race { size, next, rows }
    }

    /// The winner, and the number of the ply with which it won: 0 if it had already won.
    #[inline]
    pub(crate) fn end(mut self) -> (Side, u32) {
        let number: i32 = reduction::reduce(&mut self.rows, self.size).into();
        let (winner, stones) = if number <= T::LAST / 2 {
            (Side::First, number as u32)
        } else {
            (Side::Second, (T::LAST - number) as u32)
        };
        (winner, (2 * stones).saturating_sub(u32::from(winner == self.next)))
    }
}

/// The random game from `position` on in which `winner` wins with the ply of this number, not counting a swap. If the rules
/// allow a swap, it is drawn now, as one of the plies that were possible then: it changes nothing on the board, and no game
/// is won before it.
pub(crate) fn finish<P: Position>(
    position: &Pie<P>,
    (winner, plies): (Side, u32),
    rng: &mut Rng,
) -> Playout {
    let swapped = position.seating().is_some_and(|seating| {
        let free = position.board().count() as u32 - u32::from(seating == Seating::Cut);
        rng.below(free + 1) == 0
    });
    let seat = position.seat_of(winner);
    Playout {
        plies: plies + u32::from(swapped),
        outcome: Outcome::Won(if swapped { !seat } else { seat }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::rhombus::{NODES, WORDS};
    use crate::board::{Connection, rhombus};

    /// Plays the stones of a race one by one and checks after each: the winner and its last ply.
    fn one_by_one<T: Moment, const W: usize>(
        mut board: Connection<WORDS, NODES>,
        race: &Race<T, W>,
        next: Side,
    ) -> (Side, u32) {
        let mut cells = [Vec::new(), Vec::new()];
        for cell in board.empty().iter() {
            let number: i32 = race.rows[cell / race.size][cell % race.size].into();
            if number <= T::LAST / 2 {
                cells[0].push((number, cell));
            } else {
                cells[1].push((T::LAST - number, cell));
            }
        }
        for cells in &mut cells {
            cells.sort_unstable();
        }
        assert!(cells.iter().all(|it| it.iter().map(|it| it.0).eq(1..=it.len() as i32)));
        assert!(cells[next.index()].len() >= cells[(!next).index()].len());
        let mut plies = 0;
        loop {
            if let Some(winner) = board.winner() {
                return (winner, plies as u32);
            }
            let side = if plies % 2 == 0 { next } else { !next };
            board.place(side, cells[side.index()][plies / 2].1);
            plies += 1;
        }
    }

    fn check<T: Moment, const W: usize>(sizes: std::ops::RangeInclusive<usize>, games: u32) {
        let mut rng = Rng::new(8);
        for (size, game) in sizes.flat_map(|size| (0..games).map(move |game| (size, game))) {
            let mut board: Connection<WORDS, NODES> = Connection::new(rhombus(size));
            // Some stones are there from the beginning, more in some games than in others; a side may already have won.
            let mut cells: Vec<usize> = (0..size * size).collect();
            shuffle(&mut cells, &mut rng);
            let stones = rng.below((size * size) as u32) * (game % 3) / 3;
            for &cell in &cells[..stones as usize] {
                board.place(Side::BOTH[rng.below(2) as usize], cell);
            }
            let next = Side::BOTH[game as usize % 2];
            let stones = Side::BOTH.map(|side| board.stones(side));
            let race: Race<T, W> = Race::run(size, stones, next, &mut rng);
            let expected = one_by_one(board.clone(), &race, next);
            assert_eq!(race.end(), expected, "size {size}: {board:?}");
        }
    }

    #[test]
    fn a_race_ends_with_the_stone_that_wins_when_one_looks_after_each() {
        check::<u8, 16>(2..=15, 100);
        check::<i16, 16>(2..=4, 100);
        check::<i16, 32>(15..=26, 5);
    }

    #[test]
    fn a_part_of_a_race_is_the_race_on_that_part() {
        let mut rng = Rng::new(9);
        let none = Bits::<WORDS>::EMPTY;
        let race: Race<u8, 16> = Race::run(8, [&none, &none], Side::First, &mut rng);
        let part: Race<u8, 8> = race.part(4, 2, 4);
        for row in 0..4 {
            assert_eq!(part.rows[row][..4], race.rows[row + 2][4..8]);
            assert_eq!(part.rows[row][4..], [255; 4]);
        }
        assert_eq!(part.rows[4][..4], [0; 4]);
    }
}
