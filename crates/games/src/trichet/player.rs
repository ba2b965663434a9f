use crosscut_rules::{Position, Rng};
use crosscut_search::{Evaluate, Knowledge, Ladder, Player, Playout, Plies, Rung, Tree};

use super::board::{Board, Scratch};
use super::cell::{Cell, Colours, Tile};
use super::knowledge::TrichetView;
use super::{Trichet, TrichetPosition};

impl Evaluate for Trichet {
    /// About 100 Elo points apart: at higher levels most games are drawn, so there is no room for larger differences.
    const LADDER: Ladder = [
        Rung::rules(15, 1),
        Rung::rules(60, 1),
        Rung::rules(210, 1),
        Rung::rules(620, 2),
        Rung::all(100),
        Rung::all(350),
        Rung::all(1200),
    ];

    fn playout(position: &TrichetPosition, rng: &mut Rng) -> Playout {
        let mut position = position.clone();
        let mut frontier = Frontier::of(&position.board);
        let mut scratch = Scratch::default();
        let mut plies = 0;
        loop {
            if let Some(outcome) = position.outcome() {
                return Playout { plies, outcome };
            }
            let tile = frontier.draw(&position.board, rng);
            frontier.advance(&mut position, tile, &mut scratch);
            plies += 1;
        }
    }

    fn player(position: &TrichetPosition, knowledge: Knowledge) -> Box<dyn Player<Tile>> {
        match knowledge {
            Knowledge::Rules => Box::new(Tree::new(Plies::<Self>::of(position))),
            Knowledge::All => Box::new(Tree::new(TrichetView::of(position))),
        }
    }
}

/// The triangles that touch a tile, each once, in any order, including some into which no tile fits any more.
#[derive(Debug)]
pub(super) struct Frontier {
    cells: Vec<Cell>,
}

impl Frontier {
    /// The frontier of a table.
    pub(super) fn of(board: &Board) -> Self {
        let mut cells = Vec::with_capacity(256);
        board.each_empty(|cell, fits| {
            if fits != 0 {
                cells.push(cell);
            }
        });
        Frontier { cells }
    }

    /// Plays a ply and adds the triangles that it is the first to touch.
    pub(super) fn advance(
        &mut self,
        position: &mut TrichetPosition,
        tile: Tile,
        scratch: &mut Scratch,
    ) {
        position.advance(tile, scratch, |cell| self.cells.push(cell));
    }

    /// A random legal ply, all equally likely, in a game that is not over.
    ///
    /// At most three tiles fit into a triangle, so drawing a triangle and a number below three, and drawing again if there is no
    /// such tile, is fair to every tile. A triangle into which no tile fits is removed when it is drawn.
    #[inline]
    pub(super) fn draw(&mut self, board: &Board, rng: &mut Rng) -> Tile {
        loop {
            let drawn = rng.below(3 * self.cells.len() as u32);
            let (at, nth) = (drawn as usize / 3, drawn % 3);
            let cell = self.cells[at];
            let mut fits = board.fits(cell);
            if fits == 0 {
                self.cells.swap_remove(at);
                continue;
            }
            for _ in 0..nth {
                fits &= fits - 1;
                if fits == 0 {
                    break;
                }
            }
            if fits != 0 {
                return Tile { cell, colours: Colours(fits.trailing_zeros() as u8) };
            }
        }
    }
}
