use crate::{CommandEntry, CommandScope, MatchAction};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "confirm",
    aliases: &[],
    place: CommandScope::Match,
    usage: "confirm NUMBER",
    about: "Play the submitted move",
    example: "confirm 12",
    takes: &[],
    read: |rest| rest.deed(MatchAction::Confirm),
};

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("confirm 12 ann", "12: Confirm"),
            ("confirm 12 a1", "no: 'a1' is too much: write `confirm NUMBER`"),
        ]);
    }
}
