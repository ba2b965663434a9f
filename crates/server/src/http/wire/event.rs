use crosscut_catalog as catalog;
use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    Follow, GameResult, Moment, Offer, Period, Plan, Player, Rating, Reason, Room, Span, Terms,
    Who, same_words,
};

/// Where to begin.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// The version seen last: what came after it is sent first. `Last-Event-ID` goes before it.
    pub(crate) after: Option<u64>,
}

/// An event of a match as it is sent to a listener: of one that the listener may not see, its version alone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventMessage {
    /// The version of the match after it: its number among the events of the match, from 1.
    version: u64,
    /// When it happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    at: Option<Moment>,
    /// Whose command caused it: for a planned turn, the player whose turn it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    by: Option<Who>,
    /// What happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    fact: Option<Fact>,
}

/// What happened in a match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub(crate) enum Fact {
    /// The match began.
    Began {
        /// Who moves first, and who second.
        seats: [Player; 2],
        /// What is played, and how.
        terms: Terms,
        /// The players' time zones, by their names in the tz database; empty for a player who has left.
        zones: [String; 2],
        /// How it came about.
        origin: Origin,
        /// The players' ratings in this game and class; null where there was none.
        ratings: [Option<Rating>; 2],
        /// What moving first is worth, in rating points.
        advantage: i32,
    },
    /// A ply was played.
    Turn {
        /// Its number, from 1.
        ply: u32,
        /// Who played it.
        seat: Seat,
        /// The ply in canonical notation.
        text: String,
        /// What it took of the player's time, without pauses.
        spent: Span,
        /// What it added to the player's bank.
        gained: Span,
        /// Whether it was planned in advance.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        planned: bool,
    },
    /// The listener set conditional turns, or dropped them.
    Planned {
        /// The listener's seat.
        seat: Seat,
        /// The plan; null if there is none any more.
        #[schema(required = true)]
        plan: Option<Plan>,
    },
    /// A ply that the listener had planned could not be played, which voids the plan.
    PlanFailed {
        /// The listener's seat.
        seat: Seat,
        /// The ply that was planned.
        text: String,
        /// Why it could not be played, in a sentence.
        why: String,
    },
    /// A player proposed something.
    Offered {
        /// Which player.
        seat: Seat,
        /// What is proposed.
        offer: Offer,
    },
    /// A proposal was declined.
    OfferDeclined {
        /// What was proposed.
        offer: Offer,
    },
    /// A proposal was withdrawn.
    OfferWithdrawn {
        /// What was proposed.
        offer: Offer,
    },
    /// Plies were taken back.
    TakenBack {
        /// How many are left.
        plies: u32,
        /// The plies taken back, as played; absent in matches from before this was recorded.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        taken: Vec<String>,
        /// How much of the increments gained by them is taken from the players' banks, in the order of the seats.
        returned: [Span; 2],
        /// What the player to move had spent, without pauses.
        spent: Span,
    },
    /// Somebody made a remark at the table.
    Said {
        /// In which room.
        room: Room,
        /// The text.
        words: String,
    },
    /// A remark was removed from the table: nobody can read it any more.
    Unsaid {
        /// The number of the remark in the match, from 1.
        remark: u32,
    },
    /// Time in which nobody could play was given back.
    Credited {
        /// From when until when.
        period: Period,
    },
    /// The match ended.
    Ended {
        /// Who won, if anybody.
        result: GameResult,
        /// Why it ended.
        reason: Reason,
        /// What the player to move had spent on this turn, without pauses.
        spent: Span,
        /// The changes to the players' ratings, in the order of the seats, if it was rated.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        ratings: Option<[Rerating; 2]>,
    },
    /// The listener follows the match without playing in it, or no longer does.
    Followed {
        /// The number of the listener.
        member: u64,
        /// What the listener is notified of; null if no longer following.
        #[schema(required = true)]
        follow: Option<Follow>,
    },
    /// A rematch began.
    Rematched {
        /// The number of the match that began.
        id: u64,
    },
}

/// A seat at the table: the first moves first.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Seat {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

/// How a match came about.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Origin {
    /// By accepting the challenge with this number.
    Challenge(u64),
    /// As the rematch of the match with this number.
    Rematch(u64),
    /// A member wanted to play the computer.
    Computer,
    /// The club paired the players.
    #[serde(rename = "house")]
    Club,
}

