use crate::arguments::CommandArguments;
use crate::token::challenge;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "withdraw",
    aliases: &[],
    place: CommandScope::Match,
    usage: "withdraw cNUMBER",
    about: "Withdraw your own challenge",
    example: "withdraw c7",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let word = rest.words.pop().unwrap_or_default();
    let id = challenge(&word).or_else(|| word.parse().ok()).ok_or_else(|| {
        CommandParseError::new("which challenge? Write `withdraw c7`, with its number")
    })?;
    rest.end()?;
    Ok(Order::WithdrawChallenge(id))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("withdraw c7", "WithdrawChallenge(7)"),
            ("withdraw 7", "WithdrawChallenge(7)"),
            ("withdraw", "no: which challenge? Write `withdraw c7`, with its number"),
            ("withdraw bob c7", "no: 'bob' is too much: write `withdraw cNUMBER`"),
        ]);
    }
}
