use std::collections::HashSet;

use crosscut_rules::{MoveError, Outcome, Position, Seat, Side};

use super::board::{Board, Closed, Scratch};
use super::cell::{Cell, Colours, Point, Tile};

/// A closed region: points of one colour that are joined, with tiles all round each of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Whose colour it has.
    pub side: Side,
    /// Its points.
    pub points: Vec<Point>,
    /// How many tiles it touches: 6 for a circle.
    pub tiles: u32,
}

/// Where a game of Trichet stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TrichetPosition {
    pub(super) board: Board,
    /// Tiles that are not on the table yet.
    pub(super) pool: u16,
    pub(super) win_size: u16,
    pub(super) turn: Seat,
    pub(super) outcome: Option<Outcome>,
}

impl TrichetPosition {
    /// The two tiles of the start count as Oh's first turn: Dot is to move.
    pub(super) fn start(num_tiles: u16, win_size: u16) -> Self {
        TrichetPosition {
            board: Board::start(),
            pool: num_tiles - Tile::START.len() as u16,
            win_size,
            turn: Seat::Second,
            outcome: None,
        }
    }

    /// The tiles on the table, rows from the highest down, each from left to right.
    #[must_use]
    pub fn tiles(&self) -> Vec<Tile> {
        let mut tiles = Vec::new();
        self.board.each_tile(|tile| tiles.push(tile));
        tiles
    }

    /// The tile in a cell.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.board.tile(cell)
    }

    /// Whose colour a point has; `None` if no tile has a corner there.
    #[must_use]
    pub fn colour(&self, point: Point) -> Option<Side> {
        self.board.colour(point)
    }

    /// Every closed region, whatever its size.
    #[must_use]
    pub fn closed_regions(&self) -> Vec<Region> {
        let closed = self.board.closed(0).into_iter();
        closed.map(|(side, points, tiles)| Region { side, points, tiles }).collect()
    }

    /// How many tiles are left that are not on the table.
    #[must_use]
    pub fn left(&self) -> u32 {
        self.pool.into()
    }

    /// How many tiles a closed region must touch to win.
    #[must_use]
    pub fn win_size(&self) -> u32 {
        self.win_size.into()
    }

    /// Plays a ply that fits; `touched` is told every triangle that gets its first coloured corner.
    pub(super) fn advance(&mut self, tile: Tile, scratch: &mut Scratch, touched: impl FnMut(Cell)) {
        let closed = self.board.ply(tile, &mut self.pool, self.win_size, scratch, touched);
        self.outcome = judge(closed, self.turn, self.pool);
        self.turn = !self.turn;
    }

    /// Becomes equal to another position, in the room there is.
    pub(super) fn copy_from(&mut self, other: &Self) {
        let TrichetPosition { board, pool, win_size, turn, outcome } = other;
        self.board.copy_from(board);
        (self.pool, self.win_size) = (*pool, *win_size);
        (self.turn, self.outcome) = (*turn, *outcome);
    }

    /// Whether a large enough region of each colour can still be closed, as far as the pool alone decides that: `true` if
    /// in doubt.
    pub(super) fn winnable(&self) -> Closed {
        self.board.closable(self.pool)
    }

    /// The points of the regions that have won.
    pub(super) fn winning_regions(&self) -> HashSet<Point> {
        let Some(Outcome::Won(winner)) = self.outcome else { return HashSet::new() };
        let regions = self.board.closed(self.win_size).into_iter();
        regions
            .filter(|(side, ..)| Self::owner(*side) == winner)
            .flat_map(|(_, points, _)| points)
            .collect()
    }

    /// The colour's owner; nobody changes sides in this game.
    pub(super) fn owner(side: Side) -> Seat {
        match side {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        }
    }
}

/// How a game stands after a whole ply of `mover`, by the colours that have closed a region.
pub(super) fn judge(closed: Closed, mover: Seat, pool: u16) -> Option<Outcome> {
    match closed {
        [true, true] => Some(Outcome::Won(!mover)),
        [true, false] => Some(Outcome::Won(TrichetPosition::owner(Side::First))),
        [false, true] => Some(Outcome::Won(TrichetPosition::owner(Side::Second))),
        [false, false] => (pool == 0).then_some(Outcome::Drawn),
    }
}

/// The tiles in a set of [`Board::fits`].
pub(super) fn tiles(cell: Cell, fits: u8) -> impl Iterator<Item = Tile> {
    Colours::ALL
        .into_iter()
        .filter(move |colours| fits >> colours.0 & 1 == 1)
        .map(move |colours| Tile { cell, colours })
}

impl Position for TrichetPosition {
    type Move = Tile;

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn drawn_because(&self) -> Option<&'static str> {
        (self.outcome() == Some(Outcome::Drawn)).then_some("the tiles ran out")
    }

    fn won_because(&self) -> Option<String> {
        let Some(Outcome::Won(_)) = self.outcome else { return None };
        let closed = self.board.closed(self.win_size);
        let of = |side: Side, name: &str| {
            let sizes = closed.iter().filter(|it| it.0 == side).map(|it| it.2);
            sizes.max().map(|tiles| format!("{name} of {tiles} tiles"))
        };
        match (of(Side::First, "white region"), of(Side::Second, "blue region")) {
            (Some(white), Some(blue)) => {
                Some(format!("A {white} and a {blue} are closed, and whoever closes both loses"))
            }
            (white, blue) => white.or(blue).map(|it| format!("A {it} is closed")),
        }
    }

    fn remaining(&self) -> Option<String> {
        Some(match self.pool {
            1 => "1 tile is left".to_string(),
            left => format!("{left} tiles are left"),
        })
    }

    fn moves(&self, out: &mut Vec<Tile>) {
        if self.outcome.is_none() {
            self.board.each_empty(|cell, fits| out.extend(tiles(cell, fits)));
        }
    }

    fn count(&self) -> usize {
        let mut count = 0;
        if self.outcome.is_none() {
            self.board.each_empty(|_, fits| count += fits.count_ones() as usize);
        }
        count
    }

    fn check(&self, m: Tile) -> Result<(), MoveError> {
        if self.outcome.is_some() {
            return Err(MoveError::Over);
        }
        refusal(&self.board, m).map_or(Ok(()), |words| Err(MoveError::Illegal(words)))
    }

    fn play_unchecked(&mut self, m: Tile) {
        self.advance(m, &mut Scratch::default(), |_| ());
    }
}

/// Why a tile cannot be placed on the board, if it cannot.
pub(super) fn refusal(board: &Board, tile: Tile) -> Option<String> {
    let cell = tile.cell;
    if let Some(there) = board.tile(cell) {
        let forced = match there == tile {
            true => ": a tile that is forced lies by itself, and is not written",
            false => "",
        };
        return Some(format!("{cell} is taken by the tile '{there}'{forced}"));
    }
    if !board.touches(cell) {
        return Some(format!(
            "{cell} touches no tile: a tile must share a side or a corner with one on the table"
        ));
    }
    let fits = board.fits(cell);
    if fits == 0 {
        return Some(format!(
            "{cell} is a hole: its three corners have one colour, and no tile has"
        ));
    }
    if fits >> tile.colours.0 & 1 == 1 {
        return None;
    }
    let words: Vec<String> = tiles(cell, fits).map(|it| format!("'{it}'")).collect();
    Some(match &words[..] {
        [one] => format!("'{tile}' does not match its neighbours: only {one} fits there"),
        [most @ .., last] => format!(
            "'{tile}' does not match its neighbours: {} and {last} fit there",
            most.join(", ")
        ),
        [] => return None,
    })
}
