use crosscut_draw::{Diagram, Draw, Last, ReadDiagram, Scene};
use crosscut_rules::{Game, Position};

use super::{Trellis, TrellisPosition, Turn};
use crate::board::checkered_scene::{self, View};
use crate::board::connection_game::{caption, news, owners};
use crate::board::{ConnectionBoard, Part, Point, checkered_diagram};

impl Draw for Trellis {
    const READ: Option<ReadDiagram<Self>> =
        Some(|game, text| checkered_diagram::read(game.size, text));

    fn text(&self, position: &TrellisPosition) -> Diagram {
        let mut diagram = checkered_diagram::draw(self.size, |point| position.owner(point));
        let board = position.board();
        let chain = board.won_chain().into_iter();
        diagram.mark_won(chain.map(|cell| Point::at(cell, self.size).to_string()));
        diagram
    }

    fn scene(&self, position: &TrellisPosition, last: Option<Last<'_, TrellisPosition>>) -> Scene {
        let board = position.board();
        let last: Vec<usize> = match last.map(|last| last.ply) {
            Some(Turn::Place(stones)) => stones.points().map(|it| position.cell(it)).collect(),
            _ => Vec::new(),
        };
        let news = if position.opening().must_choose() {
            "the second player is to choose a side".to_string()
        } else {
            news(&Trellis::CARD, position)
        };
        checkered_scene::draw(&View {
            title: format!("{}: {news}", caption(&Trellis::CARD, "points", position)),
            size: self.size,
            owner: &owners(position),
            chain: &board.won_chain(),
            last: &last,
            open: position.outcome().is_none() && !position.opening().must_choose(),
            parts: &[Part::whole(self.size)],
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crosscut_draw::{Ink, Shape};
    use crosscut_rules::{Rng, Setup, Side};

    use super::*;
    use crate::testing::{after, game, set_up};
    use crate::trellis::tests::HELP_BOARD;
    use crate::trellis::{SIDES, Stones};

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
        // As a mail may bring it: with blank lines, other kinds of blanks, other line ends and an extra blank.
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

    #[test]
    fn a_chain_that_only_looks_whole_says_where_it_is_broken() {
        let gaps = |options: &str, stones: &str| {
            let position = set_up::<Trellis>(options, stones).unwrap();
            let gaps = game::<Trellis>(options).scene(&position, None).gaps;
            gaps.into_iter().map(|it| (it.why, it.breaks)).collect::<Vec<_>>()
        };
        let why = "I7 and J6 are not connected: the diagonal crosses one of V's squares";
        assert_eq!(gaps("", HELP_BOARD), [(why.to_string(), true)]);
        // It does not break a chain from edge to edge, but is explained on request.
        let why = "C3 and D4 are not connected: the diagonal crosses one of H's squares";
        let nine = "size=9,opening=none";
        assert_eq!(gaps(nine, "V:C3,D4"), [(why.to_string(), false)]);
        // Stones that are connected elsewhere are not a gap.
        assert_eq!(gaps(nine, "V:C3,D4,C4"), []);
        // Only the way across the fewest squares is reported, not every possible one.
        let wide = gaps("size=5,opening=none", "H:A2,B3,C3,D3,E3,D1,E2 turn:V");
        assert_eq!(wide.iter().filter(|it| it.1).count(), 1, "{wide:?}");
    }

    #[test]
    fn the_help_pages_diagrams_are_true() {
        let diagrams: Vec<&str> = Trellis::CARD.help.split("```\n").skip(1).step_by(2).collect();
        let read = Trellis::READ.expect("these diagrams can be read");
        let small: Trellis = game("size=7");
        let won = small.set_up(&read(&small, diagrams[1]).unwrap()).unwrap();
        assert_eq!(won.board().winner(), Some(Side::First));
        let chain = won.board().winning_chain(Side::First);
        let mut chain: Vec<String> =
            chain.into_iter().map(|cell| Point::at(cell, 7).to_string()).collect();
        chain.sort_unstable();
        assert_eq!(chain.join(" "), "C7 D4 D5 D6 E3 F1 F2");

        let nine: Trellis = game("size=9,opening=none");
        let partners = diagrams[2].replace('x', "H");
        let position = nine.set_up(&read(&nine, &partners).unwrap()).unwrap();
        let start = nine.start();
        let stone: Point = "E5".parse().unwrap();
        for cell in 0..81 {
            let point = Point::at(cell, 9);
            let legal =
                point != stone && start.check(Turn::Place(Stones::two(stone, point))).is_ok();
            assert_eq!(position.owner(point) == Some(Side::Second), legal, "{point}");
        }
    }

    #[test]
    fn the_picture_marks_the_chain_and_the_last_turn_and_says_where_to_click() {
        let game: Trellis = game("size=3,opening=none");
        let before = after::<Trellis>("size=3,opening=none", "A3 A2 C3 A1");
        let count = |scene: &Scene, wanted: Ink, discs: bool| {
            let shapes = scene.shapes.iter().filter(|shape| match shape {
                Shape::Disc { ink, .. } => discs && *ink == wanted,
                Shape::Ring { ink, .. } | Shape::Line { ink, .. } => !discs && *ink == wanted,
                _ => false,
            });
            shapes.count()
        };
        let open = game.scene(&before, None);
        assert_eq!(open.title, "Trellis on 3 x 3 points, V has 2 stones and H 2: V is to move");
        let words: Vec<&str> = open.spots.iter().map(|spot| spot.word.as_str()).collect();
        assert_eq!(words, ["B1", "C1", "B2", "C2", "B3"]);
        assert_eq!((count(&open, Ink::Last, false), count(&open, Ink::Win, true)), (0, 0));
        // H's A1 and A2 are neighbours; V's stones are not.
        assert_eq!((count(&open, Ink::First, false), count(&open, Ink::Second, false)), (0, 1));

        let before = after::<Trellis>("size=3,opening=none", "A3 A2 C3 A1 B2 C1");
        let (mut won, ply) = (before.clone(), "B1".parse().unwrap());
        won.play(ply).unwrap();
        let scene = game.scene(&won, Some(Last { before: &before, ply }));
        assert_eq!(scene.title, "Trellis on 3 x 3 points, V has 4 stones and H 3: V has won");
        assert!(scene.spots.is_empty());
        assert_eq!(count(&scene, Ink::Last, false), 1);
        assert_eq!(count(&scene, Ink::Win, true), 3, "A3, across a dark square B2, B1");
        assert_eq!(count(&scene, Ink::Win, false), 2);
        assert_eq!(count(&scene, Ink::First, false), 2, "B2 and C3 meet across a light square");
    }
}
