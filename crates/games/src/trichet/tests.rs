use crosscut_rules::{perft, Position, Game, conform};
use crosscut_search::Evaluate;
use super::*;
use crate::testing::*;
#[test]
fn numbers() {
    let start = game::<Trichet>("").start();
    assert_eq!(perft(&start, 1), 38);
    assert_eq!(perft(&start, 2), 2044);
    let p = after::<Trichet>("", "N50ul.");
    assert_eq!(p.pool, 90);
    conform(&game::<Trichet>(""), 20, 100, 1);
}
