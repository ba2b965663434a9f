use std::mem;

use super::tree::{self, Node, Property};
use super::{ENDINGS, EXTRA, GAME_NUMBER, KNOWN, PASSED_OVER, TAGS, VOID};
use crate::board::{Cell, DEFAULT_SIZE, GAME, MAX_SIZE, PASS, SIDES, SWAP, size_of, spec_of};
use crate::error::ReadError;
use crate::record::{GameResult, Record};
use crate::tags::{Tags, tag};

/// The names of the colours for error messages, by index: Black is 0.
const COLOURS: [&str; 2] = ["Black", "White"];

/// Parses one game; its first line has the number `line`.
pub(crate) fn parse(bytes: &[u8], line: u64) -> Result<Record, ReadError> {
    let error = match str::from_utf8(bytes) {
        Ok(text) => return Reading::read(&tree::parse(text, line)?, line),
        Err(error) => error,
    };
    // Without the property CA, a file is Latin-1.
    let text: String = bytes.iter().copied().map(char::from).collect();
    let nodes = tree::parse(&text, line)?;
    let charset = root_text(&nodes, "CA").map_or("", str::trim).to_ascii_lowercase();
    match charset.as_str() {
        "" | "iso-8859-1" | "latin1" | "latin-1" => Reading::read(&nodes, line),
        "utf-8" | "utf8" => {
            let before = &bytes[..error.valid_up_to()];
            let line = line + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
            Err(ReadError::broken(line, "this is not UTF-8 text"))
        }
        charset => Err(ReadError::broken(
            line,
            format!("unknown charset {charset}: UTF-8 and ISO-8859-1 are read"),
        )),
    }
}

/// The first value of a property of the root.
fn root_text<'a>(nodes: &'a [Node], name: &str) -> Option<&'a str> {
    let property = nodes.first()?.properties.iter().find(|property| property.name == name)?;
    property.values.first().map(|value| value.text.as_str())
}

/// A game being read.
struct Reading {
    record: Record,
    /// The game's first line.
    line: u64,
    size: u32,
    /// Whether the file follows Little Golem's conventions: cells are two letters, `swap` is swap-pieces, and the first move is
    /// White's although PB made it.
    little_golem: bool,
    tags: Vec<(String, String)>,
    tag_lines: Vec<u64>,
    stones: [Vec<String>; 2],
    /// Who moves first: PL, or else the colour of the first move.
    turn: Option<usize>,
    /// The index among the tags at which the set-up belongs, and its line.
    setup_at: Option<(usize, u64)>,
    /// The seat of the next move, 0 or 1.
    seat: usize,
    /// Whether colours stand for the opposite seats: after swap-sides, in files where they mean sides and not persons.
    exchanged: bool,
    /// Whether a plain `swap` means swap-sides.
    swaps_sides: bool,
    /// Whether the next move decides whether colours mean persons after all.
    in_doubt: bool,
    /// Whether the file's board is mirrored relative to the record's: after swap-pieces.
    mirrored: bool,
    resigned: bool,
}

