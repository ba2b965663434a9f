use crate::arguments::CommandArguments;
use crate::token::{board, challenge};
use crate::{CommandEntry, CommandParseError, CommandScope, MatchAction, Order};

pub(super) const ACCEPT: CommandEntry = CommandEntry {
    word: "accept",
    aliases: &[],
    place: CommandScope::Match,
    usage: "accept NUMBER, accept cNUMBER, accept NAME, or GAME accept",
    about: "Agree to what is proposed in a match; accept challenge c7, or somebody's challenge; \
            or accept every challenge to a game from now on",
    example: "accept c7",
    takes: &[],
    read: |rest| read(rest, true),
};

pub(super) const REJECT: CommandEntry = CommandEntry {
    word: "reject",
    aliases: &["decline"],
    place: CommandScope::Match,
    usage: "reject NUMBER, reject cNUMBER, reject NAME, or GAME reject",
    about: "Say no to the same; `GAME reject` refuses every challenge to the game from now on",
    example: "reject bob",
    takes: &[],
    read: |rest| read(rest, false),
};

fn read(rest: &mut CommandArguments<'_>, yes: bool) -> Result<Order, CommandParseError> {
    rest.own_name();
    // `accept` with a name and a password used to accept all challenges.
    let old = rest.named;
    let Some(word) = rest.next_word() else {
        return match rest.game {
            Some(_) => Ok(Order::Welcome(yes)),
            None => Err(CommandParseError::new(format!("what? Write {}", rest.entry.usage))),
        };
    };
    rest.own_name();
    if let Some(id) = challenge(&word) {
        rest.end()?;
        return Ok(Order::AnswerChallenge { id, yes });
    }
    if let Some(board) = board(&word) {
        rest.end()?;
        return Ok(Order::At { id: board.id, deed: MatchAction::Answer(yes) });
    }
    if old || !rest.words.is_empty() {
        return Err(CommandParseError::password());
    }
    Ok(Order::AnswerChallenger { name: word, yes })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("accept 12", "12: Answer(true)"),
            ("decline 12 ann", "12: Answer(false)"),
            ("accept c7", "AnswerChallenge { id: 7, yes: true }"),
            ("hex reject C7 ann", "hex: AnswerChallenge { id: 7, yes: false }"),
            (
                "reject c7 bob",
                "no: 'bob' is too much: write `reject NUMBER, reject cNUMBER, reject NAME, or GAME reject`",
            ),
            ("accept bob", "AnswerChallenger { name: \"bob\", yes: true }"),
            ("hex accept", "hex: Welcome(true)"),
            ("hex reject ann", "hex: Welcome(false)"),
            (
                "accept",
                "no: what? Write accept NUMBER, accept cNUMBER, accept NAME, or GAME accept",
            ),
        ]);
    }
}
