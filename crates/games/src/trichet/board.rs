//! The table: which points have which colour, which triangles are covered, and what a tile brings about.

use crosscut_rules::Side;

use super::cell::{Cell, Colours, Point, Tile};

/// The tiles on the table, in a window that grows with them.
///
/// A byte stands for the point (q, r) and the two triangles U(q, r), D(q, r): bits 0 and 1 the point's colour (0 none,
/// 1 Oh, 2 Dot), bit 2 U is covered, bit 3 D is covered, bits 4 to 6 how many of the six triangles round the point are
/// covered. Lines run from the northernmost row down, so that the index follows the reading order.
///
/// The window is the smallest of whole [`STEP`]s that leaves [`MARGIN`] points round every tile. It depends on the
/// tiles alone and not on their order, hence equal tables are equal byte by byte.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    west: i16,
    north: i16,
    width: i16,
    height: i16,
    points: Vec<u8>,
}

/// What the rules add to a ply: lists that are kept from one ply to the next to save allocations.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    round: Vec<Cell>,
    /// Triangles that a tile has just made forced.
    next: Vec<Cell>,
    /// Points whose sixth triangle has just been covered.
    complete: Vec<Point>,
    region: Vec<usize>,
}

/// Which colours have a closed region that is large enough, by side.
pub(super) type Closed = [bool; 2];

const STEP: i16 = 8;
/// Nothing that is asked about a tile's surroundings lies farther than this from its corners.
const MARGIN: i16 = 2;

const COLOUR: u8 = 0b11;
const UP: u8 = 0b100;
const DOWN: u8 = 0b1000;
const ONE_TILE: u8 = 0b1_0000;

