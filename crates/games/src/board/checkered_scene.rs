//! Checkered boards as shapes.

use crosscut_draw::{Gap, Ink, Mark, Point as Place, Scene, Shape, Spot};
use crosscut_rules::Side;

use super::broken::breaks;
use super::checkered::home;
use super::sites::{Told, chains, sites};
use super::{Part, Point};

/// What a picture of a checkered board shows.
#[derive(Debug)]
pub(crate) struct View<'a> {
    /// The picture in one sentence.
    pub(crate) title: String,
    /// Points a side.
    pub(crate) size: usize,
    /// By point: the side whose stone is there.
    pub(crate) owner: &'a [Option<Side>],
    /// The indices of a winning chain's points.
    pub(crate) chain: &'a [usize],
    /// The indices of the last turn's stones.
    pub(crate) last: &'a [usize],
    /// Whether stones may still be put.
    pub(crate) open: bool,
    /// The parts of the board in which edges have to be joined: the whole board, and the parts into which it is divided.
    pub(crate) parts: &'a [Part],
}

/// How far coordinates and edges reach beyond the outer points.
const MARGIN: f32 = 1.35;

/// Draws the board, one unit between neighbouring points, A1 at the lower left.
pub(crate) fn draw(view: &View) -> Scene {
    draw_over(view, &[])
}

/// [`draw`] with additional shapes between the board and the stones.
pub(crate) fn draw_over(view: &View, shapes: &[Shape]) -> Scene {
    let far = (view.size - 1) as f32;
    let mut scene = Scene {
        title: view.title.clone(),
        from: (-MARGIN, -MARGIN),
        to: (far + MARGIN, far + MARGIN),
        ..Scene::default()
    };
    draw_board(view, &mut scene.shapes);
    scene.shapes.extend_from_slice(shapes);
    draw_links(view, &mut scene.shapes);
    draw_stones(view, &mut scene.shapes);
    for cell in (0..view.owner.len()).filter(|&cell| view.open && view.owner[cell].is_none()) {
        let word = Point::at(cell, view.size).to_string();
        scene.spots.push(Spot { word, at: view.place(cell), radius: 0.48 });
    }
    let links: Vec<(usize, usize)> = view.links().map(|(_, a, b)| (a, b)).collect();
    let told = Told { size: view.size, owner: view.owner, links: &links, rows: ["bottom", "top"] };
    scene.sites = sites(&told, |cell| view.place(cell));
    scene.gaps = gaps(view, &links, &chains(&told));
    scene
}

/// The diagonal neighbours of one side that a square of the other side separates, if they are not connected elsewhere or if
/// they break a chain.
fn gaps(view: &View, links: &[(usize, usize)], chains: &[usize]) -> Vec<Gap> {
    let crossed = view.crossed();
    let pairs: Vec<(usize, usize)> = crossed.iter().map(|&(_, a, b)| (a, b)).collect();
    let breaks = breaks(view.size, view.owner, links, &pairs, view.parts);
    let name = |cell| Point::at(cell, view.size);
    let mut gaps = Vec::new();
    for (&(square, a, b), breaks) in crossed.iter().zip(breaks) {
        if !breaks && chains[a] == chains[b] {
            continue;
        }
        let ((x, y), (to_x, to_y)) = (view.place(a), view.place(b));
        let whose = ["V", "H"][square.index()];
        let (left, right) = if a % view.size < b % view.size { (a, b) } else { (b, a) };
        gaps.push(Gap {
            at: ((x + to_x) / 2.0, (y + to_y) / 2.0),
            why: format!(
                "{} and {} are not connected: the diagonal crosses one of {whose}'s squares",
                name(left),
                name(right)
            ),
            breaks,
        });
    }
    gaps
}

