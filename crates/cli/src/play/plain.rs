//! The game line by line: for pipes, screen readers and terminals without cursor control.
//!
//! Only text and newlines are written, and nothing is repeated that can be asked for.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::command::{COMMANDS, PlayCommand};
use super::leave;
use super::mind::PlayMemory;
use super::table::LocalGame;
use super::thinker::{Thinker, Thought};
use crate::help_game;
use crate::replay::{reasons, winning};
use crosscut_catalog::page::wrap;

/// An event in the game loop.
enum PlainEvent {
    /// A line was typed; `None` at the end of the input.
    Line(Option<String>),
    Thought(Thought),
    /// The program was asked to end.
    Leave,
}

/// The most moves listed.
const LISTED: usize = 60;

/// Plays until the person leaves or the input ends, and returns the table.
pub(crate) fn run(
    mut table: LocalGame,
    input: Box<dyn BufRead + Send>,
    out: &mut dyn Write,
) -> (LocalGame, Result<()>) {
    let (tell, happenings) = channel();
    let leaver = tell.clone();
    leave::on_request(move || {
        let _ = leaver.send(PlainEvent::Leave);
    });
    let mut conversation = PlainSession {
        ask: reader(input, tell.clone()),
        tell,
        happenings,
        prompt: std::io::stdin().is_terminal(),
        resigning: false,
        mind: PlayMemory::default(),
    };
    let played = conversation.hold(&mut table, out);
    (table, played)
}

struct PlainSession {
    /// Requests a line of input.
    ask: Sender<()>,
    tell: Sender<PlainEvent>,
    happenings: Receiver<PlainEvent>,
    /// Whether somebody is there to see a prompt.
    prompt: bool,
    /// Whether the last line asked to resign, so that repeating it does so.
    resigning: bool,
    mind: PlayMemory,
}

/// Reads lines on a separate thread, one per request, so that no line is read before it can be answered.
fn reader(mut input: Box<dyn BufRead + Send>, tell: Sender<PlainEvent>) -> Sender<()> {
    let (ask, asked) = channel();
    thread::spawn(move || {
        while asked.recv().is_ok() {
            let mut bytes = Vec::new();
            let line = match input.read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => None,
                Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            };
            if tell.send(PlainEvent::Line(line)).is_err() {
                break;
            }
        }
    });
    ask
}

impl PlainSession {
    fn hold(&mut self, table: &mut LocalGame, out: &mut dyn Write) -> Result<()> {
        introduce(table, out)?;
        loop {
            let mut thinker = None;
            if let Some(level) = table.computer_to_move() {
                let (line, tell) = (table.line().clone(), self.tell.clone());
                let mind = self.mind.clone();
                thinker = Some(Thinker::start(line, mind, level, Duration::ZERO, move |thought| {
                    let _ = tell.send(PlainEvent::Thought(thought));
                }));
            } else if table.is_watched() {
                return Ok(());
            } else {
                if self.prompt {
                    write!(out, "> ")?;
                }
                let _ = self.ask.send(());
            }
            out.flush()?;
            match self.happenings.recv()? {
                PlainEvent::Thought(thought) => {
                    if let Some(ply) = thought.ply() {
                        let said = table.play(&ply?)?;
                        said_of(table, &said, out)?;
                    }
                }
                PlainEvent::Line(Some(line)) => {
                    if !self.answer(table, &line, out)? {
                        return Ok(());
                    }
                }
                PlainEvent::Line(None) | PlainEvent::Leave => {
                    // Ends the line with the prompt, or with what the terminal shows for Ctrl-C.
                    if self.prompt {
                        writeln!(out)?;
                    }
                    return Ok(());
                }
            }
            drop(thinker);
        }
    }

    /// Carries out a line; false to leave.
    fn answer(&mut self, table: &mut LocalGame, line: &str, out: &mut dyn Write) -> Result<bool> {
        let yes = ["y", "yes"].contains(&line.trim().to_lowercase().as_str());
        let command =
            if self.resigning && yes { PlayCommand::Resign } else { PlayCommand::parse(line) };
        let resigning = std::mem::replace(&mut self.resigning, command == PlayCommand::Resign);
        match command {
            PlayCommand::Nothing => {}
            PlayCommand::Quit => return Ok(false),
            PlayCommand::Board => show(table, out)?,
            PlayCommand::Help => help(out)?,
            PlayCommand::Rules => write!(out, "{}", help_game::page(&table.spec().card()))?,
            PlayCommand::Moves(words) => list(table, &words, out)?,
            PlayCommand::Hint => return self.hint(table, out),
            PlayCommand::New(spec) => self.begin(table, table.another(spec.as_deref()), out)?,
            PlayCommand::Rematch => self.begin(table, table.rematch(), out)?,
            PlayCommand::Undo => {
                let undone = table.undo();
                writeln!(
                    out,
                    "{}",
                    if undone { "Taken back." } else { "There is nothing to take back." }
                )?;
                if undone {
                    show(table, out)?;
                }
            }
            PlayCommand::Resign => match table.may_resign() {
                None => writeln!(out, "The game is over.")?,
                Some(_) if resigning => {
                    table.resign();
                    ended(table, out)?;
                }
                Some(seat) => {
                    writeln!(out, "{}? Type y, or resign again.", table.resigning(seat))?;
                }
            },
            PlayCommand::Move(text) => match table.play(&text) {
                Ok(said) => said_of(table, &said, out)?,
                Err(refused) => writeln!(out, "{refused}.")?,
            },
        }
        Ok(true)
    }
}

