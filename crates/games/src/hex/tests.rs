use crosscut_rules::{Game, conform, perft};

use super::Hex;
use crate::testing::{after, check, game, set_up};

#[test]
fn hex_keeps_the_contract_of_positions() {
    for options in ["size=2", "size=5,opening=none", ""] {
        conform::<Hex>(&game(options), 20, 200, 1);
    }
}

#[test]
fn perft_counts_every_line() {
    assert_eq!(perft(&game::<Hex>("opening=none").start(), 3), 121 * 120 * 119);
    assert_eq!(perft(&game::<Hex>("").start(), 2), 121 * 121);
}

#[test]
fn refusals_name_the_cell_and_the_reason() {
    assert_eq!(check::<Hex>("", "C3", "c3"), "C3 is taken by V");
    assert_eq!(
        check::<Hex>("size=5", "", "F1"),
        "F1 is not on this board: columns go from A to E, rows from 1 to 5"
    );
    assert_eq!(set_up::<Hex>("", "V:A1 H:A1").unwrap_err(), "A1 is given to both sides");
    after::<Hex>("size=3,opening=none", "A1 B1 A2 B2 A3");
}
