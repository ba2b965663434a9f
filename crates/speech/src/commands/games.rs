use crate::rest::Rest;
use crate::{Entry, Misheard, Order, Place, Which};

pub(super) const ENTRY: Entry = Entry {
    word: "games",
    aliases: &[],
    place: Place::Match,
    usage: "games [NAME..] [all|active|inactive|next]",
    about: "List matches",
    example: "games ann next",
    takes: &[],
    read,
};

fn read(rest: &mut Rest<'_>) -> Result<Order, Misheard> {
    let (boards, of, which) = rest.chosen()?;
    if let Some(board) = boards.first() {
        return Err(Misheard::new(format!(
            "games lists the matches of players: for one match write `show {}`",
            board.id
        )));
    }
    let which = which.unwrap_or(if of.is_empty() { Which::Active } else { Which::All });
    Ok(Order::Games { of, which })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex games", "hex: Games { of: [], which: Active }"),
            ("trel games", "trellis: Games { of: [], which: Active }"),
            ("games bob", "Games { of: [\"bob\"], which: All }"),
            (
                "games bob cid inactive tournament",
                "Games { of: [\"bob\", \"cid\"], which: Inactive }",
            ),
            ("games all next", "no: one of all, active, inactive and next is enough"),
            ("games 12", "no: games lists the matches of players: for one match write `show 12`"),
        ]);
    }
}
