//! Who owns the places of a board in the end.

#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

use std::ops::ControlFlow;

use crosscut_catalog::{Analysis, Budget, GAMES, Line, Owned, Ownership, Setup, Spec};

fn analysis(line: &Line) -> Analysis<String> {
    line.position().analyse(&Budget::simulations(200), &mut |_| ControlFlow::Continue(())).unwrap()
}

fn places(line: &Line, games: u32) -> Vec<Owned> {
    let analysis = analysis(line);
    let mut ownership = Ownership::of(line.position(), 1).unwrap();
    ownership.play(games, &analysis.candidates);
    assert_eq!(ownership.games(), games);
    ownership.places(&analysis)
}

fn set_up(spec: &str, setup: &str) -> Line {
    Line::from_setup(spec.parse().unwrap(), Setup::parse(setup).unwrap()).unwrap()
}

fn at<'a>(places: &'a [Owned], word: &str) -> &'a Owned {
    places.iter().find(|it| it.word == word).unwrap()
}

#[test]
fn stones_stay_whose_they_are() {
    let places = places(&set_up("hex:size=5", "V:C3 H:D3,A1 turn:V"), 100);
    assert_eq!(places.len(), 25);
    for (word, owner) in [("C3", 1.0), ("D3", -1.0), ("A1", -1.0)] {
        assert!((at(&places, word).owner - owner).abs() < 1e-9, "{places:?}");
    }
    assert!(places.iter().all(|it| it.owner.abs() < 1.0 + 1e-9 && it.weight.abs() < 1.0 + 1e-9));
    assert!(at(&places, "B4").owner.abs() < 0.9, "{places:?}");
}

#[test]
fn the_cell_both_need_matters_most() {
    // The side that takes C3 has joined its ends.
    let line = set_up("hex:size=5", "V:C1,C2,C4,C5 H:A3,B3,D3,E3 turn:V");
    let places = places(&line, 100);
    let c3 = at(&places, "C3");
    assert!(c3.owner > 0.9 && c3.weight > 0.9, "{c3:?}");
    assert!(places.iter().all(|it| it.weight <= c3.weight), "{places:?}");
}

#[test]
fn first_plies_are_drawn_as_often_as_the_search_visited_them() {
    let line = Line::new("hex:size=5,opening=none".parse().unwrap());
    let mut analysis = analysis(&line);
    analysis.candidates.truncate(2);
    analysis.candidates.iter_mut().for_each(|it| it.visits = 50);
    analysis.share = 0.5;
    let mut ownership = Ownership::of(line.position(), 1).unwrap();
    ownership.play(400, &analysis.candidates);
    let places = ownership.places(&analysis);
    // Each is taken at once in half of the games, and by chance in half of the others.
    for candidate in &analysis.candidates {
        let owner = at(&places, &candidate.ply).owner;
        assert!((0.3..0.8).contains(&owner), "{}: {owner}", candidate.ply);
    }
}

#[test]
fn games_count_as_the_search_expects() {
    let line = Line::new("hex:size=5,opening=none".parse().unwrap());
    let mut analysis = analysis(&line);
    let mut ownership = Ownership::of(line.position(), 1).unwrap();
    ownership.play(400, &analysis.candidates);
    let mut mean = |share| {
        analysis.share = share;
        ownership.places(&analysis).iter().map(|it| it.owner).sum::<f64>()
    };
    let (lost, even, won) = (mean(0.0), mean(0.5), mean(1.0));
    assert!(lost < even && even < won, "{lost} {even} {won}");
}

#[test]
fn a_seed_gives_the_same_counts_in_one_go_or_in_two() {
    let line = Line::new("trellis:size=5".parse().unwrap());
    let analysis = analysis(&line);
    let count = |parts: &[u32]| {
        let mut ownership = Ownership::of(line.position(), 7).unwrap();
        parts.iter().for_each(|&games| ownership.play(games, &analysis.candidates));
        ownership.places(&analysis)
    };
    assert_eq!(count(&[40]), count(&[15, 25]));
}

#[test]
fn games_whose_places_have_owners_are_counted_and_others_are_not() {
    for game in GAMES {
        let name = game.card().name;
        let spec: Spec = name.parse().unwrap();
        let counted = Ownership::of(&spec.start(), 1).is_some();
        assert_eq!(counted, !["trichet", "plexus"].contains(&name), "{name}");
    }
    let over = set_up("hex:size=2", "V:A1,A2 turn:H");
    assert!(Ownership::of(over.position(), 1).is_none());
}
