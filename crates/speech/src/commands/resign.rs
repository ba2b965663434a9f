use crate::arguments::CommandArguments;
use crate::token::challenge;
use crate::{CommandEntry, CommandParseError, CommandScope, MatchAction, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "resign",
    aliases: &[],
    place: CommandScope::Match,
    usage: "resign NUMBER",
    about: "Give up, at any time. Before both have moved, nobody loses",
    example: "resign 12",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    // A challenge used to be declined by resigning.
    if let Some(id) = rest.words.first().and_then(|it| challenge(it)) {
        rest.words.remove(0);
        rest.own_name();
        rest.end()?;
        return Ok(Order::AnswerChallenge { id, yes: false });
    }
    rest.deed(MatchAction::Resign)
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("resign 12 Ann", "12: Resign"),
            ("resign c7", "AnswerChallenge { id: 7, yes: false }"),
            ("resign c7 bob", "no: 'bob' is too much: write `resign NUMBER`"),
            ("resign bob", "no: 'bob' is not the number of a match: write `resign NUMBER`"),
        ]);
    }
}
