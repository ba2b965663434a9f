use crate::{CommandEntry, CommandScope, MatchAction};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "chat",
    aliases: &[],
    place: CommandScope::Match,
    usage: "chat NUMBER",
    about: "Say what the body says: players to each other, spectators among themselves until the \
            match is over",
    example: "chat 12",
    takes: &[],
    read: |rest| rest.deed(MatchAction::Chat),
};

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("chat 12", "12: Chat"),
            ("chat 12 hello", "no: 'hello' is too much: write `chat NUMBER`"),
        ]);
    }
}
