use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "showas",
    aliases: &[],
    place: CommandScope::Match,
    usage: "showas [NUMBER..|all|active|inactive|next]",
    about: "The same for your own matches, with what only you may see: queued moves",
    example: "showas next",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    rest.own_name();
    let (boards, of, which) = rest.chosen()?;
    // A name and a password used to be written here.
    if !of.is_empty() {
        return Err(CommandParseError::password());
    }
    Ok(Order::Show { boards, of, which: which.unwrap_or_default(), own: true })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("showas ann all", "Show { boards: [], of: [], which: All, own: true }"),
            (
                "showas 12",
                "Show { boards: [BoardRef { id: 12, at: None }], of: [], which: Active, own: true }",
            ),
            ("showas all next", "no: one of all, active, inactive and next is enough"),
        ]);
    }
}
