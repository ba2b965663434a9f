use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const BLOCK: CommandEntry = CommandEntry {
    word: "block",
    aliases: &[],
    place: CommandScope::Club,
    usage: "block [NAME]",
    about: "Block a member: they cannot challenge you, write to you or say anything in your \
            matches. Matches in progress continue. With no name, list whom you have blocked",
    example: "block bob",
    takes: &[],
    read,
};

pub(super) const UNBLOCK: CommandEntry = CommandEntry {
    word: "unblock",
    aliases: &[],
    place: CommandScope::Club,
    usage: "unblock NAME",
    about: "Unblock a member",
    example: "unblock bob",
    takes: &[],
    read: read_unblock,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let name = rest.next_word();
    rest.end()?;
    Ok(Order::Block(name))
}

fn read_unblock(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let name = rest.next_word().ok_or_else(|| rest.asked("whom?"))?;
    rest.end()?;
    Ok(Order::Unblock(name))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("block", "Block(None)"),
            ("block bob", "Block(Some(\"bob\"))"),
            ("block bob cid", "no: 'cid' is too much: write `block [NAME]`"),
            ("UNBLOCK Bob", "Unblock(\"Bob\")"),
            ("unblock", "no: whom? Write `unblock NAME`"),
            ("unblock bob cid", "no: 'cid' is too much: write `unblock NAME`"),
        ]);
    }
}
