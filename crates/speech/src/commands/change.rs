use crate::arguments::CommandArguments;
use crate::{AccountChange, CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "change",
    aliases: &[],
    place: CommandScope::Club,
    usage: "change zone ZONE, change address NEW@ADDRESS, or change password",
    about: "Change your time zone, your mail address or your password: for the last two a link \
            is sent, to the new address or to yours, and following it makes the change",
    example: "change zone Europe/Berlin",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    // The sender's own name used to be written here.
    let words = std::mem::take(&mut rest.words);
    let words: Vec<String> = words.into_iter().filter(|it| !rest.is_me(it)).collect();
    let what = words.first().map(|it| it.to_ascii_lowercase()).unwrap_or_default();
    let is = |word: &str| !what.is_empty() && word.starts_with(&what);
    let change = if is("zone") {
        match &words[1..] {
            [] => return Err(rest.usage()),
            // A city may be of several words.
            zone => AccountChange::Zone(zone.join(" ")),
        }
    } else if is("password") {
        match &words[1..] {
            [] => AccountChange::Password,
            _ => return Err(CommandParseError::password()),
        }
    } else if is("address") {
        match &words[1..] {
            [] => AccountChange::Address(None),
            [address] if address.contains('@') => AccountChange::Address(Some(address.clone())),
            [other] => {
                return Err(CommandParseError::new(format!(
                    "'{other}' is not an address such as ann@example.org: write `change address NEW@ADDRESS`"
                )));
            }
            _ => return Err(CommandParseError::password()),
        }
    } else {
        return Err(CommandParseError::new("say what to change: zone, address or password"));
    };
    Ok(Order::Change(change))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("change zone Europe/Berlin", "Change(Zone(\"Europe/Berlin\"))"),
            ("change zone New York", "Change(Zone(\"New York\"))"),
            ("change password", "Change(Password)"),
            ("change password ann", "Change(Password)"),
            ("change address", "Change(Address(None))"),
            ("change address ann a@b.c", "Change(Address(Some(\"a@b.c\")))"),
            ("change addr ann@new.example", "Change(Address(Some(\"ann@new.example\")))"),
            (
                "change address bob",
                "no: 'bob' is not an address such as ann@example.org: write `change address NEW@ADDRESS`",
            ),
            (
                "change zone",
                "no: write `change zone ZONE, change address NEW@ADDRESS, or change password`",
            ),
            ("change", "no: say what to change: zone, address or password"),
        ]);
    }
}
