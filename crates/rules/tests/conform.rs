//! `conform` is the one test that every game goes through, so it is itself tested, on games that break one promise each.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;

use crosscut_rules::{
    Card, Classic, Game, MoveError, Options, Outcome, Position, Seat, Setup, SetupError, Source,
    Spoken, conform,
};

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wrong {
    Nothing,
    Endless,
    NoMoves,
    Miscounted,
    Twice,
    RefusesWhatIsListed,
    ReadsSomethingElse,
    PlaysSomethingElse,
    HashesOtherwise,
    MovesAfterTheEnd,
    CountsAfterTheEnd,
    TakesMovesAfterTheEnd,
}

/// Take one or two from a heap of ten.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heap(Wrong);

#[derive(Clone, Debug, Eq)]
struct Left {
    wrong: Wrong,
    left: u32,
    turn: Seat,
    /// How many plies were played by [`Position::play`], which checks them.
    checked: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take(u32);

impl PartialEq for Left {
    fn eq(&self, other: &Self) -> bool {
        (self.left, self.turn) == (other.left, other.turn)
    }
}

impl Hash for Left {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.left, self.turn).hash(state);
        if self.wrong == Wrong::HashesOtherwise {
            self.checked.hash(state);
        }
    }
}

impl Game for Heap {
    const CARD: Card = Card {
        name: "heap",
        aliases: &[],
        title: "Heap",
        about: "take the last one",
        designer: "nobody in particular",
        year: "unknown",
        source: Source::NONE,
        copyright: "none",
        permission: "none needed",
        sides: ["1", "2"],
        goals: ["takes the last one", "takes the last one"],
        options: &[],
        first_game: "",
        spoken: Spoken::NOTHING,
        classic: Classic::AS_ON_THE_CARD,
        sample: "1",
        help: "# Heap\n",
    };
    type Position = Left;

    fn new(_: &Options) -> Self {
        Heap(Wrong::Nothing)
    }

    fn start(&self) -> Left {
        Left { wrong: self.0, left: 10, turn: Seat::First, checked: 0 }
    }

    fn set_up(&self, _: &Setup) -> Result<Left, SetupError> {
        Ok(self.start())
    }
}

impl Position for Left {
    type Move = Take;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Won(!self.turn))
    }

    fn moves(&self, out: &mut Vec<Take>) {
        if self.wrong == Wrong::NoMoves && self.left < 5 {
            return;
        }
        out.extend((1..=self.left.min(2)).map(Take));
        if self.wrong == Wrong::Twice {
            out.extend(out.last().copied());
        }
        if self.wrong == Wrong::MovesAfterTheEnd && self.left == 0 {
            out.push(Take(1));
        }
    }

    fn count(&self) -> usize {
        let more = match self.wrong {
            Wrong::Miscounted | Wrong::Twice => 1,
            Wrong::CountsAfterTheEnd => usize::from(self.left == 0),
            _ => 0,
        };
        self.left.min(2) as usize + more
    }

    fn check(&self, m: Take) -> Result<(), MoveError> {
        match m.0 {
            2 if self.wrong == Wrong::RefusesWhatIsListed => Err(MoveError::illegal("no")),
            _ if self.wrong == Wrong::TakesMovesAfterTheEnd => Ok(()),
            _ if self.left == 0 => Err(MoveError::Over),
            n if (1..=self.left.min(2)).contains(&n) => Ok(()),
            _ => Err(MoveError::illegal("take 1 or 2")),
        }
    }

    fn play(&mut self, m: Take) -> Result<(), MoveError> {
        self.check(m)?;
        self.checked += 1;
        if self.wrong == Wrong::PlaysSomethingElse && self.left > 2 {
            self.left -= 1;
        }
        self.play_unchecked(m);
        Ok(())
    }

    fn play_unchecked(&mut self, m: Take) {
        if self.wrong != Wrong::Endless {
            self.left = self.left.saturating_sub(m.0);
        }
        self.turn = !self.turn;
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

thread_local! {
    /// Whether moves are read wrongly: thread-local, because `FromStr` does not see the game.
    static MISREAD: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

impl FromStr for Take {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let n: u32 = text.parse().map_err(|_| MoveError::syntax("a number"))?;
        Ok(Take(n + u32::from(MISREAD.get())))
    }
}

/// What `conform` says about a game with a fault; `None` if it passes.
fn said_of(wrong: Wrong) -> Option<String> {
    MISREAD.set(wrong == Wrong::ReadsSomethingElse);
    let said = catch_unwind(AssertUnwindSafe(|| conform(&Heap(wrong), 20, 10, 1))).err()?;
    Some(said.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn a_game_that_breaks_a_promise_is_told_which() {
    assert_eq!(said_of(Wrong::Nothing), None);
    for (wrong, words) in [
        (Wrong::Endless, "no end after 10 plies"),
        (Wrong::NoMoves, "no move, but not over"),
        (Wrong::Miscounted, "count is not the number of moves"),
        (Wrong::Twice, "a move is listed twice"),
        (Wrong::RefusesWhatIsListed, "2 is listed but refused"),
        (Wrong::ReadsSomethingElse, "does not read back as itself"),
        (Wrong::PlaysSomethingElse, "twins differ"),
        (Wrong::HashesOtherwise, "twins differ"),
        (Wrong::MovesAfterTheEnd, "moves after the end"),
        (Wrong::CountsAfterTheEnd, "moves after the end"),
        (Wrong::TakesMovesAfterTheEnd, "a move after the end is not refused as such"),
    ] {
        let said = said_of(wrong).unwrap_or_else(|| panic!("{wrong:?} passes"));
        assert!(said.contains(words), "{wrong:?}: {said}");
    }
}
