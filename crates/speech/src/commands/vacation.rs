use crate::arguments::CommandArguments;
use crate::token::small;
use crate::{CommandEntry, CommandParseError, CommandScope, Order, Vacation};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "vacation",
    aliases: &[],
    place: CommandScope::Club,
    usage: "vacation [DAYS | [FROM] UNTIL | off]",
    about: "Be away: your clocks stop. Dates are written 2026-12-24",
    example: "vacation 14",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    rest.own_name();
    let words: Vec<String> = rest.words.iter().map(|it| it.to_ascii_lowercase()).collect();
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|it| !["from", "until", "to"].contains(it))
        .collect();
    let is_day = |it: &str| it.contains('-');
    Ok(Order::Vacation(match words.as_slice() {
        [] => Vacation::Tell,
        ["off" | "back" | "none"] => Vacation::Off,
        [days] if small(days).is_some() => Vacation::Days(small(days).unwrap_or(0)),
        [until] if is_day(until) => Vacation::Until { from: None, until: (*until).to_string() },
        [from, until] if is_day(from) && is_day(until) => {
            Vacation::Until { from: Some((*from).to_string()), until: (*until).to_string() }
        }
        _ => return Err(rest.usage()),
    }))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("vacation", "Vacation(Tell)"),
            ("vacation 14", "Vacation(Days(14))"),
            ("vacation until 2026-12-24", "Vacation(Until { from: None, until: \"2026-12-24\" })"),
            (
                "vacation ann from 2026-12-01 until 2026-12-24",
                "Vacation(Until { from: Some(\"2026-12-01\"), until: \"2026-12-24\" })",
            ),
            ("vacation back", "Vacation(Off)"),
            ("vacation OFF", "Vacation(Off)"),
            ("vacation none", "Vacation(Off)"),
            (
                "vacation 2026-12-01 to 2026-12-24",
                "Vacation(Until { from: Some(\"2026-12-01\"), until: \"2026-12-24\" })",
            ),
            ("vacation soon", "no: write `vacation [DAYS | [FROM] UNTIL | off]`"),
        ]);
    }
}
