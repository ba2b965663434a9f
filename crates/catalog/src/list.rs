use std::collections::VecDeque;

use crosscut_rules::{Card, MoveError, Seat};

use crate::{Line, LineError};

/// A move of a list as a person wrote it: `24. Gf4!`.
#[derive(Debug)]
pub(crate) struct Written {
    /// The number before it, if there is one; `usize::MAX` for a number that is too large.
    pub(crate) number: Option<usize>,
    /// What is played: more than one part if a numbered move contains commas followed by blanks.
    pub(crate) parts: Vec<Part>,
}

/// A move, or one stone of it, with what follows it: `!`, `?!`, a comment in braces.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) text: String,
    remark: String,
    /// Whether a comma follows it.
    comma: bool,
}

/// The refusal of a number, a mark or a comment without a move.
pub(crate) const NO_MOVE: &str = "there is no move in it: write a move after its number";

/// What people write after the last move of a list to say how the game ended.
const RESULTS: &[&str] = &[
    "wins", "won", "loses", "lost", "resigns", "resigned", "draw", "drawn", "1-0", "0-1",
    "1/2-1/2", "½-½", "*",
];

/// Splits a list into its moves. The numbers may start anywhere. Moves are separated by blanks, and a comma may come before a
/// blank; in a numbered move, such a comma joins the parts of a turn. A comma before a number needs no blank.
pub(crate) fn written(text: &str) -> VecDeque<Written> {
    cut(text).1
}

/// The text of the comments before the first move, and the moves as [`written`] returns them.
fn cut(text: &str) -> (String, VecDeque<Written>) {
    let mut moves: VecDeque<Written> = VecDeque::new();
    let mut ahead = String::new();
    // Whether any move has a number, whether the next word belongs to the move before it, and a number still without a move.
    let (mut numbered, mut open, mut number) = (false, false, None);
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('{') {
            let (comment, after) = behind.split_once('}').unwrap_or((behind, ""));
            let remark = match last_of(&mut moves) {
                Some(last) => &mut last.remark,
                None => &mut ahead,
            };
            if !comment.trim().is_empty() {
                if !remark.is_empty() {
                    remark.push(' ');
                }
                remark.push_str(comment.trim());
            }
            rest = after.trim_start();
            continue;
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
        let mut commas = rest[..end].match_indices(',').map(|it| it.0 + 1);
        let end = commas.find(|&it| numbered_word(&rest[it..end]).0.is_some()).unwrap_or(end);
        let (word, after) = rest.split_at(end);
        rest = after.trim_start();
        let (front, word) = numbered_word(word);
        number = front.or(number);
        numbered |= front.is_some();
        open &= front.is_none();
        let bare = word.trim_end_matches([',', ';']);
        let goes_on = numbered && bare.len() < word.len();
        let text = bare.trim_end_matches(['!', '?']);
        if !text.is_empty() {
            let part = Part { text: text.to_string(), remark: String::new(), comma: false };
            match moves.back_mut().filter(|_| open) {
                Some(last) => last.parts.push(part),
                None => moves.push_back(Written { number: number.take(), parts: vec![part] }),
            }
        }
        if let Some(last) = last_of(&mut moves) {
            last.remark.push_str(&bare[text.len()..]);
            last.comma |= word.ends_with(',');
        }
        open = goes_on;
    }
    (ahead, moves)
}

fn last_of(moves: &mut VecDeque<Written>) -> Option<&mut Part> {
    moves.back_mut()?.parts.last_mut()
}

/// The refusal of a list that is for another position.
pub(crate) fn starts(first: usize, here: usize) -> String {
    format!("the list starts at move {first}, and the position is at move {here}")
}

/// The refusal of a single move that is for another position.
pub(crate) fn starts_at(number: usize, here: usize) -> String {
    match number {
        usize::MAX => "the number of this move is too large".to_string(),
        _ => format!("it has the number of move {number}, and the position is at move {here}"),
    }
}

/// Whether a comment is not closed: everything after it would be lost.
fn is_unclosed(mut text: &str) -> bool {
    while let Some((_, behind)) = text.split_once('{') {
        match behind.split_once('}') {
            Some((_, rest)) => text = rest,
            None => return true,
        }
    }
    false
}

/// The refusal of a move whose number is not that of ply number `ply`; `None` if the number fits or there is none. The number
/// may count plies or pairs of plies, or also the `before` plies that led to a set-up.
#[must_use]
pub fn misnumbered(text: &str, ply: usize, before: usize) -> Option<MoveError> {
    let number = numbered_word(text.trim()).0?;
    let fits = number == ply || number == ply.div_ceil(2) || number == before + ply;
    (!fits).then(|| MoveError::Illegal(starts_at(number, before + ply)))
}

