use crate::arguments::CommandArguments;
use crate::token::small;
use crate::{CommandEntry, CommandParseError, CommandScope, MatchLimit, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "limit",
    aliases: &[],
    place: CommandScope::Game,
    usage: "limit [N|all|ask|reject]",
    about: "Be challenged only while you have fewer than N matches of the game; accept every \
            challenge without being asked, be asked, or reject every one; with no argument, show \
            the setting",
    example: "limit 3",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    rest.the_game()?;
    rest.own_name();
    let limit = match rest.words.pop() {
        None => None,
        Some(word) => Some(match word.to_ascii_lowercase().as_str() {
            "accept" | "all" | "inf" => MatchLimit::All,
            "reject" | "0" => MatchLimit::None,
            "ask" => MatchLimit::Ask,
            other => MatchLimit::At(small(other).ok_or_else(|| {
                CommandParseError::new(format!(
                    "'{word}' is not a limit: write all, ask, reject or a number"
                ))
            })?),
        }),
    };
    rest.end()?;
    Ok(Order::Limit(limit))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex limit 0", "hex: Limit(Some(None))"),
            ("hex limit ann 3", "hex: Limit(Some(At(3)))"),
            ("hex limit all", "hex: Limit(Some(All))"),
            ("hex limit ask", "hex: Limit(Some(Ask))"),
            ("hex limit", "hex: Limit(None)"),
            ("hex limit few", "no: 'few' is not a limit: write all, ask, reject or a number"),
            ("limit 3", "no: which game? Its name stands first: `trellis limit 3`"),
        ]);
    }
}
