use std::sync::OnceLock;

use crosscut_rules::{Rng, Side};

use super::MOST;

/// The most nodes a board has, and the most cells.
pub(super) const NODES: usize = (MOST as usize + 1) * (MOST as usize + 1);
pub(super) const CELLS: usize = MOST as usize * MOST as usize;

// Opposite sides are neighbouring bits, the lower one even: see `crosses`.
const BOTTOM: u8 = 1;
const TOP: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// By symmetry: what something contributes to a key.
pub(super) type Lanes = [u64; 4];

/// The nodes of a board of one size, numbered row by row without gaps, and how its symmetries change them.
///
/// Half of the eight symmetries keep the two directions of diagonals apart, the other half exchanges them and with them
/// the sides. So a position with the first side to move has four images of the kind, and one with the second side to move
/// has four in which the first is to move: these four are what a key is the least of, and it need not say who moves.
#[derive(Debug)]
pub(super) struct Lattice {
    /// How many cells there are.
    pub(super) cells: usize,
    /// By side and cell: the nodes that a token joins.
    pub(super) ends: [[[u8; 2]; CELLS]; 2],
    /// By node: which sides of the board it is on.
    pub(super) rim: [u8; NODES],
    /// By side to move, side and cell: the random numbers of the cell's four images.
    slots: [[[Lanes; CELLS]; 2]; 2],
    /// By side to move and sides of the board: the random numbers of their four images.
    rims: [[Lanes; 16]; 2],
}

/// A symmetry of the square: columns and rows exchanged or not, then either turned round or not.
#[derive(Clone, Copy)]
struct Symmetry {
    transposed: bool,
    flipped: [bool; 2],
}

impl Symmetry {
    /// Those that keep directions, or those that exchange them.
    fn four(exchanging: bool) -> [Symmetry; 4] {
        std::array::from_fn(|at| {
            let flip = at % 2 == 1;
            Symmetry { transposed: at >= 2, flipped: [flip, flip != exchanging] }
        })
    }

    /// The image of a cell.
    fn cell(self, size: usize, cell: usize) -> usize {
        let (column, row) = (cell % size, cell / size);
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        let flip = |at: usize, flipped: bool| if flipped { size - 1 - at } else { at };
        flip(row, self.flipped[1]) * size + flip(column, self.flipped[0])
    }

    /// The image of sides of the board.
    fn rim(self, rim: u8) -> u8 {
        let exchange = |rim: u8, low: u8, high: u8| {
            rim & !(low | high)
                | if rim & low != 0 { high } else { 0 }
                | if rim & high != 0 { low } else { 0 }
        };
        let mut rim = rim;
        if self.transposed {
            rim = exchange(exchange(rim, BOTTOM, LEFT), TOP, RIGHT);
        }
        if self.flipped[0] {
            rim = exchange(rim, LEFT, RIGHT);
        }
        if self.flipped[1] {
            rim = exchange(rim, BOTTOM, TOP);
        }
        rim
    }
}

impl Lattice {
    /// The lattice of a board.
    pub(super) fn of(size: usize) -> &'static Lattice {
        static ALL: [OnceLock<Lattice>; MOST as usize + 1] =
            [const { OnceLock::new() }; MOST as usize + 1];
        ALL[size].get_or_init(|| Lattice::new(size))
    }

    fn new(size: usize) -> Self {
        let stride = size + 1;
        let mut lattice = Lattice {
            cells: size * size,
            ends: [[[0; 2]; CELLS]; 2],
            rim: [0; NODES],
            slots: [[[[0; 4]; CELLS]; 2]; 2],
            rims: [[[0; 4]; 16]; 2],
        };
        for at in 0..=size {
            lattice.rim[at] |= BOTTOM;
            lattice.rim[size * stride + at] |= TOP;
            lattice.rim[at * stride] |= LEFT;
            lattice.rim[at * stride + size] |= RIGHT;
        }
        let mut rng = Rng::new(0x7a11_2014);
        let mut random = || rng.next_u64();
        // By whether the slot is the mover's, and cell.
        let slots: [[u64; CELLS]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| random()));
        let rims: [u64; 16] = std::array::from_fn(|_| random());
        for mover in 0..2 {
            let symmetries = Symmetry::four(mover == 1);
            for (rim, lanes) in lattice.rims[mover].iter_mut().enumerate() {
                *lanes = symmetries.map(|it| rims[usize::from(it.rim(rim as u8))]);
            }
            for side in 0..2 {
                for cell in 0..size * size {
                    lattice.slots[mover][side][cell] =
                        symmetries.map(|it| slots[usize::from(side == mover)][it.cell(size, cell)]);
                }
            }
        }
        for cell in 0..size * size {
            let low = cell / size * stride + cell % size;
            let high = low + stride;
            lattice.ends[0][cell] = [low as u8, high as u8 + 1];
            lattice.ends[1][cell] = [high as u8, low as u8 + 1];
        }
        lattice
    }

    /// What a slot of a side contributes to a key when `mover` is to move.
    #[inline]
    pub(super) fn slot(&self, mover: Side, side: Side, cell: usize) -> &Lanes {
        &self.slots[mover.index()][side.index()][cell]
    }

    /// What sides of the board contribute to a key when `mover` is to move.
    #[inline]
    pub(super) fn rims(&self, mover: Side, rim: u8) -> &Lanes {
        &self.rims[mover.index()][usize::from(rim & 15)]
    }
}

/// Whether these sides of the board contain top and bottom, or left and right.
#[inline]
pub(super) const fn crosses(rim: u8) -> bool {
    rim & (rim >> 1) & (BOTTOM | LEFT) != 0
}

/// By sides of the board: the set of those with which they cross, as bits.
pub(super) const CROSSING: [u16; 16] = {
    let mut table = [0; 16];
    let mut rim = 0;
    while rim < 256 {
        let (a, b) = (rim % 16, rim / 16);
        if crosses((a | b) as u8) {
            table[a] |= 1 << b;
        }
        rim += 1;
    }
    table
};
