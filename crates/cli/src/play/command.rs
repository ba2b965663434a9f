/// What a person typed. Anything that is not a command is a move; the game says what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayCommand {
    Move(String),
    /// List the legal moves that these words can become.
    Moves(Vec<String>),
    /// Ask what the computer would play.
    Hint,
    Undo,
    Resign,
    /// Begin another game: of the same spec, or of this one.
    New(Option<String>),
    /// The same game again with the seats exchanged.
    Rematch,
    Board,
    Help,
    Rules,
    Quit,
    Nothing,
}

/// The commands with their descriptions, for the help.
pub(crate) const COMMANDS: &[(&str, &str)] = &[
    ("hint", "show what the computer would play"),
    ("undo", "take back your last move"),
    ("resign", "give up"),
    ("new", "start another game; new GAME a different one"),
    ("rematch", "after the end: play again with seats exchanged"),
    ("moves", "list the legal moves; moves WORD those that contain it"),
    ("board", "show the board"),
    ("rules", "show the rules of the game and how its moves are written"),
    ("help", "show this"),
    ("quit", "leave; the game is saved"),
];

impl PlayCommand {
    pub(crate) fn parse(text: &str) -> PlayCommand {
        let text = text.trim();
        let lower = text.to_lowercase();
        let mut words = lower.split_whitespace();
        match (words.next().unwrap_or(""), words.next()) {
            ("", _) => PlayCommand::Nothing,
            ("moves", _) => {
                let words = text.split(|c: char| c.is_whitespace() || c == ',').skip(1);
                PlayCommand::Moves(words.filter(|it| !it.is_empty()).map(str::to_string).collect())
            }
            ("hint", None) => PlayCommand::Hint,
            ("undo", None) => PlayCommand::Undo,
            ("new", None) => PlayCommand::New(None),
            ("new", _) => PlayCommand::New(
                text.split_once(char::is_whitespace).map(|(_, spec)| spec.trim().into()),
            ),
            ("rematch", None) => PlayCommand::Rematch,
            ("resign", None) => PlayCommand::Resign,
            ("board", None) => PlayCommand::Board,
            ("help" | "?", None) => PlayCommand::Help,
            ("rules", None) => PlayCommand::Rules,
            ("quit" | "exit", None) => PlayCommand::Quit,
            _ => PlayCommand::Move(text.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_no_command_is_a_move() {
        assert_eq!(PlayCommand::parse(" UNDO\n"), PlayCommand::Undo);
        assert_eq!(PlayCommand::parse(" \t"), PlayCommand::Nothing);
        assert_eq!(PlayCommand::parse("C3, a2 "), PlayCommand::Move("C3, a2".into()));
        assert_eq!(PlayCommand::parse("new"), PlayCommand::New(None));
        assert_eq!(
            PlayCommand::parse("NEW  Hex:size=9 "),
            PlayCommand::New(Some("Hex:size=9".into()))
        );
        assert_eq!(PlayCommand::parse("undo that"), PlayCommand::Move("undo that".into()));
        assert_eq!(
            PlayCommand::parse("moves A2,c3"),
            PlayCommand::Moves(vec!["A2".into(), "c3".into()])
        );
        assert_eq!(PlayCommand::parse("e\u{301}"), PlayCommand::Move("e\u{301}".into()));
    }
}
