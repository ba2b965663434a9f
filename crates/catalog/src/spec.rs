use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crosscut_rules::{Card, Options, OptionsError, Rng, Seat, Setup, SetupError, shortened};
use crosscut_search::{Budget, Filled, Level};

use crate::{AnyGame, AnyPosition, GAMES, find};

/// A game with its options: `trellis`, `trellis:size=9,opening=swap`. `Display` prints it canonically, and `FromStr`
/// reads that and more.
#[derive(Clone, Debug)]
pub struct Spec {
    game: &'static dyn AnyGame,
    options: Options,
}

/// The reason why a text is not a spec: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// No game has this name.
    Game {
        /// What was typed.
        name: String,
        /// The most similar name, if one is similar enough.
        nearest: Option<&'static str>,
    },
    /// The game of this name does not have these options.
    Options(&'static str, OptionsError),
}

impl Spec {
    /// The spec of a game from the list, or of your own game, with options as they are typed (`size=9`).
    ///
    /// # Errors
    /// Options that the game does not have, or values that it does not allow.
    pub fn of(game: &'static dyn AnyGame, options: &str) -> Result<Self, SpecError> {
        let card = game.card();
        match Options::parse(card.options, options) {
            Ok(options) => Ok(Spec { game, options }),
            Err(error) => Err(SpecError::Options(card.name, error)),
        }
    }

    /// The same game with another value of the option `size`, as it is typed, and all other options unchanged.
    ///
    /// # Errors
    /// A game without this option, or a size that it does not allow.
    pub fn with_size(&self, size: &str) -> Result<Self, SpecError> {
        let text = self.options.to_string();
        let others = text.split(',').filter(|it| !it.is_empty() && !it.starts_with("size="));
        let options: Vec<String> =
            others.map(str::to_string).chain([format!("size={size}")]).collect();
        Spec::of(self.game, &options.join(","))
    }

    /// What is known about the game.
    #[must_use]
    pub fn card(&self) -> Card {
        self.game.card()
    }

    /// The options in force.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The options as people say them: `9 by 9, no swap`.
    #[must_use]
    pub fn said(&self) -> String {
        self.card().spoken.options(&self.options)
    }

    /// The options as people say them by mail, where games begin with the classic options: those that differ there are
    /// included even if they have the card's defaults.
    #[must_use]
    pub fn said_by_mail(&self) -> String {
        let card = self.card();
        let differs = |name: &str| {
            let classic = card.classic.options.split(',').filter_map(|it| it.split_once('='));
            classic.map(|it| it.0).any(|it| it == name)
        };
        let options = self.options.each().enumerate();
        let said = options.filter(|(at, (name, _, usual))| *at == 0 || !usual || differs(name));
        let said = said.map(|(_, (name, value, _))| card.spoken.option(name, &value));
        said.collect::<Vec<_>>().join(", ")
    }

    /// The options that are our own house rules, not in the source, as people say them: `tokens without end`.
    #[must_use]
    pub fn house_rules(&self) -> Vec<String> {
        let card = self.card();
        let ours = self.options.each().filter(|(name, value, _)| {
            card.options.iter().any(|it| it.name == *name && card.is_ours(it, value))
        });
        ours.map(|(name, value, _)| card.spoken.option(name, &value)).collect()
    }

    /// The position before the first ply.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        self.game.start(&self.options)
    }

    /// The seat that makes the first ply: the second seat in games whose rules have made the first seat's first turn.
    #[must_use]
    pub fn begins(&self) -> Seat {
        self.start().turn().unwrap_or(Seat::First)
    }

    /// The static position that a set-up describes.
    ///
    /// # Errors
    /// Why it does not describe a position.
    pub fn set_up(&self, setup: &Setup) -> Result<AnyPosition, SetupError> {
        self.game.set_up(&self.options, setup)
    }

    /// Reads a text diagram of the game into a set-up.
    ///
    /// # Errors
    /// Why the text is not a diagram of the game, or that the game's diagrams cannot be read.
    pub fn read_diagram(&self, text: &str) -> Result<Setup, SetupError> {
        self.game.read_diagram(&self.options, text)
    }

    /// The budget of a move in this game at a level.
    #[must_use]
    pub fn budget(&self, level: Level) -> Budget {
        level.budget(self.game.ladder())
    }

    /// Fills at least `games` random boards and evaluates each once; `None` if the game must be played ply by ply.
    pub fn fill(&self, games: u64, rng: &mut Rng) -> Option<Filled> {
        self.game.fill(&self.options, games, rng)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        match find(name) {
            Some(game) => Spec::of(game, options),
            None => Err(SpecError::Game { name: name.to_string(), nearest: nearest(name) }),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options.to_string();
        f.write_str(self.card().name)?;
        if options.is_empty() { Ok(()) } else { write!(f, ":{options}") }
    }
}

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        self.card().name == other.card().name && self.options == other.options
    }
}

impl Eq for Spec {}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Game { name, nearest: Some(nearest) } => {
                write!(f, "there is no game '{name}': did you mean {nearest}?")
            }
            SpecError::Game { name, nearest: None } => {
                let names: Vec<&str> = GAMES.iter().map(|game| game.card().name).collect();
                let name = shortened(name);
                write!(f, "there is no game '{name}': there are {}", names.join(", "))
            }
            SpecError::Options(game, error) => write!(f, "{game}: {error}"),
        }
    }
}

impl Error for SpecError {}

/// The game whose name is at most two typing errors away.
fn nearest(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let distance = |game: &&dyn AnyGame| strsim::damerau_levenshtein(game.card().name, &name);
    let game = GAMES.iter().min_by_key(|game| distance(game))?;
    (distance(game) <= 2).then_some(game.card().name)
}
