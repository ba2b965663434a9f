//! How a match ended, in words, with the changes of the ratings.

use crosscut_catalog::Seat;
use crosscut_club::{Ending, Match, Pace, Reason, Rerating, Span};
use crosscut_record::GameResult;

use super::people::PlayerLink;
use super::sentence::capital;

/// The card at the end of a match, as one viewer sees it.
pub(crate) struct EndCard {
    /// For style sheets: `won`, `lost`, or empty for spectators and where nobody won.
    pub(crate) mood: &'static str,
    /// "You won".
    pub(crate) head: String,
    /// Why; empty if there is no more to say.
    pub(crate) how: String,
    pub(crate) ratings: Vec<RatingChange>,
    /// Whether the match could have been rated and was not.
    pub(crate) unrated: bool,
}

/// The change of a player's rating by a match.
pub(crate) struct RatingChange {
    pub(crate) name: String,
    pub(crate) from: String,
    pub(crate) to: String,
    /// `+12`, `−7`, `±0`.
    pub(crate) change: String,
}

/// How a match ended, in a line: "Ann won, Bert resigned".
pub(crate) fn told(result: GameResult, reason: Reason, names: &[PlayerLink; 2]) -> String {
    let (won, lost) = match result {
        GameResult::First => (&names[0].name, &names[1].name),
        GameResult::Second => (&names[1].name, &names[0].name),
        GameResult::Draw | GameResult::Open => return nobody(result, reason).to_string(),
    };
    match reason {
        Reason::Resignation => format!("{won} won, {lost} resigned"),
        Reason::Time => format!("{won} won on time"),
        _ => format!("{won} won"),
    }
}

/// The same where nobody won.
fn nobody(result: GameResult, reason: Reason) -> &'static str {
    match (result, reason) {
        (GameResult::Draw, Reason::Agreement) => "draw by agreement",
        (GameResult::Draw, _) => "draw",
        (_, Reason::Cancelled) => "called off by both",
        (_, Reason::Stopped) => "stopped by the club",
        _ => "ended before both had moved",
    }
}

/// Whose clock ran out before both had moved, and before what: `moving`. Such a match is aborted too, but the bank of
/// the player to move is empty.
pub(crate) fn late(it: &Match) -> Option<(Seat, &'static str)> {
    let end = it.ending.filter(|it| it.reason == Reason::Aborted)?;
    let seat = it.line.position().turn()?;
    let empty = it.clock.banks[seat.index()] == Span::ZERO && it.terms.pace != Pace::None;
    // In some openings the first player makes several turns before the other's first.
    let before = match it.plies.iter().any(|ply| ply.seat == seat) {
        true => "both had moved",
        false => "moving",
    };
    (empty && end.result == GameResult::Open).then_some((seat, before))
}

/// The card for the player of a seat, or for a spectator.
pub(crate) fn end(
    it: &Match,
    end: &Ending,
    names: &[PlayerLink; 2],
    mine: Option<Seat>,
) -> EndCard {
    let name = |seat: Seat| match mine == Some(seat) {
        true => "You".to_string(),
        false => names[seat.index()].name.clone(),
    };
    let winner = end.winner();
    let (mood, head) = match (winner, mine) {
        (Some(winner), Some(mine)) if winner == mine => ("won", "You won".to_string()),
        (Some(_), Some(_)) => ("lost", "You lost".to_string()),
        (Some(winner), None) => ("", format!("{} won", name(winner))),
        (None, _) => match late(it) {
            Some((seat, before)) => ("", format!("{} ran out of time before {before}", name(seat))),
            None => ("", capital(nobody(end.result, end.reason))),
        },
    };
    let how = match (winner, end.reason) {
        (Some(winner), Reason::Resignation) => format!("{} resigned", name(other(winner))),
        (Some(winner), Reason::Time) => format!("{} ran out of time", name(other(winner))),
        (None, Reason::Rules) => capital(it.line.position().drawn_because().unwrap_or_default()),
        (None, Reason::Aborted) => "It does not count".to_string(),
        (Some(_), _) => ground(it),
        (None, _) => String::new(),
    };
    // The viewer's own rating first.
    let mut seats = Seat::BOTH;
    seats.sort_by_key(|&seat| mine != Some(seat));
    let ratings = end.ratings.iter().flat_map(|all| {
        seats.map(|seat| {
            let Rerating { from, to } = &all[seat.index()];
            let by = (to.points().round() - from.points().round()) as i64;
            RatingChange {
                name: name(seat),
                from: from.to_string(),
                to: to.to_string(),
                change: match by {
                    0 => "±0".to_string(),
                    by if by < 0 => format!("−{}", -by),
                    by => format!("+{by}"),
                },
            }
        })
    });
    let unrated = !it.terms.rated && end.result != GameResult::Open;
    EndCard { mood, head, how, ratings: ratings.collect(), unrated }
}

fn other(seat: Seat) -> Seat {
    Seat::BOTH[1 - seat.index()]
}

/// Why the winner has won by the rules: what their side does, and the score.
fn ground(it: &Match) -> String {
    let (position, card) = (it.line.position(), it.line.spec().card());
    if let Some(why) = position.won_because() {
        return why;
    }
    let side = position.winner_side();
    let goal = card.sides.iter().zip(card.goals).find(|(it, _)| Some(**it) == side);
    let goal = goal.map(|(side, goal)| match position.joined() {
        Some(joined) => format!("{} joins {joined}", card.colour(side)),
        None => format!("{} {goal}", card.colour(side)),
    });
    let score = position.score().map(|[a, b]| format!("{} to {}", a.max(b), a.min(b)));
    [goal, score].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
