//! Words and pictures shared by all transports: names, times, terms, endings, kinds of games, boards.

pub(crate) mod ending;
pub(crate) mod html;
pub(crate) mod kinds;
pub(crate) mod people;
pub(crate) mod picture;
pub(crate) mod sentence;
pub(crate) mod terms;
pub(crate) mod times;
