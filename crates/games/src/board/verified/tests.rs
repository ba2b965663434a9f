use std::collections::HashSet;

use crosscut_rules::{Game, Outcome, Position, Rng, Side};
use crosscut_solve::Connection;
use crosscut_verify::{Board, Cells, Verify};

use crate::bridg_it::BridgIt;
use crate::diagonal_bridg_it::DiagonalBridgIt;
use crate::hex::Hex;
use crate::original_trellis::OriginalTrellis;
use crate::quadrant_hex::QuadrantHex;
use crate::testing::game;
use crate::trellis::Trellis;

/// Some of the cells, each as likely in as out; or, of few cells, every set of them.
fn some(board: &Board<impl Verify>, number: u32, rng: &mut Rng) -> Cells {
    let within = |cell: &usize, rng: &mut Rng| match board.cells {
        ..=13 => number >> cell & 1 == 1,
        _ => rng.below(2) == 1,
    };
    (0..board.cells).filter(|cell| within(cell, rng)).collect()
}

/// What [`Board`] promises: one side wins a full board, by its own stones alone, and has won with more of them, too; and
/// the stones of a position are what was played.
fn keeps_its_promises<G: Verify>(options: &str) {
    let game: G = game(options);
    let board = game.board().unwrap();
    let mut rng = Rng::new(5);
    let names: HashSet<String> = board.names(&game).into_iter().collect();
    assert_eq!(names.len(), board.cells, "names");
    let sets = if board.cells <= 13 { 1 << board.cells } else { 400 };
    for number in 0..sets {
        let first = some(&board, number, &mut rng);
        let stones = [first, board.all().without(&first)];
        let won = Side::BOTH.map(|side| board.wins_with(&game, side, &stones[side.index()]));
        assert_eq!(won.iter().filter(|&&it| it).count(), 1, "{options}: {first:?}");
        let winner = if won[0] { Side::First } else { Side::Second };
        let position = (board.place)(&game, [&stones[0], &stones[1]], Side::First);
        let by_rules = position.outcome().and_then(Outcome::winner).map(|it| position.held_by(it));
        assert_eq!(by_rules, Some(winner));
        // With fewer stones it may not have won; and then adding to them never undoes a win.
        let mut fewer = stones[winner.index()];
        for cell in stones[winner.index()].iter().filter(|_| rng.below(2) == 0).collect::<Vec<_>>()
        {
            let less = fewer.without(&[cell].into_iter().collect());
            if board.wins_with(&game, winner, &less) {
                assert!(board.wins_with(&game, winner, &fewer), "{options}: more is less");
            }
            fewer = less;
        }
    }
    for _ in 0..60 {
        let mut position = game.start();
        let mut played = [Cells::NONE; 2];
        let mut moves = Vec::new();
        while position.outcome().is_none() {
            moves.clear();
            position.moves(&mut moves);
            let m = rng.pick(&moves);
            let side = position.side();
            let before = game.stones(&position);
            if let Some(before) = before {
                assert_eq!((before.stones, before.side), (played, side), "{options}");
            }
            let cells: Cells = (0..board.cells)
                .filter(|&cell| {
                    let name = (board.ply)(&game, &[cell].into_iter().collect()).to_string();
                    m.to_string().split(',').any(|it| it == name)
                })
                .collect();
            assert_eq!(board.turns.allow(&cells), !cells.is_empty(), "{options} {m}");
            if !cells.is_empty() {
                assert_eq!((board.ply)(&game, &cells), m, "{options}");
            }
            position.play_unchecked(m);
            played[side.index()] = played[side.index()].or(&cells);
            let wins = Side::BOTH.map(|side| board.wins_with(&game, side, &played[side.index()]));
            if before.is_some() {
                let winner = position.outcome().and_then(Outcome::winner);
                let winner = winner.map(|it| position.held_by(it));
                let expected = Side::BOTH.map(|side| winner == Some(side));
                assert_eq!(wins, expected, "{options}: who has won is told by the stones");
            }
        }
    }
}

#[test]
fn boards_of_stones_keep_their_promises() {
    for options in ["size=2,opening=none", "size=3", "size=4,opening=none", "size=7"] {
        keeps_its_promises::<Hex>(options);
    }
    keeps_its_promises::<QuadrantHex>("size=6,opening=none");
    keeps_its_promises::<OriginalTrellis>("size=9");
    for options in ["size=2", "size=3", "size=5,opening=swap"] {
        keeps_its_promises::<BridgIt>(options);
    }
    for options in ["size=3,opening=none", "size=3", "size=7"] {
        keeps_its_promises::<DiagonalBridgIt>(options);
    }
    for options in ["size=3,opening=none", "size=5", "size=7,opening=swap,mirror=off"] {
        keeps_its_promises::<Trellis>(options);
    }
}

