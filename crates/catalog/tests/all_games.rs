//! What must be true of every game of the list.

use std::collections::HashSet;

use crosscut_catalog::{
    AnyPosition, Budget, GAMES, Line, MoveError, Outcome, Rng, Seat, Setup, Spec, Values, find, svg,
};

/// The defaults, and every option at each end of its range or at each of its words.
fn specs() -> Vec<Spec> {
    let mut specs = Vec::new();
    for &game in GAMES {
        specs.push(Spec::of(game, "").expect("defaults are allowed"));
        for option in game.card().options {
            let values = match option.values {
                Values::Number { least, most, .. } => vec![least.to_string(), most.to_string()],
                Values::Choice(words) => words.iter().map(|(word, _)| word.to_string()).collect(),
            };
            let typed = values.into_iter().map(|value| format!("{}={value}", option.name));
            specs
                .extend(typed.map(|typed| Spec::of(game, &typed).expect("it is within its range")));
        }
    }
    specs
}

/// The position of a set-up, or its refusal.
fn set_up(spec: &str, setup: &str) -> Result<AnyPosition, String> {
    let spec: Spec = spec.parse().expect("a spec");
    let setup = Setup::parse(setup).map_err(|error| error.to_string())?;
    spec.set_up(&setup).map_err(|error| error.to_string())
}

#[test]
fn a_set_up_that_was_won_before_the_last_move_is_refused() {
    let line = |column: char, rows: &[u32]| {
        rows.iter().map(|row| format!("{column}{row}")).collect::<Vec<_>>().join(",")
    };
    // A column that wins, and another one: a single move cannot have completed both.
    let rows: Vec<u32> = (1..=9).collect();
    for (spec, one, more) in [
        ("hex:size=3", line('A', &rows[..3]), line('C', &rows[..3])),
        ("bridg-it:size=2", "A1,A3".to_string(), "C1,C3".to_string()),
        ("diagonal-bridg-it:size=7", line('A', &rows[..7]), line('G', &rows[..7])),
        ("quadrant-hex:size=6", line('A', &rows[..6]), line('B', &rows[..6])),
        ("original-trellis:size=9", line('E', &rows), line('D', &rows)),
        (
            "trellis:size=5",
            line('A', &rows[..5]),
            format!("{},{}", line('C', &rows[..5]), line('E', &rows[..5])),
        ),
    ] {
        let setup = |stones: &str, turn| set_up(spec, &format!("V:{stones} turn:{turn}"));
        let won = setup(&one, "H").unwrap_or_else(|words| panic!("{spec}: {words}"));
        assert_eq!(won.outcome(), Some(Outcome::Won(Seat::First)), "{spec}");
        assert_eq!(
            setup(&one, "V").unwrap_err(),
            "V has won, so V moved last: it cannot be turn:V, only turn:H",
            "{spec}"
        );
        assert_eq!(
            setup(&format!("{one},{more}"), "H").unwrap_err(),
            "V had won before the last turn: whichever turn of V is taken back, V has still won",
            "{spec}"
        );
    }
    // Two stones, three points apart, can complete two chains in one turn; any other two cannot.
    assert!(set_up("trellis:size=3", "V:A1,A2,A3,C1,C2,C3 turn:H").is_ok());
    assert!(
        set_up("trellis:size=7", "V:A1,A2,A3,A4,A5,A6,A7,G1,G2,G3,G4,G5,G6,G7 turn:H").is_err()
    );
}

#[test]
fn every_end_of_a_game_can_be_set_up() {
    let mut rng = Rng::new(21);
    let mut read = 0;
    for spec in specs() {
        let mut position = spec.start();
        while position.outcome().is_none() {
            position.play_out(&mut rng);
        }
        let Some(winner) = position.winner_side() else { continue };
        let Ok(mut setup) = spec.read_diagram(&position.text().to_string()) else { continue };
        let sides = spec.card().sides;
        let loser = if winner == sides[0] { sides[1] } else { sides[0] };
        if setup.items("turn").is_empty() {
            setup.add("turn", vec![loser.to_string()]).expect("it is not there yet");
        }
        let laid = spec.set_up(&setup).unwrap_or_else(|words| panic!("{spec}: {setup}: {words}"));
        assert_eq!(laid.winner_side(), Some(winner), "{spec}: {setup}");
        read += 1;
    }
    assert!(read > 15, "{read}");
}

