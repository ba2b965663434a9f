use std::hash::{BuildHasher, RandomState};

use crosscut_rules::{Game, Options, Outcome, Position, Rng, Seat};

use super::super::Trichet;
use super::{BOTH, FIGURE_4, HOLE, after, set_up, tiles, wander, words};
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
        let mut items: Vec<String> = tiles(position).iter().map(ToString::to_string).collect();
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
fn an_empty_pool_ends_the_game() {
    let position = set_up("num_tiles=6", FIRST).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Drawn));
    // With the pool empty a forced triangle may be left.
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
        "'N50u' is only a cell: add the corner that has its colour alone, and the colour, as in M50uto"
    );
    assert_eq!(
        refused("turn:White tiles:M50uto,M49dbo"),
        "'turn:White' is not possible: it is turn:Oh or turn:Dot"
    );
    assert_eq!(
        refused("pool:3"),
        "'pool:' is no part of this game's set-ups; they have tiles:, turn:"
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
        "num_tiles=7 is not possible: num_tiles is one of 4, 6, 8 .. 1000"
    );
    assert_eq!(
        refused("win_size=6"),
        "win_size=6 is not possible: win_size is a number from 7 to 1000"
    );
}
