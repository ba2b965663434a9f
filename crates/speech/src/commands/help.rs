use crate::arguments::CommandArguments;
use crate::command::{CommandEntry, CommandOption};
use crate::{CommandParseError, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "help",
    aliases: &[],
    place: CommandScope::Club,
    usage: "help [WORD]",
    about: "Explain; `help commands` lists all commands, `help GAME` gives a game's rules",
    example: "help commands",
    takes: &[CommandOption::Game],
    read,
};

fn read(rest: &mut CommandArguments<'_>) -> Result<Order, CommandParseError> {
    let mut about = std::mem::take(&mut rest.words);
    about.extend(rest.game.map(|it| it.card().name.to_string()));
    Ok(Order::Help(about))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("", "Help([])"),
            ("help", "Help([])"),
            ("help trellis", "Help([\"trellis\"])"),
            ("help Trail Mix", "Help([\"trail-mix\"])"),
            ("trellis", "Help([\"trellis\"])"),
            ("trellis help", "trellis: Help([\"trellis\"])"),
            ("help -size=9", "no: '-size' means nothing to help: write `help [WORD]`"),
        ]);
    }
}
