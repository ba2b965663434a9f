use crate::{Deed, Entry, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "chat",
    aliases: &[],
    place: Place::Match,
    usage: "chat NUMBER",
    about: "Say what the body says: players to each other, spectators among themselves until the \
            match is over",
    example: "chat 12",
    takes: &[],
    read: |rest| rest.deed(Deed::Chat),
};

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("chat 12", "12: Chat"),
            ("chat 12 hello", "no: 'hello' is too much: write `chat NUMBER`"),
        ]);
    }
}
