use std::collections::{HashMap, HashSet};

use crosscut_rules::{Game, Outcome, Position, Seat, Side, conform, perft};

use super::super::cell::{Cell, Point, Tile};
use super::super::oracle::Slow;
use super::super::{Trichet, TrichetPosition};
use super::{BOTH, FIGURE_4, HOLE, after, check, wander, words};
use crate::testing::{Oracle, agree, game};

#[test]
fn the_oracle_agrees() {
    for (num_tiles, win_size, plies) in [
        (4, 7, 1_000),
        (10, 7, 4_000),
        (24, 7, 20_000),
        (24, 10, 10_000),
        (54, 7, 20_000),
        (54, 14, 20_000),
        (96, 10, 20_000),
        (96, 22, 10_000),
    ] {
        let options = format!("num_tiles={num_tiles},win_size={win_size}");
        agree::<Trichet, _>(&options, || Slow::new(num_tiles, win_size), plies, 24, 2008);
    }
}

#[test]
fn positions_conform() {
    conform(&game::<Trichet>(""), 60, 94, 1);
    conform(&game::<Trichet>("num_tiles=4"), 60, 2, 2);
    conform(&game::<Trichet>("num_tiles=200,win_size=40"), 6, 198, 3);
}

#[test]
fn lines_of_play_are_counted() {
    fn slow(position: &Slow, depth: u32) -> u64 {
        let plies = position.legal();
        if depth == 1 {
            return plies.len() as u64;
        }
        let after = |ply: &String| {
            let mut next = position.clone();
            next.play(ply);
            slow(&next, depth - 1)
        };
        plies.iter().map(after).sum()
    }
    // The first two numbers are from the rule book.
    let numbers = [38, 2_044, 138_232];
    let start = game::<Trichet>("").start();
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), numbers);
    assert_eq!([1, 2, 3].map(|depth| slow(&Slow::new(96, 10), depth)), numbers);
    assert_eq!(perft(&game::<Trichet>("num_tiles=4").start(), 2), 0, "each ply forces another");
}

#[test]
fn oh_has_made_the_start_and_dot_is_to_move() {
    let start = game::<Trichet>("").start();
    assert_eq!((start.turn(), start.pool, start.outcome()), (Seat::Second, 94, None));
    assert_eq!(
        start.tiles().iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["M50uto", "M49dbo"]
    );
}

#[test]
fn a_tile_must_touch_another_one_and_match() {
    assert_eq!(check("", "N50ul."), "N50ul.");
    assert_eq!(check("", "M48dro"), "M48dro", "a corner is enough");
    assert_eq!(
        check("", "O50ul."),
        "O50u touches no tile: a tile must share a side or a corner with one on the table"
    );
    assert_eq!(
        check("", "-ZZ-999ul."),
        "-ZZ-999u touches no tile: a tile must share a side or a corner with one on the table"
    );
    assert_eq!(check("", "M50ul."), "M50u is taken by the tile 'M50uto'");
    assert_eq!(check("", "N50uro"), "N50uro", "what refusals give as an example may be played");
    assert_eq!(check("N50ul.", "M51ulo"), "M51u is taken by the tile 'M51ut.'");
    assert_eq!(
        check("", "M50dro"),
        "'M50dro' does not match its neighbours: 'M50db.' and 'M50dlo' fit there"
    );
    assert_eq!(
        check("", "N50ulo"),
        "'N50ulo' does not match its neighbours: 'N50ul.', 'N50uro' and 'N50uto' fit there"
    );
}

#[test]
fn forced_tiles_are_laid_round_by_round() {
    let position = after("", "N50ul.");
    assert_eq!(words(&position), "M51ut. M50db. N50ul. N50dr.");
    assert_eq!((position.pool, position.turn()), (90, Seat::First));
}

#[test]
fn a_triangle_that_is_touched_at_corners_only_is_not_filled() {
    let line = "N50ul. L49dr. N47uro O46dlo O50dl. O47dlo";
    let position = after("", line);
    assert_eq!(position.board.fits(Cell::up(3, -2)).count_ones(), 1);
    assert_eq!(
        check(line, "P48ur."),
        "'P48ur.' does not match its neighbours: only 'P48uro' fits there"
    );
    assert_eq!(check(line, "P48uro"), "P48uro");
}

#[test]
fn an_earlier_forced_tile_may_make_a_later_one_impossible() {
    // M48u gets two equal corners and is forced; a triangle earlier in the round gives the third corner the same colour.
    let position = after("", HOLE);
    let hole = Cell::up(0, -2);
    assert_eq!((position.board.fits(hole), position.board.tile(hole)), (0, None));
    assert_eq!(
        check(HOLE, "M48ul."),
        "M48u is a hole: its three corners have one colour, and no tile has"
    );
    assert_eq!(position.pool, 59);
}

#[test]
fn the_pool_may_run_out_in_the_middle_of_a_round() {
    let position = after("num_tiles=4", "N50ul.");
    assert_eq!(words(&position), "M50db. N50ul.", "N50d and M51u stay empty");
    assert_eq!((position.pool, position.outcome()), (0, Some(Outcome::Drawn)));
    let position = after("num_tiles=6", "N50ul.");
    assert_eq!((position.pool, position.outcome()), (0, Some(Outcome::Drawn)));
}

#[test]
fn a_circle_of_six_wins_nothing() {
    let position = after("num_tiles=96,win_size=7", "M51ulo L51uro");
    assert_eq!(position.board.closed(6).len(), 1);
    assert_eq!(position.board.closed(7).len(), 0);
    assert_eq!(position.outcome(), None);
}