impl PlainSession {
    /// Says what the computer would play; false if the person left meanwhile.
    fn hint(&mut self, table: &LocalGame, out: &mut dyn Write) -> Result<bool> {
        if table.turn().is_none() {
            writeln!(out, "The game is over.")?;
            return Ok(true);
        }
        let (line, tell) = (table.line().clone(), self.tell.clone());
        let level = table.hint_level();
        let _thinker =
            Thinker::start(line, PlayMemory::default(), level, Duration::ZERO, move |thought| {
                let _ = tell.send(PlainEvent::Thought(thought));
            });
        out.flush()?;
        loop {
            match self.happenings.recv()? {
                PlainEvent::Thought(thought) => match thought.ply() {
                    Some(ply) => {
                        writeln!(out, "Hint: {}", ply?)?;
                        return Ok(true);
                    }
                    None => continue,
                },
                // No line was requested meanwhile, so none comes.
                PlainEvent::Line(_) => {}
                PlainEvent::Leave => return Ok(false),
            }
        }
    }

    /// Continues at another table, or says why not.
    fn begin(
        &mut self,
        table: &mut LocalGame,
        other: Result<LocalGame>,
        out: &mut dyn Write,
    ) -> Result<()> {
        match other {
            Err(refused) => writeln!(out, "{refused:#}.")?,
            Ok(other) => {
                if let Some(file) = table.file() {
                    writeln!(out, "The previous game is saved: {}", file.path().display())?;
                }
                *table = other;
                self.mind = PlayMemory::default();
                introduce(table, out)?;
            }
        }
        Ok(())
    }
}

/// Prints the game's name, the sides' goals, and the board.
fn introduce(table: &LocalGame, out: &mut dyn Write) -> Result<()> {
    let card = table.spec().card();
    writeln!(out, "{}, {}. Type a move, or help.", card.title, table.spec())?;
    for (side, goal) in card.sides.iter().zip(card.goals) {
        writeln!(out, "{side} {goal}.")?;
    }
    show(table, out)
}

fn said_of(table: &LocalGame, said: &str, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\nPly {}: {said}", table.line().plies().len())?;
    if let Some(trouble) = table.trouble() {
        writeln!(out, "{trouble}.")?;
    }
    board(table, out)
}

/// Prints the board, the last move and whose turn it is.
fn show(table: &LocalGame, out: &mut dyn Write) -> Result<()> {
    if let Some((side, ply)) = table.history().last() {
        writeln!(out, "\nPly {}: {ply}, for {side}.", table.line().plies().len())?;
    }
    board(table, out)
}

fn board(table: &LocalGame, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\n{}", table.line().position())?;
    if table.turn().is_none() {
        return ended(table, out);
    }
    writeln!(out, "{}", table.status())?;
    if let Some(asked) = table.asked().filter(|_| table.computer_to_move().is_none()) {
        writeln!(out, "{}.", asked.why)?;
    }
    write!(out, "{}", reasons(table.line().position()))?;
    Ok(())
}

/// Prints how the game ended, and how to continue.
fn ended(table: &LocalGame, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", table.status())?;
    write!(out, "{}{}", winning(table.line().position()), reasons(table.line().position()))?;
    if !table.is_watched() {
        writeln!(out, "Type new for another game, rematch to exchange seats, undo, or quit.")?;
    }
    Ok(())
}

fn help(out: &mut dyn Write) -> Result<()> {
    writeln!(out, "Type a move as the rules write it, or one of these words:")?;
    for (word, what) in COMMANDS {
        writeln!(out, "  {word}: {what}")?;
    }
    writeln!(out, "The game is saved after every move. Ctrl-C leaves too.")?;
    Ok(())
}

fn list(table: &LocalGame, words: &[String], out: &mut dyn Write) -> Result<()> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let moves = table.line().position().continuations(&words).moves;
    if table.turn().is_none() || moves.is_empty() {
        writeln!(out, "There are none.")?;
        return Ok(());
    }
    let shown = moves[..moves.len().min(LISTED)].join(" ");
    let more = match moves.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    write!(out, "{}", wrap(&format!("{shown}{more}"), ""))?;
    Ok(())
}
