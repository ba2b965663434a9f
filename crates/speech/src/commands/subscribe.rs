use crate::arguments::CommandArguments;
use crate::token::board;
use crate::{CommandEntry, CommandParseError, CommandScope, Order};

pub(super) const SUBSCRIBE: CommandEntry = CommandEntry {
    word: "subscribe",
    aliases: &["sub"],
    place: CommandScope::Match,
    usage: "subscribe NUMBER.. or GAME subscribe all",
    about: "Follow each turn of matches you do not play in; or of all matches of a game that \
            begin later, and of the latest ones in progress",
    example: "subscribe 12",
    takes: &[],
    read: |rest| read(rest, true),
};

pub(super) const UNSUBSCRIBE: CommandEntry = CommandEntry {
    word: "unsubscribe",
    aliases: &["unsub"],
    place: CommandScope::Match,
    usage: "unsubscribe NUMBER.. or [GAME] unsubscribe all",
    about: "Stop following them",
    example: "unsubscribe 12",
    takes: &[],
    read: |rest| read(rest, false),
};

fn read(rest: &mut CommandArguments<'_>, on: bool) -> Result<Order, CommandParseError> {
    rest.own_name();
    let (mut ids, mut all) = (Vec::new(), false);
    for word in std::mem::take(&mut rest.words) {
        match board(&word) {
            Some(board) => ids.push(board.id),
            None if word.eq_ignore_ascii_case("all") => all = true,
            None if rest.is_me(&word) => {}
            None => {
                return Err(CommandParseError::new(format!(
                    "'{word}' is not the number of a match"
                )));
            }
        }
    }
    if ids.is_empty() != all {
        return Err(CommandParseError::new(format!(
            "which matches? Write their numbers, or `all`: `{}`",
            rest.entry.usage
        )));
    }
    Ok(Order::Subscribe { ids, on })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex sub 12 ann", "hex: Subscribe { ids: [12], on: true }"),
            ("hex unsub 12", "hex: Subscribe { ids: [12], on: false }"),
            ("hex subscribe all", "hex: Subscribe { ids: [], on: true }"),
            ("hex unsub ann all", "hex: Subscribe { ids: [], on: false }"),
            ("subscribe bob", "no: 'bob' is not the number of a match"),
            (
                "subscribe",
                "no: which matches? Write their numbers, or `all`: `subscribe NUMBER.. or GAME subscribe all`",
            ),
        ]);
    }
}
