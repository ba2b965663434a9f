use crate::arguments::CommandArguments;
use crate::command::{CommandEntry, CommandOption};
use crate::{CommandParseError, CommandScope, Order, ProposedTerms};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "challenge",
    aliases: &[],
    place: CommandScope::Game,
    usage: "challenge [-OPTION=VALUE] [--SWITCH] NAME [NAME]",
    about: "Invite a member, or anybody at a mail address, who gets a mail with a link (only one \
            is ever sent to an address, and it expires after 14 days). The body is the greeting. \
            Of two names, one your own, the first moves first; with one name, the first move is \
            drawn at random. Options are the game's; switches are --forfeittime=DAYS for each \
            move (21 by default), --totaltime=DAYS for all moves of a player, --nagtime=DAYS \
            between reminders to the player to move, --unrated, --private, and --level=N for the \
            name `computer`",
    example: "challenge -size=9 ann bob",
    takes: &[CommandOption::Switches],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let game = rest.the_game()?;
    let wanted = ProposedTerms::read(game, std::mem::take(&mut rest.switches))?;
    let names = std::mem::take(&mut rest.words);
    match names.len() {
        0 => Err(CommandParseError::new(format!(
            "who is to play? Write `{} {}`",
            game.card().name,
            rest.entry.usage
        ))),
        1 | 2 => Ok(Order::Challenge { names, wanted }),
        n => Err(CommandParseError::new(format!("two people play a match, and {n} are named"))),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex challenge ann bob", "hex: challenge ann bob at hex, None"),
            ("hex challenge bob", "hex: challenge bob at hex, None"),
            (
                "challenge bob",
                "no: which game? Its name stands first: `trellis challenge -size=9 ann bob`",
            ),
            (
                "hex challenge",
                "no: who is to play? Write `hex challenge [-OPTION=VALUE] [--SWITCH] NAME [NAME]`",
            ),
            ("hex challenge a b c", "no: two people play a match, and 3 are named"),
        ]);
    }
}
