use std::collections::HashSet;

use crosscut_draw::{Ink, Last, Mark, Palette, Point as At, Scene, Shape, Site, Spot, Stage, Zoom};
use crosscut_rules::{Game, Outcome, Position, Side};

use super::board::{Scratch, beside};
use super::cell::{Cell, Point, Tile};
use super::{Trichet, TrichetPosition};

/// The height of a unit triangle.
const HEIGHT: f32 = 0.866_025_4;
/// Arcs meet in the middle of the sides.
const ARC: f32 = 0.5;
/// The width of the line round a winning region.
const EDGE: f32 = 0.08;
/// The width of the line round a table without empty cells around it, half of it under the tiles: a white tile would otherwise
/// end on a ground that is nearly white.
const RIM: f32 = 0.1;
/// Units are large, because a tile has an arc, signs, marks and names in one unit.
const ZOOM: Zoom = Zoom(2.0);
/// The room round the outermost cells.
const MARGIN: f32 = 0.25;

/// The table, with the last ply and the tiles it forced outlined.
pub(super) fn scene(
    game: &Trichet,
    position: &TrichetPosition,
    last: Option<Last<'_, TrichetPosition>>,
) -> Scene {
    let open = position.outcome().is_none();
    let title = title(game, position);
    match last {
        None => draw(position, open, None, title),
        Some(Last { before, ply }) => {
            let added = rounds(before, ply, position);
            draw(position, open, Some((ply, &added)), title)
        }
    }
}

/// The table after a ply alone, and then after each of the tiles that it forces.
pub(super) fn stages(
    game: &Trichet,
    Last { before, ply }: Last<'_, TrichetPosition>,
    after: &TrichetPosition,
) -> Vec<Stage> {
    let added = rounds(before, ply, after);
    if added.is_empty() {
        return Vec::new();
    }
    let open = after.outcome().is_none();
    let (mut position, mut scratch) = (before.clone(), Scratch::default());
    let mut stages = Vec::new();
    for number in 0..=added.len() {
        let (tile, says) = match number.checked_sub(1).map(|at| added[at]) {
            None => (ply, format!("{} alone, as it was played", ply.cell)),
            Some((tile, round)) => {
                let cell = tile.cell;
                (tile, format!("{cell} follows in round {round}: only one tile fits there"))
            }
        };
        position.board.place(tile, &mut scratch, &mut |_| ());
        position.pool = position.pool.saturating_sub(1);
        let on_table = game.num_tiles - position.pool;
        let title = format!("Trichet, {on_table} of {} tiles on the table: {says}", game.num_tiles);
        let shown = if number == added.len() { after } else { &position };
        let scene = draw(shown, open, Some((ply, &added[..number])), title);
        stages.push(Stage { scene, says });
    }
    stages
}

/// Draws every tile split by its arc, a sign on every point, the last ply outlined, each tile it forced outlined with its
/// round, and the names of the empty cells around.
fn draw(
    position: &TrichetPosition,
    open: bool,
    played: Option<(Tile, &[(Tile, usize)])>,
    title: String,
) -> Scene {
    let won = position.winning_regions();
    let mut drawing = Drawing::default();
    position.board.each_empty(|cell, fits| drawing.empty(cell, fits, open));
    let mut points = HashSet::new();
    position.board.each_tile(|Tile { cell, .. }| {
        if !open && beside(cell).iter().any(|it| position.board.tile(*it).is_none()) {
            drawing.outline(cell, 1.0, RIM, Ink::Grid);
        }
    });
    position.board.each_tile(|tile| {
        drawing.tile(tile, &won);
        for (corner, point) in tile.cell.corners().into_iter().enumerate() {
            points.insert((point, tile.colours.at(corner)));
        }
    });
    position.board.each_tile(|Tile { cell, .. }| drawing.outline(cell, 1.0, 0.02, Ink::Grid));
    if let Some((ply, added)) = played {
        for (tile, round) in added {
            // The number is in the odd corner.
            drawing.brackets(tile.cell, Some(tile.colours.odd_corner()), 0.05, Ink::Auto);
            drawing.round(*tile, *round);
        }
        drawing.brackets(ply.cell, None, 0.08, Ink::Last);
    }
    let mut points: Vec<(Point, Side)> = points.into_iter().collect();
    points.sort_unstable_by_key(|&(point, _)| point);
    for (point, side) in points {
        drawing.sign(point, side);
    }
    drawing.finish(title)
}

