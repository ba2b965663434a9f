use crosscut_draw::{Diagram, Draw, Last, ReadDiagram, Scene};
use crosscut_rules::{Outcome, Pie, PieMove, Position, Side};

use super::squared_off::squared_off;
use super::{DiagonalBridgIt, DiagonalBridgItPosition, SIDES, Turn};
use crate::board::checkered_scene::{self, View};
use crate::board::{Part, Point, checkered_diagram, counted};

impl Draw for DiagonalBridgIt {
    const READ: Option<ReadDiagram<Self>> =
        Some(|game, text| checkered_diagram::read(game.size, text));

    fn text(&self, position: &Pie<DiagonalBridgItPosition>) -> Diagram {
        let board = position.board().board();
        let mut diagram =
            checkered_diagram::draw(self.size, |point| board.owner(point.index(self.size)));
        let chain = board.winner().map_or_else(Vec::new, |side| board.winning_chain(side));
        diagram.mark_won(chain.into_iter().map(|cell| Point::at(cell, self.size).to_string()));
        diagram
    }

    fn figure(name: &str) -> Option<Scene> {
        (name == "squared-off").then(squared_off)
    }

    fn scene(
        &self,
        position: &Pie<DiagonalBridgItPosition>,
        last: Option<Last<'_, Pie<DiagonalBridgItPosition>>>,
    ) -> Scene {
        let (board, size) = (position.board().board(), self.size);
        let owner: Vec<Option<Side>> = (0..size * size).map(|cell| board.owner(cell)).collect();
        let chain = board.winner().map_or_else(Vec::new, |side| board.winning_chain(side));
        let last = match last.map(|last| last.ply) {
            Some(PieMove::Play(Turn::Place(point))) => vec![point.index(size)],
            _ => Vec::new(),
        };
        let news = match position.outcome() {
            Some(Outcome::Drawn) => {
                format!("drawn because {}", position.drawn_because().unwrap_or_default())
            }
            Some(Outcome::Won(seat)) => {
                format!("{} has won", SIDES[position.held_by(seat).index()])
            }
            None => format!("{} is to move", SIDES[position.side().index()]),
        };
        let [v, h] = Side::BOTH.map(|side| board.stones(side).len());
        let v = counted(v, "stone");
        checkered_scene::draw(&View {
            title: format!(
                "Diagonal Bridg-It on {size} x {size} points, V has {v} and H {h}: {news}"
            ),
            size,
            owner: &owner,
            chain: &chain,
            last: &last,
            open: position.outcome().is_none(),
            parts: &[Part::whole(size)],
        })
    }
}
