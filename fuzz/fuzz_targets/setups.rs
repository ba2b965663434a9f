//! Any text typed as a set-up or a diagram gives a position that can be drawn and played on, or is refused.
#![no_main]

use crosscut_catalog::{GAMES, Options, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some(first) = text.chars().next() else { return };
    let text = &text[first.len_utf8()..];
    let game = GAMES[first as usize % GAMES.len()];
    let options = Options::defaults(game.card().options);
    let _ = game.read_diagram(&options, text);
    let Ok(setup) = Setup::parse(text) else { return };
    assert_eq!(Setup::parse(&setup.to_string()).as_ref(), Ok(&setup));
    if let Ok(mut position) = game.set_up(&options, &setup) {
        assert_eq!(position.outcome().is_some(), position.count() == 0);
        let _ = (position.text(), position.scene());
        if let Some(ply) = position.moves().first() {
            assert!(position.play(ply).is_ok());
        }
    }
});