/// Which of the eight colourings of a triangle's corners are tiles that fit, as a bit set, by the corners' colours (the
/// first in bits 4 and 5). Empty if no corner has a colour, and if all three have the same.
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
    /// The table with the two tiles of the start.
    pub(super) fn start() -> Self {
        let mut board = Board::empty();
        let mut scratch = Scratch::default();
        for tile in Tile::START {
            board.place(tile, &mut scratch, &mut |_| ());
        }
        board
    }

    fn empty() -> Self {
        Board { west: 0, north: 0, width: 0, height: 0, points: Vec::new() }
    }

    /// Places a tile that fits, then what is forced by it, round by round, as long as the pool lasts; says which colours
    /// this has closed a region of at least `win_size` for. The pool must hold a tile.
    ///
    /// `touched` is told every triangle that gets its first coloured corner.
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
                // What was forced is forced still, or filled, or has become a hole.
                let fits = self.fits(cell);
                if fits != 0 && *pool != 0 {
                    self.place(Tile { cell, colours: first(fits) }, scratch, &mut touched);
                    *pool -= 1;
                }
            }
            scratch.round = round;
        }
        let mut closed = [false; 2];
        for &point in &scratch.complete {
            let at = self.point(point);
            // A closed region has a point that this ply has completed: it was open before.
            if self.region(at, &mut scratch.region).is_some_and(|size| size >= u32::from(win_size)) {
                closed[self.side(at).index()] = true;
            }
        }
        closed
    }

    /// Puts a tile down, makes a note of what it forces and completes, and reports what it is the first to touch.
    pub(super) fn place(
        &mut self,
        tile: Tile,
        scratch: &mut Scratch,
        touched: &mut impl FnMut(Cell),
    ) {
        let Tile { cell, colours } = tile;
        let Cell { q, r, down } = cell;
        self.make_room(cell);
        let at = self.point((q, r));
        self.points[at] |= if down { DOWN } else { UP };
        for (corner, point) in cell.corners().into_iter().enumerate() {
            let at = self.point(point);
            let fresh = self.points[at] & COLOUR == 0;
            if fresh {
                self.points[at] |= 1 + ((colours.0 >> (2 - corner)) & 1);
            }
            self.points[at] += ONE_TILE;
            if self.points[at] >> 4 == 6 {
                scratch.complete.push(point);
            }
            if fresh {
                let (q, r) = point;
                let blank = self.around(at).map(|it| self.points[it] & COLOUR == 0);
                let cells = [
                    Cell::up(q, r),
                    Cell::down(q - 1, r),
                    Cell::up(q - 1, r),
                    Cell::down(q - 1, r - 1),
                    Cell::up(q, r - 1),
                    Cell::down(q, r - 1),
                ];
                for (n, cell) in cells.into_iter().enumerate() {
                    if blank[n] && blank[(n + 1) % 6] {
                        touched(cell);
                    } else {
                        self.note(cell, scratch);
                    }
                }
            }
        }
        for cell in beside(cell) {
            self.note(cell, scratch);
        }
    }

    /// Remembers a triangle for the next round if it is forced now.
    #[inline]
    fn note(&self, cell: Cell, scratch: &mut Scratch) {
        if self.is_forced(cell) {
            scratch.next.push(cell);
        }
    }

    /// Whether an empty triangle beside a tile has exactly one tile that fits.
    pub(super) fn is_forced(&self, cell: Cell) -> bool {
        self.fits(cell).is_power_of_two() && beside(cell).into_iter().any(|it| self.is_covered(it))
    }

    /// The tiles that fit into a triangle: bit n for the [`Colours`] n. None if it is covered, touches no tile, or is a
    /// hole.
    ///
    /// The triangle must lie in the window, as every one does that touches a tile.
    #[inline]
    pub(super) fn fits(&self, cell: Cell) -> u8 {
        let at = self.point((cell.q, cell.r));
        if self.points[at] & covered(cell.down) != 0 {
            return 0;
        }
        FITS[self.corner_colours(at, cell.down)]
    }

    fn corner_colours(&self, at: usize, down: bool) -> usize {
        let above = at - self.width as usize;
        let [a, b, c] = if down { [at + 1, above, above + 1] } else { [at, at + 1, above] };
        let colour = |at: usize| usize::from(self.points[at] & COLOUR);
        colour(a) << 4 | colour(b) << 2 | colour(c)
    }

    /// Whether a triangle lies in the window. What does not touches no tile.
    pub(super) fn sees(&self, cell: Cell) -> bool {
        (self.west..self.west + self.width - 1).contains(&cell.q)
            && (self.north + 1 - self.height..self.north).contains(&cell.r)
    }

    /// Whether a triangle shares a corner with a tile.
    pub(super) fn touches(&self, cell: Cell) -> bool {
        self.sees(cell) && self.corner_colours(self.point((cell.q, cell.r)), cell.down) != 0
    }

    /// Whether a tile lies in a triangle of the window.
    #[inline]
    pub(super) fn is_covered(&self, cell: Cell) -> bool {
        self.points[self.point((cell.q, cell.r))] & covered(cell.down) != 0
    }

    /// The colours of the tile in a cell.
    pub(super) fn tile(&self, cell: Cell) -> Option<Tile> {
        if !self.sees(cell) || !self.is_covered(cell) {
            return None;
        }
        let fits = FITS[self.corner_colours(self.point((cell.q, cell.r)), cell.down)];
        Some(Tile { cell, colours: first(fits) })
    }

    /// Whose a point of the window is, if it has a colour.
    pub(super) fn colour(&self, point: Point) -> Option<Side> {
        let at = self.point(point);
        (self.points[at] & COLOUR != 0).then(|| self.side(at))
    }

    /// Shows every triangle that is covered or touches a tile, in reading order, with the tiles that fit into it.
    pub(super) fn each(&self, mut show: impl FnMut(Cell, u8)) {
        for line in 1..self.height {
            let first = line as usize * self.width as usize;
            for column in 0..self.width - 1 {
                let at = first + column as usize;
                for down in [false, true] {
                    let corners = self.corner_colours(at, down);
                    if corners != 0 {
                        let (q, r) = (self.west + column, self.north - line);
                        let is_covered = self.points[at] & covered(down) != 0;
                        show(Cell { q, r, down }, if is_covered { 0 } else { FITS[corners] });
                    }
                }
            }
        }
    }

    /// The points of every closed region of at least `win_size` tiles, with its colour.
    pub(super) fn closed(&self, win_size: u16) -> Vec<(Side, Vec<Point>)> {
        let mut closed: Vec<(Side, Vec<Point>)> = Vec::new();
        let mut region = Vec::new();
        for at in 0..self.points.len() {
            if self.points[at] >> 4 == 6
                && self.region(at, &mut region).is_some_and(|size| size >= u32::from(win_size))
                // Each is met once for every point it has; the first of them in the window counts.
                && region.iter().all(|&it| at <= it)
            {
                closed.push((self.side(at), region.iter().map(|&it| self.name(it)).collect()));
            }
        }
        closed
    }

    /// The number of tiles the region at a point touches, if it is closed; its points are left in `region`.
    fn region(&self, from: usize, region: &mut Vec<usize>) -> Option<u32> {
        let colour = self.points[from] & COLOUR;
        region.clear();
        region.push(from);
        let mut ends = 0;
        let mut next = 0;
        while let Some(&at) = region.get(next) {
            next += 1;
            if self.points[at] >> 4 != 6 {
                return None;
            }
            // All round a complete point there are tiles, so neighbours of its colour are joined to it.
            for near in self.around(at) {
                if self.points[near] & COLOUR == colour {
                    ends += 1;
                    if !region.contains(&near) {
                        region.push(near);
                    }
                }
            }
        }
        // Six tiles at each point; a tile at two of them was counted twice, and each joint has two such tiles.
        Some(6 * region.len() as u32 - ends)
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

    /// The index of a point of the window.
    #[inline]
    fn point(&self, (q, r): Point) -> usize {
        (self.north - r) as usize * self.width as usize + (q - self.west) as usize
    }

    fn name(&self, at: usize) -> Point {
        let line = self.width as usize;
        (self.west + (at % line) as i16, self.north - (at / line) as i16)
    }

    /// Grows the window until a cell lies well inside it.
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
fn beside(Cell { q, r, down }: Cell) -> [Cell; 3] {
    if down {
        [Cell::up(q, r), Cell::up(q + 1, r), Cell::up(q, r + 1)]
    } else {
        [Cell::down(q, r), Cell::down(q - 1, r), Cell::down(q, r - 1)]
    }
}

const fn covered(down: bool) -> u8 {
    if down { DOWN } else { UP }
}

/// The first tile of a set that is not empty.
fn first(fits: u8) -> Colours {
    Colours(fits.trailing_zeros() as u8)
}
