//! What positions show to programs: only the public accessors are used here.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crosscut_games::plexus::{Class, Direction, Dot, Plexus, PlexusPosition, Segment};
use crosscut_games::trail_mix::{Cell, Corner, Placement, TrailMix, TrailMixPosition};
use crosscut_games::trichet::{self, Tile, Trichet, TrichetPosition};
use crosscut_rules::{Game, MoveError, Options, Position, Rng, Seat, Side};

fn game<G: Game>(options: &str) -> G {
    G::new(&Options::parse(G::CARD.options, options).expect("options of the card"))
}

/// Plays a random game and shows every position of it.
fn wander<G: Game>(game: &G, seed: u64, mut show: impl FnMut(&G::Position)) {
    let mut rng = Rng::new(seed);
    let mut position = game.start();
    while position.outcome().is_none() {
        show(&position);
        let ply = rng.pick(&position.legal_moves());
        position = position.apply(ply).expect("it is legal");
    }
    show(&position);
}

#[test]
fn a_ply_is_applied_to_a_copy() {
    let start = game::<TrailMix>("size=3,opening=none").start();
    assert_eq!(start.legal_moves().len(), 9);
    let ply = start.read("b2").expect("a cell");
    let after = start.apply(ply).expect("it is legal");
    assert_eq!((start.count(), after.count(), after.winner()), (9, 8, None));
    assert!(matches!(after.apply(ply), Err(MoveError::Illegal(_))));
    let won = ["a1", "a3", "c3", "c1", "b2"].iter().fold(start, |position, text| {
        position.read(text).and_then(|ply| position.apply(ply)).expect("it is legal")
    });
    assert_eq!((won.winner(), won.legal_moves()), (Some(Seat::First), vec![]));
}

/// The trails, from the tokens alone: corners that a token joins are merged until nothing changes.
fn trails(position: &TrailMixPosition) -> BTreeSet<BTreeSet<Corner>> {
    let joints: Vec<[Corner; 2]> = position.cells().filter_map(|it| position.joins(it)).collect();
    let mut number: BTreeMap<Corner, usize> =
        joints.iter().flatten().enumerate().map(|(at, corner)| (*corner, at)).collect();
    for _ in 0..joints.len() {
        for [a, b] in &joints {
            let least = number[a].min(number[b]);
            number.insert(*a, least);
            number.insert(*b, least);
        }
    }
    let mut sets: BTreeMap<usize, BTreeSet<Corner>> = BTreeMap::new();
    for (corner, number) in number {
        sets.entry(number).or_default().insert(corner);
    }
    sets.into_values().collect()
}

#[test]
fn trails_are_what_the_tokens_join() {
    for seed in 0..20 {
        let size = 3 + (seed % 6) as u8;
        wander(&game::<TrailMix>(&format!("size={size}")), seed, |position| {
            let board = position.board();
            let listed = board.trails();
            assert!(listed.iter().all(|trail| trail.is_sorted_by_key(|it| (it.row, it.column))));
            let listed: BTreeSet<BTreeSet<Corner>> =
                listed.into_iter().map(|it| it.into_iter().collect()).collect();
            assert_eq!(listed, trails(board));
            let crosses = |trail: &BTreeSet<Corner>| {
                let along = |at: fn(&Corner) -> u8| {
                    [0, size].iter().all(|end| trail.iter().any(|it| at(it) == *end))
                };
                along(|it| it.column) || along(|it| it.row)
            };
            assert_eq!(listed.iter().any(crosses), position.winner().is_some());
        });
    }
}

#[test]
fn a_token_joins_the_corners_of_its_cell() {
    let start = game::<TrailMix>("size=3,opening=none").start();
    let [a1, b3] = [(0, 0), (1, 2)].map(|(column, row)| Cell::new(column, row).expect("a cell"));
    let after = [a1, b3].into_iter().fold(start, |it, cell| {
        let text = Placement::from(cell).to_string();
        it.read(&text).and_then(|ply| it.apply(ply)).expect("it is legal")
    });
    let corner = |column, row| Corner { column, row };
    assert_eq!(after.board().joins(a1), Some([corner(0, 0), corner(1, 1)]));
    assert_eq!(after.board().joins(b3), Some([corner(1, 3), corner(2, 2)]));
    assert_eq!(after.board().joins(Cell::new(2, 2).expect("a cell")), None);
}

/// The segments that may be drawn, computed from the existing ones alone.
fn drawable(position: &PlexusPosition) -> HashSet<Segment> {
    let fits = |dot: Dot| match (position.degree(dot), position.class()) {
        (0, _) => false,
        (degree, Some(class)) => (degree == 1) == (class == Class::Endpoint),
        (_, None) => true,
    };
    let all = position
        .dots()
        .flat_map(|from| Direction::ALL.map(|direction| Segment { from, direction }));
    let free = |it: &Segment| {
        let to = it.from.step(it.direction, position.size());
        to.is_some_and(|to| position.degree(to) == 0)
    };
    all.filter(|it| fits(it.from) && free(it)).collect()
}

