use crate::rest::Rest;
use crate::{Entry, Misheard, Order, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "show",
    aliases: &[],
    place: Place::Match,
    usage: "show NUMBER[#N].. or show NAME.. [all|active|inactive|next]",
    about: "See the board and all moves: now, after N moves, or N moves ago if N is negative",
    example: "show 12 13#-1",
    takes: &[],
    read,
};

fn read(rest: &mut Rest<'_>) -> Result<Order, Misheard> {
    let (boards, of, which) = rest.chosen()?;
    if boards.is_empty() && of.is_empty() {
        return Err(Misheard::new(
            "all boards would be too many: name matches by their numbers, or players",
        ));
    }
    Ok(Order::Show { boards, of, which: which.unwrap_or_default(), own: false })
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            (
                "hex show 12#3 13#-1 14",
                "hex: Show { boards: [Board { id: 12, at: Some(3) }, Board { id: 13, at: Some(-1) }, Board { id: 14, at: None }], of: [], which: Active, own: false }",
            ),
            ("show bob next", "Show { boards: [], of: [\"bob\"], which: Next, own: false }"),
            ("show", "no: all boards would be too many: name matches by their numbers, or players"),
        ]);
    }
}
