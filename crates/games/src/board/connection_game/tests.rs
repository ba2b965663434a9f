use crosscut_rules::{Game, Rng, Side};

use super::ConnectionBoard;
use crate::board::Point;
use crate::bridg_it::BridgIt;
use crate::diagonal_bridg_it::DiagonalBridgIt;
use crate::hex::Hex;
use crate::original_trellis::OriginalTrellis;
use crate::quadrant_hex::QuadrantHex;
use crate::testing::{after, at_random, game, set_up};
use crate::trellis::Trellis;

/// Plays random games and holds what can be read against itself; how often a whole chain was seen.
fn reads<G: Game<Position: ConnectionBoard>>(options: &str, cells: usize) -> usize {
    let (game, mut rng, mut chains) = (game::<G>(options), Rng::new(3), 0);
    for plies in (0..cells).step_by(3).chain([cells; 10]) {
        let position = at_random(&game.start(), plies, &mut rng);
        let all: Vec<Point> = position.cells().collect();
        assert_eq!(all.len(), cells, "{options}");
        let free: Vec<Point> = position.empty().collect();
        for &cell in &all {
            let (owner, linked) = (position.owner(cell), position.linked(cell));
            assert_eq!(owner.is_none(), free.contains(&cell));
            for side in Side::BOTH {
                assert_eq!(position.stones(side).any(|it| it == cell), owner == Some(side));
            }
            assert!(owner.is_some() || linked == [false; 2]);
        }
        let whole = |side: &Side| position.stones(*side).any(|it| position.linked(it) == [true; 2]);
        let joined = Side::BOTH.into_iter().find(whole);
        chains += usize::from(joined.is_some());
        assert_eq!(position.owner(Point::new(254, 0)), None, "off the board");
        if position.winning_side().is_some() {
            // Where several games are played at once the whole board is one of them, and not always the one that wins.
            assert!(
                joined == position.winning_side() || G::CARD.goals[0].contains("three of five")
            );
        }
    }
    chains
}

#[test]
fn what_is_read_from_a_position_fits_together() {
    let chains = [
        reads::<Hex>("size=5", 25),
        reads::<QuadrantHex>("size=6", 36),
        reads::<BridgIt>("size=4", 25),
        reads::<DiagonalBridgIt>("size=5", 25),
        reads::<OriginalTrellis>("size=9", 81),
        reads::<Trellis>("size=5,opening=none", 25),
    ];
    assert!(chains.iter().all(|&it| it > 0), "{chains:?}");
}

#[test]
fn a_stone_is_linked_with_the_ends_that_its_chain_reaches() {
    let position = set_up::<Hex>("size=4", "V:B1,B2,D4 H:A4,B4,D2").unwrap();
    let linked = |cell: &str| position.linked(cell.parse().unwrap());
    assert_eq!(
        [linked("B1"), linked("B2"), linked("D4")],
        [[true, false], [true, false], [false, true]]
    );
    assert_eq!(
        [linked("A4"), linked("B4"), linked("D2")],
        [[true, false], [true, false], [false, true]]
    );
    assert_eq!([linked("C3"), linked("E5")], [[false; 2]; 2], "no stone, and no cell");
    // The square between A5 and B4 is dark, that between B4 and A3 is light.
    let position = after::<Trellis>("size=5,opening=none", "A5 E5 B4 D4 A3 E4");
    let linked = |cell: &str| position.linked(cell.parse().unwrap());
    assert_eq!(
        [linked("A5"), linked("B4"), linked("A3")],
        [[true, false], [true, false], [false; 2]]
    );
    let position = set_up::<BridgIt>("size=3", "V:A1,B2 H:C3").unwrap();
    assert_eq!(position.linked("B2".parse().unwrap()), [true, false], "by A1 from the bottom");
}
