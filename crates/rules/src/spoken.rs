use crate::{Card, Options, Side};

/// How people speak of a game at its board, where notation would not do.
#[derive(Clone, Copy, Debug)]
pub struct Spoken {
    /// What the sides are called: the colours of what they play, as the board shows them.
    pub colours: [&'static str; 2],
    /// What one turn puts on the board: `a stone`, `one or two stones`.
    pub piece: &'static str,
    /// How options are said: a name with a template (`size`, `{} by {}`), or a name and a value (`opening=none`, `no swap`).
    pub options: &'static [(&'static str, &'static str)],
    /// The first steps and the lesson: see the catalog's `Lesson`.
    pub lesson: &'static str,
}

impl Spoken {
    /// Nothing in particular.
    pub const NOTHING: Spoken =
        Spoken { colours: ["First", "Second"], piece: "a stone", options: &[], lesson: "" };

    /// What the first turn of all puts on the board, in a word: `stone`, `stones`.
    pub fn pieces(&self) -> &'static str {
        self.piece.rsplit(' ').next().unwrap_or_default()
    }

    /// An option with its value: `9 by 9`, `no swap`.
    pub fn option(&self, name: &str, value: &str) -> String {
        let both = format!("{name}={value}");
        match self.options.iter().find(|it| it.0 == both || it.0 == name) {
            Some((_, words)) => words.replace("{}", value),
            None => format!("{} {value}", name.replace('_', " ")),
        }
    }

    /// Options as people say them: the first one, which is the board's size, and whatever is not as usual.
    pub fn options(&self, options: &Options) -> String {
        let said = options.each().enumerate().filter(|(at, (_, _, usual))| *at == 0 || !usual);
        let said: Vec<String> =
            said.map(|(_, (name, value, _))| self.option(name, &value)).collect();
        said.join(", ")
    }
}

/// A sentence about what a side wants.
impl Card {
    /// The side with a name.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.sides[side.index()] == name)
    }

    /// The colour of the side with a name; the name itself if there is none.
    pub fn colour<'a>(&self, side: &'a str) -> &'a str
    where
        'static: 'a,
    {
        self.side_named(side).map_or(side, |it| self.spoken.colours[it.index()])
    }

    /// The goal after "you": `join top and bottom`.
    pub fn you(&self, side: Side) -> String {
        let (verb, rest) = self.verb(side);
        format!("{verb} {rest}")
    }

    /// The goal after a comma: `joining top and bottom`.
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
