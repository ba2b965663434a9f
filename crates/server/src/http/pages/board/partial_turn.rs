use crosscut_catalog::{AnyPosition, Continuations, MoveError};

/// A turn being put together: the words chosen so far, and what may follow them.
pub(crate) struct PartialTurn {
    words: Vec<String>,
    after: Continuations,
    /// What was typed and is not part of any move.
    misfit: String,
    /// Why what was typed cannot be played, in a sentence without its full stop.
    pub(crate) refusal: Option<String>,
    /// Why a click has started the move over, in a sentence without its full stop.
    pub(crate) note: Option<String>,
    preview: Option<AnyPosition>,
}

/// A move offered for choice where places alone are ambiguous.
pub(crate) struct MoveChoice {
    pub(crate) ply: String,
    pub(crate) after: AnyPosition,
}

/// Separates what was chosen from what a click has replaced it with: `A2~B3`.
const INSTEAD: char = '~';

impl PartialTurn {
    /// Reads what was typed or clicked: a move, or some words of one.
    pub(crate) fn read(position: &AnyPosition, typed: &str) -> Self {
        let Some((before, typed)) = typed.rsplit_once(INSTEAD) else {
            return PartialTurn::of(position, typed);
        };
        let over = format!("your move starts over with {typed}");
        let note = match position.clone().play(&format!("{before},{typed}")) {
            Err(MoveError::Illegal(why)) => Some(format!("{why}, so {over}")),
            Err(_) if before.contains(',') => Some(over),
            _ => None,
        };
        PartialTurn { note, ..PartialTurn::of(position, typed) }
    }

    fn of(position: &AnyPosition, typed: &str) -> Self {
        let typed = typed.trim();
        let partial = |words: Vec<String>| PartialTurn {
            after: of(position, &words),
            words,
            misfit: String::new(),
            refusal: None,
            note: None,
            preview: None,
        };
        let mut after = position.clone();
        if let Ok(ply) = after.play(typed) {
            return PartialTurn {
                preview: Some(after),
                ..partial(ply.split(',').map(String::from).collect())
            };
        }
        let words = typed.split(',').map(str::trim).filter(|it| !it.is_empty());
        let some = partial(words.map(String::from).collect());
        if some.words.is_empty() || !some.after.moves.is_empty() {
            return some;
        }
        let refusal = position.clone().play(typed).err().map(|error| error.to_string());
        PartialTurn { misfit: typed.to_string(), refusal, ..partial(Vec::new()) }
    }

    /// The text as it is, or was, typed: what fits no move is left as it was.
    pub(crate) fn text(&self) -> String {
        if self.words.is_empty() { self.misfit.clone() } else { self.words.join(",") }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The move, if it is complete.
    pub(crate) fn ply(&self) -> Option<&str> {
        self.after.complete.as_deref()
    }

    /// The position after the complete move.
    pub(crate) fn after_it(&self) -> Option<&AnyPosition> {
        self.preview.as_ref()
    }

    /// Whether more may be chosen.
    pub(crate) fn may_grow(&self) -> bool {
        !self.after.words.is_empty()
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|it| it.eq_ignore_ascii_case(word))
    }

    /// Whether a word fits what is chosen.
    pub(crate) fn takes(&self, word: &str) -> bool {
        self.after.takes(word)
    }

    /// Whether a click on this word ends the turn: it completes the only move with this word.
    pub(crate) fn ends_with(&self, word: &str) -> bool {
        self.after.ends_with(word, self.words.len())
    }

    /// The partial turn after a click on a word. A second click on a word takes it back; a word that does not fit starts the
    /// turn again, which is noted.
    pub(crate) fn click(&self, position: &AnyPosition, word: &str) -> String {
        let mut words = self.words.clone();
        if let Some(at) = self.words.iter().position(|it| it.eq_ignore_ascii_case(word)) {
            words.remove(at);
        } else if self.takes(word) {
            words.push(word.to_string());
        } else if let Some(at) = self.words.iter().position(|it| begins(word, it)) {
            words[at] = word.to_string();
            if self.words.len() > 1 && of(position, &words).moves.is_empty() {
                words = vec![word.to_string()];
            }
        } else if words.is_empty() {
            words = vec![word.to_string()];
        } else {
            return format!("{}{INSTEAD}{word}", self.text());
        }
        words.join(",")
    }

    /// The moves that the words may become, if they are few and the move is not complete.
    pub(crate) fn choices(&self, position: &AnyPosition) -> Vec<MoveChoice> {
        const FEW: usize = 12;
        if self.words.is_empty() || self.ply().is_some() || self.after.moves.len() > FEW {
            return Vec::new();
        }
        let moves = self.after.moves.iter();
        moves
            .filter_map(|ply| {
                let mut after = position.clone();
                after.play(ply).ok()?;
                Some(MoveChoice { ply: ply.clone(), after })
            })
            .collect()
    }
}

fn begins(token: &str, word: &str) -> bool {
    token.len() > word.len() && token[..word.len()].eq_ignore_ascii_case(word)
}

fn of(position: &AnyPosition, words: &[String]) -> Continuations {
    position.continuations(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscut_catalog::Spec;

    #[test]
    fn a_click_that_fits_nothing_chosen_starts_the_move_over() {
        let spec: Spec = "trellis:size=13,opening=none".parse().unwrap();
        let position = spec.start();
        for (chosen, word, after) in [
            ("", "D1", "D1"),
            ("D1", "D4", "D1,D4"),
            ("D1,D4", "D1", "D4"),
            // D10 begins like D1, but lies too far from D4.
            ("D1", "D10", "D10"),
            ("D1,D4", "D10", "D10"),
            ("D1,D4", "G5", "D1,D4~G5"),
        ] {
            let hand = PartialTurn::read(&position, chosen);
            assert_eq!(hand.click(&position, word), after, "{chosen}: {word}");
        }
        let over = PartialTurn::read(&position, "D1,D4~G5");
        assert_eq!(over.text(), "G5");
        assert!(over.note.is_some_and(|it| it.ends_with("your move starts over with G5")));
    }
}
