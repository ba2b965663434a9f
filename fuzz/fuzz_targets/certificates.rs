//! Any text given as a certificate is refused, or proves something about a position in which the game is not over.
#![no_main]

use crosscut_catalog::verify;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok((line, verified)) = verify(text) {
        assert!(line.position().outcome().is_none());
        assert!(verified.low <= verified.high, "both cannot win");
        assert!(verified.winning.len() + verified.not_winning <= verified.legal);
    }
});
