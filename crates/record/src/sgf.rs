//! Smart Game Format, `FF[4]`, for Hex, `GM[11]`, as the SGF site and HexWiki describe it.

mod read;
mod tree;
mod write;

pub(crate) use read::parse;
pub(crate) use tree::cut;
pub(crate) use write::write;

use crate::tags::tag;

/// SGF's number for the game.
const GAME_NUMBER: &str = "11";

/// The properties that correspond to tags.
const TAGS: [(&str, &str); 6] = [
    ("PB", tag::FIRST),
    ("PW", tag::SECOND),
    ("DT", tag::DATE),
    ("EV", tag::EVENT),
    ("PC", tag::SITE),
    ("RO", tag::ROUND),
];

/// How a won game ended: the codes in the property RE and the words in the tag Ending.
const ENDINGS: [(&str, &str, &str); 3] =
    [("R", "Resign", "resignation"), ("T", "Time", "time"), ("F", "Forfeit", "forfeit")];

/// RE and Ending of a game that was void.
const VOID: (&str, &str) = ("Void", "void");

/// A private property: a tag, or a mark of a move, for which there is no other property, as `name:text`.
const EXTRA: &str = "XT";

/// The properties understood here.
const KNOWN: [&str; 17] = [
    "AB", "AE", "AW", "B", "C", "DT", "EV", "GC", "PB", "PC", "PL", "PW", "RE", "RO", "RU", "W",
    EXTRA,
];

/// The properties that are skipped: those only a viewer needs, and those this crate writes itself.
const PASSED_OVER: [&str; 22] = [
    "AP", "AR", "CA", "CR", "DD", "FF", "FG", "GM", "IP", "IS", "LB", "LN", "MA", "PM", "SL", "SQ",
    "ST", "SZ", "TB", "TR", "TW", "VW",
];

/// Whether a tag or mark with this name is stored in the property of the same name.
fn is_property(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_uppercase())
        && !KNOWN.contains(&name)
        && !PASSED_OVER.contains(&name)
}