/// The change of a rating by a match.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Rerating {
    /// The rating before.
    from: Rating,
    /// The rating after.
    to: Rating,
}

same_words!(Seat, catalog::Seat, First, Second);

impl EventMessage {
    /// What is sent of an event, if the listener may see it.
    ///
    /// `club` holds the players: the time zones of those who have left are not told.
    pub(crate) fn of(version: u64, it: &club::Event, visible: bool, club: &club::State) -> Self {
        match fact(&it.fact, club).filter(|_| visible) {
            Some(fact) => {
                let (at, by) = (it.at.into(), it.by.into());
                EventMessage { version, at: Some(at), by: Some(by), fact: Some(fact) }
            }
            None => EventMessage { version, at: None, by: None, fact: None },
        }
    }
}

/// What is sent of a fact; none of those that streams of matches do not have. A new fact does not compile until it is
/// decided here what is sent of it.
fn fact(it: &club::Fact, club: &club::State) -> Option<Fact> {
    use club::Fact as F;
    Some(match it {
        F::Began { seats, terms, zones, origin, ratings, advantage } => Fact::Began {
            seats: seats.map(Player::from),
            terms: terms.clone().into(),
            zones: std::array::from_fn(|at| {
                let player = seats[at].member().and_then(|id| club.member(id));
                match player.is_some_and(|it| it.left.is_some()) {
                    true => String::new(),
                    false => zones[at].clone(),
                }
            }),
            origin: (*origin).into(),
            ratings: ratings.map(|it| it.map(Rating::from)),
            advantage: *advantage,
        },
        F::Turn { ply, seat, text, spent, gained, planned } => Fact::Turn {
            ply: *ply,
            seat: (*seat).into(),
            text: text.clone(),
            spent: (*spent).into(),
            gained: (*gained).into(),
            planned: *planned,
        },
        F::Planned { seat, plan } => {
            Fact::Planned { seat: (*seat).into(), plan: plan.clone().map(Plan::from) }
        }
        F::PlanFailed { seat, text, why } => {
            Fact::PlanFailed { seat: (*seat).into(), text: text.clone(), why: why.clone() }
        }
        F::Offered { seat, offer } => {
            Fact::Offered { seat: (*seat).into(), offer: (*offer).into() }
        }
        F::OfferDeclined { offer } => Fact::OfferDeclined { offer: (*offer).into() },
        F::OfferWithdrawn { offer } => Fact::OfferWithdrawn { offer: (*offer).into() },
        F::TakenBack { plies, taken, returned, spent } => Fact::TakenBack {
            plies: *plies,
            taken: taken.clone(),
            returned: returned.map(Span::from),
            spent: (*spent).into(),
        },
        F::Said { room, words } => Fact::Said { room: (*room).into(), words: words.clone() },
        F::Unsaid { remark } => Fact::Unsaid { remark: *remark },
        F::Credited { period } => Fact::Credited { period: (*period).into() },
        F::Ended { result, reason, spent, ratings } => Fact::Ended {
            result: (*result).into(),
            reason: (*reason).into(),
            spent: (*spent).into(),
            ratings: ratings.map(|it| it.map(Rerating::from)),
        },
        F::Followed { member, follow } => {
            Fact::Followed { member: member.0, follow: follow.map(Follow::from) }
        }
        F::Rematched { id } => Fact::Rematched { id: id.0 },
        F::Joined { .. }
        | F::Taken { .. }
        | F::Registered { .. }
        | F::Renamed { .. }
        | F::Left
        | F::ZoneSet { .. }
        | F::WentAway { .. }
        | F::CameBack
        | F::Blocked { .. }
        | F::Unblocked { .. }
        | F::Welcomes { .. }
        | F::Limited { .. }
        | F::FollowsGame { .. }
        | F::Rated { .. }
        | F::Challenged { .. }
        | F::Accepted { .. }
        | F::Declined
        | F::Withdrawn
        | F::Lapsed => return None,
    })
}

impl From<club::Origin> for Origin {
    fn from(it: club::Origin) -> Self {
        match it {
            club::Origin::Challenge(id) => Origin::Challenge(id.0),
            club::Origin::Rematch(id) => Origin::Rematch(id.0),
            club::Origin::Computer => Origin::Computer,
            club::Origin::Club => Origin::Club,
        }
    }
}

impl From<club::Rerating> for Rerating {
    fn from(club::Rerating { from, to }: club::Rerating) -> Self {
        Rerating { from: from.into(), to: to.into() }
    }
}
