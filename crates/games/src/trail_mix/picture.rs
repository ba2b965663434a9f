use crosscut_draw::{
    Diagram, Draw, Ink, Last, Palette, Place, Point, ReadDiagram, Role, Scene, Shape, Site, Spot,
};
use crosscut_rules::{Game, Pie, PieMove, Position, Side};

use super::diagram;
use super::winning::winning_trails;
use super::{Cell, SIDES, SLASHES, TrailMix, TrailMixPosition};

impl Draw for TrailMix {
    const READ: Option<ReadDiagram<Self>> = Some(|game, text| diagram::read(game.size, text));

    fn text(&self, position: &Pie<TrailMixPosition>) -> Diagram {
        let board = position.board();
        let size = board.size();
        let width = size.to_string().len();
        let mut diagram = Diagram { palette: Palette::BrownGreen, ..Diagram::default() };
        for row in (0..size).rev() {
            let mut line = format!("{:>width$}", row + 1);
            for cell in (0..size).filter_map(|column| Cell::new(column, row)) {
                diagram.places.push(Place {
                    word: cell.to_string(),
                    line: diagram.lines.len(),
                    column: line.len() + 1,
                    width: 1,
                    ink: board.token(cell).map(|side| [Ink::First, Ink::Second][side.index()]),
                });
                line.push(' ');
                line.push(board.token(cell).map_or('.', |side| SLASHES[side.index()]));
            }
            diagram.lines.push(line);
        }
        let letters: String = (0..size).flat_map(|column| [' ', letter(column)]).collect();
        diagram.push(Role::Names, format!("{:width$}{letters}", ""));
        for trail in winning_trails(board) {
            let crossed = trail.windows(2).filter_map(|ends| {
                Cell::new(ends[0][0].min(ends[1][0]), ends[0][1].min(ends[1][1]))
            });
            diagram.mark_won(crossed.map(|cell| cell.to_string()));
        }
        if let Some(words) = board.remaining() {
            diagram.push(Role::Caption, words);
        }
        diagram
    }

    fn scene(
        &self,
        position: &Pie<TrailMixPosition>,
        last: Option<Last<'_, Pie<TrailMixPosition>>>,
    ) -> Scene {
        let board = position.board();
        let size = f32::from(board.size());
        let mut scene = Scene {
            title: title(position),
            from: (-0.8, -0.5),
            to: (size + 0.8, size + 1.4),
            palette: Palette::BrownGreen,
            ..Scene::default()
        };
        let shapes = &mut scene.shapes;
        ground(shapes, size);
        for trail in winning_trails(board) {
            let points: Vec<Point> =
                trail.iter().map(|&[x, y]| (f32::from(x), size - f32::from(y))).collect();
            shapes.extend(points.windows(2).map(|ends| line(ends[0], ends[1], 0.46, Ink::Win)));
        }
        for cell in board.cells() {
            if let Some(side) = board.token(cell) {
                shapes.push(token(middle(cell, size), 0.5, side));
            }
        }
        nodes(shapes, board.size());
        if let Some(Last { ply: PieMove::Play(placement), .. }) = last {
            let at = middle(placement.cell, size);
            shapes.push(Shape::Ring { at, radius: 0.3, width: 0.08, ink: Ink::Last });
        }
        labels(shapes, board.size());
        scene.spots = board
            .cells()
            .map(|cell| Spot { word: cell.to_string(), at: middle(cell, size), radius: 0.5 })
            .collect();
        scene.sites = board
            .cells()
            .map(|cell| Site {
                word: cell.to_string(),
                at: middle(cell, size),
                says: board.token(cell).map_or("empty", |side| SIDES[side.index()]).to_string(),
            })
            .collect();
        scene
    }
}

/// Cells, lines between them, and the four sides that trails join.
fn ground(shapes: &mut Vec<Shape>, size: f32) {
    let corners = vec![(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)];
    let sides = (0..4).map(|at| line(corners[at], corners[(at + 1) % 4], 0.09, Ink::Neutral));
    let sides: Vec<Shape> = sides.collect();
    shapes.push(Shape::Polygon { corners, ink: Ink::Cell });
    for at in 1..size as u8 {
        let at = f32::from(at);
        shapes.push(line((at, 0.0), (at, size), 0.025, Ink::Grid));
        shapes.push(line((0.0, at), (size, at), 0.025, Ink::Grid));
    }
    shapes.extend(sides);
}

/// The nodes. A token joins two full or two hollow ones, never one of each kind: each kind has trails of its own.
fn nodes(shapes: &mut Vec<Shape>, size: u8) {
    for (x, y) in (0..=size).flat_map(|x| (0..=size).map(move |y| (x, y))) {
        let at = (f32::from(x), f32::from(size - y));
        shapes.push(Shape::Disc { at, radius: 0.1, ink: Ink::Neutral });
        if (x + y) % 2 == 1 {
            shapes.push(Shape::Disc { at, radius: 0.055, ink: Ink::Cell });
        }
    }
}

/// A token of a side with this middle, `reach` wide and high to each side of it: half a unit fills a cell.
fn token((x, y): Point, reach: f32, side: Side) -> Shape {
    let (ink, rise) = match side {
        Side::First => (Ink::First, reach),
        Side::Second => (Ink::Second, -reach),
    };
    line((x - reach, y + rise), (x + reach, y - rise), 0.4 * reach, ink)
}

/// The coordinates, and whose tokens are which.
fn labels(shapes: &mut Vec<Shape>, size: u8) {
    let label = |at, size, text| Shape::Label { at, size, text, ink: Ink::Text };
    let side = f32::from(size);
    for at in 0..size {
        let middle = f32::from(at) + 0.5;
        shapes.push(label((-0.45, side - middle), 0.26, (at + 1).to_string()));
        shapes.push(label((middle, side + 0.42), 0.26, letter(at).to_string()));
    }
    for (of, at) in Side::BOTH.into_iter().zip([side / 2.0 - 1.6, side / 2.0 + 0.4]) {
        shapes.push(token((at, side + 0.98), 0.24, of));
        shapes.push(label((at + 0.85, side + 0.98), 0.24, SIDES[of.index()].to_string()));
    }
}

/// What the picture shows, in a sentence.
fn title(position: &Pie<TrailMixPosition>) -> String {
    let board = position.board();
    let [brown, green] = Side::BOTH.map(|side| board.laid(side));
    let state = match board.outcome() {
        Some(outcome) => match outcome.winner() {
            Some(seat) => format!("{} has won", SIDES[board.held_by(seat).index()]),
            None => format!("a draw because {}", board.drawn_because().unwrap_or_default()),
        },
        None => format!("{} to move", SIDES[board.side().index()]),
    };
    let (name, size) = (TrailMix::CARD.title, board.size());
    format!(
        "{name}, {size} by {size} cells, tokens laid by {}: {brown}, by {}: {green}; {state}",
        SIDES[0], SIDES[1]
    )
}

/// The middle of a cell on the drawing.
fn middle(cell: Cell, size: f32) -> Point {
    (f32::from(cell.column()) + 0.5, size - f32::from(cell.row()) - 0.5)
}

/// The letter of a column.
fn letter(column: u8) -> char {
    char::from(b'a' + column)
}

fn line(from: Point, to: Point, width: f32, ink: Ink) -> Shape {
    Shape::Line { from, to, width, ink }
}