#[test]
fn names_and_aliases_are_unique_and_well_formed() {
    let mut seen = HashSet::new();
    for game in GAMES {
        let card = game.card();
        for name in [card.name].iter().chain(card.aliases) {
            assert!(seen.insert(*name), "{name} is there twice");
            assert!(
                name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'),
                "{name}"
            );
            assert_eq!(find(&name.to_uppercase()).map(|it| it.card().name), Some(card.name));
        }
    }
}

#[test]
fn cards_are_complete() {
    for game in GAMES {
        let card = game.card();
        let texts =
            [card.title, card.about, card.designer, card.year, card.copyright, card.permission];
        let printed = [card.source.title, card.source.issue];
        assert!(
            texts
                .iter()
                .chain(&printed)
                .chain(&card.sides)
                .chain(&card.goals)
                .all(|text| !text.trim().is_empty()),
            "{}",
            card.name
        );
        assert!(
            card.help.starts_with(&format!("# {}", card.title)),
            "{}: the help page has the title on top",
            card.name
        );
        assert!(
            card.help.contains("```") && card.help.len() > 1_500,
            "{}: the help page teaches, with diagrams",
            card.name
        );
        assert!(Spec::of(*game, card.first_game).is_ok(), "{}: {}", card.name, card.first_game);
        let classic = card.classic;
        assert!(Spec::of(*game, classic.options).is_ok(), "{}: {}", card.name, classic.options);
        for (name, least, most) in classic.bounds {
            for value in [least, most] {
                assert!(Spec::of(*game, &format!("{name}={value}")).is_ok(), "{name}={value}");
            }
        }
        for option in card.options {
            assert!(
                card.help.contains(&format!("`{}", option.name)),
                "{}: the help page explains {}",
                card.name,
                option.name
            );
            assert!(
                !option.about.is_empty() && option.about.len() < 70,
                "{}: {}",
                card.name,
                option.about
            );
        }
    }
}

#[test]
fn specs_print_and_read_back() {
    for spec in specs() {
        assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec));
        assert_eq!(
            spec.to_string().to_uppercase().parse::<Spec>().as_ref(),
            Ok(&spec),
            "case does not matter"
        );
    }
}

#[test]
fn places_and_spots_carry_words_of_legal_moves() {
    for spec in specs() {
        let position = spec.start();
        let diagram = position.text();
        for place in &diagram.places {
            let line = &diagram.lines[place.line];
            assert!(
                place.column + place.width <= line.chars().count(),
                "{spec}: {place:?} lies on {line:?}"
            );
            assert!(
                !position.continuations(&[&place.word]).moves.is_empty(),
                "{spec}: {} fits no move",
                place.word
            );
        }
        let scene = position.scene();
        assert!(!scene.title.is_empty() && !scene.spots.is_empty(), "{spec}");
        for spot in &scene.spots {
            assert!(
                !position.continuations(&[&spot.word]).moves.is_empty(),
                "{spec}: {} fits no move",
                spot.word
            );
            let inside = spot.at.0 > scene.from.0
                && spot.at.0 < scene.to.0
                && spot.at.1 > scene.from.1
                && spot.at.1 < scene.to.1;
            assert!(inside, "{spec}: {spot:?} lies outside");
        }
    }
}

#[test]
fn every_move_is_a_place_or_a_word() {
    let mut rng = Rng::new(3);
    for spec in specs() {
        let mut line = Line::new(spec.clone());
        for _ in 0..12 {
            let moves = line.position().moves();
            let words = line.position().words();
            assert!(words.iter().all(|it| moves.contains(it)), "{spec}: {words:?}");
            // Words (pass, swap, white) can be told from places by how they are written.
            let looks: Vec<&String> =
                moves.iter().filter(|it| it.chars().all(|c| c.is_ascii_lowercase())).collect();
            assert_eq!(words.iter().collect::<Vec<_>>(), looks, "{spec} {:?}", line.plies());
            if moves.is_empty() {
                break;
            }
            let ply = moves[rng.below(moves.len() as u32) as usize].clone();
            line.play(&ply).expect("it was listed");
        }
    }
}

