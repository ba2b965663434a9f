//! Rhombic boards of hexagons as shapes.

use crosscut_draw::{Ink, Mark, Point as Place, Scene, Shape, Spot};
use crosscut_rules::Side;

use super::Point;
use super::sites::{Told, sites};

/// What a picture of a rhombic board shows.
pub(crate) struct View<'a> {
    /// The picture in one sentence.
    pub(crate) title: String,
    /// Cells a side.
    pub(crate) size: usize,
    /// By cell: the side whose stone is there.
    pub(crate) owner: &'a [Option<Side>],
    /// By cell: the number of its region. Regions are separated by thick lines.
    pub(crate) regions: &'a [usize],
    /// Whether a region's cells are shaded.
    pub(crate) shaded: &'a dyn Fn(usize) -> bool,
    /// The winning chains, each as the indices of its cells from end to end.
    pub(crate) chains: &'a [Vec<usize>],
    /// The index of the last stone.
    pub(crate) last: Option<usize>,
    /// Whether stones may still be put.
    pub(crate) open: bool,
}

/// The distance from a cell's centre to a corner; neighbouring centres are one unit apart.
const RADIUS: f32 = 0.577_350_26;

/// The distance from the centres of outer cells to the straight outside of the board's coloured edge.
const EDGE: f32 = 0.85;

/// The distance from the centres of outer cells to their letters and numbers, along the columns and rows.
const NAMES: f32 = 1.35;

/// The steps to the six neighbours, counter-clockwise on the drawing, starting with the one on the right. The border with each
/// is the line from the corner with the same number to the next corner.
const STEPS: [(isize, isize); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// Draws the board, one unit between the centres of neighbouring cells, A1 at the upper left and each row half a unit
/// further to the right than the one above.
pub(crate) fn draw(view: &View) -> Scene {
    let far = (view.size - 1) as f32;
    let mut scene = Scene {
        title: view.title.clone(),
        from: (-1.95, -1.6),
        to: (centre(far, far).0 + 1.95, centre(far, far).1 + 1.6),
        ..Scene::default()
    };
    draw_edges(far, &mut scene.shapes);
    draw_cells(view, &mut scene.shapes);
    draw_names(view.size, &mut scene.shapes);
    draw_stones(view, &mut scene.shapes);
    for cell in (0..view.owner.len()).filter(|&cell| view.open && view.owner[cell].is_none()) {
        let word = Point::at(cell, view.size).to_string();
        scene.spots.push(Spot { word, at: view.place(cell), radius: 0.5 });
    }
    let links: Vec<(usize, usize)> = view.links().collect();
    let told = Told { size: view.size, owner: view.owner, links: &links, rows: ["top", "bottom"] };
    scene.sites = sites(&told, |cell| view.place(cell));
    scene
}

/// Draws a stone, with the sign of its side.
pub(crate) fn stone(at: Place, side: Side, radius: f32, shapes: &mut Vec<Shape>) {
    let (ink, mark, on) = match side {
        Side::First => (Ink::First, Mark::Upright, Ink::OnFirst),
        Side::Second => (Ink::Second, Mark::Level, Ink::OnSecond),
    };
    shapes.push(Shape::Disc { at, radius, ink });
    shapes.push(Shape::Sign { at, radius: 0.45 * radius, mark, ink: on });
}

impl View<'_> {
    fn place(&self, cell: usize) -> Place {
        centre((cell % self.size) as f32, (cell / self.size) as f32)
    }

    /// The pairs of neighbouring stones of one side.
    fn links(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.owner.len()).flat_map(move |cell| {
            STEPS
                .into_iter()
                .filter_map(move |step| self.neighbour(cell, step))
                .filter(move |&other| {
                    other > cell
                        && self.owner[cell].is_some()
                        && self.owner[other] == self.owner[cell]
                })
                .map(move |other| (cell, other))
        })
    }

    /// The neighbour of a cell in the direction of a step, if it is on the board.
    fn neighbour(&self, cell: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let column = (cell % self.size).checked_add_signed(dx).filter(|&it| it < self.size)?;
        let row = (cell / self.size).checked_add_signed(dy).filter(|&it| it < self.size)?;
        Some(row * self.size + column)
    }
}

/// The centre of a cell, which may be outside the board.
fn centre(column: f32, row: f32) -> Place {
    (column + row / 2.0, row * 1.5 * RADIUS)
}

