use anyhow::{Result, bail};
use crosscut_catalog::{Level, Line, Seat};

use super::table::Player;

/// The players in the seats when a person plays `side`: a side's name, or `first`, `second`, `both` or `none`.
///
/// # Errors
/// Any other word; the message lists the possible ones.
pub(crate) fn players(side: &str, level: Level, line: &Line) -> Result<[Player; 2]> {
    let word = side.trim();
    let is = |it: &str| it.eq_ignore_ascii_case(word);
    // A swap may have exchanged the sides: a side's name means the seat that holds it now.
    let held = Seat::BOTH.into_iter().find(|&seat| is(line.position().held_by(seat)));
    let people = match held {
        Some(seat) => Seat::BOTH.map(|it| it == seat),
        None if is("both") => [true, true],
        None if is("none") => [false, false],
        None => match Seat::BOTH.into_iter().find(|seat| is(seat.name())) {
            Some(seat) => Seat::BOTH.map(|it| it == seat),
            None => {
                let [one, two] = line.spec().card().sides;
                bail!(
                    "there is no side '{word}': choose {one}, {two}, first, second, both (two people at one keyboard) \
                     or none (to watch)"
                );
            }
        },
    };
    Ok(people.map(|person| if person { Player::Person } else { Player::Computer(level) }))
}
