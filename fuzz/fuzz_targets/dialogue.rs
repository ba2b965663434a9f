//! An engine answers any input in the form of its protocol; any text given as a player is read or refused.
#![no_main]

use crosscut_arena::Contender;
use crosscut_arena::gtp::Engine;
use crosscut_catalog::{Budget, GAMES, Spec};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // The first character chooses the game, the lines after it are commands.
    let Some(first) = text.chars().next() else { return };
    let Ok(spec) = Spec::of(GAMES[first as usize % GAMES.len()], "") else { return };
    let mut engine = Engine::new(spec, Budget { nodes: 1000, ..Budget::simulations(1) });
    for line in text[first.len_utf8()..].lines() {
        let _ = line.parse::<Contender>();
        // A level may search for seconds.
        if line.contains("level") {
            continue;
        }
        let Some(reply) = engine.answer(line) else { continue };
        let reply = reply.to_string();
        assert!(reply.starts_with(['=', '?']), "{line}: {reply}");
        assert_eq!(reply.find("\n\n"), Some(reply.len() - 2), "{line}: {reply}");
    }
});
