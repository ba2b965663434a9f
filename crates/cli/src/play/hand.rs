use crosscut_catalog::{AnyPosition, Continuations};

/// A move being put together: the words chosen so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartialMove {
    words: Vec<String>,
}

/// The result of choosing a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WordChosen {
    /// The move is complete.
    Move(String),
    /// More words are needed, or possible: the sentence says so.
    More(String),
    /// One of these moves must be picked.
    Pick(Vec<String>),
    /// The word does not fit: the sentence, without a full stop, says why.
    Refused(String),
}

impl PartialMove {
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    /// What may follow the words chosen so far.
    pub(crate) fn continuations(&self, position: &AnyPosition) -> Continuations {
        position.continuations(&self.words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Adds a word. Choosing the last word again plays the move if it is complete; otherwise, or if the word is an earlier one,
    /// takes the word back.
    pub(crate) fn choose(&mut self, position: &AnyPosition, word: &str) -> WordChosen {
        if let Some(at) = self.words.iter().position(|it| it == word) {
            let last = at + 1 == self.words.len();
            if last && let Some(ply) = self.continuations(position).complete {
                self.clear();
                return WordChosen::Move(ply);
            }
            self.words.remove(at);
            return WordChosen::More(format!("{word} is taken back."));
        }
        self.words.push(word.to_string());
        let after = self.continuations(position);
        match after.moves.as_slice() {
            [] => {
                let typed = self.words.join(",");
                self.words.pop();
                match position.clone().play(&typed) {
                    Ok(ply) => {
                        self.clear();
                        WordChosen::Move(ply)
                    }
                    Err(error) => WordChosen::Refused(error.to_string()),
                }
            }
            [only] => {
                let ply = only.clone();
                self.clear();
                WordChosen::Move(ply)
            }
            moves if after.words.is_empty() => {
                let moves = moves.to_vec();
                self.clear();
                WordChosen::Pick(moves)
            }
            _ => WordChosen::More(match after.complete {
                Some(whole) => {
                    format!("{word} again plays {whole}; a marked place plays both. Esc cancels.")
                }
                None => format!("{word} and which of the marked places? Esc cancels."),
            }),
        }
    }
}
