//! Whatever is typed as a spec is one or is refused; what it prints is the same spec again.
#![no_main]

use crosscut_catalog::Spec;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(spec) = text.parse::<Spec>() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
});
