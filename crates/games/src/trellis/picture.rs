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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crosscut_rules::{Game, Rng};

    use super::*;
    use crate::testing::{game, set_up};
    use crate::trellis::tests::HELP_BOARD;

    #[test]
    fn a_diagram_reads_back_as_the_position_it_shows() {
        let read = Trellis::READ.expect("these diagrams can be read");
        let mut rng = Rng::new(11);
        for options in ["size=3,opening=none", "size=9,opening=none", "opening=none"] {
            let game: Trellis = game(options);
            for _ in 0..20 {
                let mut position = game.start();
                for _ in 0..rng.below(60) {
                    let mut moves = Vec::new();
                    position.moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    position.play_unchecked(rng.pick(&moves));
                }
                let text =
                    format!("{}turn:{}\n", game.text(&position), SIDES[position.side().index()]);
                let setup = read(&game, &text).unwrap();
                let again = game.set_up(&setup).unwrap();
                assert_eq!(again.board(), position.board());
                assert_eq!(again.side(), position.side());
                assert_eq!(game.text(&again), game.text(&position));
            }
        }
    }

    #[test]
    fn the_help_pages_board_is_drawn_and_read() {
        let game: Trellis = game("");
        let position = set_up::<Trellis>("", HELP_BOARD).unwrap();
        let text = game.text(&position).to_string();
        assert_eq!(text, include_str!("example.txt"));
        let read = Trellis::READ.expect("these diagrams can be read");
        // As it was mailed: with blank lines, other blanks, other line ends and a blank too many.
        let mailed = text
            .replace("---V--- --- ---  11", "---V --- --- ---  11")
            .replace("15  ---", "15\u{a0} ---")
            .replace('\n', "\r\n")
            .replace("O\r\n", "O\r\n\r\n");
        assert_ne!(mailed, text);
        let setup = read(&game, &mailed).unwrap();
        assert_eq!(game.set_up(&setup).unwrap().board(), position.board());
        let stones = |setup: &Setup| {
            SIDES.map(|side| setup.items(side).iter().cloned().collect::<HashSet<_>>())
        };
        assert_eq!(stones(&setup), stones(&Setup::parse(HELP_BOARD).unwrap()));
    }
}
