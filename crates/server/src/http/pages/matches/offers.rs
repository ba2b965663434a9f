//! Proposals, answers and other actions in a match.

use crosscut_catalog::Seat;
use crosscut_club::{Follow, Match, MemberId, Moment, Offer, Player, State as Club};

use crate::present::people::PlayerLink;

/// What the opponent has proposed, and what the player has proposed.
pub(super) fn questions(
    it: &Match,
    seat: Option<Seat>,
    names: &[PlayerLink; 2],
) -> Vec<(String, Vec<(String, String)>)> {
    let Some(seat) = seat else { return Vec::new() };
    let refused = declined(it, seat, names).map(|words| (format!("{words}."), Vec::new()));
    it.offers
        .standing()
        .map(|(offer, by)| {
            let name = word(offer);
            if by == seat {
                let buttons = vec![(format!("withdraw-{name}"), "Withdraw it".to_string())];
                (format!("You have {} {offer}.", verbs(offer)[1]), buttons)
            } else {
                let buttons = vec![
                    (format!("accept-{name}"), "Accept".to_string()),
                    (format!("decline-{name}"), "Decline".to_string()),
                ];
                (format!("{}.", made(offer, by, names)), buttons)
            }
        })
        .chain(refused)
        .collect()
}

/// What a player proposes: `Bert offers a draw`, `Bert proposes a takeback`.
fn made(offer: Offer, by: Seat, names: &[PlayerLink; 2]) -> String {
    format!("{} {} {offer}", names[by.index()].name, verbs(offer)[0])
}

/// What one does with an offer, now and before: a draw is offered, as its button says.
fn verbs(offer: Offer) -> [&'static str; 2] {
    match offer {
        Offer::Draw => ["offers", "offered"],
        Offer::Takeback | Offer::Cancel | Offer::Rematch => ["proposes", "proposed"],
    }
}

/// The opponent's proposals that await an answer, and what they have declined, as the end of a line:
/// ` · Bert offers a draw`.
pub(super) fn asked(it: &Match, me: Seat, names: &[PlayerLink; 2]) -> String {
    let all = declined(it, me, names).filter(|_| it.runs());
    proposed(it, me, names) + &all.map(|words| format!(" · {words}")).collect::<String>()
}

/// The opponent's proposals alone, in a match in progress.
pub(crate) fn proposed(it: &Match, me: Seat, names: &[PlayerLink; 2]) -> String {
    let theirs = it.offers.standing().filter(|(_, by)| *by != me && it.runs());
    theirs.map(|(offer, by)| format!(" · {}", made(offer, by, names))).collect()
}

/// What the opponent has declined since the last turn: `Bert has declined a draw`.
fn declined<'a>(
    it: &'a Match,
    me: Seat,
    names: &'a [PlayerLink; 2],
) -> impl Iterator<Item = String> + use<'a> {
    let now = Some(it.n_plies());
    let mine = move |offer: &Offer| {
        it.offers.declined(*offer, me) == now && it.offers.by(*offer).is_none()
    };
    let other = &names[1 - me.index()].name;
    Offer::ALL.into_iter().filter(mine).map(move |offer| format!("{other} has declined {offer}"))
}

/// An offer's name in forms.
pub(super) fn word(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::Takeback => "takeback",
        Offer::Cancel => "cancel",
        Offer::Rematch => "rematch",
    }
}

/// Buttons, each with its value and its text, and the one that ends the match.
pub(super) type Actions = (Vec<(String, String)>, Option<(&'static str, &'static str)>);

/// What a spectator may do: follow a match in progress.
pub(super) fn following(it: &Match, member: MemberId) -> Vec<(String, String)> {
    let buttons: &[(&str, &str)] = match it.followers.get(&member) {
        None => &[("follow", "Follow by mail"), ("notify", "Mail me the end")],
        Some(Follow::Turns) => {
            &[("notify", "Mail me the end only"), ("unfollow", "Follow no more")]
        }
        Some(Follow::End) => &[("follow", "Mail me each turn"), ("unfollow", "Follow no more")],
    };
    buttons.iter().map(|(what, words)| (what.to_string(), words.to_string())).collect()
}

/// What a player may propose or do, and how they may end the match.
pub(super) fn actions(it: &Match, seat: Option<Seat>, club: &Club, now: Moment) -> Actions {
    let Some(seat) = seat else { return (Vec::new(), None) };
    let mut actions = Vec::new();
    let mut add = |what: &str, words: &str| actions.push((what.to_string(), words.to_string()));
    let free = |offer: Offer| it.offers.by(offer).is_none();
    let computer = matches!(it.opponent(seat), Player::Computer(_));
    if !it.runs() {
        if it.rematch.is_none() && free(Offer::Rematch) {
            add("offer-rematch", "Rematch");
        }
        return (actions, None);
    }
    if it.plies.iter().any(|ply| ply.seat == seat) && free(Offer::Takeback) {
        add("offer-takeback", "Take back");
    }
    if !computer && free(Offer::Draw) {
        add("offer-draw", "Offer a draw");
    }
    if !computer && it.counts() && free(Offer::Cancel) {
        add("offer-cancel", "Propose to cancel");
    }
    if it.turn() != Some(seat) && it.deadline(club).is_some_and(|at| at <= now) {
        // Nobody wins a match that has not begun.
        let words = if it.counts() { "Claim the win on time" } else { "Time is up: call it off" };
        add("claim", words);
    }
    let grave = if it.counts() { ("resign", "Resign") } else { ("abort", "Abort the match") };
    (actions, Some(grave))
}
