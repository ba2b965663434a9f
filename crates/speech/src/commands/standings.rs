use crate::rest::Rest;
use crate::{Entry, Misheard, Order, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "standings",
    aliases: &["ratings"],
    place: Place::Game,
    usage: "standings",
    about: "Show the ratings",
    example: "standings",
    takes: &[],
    read,
};

fn read(rest: &mut Rest<'_>) -> Result<Order, Misheard> {
    rest.the_game()?;
    rest.end()?;
    Ok(Order::Standings)
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex standings", "hex: Standings"),
            ("hex ratings", "hex: Standings"),
            ("standings", "no: which game? Its name stands first: `trellis standings`"),
            ("hex standings bob", "no: 'bob' is too much: write `standings`"),
        ]);
    }
}
