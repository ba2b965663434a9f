use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "standings",
    aliases: &["ratings"],
    place: CommandScope::Game,
    usage: "standings",
    about: "Show the ratings",
    example: "standings",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    rest.the_game()?;
    rest.end()?;
    Ok(Order::Standings)
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex standings", "hex: Standings"),
            ("hex ratings", "hex: Standings"),
            ("standings", "no: which game? Its name stands first: `trellis standings`"),
            ("hex standings bob", "no: 'bob' is too much: write `standings`"),
        ]);
    }
}