#[test]
fn every_position_of_a_random_game_can_be_seen() {
    let mut rng = Rng::new(1);
    for spec in specs() {
        let mut line = Line::new(spec.clone());
        while let Some(seat) = line.position().turn() {
            let moves = line.position().moves();
            let ply = moves[rng.below(moves.len() as u32) as usize].clone();
            let side = line.position().side().expect("a side is to move");
            assert!(spec.card().sides.contains(&side), "{seat:?} plays {side}");
            assert_eq!(line.play(&ply).map(str::to_string), Ok(ply));
        }
        let drawn = svg(&line.position().scene());
        assert!(
            drawn.starts_with("<svg ") && drawn.ends_with("</svg>\n") && !drawn.contains("NaN"),
            "{spec}"
        );
        assert!(line.position().to_string().is_ascii(), "{spec}: the diagram is ASCII");
        let again = line.position().clone().play("A1").unwrap_err();
        assert!(matches!(again, MoveError::Over | MoveError::Syntax(_)), "{spec}: {again:?}");
        assert!(
            line.undo() && line.position().outcome().is_none(),
            "{spec}: the last ply can be taken back"
        );
    }
}

#[test]
fn playouts_end_as_games_do() {
    let mut rng = Rng::new(3);
    for spec in specs() {
        let position = spec.start();
        for _ in 0..20 {
            let playout = position.playout(&mut rng);
            assert!(playout.plies > 0 && playout.plies < 2_000, "{spec}: {playout:?}");
        }
        if let Some(filled) = spec.fill(1_000, &mut rng) {
            assert!(
                filled.games >= 1_000 && filled.first_wins <= filled.games,
                "{spec}: {filled:?}"
            );
        }
    }
}

#[test]
fn the_computer_has_a_legal_move_everywhere() {
    for &game in GAMES {
        let spec = Spec::of(game, "").expect("defaults are allowed");
        let analyse = || {
            spec.start()
                .analyse(&Budget::simulations(30), &mut |_| std::ops::ControlFlow::Continue(()))
        };
        let (one, two) = (analyse().expect("it is not over"), analyse().expect("it is not over"));
        assert_eq!(one.candidates, two.candidates, "{spec}: the same seed gives the same search");
        assert!(spec.start().play(&one.candidates[0].ply).is_ok(), "{spec}");
        assert_eq!(one.candidates.len(), spec.start().count(), "{spec}");
    }
}

#[test]
fn a_pass_that_no_rule_allows_is_refused_with_what_is_allowed() {
    for spec in specs() {
        let mut start = spec.start();
        if start.moves().iter().any(|it| it == "pass") {
            continue;
        }
        let refused = start.play(" Pass ").unwrap_err().to_string();
        assert!(
            refused.starts_with("there is no passing in this game: write "),
            "{spec}: {refused}"
        );
    }
}

#[test]
fn where_pieces_run_out_it_is_told_how_many_are_left() {
    for (spec, moves, left) in [
        ("trichet", "", Some("94 tiles are left")),
        ("trichet", "N50ul.", Some("90 tiles are left")),
        ("trail-mix:size=4,tokens=20", "B2 A1", Some("Tokens left: Brown has 19, Green has 19")),
        ("hex", "A1", None),
    ] {
        let mut line = Line::new(spec.parse().expect("a spec"));
        moves.split_whitespace().for_each(|ply| {
            line.play(ply).expect("it is legal");
        });
        assert_eq!(line.position().remaining().as_deref(), left, "{spec} {moves}");
    }
}

#[test]
fn somebody_is_to_move_first() {
    for spec in specs() {
        let position = spec.start();
        assert!(position.turn().is_some() && position.outcome().is_none(), "{spec}");
        assert_ne!(position.held_by(Seat::First), position.held_by(Seat::Second), "{spec}");
    }
}

#[test]
fn every_game_is_played_through_by_its_legal_moves() {
    for &game in GAMES {
        let name = game.card().name;
        let mut rng = Rng::new(18);
        let mut position = Spec::of(game, "").expect("defaults are allowed").start();
        let mut last = String::new();
        while position.outcome().is_none() {
            assert_eq!(position.winner(), None, "{name}");
            let legal = position.legal_moves();
            assert_eq!(legal.len(), position.count(), "{name}");
            let before = position.text();
            last = rng.pick(&legal);
            let after = position.apply(&last).expect("it is legal");
            assert_eq!(position.text(), before, "{name}: a copy is played on");
            position = after;
        }
        assert_eq!(position.legal_moves(), [""; 0], "{name}");
        let winner = position.winner().map(|seat| position.held_by(seat));
        assert_eq!(winner, position.winner_side(), "{name}");
        assert_eq!(winner.is_none(), position.outcome() == Some(Outcome::Drawn), "{name}");
        assert_eq!(position.apply(&last).unwrap_err(), MoveError::Over, "{name}");
    }
}
