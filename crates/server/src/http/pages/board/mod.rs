//! The board: one component for every game.
//!
//! It is drawn from the [`Scene`] as inline SVG. Every place that can be clicked is a link to the same page with one
//! word more (or less) in the turn being put together, so nothing here needs a script; scripts fetch that page and
//! replace the old board with its board.

mod grid;
mod look;
mod paint;
mod partial_turn;

pub(crate) use look::BoardLook;
pub(crate) use partial_turn::PartialTurn;

use askama::Template;
use crosscut_catalog::{AnyPosition, Decimal, Palette, Point, Scene, svg};

use grid::BoardCell;

/// A board as it is shown.
#[derive(Template)]
#[template(path = "board.html", escape = "named")]
pub(crate) struct BoardView {
    title: String,
    view_box: String,
    /// By how many degrees it is turned, and around which point.
    turned: Option<(u16, Point)>,
    shapes: String,
    rows: Vec<Vec<BoardCell>>,
    gaps: Vec<Gap>,
    classes: String,
    /// A sentence for each gap: what looks connected and is not.
    pub(crate) whys: Vec<String>,
}

struct Gap {
    x: Decimal<2>,
    y: Decimal<2>,
}

/// The address a click leads to, given the partial turn after it.
pub(crate) type TurnLink<'a> = &'a dyn Fn(&str) -> String;

impl BoardView {
    /// A board where a turn can be put together.
    pub(crate) fn open(
        position: &AnyPosition,
        partial: &PartialTurn,
        look: BoardLook,
        link: TurnLink<'_>,
    ) -> Self {
        let before = position.scene();
        // The chosen move is shown as if it had been played, in the frame of before: nothing moves under the pointer.
        match partial.after_it() {
            Some(after) => {
                // The title stays as it was: the turn is not over.
                let title = before.title.clone();
                let scene = Scene { from: before.from, to: before.to, title, ..after.scene() };
                let mut board = BoardView::of(&scene, look);
                board.rows = grid::rows(&before, look, Some((position, partial, link)));
                board.classes.push_str(" pending");
                board
            }
            None => {
                let mut board = BoardView::of(&before, look);
                board.rows = grid::rows(&before, look, Some((position, partial, link)));
                board
            }
        }
    }

    /// A board to look at.
    pub(crate) fn still(scene: &Scene, look: BoardLook) -> Self {
        let mut board = BoardView::of(scene, look);
        board.rows = grid::rows(scene, look, None);
        board
    }

    fn of(scene: &Scene, look: BoardLook) -> Self {
        let (from, to) = look.frame(scene);
        let number = paint::number;
        // A gap that breaks a chain is shown without being asked for.
        let gaps: Vec<_> = scene.gaps.iter().filter(|it| look.gaps || it.breaks).collect();
        BoardView {
            title: scene.title.clone(),
            view_box: [from.0, from.1, to.0 - from.0, to.1 - from.1]
                .map(|it| number(it).to_string())
                .join(" "),
            turned: look.turned(scene),
            // Labels of empty places are coordinates, which the reader may switch off.
            shapes: paint::shapes(&scene.clone().named().shapes, look.degrees()),
            rows: Vec::new(),
            whys: gaps.iter().map(|gap| gap.why.clone()).collect(),
            gaps: gaps
                .into_iter()
                .map(|gap| Gap { x: number(gap.at.0), y: number(gap.at.1) })
                .collect(),
            classes: look.classes(),
        }
    }
}

/// A picture of a board, without anything to click.
#[derive(Template)]
#[template(path = "picture.html", escape = "named")]
pub(crate) struct Picture {
    title: String,
    colours: &'static str,
    view_box: String,
    shapes: String,
}

impl Picture {
    pub(crate) fn of(scene: &Scene) -> Self {
        Self::part(scene, scene.from, scene.to)
    }

    /// The part of a scene near a place.
    pub(crate) fn near(scene: &Scene, (x, y): Point, reach: f32) -> Self {
        let shapes: Vec<_> = scene
            .shapes
            .iter()
            .filter(|shape| paint::is_near(shape, (x, y), reach))
            .cloned()
            .collect();
        let (title, palette) = (scene.title.clone(), scene.palette);
        let scene = Scene { shapes, title, palette, ..Scene::default() };
        Self::part(&scene, (x - reach, y - reach), (x + reach, y + reach))
    }

    fn part(scene: &Scene, from: Point, to: crosscut_catalog::Point) -> Self {
        Picture {
            title: scene.title.clone(),
            colours: colours(scene.palette),
            view_box: [from.0, from.1, to.0 - from.0, to.1 - from.1]
                .map(|it| paint::number(it).to_string())
                .join(" "),
            shapes: paint::shapes(&scene.shapes, 0),
        }
    }
}

/// The classes of a palette: pictures keep their own colours on every page.
fn colours(palette: Palette) -> &'static str {
    match palette {
        Palette::Usual => "",
        Palette::BrownGreen => " first-brown second-green",
        Palette::WhiteBlue => " first-oh second-dot",
    }
}

/// The picture as a file of its own.
pub(crate) fn file(scene: &Scene) -> String {
    svg(scene)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscut_catalog::Spec;

    #[test]
    fn a_file_draws_the_board_with_what_is_on_it() {
        let mut position = "hex:size=3,opening=none".parse::<Spec>().unwrap().start();
        let empty = file(&position.scene());
        assert!(empty.starts_with("<svg ") && empty.contains("Hex on 3 x 3 cells"), "{empty}");
        position.play("B2").unwrap();
        let circles = |drawn: &str| drawn.matches("<circle").count();
        assert!(circles(&empty) < circles(&file(&position.scene())), "a stone is drawn");
    }
}
