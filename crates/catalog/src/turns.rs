use std::collections::VecDeque;
use std::sync::LazyLock;

use crosscut_rules::{MoveError, Seat};

use crate::list::{Part, Written, doubt, result, written};
use crate::{GAMES, Line, LineError, Spec};

impl Line {
    /// The plies that a text names for the seat to move, in canonical notation: usually one, or several if that seat makes
    /// them one after the other (`C6 pass pass`, also with numbers and commas). The line itself does not change.
    ///
    /// # Errors
    /// Why it cannot be played; if a list goes beyond the turn of this seat, the first ply that does.
    pub fn turns(&self, text: &str) -> Result<Vec<String>, MoveError> {
        let alone = match self.position().clone().play(text) {
            Ok(ply) => {
                return self.misplaced(text).map_or_else(|| Ok(vec![ply]), Err);
            }
            Err(error) => error,
        };
        let Some(seat) = self.position().turn() else { return Err(alone) };
        // A text that can be read as a single move is not a list.
        let tight = !text.trim().contains(char::is_whitespace);
        let text = &spread(text);
        if !matches!(alone, MoveError::Syntax(_)) || !is_several(text) {
            return Err(alone);
        }
        if let Some(both) = self.doubtful(&written(text)) {
            // If each word may go with the next, they are meant as one turn with too many stones.
            if tight && self.all_beside(&written(text)) {
                return Err(alone);
            }
            return Err(MoveError::Syntax(doubt(&both)));
        }
        let mut line = self.clone();
        let here = self.plies().len();
        match line.play_list_of(text, Some(seat)) {
            Ok(_) => Ok(line.plies()[here..].to_vec()),
            Err(LineError { ply, error: MoveError::Syntax(_), .. }) if ply == here + 1 => {
                Err(alone)
            }
            Err(refused) => Err(MoveError::Illegal(refused.to_string())),
        }
    }

    /// The refusal of a ply of a list if it is not the turn of `seat`; `None` if it is.
    pub(crate) fn beyond(&self, seat: Seat, before: &Line, text: &str) -> Option<MoveError> {
        self.position().turn().filter(|&it| it != seat)?;
        if let Err(MoveError::Syntax(_)) = self.position().clone().play(text) {
            return None;
        }
        let own = &self.plies()[before.plies().len()..];
        Some(MoveError::Illegal(match own {
            [one] => format!("only one move is possible here: write only {one}"),
            own => format!("it is the other player's: write only {}", own.join(" ")),
        }))
    }
}

/// A list whose moves are separated only by commas, with a blank added after each comma; other texts as they are.
fn spread(text: &str) -> String {
    let text = text.trim();
    if text.contains(char::is_whitespace) { text.to_string() } else { text.replace(',', ", ") }
}

/// Whether a text contains more than one move.
fn is_several(text: &str) -> bool {
    written(text).iter().map(|it| it.parts.len()).sum::<usize>() > 1
}

/// The start of every game.
static STARTS: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let specs = GAMES.iter().filter_map(|it| it.card().name.parse::<Spec>().ok());
    specs.map(Line::new).collect()
});

/// Whether a text is a list of moves: all of it can be read in one of the games, on whatever board. After the last move it
/// may say how the game ended.
#[must_use]
pub fn is_list(text: &str) -> bool {
    reads_as(text, |_| true)
}

/// Whether a word is a move in one of the games, on whatever board.
pub fn is_a_move(word: &str) -> bool {
    STARTS.iter().any(|it| it.moves_in(&written(word)) == Some(1))
}

/// Whether a text is one move, followed by how the game ended: `30. Gc1 wins!`.
#[must_use]
pub fn is_last_move(text: &str) -> bool {
    reads_as(text, |moves| moves == 1)
}

/// Whether a text has more than one word, and in one of the games its number of moves satisfies `many`.
fn reads_as(text: &str, many: impl Fn(usize) -> bool) -> bool {
    let text = &spread(text);
    is_several(text) && STARTS.iter().any(|it| it.moves_in(&written(text)).is_some_and(&many))
}

