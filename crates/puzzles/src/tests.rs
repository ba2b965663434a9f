use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use boon::{Compiler, Schemas};
use crosscut_catalog::{GAMES, Limits, Line, Question, Setup, Spec, Value};
use serde_json::json;

use crate::*;

/// Limited by nodes alone, so that a busy machine proves as much as an idle one.
fn limits() -> Limits {
    Limits { time: None, nodes: Some(1_000_000), memory: 64 << 20, threads: 1 }
}

/// The easiest shipped puzzle of a game.
fn of(game: &str) -> &'static Puzzle {
    shipped().iter().find(|it| it.game() == game).unwrap()
}

#[test]
fn three_hundred_puzzles_of_all_games_are_shipped_and_none_twice() {
    assert_eq!(shipped().len(), 300);
    let (mut games, mut grades) = (BTreeMap::new(), BTreeMap::new());
    let mut alike = BTreeSet::new();
    for puzzle in shipped() {
        let line = puzzle.look_over().unwrap_or_else(|fault| panic!("{}: {fault}", puzzle.id));
        *games.entry(puzzle.game()).or_insert(0) += 1;
        *grades.entry(puzzle.grade).or_insert(0) += 1;
        let like = likeness(&line.spec().card(), line.position());
        assert!(alike.insert((puzzle.spec.as_str(), like)), "{} is there twice", puzzle.id);
        assert_eq!(find(&puzzle.id), Some(puzzle));
        assert!(read(&puzzle.to_string()).is_ok_and(|it| it == [puzzle.clone()]));
    }
    assert_eq!(games.len(), GAMES.len(), "{games:?}");
    assert!(games.values().all(|&n| n >= 15), "{games:?}");
    assert_eq!(grades.len(), 8, "{grades:?}");
    assert_eq!(find("nothing"), None);
}

#[test]
fn shipped_puzzles_of_every_game_are_proved_again() {
    for game in GAMES {
        let of_game: Vec<_> = shipped().iter().filter(|it| it.game() == game.card().name).collect();
        // `crosscut puzzles check` proves the whole set; here those with the least to prove.
        let mut cheap = of_game.clone();
        cheap.sort_by_key(|it| it.legal);
        for puzzle in cheap.iter().take(3) {
            let proof = prove(puzzle, &limits());
            assert!(proof.is_ok(), "{}: {}", puzzle.id, proof.unwrap_err());
        }
    }
}

#[test]
fn what_is_no_puzzle_is_told() {
    let good = of("bridg-it").clone();
    assert!(prove(&good, &limits()).is_ok());
    let line = good.line().unwrap();
    let other = line.position().moves().into_iter().find(|it| *it != good.solution).unwrap();
    let with = |change: &dyn Fn(&mut Puzzle)| {
        let mut puzzle = good.clone();
        change(&mut puzzle);
        prove(&puzzle, &limits()).unwrap_err()
    };
    let winning = vec![good.solution.clone()];
    assert_eq!(
        with(&|it| (it.solution, it.defence) = (other.clone(), Vec::new())),
        Fault::Winning(winning)
    );
    assert_eq!(with(&|it| it.id = "00000000".to_string()), Fault::Id(good.id.clone()));
    assert_eq!(with(&|it| it.grade = 9), Fault::Grade(9));
    assert_eq!(with(&|it| it.legal += 1), Fault::Legal(good.legal));
    assert_eq!(with(&|it| it.side = "nobody".to_string()), Fault::Side(good.side.clone()));
    assert!(matches!(with(&|it| it.solution = "Z99".to_string()), Fault::Solution(_)));
    assert!(matches!(with(&|it| it.defence = vec!["Z99".to_string()]), Fault::Defence(_)));
    assert!(matches!(with(&|it| it.moves.push("Z99".to_string())), Fault::Position(_)));
    assert!(matches!(with(&|it| it.spec = "go".to_string()), Fault::Position(_)));
    // One ply later the other side is to move, and has lost.
    let lost = with(&|it| {
        it.moves.push(it.solution.clone());
        let line = it.line().unwrap();
        let position = line.position();
        (it.side, it.legal) = (position.side().unwrap().to_string(), position.count());
        it.solution = position.moves().remove(0);
        (it.id, it.defence) = (Puzzle::id_of(line.spec(), position), Vec::new());
    });
    assert_eq!(lost, Fault::NotWon(Value::Loss));
    // Of two turns that win, neither is a solution.
    let line = Line::new("hex:size=2,opening=none".parse().unwrap());
    let two = Puzzle {
        id: Puzzle::id_of(line.spec(), line.position()),
        spec: line.spec().to_string(),
        moves: Vec::new(),
        side: line.position().side().unwrap().to_string(),
        solution: "B1".to_string(),
        plies: None,
        legal: 4,
        defence: Vec::new(),
        ..good.clone()
    };
    let both = ["B1", "A2"].map(String::from).to_vec();
    assert_eq!(prove(&two, &limits()), Err(Fault::Winning(both)));
    let no_time = Limits { nodes: Some(1), ..limits() };
    assert_eq!(prove(of("hex"), &no_time), Err(Fault::Unproved));
}

