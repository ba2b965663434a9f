use std::io::{self, BufRead};
use std::str::FromStr;

use super::{BEHIND, GAME, RESULT, before_number, ends_word, is_plain_name, misnamed};
use crate::error::{ReadError, shortened};
use crate::escape::{find_end, unescape};
use crate::record::{GameResult, Ply, Record};
use crate::source::{Chunk, Source, Step};
use crate::tags::Tags;

/// Cuts out the next record: its tags up to a blank line, then its moves, up to a line beginning with `[`.
pub(crate) fn cut<R: BufRead>(source: &mut Source<R>) -> io::Result<Chunk> {
    let (mut begun, mut in_moves) = (false, false);
    let (mut line_begins, mut line_is_blank) = (false, true);
    source.cut(|byte| {
        let blank = byte.is_ascii_whitespace();
        if !begun && blank {
            return Step::Skip;
        }
        begun = true;
        if line_begins && in_moves && byte == b'[' {
            return Step::Stop;
        }
        line_begins = byte == b'\n';
        in_moves |= line_begins && line_is_blank;
        line_is_blank = blank && (line_begins || line_is_blank);
        Step::Take
    })
}

/// Parses one record; its first line has the number `line`.
pub(crate) fn parse(text: &str, line: u64) -> Result<Record, ReadError> {
    let mut record = Record::default();
    let (mut game, mut result) = (None, None);
    let (mut tags, mut lines) = (Vec::new(), Vec::new());
    let (mut rest, mut at) = (text, line);
    while let (head, tail) = rest.split_once('\n').unwrap_or((rest, ""))
        && !head.trim_ascii().is_empty()
    {
        let broken = |reason: String| ReadError::broken(at, reason);
        let (name, quoted, text) = parse_tag(head.trim_ascii()).map_err(broken)?;
        let twice = || broken(format!("the tag {} is there twice", shortened(&name)));
        if name == GAME && !quoted {
            if game.replace(text).is_some() {
                return Err(twice());
            }
        } else if name == RESULT && !quoted {
            let named = GameResult::named(&text).ok_or_else(|| {
                broken(format!(
                    "the result '{}' is not one of first, second, draw and *",
                    shortened(&text)
                ))
            })?;
            if result.replace(named).is_some() {
                return Err(twice());
            }
        } else {
            if let Some(why) = misnamed(&name).filter(|_| !quoted) {
                return Err(broken(why));
            }
            tags.push((name, text));
            lines.push(at);
        }
        (rest, at) = (tail, at + 1);
    }
    record.game = game.ok_or_else(|| ReadError::broken(line, "the record has no tag Game"))?;
    record.tags = Tags::from_pairs(tags).map_err(|(index, name)| {
        ReadError::broken(lines[index], format!("the tag {} is there twice", shortened(&name)))
    })?;
    let moves = Moves {
        rest: rest.trim_ascii_end(),
        line: at,
        before: 0,
        in_pairs: None,
        apart: true,
        together: None,
        marks: Vec::new(),
        record,
    };
    moves.parse(result)
}

/// Parses `[Name "text"]`: the name, whether it is in quotes, the text.
fn parse_tag(line: &str) -> Result<(String, bool, String), String> {
    let Some(rest) = line.strip_prefix('[') else {
        return Err(
            r#"this is not a tag such as [Event "a match"]; a blank line separates tags and moves"#
                .to_string(),
        );
    };
    let rest = rest.trim_ascii_start();
    let quoted = rest.starts_with('"');
    let (name, rest) = if let Some(rest) = rest.strip_prefix('"') {
        let end = find_end(rest, b'"').ok_or("the tag's name has no closing quote")?;
        (unescape(&rest[..end])?, &rest[end + 1..])
    } else {
        let end = rest.find(|c: char| c.is_ascii_whitespace() || c == '"' || c == ']');
        let (name, rest) = rest.split_at(end.unwrap_or(rest.len()));
        if !is_plain_name(name) {
            return Err(format!(
                "'{}' is not a name for a tag: letters, digits, - and _, or anything in quotes",
                shortened(name)
            ));
        }
        (name.to_string(), rest)
    };
    let Some(rest) = rest.trim_ascii_start().strip_prefix('"') else {
        return Err(format!("the text of the tag {} is not in quotes", shortened(&name)));
    };
    let end = find_end(rest, b'"').ok_or("the tag's value has no closing quote")?;
    let text = unescape(&rest[..end])?;
    match rest[end + 1..].trim_ascii() {
        "]" => Ok((name, quoted, text)),
        "" => Err("the tag has no closing ]".to_string()),
        more => Err(format!(
            "the tag's closing quote is followed by {} instead of ] alone",
            shortened(more)
        )),
    }
}

/// Words people write after the last move when the game is over.
const ENDINGS: [&str; 6] = ["wins", "won", "loses", "lost", "resigns", "resigned"];

