use std::error::Error;
use std::fmt;

use crosscut_record::{GameResult, Ply, Record, tag};
use crosscut_rules::{MoveError, Outcome, Seat, Setup, SetupError, shortened};

use crate::list::{doubt, starts};
use crate::{Line, LineError, Spec, SpecError};

/// The reason why a record is not a game that the rules allow: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// The record's game is not in the list, or does not have these options.
    Spec(SpecError),
    /// The record's set-up does not describe a position of the game.
    Setup(SetupError),
    /// A ply is refused.
    Ply(LineError),
    /// The record's result is not the one that the rules give.
    Result {
        /// The result in the record.
        said: GameResult,
        /// How the game ended by its rules.
        outcome: Outcome,
    },
    /// The record says that the game ended by its rules, but it did not.
    GoesOn,
    /// The record's result and its tag `Ending` contradict each other, or the rules: why, in words.
    Ending(String),
}

/// Values of the tag `Ending` for games that must have a winner.
const WITH_A_WINNER: [&str; 3] = ["resignation", "time", "forfeit"];

/// The record as its game reads it, with words that commas join to one turn as one move. Its plies are then those of
/// [`Line::from_record`].
#[must_use]
pub fn in_turns(record: Record) -> Record {
    if record.typed.commas.is_empty() {
        return record;
    }
    match Line::before(&record) {
        Ok(line) if line.in_turns(&record) => record.joined(),
        _ => record,
    }
}

impl Line {
    /// Plays a record through.
    ///
    /// If the rules give a result, the record's must be the same; a game that they have not ended may have any result (by
    /// resignation, say), and any game may have none.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn from_record(record: &Record) -> Result<Line, RecordError> {
        let mut line = Line::before(record)?;
        let joined = line.in_turns(record).then(|| record.joined());
        let record = joined.as_ref().unwrap_or(record);
        line.meant(record).map_err(RecordError::Ply)?;
        for text in record.moves() {
            line.play(text).map_err(RecordError::Ply)?;
        }
        match line.position().outcome() {
            Some(outcome) if ![result(outcome), GameResult::Open].contains(&record.result) => {
                Err(RecordError::Result { said: record.result, outcome })
            }
            None if record.tags.get(tag::ENDING) == Some("rules") => Err(RecordError::GoesOn),
            _ => Ok(line),
        }
    }

    /// Plays a record through, and checks its ending against the rules: if they have ended the game, the record must have that
    /// result, and its tag `Ending`, if there is one, must say that it was by the rules; otherwise its result must be
    /// possible with its tag `Ending`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn checked(record: &Record) -> Result<Line, RecordError> {
        let line = Line::from_record(record)?;
        let (said, how) = (record.result, record.tags.get(tag::ENDING));
        let is_won = matches!(said, GameResult::First | GameResult::Second);
        match (line.position().outcome(), how) {
            (Some(outcome), _) if said == GameResult::Open => {
                Err(RecordError::Result { said, outcome })
            }
            (Some(_), Some(how)) if how != "rules" => Err(RecordError::Ending(format!(
                "it says it ended by {}, but it ended by the rules",
                shortened(how)
            ))),
            (None, Some(how)) if WITH_A_WINNER.contains(&how) && !is_won => {
                let said = said.name();
                let why = format!("its result is {said}, but somebody wins by {how}");
                Err(RecordError::Ending(why))
            }
            (None, Some("agreement")) if said != GameResult::Draw => {
                let said = said.name();
                let why = format!("its result is {said}, but an agreement is a draw");
                Err(RecordError::Ending(why))
            }
            _ => Ok(line),
        }
    }

    /// The line before the first ply of a record.
    fn before(record: &Record) -> Result<Line, RecordError> {
        let spec: Spec = record.game.parse().map_err(RecordError::Spec)?;
        match record.tags.get(tag::SETUP) {
            None => Ok(Line::new(spec)),
            Some(setup) => Setup::parse(setup)
                .and_then(|setup| Line::from_setup(spec, setup))
                .map_err(RecordError::Setup),
        }
    }

    /// Whether commas in a record join the parts of a turn: the game has such turns, and either the numbers allow it or the
    /// record has only these two words.
    fn in_turns(&self, record: &Record) -> bool {
        let text = |at: usize| record.plies.get(at).map_or("", |it| it.text.as_str());
        let is_turn = |at: &usize| self.both(text(*at), text(at + 1)).is_some();
        (record.typed.in_turns || record.plies.len() == 2)
            && record.typed.commas.iter().any(is_turn)
    }

    /// Refuses a record whose moves, as typed, begin at another move, or are ambiguous between one turn and two.
    fn meant(&self, record: &Record) -> Result<(), LineError> {
        let text = |at: usize| record.plies.get(at).map_or("", |it| it.text.as_str());
        if let Some(first) = record.typed.first.filter(|&it| !self.counts(it, true)) {
            let error = MoveError::Illegal(starts(first, self.next_number().unwrap_or(1)));
            return Err(LineError { ply: 1, text: text(0).to_string(), error });
        }
        for &at in &record.typed.commas {
            if let Some(both) = self.both(text(at), text(at + 1)) {
                let error = MoveError::Syntax(doubt(&both));
                return Err(LineError { ply: at + 1, text: both, error });
            }
        }
        Ok(())
    }

    /// The line as a record: spec, set-up, plies, and the result if the rules give one. What the rules added to a ply
    /// becomes its comment.
    pub fn to_record(&self) -> Record {
        let mut record = Record::new(self.spec().to_string());
        if let Some(setup) = self.setup() {
            record.tags.set(tag::SETUP, setup.to_string());
        }
        for (ply, forced) in self.plies().iter().zip(self.forced_words()) {
            record.plies.push(Ply { text: ply.clone(), comment: forced, ..Ply::default() });
        }
        record.result = self.position().outcome().map_or(GameResult::Open, result);
        record
    }
}

