use crate::arguments::CommandArguments;
use crate::arguments::with;
use crate::token::numbered;
use crate::{CommandEntry, CommandParseError, CommandScope, MatchAction, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "submit",
    aliases: &[],
    place: CommandScope::Match,
    usage: "submit NUMBER MOVE",
    about: "See the board after a move, and keep the move for `confirm`",
    example: "submit 12 C6",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let id = rest.the_match()?;
    let number = rest.number();
    let word = rest.one_move()?.ok_or_else(|| rest.no_move())?;
    let (text, ply) = numbered(&word)?;
    Ok(Order::At { id, deed: MatchAction::Submit { text: with(number, text), ply } })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("submit 12 30. Gc1 wins!", "12: Submit { text: \"30. Gc1 wins!\", ply: None }"),
            ("submit 12 c3#4", "12: Submit { text: \"c3\", ply: Some(4) }"),
            ("submit 12", "no: what is the move? Write `submit NUMBER MOVE`"),
            ("submit 12 a1 b2", "no: only one move is possible here: write only a1"),
        ]);
    }
}
