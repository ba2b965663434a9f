use std::io::{Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::Result;
use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;

/// The whole terminal, while this value lives. It is restored in any case.
#[derive(Debug)]
pub(crate) struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Takes over the terminal.
    ///
    /// # Errors
    /// The terminal does not respond as requested.
    pub(crate) fn take() -> Result<Self> {
        let inner = ratatui::Terminal::new(CrosstermBackend::new(stdout()))?;
        let mut terminal = Terminal { inner };
        give_back_on_panic();
        terminal.enter()?;
        Ok(terminal)
    }

    /// Takes over the terminal, possibly after another program has used it.
    pub(crate) fn enter(&mut self) -> Result<()> {
        TAKEN.store(true, Ordering::Relaxed);
        enable_raw_mode()?;
        let backend = self.inner.backend_mut();
        execute!(backend, EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(())
    }

    /// Restores the terminal and stops the program, as Ctrl-Z does; when continued, it finds everything as it was. Where no
    /// shell can do that, it continues immediately.
    pub(crate) fn suspend(&mut self) -> Result<()> {
        give_back();
        #[cfg(unix)]
        signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
        self.enter()?;
        self.forget()
    }

    pub(crate) fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> Result<()> {
        self.inner.draw(paint)?;
        Ok(())
    }

    /// Forgets what is on the screen, so that the next drawing is complete.
    pub(crate) fn forget(&mut self) -> Result<()> {
        let size = self.inner.size()?;
        // Not `clear`, which asks the terminal for the cursor position: the thread that reads the keys would get the answer.
        self.inner.resize(Rect::new(0, 0, size.width, size.height))?;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal has to be restored. It must not be done twice: the cursor jumps each time.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Restores the terminal as far as possible: if the terminal is gone, nothing can be done.
fn give_back() {
    if !TAKEN.swap(false, Ordering::Relaxed) {
        return;
    }
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

/// A panic's message would vanish with the screen it is written on. Threads other than this one catch their own panics.
fn give_back_on_panic() {
    let here = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == here {
            give_back();
            before(info);
        }
    }));
}