#[test]
fn a_pair_in_another_order_is_the_same_turn() {
    let pair = shipped().iter().find(|it| it.solution.contains(',')).unwrap();
    let words: Vec<&str> = pair.solution.split(',').rev().collect();
    let turned = Puzzle { solution: words.join(","), ..pair.clone() };
    assert_eq!(turned.look_over().unwrap_err(), Fault::Spelling(pair.solution.clone()));
}

#[test]
fn a_file_is_read_line_by_line_and_the_first_bad_one_is_named() {
    let line = of("hex").to_string();
    let (at, fault) = read(&format!("{line}\n\n{line}\n")).unwrap_err();
    assert_eq!((at, fault), (3, Fault::Twice(1)));
    let (at, fault) = read(&format!("\n{line}\n{{\"id\": 5}}\n")).unwrap_err();
    assert!(at == 3 && matches!(fault, Fault::Json(_)), "{at} {fault}");
    assert!(read("\n \n").unwrap().is_empty());
}

#[test]
fn what_is_turned_mirrored_or_exchanged_is_alike() {
    let spec: Spec = "hex:size=5,opening=none".parse().unwrap();
    let like = |setup: &str| {
        let line = Line::from_setup(spec.clone(), Setup::parse(setup).unwrap()).unwrap();
        likeness(&spec.card(), line.position())
    };
    let one = like("V:A1,B3 H:C2 turn:V");
    assert_eq!(one, like("V:E5,D3 H:C4 turn:V"), "turned by half a turn");
    assert_eq!(one, like("H:A1,C2 V:B3 turn:H"), "mirrored, the sides exchanged");
    assert_ne!(one, like("V:A1,B3 H:C2 turn:H"), "the other side is to move");
    assert_ne!(one, like("V:A1,B3 H:D2 turn:V"), "a stone elsewhere");
}

#[test]
fn every_puzzle_has_its_day_and_neighbours_are_of_different_games() {
    let n = shipped().len() as i64;
    let days: BTreeSet<&str> = (0..n).map(|day| daily(20_000 + day).id.as_str()).collect();
    assert_eq!(days.len(), shipped().len());
    assert!((0..n).all(|day| daily(day).game() != daily(day + 1).game()));
    assert_eq!(daily(-1), daily(n - 1));
}

#[test]
fn a_wrong_turn_is_refuted_and_the_right_one_is_not() {
    for game in ["bridg-it", "diagonal-bridg-it", "hex", "trellis"] {
        let puzzle = of(game);
        let line = puzzle.line().unwrap();
        let seat = line.position().turn().unwrap();
        let generous = Effort { time: std::time::Duration::from_secs(60), ..Effort::QUICK };
        let try_it = |ply: &str| {
            let mut after = line.position().clone();
            after.play(ply).unwrap();
            let said = answer(&after, seat, &generous);
            for ply in &said.plies {
                after.play(ply).unwrap();
            }
            (said, after)
        };
        let (said, _) = try_it(&puzzle.solution);
        assert!(matches!(said.verdict, Verdict::Won | Verdict::Wins), "{said:?}");
        assert!(!said.fails(true));
        let wrong = line.position().moves().into_iter().find(|it| *it != puzzle.solution).unwrap();
        let (said, after) = try_it(&wrong);
        assert!(matches!(said.verdict, Verdict::Loses | Verdict::Draws), "{wrong}: {said:?}");
        assert!(said.fails(true) && !said.plies.is_empty());
        // The answer has the verdict promised.
        if let Some(turn) = after.turn() {
            assert_eq!(turn, seat);
            let value = crate::prove::ask(&after, Default::default(), &limits()).value;
            let wanted = if said.verdict == Verdict::Loses { Value::Loss } else { Value::Draw };
            assert_eq!(value, Some(wanted), "{} {wrong} {:?}", puzzle.id, said.plies);
        }
        let words = said.says(&puzzle.side, line.spec().card().sides, &wrong, true);
        assert!(
            words.starts_with(&format!("{wrong} loses: ")) || words.contains("draw"),
            "{words}"
        );
    }
}