impl Reading {
    fn read(nodes: &[Node], line: u64) -> Result<Record, ReadError> {
        let broken = |reason: String| ReadError::broken(line, reason);
        let source = root_text(nodes, "SO").unwrap_or_default().to_ascii_lowercase();
        let number = root_text(nodes, "GM").map(str::trim);
        let little_golem = number.is_none() && source.contains("littlegolem");
        match number {
            Some(GAME_NUMBER) => {}
            None if little_golem => {}
            Some(number) => {
                let reason =
                    format!("GM[{number}] is another game; only GM[{GAME_NUMBER}] is read");
                return Err(broken(reason));
            }
            None => {
                let reason = format!("there is no GM[{GAME_NUMBER}], so this is a game of Go");
                return Err(broken(reason));
            }
        }
        let size = match root_text(nodes, "SZ") {
            None => DEFAULT_SIZE,
            Some(text) => parse_size(text).map_err(broken)?,
        };
        let rules = root_text(nodes, "RU").unwrap_or_default();
        let spec = match size_of(rules) {
            Some(its) if its == size => rules.to_string(),
            // The bare name in another program's file does not say what size was meant.
            Some(_) if rules != GAME => {
                return Err(broken(format!("SZ says {size}, but RU says {rules}")));
            }
            _ => spec_of(size),
        };
        let mut reading = Reading {
            record: Record::new(spec),
            line,
            size,
            little_golem,
            tags: Vec::new(),
            tag_lines: Vec::new(),
            stones: [Vec::new(), Vec::new()],
            turn: None,
            setup_at: None,
            seat: 0,
            exchanged: false,
            swaps_sides: !little_golem && swaps_sides(nodes),
            in_doubt: false,
            mirrored: false,
            resigned: false,
        };
        for (at, node) in nodes.iter().enumerate() {
            reading.node(node, at == 0)?;
        }
        reading.finish()
    }

    fn node(&mut self, node: &Node, is_root: bool) -> Result<(), ReadError> {
        let plies = self.record.plies.len();
        for property in &node.properties {
            match property.name.as_str() {
                "AB" | "AW" | "AE" | "PL" => self.set_up(property)?,
                _ => {}
            }
        }
        let mut moves = node.properties.iter().filter(|it| matches!(it.name.as_str(), "B" | "W"));
        if let Some(property) = moves.next() {
            self.play(property)?;
        }
        if let Some(second) = moves.next() {
            return Err(ReadError::broken(second.line, "a node has more than one move"));
        }
        let mut marks = Vec::new();
        for property in &node.properties {
            let name = property.name.as_str();
            let text = property.values[0].text.as_str();
            match name {
                "C" => property.values.iter().for_each(|value| self.record.say(&value.text)),
                "GC" if is_root => self.record.say(text),
                "RE" if is_root => self.result(text, property.line)?,
                EXTRA => {
                    for value in &property.values {
                        let Some((name, text)) = value.halves() else {
                            return Err(ReadError::broken(
                                property.line,
                                format!("{EXTRA} holds a name and a text with a colon between"),
                            ));
                        };
                        let pair = (name.to_string(), text.to_string());
                        if is_root { self.tag(pair, property.line) } else { marks.push(pair) }
                    }
                }
                "AB" | "AW" | "PL" if is_root => {
                    self.setup_at.get_or_insert((self.tags.len(), property.line));
                }
                "RU" if is_root && text == self.record.game => {}
                _ if PASSED_OVER.contains(&name) || property.values.len() > 1 => {}
                _ if is_root && (name == "RU" || !KNOWN.contains(&name)) => {
                    self.tag((name.to_string(), text.to_string()), property.line);
                }
                _ if is_root => {
                    if let Some((_, tag)) = TAGS.iter().find(|(it, _)| *it == name) {
                        self.tag((tag.to_string(), text.to_string()), property.line);
                    }
                }
                _ if !KNOWN.contains(&name) => marks.push((name.to_string(), text.to_string())),
                _ => {}
            }
        }
        let marks = Tags::from_pairs(marks).map_err(|(_, name)| {
            let line = node.properties.first().map_or(0, |property| property.line);
            ReadError::broken(line, format!("the mark {name} is there twice"))
        })?;
        if let Some(ply) = self.record.plies.get_mut(plies) {
            ply.marks = marks;
        }
        Ok(())
    }

    fn tag(&mut self, pair: (String, String), line: u64) {
        self.tags.push(pair);
        self.tag_lines.push(line);
    }

