//! Every lesson is played through: the turns that it calls right are legal and achieve what it says.

use crosscut_catalog::{GAMES, Lesson, Line, Spec};

#[test]
fn every_lesson_is_true() {
    let only = std::env::var("GAME").unwrap_or_default();
    let mut wrong = Vec::new();
    for game in GAMES.iter().filter(|it| it.card().name.contains(&only)) {
        let name = game.card().name;
        // The file is read at run time, so that the author of a lesson need not build.
        let path = format!("../games/src/{}/lesson.txt", name.replace('-', "_"));
        let text = std::fs::read_to_string(&path).unwrap_or_default().leak();
        let lesson = match Lesson::read(*game, text) {
            Ok(lesson) => lesson,
            Err(why) => {
                wrong.push(format!("{name}: {why}"));
                continue;
            }
        };
        if lesson.first.len() != 3 || !(5..=8).contains(&lesson.steps.len()) {
            wrong.push(format!(
                "{name}: {} first steps, {} boards",
                lesson.first.len(),
                lesson.steps.len()
            ));
        }
        for (at, step) in lesson.steps.iter().enumerate() {
            if let Err(why) = step.check() {
                let board = step.line.position();
                wrong.push(format!("{name}, step {}: {why}\n{}\n{board}", at + 1, step.task));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_lesson_that_is_not_true_is_found_out() {
    let game = GAMES.iter().find(|it| it.card().name == "hex").expect("it is in the list");
    let check = |more: &str| {
        let text = format!("step: size=3,opening=none\ntask: Do it.\nwhy: So.\n{more}");
        let lesson = Lesson::read(*game, text.leak())?;
        lesson.steps[0].check()
    };
    assert_eq!(check("answer: any"), Ok(()));
    assert_eq!(check("setup: V:B1,B2 H:A1,C1 turn:V\ngoal: win\nwrong: No."), Ok(()));
    assert!(check("answer: D4\nwrong: No.").unwrap_err().contains("D4"));
    assert!(check("answer: B2").is_err(), "a wrong turn is answered");
    assert!(check("answer: A1\ngoal: win\nwrong: No.").is_err());
    assert!(check("answer: A1\ngoal: sure\nwrong: No.").is_err());
    // All the turns that win, and no others, in any order.
    let won = "setup: V:B1,B2 H:A1,C1 turn:V\ngoal: win\nwrong: No.\nanswer: ";
    let refused = Err("the turns that win are [\"A3\", \"B3\"]".to_string());
    for (answer, result) in [
        ("A3 | B3", Ok(())),
        ("B3 | A3", Ok(())),
        ("A3", refused.clone()),
        ("A3 | C3", refused.clone()),
        ("A3 | B3 | C3", refused.clone()),
    ] {
        assert_eq!(check(&format!("{won}{answer}")), result, "{answer}");
    }
}

#[test]
fn every_option_and_goal_can_be_said() {
    for game in GAMES {
        let card = game.card();
        for option in card.options {
            let said = |it: &str| card.spoken.options.iter().any(|(name, _)| *name == it);
            let words = match option.values {
                crosscut_catalog::Values::Number { .. } => vec![option.name.to_string()],
                crosscut_catalog::Values::Choice(words) => {
                    words.iter().map(|(word, _)| format!("{}={word}", option.name)).collect()
                }
            };
            assert!(words.iter().all(|it| said(it)), "{}: {}", card.name, option.name);
        }
        for goal in card.goals {
            let verb = goal.split(' ').next().unwrap_or_default();
            assert!(verb.ends_with('s') && verb.len() < goal.len(), "{}: {goal}", card.name);
        }
    }
    let spec: Spec = "trellis:size=9,opening=none".parse().expect("a spec");
    let card = spec.card();
    assert_eq!(spec.said(), "9 by 9, no swap");
    assert_eq!(card.doing(crosscut_catalog::Side::Second), "joining left and right");
    assert_eq!(card.you(crosscut_catalog::Side::First), "join top and bottom");
    assert_eq!(card.colour("H"), "Orange");
    assert_eq!("trellis".parse::<Spec>().map(|it| it.said()), Ok("15 by 15".to_string()));
    let nothing = Line::new(spec).play(" ").unwrap_err().error.to_string();
    assert!(nothing.contains("choose a place"), "{nothing}");
}

#[test]
fn diagrams_that_cannot_be_read_have_boards() {
    for game in GAMES {
        let card = game.card();
        let lesson = Lesson::of(*game).expect("it was read before");
        let n = card.help.matches("```").count() / 2;
        for shown in &lesson.diagrams {
            assert!((1..=n).contains(&shown.diagram), "{}: {}", card.name, shown.diagram);
            let scene = shown.line.position().scene();
            let there = |mark: &&str| scene.sites.iter().any(|it| it.word == *mark);
            let marks = shown.marks.iter().filter(|it| !it.is_empty());
            assert!(marks.clone().all(there), "{}: {:?}", card.name, shown.marks);
        }
    }
}
