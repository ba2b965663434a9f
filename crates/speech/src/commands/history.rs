use crate::rest::Rest;
use crate::{Entry, Misheard, Order, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "history",
    aliases: &[],
    place: Place::Game,
    usage: "history",
    about: "Show the latest finished matches",
    example: "history",
    takes: &[],
    read,
};

fn read(rest: &mut Rest<'_>) -> Result<Order, Misheard> {
    rest.the_game()?;
    rest.end()?;
    Ok(Order::History)
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex hist", "hex: History"),
            ("history", "no: which game? Its name stands first: `trellis history`"),
            ("hex history bob", "no: 'bob' is too much: write `history`"),
        ]);
    }
}
