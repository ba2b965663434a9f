use crosscut_draw::{Diagram, Draw, Ground, Ink, Last, Mark, Point as Place, Role, Scene, Shape};
use crosscut_rules::{Pie, PieMove, Position, Side};

use super::five::GAMES;
use super::{OriginalTrellis, OriginalTrellisPosition, SIDES};
use crate::board::checkered_scene::{self, View};
use crate::board::{Part, Point, checkered_diagram, counted};

impl Draw for OriginalTrellis {
    /// Trellis' diagram, with `===` along the row and `#` along the column that the quadrants share, and a line that says
    /// how the five games stand.
    fn text(&self, position: &Pie<OriginalTrellisPosition>) -> Diagram {
        let board = position.board();
        let mut diagram =
            checkered_diagram::draw(self.size, |point| board.owner(point.index(self.size)));
        let middle = self.size / 2;
        let centre = diagram
            .places
            .iter()
            .find(|place| place.word.parse() == Ok(Point::new(middle, middle)));
        if let Some((line, column)) = centre.map(|place| (place.line, place.column)) {
            diagram.lines[line] = diagram.lines[line].replace("---", "===");
            // Each square is told of above and below, so the shared lines may hide one half of it.
            let shared = [Some(Ink::Neutral); 2];
            let across = diagram.grounds.iter_mut().filter(|it| it.line == line);
            across.for_each(|it| it.halves = shared);
            let rows = diagram.places.iter().filter(|it| it.column == column);
            let down = rows.map(|it| Ground { line: it.line, column, width: 1, halves: shared });
            diagram.grounds.extend(down);
            let squares = diagram.lines.iter_mut().filter(|line| line.starts_with("   |"));
            for line in squares {
                line.replace_range(column..=column, "#");
            }
        }
        let chains = (0..GAMES).flat_map(|game| board.winning_chain(game));
        diagram.mark_won(chains.map(|cell| Point::at(cell, self.size).to_string()));
        diagram.push(Role::Filling, "");
        diagram.push(Role::Caption, format!("   {}", standing(board)));
        diagram
    }

    fn scene(
        &self,
        position: &Pie<OriginalTrellisPosition>,
        last: Option<Last<'_, Pie<OriginalTrellisPosition>>>,
    ) -> Scene {
        let (board, size) = (position.board(), self.size);
        let owner: Vec<Option<Side>> = (0..size * size).map(|cell| board.owner(cell)).collect();
        let chain: Vec<usize> = (0..GAMES).flat_map(|game| board.winning_chain(game)).collect();
        let last = match last.map(|last| last.ply) {
            Some(PieMove::Play(point)) => vec![point.index(size)],
            _ => Vec::new(),
        };
        let news = match board.outcome().and_then(|outcome| outcome.winner()) {
            Some(seat) => format!("{} has won", SIDES[board.held_by(seat).index()]),
            None => format!("{} is to move", SIDES[board.side().index()]),
        };
        let [v, h] = Side::BOTH.map(|side| board.stones(side).len());
        let v = counted(v, "stone");
        let title = format!(
            "Original Trellis on {size} x {size} points, V has {v} and H {h}; {}; {news}",
            standing(board)
        );
        let open = board.outcome().is_none();
        let parts = board.five().parts.map(|it| Part { from: it.from, size: it.size });
        let parts = &parts;
        let view = View { title, size, owner: &owner, chain: &chain, last: &last, open, parts };
        let mut scene = checkered_scene::draw_over(&view, &shared_lines(size));
        legend(board, &mut scene);
        scene
    }
}

/// How the five games stand: `NW V, NE -, SW -, SE H, whole -`.
fn standing(board: &OriginalTrellisPosition) -> String {
    let parts = board.five().parts.iter().zip(board.won());
    let words = parts.map(|(part, won)| {
        format!("{} {}", part.name, won.map_or("-", |side| SIDES[side.index()]))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The lines that the quadrants share.
fn shared_lines(size: usize) -> [Shape; 2] {
    let far = (size - 1) as f32;
    let middle = far / 2.0;
    [((0.0, middle), (far, middle)), ((middle, 0.0), (middle, far))].map(|(from, to)| Shape::Line {
        from,
        to,
        width: 0.14,
        ink: Ink::Neutral,
    })
}

/// A row under the board: the name of each game, and a stone of whoever has won it.
fn legend(board: &OriginalTrellisPosition, scene: &mut Scene) {
    let apart = (scene.to.0 - scene.from.0) / GAMES as f32;
    // As large as there is room for: on a telephone a large board has small units.
    let large = apart / 2.4;
    let y = scene.to.1 + 0.3 * large;
    scene.to.1 += 0.8 * large;
    for (game, (part, &won)) in board.five().parts.iter().zip(board.won()).enumerate() {
        let x = scene.from.0 + apart * (game as f32 + 0.5);
        stone((x - 0.7 * large, y), large, won, &mut scene.shapes);
        let text = part.name.to_string();
        scene.shapes.push(Shape::Label {
            at: (x + 0.34 * large, y),
            size: 0.3 * large,
            text,
            ink: Ink::Neutral,
        });
    }
}

fn stone(at: Place, large: f32, owner: Option<Side>, shapes: &mut Vec<Shape>) {
    let (ink, mark, on) = match owner {
        None => {
            return shapes.push(Shape::Ring {
                at,
                radius: 0.24 * large,
                width: 0.04 * large,
                ink: Ink::Neutral,
            });
        }
        Some(Side::First) => (Ink::First, Mark::Upright, Ink::OnFirst),
        Some(Side::Second) => (Ink::Second, Mark::Level, Ink::OnSecond),
    };
    shapes.push(Shape::Disc { at, radius: 0.26 * large, ink });
    shapes.push(Shape::Sign { at, radius: 0.12 * large, mark, ink: on });
}
