use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "signoff",
    aliases: &["delete"],
    place: CommandScope::Club,
    usage: "signoff NAME",
    about: "Leave the club: your matches are resigned, your challenges withdrawn, your sessions \
            ended, and you get no more mails. The name stays yours, and you may come back; the \
            settings delete an account for good. Your own name says that you mean it. Unless you \
            ask by mail, the body is your password, if you have one",
    example: "signoff ann",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let name = rest.next_word();
    rest.end()?;
    Ok(Order::SignOff(name))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("delete ann", "SignOff(Some(\"ann\"))"),
            ("signoff", "SignOff(None)"),
            ("signoff ann now", "no: 'now' is too much: write `signoff NAME`"),
        ]);
    }
}
