//! What must be true of the computer player in every game.

use std::ops::ControlFlow;
use std::time::Duration;

use crosscut_arena::{Contender, Duel, Score};
use crosscut_catalog::{
    AnyPosition, Budget, GAMES, Knowledge, Line, Method, Outcome, Rng, Seat, Spec,
};

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

/// A random position with at most about this many plies to come.
fn late(spec: &Spec, plies: usize, rng: &mut Rng) -> AnyPosition {
    loop {
        let mut position = spec.start();
        for _ in 0..plies {
            let moves = position.moves();
            let Some(ply) = moves.get(rng.below(moves.len().max(1) as u32) as usize) else { break };
            position.play(ply).expect("it is legal");
        }
        if position.turn().is_some() {
            return position;
        }
    }
}

fn analyse(position: &AnyPosition, budget: &Budget) -> crosscut_catalog::Analysis<String> {
    position.analyse(budget, &mut |_| ControlFlow::Continue(())).expect("the game is not over")
}

/// Small boards, with the number of random plies after which every player proves the result.
const SMALL: &[(&str, usize)] = &[
    ("hex:size=3,opening=none", 1),
    ("hex:size=4", 6),
    ("hex:size=5,opening=none", 14),
    ("quadrant-hex:size=6,opening=none", 26),
    ("trail-mix:size=3", 1),
    ("trail-mix:size=3,opening=swap", 1),
    ("trail-mix:size=4", 5),
    ("trail-mix:size=7,tokens=20", 34),
    ("trellis:size=3,opening=none", 1),
    ("trellis:size=5,opening=none", 5),
    ("trellis:size=3,opening=official", 3),
    ("plexus:size=3", 1),
    ("plexus:size=5", 17),
];

#[test]
fn what_a_game_knows_of_itself_agrees_with_its_rules() {
    let mut rng = Rng::new(1);
    for &(text, plies) in SMALL {
        let spec = spec(text);
        let mut proved = 0;
        for _ in 0..6 {
            let position = late(&spec, plies, &mut rng);
            let rules = Budget { method: Method::Uct, ..Budget::simulations(30_000) };
            let Some(truth) = analyse(&position, &rules).proved else { continue };
            proved += 1;
            let budget = Budget::simulations(30_000);
            let found = analyse(&position, &budget);
            assert_eq!(found.proved, Some(truth), "{text}\n{position:?}");
            let best = &found.candidates[0];
            assert_eq!(best.proved, Some(truth), "{text}\n{position:?}{best:?}");
            // Without knowledge a proof may take longer.
            let budget = Budget { knowledge: Knowledge::Rules, ..budget };
            let found = analyse(&position, &budget).proved;
            assert!(found.is_none_or(|it| it == truth), "{text} {found:?}\n{position:?}");
        }
        assert!(proved >= 3, "{text}: only {proved} of 6 positions are small enough to check");
    }
}

#[test]
fn every_ply_is_a_candidate_once_and_the_line_can_be_played() {
    for game in GAMES {
        let spec = spec(game.card().name);
        let position = spec.start();
        let found = analyse(&position, &Budget::simulations(300));
        let mut plies: Vec<&str> = found.candidates.iter().map(|it| it.ply.as_str()).collect();
        let mut moves = position.moves();
        plies.sort_unstable();
        moves.sort_unstable();
        assert_eq!(plies, moves, "{spec}");
        assert_eq!(found.line[0], found.candidates[0].ply, "{spec}");
        let mut line = Line::new(spec);
        for ply in &found.line {
            line.play(ply).expect("the line can be played");
        }
    }
}

#[test]
fn a_seed_repeats_a_whole_game() {
    for game in GAMES {
        let duel = Duel {
            spec: spec(game.card().name),
            contenders: ["simulations=5", "uct,simulations=5"]
                .map(|it| it.parse().expect("a player")),
            opening: 2,
            seed: 7,
        };
        let plies = || duel.pair(3).map(|it| it.plies);
        assert_eq!(plies(), plies(), "{}", duel.spec);
    }
}

