//! Any text in the subject or the body of a mail is understood, or refused in words.
#![no_main]

use crosscut_speech::{commands, read, remarks};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (subject, body) = text.split_once('\n').unwrap_or((text, ""));
    for me in [None, Some("ann")] {
        if let Err(error) = read(subject, me) {
            let words = error.to_string();
            // A refusal that was cut off ends in two full stops.
            let ends = words.ends_with("..") || !words.ends_with('.');
            assert!(!words.is_empty() && ends, "{words}");
        }
    }
    for line in commands(body) {
        let _ = read(line, Some("ann"));
    }
    for piece in remarks(body, 20) {
        assert!(!piece.is_empty() && piece.chars().count() <= 20, "{piece}");
    }
});
