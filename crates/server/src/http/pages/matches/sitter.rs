use crosscut_catalog::Seat;
use crosscut_club::{Match, Moment, Pace, State as Club};

use crate::present::people::PlayerLink;
use crate::present::times;

/// A player at the table.
pub(super) struct SeatView {
    pub(super) called: PlayerLink,
    pub(super) rating: String,
    pub(super) side: &'static str,
    pub(super) ink: &'static str,
    pub(super) on_turn: bool,
    pub(super) me: bool,
    /// Whether this is the computer, and to move.
    pub(super) thinks: bool,
    /// The clock, in words and in milliseconds; empty without a clock.
    pub(super) clock: String,
    pub(super) left: i64,
    pub(super) runs: bool,
    pub(super) deadline: String,
    pub(super) away: bool,
}

/// The player of a seat, in the current state.
pub(super) fn sitter(
    it: &Match,
    club: &Club,
    seat: Seat,
    mine: Option<Seat>,
    called: &PlayerLink,
    now: Moment,
    zone: &str,
) -> SeatView {
    let card = it.line.spec().card();
    let side = it.line.position().held_by(seat);
    let open = it.line.position().sides_are_open();
    let left = it.left(seat, now, club);
    let on_turn = it.turn() == Some(seat);
    let days = matches!(it.terms.pace, Pace::Days { .. });
    let deadline =
        it.deadline(club).filter(|_| on_turn && (days || left.is_some_and(|it| it.0 > 86_400_000)));
    let member = it.player(seat).member().and_then(|id| club.member(id));
    SeatView {
        rating: it.ratings[seat.index()].map(|it| it.to_string()).unwrap_or_default(),
        called: called.clone(),
        ink: match open {
            true => "",
            false if side == card.sides[0] => "first",
            false => "second",
        },
        side: if open { "side not chosen yet" } else { card.colour(side) },
        on_turn,
        me: mine == Some(seat),
        thinks: on_turn && it.player(seat).member().is_none(),
        clock: left.filter(|_| !days).map(times::clock).unwrap_or_default(),
        left: left.map_or(0, |it| it.0),
        runs: on_turn,
        deadline: deadline.map(|it| times::when(it, zone)).unwrap_or_default(),
        away: member.is_some_and(|it| it.away(now).is_some()),
    }
}
