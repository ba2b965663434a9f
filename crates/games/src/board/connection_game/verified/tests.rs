mod worst;

use std::collections::HashSet;

use crosscut_rules::{Game, Outcome, Position, Rng, Side};
use crosscut_solve::{Connection, Connections, Solve};
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
            let before = (board.stones)(&game, &position);
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

/// How the side that is not to move is seen to win.
fn connections<G: Solve>(game: &G, position: &G::Position) -> Option<Connections> {
    game.connection_theory()?.connections(position)
}

/// Whether facts may be used after a turn, and after a pass.
fn uses_facts<G: Verify>(options: &str, turn: &str) -> [bool; 2] {
    let game: G = game(options);
    let board = game.board().unwrap();
    [turn, "pass"].map(|ply| {
        let mut position = game.start();
        let Ok(ply) = ply.parse() else { panic!("{ply} is a ply") };
        position.play_unchecked(ply);
        (board.stones)(&game, &position).is_some()
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
        let Some(stones) = (board.stones)(&game, &position) else { continue };
        let seen = connections(&game, &position);
        assert_eq!(seen.is_some(), game.known(&position).high == -1);
        let Some(Connections { steps, .. }) = seen else {
            not += 1;
            continue;
        };
        held += 1;
        let [Connection::Trees { trees, .. }] = &steps[..] else { panic!("{steps:?}") };
        let trees = trees.each_ref().map(|tree| tree.iter().copied().collect::<Cells>());
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

/// Says every way to win that is seen in positions with some random stones, `plies` at least, and returns how many there were
/// that win for certain, and with a stone more.
fn says_how_it_wins<G: Verify + Solve>(options: &str, plies: u32) -> [u32; 2] {
    let mut rng = Rng::new(9);
    let (mut whole, mut ways) = (0, 0);
    for _ in 0..300 {
        let game: G = game(options);
        let board = game.board().unwrap();
        let mut position = game.start();
        for _ in 0..plies + rng.below(14) {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if !moves.is_empty() {
                position.play_unchecked(rng.pick(&moves));
            }
        }
        let Some(stones) = (board.stones)(&game, &position) else { continue };
        let side = !stones.side;
        let it = connections(&game, &position).unwrap();
        let mut facts = crosscut_verify::Facts::new(&game, &board);
        let mut numbers: Vec<usize> = Vec::new();
        for step in &it.steps {
            let number = match step {
                Connection::Through { game, points, stones, links } => {
                    let links: Vec<usize> = links.iter().map(|&link| numbers[link]).collect();
                    facts.join(side, *game, *points, stones.iter().copied().collect(), &links)
                }
                Connection::Any(ways) => {
                    let answer = |&(cell, step): &(usize, usize)| {
                        ([cell].into_iter().collect::<Cells>(), numbers[step])
                    };
                    facts.play(&ways.iter().map(answer).collect::<Vec<_>>())
                }
                Connection::Most(links) => {
                    let links: Vec<usize> = links.iter().map(|&link| numbers[link]).collect();
                    facts.most(side, &links)
                }
                Connection::Trees { .. } => panic!("a stone is a node here"),
            };
            numbers.push(number.unwrap_or_else(|error| panic!("{error}: {step:?} of {it:?}")));
        }
        if let Some(step) = it.whole {
            let fact = facts.get(numbers[step]).unwrap();
            assert!(fact.holds_for(&board.all(), &stones), "{it:?}");
            whole += 1;
        }
        for &(cell, step) in &it.ways {
            let mut then = stones;
            then.stones[side.index()].insert(cell);
            let fact = facts.get(numbers[step]).unwrap();
            assert!(fact.holds_for(&board.all(), &then), "{it:?}");
            ways += 1;
        }
    }
    [whole, ways]
}

#[test]
fn whatever_hangs_together_for_certain_is_a_fact() {
    for [whole, ways] in [
        says_how_it_wins::<Hex>("size=6,opening=none", 4),
        says_how_it_wins::<QuadrantHex>("size=6,opening=none", 14),
    ] {
        assert!(whole > 10 && ways > 60, "{whole} {ways}");
    }
}

/// Whether stones join a side's ends in enough games just where they win by the rules; and how often they do.
fn wins_where_ends_are_joined<G: Verify>(options: &str) -> [u32; 2] {
    let game: G = game(options);
    let board = game.board().unwrap();
    let games = board.games().unwrap();
    let mut rng = Rng::new(12);
    let mut seen = [0; 2];
    for round in 0..400 {
        let stones: Cells = (0..board.cells).filter(|_| rng.below(4) > round % 3).collect();
        for side in Side::BOTH {
            let mut facts = crosscut_verify::Facts::new(&game, &board);
            let ends = [board.cells, board.cells + 1];
            let won = (0..games.list.len())
                .filter_map(|it| facts.join(side, it, ends, stones, &[]).ok())
                .collect::<Vec<_>>();
            let wins = board.wins_with(&game, side, &stones);
            assert_eq!(won.len() >= games.need, wins, "{options}: {stones:?}");
            if games.need > 1 {
                assert_eq!(facts.most(side, &won).is_ok(), wins);
            }
            seen[usize::from(wins)] += 1;
        }
    }
    seen
}

#[test]
fn a_side_wins_where_its_stones_join_its_ends_in_enough_games() {
    for [not, won] in [
        wins_where_ends_are_joined::<Hex>("size=5,opening=none"),
        wins_where_ends_are_joined::<QuadrantHex>("size=6,opening=none"),
        wins_where_ends_are_joined::<QuadrantHex>("size=8,opening=none"),
    ] {
        assert!(not > 50 && won > 50, "{not} {won}");
    }
}