impl View<'_> {
    fn place(&self, cell: usize) -> Place {
        ((cell % self.size) as f32, (self.size - 1 - cell / self.size) as f32)
    }

    /// The diagonal neighbours of one side across a square of the other side, each pair after the side of the square.
    fn crossed(&self) -> Vec<(Side, usize, usize)> {
        let size = self.size;
        let mut crossed = Vec::new();
        for cell in (0..size * (size - 1)).filter(|cell| cell % size + 1 < size) {
            let square = home(size % 2, cell % size + 1, cell / size + 1);
            for (a, b) in [(cell, cell + size + 1), (cell + 1, cell + size)] {
                if self.owner[a] == Some(!square) && self.owner[b] == Some(!square) {
                    crossed.push((square, a, b));
                }
            }
        }
        crossed
    }

    /// The pairs of neighbouring stones of one side that are connected.
    fn links(&self) -> impl Iterator<Item = (Side, usize, usize)> + '_ {
        let size = self.size;
        (0..size * size).flat_map(move |a| {
            let (column, row) = (a % size, a / size);
            let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
            steps.into_iter().filter_map(move |(dx, dy): (isize, isize)| {
                let across = column.checked_add_signed(dx).filter(|&it| it < size)?;
                let up = row.checked_add_signed(dy).filter(|&it| it < size)?;
                let (b, side) = (up * size + across, self.owner[a]?);
                let square = (column.min(across) + 1, row.min(up) + 1);
                let near = dx * dy == 0 || home(size % 2, square.0, square.1) == side;
                (self.owner[b] == Some(side) && near).then_some((side, a, b))
            })
        })
    }
}

fn draw_board(view: &View, shapes: &mut Vec<Shape>) {
    let (size, far) = (view.size, (view.size - 1) as f32);
    // The squares of one side come before those of the other, so that a renderer can combine shapes of the same ink.
    for (side, ink) in [(Side::First, Ink::HomeFirst), (Side::Second, Ink::HomeSecond)] {
        for (row, column) in (1..size).flat_map(|row| (1..size).map(move |column| (row, column))) {
            if home(size % 2, column, row) != side {
                continue;
            }
            let (x, y) = ((column - 1) as f32, far - row as f32);
            let corners = vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
            shapes.push(Shape::Polygon { corners, ink });
        }
    }
    for at in 0..size {
        let at = at as f32;
        for (from, to) in [((0.0, at), (far, at)), ((at, 0.0), (at, far))] {
            shapes.push(Shape::Line { from, to, width: 0.04, ink: Ink::Grid });
        }
    }
    let (near, beyond) = (-0.55, far + 0.55);
    for at in [near, beyond] {
        let edges = [
            ((-0.3, at), (far + 0.3, at), Ink::EdgeFirst),
            ((at, -0.3), (at, far + 0.3), Ink::EdgeSecond),
        ];
        for (from, to, ink) in edges {
            shapes.push(Shape::Line { from, to, width: 0.14, ink });
        }
    }
    for at in 0..size {
        let letter = Point::new(at, 0).letter().to_string();
        for y in [-1.0, far + 1.0] {
            let at = (at as f32, y);
            shapes.push(Shape::Label { at, size: 0.3, text: letter.clone(), ink: Ink::Text });
        }
        for x in [-1.0, far + 1.0] {
            let (at, text) = ((x, far - at as f32), (at + 1).to_string());
            shapes.push(Shape::Label { at, size: 0.3, text, ink: Ink::Text });
        }
    }
}

/// Draws the lines between connected stones, with those of the winning chain on top.
fn draw_links(view: &View, shapes: &mut Vec<Shape>) {
    let won = |cell: &usize| view.chain.contains(cell);
    for (side, a, b) in view.links() {
        let (from, to) = (view.place(a), view.place(b));
        shapes.push(Shape::Line { from, to, width: 0.2, ink: ink(side) });
    }
    for (_, a, b) in view.links().filter(|(_, a, b)| won(a) && won(b)) {
        let (from, to) = (view.place(a), view.place(b));
        shapes.push(Shape::Line { from, to, width: 0.2, ink: Ink::Win });
    }
}

fn draw_stones(view: &View, shapes: &mut Vec<Shape>) {
    for (cell, owner) in view.owner.iter().enumerate() {
        let (at, Some(side)) = (view.place(cell), *owner) else { continue };
        let (mark, on) = match side {
            Side::First => (Mark::Upright, Ink::OnFirst),
            Side::Second => (Mark::Level, Ink::OnSecond),
        };
        if view.chain.contains(&cell) {
            shapes.push(Shape::Disc { at, radius: 0.49, ink: Ink::Win });
        }
        shapes.push(Shape::Disc { at, radius: 0.36, ink: ink(side) });
        shapes.push(Shape::Sign { at, radius: 0.16, mark, ink: on });
        if view.last.contains(&cell) {
            shapes.push(Shape::Ring { at, radius: 0.4, width: 0.09, ink: Ink::Last });
        }
    }
}

const fn ink(side: Side) -> Ink {
    match side {
        Side::First => Ink::First,
        Side::Second => Ink::Second,
    }
}
