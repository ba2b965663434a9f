use std::collections::BTreeSet;

use crosscut_draw::{Diagram, Draw, Last, Palette, Place, Role, Scene, Stage};
use crosscut_rules::{Position, Side};

use super::cell::{Cell, Point, Tile};
use super::{Trichet, TrichetPosition, figures, scene};

impl Draw for Trichet {
    /// Points are `o` and `.` (`O` and `*` in a winning region), and the sides of tiles are lines. An empty triangle that
    /// touches a tile shows the last letter of its column, a capital in an up triangle, or `#` if it is a hole.
    fn text(&self, position: &TrichetPosition) -> Diagram {
        let roomy = draw(position, &ROOMY);
        if fits_a_terminal(&roomy) {
            return roomy;
        }
        Some(draw(position, &DENSE)).filter(fits_a_terminal).unwrap_or(roomy)
    }

    fn scene(&self, position: &TrichetPosition, last: Option<Last<'_, TrichetPosition>>) -> Scene {
        scene::scene(self, position, last)
    }

    fn figure(name: &str) -> Option<Scene> {
        figures::figure(name)
    }

    fn forced(&self, last: Last<'_, TrichetPosition>, after: &TrichetPosition) -> Vec<Vec<Tile>> {
        let added = scene::rounds(last.before, last.ply, after);
        added.chunk_by(|a, b| a.1 == b.1).map(|it| it.iter().map(|it| it.0).collect()).collect()
    }

    fn stages(&self, last: Last<'_, TrichetPosition>, after: &TrichetPosition) -> Vec<Stage> {
        scene::stages(self, last, after)
    }
}

/// How the lattice is laid out in characters.
struct Layout {
    /// Characters from a point to the next one in its row; an even number.
    step: i32,
    /// Lines from a row of points to the next one. With two, the cells have lines of their own and level sides are drawn; with
    /// one, cells and the points at their feet share a line.
    lines: i32,
    /// The distance of a down triangle's letter from its middle, to the right.
    letter: i32,
    /// The distance of a down triangle's sides from its middle.
    side: i32,
}

const ROOMY: Layout = Layout { step: 4, lines: 2, letter: 0, side: 1 };
const DENSE: Layout = Layout { step: 6, lines: 1, letter: -1, side: 2 };

impl Layout {
    fn point(&self, (q, r): Point) -> (i32, i32) {
        let (q, r) = (i32::from(q), i32::from(r));
        (self.step * q + self.step / 2 * r, self.lines - 1 - self.lines * r)
    }

    /// The middle of a cell, on the line of its sides and its letter.
    fn middle(&self, cell: Cell) -> (i32, i32) {
        let (x, _) = self.point((cell.q, cell.r));
        let half = self.step / 2;
        (x + if cell.down { 2 * half } else { half }, -self.lines * i32::from(cell.r))
    }
}

/// Whether a diagram fits a terminal of 80 columns and 24 lines, a few of which are needed for text about the board.
fn fits_a_terminal(diagram: &Diagram) -> bool {
    diagram.lines.len() <= 20 && diagram.lines.iter().all(|line| line.len() <= 80)
}

fn draw(position: &TrichetPosition, layout: &Layout) -> Diagram {
    let mut signs: Vec<((i32, i32), char)> = Vec::new();
    let won = position.winning_regions();
    let mut points = BTreeSet::new();
    position.board.each_tile(|Tile { cell, colours }| {
        let (x, y) = layout.middle(cell);
        let (left, right, side) = if cell.down { ('\\', '/', layout.side) } else { ('/', '\\', 1) };
        signs.extend([((x - side, y), left), ((x + side, y), right)]);
        if layout.lines == 2 {
            let level = if cell.down { y - 1 } else { y + 1 };
            signs.extend((x - 1..=x + 1).map(|x| ((x, level), '-')));
        }
        for (corner, point) in cell.corners().into_iter().enumerate() {
            let sign = match (colours.at(corner), won.contains(&point)) {
                (Side::First, false) => 'o',
                (Side::First, true) => 'O',
                (Side::Second, false) => '.',
                (Side::Second, true) => '*',
            };
            signs.push((layout.point(point), sign));
            points.insert((layout.point(point), won.contains(&point)));
        }
    });
    let mut cells = Vec::new();
    position.board.each_empty(|cell, fits| {
        let (x, y) = layout.middle(cell);
        let at = (if cell.down { x + layout.letter } else { x }, y);
        let letter = cell.column().pop().unwrap_or(' ');
        let letter = if cell.down { letter.to_ascii_lowercase() } else { letter };
        signs.push((at, if fits == 0 { '#' } else { letter }));
        if fits != 0 && position.outcome().is_none() {
            cells.push((at, cell));
        }
    });
    let from =
        |pick: fn(&(i32, i32)) -> i32| signs.iter().map(|(at, _)| pick(at)).min().unwrap_or(0);
    let to = |pick: fn(&(i32, i32)) -> i32| signs.iter().map(|(at, _)| pick(at)).max().unwrap_or(0);
    let (west, east, top, bottom) =
        (from(|at| at.0), to(|at| at.0), from(|at| at.1), to(|at| at.1));
    // There are letters in the first line and in the last one: these have cells, whatever the layout.
    let row = |y: i32| Cell::up(0, (-y / layout.lines) as i16).row().to_string();
    let margin = row(top).len().max(row(bottom).len()) + 1;
    let mut lines =
        vec![vec![' '; margin + (east - west + 1) as usize]; (bottom - top + 1) as usize];
    let place = |(x, y): (i32, i32)| ((y - top) as usize, margin + (x - west) as usize);
    for y in (top..=bottom).filter(|y| y % layout.lines == 0) {
        let label = row(y);
        lines[(y - top) as usize][margin - 1 - label.len()..margin - 1]
            .iter_mut()
            .zip(label.chars())
            .for_each(|(to, from)| *to = from);
    }
    for (at, sign) in signs {
        let (line, column) = place(at);
        lines[line][column] = sign;
    }
    let lines: Vec<String> =
        lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_string()).collect();
    let places = cells
        .into_iter()
        .map(|(at, cell)| {
            let (line, column) = place(at);
            Place { word: cell.to_string(), line, column, width: 1, ink: None }
        })
        .collect();
    let won = points.into_iter().filter(|(_, won)| *won).map(|(at, _)| place(at)).collect();
    let mut diagram =
        Diagram { lines, places, won, palette: Palette::WhiteBlue, ..Diagram::default() };
    if let Some(left) = position.remaining() {
        diagram.push(Role::Caption, left);
    }
    diagram
}
