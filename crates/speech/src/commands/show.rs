use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "show",
    aliases: &[],
    place: CommandScope::Match,
    usage: "show NUMBER[#N].. or show NAME.. [all|active|inactive|next]",
    about: "See the board and all moves: now, after N moves, or N moves ago if N is negative",
    example: "show 12 13#-1",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let (boards, of, which) = rest.chosen()?;
    if boards.is_empty() && of.is_empty() {
        return Err(CommandParseError::new(
            "all boards would be too many: name matches by their numbers, or players",
        ));
    }
    Ok(Order::Show { boards, of, which: which.unwrap_or_default(), own: false })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            (
                "hex show 12#3 13#-1 14",
                "hex: Show { boards: [BoardRef { id: 12, at: Some(3) }, BoardRef { id: 13, at: Some(-1) }, BoardRef { id: 14, at: None }], of: [], which: Active, own: false }",
            ),
            ("show bob next", "Show { boards: [], of: [\"bob\"], which: Next, own: false }"),
            ("show", "no: all boards would be too many: name matches by their numbers, or players"),
        ]);
    }
}
