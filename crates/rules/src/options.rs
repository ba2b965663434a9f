use std::error::Error;
use std::fmt;

use crate::shortened::readable;

/// One option of a game: a name and its possible values.
#[derive(Clone, Copy, Debug)]
pub struct GameOption {
    /// The name, as in `size=9`.
    pub name: &'static str,
    /// The label in forms.
    pub title: &'static str,
    /// What it decides, in a few words.
    pub about: &'static str,
    /// The possible values.
    pub values: Values,
}

/// The possible values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// A number: `least`, `least + step`, .., `most`.
    Number {
        /// The smallest value.
        least: u32,
        /// The largest value.
        most: u32,
        /// The distance between two neighbouring values (2 for "odd" or "even").
        step: u32,
        /// The value if none is given.
        default: u32,
    },
    /// A word from a list, each with its meaning; the first is the default.
    Choice(&'static [(&'static str, &'static str)]),
}

/// The values of a game's options, checked.
///
/// `Display` prints the canonical text: `size=9,opening=swap`, in the card's order, with defaults left out.
#[derive(Clone, Debug)]
pub struct Options {
    options: &'static [GameOption],
    /// One for each of `options`: a number, or the index of the chosen word.
    values: Vec<u32>,
}

/// The reason why a list of options is refused: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsError(String);

impl GameOption {
    fn default(&self) -> u32 {
        match self.values {
            Values::Number { default, .. } => default,
            Values::Choice(_) => 0,
        }
    }

    fn parse(&self, text: &str) -> Option<u32> {
        match self.values {
            Values::Number { least, most, step, .. } => {
                text.parse().ok().filter(|&number: &u32| {
                    (least..=most).contains(&number) && (number - least).is_multiple_of(step)
                })
            }
            Values::Choice(words) => words
                .iter()
                .position(|(word, _)| word.eq_ignore_ascii_case(text))
                .map(|index| index as u32),
        }
    }

    fn write(&self, value: u32) -> String {
        match self.values {
            Values::Number { .. } => value.to_string(),
            Values::Choice(words) => words[value as usize].0.to_string(),
        }
    }

    /// The same option with other bounds; an option of words has no bounds and is returned as it is.
    #[must_use]
    pub const fn within(self, least: u32, most: u32) -> GameOption {
        match self.values {
            Values::Number { step, default, .. } => {
                GameOption { values: Values::Number { least, most, step, default }, ..self }
            }
            Values::Choice(_) => self,
        }
    }

    /// Reads a value.
    ///
    /// # Errors
    /// A value that is not allowed, with those that are.
    pub fn read(&self, text: &str) -> Result<u32, OptionsError> {
        self.parse(text).ok_or_else(|| {
            let (name, allowed) = (self.name, self.allowed());
            OptionsError(format!("{name}={text} is not possible: {name} is {allowed}"))
        })
    }

    /// The allowed values, in words: `an odd number from 7 to 19`, `swap or none`.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.values {
            Values::Number { least, most, step: 1, .. } => {
                format!("a number from {least} to {most}")
            }
            Values::Number { least, most, step: 2, .. } => {
                let kind = if least % 2 == 1 { "an odd" } else { "an even" };
                format!("{kind} number from {least} to {most}")
            }
            Values::Number { least, most, step, .. } => {
                let all = (least..=most).step_by(step as usize).map(|it| it.to_string());
                list(&all.collect::<Vec<_>>(), "or")
            }
            Values::Choice(words) => {
                list(&words.iter().map(|(word, _)| word.to_string()).collect::<Vec<_>>(), "or")
            }
        }
    }

    /// The default as it is written in a spec.
    #[must_use]
    pub fn default_text(&self) -> String {
        self.write(self.default())
    }
}

impl Options {
    /// Every option at its default.
    pub fn defaults(options: &'static [GameOption]) -> Self {
        Options { options, values: options.iter().map(GameOption::default).collect() }
    }

