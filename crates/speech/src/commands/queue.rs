use crate::arguments::CommandArguments;
use crate::arguments::with;
use crate::token::{numbered, special};
use crate::{CommandEntry, CommandParseError, CommandScope, MatchAction, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "queue",
    aliases: &["qmove", "moveq", "qboard", "boardq"],
    place: CommandScope::Match,
    usage: "queue NUMBER [MOVE]",
    about: "Play now, or if it is the opponent's turn, as soon as it is yours; `queue NUMBER \
            none` empties the queue. The body is passed on when the move is played",
    example: "queue 12 C6",
    takes: &[],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let id = rest.the_match()?;
    let number = rest.number();
    let deed = match rest.one_move()? {
        None => MatchAction::Queue(None),
        Some(word) if word.eq_ignore_ascii_case("none") => MatchAction::Queue(Some(String::new())),
        Some(word) if special(&word).is_some() => {
            return Err(CommandParseError::new(format!("'{word}' is not a move that can wait")));
        }
        Some(word) => MatchAction::Queue(Some(with(number, numbered(&word)?.0))),
    };
    Ok(Order::At { id, deed })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("qmove 12 c3", "12: Queue(Some(\"c3\"))"),
            ("queue 12 ann 24. Gf4!", "12: Queue(Some(\"24. Gf4!\"))"),
            ("queue 12 none", "12: Queue(Some(\"\"))"),
            ("queue 12", "12: Queue(None)"),
            ("queue 12 resign", "no: 'resign' is not a move that can wait"),
        ]);
    }
}
