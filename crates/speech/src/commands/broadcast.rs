use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "broadcast",
    aliases: &[],
    place: CommandScope::Club,
    usage: "broadcast [again]",
    about: "Send the body to all members who get mails; for the club's operators. A second one \
            within an hour must be confirmed: `again` sends it",
    example: "broadcast",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let again = rest.words.first().is_some_and(|it| it.eq_ignore_ascii_case("again"));
    Ok(Order::Broadcast { again })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("broadcast", "Broadcast { again: false }"),
            ("broadcast AGAIN", "Broadcast { again: true }"),
            ("hex broadcast", "no: broadcast is said without a game: write `broadcast [again]`"),
        ]);
    }
}
