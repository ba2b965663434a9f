use crosscut_draw::{Diagram, Draw, Ground, Ink, Last, Mark, Point as Place, Role, Scene, Shape};
use crosscut_rules::{Game, Pie, Side};

use super::{OriginalTrellis, OriginalTrellisPosition};
use crate::board::checkered_scene::{self, View};
use crate::board::connection_game::{Board, caption, last_stone, news, owners};
use crate::board::five::GAMES;
use crate::board::{Point, checkered_diagram};

const SIDES: [&str; 2] = OriginalTrellis::CARD.sides;

impl Draw for OriginalTrellis {
    /// Trellis' diagram, with `===` along the row and `#` along the column that the quadrants share, and a line with the
    /// winners of the five games.
    fn text(&self, position: &Pie<OriginalTrellisPosition>) -> Diagram {
        let board = position.board().board();
        let mut diagram =
            checkered_diagram::draw(self.size, |point| board.owner(point.index(self.size)));
        let middle = self.size / 2;
        let centre = diagram
            .places
            .iter()
            .find(|place| place.word.parse() == Ok(Point::new(middle, middle)));
        if let Some((line, column)) = centre.map(|place| (place.line, place.column)) {
            diagram.lines[line] = diagram.lines[line].replace("---", "===");
            // Each square also shows in the lines above and below, so the shared lines may hide one half of it.
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
        diagram.push(Role::Caption, format!("   {}", board.won().standing(SIDES)));
        diagram
    }

    fn scene(
        &self,
        position: &Pie<OriginalTrellisPosition>,
        last: Option<Last<'_, Pie<OriginalTrellisPosition>>>,
    ) -> Scene {
        let (board, size) = (position.board().board(), self.size);
        let chain: Vec<usize> = (0..GAMES).flat_map(|game| board.winning_chain(game)).collect();
        let last = last_stone(last).map(|point| point.index(size));
        let news = news(&OriginalTrellis::CARD, position);
        let view = View {
            title: format!(
                "{}; {}; {news}",
                caption(&OriginalTrellis::CARD, "points", position),
                board.won().standing(SIDES)
            ),
            size,
            owner: &owners(position),
            chain: &chain,
            last: last.as_slice(),
            open: board.winner().is_none(),
            parts: &board.five().parts,
        };
        let mut scene = checkered_scene::draw_over(&view, &shared_lines(size));
        board.won().legend(&mut scene, stone);
        scene
    }
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

/// Draws the stone of the side that has won one of the five games.
fn stone(at: Place, side: Side, large: f32, shapes: &mut Vec<Shape>) {
    let (ink, mark, on) = match side {
        Side::First => (Ink::First, Mark::Upright, Ink::OnFirst),
        Side::Second => (Ink::Second, Mark::Level, Ink::OnSecond),
    };
    shapes.push(Shape::Disc { at, radius: 0.26 * large, ink });
    shapes.push(Shape::Sign { at, radius: 0.12 * large, mark, ink: on });
}
