//! An analysis for a person who is watching.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, Result};
use crosscut_catalog::{Analysis, Budget, Line, Ownership, Stopwatch};
use ratatui::crossterm::terminal;

use super::GAMES;
use super::sheet::{self, Tint, TintedRow};
use crate::play::leave;

/// The interval at which the terminal is refreshed.
const REFRESH: Duration = Duration::from_millis(250);
/// How long games for the map may delay the search at each refresh.
const MAPPING: Duration = Duration::from_millis(40);
/// The width of text that does not go to a terminal.
const WIDTH: usize = 80;

/// Analyses the end of a line, and shows the progress.
pub(super) fn run(
    line: &Line,
    budget: &Budget,
    shown: usize,
    map: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    leave::on_request(move || told.store(true, Relaxed));
    let mut view = LiveView {
        line,
        shown,
        ownership: map.then(|| Ownership::of(line.position(), budget.seed)).flatten(),
        map,
        terminal: io::stdout().is_terminal(),
        colours: env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()),
        height: 0,
        next: RefreshDue::default(),
    };
    let mut failed = None;
    let analysis = line.position().analyse(budget, &mut |analysis| {
        if let Err(error) = view.follow(analysis, out) {
            failed = Some(error);
        }
        match stop.load(Relaxed) || failed.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    Ok(view.close(&analysis.context("the computer has found no move")?, out)?)
}

/// What is on the screen, or was printed.
struct LiveView<'a> {
    line: &'a Line,
    /// How many candidates to show.
    shown: usize,
    ownership: Option<Ownership>,
    /// Whether a map was requested.
    map: bool,
    terminal: bool,
    colours: bool,
    /// How many lines the next drawing will overwrite.
    height: usize,
    next: RefreshDue,
}

/// When the next report is due.
#[derive(Default)]
struct RefreshDue {
    time: Duration,
    simulations: u64,
}

impl LiveView<'_> {
    /// Shows the progress of the analysis, if it is due.
    fn follow(&mut self, analysis: &Analysis<String>, out: &mut dyn Write) -> io::Result<()> {
        if !self.terminal {
            if analysis.simulations < self.next.simulations {
                return Ok(());
            }
            self.next.simulations = 2 * analysis.simulations;
            writeln!(out, "{}", news(analysis))?;
            return out.flush();
        }
        if analysis.time < self.next.time {
            return Ok(());
        }
        self.next.time = analysis.time + REFRESH;
        if let Some(ownership) = &mut self.ownership {
            let watch = Stopwatch::start();
            while watch.elapsed() < MAPPING {
                ownership.play(4, &analysis.candidates);
            }
        }
        let (width, height) = window();
        let frame = self.frame(analysis, width, Some(height.saturating_sub(1)));
        self.draw(&frame, width, out)
    }

    /// Shows the result.
    fn close(&mut self, analysis: &Analysis<String>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(ownership) = &mut self.ownership {
            ownership.play(GAMES.saturating_sub(ownership.games()), &analysis.candidates);
        }
        if self.terminal {
            let (width, _) = window();
            let frame = self.frame(analysis, width, None);
            return self.draw(&frame, width, out);
        }
        writeln!(out, "{}\n", news(analysis))?;
        for row in self.frame(analysis, WIDTH, None) {
            writeln!(out, "{}", sheet::print(&row, usize::MAX, false))?;
        }
        out.flush()
    }

    fn draw(&mut self, frame: &[TintedRow], width: usize, out: &mut dyn Write) -> io::Result<()> {
        // Moves up to the first line drawn, and redraws everything below it.
        let mut text = String::from("\r");
        if self.height > 0 {
            text += &format!("\x1b[{}A", self.height);
        }
        for row in frame {
            text += &sheet::print(row, width, self.colours);
            text += "\x1b[K\n";
        }
        self.height = frame.len();
        write!(out, "{text}\x1b[J")?;
        out.flush()
    }

    /// Everything, or as much as fits a height: a small window has fewer candidates, no map, no board.
    fn frame(
        &self,
        analysis: &Analysis<String>,
        width: usize,
        height: Option<usize>,
    ) -> Vec<TintedRow> {
        let position = self.line.position();
        let boards = self.boards(analysis, width);
        let summary = vec![TintedRow::new(), sheet::plain(&sheet::summary(position, analysis))];
        let room = height.unwrap_or(usize::MAX);
        // A heading, one candidate, and the number of those left out.
        let least = summary.len() + 3;
        let board = boards.into_iter().find(|board| board.len() + least <= room);
        let mut frame = board.unwrap_or_default();
        frame.extend(summary);
        let shown = self.shown.min(room.saturating_sub(frame.len() + 2)).max(1);
        frame.extend(sheet::table(analysis, shown, width));
        frame.truncate(room);
        frame
    }

    /// The board with everything that belongs to it, then with less and less.
    fn boards(&self, analysis: &Analysis<String>, width: usize) -> Vec<Vec<TintedRow>> {
        let board = sheet::board(self.line.position(), analysis, self.shown);
        let Some(map) = self.legend(analysis) else {
            let mut whole = board.clone();
            if self.map {
                whole.push(sheet::plain("There is no map: in this game places belong to nobody."));
            }
            return vec![whole, board];
        };
        let whole = sheet::beside(&board, &map, width).unwrap_or_else(|| {
            let mut whole = board.clone();
            whole.push(TintedRow::new());
            whole.extend(map);
            whole
        });
        vec![whole, board]
    }

    /// The map with a sentence about it.
    fn legend(&self, analysis: &Analysis<String>) -> Option<Vec<TintedRow>> {
        let ownership = self.ownership.as_ref()?;
        let position = self.line.position();
        let mut map = sheet::map(position, &ownership.places(analysis));
        map.push(sheet::plain(&format!("9 decides most of {} games", ownership.games())));
        if self.terminal && self.colours {
            let [first, second] = self.line.spec().card().sides;
            let mut row = sheet::plain("more often ");
            row.extend(first.chars().map(|c| (c, Tint::First)));
            row.extend(sheet::plain("'s, "));
            row.extend(second.chars().map(|c| (c, Tint::Second)));
            row.extend(sheet::plain("'s"));
            map.push(row);
        }
        Some(map)
    }
}

/// The progress of an analysis, in a line.
fn news(analysis: &Analysis<String>) -> String {
    let mut text = format!(
        "{:>7.2} s  {:>9} simulations  {:>5.3}  ",
        analysis.time.as_secs_f64(),
        analysis.simulations,
        analysis.share
    );
    if let Some(outcome) = analysis.proved {
        text += &format!("proved: {}  ", outcome.name());
    }
    for ply in &analysis.line {
        if text.chars().count() + ply.chars().count() + 1 > WIDTH {
            break;
        }
        text += &format!("{ply} ");
    }
    text.trim_end().to_string()
}

/// Columns and lines of the terminal.
fn window() -> (usize, usize) {
    let (width, height) = terminal::size().unwrap_or((80, 24));
    // A terminal that does not know its size reports 0.
    let known = |it: u16, usual| if it == 0 { usual } else { usize::from(it) };
    (known(width, 80), known(height, 24))
}
