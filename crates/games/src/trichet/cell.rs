use std::cmp::Reverse;

use crosscut_rules::Side;

/// A triangle of the lattice, by its column q and row r from the starting up tile (`M50u` is column 0, row 0).
///
/// The point (q, r) is q steps to the east and r steps to the north-east of the left corner of `M50u`. The corners of an up
/// triangle are left (q, r), right (q+1, r), top (q, r+1); those of a down triangle bottom (q+1, r), left (q, r+1),
/// right (q+1, r+1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub(super) q: i16,
    pub(super) r: i16,
    pub(super) down: bool,
}

/// A tile in a cell, with the colours of its corners: one ply. The first side is Oh (white), the second Dot (blue).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    pub(super) cell: Cell,
    pub(super) colours: Colours,
}

/// The colours of a tile's three corners, never all the same: three bits in the order of [`Cell::corners`], with the first
/// corner as the highest bit, and 1 for Dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Colours(pub(super) u8);

/// A point of the lattice, where the corners of six triangles meet: steps to the east and to the north-east from the left
/// corner of `M50u`.
pub type Point = (i16, i16);

impl Cell {
    /// The farthest column or row that the notation can express. No tile of the largest game comes near it.
    pub(super) const FARTHEST: i16 = 2000;

    /// The down or up triangle in a column and a row, counted from `M50u`; `None` if it is farther away than the notation can
    /// express.
    #[must_use]
    pub fn new(q: i16, r: i16, down: bool) -> Option<Self> {
        let far = |it: i16| it.unsigned_abs() > Self::FARTHEST.unsigned_abs();
        (!far(q) && !far(r)).then_some(Cell { q, r, down })
    }

    /// The column: steps to the east from `M50u`.
    #[must_use]
    pub const fn q(self) -> i16 {
        self.q
    }

    /// The row: steps to the north-east from `M50u`.
    #[must_use]
    pub const fn r(self) -> i16 {
        self.r
    }

    /// Whether it points down.
    #[must_use]
    pub const fn is_down(self) -> bool {
        self.down
    }

    pub(super) const fn up(q: i16, r: i16) -> Self {
        Cell { q, r, down: false }
    }

    pub(super) const fn down(q: i16, r: i16) -> Self {
        Cell { q, r, down: true }
    }

    /// The corners: left, right, top of an up triangle; bottom, left, right of a down one.
    #[must_use]
    pub const fn corners(self) -> [Point; 3] {
        let Cell { q, r, down } = self;
        if down {
            [(q + 1, r), (q, r + 1), (q + 1, r + 1)]
        } else {
            [(q, r), (q + 1, r), (q, r + 1)]
        }
    }

    /// The letters of the corners, in the order of [`Cell::corners`].
    pub(super) const fn corner_letters(self) -> [char; 3] {
        if self.down { ['b', 'l', 'r'] } else { ['l', 'r', 't'] }
    }
}

/// Reading order: rows from the highest down, each from left to right.
impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |it: &Cell| (Reverse(it.r), it.q, it.down);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Tile {
    /// The tile with these colours in the corners of a cell, in the order of [`Cell::corners`]; `None` if they are all the
    /// same, since there is no such tile.
    #[must_use]
    pub fn new(cell: Cell, colours: [Side; 3]) -> Option<Self> {
        let bits = colours.into_iter().fold(0, |bits, side| bits << 1 | side.index() as u8);
        let colours = Colours(bits);
        Colours::ALL.contains(&colours).then_some(Tile { cell, colours })
    }

    /// The cell it is in.
    #[must_use]
    pub const fn cell(self) -> Cell {
        self.cell
    }

    /// The side of each corner's colour, in the order of [`Cell::corners`].
    #[must_use]
    pub fn colours(self) -> [Side; 3] {
        [0, 1, 2].map(|corner| self.colours.at(corner))
    }

    /// The two tiles with which every game begins: an `o` on top of the upper one, and its mirror image below.
    pub(super) const START: [Tile; 2] = [
        Tile { cell: Cell::up(0, 0), colours: Colours(0b110) },
        Tile { cell: Cell::down(0, -1), colours: Colours(0b011) },
    ];
}

impl Colours {
    /// The six tiles.
    pub(super) const ALL: [Colours; 6] =
        [Colours(1), Colours(2), Colours(3), Colours(4), Colours(5), Colours(6)];

    /// The tile with this colour in one corner (0 to 2) and the other colour in the other two.
    pub(super) fn odd(corner: usize, side: Side) -> Self {
        let only = 0b100 >> corner;
        Colours(if side == Side::Second { only } else { 0b111 ^ only })
    }

    /// The corner (0 to 2) whose colour differs from the other two.
    pub(super) fn odd_corner(self) -> usize {
        let only = if self.0.count_ones() == 1 { self.0 } else { 0b111 ^ self.0 };
        2 - only.trailing_zeros() as usize
    }

    /// The colour of a corner (0 to 2).
    pub(super) fn at(self, corner: usize) -> Side {
        if self.0 & (0b100 >> corner) == 0 { Side::First } else { Side::Second }
    }
}
