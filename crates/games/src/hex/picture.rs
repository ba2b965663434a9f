use crosscut_draw::{Diagram, Draw, Last, Scene};
use crosscut_rules::{Game, Pie, Position, Setup, SetupError, Side};

use super::{Hex, HexPosition};
use crate::board::connection_game::{caption, last_stone, owners};
use crate::board::rhombus_scene::{self, View};
use crate::board::{Point, rhombus_diagram};

impl Draw for Hex {
    const READ: Option<fn(&Self, &str) -> Result<Setup, SetupError>> =
        Some(|game, text| rhombus_diagram::read(game.size, text));

    /// `V` and `H` are stones, `.` is an empty cell, and each row is one character further to the right than the one above.
    fn text(&self, position: &Pie<HexPosition>) -> Diagram {
        let board = position.board().board();
        let mut diagram =
            rhombus_diagram::draw(self.size, |point| board.owner(point.index(self.size)), |_| '.');
        let chain = board.won_chain().into_iter();
        diagram.mark_won(chain.map(|cell| Point::at(cell, self.size).to_string()));
        diagram
    }

    fn scene(
        &self,
        position: &Pie<HexPosition>,
        last: Option<Last<'_, Pie<HexPosition>>>,
    ) -> Scene {
        let (board, size, sides) = (position.board().board(), self.size, Hex::CARD.sides);
        let winner = board.winner();
        let news = match winner {
            Some(Side::First) => "V has joined top and bottom".to_string(),
            Some(Side::Second) => "H has joined left and right".to_string(),
            None => format!("{} is to move", sides[position.side().index()]),
        };
        rhombus_scene::draw(&View {
            title: format!("{}; {news}", caption(&Hex::CARD, "cells", position)),
            size,
            owner: &owners(position),
            regions: &vec![0; size * size],
            shaded: &|_| false,
            chains: winner.map(|side| board.winning_chain(side)).as_slice(),
            last: last_stone(last).map(|point| point.index(size)),
            open: winner.is_none(),
        })
    }
}
