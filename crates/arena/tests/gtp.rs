//! The engine behind the Go Text Protocol, compared with the games themselves.

use crosscut_arena::gtp::{Colour, Engine, Reply, word_of};
use crosscut_catalog::{Budget, GAMES, Rng, Spec};

fn engine(name: &str) -> (Spec, Engine) {
    let spec: Spec = name.parse().expect("a spec");
    (spec.clone(), Engine::new(spec, Budget::simulations(1)))
}

fn ask(engine: &mut Engine, line: &str) -> Reply {
    engine.answer(line).expect("it asks something")
}

#[test]
fn whole_random_games_can_be_played_by_dialogue() {
    let mut rng = Rng::new(5);
    for game in GAMES {
        let (spec, mut engine) = engine(game.card().name);
        let mut position = spec.start();
        let mut plies = 0;
        while let Some(colour) = Colour::to_move(&position, spec.card().sides) {
            let reply = ask(&mut engine, "to_move");
            assert_eq!(reply.text.as_deref(), Ok(colour.name()), "{spec}\n{position}");
            let other = if colour == Colour::Black { "white" } else { "black" };
            let moves = position.moves();
            let ply = &moves[rng.below(moves.len() as u32) as usize];
            // Half of the time, the stones of one move are separate words.
            let words =
                if rng.below(2) == 0 { ply.replace(',', " ") } else { word_of(ply).to_string() };
            assert!(ask(&mut engine, &format!("play {other} {words}")).text.is_err());
            let reply = ask(&mut engine, &format!("play {} {words}", colour.name()));
            assert_eq!(reply.text.as_deref(), Ok(""), "{spec} {ply}");
            position.play(ply).expect("it is legal");
            plies += 1;
        }
        let score = ask(&mut engine, "final_score").text.expect("it is over");
        let winner = position.winner_side();
        let colour = score.chars().next();
        let expected = winner.map(|side| spec.card().sides.iter().position(|it| *it == side));
        match expected {
            None => assert_eq!(score, "0", "{spec}"),
            Some(at) => assert_eq!(colour, Some(['B', 'W'][at.expect("a side")]), "{spec}"),
        }
        for _ in 0..plies {
            assert_eq!(ask(&mut engine, "undo").text.as_deref(), Ok(""));
        }
        assert!(ask(&mut engine, "undo").text.is_err());
        let moves = ask(&mut engine, "all_legal_moves").text.expect("there are some");
        assert_eq!(moves.split(' ').count(), spec.start().count(), "{spec}");
    }
}

#[test]
fn no_line_makes_the_engine_fall() {
    const WORDS: &[&str] = &[
        "play",
        "b",
        "W",
        "a1",
        "C3,F3",
        "swap",
        "pass",
        "resign",
        "boardsize",
        "5",
        "0",
        "-1",
        "99999999999999999999",
        "setup",
        "gogui-setup",
        "gogui-setup_player",
        "V:A1,B2",
        "turn:H",
        "spec",
        "trellis:size=5",
        "hex:size=3,",
        "time_settings",
        "time_left",
        "1e400",
        "nan",
        "1e9",
        "genmove",
        "reg_genmove",
        "undo",
        "clear_board",
        "final_score",
        "showboard",
        "known_command",
        "level",
        "set_random_seed",
        "crosscut-heat",
        "crosscut-pv",
        "all_legal_moves",
        "\u{0}\u{1b}",
        "é漢",
        "#",
        ",",
        "=",
        "\t",
    ];
    let mut rng = Rng::new(9);
    let (_, mut engine) = engine("hex:size=4");
    let mut answered = 0;
    for _ in 0..3000 {
        let n = rng.below(5);
        let line = (0..n).map(|_| WORDS[rng.below(WORDS.len() as u32) as usize]);
        let line = line.collect::<Vec<_>>().join(" ");
        // Large boards and long searches are for other tests.
        if line.starts_with("level") || line.starts_with("boardsize 9") {
            continue;
        }
        let Some(reply) = engine.answer(&line) else { continue };
        answered += 1;
        let text = reply.to_string();
        assert!(text.starts_with(['=', '?']) && text.ends_with("\n\n"), "{line:?}: {text:?}");
        assert_eq!(text.trim_end().matches("\n\n").count(), 0, "{line:?}: {text:?}");
        assert!(!text.contains("panicked") && text.len() < 100_000);
    }
    assert!(answered > 1000, "{answered}");
}
