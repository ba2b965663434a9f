use crate::rest::Rest;
use crate::{Entry, Misheard, Order, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "notify",
    aliases: &[],
    place: Place::Match,
    usage: "notify NUMBER.. or GAME notify",
    about: "Be told only when matches end; or all matches of a game (again to stop)",
    example: "notify 12",
    takes: &[],
    read,
};

fn read(rest: &mut Rest<'_>) -> Result<Order, Misheard> {
    rest.own_name();
    let (boards, _, _) = rest.chosen()?;
    Ok(Order::Notify(boards.iter().map(|it| it.id).collect()))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("hex notify ann", "hex: Notify([])"),
            ("hex notify ann 12", "hex: Notify([12])"),
            ("notify all next", "no: one of all, active, inactive and next is enough"),
        ]);
    }
}