/// Tests a puzzle whose shortest refutation is not the one that a proof names first, and some others.
#[test]
fn what_is_said_to_win_at_once_ends_the_game() {
    let mut at_once = 0;
    let named = [("xcn31wft", "A2"), ("g7xx2719", "A3"), ("2z0ven7j", "A2")];
    for (id, wrong) in named {
        let puzzle = shipped().iter().find(|it| it.id == id).unwrap();
        let line = puzzle.line().unwrap();
        let seat = line.position().turn().unwrap();
        let mut after = line.position().clone();
        after.play(wrong).unwrap();
        let generous = Effort { time: std::time::Duration::from_secs(60), ..Effort::QUICK };
        let said = answer(&after, seat, &generous);
        let words = said.says(&puzzle.side, line.spec().card().sides, wrong, true);
        assert_eq!(said.verdict, Verdict::Loses, "{id}: {words}");
        for ply in &said.plies {
            after.play(ply).unwrap();
        }
        let over = after.outcome().is_some();
        assert_eq!(words.contains("wins at once"), over, "{id}: {words}");
        at_once += usize::from(over);
        if let (Some(lasts), false) = (said.lasts, over) {
            let solution =
                crate::prove::ask(&after, Question { all: false, plies: true }, &limits());
            assert_eq!(solution.plies, Some(lasts - 1), "{id}: {words}");
        }
    }
    assert!(0 < at_once);
}

#[test]
fn the_maker_finds_puzzles_and_the_same_ones_from_the_same_seed() {
    let limits = Limits { nodes: Some(20_000), ..limits() };
    let make = |noted: &[Puzzle]| {
        let mut maker = Maker::new("bridg-it:size=4".parse().unwrap(), 7, limits.clone());
        noted.iter().for_each(|it| maker.note(it));
        let next = maker.next(&mut |made| {
            if made.games < 40 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        next.unwrap()
    };
    let one = make(&[]);
    assert!(prove(&one, &limits).is_ok());
    let again = make(&[]);
    // The defence depends on a timed search.
    assert_eq!((&again.id, &again.solution, again.grade), (&one.id, &one.solution, one.grade));
    assert_ne!(make(std::slice::from_ref(&one)).id, one.id, "what is there is not made again");
}

#[test]
fn puzzles_of_one_game_are_some_plies_apart() {
    let limits = Limits { nodes: Some(20_000), ..limits() };
    let mut maker = Maker::new("bridg-it:size=4".parse().unwrap(), 7, limits);
    let mut watch = |made: Making| match made.games < 60 {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let made: Vec<Puzzle> = std::iter::from_fn(|| maker.next(&mut watch)).collect();
    let mut of_one_game = 0;
    for pair in made.windows(2) {
        let [a, b] = [&pair[0].moves, &pair[1].moves];
        // The last ply may be another one than the game's.
        let same = a.len().min(b.len()) - 1;
        if same > 4 && a[..same] == b[..same] {
            of_one_game += 1;
            assert!(a.len().abs_diff(b.len()) >= 3, "{a:?} {b:?}");
        }
    }
    assert!(of_one_game > 0, "{} puzzles", made.len());
}

#[test]
fn a_grade_is_what_it_was_when_the_puzzle_was_made() {
    let mut some: Vec<_> = shipped().iter().filter(|it| it.plies != Some(1)).collect();
    some.sort_by_key(|it| it.legal);
    for puzzle in some.into_iter().filter(|it| it.game() == "bridg-it").take(2) {
        assert_eq!(grade(puzzle.line().unwrap().position(), &puzzle.solution), puzzle.grade);
    }
}

#[test]
fn the_schema_knows_puzzles_from_what_is_none() {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema = include_str!("../../../docs/puzzle.schema.json");
    compiler.add_resource("puzzle.json", serde_json::from_str(schema).unwrap()).unwrap();
    let index = compiler.compile("puzzle.json", &mut schemas).unwrap();
    for puzzle in shipped() {
        let it = serde_json::to_value(puzzle).unwrap();
        assert!(schemas.validate(&it, index).is_ok(), "{it}");
        assert_eq!(serde_json::from_value::<Puzzle>(it).unwrap(), *puzzle);
    }
    let good = serde_json::to_value(of("hex")).unwrap();
    for (field, value) in [
        ("grade", json!(9)),
        ("grade", json!(0)),
        ("id", json!("ABCDEFGH")),
        ("moves", json!("A1 B2")),
        ("solution", json!(null)),
        ("legal", json!(-1)),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(schemas.validate(&bad, index).is_err(), "{bad}");
    }
}