/// Whether facts may be used after a turn, and after a pass.
fn uses_facts<G: Verify>(options: &str, turn: &str) -> [bool; 2] {
    let game: G = game(options);
    [turn, "pass"].map(|ply| {
        let mut position = game.start();
        let Ok(ply) = ply.parse() else { panic!("{ply} is a ply") };
        position.play_unchecked(ply);
        game.stones(&position).is_some()
    })
}

#[test]
fn no_fact_is_used_by_whoever_may_end_the_game_with_a_second_pass() {
    assert_eq!(uses_facts::<Trellis>("size=5,opening=none", "B2"), [true, false]);
    assert_eq!(uses_facts::<DiagonalBridgIt>("size=5,opening=none", "B2"), [true, false]);
}

#[test]
fn two_trees_join_the_same_nodes_wherever_a_side_holds() {
    let mut rng = Rng::new(8);
    let (mut held, mut not) = (0, 0);
    for _ in 0..200 {
        let game: DiagonalBridgIt = game("size=9,opening=none");
        let board = game.board().unwrap();
        let mut position = game.start();
        for _ in 0..rng.below(30) {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            position.play_unchecked(rng.pick(&moves));
            if position.outcome().is_some() {
                break;
            }
        }
        let Some(stones) = game.stones(&position) else { continue };
        let trees = crosscut_solve::Solve::trees(&game, &position);
        let known = crosscut_solve::Solve::known(&game, &position);
        assert_eq!(trees.is_some(), known.high == -1);
        let Some(trees) = trees else {
            not += 1;
            continue;
        };
        held += 1;
        let trees = trees.map(|tree| tree.into_iter().collect::<Cells>());
        let mut facts = crosscut_verify::Facts::new(&game, &board);
        let side = !stones.side;
        let number = facts.trees(side, stones.stones[side.index()], trees).unwrap();
        assert!(facts.get(number).unwrap().holds_for(&board.all(), &stones));
        // A cell less, and it is no pair of trees any more.
        let cell = trees[0].iter().next();
        let less = trees[0].without(&cell.into_iter().collect());
        if cell.is_some() {
            assert!(facts.trees(side, stones.stones[side.index()], [less, trees[1]]).is_err());
        }
    }
    assert!(held > 20 && not > 20, "{held} {not}");
}

#[test]
fn whatever_hangs_together_for_certain_is_a_fact() {
    let mut rng = Rng::new(9);
    let (mut joined, mut ways) = (0, 0);
    for _ in 0..300 {
        let game: Hex = game("size=6,opening=none");
        let board = game.board().unwrap();
        let mut position = game.start();
        for _ in 0..4 + rng.below(14) {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            position.play_unchecked(rng.pick(&moves));
        }
        let Some(stones) = game.stones(&position) else { continue };
        let side = !stones.side;
        let it = crosscut_solve::Solve::connections(&game, &position).unwrap();
        let mut facts = crosscut_verify::Facts::new(&game, &board);
        let mut numbers: Vec<usize> = Vec::new();
        for step in &it.steps {
            let number = match step {
                Connection::Through { points, stones, links } => {
                    let links: Vec<usize> = links.iter().map(|&link| numbers[link]).collect();
                    facts.join(side, *points, stones.iter().copied().collect(), &links)
                }
                Connection::Any(ways) => {
                    let answer = |&(cell, step): &(usize, usize)| {
                        ([cell].into_iter().collect::<Cells>(), numbers[step])
                    };
                    facts.play(&ways.iter().map(answer).collect::<Vec<_>>())
                }
            };
            numbers.push(number.unwrap_or_else(|error| panic!("{error}: {step:?} of {it:?}")));
        }
        if let Some(step) = it.whole {
            let fact = facts.get(numbers[step]).unwrap();
            assert!(fact.holds_for(&board.all(), &stones), "{it:?}");
            joined += 1;
        }
        for &(cell, step) in &it.ways {
            let mut then = stones;
            then.stones[side.index()].insert(cell);
            let fact = facts.get(numbers[step]).unwrap();
            assert!(fact.holds_for(&board.all(), &then), "{it:?}");
            ways += 1;
        }
    }
    assert!(joined > 30 && ways > 60, "{joined} {ways}");
}
