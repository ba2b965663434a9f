//! The table: the colours of points, the covered triangles, and the consequences of a tile.

mod regions;

pub(super) use regions::Closed;

use crosscut_rules::Side;

use super::cell::{Cell, Colours, Point, Tile};

/// The tiles on the table, in a window that grows with them.
///
/// Each byte stands for a point (q, r) and the two triangles U(q, r), D(q, r): bits 0 and 1 are the point's colour (0 none, 1
/// Oh, 2 Dot), bit 2 says that U is covered, bit 3 that D is covered, and bits 4 to 6 count the covered ones of the six
/// triangles round the point. Lines run from the northernmost row down, so that indices are in reading order.
///
/// The window is the smallest one in whole [`STEP`]s that leaves [`MARGIN`] points round every tile. It depends only on the
/// tiles and not on their order, so equal tables are equal byte by byte.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    west: i16,
    north: i16,
    width: i16,
    height: i16,
    points: Vec<u8>,
}

/// Lists for what the rules add to a ply, reused from one ply to the next to save allocations.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    round: Vec<Cell>,
    /// Triangles that have just become forced.
    next: Vec<Cell>,
    /// Points whose sixth triangle has just been covered.
    complete: Vec<Point>,
    region: Vec<usize>,
}

/// A triangle of the window: the index of the byte that says whether it is covered, and whether it points down.
type Slot = (usize, bool);

const STEP: i16 = 8;
/// No question about a tile's surroundings reaches farther than this from its corners.
const MARGIN: i16 = 2;

const COLOUR: u8 = 0b11;
const UP: u8 = 0b100;
const DOWN: u8 = 0b1000;
const ONE_TILE: u8 = 0b1_0000;

/// By the corners' colours (the first in bits 4 and 5): which of the eight colourings of a triangle's corners are tiles that
/// fit, as a bit set. It is empty if no corner has a colour, and if all three have the same one.
const FITS: [u8; 64] = fits();

const fn fits() -> [u8; 64] {
    let mut table = [0; 64];
    let mut at = 1;
    while at < 64 {
        let mut colours = 1;
        while colours < 7 {
            let mut corner = 0;
            let mut fits = true;
            while corner < 3 {
                let is = (at >> (2 * corner)) & 3;
                fits &= is == 0 || is == 1 + ((colours >> corner) & 1);
                corner += 1;
            }
            table[at] |= (fits as u8) << colours;
            colours += 1;
        }
        at += 1;
    }
    table
}

impl Board {
    /// The table with the two starting tiles.
    pub(super) fn start() -> Self {
        let mut board = Board { west: 0, north: 0, width: 0, height: 0, points: Vec::new() };
        let mut scratch = Scratch::default();
        for tile in Tile::START {
            board.place(tile, &mut scratch, &mut |_| ());
        }
        board
    }

    /// Places a tile that fits, then the tiles it forces, round by round, as long as the pool lasts. Returns the colours for
    /// which this has closed a region of at least `win_size`. There must be a tile in the pool.
    ///
    /// `touched` is called for every triangle that gets its first coloured corner.
    pub(super) fn ply(
        &mut self,
        tile: Tile,
        pool: &mut u16,
        win_size: u16,
        scratch: &mut Scratch,
        mut touched: impl FnMut(Cell),
    ) -> Closed {
        scratch.next.clear();
        scratch.complete.clear();
        self.place(tile, scratch, &mut touched);
        *pool -= 1;
        while !scratch.next.is_empty() {
            let mut round = std::mem::take(&mut scratch.round);
            round.clear();
            std::mem::swap(&mut round, &mut scratch.next);
            round.sort_unstable();
            round.dedup();
            for &cell in &round {
                // A triangle that was forced is still forced, or filled, or has become a hole.
                let fits = self.fits(cell);
                if fits != 0 && *pool != 0 {
                    self.place(Tile { cell, colours: first(fits) }, scratch, &mut touched);
                    *pool -= 1;
                }
            }
            scratch.round = round;
        }
        // A region that this ply has closed has a point that this ply has completed.
        self.closed_at(&scratch.complete, win_size, &mut scratch.region)
    }

    /// Places a tile, records what it forces and completes, and calls `touched` for what it is the first to touch.
    pub(super) fn place(
        &mut self,
        tile: Tile,
        scratch: &mut Scratch,
        touched: &mut impl FnMut(Cell),
    ) {
        let Tile { cell, colours } = tile;
        self.make_room(cell);
        let slot = self.slot(cell);
        self.points[slot.0] |= covered(cell.down);
        for ((corner, at), point) in self.corners(slot).into_iter().enumerate().zip(cell.corners())
        {
            let fresh = self.points[at] & COLOUR == 0;
            if fresh {
                self.points[at] |= 1 + ((colours.0 >> (2 - corner)) & 1);
            }
            self.points[at] += ONE_TILE;
            if self.points[at] >> 4 == 6 {
                scratch.complete.push(point);
            }
            if fresh {
                self.awaken(at, point, scratch, touched);
            }
        }
        for (slot, cell) in self.beside(slot).into_iter().zip(beside(cell)) {
            if self.is_slot_forced(slot) {
                scratch.next.push(cell);
            }
        }
    }

