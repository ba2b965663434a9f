use crate::{Board, Deed, Misheard, Proposal};

/// What a special word means in place of a move.
pub(crate) fn special(word: &str) -> Option<Deed> {
    Some(match word.to_ascii_lowercase().as_str() {
        "resign" => Deed::Resign,
        "propose" | "draw" => Deed::Propose(Proposal::Draw),
        "undo" => Deed::Propose(Proposal::Undo),
        "cancel" => Deed::Propose(Proposal::Cancel),
        "rematch" => Deed::Propose(Proposal::Rematch),
        "accept" => Deed::Answer(true),
        "reject" => Deed::Answer(false),
        _ => return None,
    })
}

/// `C6#3`: the move and its number.
pub(crate) fn numbered(word: &str) -> Result<(String, Option<u32>), Misheard> {
    let Some((text, number)) = word.split_once('#') else { return Ok((word.to_string(), None)) };
    let number = number.parse().ok().filter(|&it: &u32| it > 0).ok_or_else(|| {
        Misheard::new(format!("after # stands the number of the move, from 1: '{word}' has none"))
    })?;
    if text.is_empty() {
        return Err(Misheard::new("the move itself is missing before #"));
    }
    Ok((text.to_string(), Some(number)))
}

/// `12`, `12#3`, `12#-1`.
pub(crate) fn board(word: &str) -> Option<Board> {
    let (id, at) = match word.split_once('#') {
        Some((id, at)) => (id, Some(at.parse().ok()?)),
        None => (word, None),
    };
    Some(Board { id: id.parse().ok()?, at })
}

/// `c7`.
pub(crate) fn challenge(word: &str) -> Option<u64> {
    word.strip_prefix(['c', 'C'])?.parse().ok()
}

/// A number of days or matches.
pub(crate) fn small(word: &str) -> Option<u32> {
    word.parse().ok().filter(|&it| it <= 100_000)
}
