use crate::arguments::CommandArguments;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "notify",
    aliases: &[],
    place: CommandScope::Match,
    usage: "notify NUMBER.. or GAME notify",
    about: "Be told only when matches end; or all matches of a game (again to stop)",
    example: "notify 12",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    rest.own_name();
    let (boards, names, _) = rest.chosen()?;
    match names.first() {
        None => {}
        Some(_) if rest.named => return Err(CommandParseError::password()),
        Some(name) => {
            return Err(rest.refused(format!("'{name}' is not the number of a match")));
        }
    }
    Ok(Order::Notify(boards.iter().map(|it| it.id).collect()))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex notify ann", "hex: Notify([])"),
            ("hex notify ann 12", "hex: Notify([12])"),
            (
                "hex notify bob",
                "no: 'bob' is not the number of a match: write `notify NUMBER.. or GAME notify`",
            ),
            (
                "notify 12 bob",
                "no: 'bob' is not the number of a match: write `notify NUMBER.. or GAME notify`",
            ),
            ("notify all next", "no: one of all, active, inactive and next is enough"),
        ]);
    }
}
