//! How things are said and shown, whatever way they go out: names, times, endings, kinds of games, pictures.

pub(crate) mod ending;
pub(crate) mod html;
pub(crate) mod kinds;
pub(crate) mod people;
pub(crate) mod picture;
pub(crate) mod sentence;
pub(crate) mod times;
