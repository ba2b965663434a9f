use crate::{BoardRef, CommandParseError, MatchAction, Proposal};

/// What a special word means in place of a move.
pub(crate) fn special(word: &str) -> Option<MatchAction> {
    Some(match word.to_ascii_lowercase().as_str() {
        "resign" => MatchAction::Resign,
        "propose" | "draw" => MatchAction::Propose(Proposal::Draw),
        "undo" => MatchAction::Propose(Proposal::Undo),
        "cancel" => MatchAction::Propose(Proposal::Cancel),
        "rematch" => MatchAction::Propose(Proposal::Rematch),
        "accept" => MatchAction::Answer(true),
        "reject" => MatchAction::Answer(false),
        _ => return None,
    })
}

/// `C6#3`: the move and its number.
pub(crate) fn numbered(word: &str) -> Result<(String, Option<u32>), CommandParseError> {
    let Some((text, number)) = word.split_once('#') else { return Ok((word.to_string(), None)) };
    let number = number.parse().ok().filter(|&it: &u32| it > 0).ok_or_else(|| {
        CommandParseError::new(format!(
            "after # stands the number of the move, from 1: '{word}' has none"
        ))
    })?;
    if text.is_empty() {
        return Err(CommandParseError::new("the move itself is missing before #"));
    }
    Ok((text.to_string(), Some(number)))
}

/// `12`, `12#3`, `12#-1`.
pub(crate) fn board(word: &str) -> Option<BoardRef> {
    let (id, at) = match word.split_once('#') {
        Some((id, at)) => (id, Some(at.parse().ok()?)),
        None => (word, None),
    };
    Some(BoardRef { id: id.parse().ok()?, at })
}

/// `c7`.
pub(crate) fn challenge(word: &str) -> Option<u64> {
    word.strip_prefix(['c', 'C'])?.parse().ok()
}

/// A number of days or matches.
pub(crate) fn small(word: &str) -> Option<u32> {
    word.parse().ok().filter(|&it| it <= 100_000)
}
