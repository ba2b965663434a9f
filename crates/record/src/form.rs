use std::fmt;
use std::path::Path;

/// A way to write records down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Tags and numbered moves, in the manner of PGN.
    Text,
    /// One JSON list of records.
    Json,
    /// JSON Lines: a record on each line.
    JsonLines,
    /// Smart Game Format, FF\[4\]; for the one game it knows of ours.
    Sgf,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 4] = [Form::Text, Form::Json, Form::JsonLines, Form::Sgf];

    /// How a file's name ends, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Form::Text => "ccr",
            Form::Json => "json",
            Form::JsonLines => "jsonl",
            Form::Sgf => "sgf",
        }
    }

    /// The form that a file's name tells by its extension, if it does.
    pub fn of_name(name: impl AsRef<Path>) -> Option<Self> {
        match name.as_ref().extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "ccr" | "txt" => Some(Form::Text),
            "json" => Some(Form::Json),
            "jsonl" | "ndjson" => Some(Form::JsonLines),
            "sgf" | "hsgf" => Some(Form::Sgf),
            _ => None,
        }
    }

    /// The form that a file's first bytes look like, if they look like any; a few dozen are enough.
    pub fn of_content(start: &[u8]) -> Option<Self> {
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
        let mut bytes = start.iter().filter(|byte| !byte.is_ascii_whitespace());
        match (bytes.next()?, bytes.next()) {
            (b'(', Some(b';')) => Some(Form::Sgf),
            (b'{', _) => Some(Form::JsonLines),
            (b'[', Some(b'{' | b']')) => Some(Form::Json),
            (b'[', Some(_)) => Some(Form::Text),
            _ => None,
        }
    }

    /// The form of a file with this name and these first bytes: the name decides, if it tells anything.
    pub fn guess(name: impl AsRef<Path>, start: &[u8]) -> Option<Self> {
        Self::of_name(name).or_else(|| Self::of_content(start))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Text => "text",
            Form::Json => "JSON",
            Form::JsonLines => "JSON Lines",
            Form::Sgf => "SGF",
        })
    }
}