/// Moves written as words.
const SILENT: [&str; 2] = ["pass", "swap"];

/// The moves of a record being read.
struct Moves<'a> {
    rest: &'a str,
    line: u64,
    /// How many moves precede the first one written down.
    before: usize,
    /// Whether one number covers two moves, as in chess, rather than one each; unknown before the second number.
    in_pairs: Option<bool>,
    /// Whether the numbers fit if every move counts as one ..
    apart: bool,
    /// .. and if those joined by commas count as one; unknown before the first number.
    together: Option<bool>,
    /// The marks of the last ply.
    marks: Vec<(String, String)>,
    record: Record,
}

impl<'a> Moves<'a> {
    /// Parses to the end; `tag` is the result in the tag Result.
    fn parse(mut self, tag: Option<GameResult>) -> Result<Record, ReadError> {
        let mut numbered = false;
        // The index of the last move, if a comma follows it.
        let mut comma = None;
        loop {
            self.skip_blanks();
            let word = match self.rest.chars().next() {
                // Without a result the game is in progress.
                None if !numbered => return self.end(None, tag),
                None => {
                    let number = self.before.saturating_add(self.record.plies.len() + 1);
                    return self.broken(format!("number {number} has no move"));
                }
                Some('{') => {
                    self.comment()?;
                    continue;
                }
                Some('"') => {
                    let text = self.quoted()?;
                    self.ply(text)?;
                    self.hold(comma.take(), numbered);
                    numbered = false;
                    continue;
                }
                Some('}') => return self.broken("this } has no {"),
                Some(_) if !numbered && self.is_over() => return self.last_words(tag),
                Some(_) => self.word(),
            };
            let result = GameResult::named(word);
            if numbered && result.is_some() {
                let number = self.before.saturating_add(self.record.plies.len() + 1);
                return self.broken(format!("number {number} has no move"));
            }
            if let Some(result) = result {
                return self.end(Some(result), tag);
            }
            let number = word.split_once('.').filter(|_| !numbered);
            let text = match number {
                Some((digits, text)) if is_number(digits) => {
                    // A record may begin in the middle of a game.
                    if let (0, Ok(first @ 1..)) = (self.record.plies.len(), digits.parse::<usize>())
                    {
                        self.before = first - 1;
                        self.record.typed.first = (first != 1).then_some(first);
                    }
                    let next = self.before.saturating_add(self.record.plies.len() + 1);
                    if !self.fits(digits.parse().unwrap_or(usize::MAX)) {
                        return self
                            .broken(format!("move {next} has the number {}", shortened(digits)));
                    }
                    numbered = true;
                    text
                }
                _ => word,
            };
            let text = text.trim_end_matches([',', ';']);
            let ply = text.trim_end_matches(BEHIND);
            if !ply.is_empty() {
                self.ply(ply.to_string())?;
                self.hold(comma.take(), numbered);
                numbered = false;
            }
            if word.ends_with(',') {
                comma = self.record.plies.len().checked_sub(1);
            }
            if !text[ply.len()..].is_empty() {
                self.record.say(&text[ply.len()..]);
            }
        }
    }

    /// Whether the next move may have this number: numbers may count single moves, pairs of moves as in chess, or turns whose
    /// parts are joined by commas.
    fn fits(&mut self, number: usize) -> bool {
        let made = self.record.plies.len();
        if made > 0 {
            self.in_pairs.get_or_insert(self.before == 0 && (made, number) == (2, 2));
        }
        self.apart &= match self.in_pairs.unwrap_or(false) {
            true => made.is_multiple_of(2) && number == made / 2 + 1,
            false => number == self.before.saturating_add(made + 1),
        };
        let turns = made - self.record.typed.commas.len();
        let together = self.together.get_or_insert(true);
        *together &= number == self.before.saturating_add(turns + 1);
        self.apart || *together
    }

    /// Records the comma after the last move but one, unless the last move has a number.
    fn hold(&mut self, comma: Option<usize>, numbered: bool) {
        if let Some(at) = comma.filter(|_| !numbered) {
            // Before the first number it may mean either.
            self.together.get_or_insert(false);
            self.record.typed.commas.push(at);
        }
    }

