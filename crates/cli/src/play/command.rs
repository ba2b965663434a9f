/// What a person typed. Anything that is not a command is a move; the game says what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
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

impl Command {
    pub(crate) fn parse(text: &str) -> Command {
        let text = text.trim();
        let lower = text.to_lowercase();
        let mut words = lower.split_whitespace();
        match (words.next().unwrap_or(""), words.next()) {
            ("", _) => Command::Nothing,
            ("moves", _) => {
                let words = text.split(|c: char| c.is_whitespace() || c == ',').skip(1);
                Command::Moves(words.filter(|it| !it.is_empty()).map(str::to_string).collect())
            }
            ("hint", None) => Command::Hint,
            ("undo", None) => Command::Undo,
            ("new", None) => Command::New(None),
            ("new", _) => Command::New(
                text.split_once(char::is_whitespace).map(|(_, spec)| spec.trim().into()),
            ),
            ("rematch", None) => Command::Rematch,
            ("resign", None) => Command::Resign,
            ("board", None) => Command::Board,
            ("help" | "?", None) => Command::Help,
            ("rules", None) => Command::Rules,
            ("quit" | "exit", None) => Command::Quit,
            _ => Command::Move(text.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_no_command_is_a_move() {
        assert_eq!(Command::parse(" UNDO\n"), Command::Undo);
        assert_eq!(Command::parse(" \t"), Command::Nothing);
        assert_eq!(Command::parse("C3, a2 "), Command::Move("C3, a2".into()));
        assert_eq!(Command::parse("new"), Command::New(None));
        assert_eq!(Command::parse("NEW  Hex:size=9 "), Command::New(Some("Hex:size=9".into())));
        assert_eq!(Command::parse("undo that"), Command::Move("undo that".into()));
        assert_eq!(Command::parse("moves A2,c3"), Command::Moves(vec!["A2".into(), "c3".into()]));
        assert_eq!(Command::parse("e\u{301}"), Command::Move("e\u{301}".into()));
    }
}
