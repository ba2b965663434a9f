use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "all",
    aliases: &[],
    place: CommandScope::Club,
    usage: "all show [NAME] [next|active]",
    about: "Show all your boards in all games; `all show next`, those where it is your turn",
    example: "all show next",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let word = rest.next_word().ok_or_else(|| rest.usage())?;
    if !"show".starts_with(&word.to_ascii_lowercase()) {
        return Err(rest.usage());
    }
    let (boards, of, which) = rest.chosen()?;
    if !boards.is_empty() || of.len() > 1 {
        return Err(rest.refused("one player at a time"));
    }
    let own = of.is_empty() || of.first().is_some_and(|it| rest.is_me(it));
    let of = if own { Vec::new() } else { of };
    Ok(Order::Show { boards, of, which: which.unwrap_or_default(), own })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("all show", "Show { boards: [], of: [], which: Active, own: true }"),
            ("all show ANN next", "Show { boards: [], of: [], which: Next, own: true }"),
            ("all sh bob", "Show { boards: [], of: [\"bob\"], which: Active, own: false }"),
            ("all", "no: write `all show [NAME] [next|active]`"),
            ("all boards", "no: write `all show [NAME] [next|active]`"),
            ("all show bob cid", "no: one player at a time: write `all show [NAME] [next|active]`"),
        ]);
    }
}
