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

/// The whole terminal, for as long as this lives. It is given back as it was, whatever happens.
#[derive(Debug)]
pub(crate) struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Takes the terminal.
    ///
    /// # Errors
    /// If it does not do what is asked of it.
    pub(crate) fn take() -> Result<Self> {
        let inner = ratatui::Terminal::new(CrosstermBackend::new(stdout()))?;
        let mut terminal = Terminal { inner };
        give_back_on_panic();
        terminal.enter()?;
        Ok(terminal)
    }

    /// Takes the terminal, again if somebody else had it meanwhile.
    pub(crate) fn enter(&mut self) -> Result<()> {
        TAKEN.store(true, Ordering::Relaxed);
        enable_raw_mode()?;
        let backend = self.inner.backend_mut();
        execute!(backend, EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(())
    }

    /// Gives the terminal back and stops the program, as Ctrl-Z does; who wants it to go on finds all as it was. Where
    /// no shell could do that, it goes on at once.
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

    /// Forgets what is on the screen, so that the next drawing is a whole one.
    pub(crate) fn forget(&mut self) -> Result<()> {
        let size = self.inner.size()?;
        // Not `clear`: that asks the terminal where its cursor is, and the answer goes to whoever reads the keys.
        self.inner.resize(Rect::new(0, 0, size.width, size.height))?;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal is to be given back. Twice would be once too often: the cursor jumps each time.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// What can be done is done: a terminal that is gone cannot be mended.
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

/// A panic's message would vanish with the screen it is written on. Other threads than this one catch their own.
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
