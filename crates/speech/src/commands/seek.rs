use crate::arguments::CommandArguments;
use crate::command::{CommandEntry, CommandOption};
use crate::token::small;
use crate::{CommandParseError, CommandScope, Order, ProposedTerms};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "seek",
    aliases: &[],
    place: CommandScope::Game,
    usage: "seek [N] [-OPTION=VALUE] [--SWITCH]",
    about: "Look for N matches: open challenges that anybody may accept; `seek 0` withdraws them",
    example: "seek 2 -size=9",
    takes: &[CommandOption::Switches],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let wanted = ProposedTerms::read(rest.the_game()?, std::mem::take(&mut rest.switches))?;
    rest.own_name();
    let n = match rest.words.pop() {
        None => None,
        Some(word) => Some(small(&word).ok_or_else(|| {
            CommandParseError::new(format!("'{word}' is not a number of matches to look for"))
        })?),
    };
    rest.end()?;
    Ok(Order::Seek { n, wanted })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex seek 3 -size=5", "hex: seek Some(3) at hex:size=5"),
            ("hex seek ann", "hex: seek None at hex"),
            ("hex seek bob", "no: 'bob' is not a number of matches to look for"),
            ("seek 3", "no: which game? Its name stands first: `trellis seek 2 -size=9`"),
        ]);
    }
}
