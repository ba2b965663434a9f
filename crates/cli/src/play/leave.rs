/// Calls `tell` when somebody asks the program to end: Ctrl-C, `kill`, a terminal that is closed. Who asks twice is
/// not asked back.
///
/// Elsewhere than on Unix the program just ends; the game is kept in its file at any time.
pub(crate) fn on_request(tell: impl Fn() + Send + 'static) {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;

        // Without this the program would simply end, which loses nothing.
        if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
            std::thread::spawn(move || {
                for (before, _) in signals.forever().enumerate() {
                    if before > 0 {
                        std::process::exit(130);
                    }
                    // A terminal that turns Ctrl-C into a signal throws away what it has not shown yet, and what is
                    // said too early with it.
                    std::thread::sleep(std::time::Duration::from_millis(50));
                    tell();
                }
            });
        }
    }
    #[cfg(not(unix))]
    drop(tell);
}

/// Calls `tell` when the program was stopped and goes on: whatever is on the terminal then is not ours.
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
