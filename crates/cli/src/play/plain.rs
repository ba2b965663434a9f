//! The game line by line: for pipes, screen readers and terminals without cursor control.
//!
//! Only text and newlines are written, and nothing is repeated that can be asked for.

use std::io::{BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::command::{COMMANDS, Command};
use super::leave;
use super::mind::Mind;
use super::table::Table;
use super::thinker::{Thinker, Thought};
use crate::help_game;
use crate::replay::{reasons, winning};
use crosscut_catalog::page::wrap;

/// An event in the game loop.
enum Happening {
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
    mut table: Table,
    input: Box<dyn BufRead + Send>,
    out: &mut dyn Write,
) -> (Table, Result<()>) {
    let (tell, happenings) = channel();
    let leaver = tell.clone();
    leave::on_request(move || {
        let _ = leaver.send(Happening::Leave);
    });
    let mut conversation = Conversation {
        ask: reader(input, tell.clone()),
        tell,
        happenings,
        prompt: std::io::stdin().is_terminal(),
        resigning: false,
        mind: Mind::default(),
    };
    let played = conversation.hold(&mut table, out);
    (table, played)
}

struct Conversation {
    /// Requests a line of input.
    ask: Sender<()>,
    tell: Sender<Happening>,
    happenings: Receiver<Happening>,
    /// Whether somebody is there to see a prompt.
    prompt: bool,
    /// Whether the last line asked to resign, so that repeating it does so.
    resigning: bool,
    mind: Mind,
}

/// Reads lines on a separate thread, one per request, so that no line is read before it can be answered.
fn reader(mut input: Box<dyn BufRead + Send>, tell: Sender<Happening>) -> Sender<()> {
    let (ask, asked) = channel();
    thread::spawn(move || {
        while asked.recv().is_ok() {
            let mut bytes = Vec::new();
            let line = match input.read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => None,
                Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            };
            if tell.send(Happening::Line(line)).is_err() {
                break;
            }
        }
    });
    ask
}

impl Conversation {
    fn hold(&mut self, table: &mut Table, out: &mut dyn Write) -> Result<()> {
        introduce(table, out)?;
        loop {
            let mut thinker = None;
            if let Some(level) = table.computer_to_move() {
                let (line, tell) = (table.line().clone(), self.tell.clone());
                let mind = self.mind.clone();
                thinker = Some(Thinker::start(line, mind, level, Duration::ZERO, move |thought| {
                    let _ = tell.send(Happening::Thought(thought));
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
                Happening::Thought(thought) => {
                    if let Some(ply) = thought.ply() {
                        let said = table.play(&ply?)?;
                        said_of(table, &said, out)?;
                    }
                }
                Happening::Line(Some(line)) => {
                    if !self.answer(table, &line, out)? {
                        return Ok(());
                    }
                }
                Happening::Line(None) | Happening::Leave => {
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
    fn answer(&mut self, table: &mut Table, line: &str, out: &mut dyn Write) -> Result<bool> {
        let yes = ["y", "yes"].contains(&line.trim().to_lowercase().as_str());
        let command = if self.resigning && yes { Command::Resign } else { Command::parse(line) };
        let resigning = std::mem::replace(&mut self.resigning, command == Command::Resign);
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(false),
            Command::Board => show(table, out)?,
            Command::Help => help(out)?,
            Command::Rules => write!(out, "{}", help_game::page(&table.spec().card()))?,
            Command::Moves(words) => list(table, &words, out)?,
            Command::Hint => return self.hint(table, out),
            Command::New(spec) => self.begin(table, table.another(spec.as_deref()), out)?,
            Command::Rematch => self.begin(table, table.rematch(), out)?,
            Command::Undo => {
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
            Command::Resign => match table.may_resign() {
                None => writeln!(out, "The game is over.")?,
                Some(_) if resigning => {
                    table.resign();
                    ended(table, out)?;
                }
                Some(seat) => {
                    writeln!(out, "{}? Type y, or resign again.", table.resigning(seat))?;
                }
            },
            Command::Move(text) => match table.play(&text) {
                Ok(said) => said_of(table, &said, out)?,
                Err(refused) => writeln!(out, "{refused}.")?,
            },
        }
        Ok(true)
    }
}

impl Conversation {
    /// Says what the computer would play; false if the person left meanwhile.
    fn hint(&mut self, table: &Table, out: &mut dyn Write) -> Result<bool> {
        if table.turn().is_none() {
            writeln!(out, "The game is over.")?;
            return Ok(true);
        }
        let (line, tell) = (table.line().clone(), self.tell.clone());
        let level = table.hint_level();
        let _thinker =
            Thinker::start(line, Mind::default(), level, Duration::ZERO, move |thought| {
                let _ = tell.send(Happening::Thought(thought));
            });
        out.flush()?;
        loop {
            match self.happenings.recv()? {
                Happening::Thought(thought) => match thought.ply() {
                    Some(ply) => {
                        writeln!(out, "Hint: {}", ply?)?;
                        return Ok(true);
                    }
                    None => continue,
                },
                // No line was requested meanwhile, so none comes.
                Happening::Line(_) => {}
                Happening::Leave => return Ok(false),
            }
        }
    }

    /// Continues at another table, or says why not.
    fn begin(
        &mut self,
        table: &mut Table,
        other: Result<Table>,
        out: &mut dyn Write,
    ) -> Result<()> {
        match other {
            Err(refused) => writeln!(out, "{refused:#}.")?,
            Ok(other) => {
                if let Some(file) = table.file() {
                    writeln!(out, "The previous game is saved: {}", file.path().display())?;
                }
                *table = other;
                self.mind = Mind::default();
                introduce(table, out)?;
            }
        }
        Ok(())
    }
}

/// Prints the game's name, the sides' goals, and the board.
fn introduce(table: &Table, out: &mut dyn Write) -> Result<()> {
    let card = table.spec().card();
    writeln!(out, "{}, {}. Type a move, or help.", card.title, table.spec())?;
    for (side, goal) in card.sides.iter().zip(card.goals) {
        writeln!(out, "{side} {goal}.")?;
    }
    show(table, out)
}

fn said_of(table: &Table, said: &str, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\nPly {}: {said}", table.line().plies().len())?;
    if let Some(trouble) = table.trouble() {
        writeln!(out, "{trouble}.")?;
    }
    board(table, out)
}

/// Prints the board, the last move and whose turn it is.
fn show(table: &Table, out: &mut dyn Write) -> Result<()> {
    if let Some((side, ply)) = table.history().last() {
        writeln!(out, "\nPly {}: {ply}, for {side}.", table.line().plies().len())?;
    }
    board(table, out)
}

fn board(table: &Table, out: &mut dyn Write) -> Result<()> {
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
fn ended(table: &Table, out: &mut dyn Write) -> Result<()> {
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

fn list(table: &Table, words: &[String], out: &mut dyn Write) -> Result<()> {
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