    /// Examines the six triangles round a point that has just got its colour.
    #[inline]
    fn awaken(
        &self,
        at: usize,
        (q, r): Point,
        scratch: &mut Scratch,
        touched: &mut impl FnMut(Cell),
    ) {
        let line = self.width as usize;
        let around = [
            ((at, false), Cell::up(q, r)),
            ((at - 1, true), Cell::down(q - 1, r)),
            ((at - 1, false), Cell::up(q - 1, r)),
            ((at + line - 1, true), Cell::down(q - 1, r - 1)),
            ((at + line, false), Cell::up(q, r - 1)),
            ((at + line, true), Cell::down(q, r - 1)),
        ];
        let colour = |at: usize| usize::from(self.points[at] & COLOUR);
        let own = colour(at) << 4;
        let near = self.around(at).map(colour);
        for (n, (slot, cell)) in around.into_iter().enumerate() {
            let (a, b) = (near[n], near[(n + 1) % 6]);
            if a | b == 0 {
                touched(cell);
            } else if FITS[own | a << 2 | b].is_power_of_two() && self.is_slot_forced(slot) {
                // (The order of the corners affects which tile fits, not how many do.)
                scratch.next.push(cell);
            }
        }
    }

    /// Whether exactly one tile fits into an empty triangle next to a tile.
    pub(super) fn is_forced(&self, cell: Cell) -> bool {
        self.is_slot_forced(self.slot(cell))
    }

    #[inline]
    fn is_slot_forced(&self, slot: Slot) -> bool {
        self.points[slot.0] & covered(slot.1) == 0
            && FITS[self.corner_colours(slot)].is_power_of_two()
            && self.beside(slot).iter().any(|it| self.points[it.0] & covered(it.1) != 0)
    }

    /// The tiles that fit into a triangle: bit n for the [`Colours`] n. Empty if it is covered, touches no tile, or is a hole.
    ///
    /// The triangle must be in the window, as every triangle is that touches a tile.
    #[inline]
    pub(super) fn fits(&self, cell: Cell) -> u8 {
        let slot = self.slot(cell);
        if self.points[slot.0] & covered(cell.down) == 0 {
            FITS[self.corner_colours(slot)]
        } else {
            0
        }
    }

    #[inline]
    fn corner_colours(&self, slot: Slot) -> usize {
        let [a, b, c] = self.corners(slot).map(|at| usize::from(self.points[at] & COLOUR));
        a << 4 | b << 2 | c
    }

    /// The points of a triangle, in the order of [`Cell::corners`].
    #[inline]
    fn corners(&self, (at, down): Slot) -> [usize; 3] {
        let above = at - self.width as usize;
        if down { [at + 1, above, above + 1] } else { [at, at + 1, above] }
    }

    /// The triangles that share a side with one, in the order of [`beside`].
    #[inline]
    fn beside(&self, (at, down): Slot) -> [Slot; 3] {
        let line = self.width as usize;
        if down {
            [(at, false), (at + 1, false), (at - line, false)]
        } else {
            [(at, true), (at - 1, true), (at + line, true)]
        }
    }

    /// Copies another table, reusing the memory of this one.
    pub(super) fn copy_from(&mut self, other: &Board) {
        self.points.clone_from(&other.points);
        (self.west, self.north) = (other.west, other.north);
        (self.width, self.height) = (other.width, other.height);
    }

    /// Whether some corner of a triangle has at least three of its six triangles covered.
    pub(super) fn is_near_complete(&self, cell: Cell) -> bool {
        self.corners(self.slot(cell)).into_iter().any(|at| self.points[at] >> 4 >= 3)
    }

    /// Whether a triangle shares a corner with a tile.
    pub(super) fn touches(&self, cell: Cell) -> bool {
        self.slot_in_sight(cell).is_some_and(|slot| self.corner_colours(slot) != 0)
    }

    /// The colour of a point, if it is a tile's corner.
    pub(super) fn colour(&self, (q, r): Point) -> Option<Side> {
        let columns = self.west..self.west + self.width;
        let rows = self.north + 1 - self.height..self.north + 1;
        if !columns.contains(&q) || !rows.contains(&r) {
            return None;
        }
        let at = self.point((q, r));
        (self.points[at] & COLOUR != 0).then(|| self.side(at))
    }

