use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "history",
    aliases: &[],
    place: CommandScope::Game,
    usage: "history",
    about: "Show the latest finished matches",
    example: "history",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    rest.the_game()?;
    rest.end()?;
    Ok(Order::History)
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex hist", "hex: History"),
            ("history", "no: which game? Its name stands first: `trellis history`"),
            ("hex history bob", "no: 'bob' is too much: write `history`"),
        ]);
    }
}
