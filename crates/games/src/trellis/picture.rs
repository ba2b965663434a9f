use crosscut_draw::{Diagram, Draw, Last, Scene};
use crosscut_rules::{Outcome, Position, Setup, SetupError, Side};

use super::position::Stage;
use super::{SIDES, Trellis, TrellisPosition, Turn};
use crate::board::checkered_diagram;
use crate::board::checkered_scene::{self, View};

impl Draw for Trellis {
    const READ: Option<fn(&Self, &str) -> Result<Setup, SetupError>> =
        Some(|game, text| checkered_diagram::read(game.size, text));

    fn text(&self, position: &TrellisPosition) -> Diagram {
        checkered_diagram::draw(self.size, |point| position.owner(point))
    }

    fn scene(&self, position: &TrellisPosition, last: Option<Last<'_, TrellisPosition>>) -> Scene {
        let board = position.board();
        let owner: Vec<Option<Side>> =
            (0..self.size * self.size).map(|cell| board.owner(cell)).collect();
        let chain = board.winner().map_or_else(Vec::new, |side| board.winning_chain(side));
        let last: Vec<usize> = match last.map(|last| last.ply) {
            Some(Turn::Place(stones)) => stones.points().map(|it| position.cell(it)).collect(),
            _ => Vec::new(),
        };
        let news = match position.outcome() {
            Some(Outcome::Drawn) => "drawn".to_string(),
            Some(Outcome::Won(seat)) => {
                format!("{} has won", SIDES[position.held_by(seat).index()])
            }
            None if position.stage() == Stage::Choice => {
                "the second player is to choose a side".to_string()
            }
            None => format!("{} is to move", SIDES[position.side().index()]),
        };
        let [v, h] = Side::BOTH.map(|side| board.stones(side).len());
        checkered_scene::draw(&View {
            title: format!(
                "Trellis on {size} x {size} points, V has {v} stones and H {h}: {news}",
                size = self.size
            ),
            size: self.size,
            owner: &owner,
            chain: &chain,
            last: &last,
            open: position.outcome().is_none() && position.stage() != Stage::Choice,
        })
    }
}
