use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "message",
    aliases: &[],
    place: CommandScope::Club,
    usage: "message NAME..",
    about: "Write to members. Each gets a mail, or, if they get no mails, reads it in a match \
            with you; nobody else does, and no addresses are shown",
    example: "message bob",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    rest.own_name();
    Ok(Order::Message(std::mem::take(&mut rest.words)))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("message ann bob", "Message([\"bob\"])"),
            ("message bob cid", "Message([\"bob\", \"cid\"])"),
            ("hex message bob", "no: message is said without a game: write `message NAME..`"),
        ]);
    }
}
