use crate::command::{Entry, Takes};
use crate::rest::Rest;
use crate::{Misheard, Order, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "help",
    aliases: &[],
    place: Place::Club,
    usage: "help [WORD]",
    about: "Explain; `help commands` lists all commands, `help GAME` gives a game's rules",
    example: "help commands",
    takes: &[Takes::Game],
    read,
};

fn read(rest: &mut Rest<'_>) -> Result<Order, Misheard> {
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
