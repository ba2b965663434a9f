//! Rhombi of hexagons as shapes.

use crosscut_draw::{Ink, Mark, Point as Place, Scene, Shape, Spot};
use crosscut_rules::Side;

use super::Point;

/// What a picture of a rhombus shows.
pub(crate) struct View<'a> {
    /// The picture in a sentence.
    pub(crate) title: String,
    /// Cells a side.
    pub(crate) size: usize,
    /// Whose stone is on a cell.
    pub(crate) owner: &'a [Option<Side>],
    /// What a cell looks like without a stone.
    pub(crate) ground: &'a dyn Fn(Point) -> Ink,
    /// The winning chains, each from end to end, by index.
    pub(crate) chains: &'a [Vec<usize>],
    /// The cell of the last ply, by index.
    pub(crate) last: Option<usize>,
    /// Whether stones may still be put.
    pub(crate) open: bool,
}

/// How high a row of cells is, from one centre to the next, in widths of a cell.
const ROW: f32 = 0.866_025_4;

/// How far a cell's corners are from its centre.
const RADIUS: f32 = 0.577_350_26;

/// How far edges and coordinates reach beyond the outer cells' centres.
const MARGIN: f32 = 1.4;

/// How wide the line around the board is; half of it lies under the cells.
const EDGE: f32 = 0.34;

/// Draws the board, one unit between neighbouring cells, A1 at the upper left.
pub(crate) fn draw(view: &View<'_>) -> Scene {
    let far = (view.size - 1) as f32;
    let mut scene = Scene {
        title: view.title.clone(),
        from: (-MARGIN, -MARGIN),
        to: (far * 1.5 + MARGIN, far * ROW + MARGIN),
        ..Scene::default()
    };
    draw_edges(view.size, &mut scene.shapes);
    draw_cells(view, &mut scene.shapes);
    draw_labels(view.size, &mut scene.shapes);
    draw_stones(view, &mut scene.shapes);
    for cell in (0..view.owner.len()).filter(|&cell| view.open && view.owner[cell].is_none()) {
        let word = Point::at(cell, view.size).to_string();
        scene.spots.push(Spot { word, at: centre(cell, view.size), radius: 0.5 });
    }
    scene
}

/// Lines along the borders of cells between the columns before and from `column` on, and between the rows before and from
/// `row` on: they divide the board into four.
pub(crate) fn cross(size: usize, column: usize, row: usize, width: f32, ink: Ink) -> Vec<Shape> {
    let mut lines = Vec::new();
    for at in 0..size {
        // The column's cells are to the right of their western and south-western borders, the row's below their
        // northern ones.
        let right = at * size + column;
        lines.push(border(right, size, 4));
        if at + 1 < size {
            lines.push(border(right, size, 3));
        }
        let below = row * size + at;
        lines.push(border(below, size, 5));
        if at + 1 < size {
            lines.push(border(below, size, 0));
        }
    }
    lines.into_iter().map(|[from, to]| Shape::Line { from, to, width, ink }).collect()
}

/// A stone with its sign, or the place for one.
pub(crate) fn stone(at: Place, radius: f32, owner: Option<Side>, shapes: &mut Vec<Shape>) {
    let (ink, mark, on) = match owner {
        None => return shapes.push(Shape::Ring { at, radius, width: 0.04, ink: Ink::Grid }),
        Some(Side::First) => (Ink::First, Mark::Upright, Ink::OnFirst),
        Some(Side::Second) => (Ink::Second, Mark::Level, Ink::OnSecond),
    };
    shapes.push(Shape::Disc { at, radius, ink });
    shapes.push(Shape::Sign { at, radius: radius * 0.45, mark, ink: on });
}

fn centre(cell: usize, size: usize) -> Place {
    let (column, row) = ((cell % size) as f32, (cell / size) as f32);
    (column + row / 2.0, row * ROW)
}

/// A cell's corners, clockwise from the top one.
fn corners(cell: usize, size: usize) -> [Place; 6] {
    let (x, y) = centre(cell, size);
    let (wide, half) = (0.5, RADIUS / 2.0);
    [
        (x, y - RADIUS),
        (x + wide, y - half),
        (x + wide, y + half),
        (x, y + RADIUS),
        (x - wide, y + half),
        (x - wide, y - half),
    ]
}

