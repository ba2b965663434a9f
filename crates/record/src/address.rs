//! Games of Hex as addresses of two sites that display them: one per line, with the game after the `#`.
//!
//! An address has the size, the moves and how the game ended, but no names, dates, comments or options.

mod hexworld;
mod trmph;

use std::io::BufRead;

use crate::board::{Cell, GAME, MAX_SIZE, SWAP, size_of};
use crate::error::{ReadError, WriteError};
use crate::record::Record;
use crate::source::{Chunk, Source, Step};

/// A site whose addresses contain games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    HexWorld,
    Trmph,
}

impl Site {
    /// The beginning of its addresses.
    const fn address(self) -> &'static str {
        match self {
            Site::HexWorld => "https://hexworld.org/board/#",
            Site::Trmph => "https://trmph.com/hex/board#",
        }
    }

    /// The host name in all its addresses.
    pub(crate) const fn host(self) -> &'static str {
        match self {
            Site::HexWorld => "hexworld.org",
            Site::Trmph => "trmph.com",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Site::HexWorld => "HexWorld",
            Site::Trmph => "TRMPH",
        }
    }
}

/// Cuts out the next non-blank line.
pub(crate) fn cut<R: BufRead>(source: &mut Source<R>) -> Result<Chunk, ReadError> {
    source.peek()?;
    Ok(source.cut(|byte| if byte == b'\n' { Step::Last } else { Step::Take })?)
}

/// Parses the game on a line with this number in the file.
pub(crate) fn parse(site: Site, text: &str, line: u64) -> Result<Record, ReadError> {
    game(site, text.trim()).map_err(|reason| ReadError::broken(line, reason))
}

fn game(site: Site, text: &str) -> Result<Record, String> {
    let (before, game) = text.split_once('#').ok_or_else(|| {
        format!("this is not the address of a game, such as {}11,a3b4", site.address())
    })?;
    if !before.is_empty() && !before.to_ascii_lowercase().contains(site.host()) {
        return Err(format!(
            "this is not an address of {}, which begins with {}",
            site.name(),
            site.address()
        ));
    }
    match site {
        Site::HexWorld => hexworld::read(game),
        Site::Trmph => trmph::read(game),
    }
}

/// The record as an address.
pub(crate) fn write(site: Site, record: &Record) -> Result<String, WriteError> {
    let size = size_of(&record.game).ok_or_else(|| {
        format!(
            "addresses of {} hold games of {GAME} up to size {MAX_SIZE}, not of {}",
            site.name(),
            record.game
        )
    });
    let game = size.and_then(|size| match site {
        Site::HexWorld => hexworld::write(record, size),
        Site::Trmph => trmph::write(record, size),
    });
    game.map(|game| format!("{}{game}", site.address())).map_err(WriteError::Unfit)
}

/// The cell of a record's move, or `None` for a swap; an error if an address cannot express the move.
fn cell_of(number: usize, ply: &str, size: u32) -> Result<Option<Cell>, String> {
    if ply == SWAP {
        return Ok(None);
    }
    let cell = Cell::parse(ply)
        .ok_or_else(|| format!("move {number}, {ply}, is not a cell, and not swap"))?;
    on_board(cell, size).map(Some).map_err(|reason| format!("move {number}, {reason}"))
}

fn on_board(cell: Cell, size: u32) -> Result<Cell, String> {
    if cell.is_within(size) {
        Ok(cell)
    } else {
        Err(format!("{cell} is not on a board of {size} x {size}"))
    }
}

/// The size at the start of a text, and the rest.
fn split_size(text: &str) -> Result<(u32, &str), String> {
    let (digits, rest) = split_digits(text);
    let size = digits.parse().ok().filter(|size| (1..=MAX_SIZE).contains(size));
    let size = size.ok_or_else(|| {
        format!("after the # write the size of the board, a number from 1 to {MAX_SIZE}")
    })?;
    Ok((size, rest))
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at(end)
}

/// The cell at the start of a text, and the rest.
fn split_cell(text: &str, size: u32) -> Result<(Cell, &str), String> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (_, rest) = split_digits(&text[letters..]);
    let word = &text[..text.len() - rest.len()];
    match Cell::parse(word).filter(|cell| cell.row > 0) {
        Some(cell) => Ok((on_board(cell, size)?, rest)),
        None if word.is_empty() => Err(format!(
            "'{}' is not a move",
            text.chars().next().unwrap_or_default().escape_debug()
        )),
        None => Err(format!("'{word}' is not a cell")),
    }
}
