use crosscut_catalog::Spec;

use crate::arguments::CommandArguments;
use crate::command::{CommandEntry, CommandOption};
use crate::terms::spec;
use crate::token::board;
use crate::{CommandParseError, CommandScope, Order, PreviewBoard, ProposedTerms};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "preview",
    aliases: &[],
    place: CommandScope::Match,
    usage: "preview NUMBER[#N] MOVE.. or GAME preview new [-OPTION=VALUE] MOVE..",
    about: "See the board after some moves, in a match or from the start; nothing is played",
    example: "preview new C6",
    takes: &[CommandOption::Switches, CommandOption::Lists],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let word = rest.next_word().ok_or_else(|| rest.asked("which board?"))?;
    let scene = match word.eq_ignore_ascii_case("new") {
        true => PreviewBoard::New(start(rest)?),
        false if !rest.switches.is_empty() => {
            return Err(CommandParseError::new("a match has its options already: leave them out"));
        }
        false => PreviewBoard::Of(
            board(&word)
                .ok_or_else(|| rest.refused(format!("'{word}' is neither a match nor new")))?,
        ),
    };
    rest.own_name();
    Ok(Order::Preview { scene, moves: std::mem::take(&mut rest.words) })
}

/// The game and its options, for a board at the start.
fn start(rest: &mut CommandArguments<'_>) -> Result<Spec, CommandParseError> {
    let game = rest.game.ok_or_else(|| {
        CommandParseError::new("the board of which game? Its name stands first: GAME preview new")
    })?;
    // The number of players used to be written here.
    if rest.words.first().is_some_and(|it| it == "2") {
        rest.words.remove(0);
    }
    match rest.switches.is_empty() {
        true => spec(game, &[]),
        false => Ok(ProposedTerms::read(game, std::mem::take(&mut rest.switches))?.spec),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            (
                "preview 12#3 a1 b2",
                "Preview { scene: Of(BoardRef { id: 12, at: Some(3) }), moves: [\"a1\", \"b2\"] }",
            ),
            (
                "preview 12 ann A2, C3",
                "Preview { scene: Of(BoardRef { id: 12, at: None }), moves: [\"A2, C3\"] }",
            ),
            ("hex prev new 2 -size=5 a1", "hex: preview hex:size=5 a1"),
            ("hex preview new ann a1", "hex: preview hex a1"),
            (
                "preview",
                "no: which board? Write `preview NUMBER[#N] MOVE.. or GAME preview new [-OPTION=VALUE] MOVE..`",
            ),
            (
                "preview new a1",
                "no: the board of which game? Its name stands first: GAME preview new",
            ),
            ("hex preview 12 -size=5 a1", "no: a match has its options already: leave them out"),
            (
                "hex preview a1",
                "no: 'a1' is neither a match nor new: write `preview NUMBER[#N] MOVE.. or GAME preview new [-OPTION=VALUE] MOVE..`",
            ),
        ]);
    }
}
