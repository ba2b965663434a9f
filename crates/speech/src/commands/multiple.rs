use crate::{CommandEntry, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "multiple",
    aliases: &[],
    place: CommandScope::Club,
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
