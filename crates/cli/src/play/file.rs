use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use crosscut_catalog::{Level, Line, Outcome, Seat, in_turns};
use crosscut_record::{Form, GameResult, Reader, Record, Writer, tag};

use super::table::{Ending, LocalGame, Player};
use crate::state;

/// The file in which a game is saved, as a record. Other contents of the record (events, comments) are preserved.
#[derive(Debug)]
pub(crate) struct GameFile {
    path: PathBuf,
    form: Form,
    record: Record,
}

/// The game read from a file.
#[derive(Debug)]
pub(crate) struct SavedGame {
    pub(crate) line: Line,
    pub(crate) ending: Option<Ending>,
    seats: [Option<Player>; 2],
}

/// The tags of the seats' names.
const SEATS: [&str; 2] = [tag::FIRST, tag::SECOND];

impl GameFile {
    /// Creates a file for a new game: in the user's state folder, or in the current folder.
    ///
    /// # Errors
    /// Neither folder is writable.
    pub(crate) fn create(game: &str) -> Result<Self> {
        let path =
            state::new_file(game, Form::Text.extension()).context("the game cannot be saved")?;
        Ok(GameFile { path, form: Form::Text, record: Record::default() })
    }

    /// Opens the file of a game to resume.
    ///
    /// # Errors
    /// The file cannot be read, or is not a single legal game.
    pub(crate) fn open(path: &Path) -> Result<(Self, SavedGame)> {
        let name = path.display();
        let bytes = fs::read(path).with_context(|| format!("{name} cannot be read"))?;
        // The file itself is to be replaced, not a link to it.
        let path = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_path_buf() };
        let form = Form::guess(&path, &bytes).unwrap_or(Form::Text);
        let mut records = Reader::new(form, &bytes[..]);
        let no_game = || format!("{name} has no game to resume");
        let record = records.next().with_context(no_game)?.with_context(no_game)?;
        if records.next().is_some() {
            bail!("{name} has several games: put one of them in a file of its own");
        }
        let mut record = in_turns(record);
        let line = Line::from_record(&record).with_context(no_game)?;
        // Moves are rewritten in canonical form, each keeping its comment.
        for (ply, text) in record.plies.iter_mut().zip(line.plies()) {
            ply.text.clone_from(text);
        }
        let kept = SavedGame {
            ending: if line.position().outcome().is_some() { None } else { ending(&record) },
            seats: SEATS.map(|name| record.tags.get(name).map(Player::named)),
            line,
        };
        Ok((GameFile { path, form, record }, kept))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The path quoted as one word for a shell.
    pub(crate) fn quoted(&self) -> String {
        let path = match self.path.display().to_string() {
            // Otherwise it would be taken for an option.
            path if path.starts_with('-') => format!("./{path}"),
            path => path,
        };
        let plain = |c: char| c.is_alphanumeric() || "/\\._-+:~".contains(c);
        match path.chars().all(plain) {
            true => path,
            false if cfg!(windows) => format!("\"{path}\""),
            false => format!("'{}'", path.replace('\'', r"'\''")),
        }
    }

    /// Saves the game in one step: a reader of the file sees either the old game or the new one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(&mut self, table: &LocalGame) -> Result<()> {
        self.record = record(table, &self.record);
        let mut beside = OsString::from(&self.path);
        beside.push(".new");
        let write = || {
            let mut writer = Writer::new(self.form, Vec::new());
            writer.write(&self.record)?;
            fs::write(&beside, writer.finish()?)?;
            Ok::<(), anyhow::Error>(fs::rename(&beside, &self.path)?)
        };
        write().with_context(|| format!("the game cannot be saved as {}", self.path.display()))
    }
}

impl SavedGame {
    /// The players in the seats: as in the record, except for the computer's level if another one is requested.
    pub(crate) fn players(&self, level: Option<Level>) -> [Player; 2] {
        let players = match self.seats {
            [None, None] => [Player::Person, Player::Computer(super::DEFAULT_LEVEL)],
            seats => seats.map(|seat| seat.unwrap_or(Player::Person)),
        };
        players.map(|player| match (player, level) {
            (Player::Computer(_), Some(level)) => Player::Computer(level),
            (player, _) => player,
        })
    }
}

/// The record of the game, with everything else that `before` contains.
fn record(table: &LocalGame, before: &Record) -> Record {
    let mut record = table.line().to_record();
    let played = std::mem::take(&mut record.tags);
    record.tags = before.tags.clone();
    for seat in Seat::BOTH {
        let (name, player) = (SEATS[seat.index()], table.player(seat));
        if before.tags.get(name).map(Player::named) != Some(player) {
            record.tags.set(name, player.to_string());
        }
    }
    for (name, text) in played.iter() {
        record.tags.set(name, text);
    }
    // A tag whose moves differ from the record's would be refused.
    if !record.plies.iter().map(|it| &it.text).eq(before.plies.iter().map(|it| &it.text)) {
        drop(record.tags.remove(tag::VARIATIONS));
    }
    record.comment.clone_from(&before.comment);
    let same =
        record.plies.iter_mut().zip(&before.plies).take_while(|(new, old)| new.text == old.text);
    same.for_each(|(new, old)| new.clone_from(old));
    let how = match (table.ending(), record.result) {
        (Some(ending), _) => {
            record.result = result(ending.outcome);
            ending.how.as_str()
        }
        (None, GameResult::Open) => "",
        (None, _) => "rules",
    };
    match how {
        "" => drop(record.tags.remove(tag::ENDING)),
        how => record.tags.set(tag::ENDING, how),
    }
    record
}

fn result(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Won(Seat::First) => GameResult::First,
        Outcome::Won(Seat::Second) => GameResult::Second,
        Outcome::Drawn => GameResult::Draw,
    }
}

fn ending(record: &Record) -> Option<Ending> {
    let outcome = match record.result {
        GameResult::First => Outcome::Won(Seat::First),
        GameResult::Second => Outcome::Won(Seat::Second),
        GameResult::Draw => Outcome::Drawn,
        GameResult::Open => return None,
    };
    let how = record.tags.get(tag::ENDING).unwrap_or_default().to_string();
    Some(Ending { outcome, how })
}