/// The result in a record of a game that ended so by its rules.
#[must_use]
pub fn result(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Won(Seat::First) => GameResult::First,
        Outcome::Won(Seat::Second) => GameResult::Second,
        Outcome::Drawn => GameResult::Draw,
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Spec(error) => error.fmt(f),
            RecordError::Setup(error) => write!(f, "its set-up: {error}"),
            RecordError::Ply(error) => error.fmt(f),
            RecordError::Result { said, outcome } => write!(
                f,
                "its result is {}, but by the rules it is {}",
                said.name(),
                outcome.name()
            ),
            RecordError::Ending(why) => f.write_str(why),
            RecordError::GoesOn => f.write_str("it says it ended by the rules, but it did not"),
        }
    }
}

impl Error for RecordError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(record: &Record) -> String {
        match Line::from_record(record) {
            Ok(line) => line.plies().join(" "),
            Err(error) => error.to_string(),
        }
    }

    fn record(game: &str, moves: &str, result: GameResult) -> Record {
        let mut record = Record { result, ..Record::new(game) };
        for text in moves.split_whitespace() {
            record.play(text);
        }
        record
    }

    #[test]
    fn a_line_and_its_record_say_the_same() {
        let setup = Setup::parse("V:A1,B2 H:C3 turn:H").unwrap();
        let mut line = Line::from_setup("hex:size=5".parse().unwrap(), setup).unwrap();
        line.play("d4").unwrap();
        let record = line.to_record();
        assert_eq!(record.tags.get(tag::SETUP), Some("V:A1,B2 H:C3 turn:H"));
        assert_eq!(record.moves().collect::<Vec<_>>(), ["D4"]);
        let again = Line::from_record(&record).unwrap();
        assert_eq!(again.position().text(), line.position().text());
        assert_eq!(again.to_record(), record);
        let won = record_of("hex:size=2,opening=none", "A1 B1 A2");
        assert_eq!(won.result, GameResult::First);
    }

    fn record_of(game: &str, moves: &str) -> Record {
        Line::from_record(&record(game, moves, GameResult::Open)).unwrap().to_record()
    }

    #[test]
    fn moves_are_read_as_they_were_typed() {
        let typed = |game: &str, tags: &str, moves: &str| {
            let text = format!("[Game \"{game}\"]\n{tags}\n{moves}\n");
            check(&text.parse().unwrap())
        };
        let start = "ply 1, f4: the list starts at move 24, and the position is at move 1";
        assert_eq!(typed("trail-mix", "", "24. f4, 25. d2"), start);
        let set_up = "[Setup \"Brown:a1 Green:b2\"]\n";
        assert_eq!(typed("trail-mix", set_up, "3. f4, 4. d2"), "f4 d2");
        assert_eq!(typed("trail-mix", set_up, "1. f4, 2. d2"), "f4 d2");
        assert!(typed("trail-mix", set_up, "9. f4, 10. d2").contains("the list starts at move 9"));
        // If two stones may be one turn, a comma alone is ambiguous.
        let trellis = "trellis:size=7,opening=none";
        for moves in ["A2, C3 B1", "A2, C3 2. D1", "1. A2, C3 3. D1"] {
            let refused = typed(trellis, "", moves);
            assert!(refused.starts_with("ply 1: 'A2, C3' may be one turn or two"), "{refused}");
        }
        assert_eq!(typed(trellis, "", "1. A2, 2. C3"), "A2 C3");
        // The numbers may resolve that.
        for moves in ["1. A2, C3 2. D1, D4", "1. A2, {hm} C3 {so} 2. D1,D4"] {
            assert_eq!(typed(trellis, "", moves), "A2,C3 D1,D4", "{moves}");
        }
        assert_eq!(typed(trellis, "", "1. E5 2. A2, C3 3. D1"), "E5 A2,C3 D1");
        assert_eq!(typed(trellis, "", "1. A2, C3"), "A2,C3");
        assert_eq!(typed(trellis, "", "A2, C3"), "A2,C3");
        assert_eq!(typed("hex:size=5,opening=none", "", "1. c3, b2 2. d4"), "C3 B2 D4");
        let said = typed("hex:size=5,opening=none", "", "1. c3 2. b2, d4 3. e5");
        assert!(said.starts_with("ply 2: 'b2,d4' is not a point"), "{said}");
        assert_eq!(typed("hex:size=5,opening=none", "", "c3, b2, d4"), "C3 B2 D4");
    }

    #[test]
    fn what_is_said_of_a_turn_stays_with_it() {
        let text =
            "[Game \"trellis:size=7,opening=none\"]\n\n1. A2, {one} C3 {two} 2. D1 {three}\n";
        let record = in_turns(text.parse().unwrap());
        let said: Vec<(&str, &str)> =
            record.plies.iter().map(|it| (it.text.as_str(), it.comment.as_str())).collect();
        assert_eq!(said, [("A2,C3", "one\ntwo"), ("D1", "three")]);
        assert_eq!(Line::from_record(&record).unwrap().plies(), ["A2,C3", "D1"]);
    }

    #[test]
    fn whatever_does_not_hold_is_named() {
        use GameResult::{Draw, First, Open, Second};
        let hex = "hex:size=2,opening=none";
        assert_eq!(check(&record(hex, "a1 b1 a2", First)), "A1 B1 A2");
        assert_eq!(check(&record(hex, "a1 b1", Second)), "A1 B1");
        assert_eq!(
            check(&record(hex, "a1 b1 a2", Draw)),
            "its result is draw, but by the rules it is first"
        );
        assert_eq!(check(&record(hex, "A1 A1", Open)), "ply 2, A1: A1 is taken by V");
        assert_eq!(check(&record("hexx", "", Open)), "there is no game 'hexx': did you mean hex?");
        let mut odd = record(hex, "", Open);
        odd.tags.set(tag::SETUP, "V:A1 H:A1");
        assert_eq!(check(&odd), "its set-up: A1 is given to both sides");
        let mut early = record(hex, "A1", First);
        early.tags.set(tag::ENDING, "rules");
        assert_eq!(check(&early), "it says it ended by the rules, but it did not");
    }
}