    /// Reads `size=9,opening=swap`; blanks around names and values are ignored, and case does not matter.
    ///
    /// # Errors
    /// An unknown option, a value that is not allowed, a key given twice, or a word without `=`.
    pub fn parse(options: &'static [GameOption], text: &str) -> Result<Self, OptionsError> {
        let mut parsed = Self::defaults(options);
        let mut given = vec![false; options.len()];
        if text.trim().is_empty() {
            return Ok(parsed);
        }
        for item in text.split(',') {
            let item = item.trim();
            let Some((key, value)) = item.split_once('=') else {
                return Err(OptionsError(format!(
                    "'{item}' is not an option: write options as name=value, separated by commas"
                )));
            };
            let (key, value) = (key.trim(), value.trim());
            let Some(at) = options.iter().position(|option| option.name.eq_ignore_ascii_case(key))
            else {
                let names: Vec<String> =
                    options.iter().map(|option| option.name.to_string()).collect();
                return Err(OptionsError(match names.len() {
                    0 => format!("there is no option '{key}': this game has none"),
                    1 => format!("there is no option '{key}': the only one is {}", names[0]),
                    _ => format!("there is no option '{key}': there are {}", list(&names, "and")),
                }));
            };
            let option = &options[at];
            if std::mem::replace(&mut given[at], true) {
                return Err(OptionsError(format!("{} is given twice", option.name)));
            }
            parsed.values[at] = option.read(value)?;
        }
        Ok(parsed)
    }

    /// Every option in the card's order: its name, its value as text, and whether that is the default.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, String, bool)> + '_ {
        let both = self.options.iter().zip(&self.values);
        both.map(|(option, &it)| (option.name, option.write(it), it == option.default()))
    }

    fn value(&self, name: &str) -> (&GameOption, u32) {
        let at = self
            .options
            .iter()
            .position(|option| option.name == name)
            .expect("a game asks for its own options");
        (&self.options[at], self.values[at])
    }

    /// The value of a number option of the card.
    ///
    /// # Panics
    /// If the card has no such option: a mistake in the game's own code.
    #[must_use]
    pub fn number(&self, name: &str) -> u32 {
        self.value(name).1
    }

    /// Whether the option `name` of the card has the value `word`.
    ///
    /// # Panics
    /// If the card has no such option or word: a mistake in the game's own code.
    #[must_use]
    pub fn is(&self, name: &str, word: &str) -> bool {
        let (option, value) = self.value(name);
        let Values::Choice(words) = option.values else { panic!("{name} is no choice") };
        assert!(words.iter().any(|&(it, _)| it == word), "{name} is never {word}");
        words[value as usize].0 == word
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl Eq for Options {}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for (option, &value) in self.options.iter().zip(&self.values) {
            if value != option.default() {
                write!(f, "{comma}{}={}", option.name, option.write(value))?;
                comma = ",";
            }
        }
        Ok(())
    }
}

impl OptionsError {
    /// An error with this sentence.
    pub fn new(words: impl Into<String>) -> Self {
        OptionsError(words.into())
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&readable(&self.0))
    }
}

impl Error for OptionsError {}

/// A list in words: `a`, `a or b`, `a, b or c`.
fn list(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &[GameOption] = &[
        GameOption {
            name: "size",
            title: "Size",
            about: "points a side",
            values: Values::Number { least: 3, most: 25, step: 2, default: 15 },
        },
        GameOption {
            name: "opening",
            title: "Opening",
            about: "how sides are chosen",
            values: Values::Choice(&[("official", ""), ("swap", ""), ("none", "")]),
        },
    ];

    fn check(text: &str) -> String {
        match Options::parse(OPTIONS, text) {
            Ok(options) => options.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn defaults_are_left_out_and_the_card_gives_the_order() {
        assert_eq!(check(""), "");
        assert_eq!(check("size=15"), "");
        assert_eq!(check(" Opening = SWAP , size = 9 "), "size=9,opening=swap");
    }

    #[test]
    fn refusals_say_what_is_allowed() {
        assert_eq!(check("size=8"), "size=8 is not possible: size is an odd number from 3 to 25");
        assert_eq!(check("size=27"), "size=27 is not possible: size is an odd number from 3 to 25");
        assert_eq!(check("size=-1"), "size=-1 is not possible: size is an odd number from 3 to 25");
        assert_eq!(
            check("opening=pie"),
            "opening=pie is not possible: opening is official, swap or none"
        );
        assert_eq!(check("sise=9"), "there is no option 'sise': there are size and opening");
        assert_eq!(check("size=9,size=9"), "size is given twice");
        assert_eq!(
            check("size"),
            "'size' is not an option: write options as name=value, separated by commas"
        );
        assert_eq!(
            check("size=9,"),
            "'' is not an option: write options as name=value, separated by commas"
        );
    }
}