#[test]
fn segments_make_one_tree_that_decides_what_may_be_drawn() {
    for (seed, size) in [3u32, 5, 7, 9, 19].into_iter().enumerate() {
        wander(&game::<Plexus>(&format!("size={size}")), seed as u64, |position| {
            let segments: Vec<Segment> = position.segments().collect();
            let dots = size * size - position.left();
            assert_eq!(segments.len() as u32, dots - 1);
            let degrees: usize = position.dots().map(|it| position.degree(it)).sum();
            assert_eq!(degrees, 2 * segments.len());
            if position.outcome().is_none() {
                let legal: HashSet<Segment> = position.legal_moves().into_iter().collect();
                assert_eq!(legal, drawable(position));
            }
        });
    }
    let start = game::<Plexus>("size=3").start();
    assert_eq!(start.segments().map(|it| it.to_string()).collect::<Vec<_>>(), ["b2n"]);
    let outside = Dot { column: 3, row: 1 };
    assert_eq!(start.degree(outside), 0);
    assert!(!start.has_segment(outside, Direction::West));
}

/// Checks the tiles, colours and legal plies of a table against each other.
fn is_whole(position: &TrichetPosition, num_tiles: u32) {
    let tiles = position.tiles();
    assert_eq!(tiles.len() as u32 + position.left(), num_tiles);
    for tile in &tiles {
        assert_eq!(position.tile(tile.cell()), Some(*tile));
        let there = tile.cell().corners().map(|it| position.colour(it));
        assert_eq!(there, tile.colours().map(Some));
    }
    let corners: HashSet<trichet::Point> =
        tiles.iter().flat_map(|it| it.cell().corners()).collect();
    for point in (-40..40).flat_map(|q| (-40..40).map(move |r| (q, r))) {
        assert_eq!(position.colour(point).is_some(), corners.contains(&point));
    }
    for tile in position.legal_moves() {
        assert_eq!(position.tile(tile.cell()), None);
        for (point, colour) in tile.cell().corners().into_iter().zip(tile.colours()) {
            assert!(position.colour(point).is_none_or(|it| it == colour), "{tile}");
        }
    }
    for region in position.closed_regions() {
        let touches =
            |tile: &&Tile| tile.cell().corners().iter().any(|it| region.points.contains(it));
        assert_eq!(tiles.iter().filter(touches).count() as u32, region.tiles);
        assert!(region.points.iter().all(|it| position.colour(*it) == Some(region.side)));
    }
}

#[test]
fn tiles_and_points_tell_the_same() {
    let mut closed = 0;
    for seed in 0..6 {
        wander(&game::<Trichet>("num_tiles=200,win_size=60"), seed, |position| {
            is_whole(position, 200);
            let mut regions = position.closed_regions().into_iter();
            closed += regions.len();
            let is_won = regions.any(|it| it.tiles >= position.win_size());
            assert_eq!(position.winner().is_some(), is_won);
        });
    }
    assert!(closed > 20, "{closed}");
}

#[test]
fn the_winning_region_is_among_the_closed_ones() {
    // Figure 4 of the rule sheet, in which Dot wins at the end, and a game that closes a region of each colour.
    let both = "N48ul. L49dbo K52dro J51ur. I53ur. H54uro J53db. O49dlo P46dl. P50uro G56ul. P45dro N51dbo";
    for (line, sides) in [
        ("L51dl. L49dr. L50db. N49ut. N51ul.", vec![Side::Second]),
        (both, vec![Side::First, Side::Second]),
    ] {
        let mut position = game::<Trichet>("").start();
        for text in line.split(' ') {
            assert_eq!(position.winner(), None);
            position.play(text.parse().expect("a tile")).expect("it is legal");
        }
        is_whole(&position, 96);
        assert!(position.winner().is_some());
        let regions = position.closed_regions().into_iter();
        let mut won: Vec<Side> =
            regions.filter(|it| it.tiles >= position.win_size()).map(|it| it.side).collect();
        won.sort();
        assert_eq!(won, sides);
    }
}

#[test]
fn tiles_are_made_of_a_cell_and_three_colours() {
    let start = game::<Trichet>("").start();
    let cell = trichet::Cell::new(0, 0, false).expect("near enough");
    assert_eq!((cell.to_string(), cell.corners()), ("M50u".to_string(), [(0, 0), (1, 0), (0, 1)]));
    let colours = [Side::Second, Side::Second, Side::First];
    assert_eq!(start.tile(cell), Tile::new(cell, colours));
    assert_eq!(Tile::new(cell, [Side::First; 3]), None);
    let down = trichet::Cell::new(1, -2, true).expect("near enough");
    assert_eq!((down.q(), down.r(), down.is_down(), start.tile(down)), (1, -2, true, None));
    for far in [2001, i16::MIN] {
        assert_eq!(trichet::Cell::new(far, 0, false), None);
        assert_eq!(start.colour((far, 0)), None);
    }
}