/// The refusal of two words that may be one turn, or a turn each.
pub(crate) fn doubt(both: &str) -> String {
    format!("'{both}' may be one turn or two: separate turns by spaces only, or number them")
}

/// The first move whose number does not follow the one before, and the refusal. Two moves may share a number.
fn gap(list: &VecDeque<Written>) -> Option<(usize, String)> {
    let mut numbers = list.iter().enumerate().filter_map(|(at, it)| Some((at, it.number?)));
    let (_, mut last) = numbers.next()?;
    for (at, number) in numbers {
        if number != last && number != last.saturating_add(1) {
            let words = match number {
                usize::MAX => "the number of this move is too large".to_string(),
                _ if number < last => {
                    format!("the list goes from move {last} back to move {number}")
                }
                _ => format!(
                    "the list goes from move {last} to move {number}, and move {} is missing",
                    last + 1
                ),
            };
            return Some((at, words));
        }
        last = number;
    }
    None
}

/// The number with its full stops before a word (`24.Gf4`, `24...`), if there is one, and the rest.
fn numbered_word(word: &str) -> (Option<usize>, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches(['.', '…']);
    match rest.len() < word.len() && behind.len() < rest.len() {
        true => (Some(word[..word.len() - rest.len()].parse().unwrap_or(usize::MAX)), behind),
        false => (None, word),
    }
}

/// A single move without the number before it and the praise after it: `24. Gf4!` is `Gf4`. A question mark alone stays,
/// since a person who asks has not decided. After a numbered move, a comma comes from the list it was copied from.
#[must_use]
pub fn unmarked(text: &str) -> &str {
    let (number, text) = numbered_word(text.trim());
    let text = text.trim_start();
    let text = if number.is_some() { text.trim_end_matches([',', ';']) } else { text };
    let bare = text.trim_end_matches(['!', '?']);
    if text[bare.len()..].contains('!') { bare } else { text }
}

impl Written {
    /// The whole move.
    fn text(&self) -> String {
        self.parts.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(",")
    }

