use crosscut_draw::{Diagram, Draw, Ink, Last, Place, Role, Scene, Shape, Site, Spot};
use crosscut_rules::{Pie, Side};

use super::notation::{place, point, slot, slot_at, slots};
use super::{BridgIt, BridgItPosition, Links};
use crate::board::connection_game::last_stone;
use crate::board::{Point, counted};

impl Draw for BridgIt {
    fn text(&self, position: &Pie<BridgItPosition>) -> Diagram {
        let (links, size) = (position.board().board(), self.size);
        let digits = (2 * size - 1).to_string().len();
        let mut diagram = Diagram::default();
        for line in letters(size, digits + 1) {
            diagram.push(Role::Repeated, line);
        }
        for y in (0..=2 * size).rev() {
            let number = if (1..2 * size).contains(&y) { y.to_string() } else { String::new() };
            let mut line = format!("{number:>digits$} ");
            let row: Vec<char> = (0..=2 * size).map(|x| sign(links, size, x, y)).collect();
            for (x, &here) in row.iter().enumerate() {
                if let Some(slot) = slot_at(x, y, size) {
                    diagram.places.push(Place {
                        word: point(slot, size).to_string(),
                        line: diagram.lines.len(),
                        column: line.len(),
                        width: 1,
                        ink: links.owner(slot).map(ink),
                    });
                }
                line.push(here);
                // A horizontal link reaches the dots on both sides of its slot.
                let next = row.get(x + 1).copied().unwrap_or(' ');
                line.push([here, next].into_iter().find(|it| "-=".contains(*it)).unwrap_or(' '));
            }
            line.push_str(&number);
            diagram.lines.push(line.trim_end().to_string());
        }
        for line in letters(size, digits + 1) {
            diagram.push(Role::Names, line);
        }
        diagram.mark_won(links.won_chain().into_iter().map(|it| point(it, size).to_string()));
        diagram
    }

    fn scene(
        &self,
        position: &Pie<BridgItPosition>,
        last: Option<Last<'_, Pie<BridgItPosition>>>,
    ) -> Scene {
        let (links, size) = (position.board().board(), self.size);
        let mut scene = frame(links, size);
        for slot in 0..slots(size) {
            let (x, y) = place(slot, size);
            let at = at(size, x, y);
            match links.owner(slot) {
                Some(side) => link(&mut scene, side, ends(size, slot, side)),
                None => scene.shapes.push(Shape::Disc { at, radius: 0.06, ink: Ink::Grid }),
            }
            let word = point(slot, size).to_string();
            let says =
                links.owner(slot).map_or("empty", |side| ["V", "H"][side.index()]).to_string();
            scene.sites.push(Site { word: word.clone(), at, says });
            scene.spots.push(Spot { word, at, radius: 0.5 });
        }
        dots(&mut scene, size);
        if let Some(side) = links.winner() {
            for slot in links.winning_chain(side) {
                let [from, to] = ends(size, slot, side);
                scene.shapes.push(Shape::Line { from, to, width: 0.12, ink: Ink::Win });
            }
        }
        if let Some(slot) = last_stone(last).and_then(|point| slot(point, size).ok()) {
            let (x, y) = place(slot, size);
            scene.shapes.push(Shape::Disc { at: at(size, x, y), radius: 0.15, ink: Ink::Last });
        }
        scene
    }
}

/// The lines of letters above the columns; names of two letters are written vertically.
fn letters(size: usize, indent: usize) -> Vec<String> {
    let names: Vec<String> = (1..2 * size).map(|x| Point::new(x - 1, 0).column_name()).collect();
    let height = names.last().map_or(1, String::len);
    let line = |row: usize| {
        let row: Vec<String> =
            names.iter().map(|name| format!("{name:>height$}")[row..=row].to_string()).collect();
        format!("{}{}", " ".repeat(indent + 2), row.join(" "))
    };
    (0..height).map(line).collect()
}

/// The character at a place: dots are `o` and `+`, V's links `|` and `-`, H's links `#` and `=`.
fn sign(links: &Links, size: usize, x: usize, y: usize) -> char {
    let rim = |it: usize| it.is_multiple_of(2 * size);
    let owner = match (x % 2 == 1, y % 2 == 1) {
        (true, false) => return 'o',
        (false, true) => return '+',
        // Along the rim a side's dots are one node: links that are there from the start.
        _ => match (rim(x), rim(y)) {
            (true, true) => return ' ',
            (false, true) => Some(Side::First),
            (true, false) => Some(Side::Second),
            (false, false) => slot_at(x, y, size).and_then(|slot| links.owner(slot)),
        },
    };
    match (owner, x % 2 == 1) {
        (None, _) => '.',
        (Some(Side::First), true) => '|',
        (Some(Side::First), false) => '-',
        (Some(Side::Second), true) => '=',
        (Some(Side::Second), false) => '#',
    }
}

