//! A player's proposals to the opponent in a match: `accept` and `reject` answer them.

use crate::{CommandEntry, CommandScope, MatchAction, Proposal};

pub(super) const PROPOSE: CommandEntry = CommandEntry {
    word: "propose",
    aliases: &["draw"],
    place: CommandScope::Match,
    usage: "propose NUMBER",
    about: "Offer a draw, until either of you plays",
    example: "propose 12",
    takes: &[],
    read: |rest| rest.deed(MatchAction::Propose(Proposal::Draw)),
};

pub(super) const UNDO: CommandEntry = CommandEntry {
    word: "undo",
    aliases: &[],
    place: CommandScope::Match,
    usage: "undo NUMBER",
    about: "Ask to take back your last move",
    example: "undo 12",
    takes: &[],
    read: |rest| rest.deed(MatchAction::Propose(Proposal::Undo)),
};

pub(super) const CANCEL: CommandEntry = CommandEntry {
    word: "cancel",
    aliases: &[],
    place: CommandScope::Match,
    usage: "cancel NUMBER",
    about: "Ask to end the match without a result",
    example: "cancel 12",
    takes: &[],
    read: |rest| rest.deed(MatchAction::Propose(Proposal::Cancel)),
};

pub(super) const REMATCH: CommandEntry = CommandEntry {
    word: "rematch",
    aliases: &[],
    place: CommandScope::Match,
    usage: "rematch NUMBER",
    about: "Ask to play again",
    example: "rematch 12",
    takes: &[],
    read: |rest| rest.deed(MatchAction::Propose(Proposal::Rematch)),
};

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("propose 12", "12: Propose(Draw)"),
            ("draw 12 ann", "12: Propose(Draw)"),
            ("hex undo 12", "hex: 12: Propose(Undo)"),
            ("cancel 12", "12: Propose(Cancel)"),
            ("rematch 12", "12: Propose(Rematch)"),
            ("undo", "no: which match? Write `undo NUMBER`"),
            ("cancel 12 a1", "no: 'a1' is too much: write `cancel NUMBER`"),
        ]);
    }
}
