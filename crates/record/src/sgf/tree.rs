//! The syntax of SGF: nodes with properties with values, for the first variation only.

use std::io::BufRead;

use crate::error::ReadError;
use crate::source::{Chunk, Source, Step};

/// A node of the main line.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) properties: Vec<Property>,
}

/// A property: `B[a3]`.
#[derive(Debug)]
pub(super) struct Property {
    /// The line of the file on which it begins.
    pub(super) line: u64,
    pub(super) name: String,
    /// At least one.
    pub(super) values: Vec<Value>,
}

/// The text between two brackets, without its escapes.
#[derive(Debug)]
pub(super) struct Value {
    pub(super) text: String,
    /// The position of the first unescaped colon.
    colon: Option<usize>,
}

impl Value {
    /// The two halves of a composed value.
    pub(super) fn halves(&self) -> Option<(&str, &str)> {
        self.colon.map(|at| (&self.text[..at], &self.text[at + 1..]))
    }
}

/// Cuts out the next game, from `(` to its `)`. Anything may precede the first one; `begun` is set once a game was found.
pub(crate) fn cut<R: BufRead>(
    source: &mut Source<R>,
    begun: &mut bool,
) -> Result<Chunk, ReadError> {
    let junk = source.peek()?.filter(|&byte| byte != b'(').map(|_| source.line());
    if junk.is_some() {
        source.cut(|byte| if byte == b'(' { Step::Stop } else { Step::Skip })?;
    }
    let end = source.peek()?.is_none();
    match junk {
        Some(line) if *begun => {
            return Err(ReadError::broken(line, "this is outside any game"));
        }
        Some(line) if end => {
            return Err(ReadError::broken(line, "this is not SGF: it has no game, (;..)"));
        }
        _ => *begun |= !end,
    }
    game(source)
}

fn game<R: BufRead>(source: &mut Source<R>) -> Result<Chunk, ReadError> {
    let (mut depth, mut in_value, mut escaped) = (0_u64, false, false);
    let (mut line, mut value_line) = (source.line(), 0);
    let chunk = source.cut(|byte| {
        line += u64::from(byte == b'\n');
        if in_value {
            in_value = byte != b']' || escaped;
            escaped = byte == b'\\' && !escaped;
            return Step::Take;
        }
        match byte {
            b'[' => (in_value, value_line) = (true, line),
            b'(' => depth += 1,
            b')' if depth <= 1 => return Step::Last,
            b')' => depth -= 1,
            _ => {}
        }
        Step::Take
    })?;
    match (chunk.open && !chunk.is_empty(), in_value) {
        (false, _) => Ok(chunk),
        (true, true) => Err(ReadError::broken(value_line, "the bracket opened here is not closed")),
        (true, false) => {
            Err(ReadError::broken(chunk.line, "the game that begins here has no closing )"))
        }
    }
}

/// Parses the main line of one game; its first line has the number `line`.
pub(super) fn parse(text: &str, line: u64) -> Result<Vec<Node>, ReadError> {
    let mut parser = Parser { rest: text, line };
    let mut nodes: Vec<Node> = Vec::new();
    parser.take("(");
    loop {
        parser.skip_blanks();
        let Some(c) = parser.rest.chars().next() else {
            return parser.broken("the game has no closing )");
        };
        match c {
            ';' => {
                parser.take(";");
                nodes.push(Node { properties: Vec::new() });
            }
            // The first of several variations is the main line.
            '(' if !nodes.is_empty() => parser.take("("),
            ')' if !nodes.is_empty() => return Ok(nodes),
            'A'..='Z' | 'a'..='z' if let Some(node) = nodes.last_mut() => {
                node.properties.push(parser.property()?);
            }
            _ if nodes.is_empty() => return parser.broken("a game begins with (;"),
            c => return parser.broken(format!("'{c}' is neither a property nor a node")),
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    line: u64,
}

impl Parser<'_> {
    fn broken<T>(&self, reason: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError::broken(self.line, reason))
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest.trim_start();
        self.line +=
            self.rest.bytes().take(self.rest.len() - rest.len()).filter(|&b| b == b'\n').count()
                as u64;
        self.rest = rest;
    }

    fn take(&mut self, word: &str) {
        self.rest = self.rest.strip_prefix(word).unwrap_or(self.rest);
    }

    fn property(&mut self) -> Result<Property, ReadError> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (written, rest) = self.rest.split_at(end);
        // Before FF[4], lower-case letters in names had no meaning: `SiZe` is SZ.
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            return self.broken(format!("the property {written} is not in capitals"));
        }
        let line = self.line;
        self.rest = rest;
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if !self.rest.starts_with('[') {
                break;
            }
            values.push(self.value()?);
        }
        if values.is_empty() {
            return self.broken(format!("the property {name} has no value in brackets"));
        }
        Ok(Property { line, name, values })
    }

    /// Parses `[..]`: a backslash keeps the next character as it is and swallows a line break; line breaks become `\n`.
    fn value(&mut self) -> Result<Value, ReadError> {
        let (mut text, mut colon) = (String::new(), None);
        let begin = self.line;
        self.take("[");
        while let Some(at) = self.rest.find(['\\', ']', ':', '\r', '\n']) {
            text.push_str(&self.rest[..at]);
            self.rest = &self.rest[at..];
            match self.rest.as_bytes()[0] {
                b']' => {
                    self.take("]");
                    return Ok(Value { text, colon });
                }
                b':' => {
                    colon = colon.or(Some(text.len()));
                    self.take(":");
                    text.push(':');
                }
                b'\\' => {
                    self.take("\\");
                    if !self.take_line_break()
                        && let Some(c) = self.rest.chars().next()
                    {
                        text.push(c);
                        self.rest = &self.rest[c.len_utf8()..];
                    }
                }
                _ => {
                    self.take_line_break();
                    text.push('\n');
                }
            }
        }
        Err(ReadError::broken(begin, "the bracket opened here is not closed"))
    }

    /// Consumes one line break of any of the four kinds; false if there is none.
    fn take_line_break(&mut self) -> bool {
        let Some(line_break) =
            ["\r\n", "\n\r", "\n", "\r"].into_iter().find(|it| self.rest.starts_with(it))
        else {
            return false;
        };
        self.take(line_break);
        self.line += u64::from(line_break != "\r");
        true
    }
}
