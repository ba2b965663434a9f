//! Any text typed as a move is played or refused, and what is played reads back as itself.
#![no_main]

use crosscut_catalog::{GAMES, Options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The first character chooses the game, the lines after it are moves.
    let Some(first) = text.chars().next() else { return };
    let game = GAMES[first as usize % GAMES.len()];
    let mut position = game.start(&Options::defaults(game.card().options));
    for line in text[first.len_utf8()..].lines() {
        let before = position.clone();
        if let Ok(canonical) = position.play(line) {
            let mut again = before;
            assert_eq!(
                again.play(&canonical).as_ref(),
                Ok(&canonical),
                "{line} is {canonical}, but not again"
            );
        }
    }
});
