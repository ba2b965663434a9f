use std::hash::{BuildHasher, RandomState};

use crosscut_rules::{Game, Options, Outcome, Position, Rng, Seat};

use super::super::Trichet;
use super::super::board::Scratch;
use super::super::cell::{Cell, Tile};
use super::super::position::refusal;
use super::{BOTH, FIGURE_4, HOLE, after, set_up, wander, words};
use crate::testing::game;

const FIRST: &str = "tiles:M50uto,M49dbo,N50ul.,M50db.,N50dr.,M51ut.";

#[test]
fn a_table_is_the_same_laid_or_played() {
    let played = after("", "N50ul.");
    assert_eq!(set_up("", &format!("{FIRST} turn:Oh")), Ok(played.clone()));
    assert_ne!(set_up("", FIRST), Ok(played), "Dot is to move unless it is said otherwise");
    assert_eq!(set_up("", "tiles:m49dbo,m50uto TURN:dot"), Ok(game::<Trichet>("").start()));
    let mut rng = Rng::new(11);
    wander("num_tiles=60", 25, 12, |position| {
        let mut items: Vec<String> = position.tiles().iter().map(ToString::to_string).collect();
        for n in (1..items.len()).rev() {
            items.swap(n, rng.below(n as u32 + 1) as usize);
        }
        let turn = if position.turn() == Seat::First { "Oh" } else { "Dot" };
        let laid = set_up("num_tiles=60", &format!("tiles:{} turn:{turn}", items.join(",")));
        assert_eq!(laid.as_ref(), Ok(position));
        let hasher = RandomState::new();
        assert_eq!(hasher.hash_one(laid.unwrap()), hasher.hash_one(position));
    });
}

#[test]
fn closed_regions_are_judged_with_the_other_side_as_the_mover() {
    let won = after("", FIGURE_4);
    let tiles = format!("tiles:M50uto,M49dbo,{}", words(&won).replace(' ', ","));
    for turn in ["", " turn:Dot", " turn:Oh"] {
        let position = set_up("", &format!("{tiles}{turn}")).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Won(Seat::Second)));
    }
    let both = format!("tiles:M50uto,M49dbo,{}", words(&after("", BOTH)).replace(' ', ","));
    for (turn, winner) in [("Oh", Seat::First), ("Dot", Seat::Second)] {
        let position = set_up("", &format!("{both} turn:{turn}")).unwrap();
        assert_eq!(position.outcome(), Some(Outcome::Won(winner)));
    }
}

#[test]
fn every_end_can_be_laid() {
    let mut ends = 0;
    wander("win_size=7", 150, 31, |position| {
        let closed = position.board.closed(7).len();
        if closed > 0 {
            let turn = if position.turn() == Seat::First { "Oh" } else { "Dot" };
            let list = format!("tiles:M50uto,M49dbo,{}", words(position).replace(' ', ","));
            assert_eq!(set_up("win_size=7", &format!("{list} turn:{turn}")).as_ref(), Ok(position));
            ends += 1;
        }
    });
    assert!(ends > 10, "{ends}");
}

#[test]
fn what_one_ply_cannot_have_closed_is_refused() {
    // The end of figure 4 and a copy next to it: two regions that are far apart.
    let won = after("", FIGURE_4).tiles();
    let (mut taken, mut refused) = (0, 0);
    for (q, r) in (-14..=14).flat_map(|q| (-14..=14).map(move |r| (q, r))) {
        let mut board = after("", FIGURE_4).board;
        let mut scratch = Scratch::default();
        let again = won.iter().map(|tile| {
            let cell = Cell { q: tile.cell.q + q, r: tile.cell.r + r, ..tile.cell };
            Tile { cell, ..*tile }
        });
        // As many of them as fit, and then what is forced.
        let mut rest: Vec<Tile> = again.collect();
        while let Some(at) = rest.iter().position(|&it| refusal(&board, it).is_none()) {
            board.place(rest.swap_remove(at), &mut scratch, &mut |_| ());
        }
        loop {
            let mut forced = None;
            board.each_empty(|cell, fits| {
                if forced.is_none() && board.is_forced(cell) {
                    forced = super::super::position::tiles(cell, fits).next();
                }
            });
            let Some(tile) = forced else { break };
            board.place(tile, &mut scratch, &mut |_| ());
        }
        let mut list = Vec::new();
        board.each_tile(|tile| list.push(tile.to_string()));
        if !rest.is_empty() || board.closed(10).len() < 2 || list.len() > 96 {
            continue;
        }
        match set_up("", &format!("tiles:{} turn:Oh", list.join(","))) {
            Ok(_) => taken += 1,
            Err(words) => {
                assert!(words.starts_with("the game was over before the last move"), "{words}");
                refused += 1;
            }
        }
    }
    // If they are next to each other, one move may have closed both.
    assert!(refused > 0, "{refused} {taken}");
}