/// A cell's border towards a neighbour: 0 to the north-east, and on clockwise to 5, to the north-west.
fn border(cell: usize, size: usize, towards: usize) -> [Place; 2] {
    let corners = corners(cell, size);
    [corners[towards], corners[(towards + 1) % 6]]
}

/// The four edges, as lines most of which the cells will cover. At an obtuse corner both sides have half a border.
fn draw_edges(size: usize, shapes: &mut Vec<Shape>) {
    let middle = |[a, b]: [Place; 2]| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let mut line = |[from, to]: [Place; 2], ink| {
        shapes.push(Shape::Line { from, to, width: EDGE, ink });
    };
    let last = size - 1;
    for at in 0..size {
        let (top, bottom) = (at, last * size + at);
        let (left, right) = (at * size, at * size + last);
        line(border(top, size, 5), Ink::EdgeFirst);
        line(border(bottom, size, 2), Ink::EdgeFirst);
        line(border(left, size, 4), Ink::EdgeSecond);
        line(border(right, size, 1), Ink::EdgeSecond);
        if at < last {
            line(border(top, size, 0), Ink::EdgeFirst);
            line(border(left, size, 3), Ink::EdgeSecond);
        }
        if at > 0 {
            line(border(bottom, size, 3), Ink::EdgeFirst);
            line(border(right, size, 0), Ink::EdgeSecond);
        }
    }
    for (cell, towards) in [(last, 0), (last * size, 3)] {
        let [a, b] = border(cell, size, towards);
        let half = middle([a, b]);
        line([a, half], Ink::EdgeFirst);
        line([half, b], Ink::EdgeSecond);
    }
}

fn draw_cells(view: &View<'_>, shapes: &mut Vec<Shape>) {
    let (size, last) = (view.size, view.size - 1);
    for cell in 0..size * size {
        let ink = (view.ground)(Point::at(cell, size));
        shapes.push(Shape::Polygon { corners: corners(cell, size).to_vec(), ink });
    }
    for cell in 0..size * size {
        let (column, row) = (cell % size, cell / size);
        // Each border once: the others are a neighbour's, if there is one.
        let mine = [true, column == last, row == last, row == last || column == 0, true, true];
        for towards in (0..6).filter(|&towards| mine[towards]) {
            let [from, to] = border(cell, size, towards);
            shapes.push(Shape::Line { from, to, width: 0.04, ink: Ink::Grid });
        }
    }
}

fn draw_labels(size: usize, shapes: &mut Vec<Shape>) {
    let last = size - 1;
    let mut label = |at: Place, text: String| {
        shapes.push(Shape::Label { at, size: 0.3, text, ink: Ink::Text });
    };
    for at in 0..size {
        let letter = Point::new(at, 0).letter().to_string();
        let (x, y) = centre(at, size);
        label((x - 0.58, y - 1.0), letter.clone());
        let (x, y) = centre(last * size + at, size);
        label((x + 0.58, y + 1.0), letter);
        let (x, y) = centre(at * size, size);
        label((x - 1.08, y), (at + 1).to_string());
        let (x, y) = centre(at * size + last, size);
        label((x + 1.08, y), (at + 1).to_string());
    }
}

/// The stones; a winning chain is drawn as a line with beads under them.
fn draw_stones(view: &View<'_>, shapes: &mut Vec<Shape>) {
    for chain in view.chains {
        for &cell in chain {
            let at = centre(cell, view.size);
            shapes.push(Shape::Disc { at, radius: 0.48, ink: Ink::Win });
        }
        for two in chain.windows(2) {
            let [from, to] = [two[0], two[1]].map(|cell| centre(cell, view.size));
            shapes.push(Shape::Line { from, to, width: 0.3, ink: Ink::Win });
        }
    }
    for (cell, &owner) in view.owner.iter().enumerate().filter(|(_, owner)| owner.is_some()) {
        stone(centre(cell, view.size), 0.37, owner, shapes);
    }
    if let Some(cell) = view.last {
        let at = centre(cell, view.size);
        shapes.push(Shape::Ring { at, radius: 0.41, width: 0.09, ink: Ink::Last });
    }
}
