//! A game at one keyboard, against the computer or between two people.

mod board;
mod choices;
mod command;
mod file;
mod hand;
mod input;
pub(crate) mod leave;
mod look;
mod menu;
mod mind;
mod paint;
mod plain;
mod players;
mod screen;
mod scroll;
mod table;
mod terminal;
mod thinker;
mod view;

#[cfg(test)]
mod tests;

use std::io::{self, BufReader, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use crosscut_catalog::{GAMES, Level, Line, Spec};

use crate::teach;
use file::GameFile;
use players::players;
use table::LocalGame;

/// Play against the computer
///
/// Uses the whole terminal; without one, or with --plain, it works line by line. The game is saved to a file after
/// every ply: whatever ends the program, --resume continues it.
#[derive(Args, Debug)]
#[command(after_long_help = teach::play())]
pub(crate) struct PlayArgs {
    /// The game and its options [default: the first game of the list]
    #[arg(conflicts_with = "resume")]
    spec: Option<Spec>,
    /// The side you play, by its name; or first, second, both (two people) or none (to watch) [default: first]
    #[arg(long, value_name = "NAME")]
    side: Option<String>,
    /// How hard the computer plays, from 1 to 8 [default: 4]
    #[arg(long, value_name = "L", value_parser = level)]
    level: Option<Level>,
    /// Resume the game in a record
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Line by line, without colours or cursor: for pipes and screen readers
    #[arg(long)]
    plain: bool,
}

impl PlayArgs {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<()> {
        let plain = self.plain || !has_screen();
        let table = self.table()?;
        let (table, played) = if plain {
            plain::run(table, Box::new(BufReader::new(io::stdin())), out)
        } else {
            screen::run(table)
        };
        if !plain {
            writeln!(out, "{}", table.status())?;
        }
        let farewell = farewell(&table, out);
        // Before an error is shown next to it.
        out.flush()?;
        farewell.and(played)
    }

    /// The table as requested: a new game, or one to resume.
    fn table(&self) -> Result<LocalGame> {
        let level = self.level.unwrap_or(DEFAULT_LEVEL);
        match &self.resume {
            Some(path) => {
                let (file, kept) = GameFile::open(path)?;
                let players = match (&self.side, self.level) {
                    (Some(side), _) => players(side, level, &kept.line)?,
                    (None, level) => kept.players(level),
                };
                LocalGame::new(kept.line, players).with_ending(kept.ending).kept_in(file)
            }
            None => {
                let spec = match &self.spec {
                    Some(spec) => spec.clone(),
                    None => match GAMES.first() {
                        Some(&game) => Spec::of(game, "")?,
                        None => bail!("there is no game to play"),
                    },
                };
                let line = Line::new(spec);
                let players = players(self.side.as_deref().unwrap_or("first"), level, &line)?;
                let file = GameFile::create(line.spec().card().name)?;
                LocalGame::new(line, players).kept_in(file)
            }
        }
    }
}

const DEFAULT_LEVEL: Level = Level::ALL[3];

pub(crate) fn level(text: &str) -> Result<Level, String> {
    let level = text.trim().parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("levels go from 1 to {}", Level::ALL.len()))
}

/// Whether there is a terminal that can do more than print lines.
fn has_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Prints where the game is saved, and how to resume it.
fn farewell(table: &LocalGame, out: &mut dyn Write) -> Result<()> {
    if let Some(trouble) = table.trouble() {
        let moves = table.line().plies().join(" ");
        writeln!(out, "These are its moves: crosscut replay {} {moves}", table.spec())?;
        bail!("{trouble}");
    }
    if let Some(file) = table.file() {
        let verb = if table.turn().is_some() { "Resume it" } else { "Show it again" };
        writeln!(out, "The game is saved: {}", file.path().display())?;
        writeln!(out, "{verb} with: crosscut play --resume {}", file.quoted())?;
    }
    Ok(())
}