#[test]
fn an_empty_pool_ends_the_game() {
    let position = set_up("num_tiles=6", FIRST).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Drawn));
    // With the pool empty, a forced triangle may stay empty.
    let position = set_up("num_tiles=4", "tiles:M50uto,M49dbo,N50ul.,M50db. turn:Oh");
    assert_eq!(position, Ok(after("num_tiles=4", "N50ul.")));
}

#[test]
fn impossible_positions_are_refused_in_words() {
    let refused = |setup: &str| set_up("num_tiles=8", setup).unwrap_err();
    let missing =
        "the tiles of the start are missing: every game has M50uto and M49dbo on the table";
    assert_eq!(refused(""), missing);
    assert_eq!(refused("tiles:M50uto"), missing);
    assert_eq!(refused("tiles:M50ut.,M49dbo"), missing);
    assert_eq!(refused("tiles:M50uto,M49dbo,M50ulo"), "M50u is given twice");
    assert_eq!(
        refused("tiles:M50uto,M49dbo,M50dro"),
        "'M50dro' does not match its neighbours: 'M50db.' and 'M50dlo' fit there"
    );
    assert_eq!(
        refused("tiles:M50uto,M49dbo,P50uto,P50dro"),
        "'P50uto' lies apart: sides and corners do not join it to the tiles of the start"
    );
    assert_eq!(
        refused("tiles:M50uto,M49dbo,N50ul.,N50dr.,M51ut."),
        "'M50db.' is missing: nothing else fits there, so the rules have placed it"
    );
    assert_eq!(
        refused(&format!("{FIRST},L48ulo,L47ulo,L46ulo")),
        "there are 9 tiles on the table, but only 8 in the game"
    );
    assert_eq!(
        refused("tiles:M50uto,M49dbo,N50u"),
        "'N50u' is only a cell: add the corner that has its colour alone, and the colour, as in N50uro"
    );
    assert_eq!(
        refused("turn:White tiles:M50uto,M49dbo"),
        "'turn:White' is not possible: write turn:Oh or turn:Dot"
    );
    assert_eq!(
        refused("pool:3"),
        "'pool:' is not part of this game's set-ups; they have tiles:, turn:"
    );
    let hole = format!("tiles:M50uto,M49dbo,{},M48ulo", words(&after("", HOLE)).replace(' ', ","));
    assert_eq!(
        set_up("", &hole).unwrap_err(),
        "M48u is a hole: its three corners have one colour, and no tile has"
    );
}

#[test]
fn options_say_what_they_may_be() {
    let refused = |text| Options::parse(Trichet::CARD.options, text).unwrap_err().to_string();
    assert_eq!(
        refused("num_tiles=7"),
        "num_tiles=7 is not possible: num_tiles is an even number from 4 to 200"
    );
    assert_eq!(
        refused("win_size=6"),
        "win_size=6 is not possible: win_size is a number from 7 to 200"
    );
    // A larger table would cost too much to draw.
    for text in ["num_tiles=202", "win_size=201"] {
        assert!(refused(text).ends_with("to 200"), "{text}");
    }
    assert!(Options::parse(Trichet::CARD.options, "num_tiles=200,win_size=200").is_ok());
}
