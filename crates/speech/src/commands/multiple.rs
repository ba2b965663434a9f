use crate::{Entry, Order, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "multiple",
    aliases: &[],
    place: Place::Club,
    usage: "multiple",
    about: "Do several things: a command on each line of the body",
    example: "multiple",
    takes: &[],
    read: |_| Ok(Order::Multiple),
};

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("multiple", "Multiple"),
            ("hex multiple", "no: multiple is said without a game: write `multiple`"),
        ]);
    }
}
