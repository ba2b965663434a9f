use crosscut_draw::{Diagram, Draw, Ink, Last, Role, Scene, Shape};
use crosscut_rules::{Pie, PieMove, Position, Setup, SetupError, Side};

use super::parts::{GAMES, NAMES, quadrant};
use super::{QuadrantHex, QuadrantHexPosition, SIDES};
use crate::board::rhombus_scene::{self, View};
use crate::board::{Point, counted, rhombus_diagram};

impl Draw for QuadrantHex {
    const READ: Option<fn(&Self, &str) -> Result<Setup, SetupError>> = Some(|game, text| {
        // How the five games stand follows from the stones.
        let board = |line| if is_standing(line) { "" } else { line };
        let lines: Vec<&str> = text.lines().map(board).collect();
        rhombus_diagram::read(game.size, &lines.join("\n"))
    });

    /// Hex's diagram, with `.` for the empty cells of the acute quadrants and `-` for those of the obtuse ones, and a
    /// line that says how the five games stand.
    fn text(&self, position: &Pie<QuadrantHexPosition>) -> Diagram {
        let (board, size) = (position.board(), self.size);
        let empty = |cell| if shaded(quadrant(cell, size)) { '-' } else { '.' };
        let mut diagram = rhombus_diagram::draw(
            size,
            |point| board.owner(point.index(size)),
            |point| empty(point.index(size)),
        );
        let chains = (0..GAMES).flat_map(|game| board.winning_chain(game));
        diagram.mark_won(chains.map(|cell| Point::at(cell, size).to_string()));
        diagram.push(Role::Filling, "");
        diagram.push(Role::Caption, format!("   {}", standing(board)));
        diagram
    }

    fn scene(
        &self,
        position: &Pie<QuadrantHexPosition>,
        last: Option<Last<'_, Pie<QuadrantHexPosition>>>,
    ) -> Scene {
        let (board, size) = (position.board(), self.size);
        let owner: Vec<Option<Side>> = (0..size * size).map(|cell| board.owner(cell)).collect();
        let regions: Vec<usize> = (0..size * size).map(|cell| quadrant(cell, size)).collect();
        let chains: Vec<Vec<usize>> = (0..GAMES).map(|game| board.winning_chain(game)).collect();
        let news = match position.outcome().and_then(|outcome| outcome.winner()) {
            Some(seat) => format!("{} has won", SIDES[position.held_by(seat).index()]),
            None => format!("{} is to move", SIDES[position.side().index()]),
        };
        let [v, h] = Side::BOTH.map(|side| board.stones(side).len());
        let v = counted(v, "stone");
        let mut scene = rhombus_scene::draw(&View {
            title: format!(
                "Quadrant Hex on {size} x {size} cells, V has {v} and H {h}; {}; {news}",
                standing(board)
            ),
            size,
            owner: &owner,
            regions: &regions,
            shaded: &shaded,
            chains: &chains,
            last: last.and_then(|last| match last.ply {
                PieMove::Play(point) => Some(point.index(size)),
                PieMove::Swap => None,
            }),
            open: position.outcome().is_none(),
        });
        legend(board, &mut scene);
        scene
    }
}

/// Whether a quadrant is one of the obtuse ones, NE and SW.
fn shaded(quadrant: usize) -> bool {
    matches!(quadrant, 1 | 2)
}

/// How the five games stand: `NW V, NE -, SW -, SE H, whole -`.
fn standing(board: &QuadrantHexPosition) -> String {
    let words = NAMES
        .iter()
        .zip(board.won())
        .map(|(name, won)| format!("{name} {}", won.map_or("-", |side| SIDES[side.index()])));
    words.collect::<Vec<_>>().join(", ")
}

/// Whether a line of a diagram says so.
fn is_standing(line: &str) -> bool {
    line.split(',').map(str::trim_start).zip(NAMES).all(|(word, name)| word.starts_with(name))
        && line.split(',').count() == GAMES
}

/// A row under the board: the name of each game, and a stone of whoever has won it.
fn legend(board: &QuadrantHexPosition, scene: &mut Scene) {
    let apart = (scene.to.0 - scene.from.0) / GAMES as f32;
    // As large as there is room for: on a telephone a large board has small units.
    let large = apart / 2.4;
    let y = scene.to.1 + 0.3 * large;
    scene.to.1 += 0.8 * large;
    for (game, (name, &won)) in NAMES.iter().zip(board.won()).enumerate() {
        let x = scene.from.0 + apart * (game as f32 + 0.5);
        let at = (x - 0.7 * large, y);
        match won {
            Some(side) => rhombus_scene::stone(at, side, 0.26 * large, &mut scene.shapes),
            None => {
                scene.shapes.push(Shape::Ring {
                    at,
                    radius: 0.24 * large,
                    width: 0.04 * large,
                    ink: Ink::Neutral,
                });
            }
        }
        let text = (*name).to_string();
        scene.shapes.push(Shape::Label {
            at: (x + 0.34 * large, y),
            size: 0.3 * large,
            text,
            ink: Ink::Neutral,
        });
    }
}
