//! The sample games that can be watched: with the default options, decided by the rules, and with remarks on the way.

use crosscut_catalog::{GAMES, Line, Outcome, Spec};

/// The most moves in a row without a remark.
const SILENT: usize = 8;
/// The longest remark: a sentence or two, to be read while the board is shown.
const LONGEST: usize = 220;

#[test]
fn somebody_wins_every_game_that_can_be_watched() {
    for game in GAMES {
        let card = game.card();
        let mut line = Line::new(Spec::of(*game, "").unwrap());
        let remarks =
            line.play_list(card.sample).unwrap_or_else(|it| panic!("{}: {it}", card.name));
        let outcome = line.position().outcome();
        assert!(matches!(outcome, Some(Outcome::Won(_))), "{}: {outcome:?}", card.name);
        assert_eq!(remarks.len(), line.plies().len());
        assert!(remarks.last().is_some_and(|it| !it.is_empty()), "{}: how it ends", card.name);
        let mut silent = 0;
        for (n, remark) in remarks.iter().enumerate() {
            silent = if remark.is_empty() { silent + 1 } else { 0 };
            let at = format!("{}, ply {}: {remark}", card.name, n + 1);
            assert!(silent <= SILENT, "{at}");
            assert!(remark.is_empty() || remark.ends_with('.'), "{at}");
            assert!(remark.chars().count() <= LONGEST, "{at}");
        }
    }
}

#[test]
fn a_game_with_moves_that_follow_by_themselves_shows_some() {
    for game in GAMES {
        let mut line = Line::new(Spec::of(*game, "").unwrap());
        line.play_list(game.card().sample).unwrap();
        let forced: Vec<usize> =
            line.forced_words().iter().map(|it| it.matches(':').count()).collect();
        let cascades = forced.iter().filter(|&&rounds| rounds >= 2).count();
        let any = forced.iter().any(|&rounds| rounds > 0);
        assert!(!any || cascades >= 3, "{}: {forced:?}", game.card().name);
    }
}

#[test]
fn the_game_of_trail_mix_needs_no_more_tokens_than_are_in_the_box() {
    let spec: Spec = "trail-mix:tokens=20".parse().unwrap();
    let sample = spec.card().sample;
    let mut line = Line::new(spec);
    line.play_list(sample).unwrap();
    assert_eq!((line.position().winner_side(), line.plies().len()), (Some("Green"), 30));
}