    fn set_up(&mut self, property: &Property) -> Result<(), ReadError> {
        let broken = |reason: String| ReadError::broken(property.line, reason);
        let name = property.name.as_str();
        if !self.record.plies.is_empty() {
            return Err(broken(format!("{name} changes the board after the first move")));
        }
        let side = match name {
            "AB" => 0,
            "AW" => 1,
            "PL" => {
                let text = property.values[0].text.trim();
                self.turn = match text.to_ascii_lowercase().as_str() {
                    "b" | "black" | "1" => Some(0),
                    "w" | "white" | "2" => Some(1),
                    _ => return Err(broken(format!("PL[{text}] is neither Black nor White"))),
                };
                return Ok(());
            }
            _ => return Err(broken("AE, which removes stones, is not supported".to_string())),
        };
        for value in &property.values {
            let (from, to) = value.halves().unwrap_or((&value.text, &value.text));
            let from = self.cell(from).map_err(broken)?;
            let to = self.cell(to).map_err(broken)?;
            if self.stones[side].len() > (self.size * self.size) as usize {
                return Err(broken("there are more stones than cells".to_string()));
            }
            for row in from.row..=to.row {
                for column in from.column..=to.column {
                    self.stones[side].push(Cell { column, row }.to_string());
                }
            }
        }
        Ok(())
    }

    /// Parses a cell of the file's board.
    fn cell(&self, text: &str) -> Result<Cell, String> {
        let text = text.trim();
        let cell = if let ([column, row], true) = (text.as_bytes(), self.little_golem) {
            let index = |byte: u8| u32::from(byte.wrapping_sub(b'a')) + 1;
            Some(Cell { column: index(*column), row: index(*row) })
        } else {
            Cell::parse(text).filter(|_| !self.little_golem)
        };
        let size = self.size;
        match cell {
            None => Err(format!("'{text}' is not a cell")),
            Some(cell) if cell.is_within(size) && cell.row > 0 => Ok(cell),
            Some(_) => Err(format!("{text} is not on a board of {size} x {size}")),
        }
    }

    fn play(&mut self, property: &Property) -> Result<(), ReadError> {
        let broken = |reason: String| ReadError::broken(property.line, reason);
        let colour = usize::from(property.name == "W");
        let [value] = &property.values[..] else {
            return Err(broken(format!("{} has more than one move", property.name)));
        };
        let word = value.text.trim().to_ascii_lowercase();
        if self.resigned {
            return Err(broken("a move follows the resignation".to_string()));
        }
        let ends = word == "resign" || word == "forfeit";
        if self.record.plies.is_empty() {
            if self.little_golem {
                self.exchanged = colour == 1;
            } else if !ends {
                self.seat = *self.turn.get_or_insert(colour);
            }
        }
        if mem::take(&mut self.in_doubt) && colour != self.seat ^ usize::from(self.exchanged) {
            self.exchanged = !self.exchanged;
        }
        if ends {
            self.resigned = true;
            // This is clearer than RE, whose colours may be persons or sides.
            let seat = colour ^ usize::from(self.exchanged);
            self.record.result = [GameResult::Second, GameResult::First][seat];
            if !self.tags.iter().any(|(name, _)| name == tag::ENDING) {
                self.ending(
                    if word == "resign" { "resignation" } else { "forfeit" },
                    property.line,
                );
            }
            return Ok(());
        }
        let expected = self.seat ^ usize::from(self.exchanged);
        if colour != expected {
            return Err(broken(format!(
                "{} moves here, but it is {}'s turn",
                COLOURS[colour], COLOURS[expected]
            )));
        }
        let text = match word.as_str() {
            "swap-sides" | "swap" if word != "swap" || self.swaps_sides => {
                self.exchanged = !self.exchanged;
                self.in_doubt = true;
                SWAP.to_string()
            }
            "swap-pieces" | "swap" => {
                self.mirrored = !self.mirrored;
                SWAP.to_string()
            }
            "pass" => PASS.to_string(),
            word => {
                let cell = self.cell(word).map_err(broken)?;
                if self.mirrored { cell.mirrored() } else { cell }.to_string()
            }
        };
        self.record.play(text);
        self.seat = 1 - self.seat;
        Ok(())
    }

