use crate::arguments::CommandArguments;
use crate::token::numbered;
use crate::{CommandEntry, CommandParseError, CommandScope, MatchAction, Order};

pub(super) const SWAP: CommandEntry = CommandEntry {
    word: "swap",
    aliases: &[],
    place: CommandScope::Match,
    usage: "swap NUMBER",
    about: "Swap sides, where the game allows it",
    example: "swap 12",
    takes: &[],
    read,
};

pub(super) const PASS: CommandEntry = CommandEntry {
    word: "pass",
    aliases: &[],
    place: CommandScope::Match,
    usage: "pass NUMBER",
    about: "Pass, where the game allows it",
    example: "pass 12",
    takes: &[],
    read,
};

/// The words of these commands are themselves the moves.
fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let id = rest.the_match()?;
    let ply = match rest.words.pop_if(|it| it.starts_with('#')) {
        Some(ply) => numbered(&format!("x{ply}"))?.1,
        None => None,
    };
    rest.end()?;
    Ok(Order::At { id, deed: MatchAction::Turn { text: rest.entry.word.to_string(), ply } })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex swap 12", "hex: 12: swap"),
            ("hex swap 12 ann #2", "hex: 12: swap as 2"),
            ("pass 12", "12: pass"),
            ("pass 12 a1", "no: 'a1' is too much: write `pass NUMBER`"),
        ]);
    }
}
