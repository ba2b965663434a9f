//! Players by their names.

use std::collections::HashMap;

use crosscut_club::{MemberId, Player, State};

use crate::read::projection::is_former;
use crate::read::queries::Name;

/// A player as pages show them.
#[derive(Clone, Debug)]
pub(crate) struct PlayerLink {
    pub(crate) name: String,
    /// The address of their page; empty for the computer.
    pub(crate) href: String,
}

impl PlayerLink {
    /// Guests have no pages, since guests' names do not last. Members who have left have no page any more.
    fn named(name: &str, guest: bool) -> Self {
        let href = if guest || is_former(name) { String::new() } else { href(name) };
        PlayerLink { name: name.to_string(), href }
    }

    fn computer(level: u8) -> Self {
        PlayerLink { name: format!("Computer, level {level}"), href: String::new() }
    }

    /// A player from a state in which the members are loaded.
    pub(crate) fn of(player: Player, state: &State) -> Self {
        match player {
            Player::Computer(level) => PlayerLink::computer(level),
            Player::Member(id) => match state.member(id) {
                Some(member) => PlayerLink::named(&member.name, member.guest),
                None => PlayerLink::unknown(id),
            },
        }
    }

    /// A player from a list of names.
    pub(crate) fn among(player: Player, names: &HashMap<MemberId, Name>) -> Self {
        match player {
            Player::Computer(level) => PlayerLink::computer(level),
            Player::Member(id) => match names.get(&id) {
                Some(it) => PlayerLink::named(&it.name, it.guest),
                None => PlayerLink::unknown(id),
            },
        }
    }

    fn unknown(id: MemberId) -> Self {
        PlayerLink { name: format!("member {id}"), href: String::new() }
    }
}

/// The address of a member's page.
pub(crate) fn href(name: &str) -> String {
    let mut out = "/member/".to_string();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
