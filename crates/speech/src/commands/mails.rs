use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, MailSetting, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "mails",
    aliases: &[],
    place: CommandScope::Club,
    usage: "mails [each|daily [HOUR]|none]",
    about: "Get a mail about each thing that happens, one mail a day, or none; with no argument, \
            show the setting. What you ask by mail is always answered",
    example: "mails daily 7",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    rest.own_name();
    let words: Vec<String> = rest.words.iter().map(|it| it.to_ascii_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok(Order::Mails(match words[..] {
        [] => None,
        ["each" | "all" | "on"] => Some(MailSetting::Each),
        ["none" | "nothing" | "off"] => Some(MailSetting::None),
        ["daily"] => Some(MailSetting::Daily(None)),
        ["daily", hour] => match hour.parse() {
            Ok(hour @ 0..=23) => Some(MailSetting::Daily(Some(hour))),
            _ => {
                return Err(CommandParseError::new(format!(
                    "'{hour}' is not an hour: write a number from 0 to 23, as in `mails daily 7`"
                )));
            }
        },
        _ => return Err(rest.usage()),
    }))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("mails", "Mails(None)"),
            ("mails ann each", "Mails(Some(Each))"),
            ("mails daily", "Mails(Some(Daily(None)))"),
            ("mails DAILY 23", "Mails(Some(Daily(Some(23))))"),
            ("mails off", "Mails(Some(None))"),
            (
                "mails daily 24",
                "no: '24' is not an hour: write a number from 0 to 23, as in `mails daily 7`",
            ),
            ("mails weekly", "no: write `mails [each|daily [HOUR]|none]`"),
        ]);
    }
}