    /// What follows the move and its parts.
    fn remark(&self) -> String {
        let remarks = self.parts.iter().map(|it| it.remark.as_str());
        remarks.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Whether it names the side to move (`true`) or the other: `Green`, `G:`, `P1` for the first seat. `None` if it names
    /// neither.
    fn names(&self, line: &Line) -> Option<bool> {
        let [Part { text, remark, .. }] = self.parts.as_slice() else { return None };
        let name = text.trim_end_matches(':').to_lowercase();
        let card = line.spec().card();
        let is = |it: &str| it.to_lowercase() == name;
        let side = (0..2).find(|&it| is(card.sides[it]) || is(card.spoken.colours[it]));
        let position = line.position();
        let theirs = match (side, name.as_str()) {
            (Some(side), _) => position.side()? == card.sides[side],
            (None, "p1") => position.turn() == Some(Seat::First),
            (None, "p2") => position.turn() == Some(Seat::Second),
            (None, _) => return None,
        };
        Some(theirs).filter(|_| remark.is_empty())
    }

    /// The parts as separate moves.
    fn apart(self) -> impl DoubleEndedIterator<Item = Written> {
        let number = self.number;
        self.parts.into_iter().enumerate().map(move |(at, part)| Written {
            number: number.filter(|_| at == 0),
            parts: vec![part],
        })
    }
}

/// How the game ended, in words, if that is all these parts say: `Green wins!`, `1-0`.
pub(crate) fn result<'a>(
    parts: impl Iterator<Item = &'a Part> + Clone,
    card: &Card,
) -> Option<String> {
    let same = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
    let sides = || card.sides.iter().chain(&card.spoken.colours);
    let is_result = |part: &Part| RESULTS.iter().any(|it| same(it, &part.text));
    let is_side = |part: &Part| sides().any(|it| same(it, &part.text));
    // The first part that is neither comes early; the first that is a result may come late.
    let fits = parts.clone().all(|it| is_result(it) || is_side(it)) && parts.clone().any(is_result);
    fits.then(|| {
        let words = parts.map(|Part { text, remark, .. }| match remark.starts_with(['!', '?']) {
            true => format!("{text}{remark}"),
            false => format!("{text} {remark}").trim_end().to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    })
}

impl Line {
    /// Plays a list of moves as people write them, with numbers (starting anywhere), commas before blanks, `!` and `?`,
    /// comments in braces, and how the game ended: as `24. Gf4, 25. Bd2, 26. Gg1!`. Returns the remark after each ply: marks, a
    /// comment, or an empty text.
    ///
    /// # Errors
    /// The first refusal, which leaves the line as it was.
    pub fn play_list(&mut self, text: &str) -> Result<Vec<String>, LineError> {
        self.play_list_of(text, None)
    }

    /// [`play_list`](Self::play_list), for one seat alone if one is given: then a list that begins at another move, or has
    /// plies of the other seat, is refused.
    pub(crate) fn play_list_of(
        &mut self,
        text: &str,
        seat: Option<Seat>,
    ) -> Result<Vec<String>, LineError> {
        if is_unclosed(text) {
            let (ply, error) =
                (self.plies().len() + 1, MoveError::syntax("a comment has no closing }"));
            return Err(LineError { ply, text: text.trim().into(), error });
        }
        let (ahead, mut rest) = cut(text);
        if rest.is_empty() && !text.trim().is_empty() {
            let (ply, error) = (self.plies().len() + 1, MoveError::syntax(NO_MOVE));
            return Err(LineError { ply, text: text.trim().into(), error });
        }
        if let Some((at, words)) = gap(&rest) {
            let (ply, text) = (self.plies().len() + 1 + at, rest[at].text());
            return Err(LineError { ply, text, error: MoveError::Illegal(words) });
        }
        if let Some(both) = self.doubtful(&rest) {
            if rest.len() > 2 {
                let (ply, error) = (self.plies().len() + 1, MoveError::Syntax(doubt(&both)));
                return Err(LineError { ply, text: both, error });
            }
            // The two words are one move.
            if let Some(last) = rest.pop_back() {
                rest[0].parts.extend(last.parts);
            }
        }
        // If numbers count plies, and not pairs, the first says where the list begins.
        let each = rest.len() > 1
            && rest.iter().zip(rest.iter().skip(1)).all(|(one, next)| {
                one.number.is_some_and(|it| next.number == Some(it.saturating_add(1)))
            });
        let first = rest.front().and_then(|it| it.number);
        let begins = first.filter(|&it| !self.counts(it, each));
        let mut begun = begins;
        // Whether no ply has had a number so far, how many names come before the next ply, and the number before those.
        let (mut unnumbered, mut names, mut number) = (true, 0, None);
        let mut line = self.clone();
        let mut remarks: Vec<String> = Vec::new();
        while let Some(next) = rest.pop_front() {
            let its = next.number.or(number);
            let stray = its.filter(|&it| unnumbered && !line.counts(it, false));
            let here = line.next_number().unwrap_or(1);
            let beyond = seat.and_then(|seat| line.beyond(seat, self, &next.text()));
            let played = match beyond {
                Some(error) => {
                    Err(LineError { ply: line.plies().len() + 1, text: next.text(), error })
                }
                // A full stop after the last move ends a sentence, in games whose moves have no full stops.
                None => line.play(&next.text()).map(drop).or_else(|error| {
                    let text = next.text();
                    let bare = text.strip_suffix('.').filter(|_| rest.is_empty());
                    let bare = bare.filter(|_| matches!(error.error, MoveError::Syntax(_)));
                    bare.and_then(|bare| line.play(bare).ok()).map(drop).ok_or(error)
                }),
            };
            let Err(mut error) = played else {
                // A list from the middle of a game is not played from the start, even if its moves are legal there.
                if let Some(first) = begun.take() {
                    let words = match first {
                        usize::MAX => "the number of its first move is too large".to_string(),
                        _ => starts(first, self.next_number().unwrap_or(1)),
                    };
                    let text = next.text();
                    let ply = self.plies().len() + 1;
                    return Err(LineError { ply, text, error: MoveError::Illegal(words) });
                }
                // Nor is a wrong number ignored that is not the first of the list.
                if let Some(stray) = stray {
                    let (ply, text) = (line.plies().len(), next.text());
                    let error = MoveError::Illegal(starts_at(stray, here));
                    return Err(LineError { ply, text, error });
                }
                unnumbered &= its.is_none();
                (names, number) = (0, None);
                remarks.push(next.remark());
                continue;
            };
            // In this game a turn has no parts: each part is a turn of its own.
            if next.parts.len() > 1 && matches!(error.error, MoveError::Syntax(_)) {
                if let Some(both) = line.joined(&next.parts) {
                    error.error = MoveError::Illegal(doubt(&both));
                    return Err(error);
                }
                next.apart().rev().for_each(|it| rest.push_front(it));
                continue;
            }
            // The error quotes the move as it was typed, with its marks.
            let remark = next.remark();
            let marks = remark.len() - remark.trim_start_matches(['!', '?']).len();
            error.text.push_str(&remark[..marks]);
            rest.push_front(next);
            // In a match, a player who writes that they resign may mean it: such words are accepted only if the game is over.
            let may_end = seat.is_none() || line.position().outcome().is_some();
            let parts = rest.iter().flat_map(|it| &it.parts);
            if let (true, Some(last), Some(result)) =
                (may_end, remarks.last_mut(), result(parts, &self.spec().card()))
            {
                *last = format!("{last} {result}").trim().to_string();
                break;
            }
            // The player's name may come before a move: the seat, the side, or both, but no more.
            let label = rest.len() > 1 && names < 2 && matches!(error.error, MoveError::Syntax(_));
            if let Some(theirs) = rest[0].names(&line).filter(|_| label) {
                if theirs {
                    rest.pop_front();
                    (names, number) = (names + 1, its);
                    continue;
                }
                error.error = MoveError::Illegal(format!("it is not the turn of {}", error.text));
                return Err(error);
            }
            let begins = begins.filter(|&it| remarks.is_empty() && it < usize::MAX);
            if let Some((first, here)) = begins.zip(self.next_number()) {
                let words = format!("{}: {}", starts(first, here), error.error);
                error.error = MoveError::Illegal(words);
            }
            return Err(error);
        }
        if let Some(first) = remarks.first_mut().filter(|_| !ahead.is_empty()) {
            *first = format!("{ahead} {first}").trim().to_string();
        }
        *self = line;
        Ok(remarks)
    }

    /// Whether a number fits the next ply: its own number, or that of its pair unless `each` ply has one. After a set-up,
    /// numbers may also start from 1, as in our own records; if the set-up does not show how many plies led to it, any number
    /// fits.
    pub(crate) fn counts(&self, number: usize, each: bool) -> bool {
        let fits = |ply: usize| number == ply || !each && number == ply.div_ceil(2);
        self.next_number().is_none_or(fits)
            || self.setup().is_some() && fits(self.plies().len() + 1)
    }

    /// The refusal of a single move whose number is that of another move; `None` if it fits or there is none.
    pub(crate) fn misplaced(&self, text: &str) -> Option<MoveError> {
        let number = numbered_word(text.trim()).0?;
        let here = self.next_number()?;
        (!self.counts(number, false)).then(|| MoveError::Illegal(starts_at(number, here)))
    }

    /// The first two words without a number that a comma could join to one turn, if the game has such turns.
    pub(crate) fn doubtful(&self, list: &VecDeque<Written>) -> Option<String> {
        let pairs = list.iter().zip(list.iter().skip(1)).filter(|it| it.1.number.is_none());
        let mut pairs = pairs.filter_map(|(one, next)| one.parts.last().zip(next.parts.first()));
        pairs.find_map(|(one, next)| self.one_turn(one, next))
    }

    /// The first two parts of a numbered move that could be one turn.
    fn joined(&self, parts: &[Part]) -> Option<String> {
        parts.windows(2).find_map(|it| self.one_turn(&it[0], &it[1]))
    }

    /// Whether every two neighbouring words of a list may be one turn.
    pub(crate) fn all_beside(&self, list: &VecDeque<Written>) -> bool {
        let parts: Vec<&Part> = list.iter().flat_map(|it| &it.parts).collect();
        parts.windows(2).all(|it| self.one_turn(it[0], it[1]).is_some())
    }

    fn one_turn(&self, one: &Part, next: &Part) -> Option<String> {
        self.both(&one.text, &next.text).filter(|_| one.comma)
    }

    /// Two words with a comma between them, if they may be one turn.
    pub(crate) fn both(&self, one: &str, next: &str) -> Option<String> {
        let both = format!("{one}, {next}");
        let played = self.position().clone().play(&both);
        (!matches!(played, Err(MoveError::Syntax(_)))).then_some(both)
    }

    /// The number of the next ply, if it is known: a set-up shows how many plies led to it in games where each ply puts one
    /// piece on the board.
    pub(crate) fn next_number(&self) -> Option<usize> {
        Some(self.plies_before()? + self.plies().len() + 1)
    }

    /// How many plies led to the start of the line, if that is known: 0 for the start of a game.
    #[must_use]
    pub fn plies_before(&self) -> Option<usize> {
        let card = self.spec().card();
        let Some(setup) = self.setup() else { return Some(0) };
        let pieces = card.sides.iter().map(|side| setup.items(side).len()).sum();
        Some(pieces).filter(|&it| it > 0 && card.spoken.piece.starts_with("a "))
    }
}

#[cfg(test)]
mod tests;
