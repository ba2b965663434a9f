//! Any text typed as a spec is read or refused; what a spec prints reads back as the same spec.
#![no_main]

use crosscut_catalog::Spec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
});
