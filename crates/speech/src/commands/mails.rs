use crate::rest::Rest;
use crate::{Entry, Mails, Misheard, Order, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "mails",
    aliases: &[],
    place: Place::Club,
    usage: "mails [each|daily [HOUR]|none]",
    about: "Get a mail about each thing that happens, one mail a day, or none; with no argument, \
            show the setting. What you ask by mail is always answered",
    example: "mails daily 7",
    takes: &[],
    read,
};

fn read(rest: &mut Rest<'_>) -> Result<Order, Misheard> {
    rest.own_name();
    let words: Vec<String> = rest.words.iter().map(|it| it.to_ascii_lowercase()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok(Order::Mails(match words[..] {
        [] => None,
        ["each" | "all" | "on"] => Some(Mails::Each),
        ["none" | "nothing" | "off"] => Some(Mails::None),
        ["daily"] => Some(Mails::Daily(None)),
        ["daily", hour] => match hour.parse() {
            Ok(hour @ 0..=23) => Some(Mails::Daily(Some(hour))),
            _ => {
                return Err(Misheard::new(format!(
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
