use crosscut_draw::{Diagram, Draw, Last, ReadDiagram, Scene};
use crosscut_rules::{Game, Pie, Position};

use super::squared_off::squared_off;
use super::{DiagonalBridgIt, DiagonalBridgItPosition};
use crate::board::checkered_scene::{self, View};
use crate::board::connection_game::{caption, last_stone, news, owners};
use crate::board::{Part, Point, checkered_diagram};

impl Draw for DiagonalBridgIt {
    const READ: Option<ReadDiagram<Self>> =
        Some(|game, text| checkered_diagram::read(game.size, text));

    fn text(&self, position: &Pie<DiagonalBridgItPosition>) -> Diagram {
        let board = position.board().board();
        let mut diagram =
            checkered_diagram::draw(self.size, |point| board.owner(point.index(self.size)));
        let chain = board.won_chain().into_iter();
        diagram.mark_won(chain.map(|cell| Point::at(cell, self.size).to_string()));
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
        let last = last_stone(last).map(|point| point.index(size));
        let news = news(&DiagonalBridgIt::CARD, position);
        checkered_scene::draw(&View {
            title: format!("{}: {news}", caption(&DiagonalBridgIt::CARD, "points", position)),
            size,
            owner: &owners(position),
            chain: &board.won_chain(),
            last: last.as_slice(),
            open: position.outcome().is_none(),
            parts: &[Part::whole(size)],
        })
    }
}