/// The tiles that the rules have added to a ply, each with the round in which it was added, from 1.
pub(super) fn rounds(
    before: &TrichetPosition,
    ply: Tile,
    after: &TrichetPosition,
) -> Vec<(Tile, usize)> {
    let mut board = before.board.clone();
    let mut scratch = Scratch::default();
    board.place(ply, &mut scratch, &mut |_| ());
    let mut added = Vec::new();
    for round in 1.. {
        let mut forced = Vec::new();
        board.each_empty(|cell, _| forced.extend(board.is_forced(cell).then_some(cell)));
        // The pool may have run out, so tiles that are not on the table were not added.
        let tiles: Vec<Tile> =
            forced.into_iter().filter_map(|cell| after.board.tile(cell)).collect();
        if tiles.is_empty() {
            break;
        }
        for tile in tiles {
            board.place(tile, &mut scratch, &mut |_| ());
            added.push((tile, round));
        }
    }
    added
}

fn title(game: &Trichet, position: &TrichetPosition) -> String {
    let on_table = game.num_tiles - position.pool;
    let side = |seat| Trichet::CARD.sides[position.held_by(seat).index()];
    let state = match position.outcome() {
        None => format!("{} to move", side(position.turn())),
        Some(Outcome::Won(seat)) => format!("{} has won", side(seat)),
        Some(Outcome::Drawn) => {
            format!("a draw because {}", position.drawn_because().unwrap_or_default())
        }
    };
    format!("Trichet, {on_table} of {} tiles on the table: {state}", game.num_tiles)
}

/// A drawing of tiles under construction.
#[derive(Default)]
pub(super) struct Drawing {
    pub(super) shapes: Vec<Shape>,
    spots: Vec<Spot>,
    sites: Vec<Site>,
    /// The names of the empty cells.
    names: Vec<Shape>,
    /// Corners of everything that the picture must include.
    pub(super) corners: Vec<At>,
}

impl Drawing {
    /// Draws an empty cell that touches a tile: a place for a tile, or a cross if it is a hole.
    fn empty(&mut self, cell: Cell, fits: u8, open: bool) {
        let middle = middle(cell);
        self.corners.extend(cell.corners().map(at));
        let says = if fits == 0 { "a hole" } else { "empty" }.to_string();
        self.sites.push(Site { word: cell.to_string(), at: middle, says });
        if fits == 0 {
            self.shapes
                .push(Shape::Polygon { corners: shrunk(cell, 0.96).to_vec(), ink: Ink::Grid });
            self.shapes.push(Shape::Sign {
                at: middle,
                radius: 0.14,
                mark: Mark::Cross,
                ink: Ink::OnFirst,
            });
            return;
        }
        let word = cell.to_string();
        if open {
            self.shapes
                .push(Shape::Polygon { corners: shrunk(cell, 0.92).to_vec(), ink: Ink::Cell });
            self.spots.push(Spot { word: word.clone(), at: middle, radius: 0.28 });
        }
        // Names usually have four characters; longer ones are smaller.
        let size = 0.44 / word.len().max(4) as f32;
        let ink = if open { Ink::Text } else { Ink::Grid };
        self.names.push(Shape::Label { at: middle, size, text: word, ink });
    }

    /// Draws a tile: in the colour of two corners, with a sector in the third one's. A region that has won gets an edge, all of
    /// it outside the region.
    pub(super) fn tile(&mut self, Tile { cell, colours }: Tile, won: &HashSet<Point>) {
        let odd = colours.odd_corner();
        let corners = cell.corners();
        let [own, other] = [odd, (odd + 1) % 3].map(|corner| colours.at(corner).index());
        let names = Trichet::CARD.sides;
        let corner = match cell.corner_letters()[odd] {
            'l' => "left",
            'r' => "right",
            't' => "top",
            _ => "bottom",
        };
        let closed = match corners.iter().any(|it| won.contains(it)) {
            true => ", part of the winning region",
            false => "",
        };
        self.sites.push(Site {
            word: cell.to_string(),
            at: middle(cell),
            says: format!(
                "a tile, {} at the {corner}, the rest {}{closed}",
                names[own], names[other]
            ),
        });
        let (own, other) = (ink(colours.at(odd)), ink(colours.at((odd + 1) % 3)));
        self.shapes.push(Shape::Polygon { corners: corners.map(at).to_vec(), ink: other });
        let sector = |radius, ink| {
            let from = [[0.0, 120.0, 240.0], [60.0, 300.0, 180.0]][usize::from(cell.down)][odd];
            Shape::Sector { at: at(corners[odd]), radius, from, to: from + 60.0, ink }
        };
        if won.contains(&corners[odd]) {
            self.shapes.extend([sector(ARC + EDGE, Ink::Win), sector(ARC, own)]);
        } else if won.contains(&corners[(odd + 1) % 3]) {
            self.shapes.extend([sector(ARC, Ink::Win), sector(ARC - EDGE, own)]);
        } else {
            self.shapes.push(sector(ARC, own));
        }
    }