impl Line {
    /// How many moves a list has, if all of it can be read in this game, on whatever board.
    fn moves_in(&self, list: &VecDeque<Written>) -> Option<usize> {
        let reads = |it: &&Part| {
            !matches!(self.position().clone().play(&it.text), Err(MoveError::Syntax(_)))
        };
        let parts = || list.iter().flat_map(|it| &it.parts);
        let moves = parts().take_while(reads).count();
        let rest = parts().skip(moves);
        let read = rest.clone().next().is_none()
            || moves > 0 && result(rest, &self.spec().card()).is_some();
        read.then_some(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(spec: &str, plies: &str, text: &str) -> Result<String, String> {
        let mut line = Line::new(spec.parse().expect("a spec"));
        for ply in plies.split_whitespace() {
            line.play(ply).expect("it is legal");
        }
        let turns = line.turns(text).map(|it| it.join(" ")).map_err(|it| it.to_string());
        assert_eq!(line.plies().len(), plies.split_whitespace().count(), "nothing is played");
        turns
    }

    #[test]
    fn an_opening_of_several_turns_is_made_in_one_go() {
        for text in [
            "C6 pass pass",
            "c6, pass, pass",
            "C6,pass,pass",
            "1. C6 2. pass 3. pass",
            "1.C6,2.pass,3.pass",
            "1. c6! {the plain pie rule} 2. pass 3. Pass",
        ] {
            assert_eq!(turns("trellis", "", text).as_deref(), Ok("C6 pass pass"), "{text}");
        }
        assert_eq!(turns("trellis", "C6", "2. pass 3. D4").as_deref(), Ok("pass D4"));
        assert_eq!(turns("trellis", "C6", "pass pass").as_deref(), Ok("pass pass"));
        // Two stones of one turn stay one turn, and two that are too close together are not taken for two turns.
        assert_eq!(turns("trellis", "", "A2, C3").as_deref(), Ok("A2,C3"));
        assert!(turns("trellis", "", "A1, B2").unwrap_err().contains("not three points apart"));
        assert_eq!(turns("trellis", "", "A2,C3 pass pass").as_deref(), Ok("A2,C3 pass pass"));
        // With commas alone, it is one turn.
        for text in ["A1,B4,C7", "2. A1,B4,C7", "A1,B4,C7,D9!"] {
            let many = turns("trellis", "B1", text).unwrap_err();
            assert!(many.ends_with("points: a turn has at most two stones"), "{text}: {many}");
            let mut line = Line::new("trellis".parse().expect("a spec"));
            line.play("B1").expect("it is legal");
            let replayed = line.play_list(text).unwrap_err().to_string();
            assert!(replayed.ends_with(&many), "{text}: {replayed}");
        }
        // What may be meant as one turn or two is not played.
        let doubt =
            "'A1, B3' may be one turn or two: separate turns by spaces only, or number them";
        for text in ["A1, B3, pass", "pass, A1, B3", "A1,B3,pass"] {
            assert_eq!(turns("trellis", "", text).unwrap_err(), doubt, "{text}");
        }
        assert_eq!(turns("trellis", "", "1. A1, B3 2. pass").as_deref(), Ok("A1,B3 pass"));
    }

    #[test]
    fn a_move_with_the_number_of_another_is_not_played() {
        assert_eq!(turns("hex:opening=none", "a1 b2", "3. c3").as_deref(), Ok("C3"));
        // Numbers of pairs are accepted too.
        assert_eq!(turns("hex:opening=none", "a1 b2", "2. c3").as_deref(), Ok("C3"));
        for number in ["0", "1", "4", "24"] {
            let refused = turns("hex:opening=none", "a1 b2", &format!("{number}. c3"));
            let words =
                format!("it has the number of move {number}, and the position is at move 3");
            assert_eq!(refused, Err(words));
        }
        // What may mean more than a move is not carried out in part.
        for text in ["c3 resigns", "c3 draw", "1. c3 0-1", "c3 {a comment", "a1 c3,"] {
            assert!(turns("hex", "", text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_list_that_goes_beyond_ones_turn_is_refused_with_the_ply() {
        for (spec, plies, text, refusal) in [
            (
                "trellis",
                "",
                "C6 pass pass black",
                "ply 4, black: it is the other player's: write only C6 pass pass",
            ),
            ("hex", "", "1. c3 2. d4", "ply 2, d4: only one move is possible here: write only C3"),
            (
                "trellis:opening=swap",
                "",
                "C6 pass",
                "ply 2, pass: only one move is possible here: write only C6",
            ),
            ("trellis", "", "C6 C6", "ply 2, C6: C6 is taken by V"),
            (
                "trellis",
                "C6",
                "1. C6 2. pass 3. pass",
                "ply 2, C6: the list starts at move 1, and the position is at move 2: C6 is taken by V",
            ),
            (
                "trellis",
                "C6",
                "1. pass 2. pass",
                "ply 2, pass: the list starts at move 1, and the position is at move 2",
            ),
            (
                "hex:size=2",
                "a1",
                "k9 b2",
                "ply 2, k9: K9 is not on this board: columns go from A to B, rows from 1 to 2",
            ),
        ] {
            assert_eq!(turns(spec, plies, text).unwrap_err(), refusal, "{spec} {text}");
        }
        let alone = turns("hex", "", "well played").unwrap_err();
        assert!(alone.starts_with("'well played' is not"), "{alone}");
        let second = turns("hex", "", "c3 please").unwrap_err();
        assert!(second.starts_with("ply 2: 'please' is not"), "{second}");
    }

    #[test]
    fn a_list_is_moves_of_one_game() {
        for list in ["C6 pass pass", "1. c3, 2. d4", "24. Gf4 25. Bd2", "c3n c4e", "a1 b2 1-0"] {
            assert!(is_list(list), "{list}");
        }
        for other in ["C6", "secret a1", "a1 geheim b2", "c3n N50ul.", "bob D1", ""] {
            assert!(!is_list(other), "{other}");
        }
        for last in ["30. Gc1 wins!", "a1 resigns", "c3n Navy lost"] {
            assert!(is_list(last) && is_last_move(last), "{last}");
        }
        assert!(is_a_move("Gc1") && !is_a_move("wins!") && !is_a_move("Ann"));
        for other in ["Gc1", "wins!", "29. Bb2 30. Gc1 wins!", "a1 Green", "wins a1", "a1 won it"] {
            assert!(!is_last_move(other), "{other}");
        }
    }
}
