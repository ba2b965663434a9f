use std::collections::BTreeSet;

/// What may follow when a move is put together word by word, by clicks or keys, without code for each game.
///
/// A comma in a move joins a set: its words may be chosen in any order. A chosen word may also be only the beginning of a
/// word (`N50u` of `N50ul.`), as long as it does not end within a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuations {
    /// The move that the words chosen so far make, if they make one.
    pub complete: Option<String>,
    /// Every legal move that the chosen words may become, including `complete`.
    pub moves: Vec<String>,
    /// The words that may be chosen next.
    pub words: BTreeSet<String>,
}

impl Continuations {
    /// Whether a word may be chosen next: it is one of [`words`](Self::words), or the beginning of one.
    #[must_use]
    pub fn takes(&self, word: &str) -> bool {
        self.words.contains(word) || self.words.iter().any(|token| begins(token, word))
    }

    /// Whether choosing a word makes a move to which nothing can be added.
    #[must_use]
    pub fn ends_with(&self, word: &str, chosen: usize) -> bool {
        let mut moves = self.moves.iter().filter(|text| text.split(',').any(|it| it == word));
        matches!((moves.next(), moves.next()), (Some(only), None) if only.split(',').count() == chosen + 1)
    }
}

/// Compares the words with every move; if they fit none, all three fields are empty.
pub(crate) fn continuations(moves: Vec<String>, words: &[&str]) -> Continuations {
    let mut result = Continuations { complete: None, moves: Vec::new(), words: BTreeSet::new() };
    for text in moves {
        let mut rest: Vec<&str> = text.split(',').collect();
        let mut whole = true;
        let fits = words.iter().all(|word| {
            let exact = rest.iter().position(|token| token.eq_ignore_ascii_case(word));
            whole &= exact.is_some();
            let at = exact.or_else(|| rest.iter().position(|token| begins(token, word)));
            at.map(|at| rest.remove(at)).is_some()
        });
        if !fits {
            continue;
        }
        result.words.extend(rest.iter().map(ToString::to_string));
        if whole && rest.is_empty() {
            result.complete = Some(text.clone());
        }
        result.moves.push(text);
    }
    result
}

/// Whether a token of a move (`N50ul.`) begins with a word (`N50u`, the word of a place in a diagram) that does not end within a
/// number.
#[must_use]
pub fn begins(token: &str, word: &str) -> bool {
    let (Some(head), Some(tail)) = (token.get(..word.len()), token.get(word.len()..)) else {
        return false;
    };
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    head.eq_ignore_ascii_case(word) && !(digit(head.chars().last()) && digit(tail.chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moves: &[&str], words: &[&str]) -> (Option<String>, usize, String) {
        let it = continuations(moves.iter().map(ToString::to_string).collect(), words);
        (it.complete, it.moves.len(), it.words.into_iter().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_comma_joins_a_set() {
        let moves = ["A2", "C3", "A2,C3", "A2,D2", "A21", "pass"];
        assert_eq!(check(&moves, &[]).1, 6);
        assert_eq!(check(&moves, &["c3"]), (Some("C3".into()), 2, "A2".into()));
        assert_eq!(check(&moves, &["C3", "A2"]), (Some("A2,C3".into()), 1, String::new()));
        assert_eq!(check(&moves, &["A2"]), (Some("A2".into()), 3, "C3 D2".into()));
        assert_eq!(check(&moves, &["A2", "A2"]), (None, 0, String::new()));
    }

    #[test]
    fn a_word_ends_a_move_that_can_be_no_other() {
        let of = |words: &[&str]| {
            continuations(["A2", "C3", "A2,C3", "N5ul."].map(String::from).to_vec(), words)
        };
        assert!(of(&[]).takes("A2") && of(&[]).takes("N5u") && !of(&[]).takes("N5ur"));
        assert!(of(&["A2"]).takes("C3") && !of(&["A2"]).takes("N5u"));
        assert!(!of(&[]).ends_with("A2", 0), "C3 may follow");
        assert!(of(&["A2"]).ends_with("C3", 1) && of(&[]).ends_with("N5ul.", 0));
        assert!(!of(&[]).ends_with("N5u", 0));
    }

    #[test]
    fn a_word_may_begin_a_longer_one_but_not_within_a_number() {
        let moves = ["N50ul.", "N50uto", "N50dl.", "N5ul.", "c3n"];
        assert_eq!(check(&moves, &["n50u"]), (None, 2, String::new()));
        assert_eq!(check(&moves, &["N5"]).1, 1);
        assert_eq!(check(&moves, &["c3"]).1, 1);
    }
}
