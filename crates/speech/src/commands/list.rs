use crate::{CommandEntry, CommandScope, Order};

pub(super) const ENTRY: CommandEntry = CommandEntry {
    word: "list",
    aliases: &[],
    place: CommandScope::Club,
    usage: "list",
    about: "List the games",
    example: "list",
    takes: &[],
    read: |_| Ok(Order::List),
};

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[("list", "List"), ("hex list", "no: list is said without a game: write `list`")]);
    }
}
