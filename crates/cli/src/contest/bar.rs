use crosscut_arena::Sprt;
use indicatif::{ProgressBar, ProgressStyle};

use super::book::PlayedGames;

/// The progress of a match, on standard error if that is a terminal.
#[derive(Debug)]
pub(super) struct MatchProgress(ProgressBar);

impl MatchProgress {
    pub(super) fn new(done: u64, missing: u64) -> Self {
        let bar = ProgressBar::new(done + missing);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left{msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(std::time::Duration::from_millis(500));
        MatchProgress(bar)
    }

    pub(super) fn show(&mut self, book: &PlayedGames, sprt: Option<Sprt>) {
        let score = book.score();
        let ratio = sprt.map_or(String::new(), |it| {
            format!(", LLR {:+.2}", score.log_likelihood_ratio(it.elo0, it.elo1))
        });
        self.0.set_message(format!("; A: {score}{ratio}"));
        self.0.set_position(book.n_games());
    }
}

impl Drop for MatchProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
