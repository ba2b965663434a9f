//! The figures of the rule sheet that do not show a whole position: the tiles, a tile and what it forces, and the rhombus.

use crosscut_draw::{Ink, Scene, Shape};

use super::board::{Board, Scratch};
use super::cell::{Cell, Colours, Tile};
use super::position::tiles as tiles_that_fit;
use super::scene::Drawing;

/// A figure of the help page, by the word after the fence of its diagram.
pub(super) fn figure(name: &str) -> Option<Scene> {
    Some(match name {
        "tiles" => tiles(),
        "forced-1" => forced(1),
        "forced-2" => forced(3),
        "forced-3" => forced(4),
        "rhombus" => rhombus(),
        _ => return None,
    })
}

/// The six rotations of a tile, front and back: the front has white in one corner, the back blue.
fn tiles() -> Scene {
    let mut drawing = Drawing::default();
    for (row, words) in ["front", "back"].into_iter().enumerate() {
        for n in 0..6 {
            let odd = 0b100 >> (n % 3);
            let colours = Colours(if row == 0 { 0b111 ^ odd } else { odd });
            // Each row further down is half a column further to the left.
            let (q, r) = (2 * n + row as i16, -2 * row as i16);
            let cell = if n < 3 { Cell::up(q, r) } else { Cell::down(q, r) };
            lay(&mut drawing, Tile { cell, colours });
        }
        let at = (-0.7, 1.73 * row as f32 - 0.4);
        drawing.label(at, 0.32, words);
        drawing.corners.push((at.0 - 0.5, at.1));
    }
    drawing.finish("Trichet, the six rotations of a tile, front and back".to_string())
}

/// The sheet's tile *a* and the tiles that it forces, the first `n` in all, with the names that the sheet gives them. Places
/// that are forced next have names too.
fn forced(n: usize) -> Scene {
    let cells = [Cell::up(1, 0), Cell::down(0, 0), Cell::down(1, 0), Cell::up(0, 1)];
    let names = [("a", ""), ("a'", "p"), ("a''", "q"), ("a'''", "r")];
    let a = Tile { cell: cells[0], colours: Colours(0b100) };
    let mut drawing = Drawing::default();
    let (mut board, mut scratch) = (Board::start(), Scratch::default());
    for tile in Tile::START {
        lay(&mut drawing, tile);
    }
    for (cell, (name, _)) in cells.into_iter().zip(names).take(n) {
        // Each of the other tiles is the only one that fits.
        let forced = tiles_that_fit(cell, board.fits(cell)).next();
        let tile = if cell == a.cell { a } else { forced.unwrap_or(a) };
        board.place(tile, &mut scratch, &mut |_| ());
        lay(&mut drawing, tile);
        drawing.name(cell, name);
    }
    for (cell, (_, name)) in cells.into_iter().zip(names).skip(n) {
        if board.is_forced(cell) {
            drawing.place(cell, name);
        }
    }
    // All three figures have the same frame.
    for cell in cells {
        drawing.leave_room(cell);
    }
    let says = match n {
        1 => "tile a, alone",
        3 => "what it forces",
        _ => "what that forces",
    };
    drawing.finish(format!("Trichet, figure 3 of the rule sheet: {says}"))
}

/// A square tile with two arcs, like Truchet's, and next to it the pair of tiles that it becomes when it is slanted.
fn rhombus() -> Scene {
    let mut drawing = Drawing::default();
    let (x, half) = (0.9_f32, 0.9_f32);
    let corners = [(x, -half), (x + half, 0.0), (x, half), (x - half, 0.0)];
    drawing.shapes.push(Shape::Polygon { corners: corners.to_vec(), ink: Ink::Second });
    let radius = half * std::f32::consts::FRAC_1_SQRT_2;
    for (at, from) in [(corners[0], 225.0), (corners[2], 45.0)] {
        let to = from + 90.0;
        drawing.shapes.push(Shape::Sector { at, radius, from, to, ink: Ink::First });
    }
    for n in 0..4 {
        let (from, to) = (corners[n], corners[(n + 1) % 4]);
        drawing.shapes.push(Shape::Line { from, to, width: 0.02, ink: Ink::Grid });
    }
    drawing.corners.extend(corners);
    drawing.label((2.4, 0.0), 0.5, "→");
    for Tile { cell, colours } in Tile::START {
        lay(&mut drawing, Tile { cell: Cell { q: cell.q + 3, ..cell }, colours });
    }
    drawing.finish(
        "Trichet, a square tile with two arcs, and the pair of tiles it becomes".to_string(),
    )
}

/// Draws a single tile, with its signs.
fn lay(drawing: &mut Drawing, tile: Tile) {
    drawing.tile(tile, &Default::default());
    drawing.outline(tile.cell, 1.0, 0.05, Ink::Grid);
    for (corner, point) in tile.cell.corners().into_iter().enumerate() {
        drawing.sign(point, tile.colours.at(corner));
    }
    drawing.leave_room(tile.cell);
}
