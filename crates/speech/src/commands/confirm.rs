use crate::{Deed, Entry, Place};

pub(super) const ENTRY: Entry = Entry {
    word: "confirm",
    aliases: &[],
    place: Place::Match,
    usage: "confirm NUMBER",
    about: "Play the submitted move",
    example: "confirm 12",
    takes: &[],
    read: |rest| rest.deed(Deed::Confirm),
};

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn lines() {
        check(&[
            ("confirm 12 ann", "12: Confirm"),
            ("confirm 12 a1", "no: 'a1' is too much: write `confirm NUMBER`"),
        ]);
    }
}
