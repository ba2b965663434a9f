use crosscut_draw::{Diagram, Draw, Ink, Last, Scene};
use crosscut_rules::{Pie, PieMove, Position, Setup, SetupError, Side};

use super::{Hex, HexPosition, SIDES};
use crate::board::rhombus_diagram;
use crate::board::rhombus_scene::{self, View};

impl Draw for Hex {
    const READ: Option<fn(&Self, &str) -> Result<Setup, SetupError>> =
        Some(|game, text| rhombus_diagram::read(game.size, text));

    fn text(&self, position: &Pie<HexPosition>) -> Diagram {
        let board = position.board().board();
        rhombus_diagram::draw(self.size, |point| board.owner(point.index(self.size)), |_| '.')
    }

    fn scene(
        &self,
        position: &Pie<HexPosition>,
        last: Option<Last<'_, Pie<HexPosition>>>,
    ) -> Scene {
        let (board, size) = (position.board().board(), self.size);
        let owner: Vec<Option<Side>> = (0..size * size).map(|cell| board.owner(cell)).collect();
        let chain = board.winner().map(|side| board.winning_chain(side));
        let last = match last.map(|last| last.ply) {
            Some(PieMove::Play(point)) => Some(point.index(size)),
            _ => None,
        };
        let news = match board.winner() {
            Some(side) => format!("{} has won", SIDES[side.index()]),
            None => format!("{} is to move", SIDES[position.side().index()]),
        };
        let [v, h] = Side::BOTH.map(|side| board.stones(side).len());
        rhombus_scene::draw(&View {
            title: format!("Hex on {size} x {size} cells, V has {v} stones and H {h}: {news}"),
            size,
            owner: &owner,
            ground: &|_| Ink::Cell,
            chains: chain.as_slice(),
            last,
            open: board.winner().is_none(),
        })
    }
}
