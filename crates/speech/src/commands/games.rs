use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, MatchFilter, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "games",
    aliases: &[],
    place: CommandScope::Match,
    usage: "games [NAME..] [all|active|inactive|next]",
    about: "List matches",
    example: "games ann next",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let (boards, of, which) = rest.chosen()?;
    if let Some(board) = boards.first() {
        return Err(CommandParseError::new(format!(
            "games lists the matches of players: for one match write `show {}`",
            board.id
        )));
    }
    let which = which.unwrap_or(if of.is_empty() { MatchFilter::Active } else { MatchFilter::All });
    Ok(Order::Games { of, which })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex games", "hex: Games { of: [], which: Active }"),
            ("trel games", "trellis: Games { of: [], which: Active }"),
            ("games bob", "Games { of: [\"bob\"], which: All }"),
            (
                "games bob cid inactive tournament",
                "Games { of: [\"bob\", \"cid\"], which: Inactive }",
            ),
            ("games all next", "no: one of all, active, inactive and next is enough"),
            ("games 12", "no: games lists the matches of players: for one match write `show 12`"),
        ]);
    }
}
