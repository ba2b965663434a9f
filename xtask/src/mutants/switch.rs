//! What is put into every crate when many faults are compiled in at once: which of them is on, and which were reached.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

struct Switches {
    /// The fault that is on.
    on: Option<usize>,
    /// Where the faults that are reached are written, and which were.
    reached: Option<(std::fs::File, Vec<AtomicBool>)>,
}

static SWITCHES: OnceLock<Switches> = OnceLock::new();

/// Whether a fault is on.
pub(crate) fn on(fault: usize) -> bool {
    let switches = SWITCHES.get_or_init(read);
    if let Some((file, reached)) = &switches.reached
        && !reached[fault].swap(true, Ordering::Relaxed)
    {
        // One write of a short line to the end of a file: those of other processes stay whole.
        let _ = (&*file).write_all(format!("{fault}\n").as_bytes());
    }
    switches.on == Some(fault)
}

fn read() -> Switches {
    let on = std::env::var("FAULT_ON").ok().and_then(|it| it.parse().ok());
    let reached = std::env::var_os("FAULTS_REACHED").map(|path| {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        (file.expect("a file for the faults that are reached"), (0..1 << 16).map(|_| AtomicBool::new(false)).collect())
    });
    Switches { on, reached }
}
