use crate::{GameOption, Spoken};

/// What is known of a game, as data. Help pages, command-line help, web and mail pages are all made from it.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The name in commands, addresses and records: lower case, digits and dashes.
    pub name: &'static str,
    /// Other names that find it.
    pub aliases: &'static [&'static str],
    /// The name on a page.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Who invented it.
    pub designer: &'static str,
    /// When, as text (`1999`, `1942 and 1948`).
    pub year: &'static str,
    /// Whose rights are known, in our words (`© 1999 Steven Meyers`, `none known`).
    pub copyright: &'static str,
    /// What is known of the permission to offer it, with the source.
    pub permission: &'static str,
    /// The sides' names as in set-ups and results; the first one moves first.
    pub sides: [&'static str; 2],
    /// What each side wants, for captions (`joins top and bottom`).
    pub goals: [&'static str; 2],
    /// The options, in the order in which a spec prints them.
    pub options: &'static [GameOption],
    /// The options for somebody's first game, as they are typed: a small board, no ceremony.
    pub first_game: &'static str,
    /// How people speak of it at the board.
    pub spoken: Spoken,
    /// What a challenge by command begins with.
    pub classic: Classic,
    /// The help page: Markdown (headings, paragraphs, lists, fenced diagrams), in our own words.
    pub help: &'static str,
}

/// How the game was played by mail of old, where it was: a challenge by command begins with it.
#[derive(Clone, Copy, Debug)]
pub struct Classic {
    /// The options that are not the card's defaults there, as they are typed.
    pub options: &'static str,
    /// The numbers that had other bounds there: the option's name, the least and the most.
    pub bounds: &'static [(&'static str, u32, u32)],
}

impl Classic {
    /// Nothing differs from the card.
    pub const AS_ON_THE_CARD: Classic = Classic { options: "", bounds: &[] };
}
