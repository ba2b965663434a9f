use std::fmt;

use crosscut_catalog::{Decision, Level, Line, MoveError, Outcome, Seat, Spec, Told};

use super::file::GameFile;
use crate::replay::seats;

/// A game at one keyboard: the line played so far, the players in the seats, and the file in which it is saved.
///
/// Every change of the game writes the file before it returns, so that no end of the program loses a ply.
#[derive(Debug)]
pub(crate) struct LocalGame {
    line: Line,
    players: [Player; 2],
    ending: Option<Ending>,
    file: Option<GameFile>,
    trouble: Option<String>,
}

/// The lowest level for a hint: it takes a second, or less.
const HINT: Level = Level::ALL[5];

/// The player in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Person,
    Computer(Level),
}

/// An ending not brought about by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) outcome: Outcome,
    /// `resignation`, `time`, `agreement`; empty if unknown.
    pub(crate) how: String,
}

impl LocalGame {
    pub(crate) fn new(line: Line, players: [Player; 2]) -> Self {
        LocalGame { line, players, ending: None, file: None, trouble: None }
    }

    /// The same table with the game ended.
    pub(crate) fn with_ending(self, ending: Option<Ending>) -> Self {
        LocalGame { ending, ..self }
    }

    /// The same table, saved in a file from now on. The file is written immediately, unless the game is over.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn kept_in(mut self, file: GameFile) -> anyhow::Result<Self> {
        self.file = Some(file);
        if self.turn().is_some() {
            self.keep();
        }
        match &self.trouble {
            None => Ok(self),
            Some(trouble) => anyhow::bail!("{trouble}"),
        }
    }

    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    pub(crate) fn spec(&self) -> &Spec {
        self.line.spec()
    }

    pub(crate) fn player(&self, seat: Seat) -> Player {
        self.players[seat.index()]
    }

    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    pub(crate) fn file(&self) -> Option<&GameFile> {
        self.file.as_ref()
    }

    /// Why the last attempt to save the game failed: a sentence without a full stop.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// Whether only the computer plays.
    pub(crate) fn is_watched(&self) -> bool {
        !self.players.contains(&Player::Person)
    }

    /// The seat to decide next; `None` when the game is over.
    pub(crate) fn turn(&self) -> Option<Seat> {
        if self.ending.is_some() { None } else { self.line.position().turn() }
    }

    /// The computer's level, if it is to decide next.
    pub(crate) fn computer_to_move(&self) -> Option<Level> {
        match self.player(self.turn()?) {
            Player::Computer(level) => Some(level),
            Player::Person => None,
        }
    }

    /// Plays a ply for the seat to move, or several if it has several in a row, and returns a message about it:
    /// `V (you) plays C3`, without a full stop, which could be taken for part of the move.
    ///
    /// # Errors
    /// The game's refusal; then nothing is played.
    pub(crate) fn play(&mut self, text: &str) -> Result<String, MoveError> {
        if self.turn().is_none() {
            return Err(MoveError::Over);
        }
        let plies = self.line.turns(text)?;
        let said: Result<Vec<_>, _> = plies.iter().map(|ply| self.play_one(ply)).collect();
        self.keep();
        Ok(said?.join(", "))
    }

    fn play_one(&mut self, ply: &str) -> Result<String, MoveError> {
        let Some(seat) = self.turn() else { return Err(MoveError::Over) };
        let who = self.who(seat);
        let words = self.line.position().words();
        let side = self.line.takes(ply).map_or_else(String::new, |it| format!(" ({it})"));
        self.line.play(ply).map_err(|refused| refused.error)?;
        // A word of the opening settles who plays which side: it is not played on the board.
        Ok(match ply {
            "swap" => format!("{who} swaps"),
            "pass" => format!("{who} passes"),
            word if words.iter().any(|it| it == word) => format!("{who} chooses {ply}{side}"),
            _ => match self.line.position().forced_words() {
                none if none.is_empty() => format!("{who} plays {ply}"),
                // In braces, as in lists that can be typed again.
                forced => format!("{who} plays {ply} {{{forced}}}"),
            },
        })
    }

    /// Takes back to a person's last decision; false if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let undone = self.ending.take().is_some() || self.take_back();
        if undone {
            self.keep();
        }
        undone
    }

    fn take_back(&mut self) -> bool {
        let plies = self.line.plies().len();
        let decided_by_person = |line: &Line| {
            line.position().turn().is_some_and(|seat| self.player(seat) == Player::Person)
        };
        let earlier = (0..plies).rev().map(|kept| self.line.up_to(kept)).find(decided_by_person);
        match earlier {
            Some(line) => {
                self.line = line;
                true
            }
            None => false,
        }
    }

    /// The person who would resign: the one to move, or the one waiting for the computer.
    pub(crate) fn may_resign(&self) -> Option<Seat> {
        let turn = self.turn()?;
        [turn, !turn].into_iter().find(|&seat| self.player(seat) == Player::Person)
    }

    /// The question whether this seat resigns, without its question mark.
    pub(crate) fn resigning(&self, seat: Seat) -> String {
        match self.player(!seat) {
            Player::Person => format!("Does {} resign", self.who(seat)),
            Player::Computer(_) => "Do you resign".to_string(),
        }
    }

    /// A new game at this table, saved in a new file if this one has a file; with `spec`, of another game.
    ///
    /// # Errors
    /// The spec is not valid, or the file cannot be written.
    pub(crate) fn another(&self, spec: Option<&str>) -> anyhow::Result<LocalGame> {
        let line = match spec {
            Some(spec) => Line::new(spec.parse()?),
            None => self.line.up_to(0),
        };
        self.beside(line, self.players)
    }

    /// The same game again with the seats exchanged.
    ///
    /// # Errors
    /// The game is not over, or the file cannot be written.
    pub(crate) fn rematch(&self) -> anyhow::Result<LocalGame> {
        if self.turn().is_some() {
            anyhow::bail!("The game is not over: finish it, resign, or type new for another");
        }
        let [one, two] = self.players;
        self.beside(self.line.up_to(0), [two, one])
    }

    fn beside(&self, line: Line, players: [Player; 2]) -> anyhow::Result<LocalGame> {
        let name = line.spec().card().name;
        let table = LocalGame::new(line, players);
        match self.file {
            Some(_) => table.kept_in(GameFile::create(name)?),
            None => Ok(table),
        }
    }

    /// The level for a hint: the computer's at the table, or a good one if that is higher.
    pub(crate) fn hint_level(&self) -> Level {
        let levels = self.players.iter().filter_map(|it| match it {
            Player::Computer(level) => Some(*level),
            Player::Person => None,
        });
        levels.fold(HINT, Level::max)
    }

    pub(crate) fn resign(&mut self) {
        if let Some(seat) = self.may_resign() {
            self.ending = Some(Ending { outcome: Outcome::Won(!seat), how: "resignation".into() });
            self.keep();
        }
    }

    fn keep(&mut self) {
        if let Some(mut file) = self.file.take() {
            self.trouble = file.write(self).err().map(|error| format!("{error:#}"));
            self.file = Some(file);
        }
    }

    /// The plies so far, each with the side that made it.
    pub(crate) fn history(&self) -> Vec<(&'static str, String)> {
        let mut position = self.line.up_to(0).position().clone();
        let plies = self.line.plies().iter();
        plies
            .map(|ply| {
                let side = position.side().unwrap_or_default();
                position.play(ply).expect("the ply was accepted before");
                (side, ply.clone())
            })
            .collect()
    }

    /// Whose turn it is, or how the game ended.
    pub(crate) fn status(&self) -> String {
        let position = self.line.position();
        let mut words = match (&self.ending, position.outcome(), position.turn()) {
            (Some(Ending { outcome, how }), ..) if how.is_empty() => {
                format!("{}.", self.result(*outcome))
            }
            (Some(Ending { outcome, how }), ..) => format!("{} by {how}.", self.result(*outcome)),
            (None, Some(outcome), _) => format!("{}.", self.result(outcome)),
            (None, None, Some(seat)) => match self.asked().and_then(|it| it.what) {
                Some(what) => format!("{what}."),
                None => format!("{} to move.", self.who(seat)),
            },
            (None, None, None) => String::new(),
        };
        if let Some([first, second]) = position.score() {
            let [one, two] = Seat::BOTH.map(|seat| position.held_by(seat));
            words += &format!(" Points: {one} has {first}, {two} has {second}.");
        }
        words
    }

    /// What the opening asks for now, if it is not over.
    pub(crate) fn asked(&self) -> Option<Decision> {
        let seat = self.turn()?;
        let told = match (self.player(seat), self.player(!seat)) {
            (Player::Person, Player::Computer(_)) => {
                Told { names: ["your opponent"; 2].map(String::from), me: Some(seat) }
            }
            (Player::Computer(_), Player::Person) => {
                Told { names: ["the computer"; 2].map(String::from), me: Some(!seat) }
            }
            (Player::Person, Player::Person) | (Player::Computer(_), Player::Computer(_)) => {
                seats()
            }
        };
        self.line.decision(&told)
    }

    fn result(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Drawn => match self.line.position().drawn_because() {
                Some(why) => format!("The game is a draw: {why}"),
                None => "The game is a draw".to_string(),
            },
            Outcome::Won(seat) => format!("{} wins", self.who(seat)),
        }
    }

    /// A seat in words: `V (you)`, `H (computer, level 3)`; before the sides are chosen, `First seat (you)`.
    pub(crate) fn who(&self, seat: Seat) -> String {
        if self.line.position().sides_are_open() {
            let name = if seat == Seat::First { "First seat" } else { "Second seat" };
            return match (self.player(seat), self.player(!seat)) {
                (Player::Person, Player::Person) => name.to_string(),
                (player, _) => format!("{name} ({player})"),
            };
        }
        let side = self.line.position().held_by(seat);
        match (self.player(seat), self.player(!seat)) {
            (Player::Person, Player::Person) => format!("{side} ({} seat)", seat.name()),
            (player, _) => format!("{side} ({player})"),
        }
    }
}

impl Player {
    /// The player with a name in a record: the computer as `Display` writes it; any other name is a person.
    pub(crate) fn named(name: &str) -> Self {
        let level = name.strip_prefix("computer, level ").and_then(|level| level.parse().ok());
        level.and_then(Level::new).map_or(Player::Person, Player::Computer)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Person => f.write_str("you"),
            Player::Computer(level) => write!(f, "computer, level {}", level.number()),
        }
    }
}