    fn broken<T>(&self, reason: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError::broken(self.line, reason))
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest.trim_ascii_start();
        let blanks = &self.rest[..self.rest.len() - rest.len()];
        self.line += count_lines(blanks);
        self.rest = rest;
    }

    /// Consumes the text up to the next blank, brace or quote.
    fn word(&mut self) -> &'a str {
        let end = self.rest.find(ends_word).unwrap_or(self.rest.len());
        let end = before_number(&self.rest[..end]).unwrap_or(end);
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn quoted(&mut self) -> Result<String, ReadError> {
        let end = find_end(&self.rest[1..], b'"').filter(|&end| !self.rest[1..=end].contains('\n'));
        let Some(end) = end else {
            return self.broken("the move has no closing quote");
        };
        let text = unescape(&self.rest[1..=end]);
        self.rest = &self.rest[end + 2..];
        text.or_else(|reason| self.broken(reason))
    }

    /// Parses `{a comment}` or `{%name text}`, a mark.
    fn comment(&mut self) -> Result<(), ReadError> {
        let Some(end) = find_end(&self.rest[1..], b'}') else {
            return self.broken("the comment has no closing }");
        };
        let raw = &self.rest[1..=end];
        let text = raw.replace("\r\n", " ").replace('\n', " ");
        if let Some(text) = text.strip_prefix('%') {
            if self.record.plies.is_empty() {
                return self.broken("a mark, {%..}, must follow a move");
            }
            let (name, text) = text.split_once(' ').unwrap_or((text, ""));
            let pair = unescape(name).and_then(|name| Ok((name, unescape(text)?)));
            self.marks.push(pair.or_else(|reason| self.broken(reason))?);
        } else {
            let text = unescape(&text).or_else(|reason| self.broken(reason))?;
            self.record.say(&text);
        }
        self.line += count_lines(raw);
        self.rest = &self.rest[end + 2..];
        Ok(())
    }

    fn ply(&mut self, text: String) -> Result<(), ReadError> {
        self.settle_marks()?;
        self.record.plies.push(Ply { text, ..Ply::default() });
        Ok(())
    }

    fn settle_marks(&mut self) -> Result<(), ReadError> {
        let marks = Tags::from_pairs(std::mem::take(&mut self.marks));
        let marks = marks.or_else(|(_, name)| {
            self.broken(format!("the mark {} is there twice", shortened(&name)))
        })?;
        if let Some(ply) = self.record.plies.last_mut() {
            ply.marks = marks;
        }
        Ok(())
    }

    /// Whether what follows says in words how the game ended: `wins!`, `Green wins`.
    fn is_over(&self) -> bool {
        let bare =
            |it: &str| it.trim_end_matches(|c: char| c.is_ascii_punctuation()).to_lowercase();
        let ends = |it: &str| ENDINGS.contains(&bare(it).as_str());
        // The words sought are short.
        let end = self.rest.char_indices().nth(100).map_or(self.rest.len(), |it| it.0);
        let mut words = self.rest[..end].split_ascii_whitespace();
        let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        // A name, not a move: moves contain a digit, begin with a lower-case letter, or are one of the words.
        let is_name = first.starts_with(|c: char| c.is_uppercase())
            && first.chars().all(char::is_alphabetic)
            && !SILENT.contains(&bare(first).as_str());
        !self.record.plies.is_empty() && (ends(first) || is_name && ends(second))
    }

    /// Takes the rest as a comment on the last move, except for a result at its end.
    fn last_words(mut self, tag: Option<GameResult>) -> Result<Record, ReadError> {
        let next = format!("{}.", self.before.saturating_add(self.record.plies.len() + 1));
        if self.rest.split_ascii_whitespace().any(|it| it.starts_with(&next)) {
            let end = shortened(self.rest.split_ascii_whitespace().next().unwrap_or_default());
            return self.broken(format!("move {next} comes after the end of the game, '{end}'"));
        }
        let rest = std::mem::take(&mut self.rest);
        let (words, last) =
            rest.rsplit_once(|c: char| c.is_ascii_whitespace()).unwrap_or((rest, ""));
        let result = GameResult::named(last);
        let words = if result.is_some() { words } else { rest };
        self.record.say(&words.split_ascii_whitespace().collect::<Vec<_>>().join(" "));
        self.end(result, tag)
    }

    /// Finishes the record, with the result found at its end.
    fn end(
        mut self,
        result: Option<GameResult>,
        tag: Option<GameResult>,
    ) -> Result<Record, ReadError> {
        let result = result.or(tag).unwrap_or_default();
        if let Some(tag) = tag.filter(|&tag| tag != result) {
            return self.broken(format!(
                "the moves end with {}, but the tag Result says {}",
                result.name(),
                tag.name()
            ));
        }
        self.settle_marks()?;
        self.skip_blanks();
        if !self.rest.is_empty() {
            return self.broken("something follows the result");
        }
        self.record.result = result;
        self.record.typed.in_turns = self.together == Some(true);
        Ok(if self.apart { self.record } else { self.record.joined() })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn count_lines(text: &str) -> u64 {
    text.bytes().filter(|&byte| byte == b'\n').count() as u64
}

impl FromStr for Record {
    type Err = ReadError;

    /// Parses exactly one record in the text form.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut source = Source::new(text.as_bytes());
        let chunk = cut(&mut source)?;
        let line = chunk.line;
        let record = parse(&chunk.text()?, line)?;
        match source.peek()? {
            None => Ok(record),
            Some(_) => Err(ReadError::broken(source.line(), "a second record begins here")),
        }
    }
}