#[test]
fn a_proved_win_is_kept_to_the_end() {
    let mut rng = Rng::new(3);
    for (text, plies) in [
        ("hex:size=6,opening=none", 8),
        ("trail-mix:size=6", 12),
        ("trellis:size=7,opening=none", 6),
        ("plexus:size=5", 6),
    ] {
        let (mut kept, spec) = (0, spec(text));
        for game in 0..40 {
            let mut position = late(&spec, plies, &mut rng);
            let level = crosscut_catalog::Level::new(4 + game % 3).expect("a level");
            // (In this game a level's few simulations may miss a turn that its tree has left out.)
            let budget = if text.starts_with("trellis") {
                Budget::simulations(400)
            } else {
                spec.budget(level)
            };
            let budget = budget.with_seed(rng.next_u64());
            let mut player = position.player(&budget);
            let mut winner = None;
            let me = position.turn();
            while let Some(turn) = position.turn() {
                let ply = if Some(turn) == me {
                    let found =
                        player.think(&budget, &mut |_| ControlFlow::Continue(())).expect("open");
                    if let Some(proved) = found.proved.filter(|it| it.winner() == me) {
                        winner = Some(proved);
                    }
                    assert!(winner.is_none() || found.proved == winner, "{text}\n{position}");
                    found.candidates[0].ply.clone()
                } else {
                    let moves = position.moves();
                    moves[rng.below(moves.len() as u32) as usize].clone()
                };
                position.play(&ply).expect("it is legal");
                player.play(&ply).expect("it is legal");
            }
            if winner.is_some() {
                assert_eq!(position.outcome(), winner, "{text}");
                kept += 1;
            }
        }
        assert!(kept >= 10, "{text}: {kept}");
    }
}

#[test]
fn threads_share_the_tree_and_find_the_same_truth() {
    let position = spec("trail-mix:size=4").start();
    let truth = analyse(&position, &Budget::default()).proved;
    assert!(truth.is_some());
    for seed in 0..3 {
        let budget = Budget { threads: 2, ..Budget::default() }.with_seed(seed);
        assert_eq!(analyse(&position, &budget).proved, truth);
    }
    let budget = Budget { threads: 2, ..Budget::simulations(2_000) };
    let found = analyse(&spec("hex").start(), &budget);
    assert_eq!(found.simulations, 2_000);
}

#[test]
fn the_bound_on_nodes_holds_from_move_to_move() {
    for text in ["hex:size=5", "trellis:size=5", "trail-mix:size=5", "trichet", "plexus"] {
        let mut position = spec(text).start();
        let budget = Budget { nodes: 3_000, ..Budget::simulations(2_000) };
        let mut player = position.player(&budget);
        for _ in 0..4 {
            let Some(found) = player.think(&budget, &mut |_| ControlFlow::Continue(())) else {
                break;
            };
            assert!(found.nodes <= 3_000, "{text}: {}", found.nodes);
            let ply = found.candidates[0].ply.clone();
            position.play(&ply).expect("it is legal");
            player.play(&ply).expect("it is legal");
        }
    }
}

#[test]
fn time_is_kept() {
    let position = spec("trellis").start();
    let found = analyse(&position, &Budget::time(Duration::from_millis(100)));
    // Generous, for machines that are busy with other things.
    assert!(found.time < Duration::from_millis(400), "{:?}", found.time);
    assert!(found.time >= Duration::from_millis(100), "{:?}", found.time);
}

#[test]
fn pairs_are_counted_by_the_first_contender() {
    let duel = Duel {
        spec: spec("hex:size=4,opening=none"),
        contenders: ["simulations=200", "uct,simulations=2"]
            .map(|it| it.parse::<Contender>().expect("a player")),
        opening: 1,
        seed: 1,
    };
    let mut score = Score::default();
    for nth in 0..6 {
        let pair = duel.pair(nth);
        for (first, game) in pair.iter().enumerate() {
            assert_eq!(game.first, first);
            assert_eq!(game.plies[..1], pair[0].plies[..1], "one opening for both");
            let seat = if game.first == 0 { Seat::First } else { Seat::Second };
            let points = if game.outcome == Outcome::Won(seat) { 2 } else { 0 };
            assert_eq!((game.half_points(0), game.half_points(1)), (points, 2 - points));
        }
        score.add(&pair);
    }
    assert!(score.games() == 12 && score.share() > 0.6, "{score}");
    let [low, elo, high] = score.elo();
    assert!(low <= elo && elo <= high && elo > 0.0);
    assert!(score.log_likelihood_ratio(0.0, 30.0) > 0.0);
}