#[test]
fn figure_4_is_won_by_dot_with_14_tiles() {
    let position = after("", FIGURE_4);
    assert_eq!(position.tiles().len(), 28);
    assert_eq!(position.outcome(), Some(Outcome::Won(Seat::Second)));
    assert_eq!((position.board.closed(14).len(), position.board.closed(15).len()), (1, 0));
    assert_eq!(position.won_because().unwrap(), "A blue region of 14 tiles is closed");
    assert_eq!(after("win_size=14", FIGURE_4).outcome(), position.outcome());
    assert_eq!(after("win_size=15", FIGURE_4).outcome(), None);
    assert_eq!(check(FIGURE_4, "M53uto"), "the game is over");
}

#[test]
fn a_closed_region_wins_for_its_colour_whoever_closed_it() {
    let oh_by_dot = after("", "N49dbo M48dro O48dlo");
    assert_eq!(oh_by_dot.outcome(), Some(Outcome::Won(Seat::First)));
    assert_eq!(oh_by_dot.won_because().unwrap(), "A white region of 10 tiles is closed");
    let oh_by_oh = after("", "L50dro N49dbo M48dro O48dlo");
    assert_eq!(oh_by_oh.outcome(), Some(Outcome::Won(Seat::First)));
}

#[test]
fn who_closes_regions_of_both_colours_loses() {
    let by_oh = "N49dl. N48ur. L50ur. K49dl. M48ut. K52ulo O48dr. K53dbo K48dro P49uro L53dbo Q49ulo J52uro M52dlo";
    for (line, winner) in [(BOTH, Seat::First), (by_oh, Seat::Second)] {
        let position = after("", line);
        let closed: HashSet<_> = position.board.closed(10).into_iter().map(|it| it.0).collect();
        assert_eq!(closed.len(), 2);
        assert_eq!(position.outcome(), Some(Outcome::Won(winner)));
        let why = position.won_because().unwrap();
        assert!(why.starts_with("A white region of ") && why.contains(" and a blue region of "));
        assert!(why.ends_with(" tiles are closed, and whoever closes both loses"), "{why}");
    }
}

#[test]
fn a_region_touches_six_tiles_a_point_less_two_a_joint() {
    let mut seen = HashMap::new();
    wander("win_size=200", 300, 5, |position| {
        for (side, points, _) in position.board.closed(6) {
            let own = |tile: &Tile| {
                let corners = tile.cell.corners().into_iter().enumerate();
                corners.filter(|it| points.contains(&it.1)).map(|it| it.0).collect::<Vec<_>>()
            };
            let touched: Vec<(Tile, Vec<usize>)> = position
                .tiles()
                .into_iter()
                .map(|it| (it, own(&it)))
                .filter(|it| !it.1.is_empty())
                .collect();
            assert!(
                touched.iter().all(|(tile, own)| own.iter().all(|&it| tile.colours.at(it) == side))
            );
            let joints = touched.iter().filter(|it| it.1.len() == 2).count() / 2;
            assert_eq!(touched.len(), 6 * points.len() - 2 * joints);
            let size = touched.len() as u16;
            assert!(position.board.closed(size).iter().any(|it| it.1 == points));
            assert!(!position.board.closed(size + 1).iter().any(|it| it.1 == points));
            *seen.entry(size).or_insert(0) += 1;
        }
    });
    assert!([6, 10, 14, 18].iter().all(|it| seen.contains_key(it)), "{seen:?}");
}

/// The colours of which a pool may close a region, from the tiles on the table alone.
fn closable(position: &TrichetPosition, pool: u16) -> [bool; 2] {
    let mut colours = HashMap::new();
    let mut covered = HashSet::new();
    for tile in position.tiles() {
        covered.insert(tile.cell);
        colours.extend(tile.cell.corners().into_iter().zip(tile.colours()));
    }
    let cells = |(q, r): Point| {
        [(0, 0), (-1, 0), (0, -1)]
            .map(|(x, y)| Cell::up(q + x, r + y))
            .into_iter()
            .chain([(-1, 0), (-1, -1), (0, -1)].map(|(x, y)| Cell::down(q + x, r + y)))
    };
    let mut closable = [pool >= 10; 2];
    for &at in colours.keys() {
        let near: HashSet<Point> = cells(at).flat_map(|it| it.corners()).collect();
        for &other in near.iter().filter(|&&it| it != at) {
            let around: HashSet<Cell> = cells(at).chain(cells(other)).collect();
            let missing = around.difference(&covered).count();
            for side in Side::BOTH.into_iter().filter(|_| missing <= pool.into()) {
                let may_be = |it: &Point| colours.get(it).is_none_or(|it| *it == side);
                // No triangle here can be of one colour.
                let own = |it: &Point| {
                    *it == at || *it == other || colours.get(it).is_some_and(|it| *it == side)
                };
                let is_one = |it: &Cell| it.corners().iter().all(own);
                let both = may_be(&at) && may_be(&other) && !around.iter().any(is_one);
                closable[side.index()] |= both;
            }
        }
    }
    closable
}

#[test]
fn what_a_small_pool_can_close_is_seen_on_the_table() {
    let mut seen = [0; 2];
    wander("", 12, 4, |position| {
        for pool in 0..11 {
            let mut position = position.clone();
            position.pool = pool;
            let expected = closable(&position, pool);
            assert_eq!(position.winnable(), expected, "{pool} tiles left of {position:?}");
            expected.iter().for_each(|&it| seen[usize::from(it)] += 1);
        }
    });
    assert!(seen.iter().all(|&it| it > 500), "{seen:?}");
}