    /// The memory of the window, in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.points.capacity()
    }

    /// The tile in a cell, if there is one.
    pub(super) fn tile(&self, cell: Cell) -> Option<Tile> {
        let slot = self.slot_in_sight(cell)?;
        let is_covered = self.points[slot.0] & covered(slot.1) != 0;
        is_covered.then(|| Tile { cell, colours: first(FITS[self.corner_colours(slot)]) })
    }

    /// Calls `show` for every empty triangle that touches a tile, in reading order, with the tiles that fit into it: see
    /// [`Board::fits`].
    #[inline]
    pub(super) fn each_empty(&self, mut show: impl FnMut(Cell, u8)) {
        self.scan(|cell, corners, is_covered| {
            if !is_covered {
                show(cell, FITS[corners]);
            }
        });
    }

    /// Calls `show` for every tile, in reading order.
    pub(super) fn each_tile(&self, mut show: impl FnMut(Tile)) {
        self.scan(|cell, corners, is_covered| {
            if is_covered {
                show(Tile { cell, colours: first(FITS[corners]) });
            }
        });
    }

    /// Calls `show` for every triangle with a coloured corner: the corners' colours as in [`FITS`], and whether it is covered.
    #[inline]
    fn scan(&self, mut show: impl FnMut(Cell, usize, bool)) {
        let lines = self.points.chunks_exact(self.width as usize);
        for ((above, line), n) in lines.clone().zip(lines.skip(1)).zip(1..) {
            for ((above, at), q) in above.windows(2).zip(line.windows(2)).zip(self.west..) {
                let colours = [at[0], at[1], above[0], above[1]];
                let [left, right, top, next] = colours.map(|it| usize::from(it & COLOUR));
                let (up, down) = (left << 4 | right << 2 | top, right << 4 | top << 2 | next);
                let r = self.north - n;
                if up != 0 {
                    show(Cell::up(q, r), up, at[0] & UP != 0);
                }
                if down != 0 {
                    show(Cell::down(q, r), down, at[0] & DOWN != 0);
                }
            }
        }
    }

    /// The six points round a point, counter-clockwise from the east.
    #[inline]
    fn around(&self, at: usize) -> [usize; 6] {
        let line = self.width as usize;
        [at + 1, at - line, at - line - 1, at - 1, at + line, at + line + 1]
    }

    fn side(&self, at: usize) -> Side {
        if self.points[at] & COLOUR == 1 { Side::First } else { Side::Second }
    }

    #[inline]
    fn slot(&self, Cell { q, r, down }: Cell) -> Slot {
        (self.point((q, r)), down)
    }

    /// A triangle, if it is in the window. No other triangle touches a tile.
    fn slot_in_sight(&self, cell: Cell) -> Option<Slot> {
        let columns = self.west..self.west + self.width - 1;
        let rows = self.north + 1 - self.height..self.north;
        (columns.contains(&cell.q) && rows.contains(&cell.r)).then(|| self.slot(cell))
    }

    /// The index of a point of the window.
    #[inline]
    fn point(&self, (q, r): Point) -> usize {
        (self.north - r) as usize * self.width as usize + (q - self.west) as usize
    }

    fn name(&self, at: usize) -> Point {
        let line = self.width as usize;
        (self.west + (at % line) as i16, self.north - (at / line) as i16)
    }

    /// Enlarges the window until it contains a cell with enough margin.
    #[inline]
    fn make_room(&mut self, cell: Cell) {
        let Cell { q, r, .. } = cell;
        if q - MARGIN < self.west
            || q + 1 + MARGIN >= self.west + self.width
            || r + 1 + MARGIN > self.north
            || r - MARGIN <= self.north - self.height
        {
            self.grow(cell);
        }
    }

    #[cold]
    fn grow(&mut self, Cell { q, r, .. }: Cell) {
        let down = |n: i16| n.div_euclid(STEP) * STEP;
        let up = |n: i16| down(n - 1) + STEP;
        // Half-open ranges of columns and rows.
        let mut columns = (down(q - MARGIN), up(q + 2 + MARGIN));
        let mut rows = (down(r - MARGIN), up(r + 2 + MARGIN));
        if !self.points.is_empty() {
            columns = (columns.0.min(self.west), columns.1.max(self.west + self.width));
            let south = self.north + 1 - self.height;
            rows = (rows.0.min(south), rows.1.max(self.north + 1));
        }
        let (width, height) = (columns.1 - columns.0, rows.1 - rows.0);
        let mut grown = Board {
            west: columns.0,
            north: rows.1 - 1,
            width,
            height,
            points: vec![0; width as usize * height as usize],
        };
        for (n, line) in self.points.chunks_exact(self.width.max(1) as usize).enumerate() {
            let at = grown.point((self.west, self.north - n as i16));
            grown.points[at..at + line.len()].copy_from_slice(line);
        }
        *self = grown;
    }
}

/// The three triangles that share a side with one.
#[inline]
pub(super) fn beside(Cell { q, r, down }: Cell) -> [Cell; 3] {
    if down {
        [Cell::up(q, r), Cell::up(q + 1, r), Cell::up(q, r + 1)]
    } else {
        [Cell::down(q, r), Cell::down(q - 1, r), Cell::down(q, r - 1)]
    }
}

const fn covered(down: bool) -> u8 {
    if down { DOWN } else { UP }
}

/// The first tile of a non-empty set.
fn first(fits: u8) -> Colours {
    Colours(fits.trailing_zeros() as u8)
}
