use crosscut_catalog::is_list;

use crate::arguments::CommandArguments;
use crate::arguments::with;
use crate::command::{CommandEntry, CommandOption};
use crate::token::{numbered, special};
use crate::{CommandParseError, CommandScope, MatchAction, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "move",
    aliases: &["board", "mvoe"],
    place: CommandScope::Match,
    usage: "move NUMBER MOVE[#N]",
    about: "Play a move. With #N it is refused unless it is move number N. MOVE may also be \
            swap, pass, resign, propose, undo, accept or reject. The body goes to the opponent",
    example: "move 12 C6#2",
    takes: &[CommandOption::Lists],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let id = rest.the_match()?;
    Ok(Order::At { id, deed: played(rest)? })
}

fn played(rest: &mut CommandArguments<'_>) -> Result<MatchAction, CommandParseError> {
    // Consecutive moves of one player. Words that are not moves may be a password.
    let text = rest.words.join(" ");
    if !rest.named && rest.words.len() > 1 && is_list(&text) {
        return Ok(MatchAction::Turn { text, ply: None });
    }
    rest.join();
    let text = rest.words.join(" ");
    if !rest.named && is_list(&text) {
        return Ok(MatchAction::Turn { text, ply: None });
    }
    let number = rest.number();
    let Some(word) = rest.one_move()? else { return Err(rest.no_move()) };
    if let Some(deed) = special(&word) {
        return Ok(deed);
    }
    let (text, ply) = numbered(&word)?;
    Ok(MatchAction::Turn { text: with(number, text), ply })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("trellis move 12 A2,C3", "trellis: 12: A2,C3"),
            ("trail-mix move 12 24. Gf4!", "trail-mix: 12: 24. Gf4!"),
            ("Re: Trail Mix Board 2 c1", "trail-mix: 2: c1"),
            ("quadrant hex move 12 a1", "quadrant-hex: 12: a1"),
            ("Diagonal Bridg-It move 12 A1", "diagonal-bridg-it: 12: A1"),
            ("trellis move 12 C6 pass pass", "trellis: 12: C6 pass pass"),
            ("trellis move 12 C6 pass pass A2, c3", "trellis: 12: C6 pass pass A2, c3"),
            ("move 12 1. C6, 2. pass, 3. pass", "12: 1. C6, 2. pass, 3. pass"),
            ("move 12 ann 24... Gf4!#24", "12: 24... Gf4! as 24"),
            ("Trellis MOVE 12 ann A2,C3", "trellis: 12: A2,C3"),
            ("trellis board 12 ANN a2, c3 **", "trellis: 12: a2,c3"),
            ("Re: Trellis Board 12 ann ** A2#5", "trellis: 12: A2 as 5"),
            ("mvoe 12 a1", "12: a1"),
            ("trichet move 12 -A50ul.", "trichet: 12: -A50ul."),
            ("move 12 swap", "12: swap"),
            ("hex move 12 ann resign", "hex: 12: Resign"),
            ("hex move 12 propose", "hex: 12: Propose(Draw)"),
            ("hex move 12 ann undo", "hex: 12: Propose(Undo)"),
            ("hex move 12 accept", "hex: 12: Answer(true)"),
            ("hex move 12 reject", "hex: 12: Answer(false)"),
            ("move 12 *30. Gc1* wins!", "12: 30. Gc1 wins!"),
            ("move 12 ann 30. Gc1 wins!", "12: 30. Gc1 wins!"),
            ("move 12 *A2, C3!*", "12: A2,C3!"),
            ("move", "no: which match? Write `move NUMBER MOVE[#N]`"),
            ("move 12", "no: what is the move? Write `move NUMBER MOVE[#N]`"),
            ("move a1", "no: 'a1' is not the number of a match: write `move NUMBER MOVE[#N]`"),
            ("move 12 a1#0", "no: after # stands the number of the move, from 1: 'a1#0' has none"),
            ("move 12 #3", "no: the move itself is missing before #"),
            ("move 12#3 a1", "no: which move it is meant to be stands after the move: 12 MOVE#N"),
            (
                "move -size=9 12 a1",
                "no: '-size' means nothing to move: write `move NUMBER MOVE[#N]`",
            ),
            (
                "move 99999999999999999999 a1",
                "no: '99999999999999999999' is not the number of a match: write `move NUMBER MOVE[#N]`",
            ),
        ]);
    }
}