/// The distance between neighbouring places, such that neighbouring slots (a step aside and a step up) are 1 apart.
const STEP: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// The point of a place in the picture.
fn at(size: usize, x: usize, y: usize) -> crosscut_draw::Point {
    (x as f32 * STEP, (2 * size - y) as f32 * STEP)
}

/// The two ends of a side's link in a slot.
fn ends(size: usize, slot: usize, side: Side) -> [crosscut_draw::Point; 2] {
    let (x, y) = place(slot, size);
    if (x % 2 == 1) == (side == Side::First) {
        [at(size, x, y - 1), at(size, x, y + 1)]
    } else {
        [at(size, x - 1, y), at(size, x + 1, y)]
    }
}

/// The title, the coordinates and the four edges.
fn frame(links: &Links, size: usize) -> Scene {
    let span = 2 * size;
    let (right, bottom) = at(size, span, 0);
    let mut scene = Scene {
        title: title(links, size),
        from: (-1.1, -1.1),
        to: (right + 1.1, bottom + 1.1),
        ..Scene::default()
    };
    let mut label = |at, text: String| {
        scene.shapes.push(Shape::Label { at, size: 0.3, text, ink: Ink::Text });
    };
    for it in 1..span {
        let (x, y) = at(size, it, it);
        for side in [-0.7, bottom + 0.7] {
            label((x, side), Point::new(it - 1, 0).column_name());
        }
        for side in [-0.7, right + 0.7] {
            label((side, y), it.to_string());
        }
    }
    let corners = vec![(0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)];
    scene.shapes.push(Shape::Polygon { corners, ink: Ink::Cell });
    for (side, ends) in [
        (Side::First, [(1, 0), (span - 1, 0)]),
        (Side::First, [(1, span), (span - 1, span)]),
        (Side::Second, [(0, 1), (0, span - 1)]),
        (Side::Second, [(span, 1), (span, span - 1)]),
    ] {
        let ink = match side {
            Side::First => Ink::EdgeFirst,
            Side::Second => Ink::EdgeSecond,
        };
        let [from, to] = ends.map(|(x, y)| at(size, x, y));
        scene.shapes.push(Shape::Line { from, to, width: 0.2, ink });
    }
    scene
}

/// Draws a link: V's is one broad line, H's a double one, so that they differ without colour.
fn link(scene: &mut Scene, side: Side, [from, to]: [crosscut_draw::Point; 2]) {
    scene.shapes.push(Shape::Line { from, to, width: 0.26, ink: ink(side) });
    if side == Side::Second {
        scene.shapes.push(Shape::Line { from, to, width: 0.05, ink: Ink::OnSecond });
    }
}

/// The ink of what a side has drawn.
fn ink(side: Side) -> Ink {
    match side {
        Side::First => Ink::First,
        Side::Second => Ink::Second,
    }
}

/// Draws both lattices: V's dots are round, H's are square.
fn dots(scene: &mut Scene, size: usize) {
    for x in 0..=2 * size {
        for y in 0..=2 * size {
            let at @ (left, top) = at(size, x, y);
            match (x % 2 == 1, y % 2 == 1) {
                (true, false) => {
                    scene.shapes.push(Shape::Disc { at, radius: 0.21, ink: Ink::First });
                }
                (false, true) => scene.shapes.push(Shape::Polygon {
                    corners: [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                        .map(|(dx, dy)| (left + 0.18 * dx, top + 0.18 * dy))
                        .to_vec(),
                    ink: Ink::Second,
                }),
                _ => {}
            }
        }
    }
}

/// What the picture shows, in words.
fn title(links: &Links, size: usize) -> String {
    let count = |side| links.stones(side).len();
    let (v, h) = (counted(count(Side::First), "link"), count(Side::Second));
    let end = match links.winner() {
        None => "",
        Some(Side::First) => "; V has joined bottom and top",
        Some(Side::Second) => "; H has joined left and right",
    };
    format!("Bridg-It, {size} by {} dots a side, {v} of V and {h} of H{end}", size + 1)
}
