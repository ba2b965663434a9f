use std::fmt;
use std::path::Path;

use crate::address::Site;

/// A file format for records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Tags and numbered moves, in the manner of PGN.
    Text,
    /// One JSON list of records.
    Json,
    /// JSON Lines: one record per line.
    JsonLines,
    /// Smart Game Format, FF\[4\]; only for Hex, the one game here that it covers.
    Sgf,
    /// Addresses of HexWorld, one per line; only for Hex.
    HexWorld,
    /// Addresses of TRMPH, one per line; only for Hex.
    Trmph,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 6] =
        [Form::Text, Form::Json, Form::JsonLines, Form::Sgf, Form::HexWorld, Form::Trmph];

    /// The extension of file names, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Form::Text => "ccr",
            Form::Json => "json",
            Form::JsonLines => "jsonl",
            Form::Sgf => "sgf",
            Form::HexWorld => "hexworld",
            Form::Trmph => "trmph",
        }
    }

    /// The form suggested by a file name's extension, if any.
    pub fn of_name(name: impl AsRef<Path>) -> Option<Self> {
        match name.as_ref().extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "ccr" | "txt" => Some(Form::Text),
            "json" => Some(Form::Json),
            "jsonl" | "ndjson" => Some(Form::JsonLines),
            "sgf" | "hsgf" => Some(Form::Sgf),
            "hexworld" => Some(Form::HexWorld),
            "trmph" => Some(Form::Trmph),
            _ => None,
        }
    }

    /// The form that a file's first bytes suggest, if any; a few dozen bytes are enough.
    #[must_use]
    pub fn of_content(start: &[u8]) -> Option<Self> {
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
        let mut bytes = start.iter().filter(|byte| !byte.is_ascii_whitespace());
        match (bytes.next()?, bytes.next()) {
            (b'(', Some(b';')) => Some(Form::Sgf),
            (b'{', _) => Some(Form::JsonLines),
            (b'[', Some(b'{' | b']')) => Some(Form::Json),
            (b'[', Some(_)) => Some(Form::Text),
            (b'h' | b'H' | b'w' | b'W' | b't' | b'T' | b'#', _) => Self::of_address(start),
            _ => None,
        }
    }

    /// The form that an address suggests, if it is one of a game: with the site's name, or from the `#` on.
    #[must_use]
    pub fn of_address(start: &[u8]) -> Option<Self> {
        let line = start.trim_ascii_start().split(|&byte| byte == b'\n').next()?;
        let line = String::from_utf8_lossy(line).to_ascii_lowercase();
        let (before, game) = line.split_once('#')?;
        let is_of = |site: Site| before.contains(site.host());
        let bare = before.is_empty() && game.starts_with(|it: char| it.is_ascii_digit());
        // A TRMPH address has only digits before the comma, and no colon anywhere.
        let plain = game.split(',').next()?.bytes().all(|byte| byte.is_ascii_digit());
        match () {
            () if is_of(Site::HexWorld) => Some(Form::HexWorld),
            () if is_of(Site::Trmph) => Some(Form::Trmph),
            () if bare && plain && !game.contains(':') => Some(Form::Trmph),
            () => bare.then_some(Form::HexWorld),
        }
    }

    /// The form of a file with this name and these first bytes: the name decides if its extension is known.
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
            Form::HexWorld => "HexWorld",
            Form::Trmph => "TRMPH",
        })
    }
}
