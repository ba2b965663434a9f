use crosscut_rules::{Outcome, Position, Rng, Seat};
use crosscut_search::{Choice, Evaluate, Step, Trace, Tuning, View, key_of};

use super::board::Scratch;
use super::cell::{Cell, Colours, Tile};
use super::position::tiles;
use super::{Trichet, TrichetPosition};

/// The search's view of a position: it sees one ply ahead what a cascade closes.
#[derive(Clone, Debug)]
pub(super) struct TrichetView(TrichetPosition);

impl TrichetView {
    pub(super) fn of(position: &TrichetPosition) -> Self {
        TrichetView(position.clone())
    }
}

/// Calls `found` for the tiles with which the seat to move wins immediately, until it says to stop.
pub(super) fn wins(position: &TrichetPosition, mut found: impl FnMut(Tile) -> bool) {
    let won = Some(Outcome::Won(position.turn));
    let mut scratch = Scratch::default();
    let mut after = position.clone();
    let mut stopped = false;
    position.board.each_empty(|cell, fits| {
        for tile in tiles(cell, fits) {
            // Only covering the last triangles round its points closes a region.
            if stopped || !position.board.is_near_complete(cell) {
                continue;
            }
            after.copy_from(position);
            after.advance(tile, &mut scratch, |_| ());
            stopped = after.outcome == won && found(tile);
        }
    });
}

const FARTHEST: i16 = Cell::FARTHEST + 8;

fn step_of(tile: Tile) -> Step {
    let Cell { q, r, down } = tile.cell;
    let from_corner = |it: i16| (it + FARTHEST) as Step;
    (from_corner(q) << 12 | from_corner(r)) << 4
        | Step::from(down) << 3
        | Step::from(tile.colours.0)
}

fn tile_of(step: Step) -> Tile {
    let number = |it: Step| (it & 0xfff) as i16 - FARTHEST;
    let cell = Cell { q: number(step >> 16), r: number(step >> 4), down: step >> 3 & 1 == 1 };
    Tile { cell, colours: Colours((step & 7) as u8) }
}

impl View for TrichetView {
    type Ply = Tile;

    fn mover(&self) -> Seat {
        self.0.turn()
    }

    fn verdict(&self) -> Option<Outcome> {
        self.0.outcome().or_else(|| {
            let mut won = false;
            wins(&self.0, |_| {
                won = true;
                true
            });
            won.then(|| Outcome::Won(self.0.turn()))
        })
    }

    fn choices(&self, out: &mut Vec<Choice>) {
        // The other side's threats.
        let mut threats = Vec::new();
        let other = TrichetPosition { turn: !self.0.turn, ..self.0.clone() };
        wins(&other, |tile| {
            threats.push(tile.cell);
            false
        });
        self.0.board.each_empty(|cell, fits| {
            let prior = if threats.contains(&cell) { 1.0 } else { 0.0 };
            out.extend(
                tiles(cell, fits).map(|tile| Choice { prior, ..Choice::plain(step_of(tile)) }),
            );
        });
    }

    fn take(&mut self, step: Step) {
        self.0.play_unchecked(tile_of(step));
    }

    fn ply(&self, step: Step) -> Option<Tile> {
        Some(tile_of(step))
    }

    fn steps(&self, ply: Tile, out: &mut Vec<Step>) {
        out.push(step_of(ply));
    }

    fn plies(&self, out: &mut Vec<Tile>) {
        self.0.moves(out);
    }

    fn key(&self) -> u64 {
        key_of(&self.0)
    }

    fn playout(&self, rng: &mut Rng, _: &mut Trace) -> Outcome {
        Trichet::playout(&self.0, rng).outcome
    }

    fn tuning(&self) -> Tuning {
        Tuning { prior: 3.0, ..Tuning::default() }
    }
}
