use std::collections::HashSet;
use std::fmt;
use std::ops::{Deref, DerefMut};

use crosscut_rules::{MoveError, Outcome, Seat, Side};

use crate::compose::{begins, continuations};
use crate::erased::Hidden;
use crate::list::{NO_MOVE, unmarked};
use crate::{Continuations, ErasedPosition};

/// A board of whatever game, and the ply that led to it. `Display` prints its diagram. What its game answers is in
/// [`ErasedPosition`], to which it dereferences.
pub struct AnyPosition(pub(crate) Box<dyn Hidden>);

/// The longest move that is read, in bytes: no game has one even half as long.
const LONGEST: usize = 100;

impl AnyPosition {
    /// The memory it takes, in bytes, approximately: boards that grow with the tiles on them are counted as empty.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// The name of the side that has won, if one has.
    #[must_use]
    pub fn winner_side(&self) -> Option<&'static str> {
        Some(self.held_by(self.winner()?))
    }

    /// The seat that has won; `None` while the game is in progress, and in a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        self.outcome()?.winner()
    }

    /// The side that has won, if one has.
    pub(crate) fn winning_side(&self) -> Option<Side> {
        Some(self.0.side_of(self.winner()?))
    }

    /// Whether a ply, in canonical notation, ends the game as a draw.
    #[must_use]
    pub fn draws(&self, ply: &str) -> bool {
        let mut after = self.clone();
        after.play(ply).is_ok() && after.outcome() == Some(Outcome::Drawn)
    }

    /// Why it stands as it does where the board does not show it, in sentences without their full stops: what the game is won
    /// by, and why a chain does not join its edges that looks as if it did. Of many places where it is broken, the first few.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        /// More would be a list, not a reason.
        const TOLD: usize = 4;
        let gaps = self.0.bare_scene().gaps.into_iter().filter(|it| it.breaks);
        self.won_because().into_iter().chain(gaps.map(|it| it.why).take(TOLD)).collect()
    }

    /// Short for [`legal_moves`](ErasedPosition::legal_moves).
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.legal_moves()
    }

    /// The legal plies that no place of the diagram begins: a pass, a swap, a choice.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let places = self.text().places;
        let places: HashSet<String> =
            places.iter().map(|it| it.word.to_ascii_uppercase()).collect();
        // A large board has hundreds of plies and hundreds of places, so each prefix of a ply is looked up among the places.
        let placed = |word: &str| {
            let upper = word.to_ascii_uppercase();
            let heads = upper.char_indices().map(|(at, c)| &upper[..at + c.len_utf8()]);
            heads.filter(|head| begins(word, head)).any(|head| places.contains(head))
        };
        let mut moves = self.moves();
        moves.retain(|ply| !ply.split(',').any(placed));
        moves
    }

    /// Plays a ply and returns its canonical text, or says why not and leaves everything as it was.
    ///
    /// # Errors
    /// The refusal, in the notation of the person who typed the move.
    pub fn play(&mut self, text: &str) -> Result<String, MoveError> {
        if text.trim().is_empty() {
            return Err(MoveError::syntax("choose a place on the board first, or write a move"));
        }
        if text.len() > LONGEST {
            return Err(MoveError::syntax(format!("a move has at most {LONGEST} characters")));
        }
        if unmarked(text).is_empty() {
            return Err(MoveError::syntax(NO_MOVE));
        }
        self.0.play(text)
    }

    /// The position after a ply; `self` stays as it is. [`play`](Self::play) also returns the canonical text of the ply.
    ///
    /// # Errors
    /// The refusal, in the notation of the person who typed the move.
    pub fn apply(&self, text: &str) -> Result<AnyPosition, MoveError> {
        let mut after = self.clone();
        after.play(text)?;
        Ok(after)
    }

    /// What may follow the words of a partial move: see [`Continuations`].
    #[must_use]
    pub fn continuations(&self, words: &[&str]) -> Continuations {
        continuations(self.moves(), words)
    }

    /// What is [`forced`](ErasedPosition::forced) in words, `a', a'': M50db. N50dr.; a''': M51ut.`: what follows from a move *a* has strokes, and a
    /// semicolon stands between rounds. Empty if nothing followed.
    #[must_use]
    pub fn forced_words(&self) -> String {
        let mut n = 0;
        let rounds = self.forced().into_iter().map(|round| {
            let name = |_: &String| {
                n += 1;
                // More than three strokes cannot be read at a glance.
                if n <= 3 { format!("a{}", "'".repeat(n)) } else { format!("a({n})") }
            };
            let names: Vec<String> = round.iter().map(name).collect();
            format!("{}: {}", names.join(", "), round.join(" "))
        });
        rounds.collect::<Vec<_>>().join("; ")
    }
}

impl Deref for AnyPosition {
    type Target = dyn ErasedPosition;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for AnyPosition {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        AnyPosition(self.0.boxed())
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "AnyPosition(\n{}side {:?}, outcome {:?})",
            self.text(),
            self.side(),
            self.outcome()
        )
    }
}
