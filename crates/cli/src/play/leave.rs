/// Calls `tell` when the program is asked to end: Ctrl-C, `kill`, a closed terminal. A second request ends it immediately.
///
/// On systems other than Unix the program just ends; the game is always saved in its file.
pub(crate) fn on_request(tell: impl Fn() + Send + 'static) {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;

        // If this fails the program just ends on a signal, which loses nothing.
        if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
            std::thread::spawn(move || {
                for (before, _) in signals.forever().enumerate() {
                    if before > 0 {
                        std::process::exit(130);
                    }
                    // A terminal that turns Ctrl-C into a signal discards its pending output, and with it a message printed too
                    // early.
                    std::thread::sleep(std::time::Duration::from_millis(50));
                    tell();
                }
            });
        }
    }
    #[cfg(not(unix))]
    drop(tell);
}

/// Calls `tell` when the program continues after being stopped: another program may have drawn on the terminal.
pub(crate) fn on_return(tell: impl Fn() + Send + 'static) {
    #[cfg(unix)]
    {
        use signal_hook::consts::SIGCONT;
        use signal_hook::iterator::Signals;

        if let Ok(mut signals) = Signals::new([SIGCONT]) {
            std::thread::spawn(move || signals.forever().for_each(|_| tell()));
        }
    }
    #[cfg(not(unix))]
    drop(tell);
}
