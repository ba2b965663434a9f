use crate::{Card, Options, Side};

/// How people speak of a game at its board, for texts where notation would not do.
#[derive(Clone, Copy, Debug)]
pub struct Spoken {
    /// The sides' names in speech: the colours of their pieces, as the board shows them.
    pub colours: [&'static str; 2],
    /// What one turn puts on the board: `a stone`, `one or two stones`.
    pub piece: &'static str,
    /// Options in words: a name with a template (`size`, `{} by {}`), or a name and a value with words (`opening=none`, `no swap`).
    pub options: &'static [(&'static str, &'static str)],
    /// The text of the first steps and the lesson; the catalog's `Lesson` describes its form.
    pub lesson: &'static str,
}

impl Spoken {
    /// Neutral words, for a game that has none of its own.
    pub const NOTHING: Spoken =
        Spoken { colours: ["First", "Second"], piece: "a stone", options: &[], lesson: "" };

    /// What a turn puts on the board, in one word: `stone`, `stones`.
    #[must_use]
    pub fn pieces(&self) -> &'static str {
        self.piece.rsplit(' ').next().unwrap_or_default()
    }

    /// An option with its value, in words: `9 by 9`, `no swap`.
    #[must_use]
    pub fn option(&self, name: &str, value: &str) -> String {
        let both = format!("{name}={value}");
        match self.options.iter().find(|it| it.0 == both || it.0 == name) {
            Some((_, words)) => words.replace("{}", value),
            None => format!("{} {value}", name.replace('_', " ")),
        }
    }

    /// Options as people say them: the first one, which is the board's size, and all that differ from their defaults.
    #[must_use]
    pub fn options(&self, options: &Options) -> String {
        let said = options.each().enumerate().filter(|(at, (_, _, usual))| *at == 0 || !usual);
        let said: Vec<String> =
            said.map(|(_, (name, value, _))| self.option(name, &value)).collect();
        said.join(", ")
    }
}

/// The card's sides and goals, in words.
impl Card {
    /// The side with this name, if there is one.
    #[must_use]
    pub fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.sides[side.index()] == name)
    }

    /// The colour of the side with this name; the name itself if no side has it.
    #[must_use]
    pub fn colour<'a>(&self, side: &'a str) -> &'a str
    where
        'static: 'a,
    {
        self.colour_named(side).unwrap_or(side)
    }

    fn colour_named(&self, side: &str) -> Option<&'static str> {
        self.side_named(side).map(|it| self.spoken.colours[it.index()])
    }

    /// A text with the sides' names of the notation replaced by the colours on the board: `V, alone` becomes `Navy, alone`.
    ///
    /// Only whole words are replaced, and only names that begin with a letter: a side called `1` stays as it is.
    pub fn in_colours(&self, text: &str) -> String {
        let is_word = |it: char| it.is_alphanumeric() || it == '_';
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let word = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(word);
            out.push_str(match name.starts_with(char::is_alphabetic) {
                true => self.colour_named(name).unwrap_or(name),
                false => name,
            });
            let gap = after.find(is_word).unwrap_or(after.len());
            out.push_str(&after[..gap]);
            rest = &after[gap..];
        }
        out
    }

    /// A side's goal as it follows "you": `join top and bottom`.
    #[must_use]
    pub fn you(&self, side: Side) -> String {
        let (verb, rest) = self.verb(side);
        format!("{verb} {rest}")
    }

    /// A side's goal as it follows a comma: `joining top and bottom`.
    #[must_use]
    pub fn doing(&self, side: Side) -> String {
        let (verb, rest) = self.verb(side);
        format!("{}ing {rest}", verb.strip_suffix('e').unwrap_or(verb))
    }

    fn verb(&self, side: Side) -> (&'static str, &'static str) {
        let goal = self.goals[side.index()];
        let (verb, rest) = goal.split_once(' ').unwrap_or((goal, ""));
        (verb.strip_suffix('s').unwrap_or(verb), rest)
    }
}
