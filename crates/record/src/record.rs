use serde::{Deserialize, Serialize};

use crate::tags::Tags;

/// A game written down.
///
/// Every field may have any text: the text and JSON forms can write any record, and read back the same one. `Display` and
/// `FromStr` are the text form, serde's traits the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game with all its options, in canonical form: a name and options, as in `chase:size=9,opening=swap`.
    pub game: String,
    /// Who, when, where, and anything else; [`tag`](crate::tag) has the common names.
    #[serde(default, skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
    /// The comment before the first move; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The moves, whose seats follow from the rules.
    pub plies: Vec<Ply>,
    /// Who won.
    pub result: GameResult,
    /// How the moves were typed.
    #[serde(skip)]
    pub typed: Typed,
}

/// How the moves of a record were typed, for those who know the rules and can tell what it means. It is not part of the record:
/// records are equal however they were typed.
#[derive(Clone, Debug, Default)]
pub struct Typed {
    /// The number of the first move, if it is not 1.
    pub first: Option<usize>,
    /// The indices, in order, of moves followed by a comma and then by a move without a number.
    pub commas: Vec<usize>,
    /// Whether the numbers allow such commas to join the parts of one turn: `1. A2, C3 2. D4`.
    pub in_turns: bool,
}

impl PartialEq for Typed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Typed {}

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ply {
    /// The move as the game prints it: `A2,C3`, `swap`, `N50ul.`.
    #[serde(rename = "move")]
    pub text: String,
    /// Short facts about the move; [`mark`](crate::mark) has the common names.
    #[serde(default, skip_serializing_if = "Tags::is_empty")]
    pub marks: Tags,
    /// The comment on the move; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// The result, as far as the record knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum GameResult {
    /// The first seat won.
    #[serde(rename = "first")]
    First,
    /// The second seat won.
    #[serde(rename = "second")]
    Second,
    /// A draw.
    #[serde(rename = "draw")]
    Draw,
    /// The game is in progress, was broken off, or its result was not recorded.
    #[default]
    #[serde(rename = "*")]
    Open,
}

impl Record {
    /// A record of the game `spec` without tags or moves.
    pub fn new(spec: impl Into<String>) -> Self {
        Record { game: spec.into(), ..Record::default() }
    }

    /// Adds a move.
    pub fn play(&mut self, text: impl Into<String>) -> &mut Self {
        self.plies.push(Ply { text: text.into(), ..Ply::default() });
        self
    }

    /// The moves as text.
    #[must_use]
    pub fn moves(&self) -> impl ExactSizeIterator<Item = &str> {
        self.plies.iter().map(|ply| ply.text.as_str())
    }

    /// The same record with moves joined by commas merged into one. A merged move keeps the last marks among its parts.
    #[must_use]
    pub fn joined(&self) -> Self {
        let typed = Typed { first: self.typed.first, ..Typed::default() };
        let mut record = Record { plies: Vec::new(), typed, ..self.clone() };
        for (at, ply) in self.plies.iter().enumerate() {
            let is_part = at > 0 && self.typed.commas.binary_search(&(at - 1)).is_ok();
            let Some(last) = record.plies.last_mut().filter(|_| is_part) else {
                record.plies.push(ply.clone());
                continue;
            };
            last.text.push(',');
            last.text.push_str(&ply.text);
            if !ply.marks.is_empty() {
                last.marks.clone_from(&ply.marks);
            }
            record.say(&ply.comment);
        }
        record
    }

    /// Appends to the comment on the last move, or before the first one, as a new line.
    pub(crate) fn say(&mut self, words: &str) {
        let comment = self.plies.last_mut().map_or(&mut self.comment, |ply| &mut ply.comment);
        if !comment.is_empty() && !words.is_empty() {
            comment.push('\n');
        }
        comment.push_str(words);
    }
}

impl GameResult {
    /// Every result.
    pub const ALL: [GameResult; 4] =
        [GameResult::First, GameResult::Second, GameResult::Draw, GameResult::Open];

    /// `first`, `second`, `draw` or `*`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::First => "first",
            GameResult::Second => "second",
            GameResult::Draw => "draw",
            GameResult::Open => "*",
        }
    }

    /// The result with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == name)
    }
}
