use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use crosscut_arena::{Contender, Duel, Played};
use crosscut_record::{Form, Reader, Record, Writer, tag};

/// A game of a match: the pair, and whether A (0) or B (1) has the first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GameNumber {
    pub(super) pair: u64,
    pub(super) first: usize,
}

/// The log of a match: one record per line, each written in one piece as soon as the game is over. If the program is killed, at
/// most the line being written is torn; it is cut off when the match is resumed.
#[derive(Debug)]
pub(super) struct MatchLog {
    file: File,
    path: PathBuf,
    /// Identifies the match, in the tag `Event`.
    event: String,
    spec: String,
    names: [String; 2],
}

impl MatchLog {
    /// Opens a log, which may be new, and reads the games in it.
    ///
    /// # Errors
    /// The file is not the log of this match, or another process is writing to it.
    pub(super) fn open(
        path: &Path,
        duel: &Duel,
        event: String,
    ) -> Result<(Self, Vec<(GameNumber, Played)>)> {
        let name = path.display();
        let file = File::options().read(true).append(true).create(true).open(path);
        let file = file.with_context(|| format!("{name} cannot be opened"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another match is being written to {name}"),
            // Where files cannot be locked, nothing prevents two matches from using one log.
            Err(TryLockError::Error(_)) => {}
        }
        let mut log = MatchLog {
            file,
            path: path.to_path_buf(),
            event,
            spec: duel.spec.to_string(),
            names: duel.contenders.each_ref().map(Contender::to_string),
        };
        let games = log.read().with_context(|| format!("{name} is not a log of this match"))?;
        Ok((log, games))
    }

    fn read(&mut self) -> Result<Vec<(GameNumber, Played)>> {
        let mut bytes = Vec::new();
        self.file.rewind()?;
        self.file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut games: Vec<(GameNumber, Played)> = Vec::new();
        for (record, line) in Reader::new(Form::JsonLines, &bytes[..whole]).zip(1..) {
            let record = record?;
            let game = self.game(&record).with_context(|| format!("line {line}"))?;
            if games.iter().any(|(round, _)| *round == game.0) {
                bail!("line {line}: its game is there already");
            }
            games.push(game);
        }
        let torn = &bytes[whole..];
        if !torn.is_empty() {
            let begin = format!("{{\"game\":\"{}\"", self.spec);
            let known = torn.len().min(begin.len());
            if torn[..known] != begin.as_bytes()[..known] {
                bail!("its last line is not a record");
            }
            self.file.set_len(whole as u64)?;
        }
        Ok(games)
    }

    fn game(&self, record: &Record) -> Result<(GameNumber, Played)> {
        let event = record.tags.get(tag::EVENT).unwrap_or("none");
        if event != self.event {
            bail!("it belongs to another match, {event}; this one is {}", self.event);
        }
        let round = record.tags.get(tag::ROUND).and_then(GameNumber::read);
        let round = round.context("it does not say which game of the match it is")?;
        let played = Played::from_record(record, round.first).map_err(anyhow::Error::msg)?;
        Ok((round, played))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The log cannot be written.
    pub(super) fn add(&mut self, round: GameNumber, played: &Played) -> Result<()> {
        let mut record = played.to_record(&self.spec);
        // The tags begin with which game it is, followed by how it went.
        let went = std::mem::take(&mut record.tags);
        record.tags.set(tag::EVENT, &self.event);
        record.tags.set(tag::ROUND, round.to_string());
        record.tags.set(tag::FIRST, &self.names[round.first]);
        record.tags.set(tag::SECOND, &self.names[1 - round.first]);
        for (name, text) in went.iter() {
            record.tags.set(name, text);
        }
        self.write(&record)
            .with_context(|| format!("the game cannot be written to {}", self.path.display()))
    }

    fn write(&mut self, record: &Record) -> Result<()> {
        let mut writer = Writer::new(Form::JsonLines, Vec::new());
        writer.write(record)?;
        self.file.write_all(&writer.finish()?)?;
        Ok(self.file.sync_data()?)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl GameNumber {
    fn read(text: &str) -> Option<Self> {
        let (pair, game) = text.split_once('.')?;
        let first = ["1", "2"].iter().position(|it| *it == game)?;
        Some(GameNumber { pair: pair.parse::<u64>().ok()?.checked_sub(1)?, first })
    }
}

impl std::fmt::Display for GameNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.pair + 1, self.first + 1)
    }
}
