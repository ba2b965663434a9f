use crate::{Line, LineError};

/// A move as it stands in a list that somebody wrote: `24. Gf4!`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    text: String,
    /// What stands behind it: `!`, `?!`, a comment in braces.
    remark: String,
}

/// Cuts a list into its moves. Numbers may begin anywhere, and commas may stand between moves; where there are numbers, a
/// comma within one holds the parts of a turn together.
fn written(text: &str) -> Vec<Written> {
    let mut moves: Vec<Written> = Vec::new();
    // Whether what comes next belongs to the move before it.
    let (mut numbered, mut open) = (false, false);
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('{') {
            let (comment, after) = behind.split_once('}').unwrap_or((behind, ""));
            if let Some(last) = moves.last_mut() {
                last.remark = format!("{} {}", last.remark, comment.trim()).trim().to_string();
            }
            rest = after.trim_start();
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        let unnumbered = without_number(word);
        numbered |= unnumbered.is_some();
        open &= unnumbered.is_none();
        let word = unnumbered.unwrap_or(word);
        let bare = word.trim_end_matches([',', ';']);
        let goes_on = numbered && bare.len() < word.len();
        let text = bare.trim_end_matches(['!', '?']);
        if !text.is_empty() {
            match moves.last_mut().filter(|_| open) {
                Some(last) => last.text = format!("{},{text}", last.text),
                None => moves.push(Written { text: text.to_string(), remark: String::new() }),
            }
        }
        if let Some(last) = moves.last_mut() {
            last.remark.push_str(&bare[text.len()..]);
        }
        open = goes_on;
    }
    moves
}

/// What stands behind a number with its points (`24.Gf4`, `24...`), if one stands in front.
fn without_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches('.');
    (rest.len() < word.len() && behind.len() < rest.len()).then_some(behind)
}

impl Line {
    /// Plays a list of moves as people write them, with numbers (from any), commas, `!` and `?`, and comments in braces: as
    /// `24. Gf4, 25. Bd2, 26. Gg1!`. Returns the remark behind each ply, `!` or a comment or nothing.
    ///
    /// # Errors
    /// The first refusal; then the line is as it was.
    pub fn play_list(&mut self, text: &str) -> Result<Vec<String>, LineError> {
        let mut line = self.clone();
        let mut remarks = Vec::new();
        for Written { text, remark } in written(text) {
            let before = line.plies().len();
            let Err(mut error) = line.play(&text).map(drop) else {
                remarks.push(remark);
                continue;
            };
            // A list without blanks: each part is a move of its own, if none is refused.
            let mut apart = line.clone();
            let parts: Vec<&str> = text.split(',').map(str::trim).collect();
            if parts.len() < 2 || parts.iter().any(|part| apart.play(part).is_err()) {
                // As it was typed.
                let marks = remark.len() - remark.trim_start_matches(['!', '?']).len();
                error.text.push_str(&remark[..marks]);
                return Err(error);
            }
            line = apart;
            remarks.resize(line.plies().len() - before + remarks.len(), String::new());
            remarks.last_mut().expect("there are parts").clone_from(&remark);
        }
        *self = line;
        Ok(remarks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(spec: &str, list: &str) -> Result<(Vec<String>, Vec<String>), String> {
        let mut line = Line::new(spec.parse().unwrap());
        let remarks = line.play_list(list).map_err(|error| error.to_string())?;
        Ok((line.plies().to_vec(), remarks))
    }

    #[test]
    fn a_list_is_read_as_people_write_it() {
        let all = |list: &str| played("hex:size=5,opening=none", list).unwrap();
        for list in [
            "c3 b2 d4",
            "1. c3 2. b2 3. d4",
            "1.c3 2.b2 3.d4",
            "24. c3, 25. b2, 26. d4",
            "1. c3 b2 2. d4",
            "c3, b2, d4",
            "c3,b2,d4",
            " 12...c3! 13. b2?! {best}\n14. d4!!\n",
        ] {
            assert_eq!(all(list).0, ["C3", "B2", "D4"], "{list}");
        }
        assert_eq!(all("1. c3! 2. b2?! {it is best} 3. d4").1, ["!", "?! it is best", ""]);
        assert_eq!(all("").0, [""; 0]);
        assert!(played("hex:size=5", "c3 what?").unwrap_err().starts_with("ply 2, what?: "));
        assert_eq!(
            played("hex:size=5", "1. c3 2. k9"),
            Err("ply 2, k9: K9 is not on this board: columns go from A to E, rows from 1 to 5"
                .into())
        );
    }

    #[test]
    fn a_turn_of_two_stones_stays_one() {
        let of = |list| played("trellis:size=9,opening=none", list).unwrap().0;
        for list in ["1. A1,B3 2. E5", "1. A1, B3 2. E5", "A1,B3 E5"] {
            assert_eq!(of(list), ["A1,B3", "E5"], "{list}");
        }
        // Without numbers, a comma and a blank part two turns.
        assert_eq!(of("A1, B3"), ["A1", "B3"]);
    }

    #[test]
    fn the_end_of_phil_leducs_sheet_is_played_as_it_is_printed() {
        let spec: crate::Spec = "trail-mix".parse().unwrap();
        let help =
            crate::GAMES.iter().find(|it| it.card().name == "trail-mix").unwrap().card().help;
        let figure = help.split("```\n").find(|it| it.starts_with("7 . . \\ . . . \\\n6")).unwrap();
        let list = "24. Gf4, 25. Bd2, 26. Gg1!, 27. Be3, 28. Gb3!! 29. Bc2, 30. Gc1";
        let after = spec.read_diagram(figure).unwrap();
        let mut line = Line::from_setup(spec.clone(), after).unwrap();
        assert_eq!(line.play_list(list).unwrap(), ["", "", "!", "", "!!", "", ""]);
        assert_eq!(line.position().winner_side(), Some("Green"));
        // Before Brown's 23rd move, which the sheet doubts.
        let before = spec.read_diagram(&figure.replace("3 / . . /", "3 . . . /")).unwrap();
        let mut line = Line::from_setup(spec, before).unwrap();
        let list = format!("23. Ba3!? {list}");
        assert_eq!(line.play_list(&list).unwrap()[..2], ["!?", ""]);
        assert_eq!(line.position().winner_side(), Some("Green"));
    }
}