/// Figure 2 of Trail Mix's rule sheet: Green wins in four of his moves, and only by f4.
fn figure_2() -> AnyPosition {
    let rows =
        ["..\\...\\", "/../\\//", "\\\\/.\\\\\\", "//.././", "/../.\\/", ".....\\.", "....\\.."];
    let (mut brown, mut green) = (Vec::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        for (column, token) in row.chars().enumerate() {
            let cell = format!("{}{}", char::from(b'a' + column as u8), 7 - at);
            match token {
                '/' => brown.push(cell),
                '\\' => green.push(cell),
                _ => {}
            }
        }
    }
    let setup = format!("Brown:{} Green:{} turn:Green", brown.join(","), green.join(","));
    let setup = crosscut_catalog::Setup::parse(&setup).expect("a set-up");
    spec("trail-mix").set_up(&setup).expect("a position")
}

#[test]
fn the_figure_of_trail_mix_is_solved_from_level_five_on() {
    let position = figure_2();
    for level in 5..=8 {
        let level = crosscut_catalog::Level::new(level).expect("a level");
        let (level, budget) = (level.number(), spec("trail-mix").budget(level));
        for seed in 0..5 {
            let found = analyse(&position, &budget.clone().with_seed(seed));
            assert_eq!(found.candidates[0].ply, "f4", "level {level}");
            let won = Some(Outcome::Won(Seat::Second));
            assert!(found.proved == won || level <= 6, "level {level}");
            assert!(found.time < Duration::from_secs(1), "level {level}");
        }
    }
}

#[test]
fn switching_games_are_played_perfectly_at_all_sizes() {
    let mut rng = Rng::new(9);
    let mut won = 0;
    for text in [
        "bridg-it:size=2",
        "bridg-it:size=5,opening=swap",
        "bridg-it:size=9",
        "diagonal-bridg-it:size=3",
        "diagonal-bridg-it:size=7",
        "diagonal-bridg-it:size=9,opening=none",
    ] {
        for game in 0..4 {
            let mut position = late(&spec(text), game, &mut rng);
            let level = crosscut_catalog::Level::new(8).expect("a level");
            let mut player = position.player(&spec(text).budget(level));
            let (me, mut proved) = (position.turn(), None);
            while let Some(turn) = position.turn() {
                let ply = if Some(turn) == me {
                    let found =
                        player.think(&spec(text).budget(level), &mut |_| ControlFlow::Continue(()));
                    let found = found.expect("open");
                    assert_eq!(found.simulations, 0, "it is known without a search");
                    let here = found.proved.expect("every position is decided");
                    // A won game stays won; a drawn game may still be won.
                    assert!(proved != Some(Outcome::Won(turn)) || proved == Some(here), "{text}");
                    proved = Some(here);
                    found.candidates[0].ply.clone()
                } else if game % 2 == 0 {
                    // The opponent has the same knowledge, and resists.
                    analyse(&position, &Budget::simulations(1)).candidates[0].ply.clone()
                } else {
                    let moves = position.moves();
                    moves[rng.below(moves.len() as u32) as usize].clone()
                };
                position.play(&ply).expect("it is legal");
                player.play(&ply).expect("it is legal");
            }
            if proved == Some(Outcome::Won(me.expect("it was open"))) {
                assert_eq!(position.outcome(), proved, "{text}");
                won += 1;
            }
        }
    }
    assert!(won >= 12, "{won}");
}

#[test]
fn a_level_that_sees_less_does_not_know_what_is_proved() {
    let position = spec("bridg-it").start();
    for level in crosscut_catalog::Level::ALL {
        let found = analyse(&position, &Budget { seed: 1, ..spec("bridg-it").budget(level) });
        assert_eq!(found.proved.is_some(), level.number() == 8, "{level:?}");
    }
}

#[test]
fn from_the_figure_the_highest_level_always_beats_itself() {
    let budget = spec("trail-mix").budget(crosscut_catalog::Level::new(8).expect("a level"));
    for seed in 0..4 {
        let mut position = figure_2();
        let mut player = position.player(&budget);
        while position.turn().is_some() {
            let budget = budget.clone().with_seed(seed);
            let found = player.think(&budget, &mut |_| ControlFlow::Continue(())).expect("open");
            let ply = &found.candidates[0].ply;
            position.play(ply).expect("it is legal");
            player.play(ply).expect("it is legal");
        }
        assert_eq!(position.outcome(), Some(Outcome::Won(Seat::Second)), "seed {seed}");
    }
}
