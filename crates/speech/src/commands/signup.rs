use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "signup",
    aliases: &["add"],
    place: CommandScope::Club,
    usage: "signup NAME",
    about: "Become a member with this name; by mail, with the address you write from",
    example: "signup ann",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    // The mail address used to be written here; now mail goes to the sender's address.
    let address = rest.words.iter().find(|it| it.contains('@')).cloned();
    rest.words.retain(|it| !it.contains('@'));
    match rest.words.len() {
        0 => Err(CommandParseError::new("by which name? Write `signup NAME`")),
        1 => Ok(Order::SignUp { name: rest.words.remove(0), address }),
        _ => Err(CommandParseError::password()),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("add ann", "SignUp { name: \"ann\", address: None }"),
            (
                "signup ann ann@example.org",
                "SignUp { name: \"ann\", address: Some(\"ann@example.org\") }",
            ),
            ("signup", "no: by which name? Write `signup NAME`"),
            ("signup ann@example.org", "no: by which name? Write `signup NAME`"),
        ]);
    }
}