/// The six corners of a cell, counter-clockwise on the drawing from the lower right.
fn corners((x, y): Place) -> [Place; 6] {
    let half = RADIUS / 2.0;
    [(0.5, half), (0.5, -half), (0.0, -RADIUS), (-0.5, -half), (-0.5, half), (0.0, RADIUS)]
        .map(|(dx, dy)| (x + dx, y + dy))
}

/// Draws the four coloured edges: from the centres of the corner cells, which hide what is under them, to a rhombus around the
/// board with its sharp tips cut off.
fn draw_edges(far: f32, shapes: &mut Vec<Shape>) {
    let wide = EDGE / (1.5 * RADIUS);
    // The tips are cut off at this distance from the corner cells' centres, along columns and rows.
    let cut = 0.35 * wide;
    let [a, b, c, d] = [(0.0, 0.0), (far, 0.0), (far, far), (0.0, far)];
    let at = |(column, row): (f32, f32), dx: f32, dy: f32| centre(column + dx, row + dy);
    let mid = |p: Place, q: Place| ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
    let (top_left, left_top) = (at(a, -cut, -wide), at(a, -wide, -cut));
    let (bottom_right, right_bottom) = (at(c, cut, wide), at(c, wide, cut));
    let (upper, lower) = (at(b, wide, -wide), at(d, -wide, wide));
    let [ca, cb, cc, cd] = [a, b, c, d].map(|(column, row)| centre(column, row));
    let (tip, tail) = (mid(top_left, left_top), mid(bottom_right, right_bottom));
    for (corners, ink) in [
        (vec![ca, tip, top_left, upper, cb], Ink::EdgeFirst),
        (vec![cc, tail, bottom_right, lower, cd], Ink::EdgeFirst),
        (vec![ca, tip, left_top, lower, cd], Ink::EdgeSecond),
        (vec![cc, tail, right_bottom, upper, cb], Ink::EdgeSecond),
    ] {
        shapes.push(Shape::Polygon { corners, ink });
    }
}

fn draw_cells(view: &View, shapes: &mut Vec<Shape>) {
    for cell in 0..view.owner.len() {
        let ink = if (view.shaded)(view.regions[cell]) { Ink::HomeFirst } else { Ink::Cell };
        shapes.push(Shape::Polygon { corners: corners(view.place(cell)).to_vec(), ink });
    }
    let mut thick = Vec::new();
    for cell in 0..view.owner.len() {
        let around = corners(view.place(cell));
        for (number, step) in STEPS.into_iter().enumerate() {
            let (from, to) = (around[number], around[(number + 1) % 6]);
            let other = view.neighbour(cell, step);
            if other.is_none_or(|other| other > cell) {
                shapes.push(Shape::Line { from, to, width: 0.04, ink: Ink::Grid });
            }
            if other.is_some_and(|it| it > cell && view.regions[it] != view.regions[cell]) {
                thick.push(Shape::Line { from, to, width: 0.13, ink: Ink::Neutral });
            }
        }
    }
    shapes.append(&mut thick);
}

/// Draws letters at both ends of the columns and numbers at both ends of the rows.
fn draw_names(size: usize, shapes: &mut Vec<Shape>) {
    let (before, beyond) = (-NAMES, (size - 1) as f32 + NAMES);
    for it in 0..size {
        let (letter, number) = (Point::new(it, 0).letter().to_string(), (it + 1).to_string());
        for end in [before, beyond] {
            for (at, text) in [(centre(it as f32, end), &letter), (centre(end, it as f32), &number)]
            {
                shapes.push(Shape::Label { at, size: 0.3, text: text.clone(), ink: Ink::Text });
            }
        }
    }
}

/// Draws the stones, with a winning chain as a line from stone to stone under them.
fn draw_stones(view: &View, shapes: &mut Vec<Shape>) {
    for &cell in view.chains.iter().flatten() {
        shapes.push(Shape::Disc { at: view.place(cell), radius: 0.47, ink: Ink::Win });
    }
    for two in view.chains.iter().flat_map(|chain| chain.windows(2)) {
        let [from, to] = [two[0], two[1]].map(|cell| view.place(cell));
        shapes.push(Shape::Line { from, to, width: 0.3, ink: Ink::Win });
    }
    for (cell, owner) in view.owner.iter().enumerate() {
        let (at, Some(side)) = (view.place(cell), *owner) else { continue };
        stone(at, side, 0.37, shapes);
        if view.last == Some(cell) {
            shapes.push(Shape::Ring { at, radius: 0.4, width: 0.09, ink: Ink::Last });
        }
    }
}
