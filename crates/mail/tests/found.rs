//! Mails that once broke something, or are made to: `fuzz/seeds/letter`, which the fuzzer starts from. What it finds is added
//! there, and is read here from then on.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crosscut_mail::{Arrival, ClubAddress, MOST, own_words, read};

#[path = "../../../fuzz/swell.rs"]
mod swell;

#[test]
#[expect(clippy::disallowed_methods, reason = "a mail that is read for seconds is an attack")]
fn what_was_found_is_read_without_harm() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/letter");
    let mut slow = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let found = fs::read(&path).unwrap();
        // As long as a mail may be, and as its header section may be.
        for most in [MOST, MOST / 5, MOST / 20] {
            let mail = swell::swollen(&found, most);
            let begun = Instant::now();
            // A small stack shows recursion immediately.
            let thread = std::thread::Builder::new().stack_size(512 << 10);
            let read = thread.spawn(move || {
                let club: ClubAddress = "club@crosscut.example".parse().unwrap();
                read(&mail, &Arrival { trusted: Some("mx"), ..Arrival::new(&club) });
                own_words(&String::from_utf8_lossy(&mail));
            });
            read.unwrap().join().unwrap_or_else(|_| panic!("{}", path.display()));
            if Duration::from_secs(1) < begun.elapsed() {
                slow.push((path.clone(), most, begun.elapsed()));
            }
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}
