//! What is read, what is printed, and every sentence of refusal.

use crosscut_rules::{Game, Options, Outcome, Position, Side};

use super::{TrailMix, winner};
use crate::testing::{check, set_up};

/// What a set-up is refused with, or the side to move.
fn refusal(options: &str, setup: &str) -> String {
    match set_up::<TrailMix>(options, setup) {
        Ok(position) => super::super::SIDES[position.side().index()].to_string(),
        Err(error) => error,
    }
}

#[test]
fn options_print_in_the_order_of_the_card() {
    let read = |text| match Options::parse(TrailMix::CARD.options, text) {
        Ok(options) => options.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(read("opening=swap,tokens=20,size=11"), "size=11,tokens=20,opening=swap");
    assert_eq!(read("size=7,tokens=unlimited,opening=none"), "");
    assert_eq!(read("size=12"), "size=12 is not possible: size is a number from 3 to 11");
    assert_eq!(read("tokens=21"), "tokens=21 is not possible: tokens is unlimited or 20");
    assert_eq!(read("opening=pie"), "opening=pie is not possible: opening is none or swap");
}

#[test]
fn every_way_to_write_a_move_prints_as_its_cell() {
    for text in ["b3", "B3", " b3 ", "Bb3", "bb3", "BB3", "bB3", "/b3", "/B3"] {
        assert_eq!(check::<TrailMix>("", "", text), "b3", "{text}");
    }
    for text in ["g3", "G3", "gg3", "Gg3", r"\g3", r"\G3"] {
        assert_eq!(check::<TrailMix>("", "c1", text), "g3", "{text}");
    }
    assert_eq!(check::<TrailMix>("size=11", "", "Bk11"), "k11");
    assert_eq!(check::<TrailMix>("size=11", "a1", "gb10"), "b10");
    assert_eq!(check::<TrailMix>("opening=swap", "a1", "SWAP"), "swap");
}

#[test]
fn words_that_are_no_move_are_refused() {
    for text in [
        "", "b", "3", "b0", "b12", "b03", "b+3", "l1", "/", "/3", "//b3", "b3b", "b3 c4", "cc3",
        r"/Gb3", "ß1", "b³", "/é", "Bé3", "pass",
    ] {
        assert_eq!(
            check::<TrailMix>("", "", text),
            match text {
                "b0" | "b12" | "l1" => {
                    format!("{text} is not on the board: its cells are a1 to g7")
                }
                _ => format!(
                    r"'{text}' is not a cell: write a column and a row, like c1; Bc1 or /c1 and Gc1 or \c1 say whose token it is"
                ),
            }
        );
    }
}

#[test]
fn moves_that_are_not_possible_are_refused() {
    let refused = |plies, text| check::<TrailMix>("", plies, text);
    assert_eq!(refused("", "h3"), "h3 is not on the board: its cells are a1 to g7");
    assert_eq!(refused("", "Ba8"), "a8 is not on the board: its cells are a1 to g7");
    // Larger than any board there is.
    assert_eq!(refused("", "z99"), "z99 is not on the board: its cells are a1 to g7");
    assert_eq!(refused("", "Bl4"), "l4 is not on the board: its cells are a1 to g7");
    assert_eq!(refused("c4", "c4"), "c4 is taken by Brown");
    assert_eq!(refused("c4 d4", "Bd4"), "d4 is taken by Green");
    // Whatever is said of the turn would not help.
    assert_eq!(refused("c4", "Bc4"), "c4 is taken by Brown");
    let brown = "it is Brown's turn, and Brown plays /: write /c5 or just c5";
    assert_eq!(refused("", "Gc5"), brown);
    assert_eq!(refused("", r"\c5"), brown);
    let green = r"it is Green's turn, and Green plays \: write \c5 or just c5";
    assert_eq!(refused("a1", "/c5"), green);
    assert_eq!(refused("a1", "Bc5"), green);
    let swap = "swap is only possible as the answer to the first move, in a game opened with the swap rule";
    assert_eq!(refused("a1", "swap"), swap);
    assert_eq!(check::<TrailMix>("size=3", "a1 a3 c3 c1 b2", "a2"), "the game is over");
}

#[test]
fn a_claim_is_held_against_the_side_and_not_the_seat() {
    // After the swap the first seat is Green.
    assert_eq!(check::<TrailMix>("opening=swap", "a1 swap", "Gc5"), "c5");
    assert!(check::<TrailMix>("opening=swap", "a1 swap", "Bc5").starts_with("it is Green's turn"));
}

#[test]
fn the_counts_say_whose_turn_it_is() {
    assert_eq!(refusal("", ""), "Brown");
    assert_eq!(refusal("", "Brown:a3"), "Green");
    assert_eq!(refusal("", "Brown:a3 Green:f4"), "Brown");
    assert_eq!(refusal("", "Green:f4"), "Brown");
    assert_eq!(refusal("", "brown:A3,/c4 GREEN:Gf4 turn:brown"), "Brown");
    assert_eq!(refusal("", "Brown:a3,c4 Green:f4 turn:Green"), "Green");
}

#[test]
fn set_ups_that_are_no_position_are_refused() {
    assert_eq!(
        refusal("", "White:a3"),
        "'White:' is not part of this game's set-ups; they have Brown:, Green:, turn:"
    );
    assert_eq!(
        refusal("", "turn:White"),
        "'turn:White' is not possible: write turn:Brown or turn:Green"
    );
    assert_eq!(refusal("", "Brown:z9"), "z9 is not on the board: its cells are a1 to g7");
    assert!(refusal("", "Brown:9z").starts_with("'9z' is not a cell: write a column"));
    assert_eq!(refusal("", "Brown:h8"), "h8 is not on the board: its cells are a1 to g7");
    assert_eq!(refusal("", "Brown:a3,A3"), "a3 is given twice for Brown");
    assert_eq!(refusal("", "Green:a3 Brown:a3"), "a3 is given to both Brown and Green");
    assert_eq!(refusal("", "Brown:Ga3"), "'Ga3' is not a token of Brown, who plays /");
    assert_eq!(refusal("", "Green:/a3"), r"'/a3' is not a token of Green, who plays \");
}

#[test]
fn set_ups_keep_to_the_tokens_there_are() {
    let cells: Vec<String> = (1..=7)
        .step_by(2)
        .flat_map(|row| "abcdefg".chars().map(move |it| format!("{it}{row}")))
        .collect();
    let brown = |n: usize| format!("Brown:{} turn:Green", cells[..n].join(","));
    assert_eq!(refusal("tokens=20", &brown(20)), "Green");
    assert_eq!(
        refusal("tokens=20", &brown(21)),
        "Brown has 21 tokens here, but with tokens=20 there are only 20 a side"
    );
    assert_eq!(refusal("", &brown(21)), "Green");
    // The side to move has none left: drawn, however many the other side has.
    let drawn = set_up::<TrailMix>("tokens=20", &brown(20).replace("Green", "Brown"));
    assert_eq!(drawn.expect("a position").outcome(), Some(Outcome::Drawn));
}

#[test]
fn a_set_up_trail_is_won_by_the_side_that_moved_last() {
    let position = set_up::<TrailMix>("size=3", "Brown:b1,b3,a1 Green:b2,a3,c2");
    assert_eq!(winner(&position.expect("a position")), Some(Side::Second));
    let position = set_up::<TrailMix>("size=3", "Brown:b1,b3,a1 Green:b2,a3,c2 turn:Green");
    assert_eq!(winner(&position.expect("a position")), Some(Side::First));
}

#[test]
fn a_set_up_trail_must_have_a_last_token() {
    let brown_only = "Brown:a1,b2,c3";
    assert_eq!(refusal("size=3", brown_only), "Green");
    assert_eq!(
        refusal("size=3", "Brown:a1,b2,c3 turn:Brown"),
        "there is a trail that Green, who moved last when it is Brown's turn, cannot have completed: taking away any one token of Green leaves a trail"
    );
    // Two trails side by side: whichever token was the last, the other trail was there before it.
    for (turn, other) in [("Brown", "Green"), ("Green", "Brown")] {
        assert_eq!(
            refusal("size=3", &format!("Brown:a1,a3,c1,c3 Green:a2,c2 turn:{turn}")),
            format!(
                "there is a trail that {other}, who moved last when it is {turn}'s turn, cannot have completed: taking away any one token of {other} leaves a trail"
            )
        );
    }
}