    /// Reads RE. Its colours are taken as the persons of PB and PW: a reader of the names must not mistake the loser for the
    /// winner.
    fn result(&mut self, text: &str, line: u64) -> Result<(), ReadError> {
        let word = text.trim().to_ascii_lowercase();
        let (colour, how) = word.split_once('+').unwrap_or((&word, ""));
        match colour {
            "" | "?" => {}
            "0" | "draw" => self.record.result = GameResult::Draw,
            "b" | "black" => self.record.result = GameResult::First,
            "w" | "white" => self.record.result = GameResult::Second,
            _ if word.eq_ignore_ascii_case(VOID.0) => self.ending(VOID.1, line),
            _ => {
                return Err(ReadError::broken(
                    line,
                    format!("the result '{text}' is not one of B+, W+, Draw, Void and ?"),
                ));
            }
        }
        let ending = ENDINGS.iter().find(|(short, long, _)| {
            how.eq_ignore_ascii_case(short) || how.eq_ignore_ascii_case(long)
        });
        if let Some((_, _, ending)) = ending {
            self.ending(ending, line);
        }
        Ok(())
    }

    fn ending(&mut self, words: &str, line: u64) {
        self.tag((tag::ENDING.to_string(), words.to_string()), line);
    }

    fn finish(mut self) -> Result<Record, ReadError> {
        let has_stones = self.stones.iter().any(|stones| !stones.is_empty());
        if has_stones || self.turn == Some(1) {
            let mut setup: Vec<String> = SIDES
                .iter()
                .zip(&self.stones)
                .filter(|(_, stones)| !stones.is_empty())
                .map(|(side, stones)| format!("{side}:{}", stones.join(",")))
                .collect();
            setup.extend(self.turn.map(|side| format!("turn:{}", SIDES[side])));
            let (at, line) = self.setup_at.unwrap_or((self.tags.len(), self.line));
            self.tags.insert(at, (tag::SETUP.to_string(), setup.join(" ")));
            self.tag_lines.insert(at, line);
        }
        self.record.tags = Tags::from_pairs(self.tags).map_err(|(index, name)| {
            ReadError::broken(self.tag_lines[index], format!("the tag {name} is there twice"))
        })?;
        Ok(self.record)
    }
}

/// Whether a plain `swap` means swap-sides; different programs use it for either. White moves next only after swap-sides. And a
/// later stone on the cell to which swap-pieces would have moved White's stone shows that it was not swap-pieces.
fn swaps_sides(nodes: &[Node]) -> bool {
    let moves = nodes.iter().flat_map(|node| &node.properties);
    let moves = moves.filter(|it| matches!(it.name.as_str(), "B" | "W"));
    let moves: Vec<(&str, String)> =
        moves.map(|it| (it.name.as_str(), it.values[0].text.trim().to_ascii_lowercase())).collect();
    let Some(at) = moves.iter().position(|(_, word)| word == "swap") else { return false };
    let opening = moves[..at].last().and_then(|(_, word)| Cell::parse(word));
    let put = opening.map(Cell::mirrored).filter(|&cell| Some(cell) != opening);
    let later = &moves[at + 1..];
    later
        .first()
        .is_some_and(|(colour, word)| *colour == moves[at].0 && Cell::parse(word).is_some())
        || put.is_some() && later.iter().any(|(_, word)| Cell::parse(word) == put)
}

fn parse_size(text: &str) -> Result<u32, String> {
    let size = |text: &str| {
        let size = text.trim().parse().ok().filter(|size| (1..=MAX_SIZE).contains(size));
        size.ok_or_else(|| format!("SZ[{text}] is not a size from 1 to {MAX_SIZE}"))
    };
    match text.split_once(':') {
        None => size(text),
        Some((columns, rows)) if size(columns)? == size(rows)? => size(columns),
        Some(_) => Err(format!("SZ[{text}] is not square; only square boards are read")),
    }
}