    pub(super) fn sign(&mut self, point: Point, side: Side) {
        let (radius, mark, on) = match side {
            Side::First => (0.1, Mark::Circle, Ink::OnFirst),
            Side::Second => (0.13, Mark::Dot, Ink::OnSecond),
        };
        let at = at(point);
        // The disc keeps the sign legible at the rim of the table.
        self.shapes.push(Shape::Disc { at, radius: 0.14, ink: ink(side) });
        self.shapes.push(Shape::Sign { at, radius, mark, ink: on });
    }

    /// Draws the three sides of a cell, moved towards its middle.
    pub(super) fn outline(&mut self, cell: Cell, scale: f32, width: f32, ink: Ink) {
        let [a, b, c] = shrunk(cell, scale);
        for (from, to) in [(a, b), (b, c), (c, a)] {
            self.shapes.push(Shape::Line { from, to, width, ink });
        }
    }

    /// Marks a cell at its corners, except for the corner `but`. That leaves room for arcs, which cross a cell's sides in the
    /// middle.
    fn brackets(&mut self, cell: Cell, but: Option<usize>, width: f32, ink: Ink) {
        let corners = shrunk(cell, 0.8);
        for (n, &from) in corners.iter().enumerate().filter(|(n, _)| Some(*n) != but) {
            for to in [corners[(n + 1) % 3], corners[(n + 2) % 3]] {
                let to = between(from, to, 0.33);
                self.shapes.push(Shape::Line { from, to, width, ink });
            }
        }
    }

    /// Draws the number of a round between the odd corner and the arc round it, on a ground that is visible on every tile.
    fn round(&mut self, Tile { cell, colours }: Tile, round: usize) {
        let corner = cell.corners()[colours.odd_corner()];
        let at = between(at(corner), middle(cell), 0.53);
        self.shapes.push(Shape::Disc { at, radius: 0.115, ink: Ink::Auto });
        let text = round.to_string();
        self.shapes.push(Shape::Label { at, size: 0.12, text, ink: Ink::OnSecond });
    }

    /// Makes sure that the picture includes a cell.
    pub(super) fn leave_room(&mut self, cell: Cell) {
        self.corners.extend(cell.corners().map(at));
    }

    /// Writes words next to the tiles.
    pub(super) fn label(&mut self, at: At, size: f32, words: &str) {
        self.corners.push(at);
        self.shapes.push(Shape::Label { at, size, text: words.to_string(), ink: Ink::Text });
    }

    /// Writes a name on a tile, on a ground that is visible on every tile.
    pub(super) fn name(&mut self, cell: Cell, name: &str) {
        let at = middle(cell);
        self.shapes.push(Shape::Disc { at, radius: 0.18, ink: Ink::Auto });
        self.shapes.push(Shape::Label {
            at,
            size: 0.16,
            text: name.to_string(),
            ink: Ink::OnSecond,
        });
    }

    /// Draws an empty cell with a name.
    pub(super) fn place(&mut self, cell: Cell, name: &str) {
        let corners = shrunk(cell, 0.92).to_vec();
        self.shapes.push(Shape::Polygon { corners, ink: Ink::Cell });
        self.label(middle(cell), 0.26, name);
    }

    pub(super) fn finish(self, title: String) -> Scene {
        let range = |pick: fn(&At) -> f32| {
            let (least, most) = self
                .corners
                .iter()
                .map(pick)
                .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), it| {
                    (least.min(it), most.max(it))
                });
            (least - MARGIN, most + MARGIN)
        };
        let ((west, east), (north, south)) = (range(|at| at.0), range(|at| at.1));
        Scene {
            title,
            from: (west, north),
            to: (east, south),
            shapes: self.shapes,
            spots: self.spots,
            sites: self.sites,
            names: self.names,
            palette: Palette::WhiteBlue,
            zoom: ZOOM,
            ..Scene::default()
        }
    }
}

fn ink(side: Side) -> Ink {
    match side {
        Side::First => Ink::First,
        Side::Second => Ink::Second,
    }
}

fn at((q, r): Point) -> At {
    let (q, r) = (f32::from(q), f32::from(r));
    (q + r / 2.0, -r * HEIGHT)
}

/// The point at the fraction `part` of the way from one point to another.
fn between(from: At, to: At, part: f32) -> At {
    (from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1))
}

pub(super) fn middle(cell: Cell) -> At {
    let [a, b, c] = cell.corners().map(at);
    ((a.0 + b.0 + c.0) / 3.0, (a.1 + b.1 + c.1) / 3.0)
}

/// The corners of a cell, moved towards its middle.
fn shrunk(cell: Cell, scale: f32) -> [At; 3] {
    let (x, y) = middle(cell);
    cell.corners().map(at).map(|at| (x + scale * (at.0 - x), y + scale * (at.1 - y)))
}
