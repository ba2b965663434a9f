use crosscut_draw::{Diagram, Draw, Last, Scene};
use crosscut_rules::{Game, Pie, PieMove, Position, Setup, SetupError, Side};

use super::{Hex, HexPosition};
use crate::board::rhombus_scene::{self, View};
use crate::board::{Point, counted, rhombus_diagram};

impl Draw for Hex {
    const READ: Option<fn(&Self, &str) -> Result<Setup, SetupError>> =
        Some(|game, text| rhombus_diagram::read(game.size, text));

    /// `V` and `H` for stones, `.` for empty cells, each row one character further to the right than the one above.
    fn text(&self, position: &Pie<HexPosition>) -> Diagram {
        let board = position.board().board();
        let mut diagram =
            rhombus_diagram::draw(self.size, |point| board.owner(point.index(self.size)), |_| '.');
        let chain = board.winner().map_or_else(Vec::new, |side| board.winning_chain(side));
        diagram.mark_won(chain.into_iter().map(|cell| Point::at(cell, self.size).to_string()));
        diagram
    }

    fn scene(
        &self,
        position: &Pie<HexPosition>,
        last: Option<Last<'_, Pie<HexPosition>>>,
    ) -> Scene {
        let (board, size, sides) = (position.board().board(), self.size, Hex::CARD.sides);
        let owner: Vec<Option<Side>> = (0..size * size).map(|cell| board.owner(cell)).collect();
        let winner = board.winner();
        let [v, h] = Side::BOTH.map(|side| board.stones(side).len());
        let v = counted(v, "stone");
        let news = match winner {
            Some(Side::First) => "V has joined top and bottom".to_string(),
            Some(Side::Second) => "H has joined left and right".to_string(),
            None => format!("{} is to move", sides[position.side().index()]),
        };
        rhombus_scene::draw(&View {
            title: format!("Hex on {size} x {size} cells, V has {v} and H {h}; {news}"),
            size,
            owner: &owner,
            regions: &vec![0; size * size],
            shaded: &|_| false,
            chains: winner.map(|side| board.winning_chain(side)).as_slice(),
            last: last.and_then(|last| match last.ply {
                PieMove::Play(point) => Some(point.index(size)),
                PieMove::Swap => None,
            }),
            open: winner.is_none(),
        })
    }
}
