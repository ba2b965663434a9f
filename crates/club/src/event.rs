use crosscut_catalog::Seat;
use crosscut_record::GameResult;
use serde::{Deserialize, Serialize};

use crate::terms::SeatOnTheWire;
use crate::{
    Aim, Audience, ChallengeId, Choice, Class, Follow, Key, MatchId, MemberId, Moment, Offer,
    Period, Plan, Player, Rating, Reason, Rerating, Room, Span, Terms, Welcome, Who,
};

/// Something that happened.
///
/// On the wire: `{"key":"match/12","at":1767225600000,"by":"member/3","fact":{"fact":"turn",..}}`. What was written once
/// can be read for ever: fields may be added if their absence has a meaning, and nothing is renamed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Whose story it belongs to.
    pub key: Key,
    /// When it happened.
    pub at: Moment,
    /// Whose command did it: a planned turn happens by the turn it answers.
    pub by: Who,
    /// The word that makes its command be done once, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<String>,
    /// What happened.
    pub fact: Fact,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// A member or guest came. (Member)
    Joined {
        /// The name.
        name: String,
        /// Whether as a guest.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        guest: bool,
        /// The time zone.
        zone: String,
    },
    /// A name was taken. (Name)
    Taken {
        /// By whom.
        member: MemberId,
    },
    /// A guest became a member. (Member)
    Registered {
        /// The name.
        name: String,
    },
    /// A member took another name. (Member)
    Renamed {
        /// The name.
        name: String,
    },
    /// The member has left for good. (Member)
    Left,
    /// The member lives in another time zone. (Member)
    ZoneSet {
        /// The time zone.
        zone: String,
    },
    /// The member is, or will be, away. (Member)
    WentAway {
        /// When.
        period: Period,
    },
    /// The member is back, and does not go on a planned vacation. (Member)
    CameBack,
    /// The member wants nothing to do with another. (Member)
    Blocked {
        /// With whom.
        member: MemberId,
    },
    /// That was taken back. (Member)
    Unblocked {
        /// With whom.
        member: MemberId,
    },
    /// The member takes the challenges in a game in this way. (Member)
    Welcomes {
        /// The name of the game.
        game: String,
        /// How.
        welcome: Welcome,
    },
    /// The member has so many matches of a game at most by others' challenges. (Member)
    Limited {
        /// The name of the game.
        game: String,
        /// How many; none for as many as there are.
        #[serde(default)]
        most: Option<u32>,
    },
    /// The member follows all public matches of a game, or does not any more. (Member)
    FollowsGame {
        /// The name of the game.
        game: String,
        /// What the member is told of them.
        #[serde(default)]
        follow: Option<Follow>,
    },
    /// A rated match has changed the member's rating. (Member)
    Rated {
        /// The name of the game.
        game: String,
        /// The class of the pace.
        class: Class,
        /// The match.
        id: MatchId,
        /// Who the opponent was.
        against: Player,
        /// What the member scored: 2 for a win, 1 for a draw, 0 for a loss.
        half_points: u8,
        /// The rating after it.
        rating: Rating,
    },

    /// Somebody invited to a match. (Challenge)
    Challenged {
        /// Whom.
        to: Aim,
        /// What is to be played.
        terms: Terms,
        /// Which seat the challenger wants.
        #[serde(default)]
        choice: Choice,
        /// Who may accept.
        #[serde(default)]
        audience: Audience,
        /// When it lapses, if ever.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Moment>,
        /// What is said to whom it goes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        greeting: Option<String>,
    },
    /// The invitation was accepted. (Challenge)
    Accepted {
        /// The match that began.
        id: MatchId,
    },
    /// The invitation was declined. (Challenge)
    Declined,
    /// The invitation was taken back. (Challenge)
    Withdrawn,
    /// The invitation's time is over. (Challenge)
    Lapsed,

    /// A match began. (Match)
    Began {
        /// Who moves first, and who second.
        seats: [Player; 2],
        /// What is played.
        terms: Terms,
        /// The players' time zones.
        #[serde(default)]
        zones: [String; 2],
        /// How it came about.
        origin: Origin,
        /// The players' ratings in this game and class, of those who have any.
        #[serde(default)]
        ratings: [Option<Rating>; 2],
        /// What moving first is worth, in rating points.
        #[serde(default)]
        advantage: i32,
    },
    /// A ply was played. (Match)
    Turn {
        /// Its number, from 1.
        ply: u32,
        /// By whom.
        #[serde(with = "SeatOnTheWire")]
        seat: Seat,
        /// The ply, canonical.
        text: String,
        /// What it took of the player's time, pauses left out.
        spent: Span,
        /// What the player's bank has gained by it.
        #[serde(default)]
        gained: Span,
        /// Whether it was planned beforehand.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        planned: bool,
    },
    /// A player has planned turns, or plans none any more. (Match)
    Planned {
        /// Who.
        #[serde(with = "SeatOnTheWire")]
        seat: Seat,
        /// What.
        plan: Option<Plan>,
    },
    /// A planned ply could not be played, and with it the plan is void. (Match)
    PlanFailed {
        /// Whose.
        #[serde(with = "SeatOnTheWire")]
        seat: Seat,
        /// The ply that was planned.
        text: String,
        /// Why it could not be played.
        why: String,
    },
    /// A player has proposed something. (Match)
    Offered {
        /// Who.
        #[serde(with = "SeatOnTheWire")]
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// The proposal was declined. (Match)
    OfferDeclined {
        /// What.
        offer: Offer,
    },
    /// The proposal was taken back. (Match)
    OfferWithdrawn {
        /// What.
        offer: Offer,
    },
    /// Plies were taken back. (Match)
    TakenBack {
        /// How many are left.
        plies: u32,
        /// Those that were taken back, as they were played; none in events of before this was told.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        taken: Vec<String>,
        /// What of the time gained by them the players' banks give back.
        #[serde(default)]
        returned: [Span; 2],
        /// What the player who was on turn had spent, pauses left out.
        #[serde(default)]
        spent: Span,
    },
    /// Somebody said something at the table. (Match)
    Said {
        /// To whom.
        room: Room,
        /// What.
        words: String,
    },
    /// A remark was taken from the table: nobody reads it any more. (Match)
    Unsaid {
        /// Which of the match's remarks, from 1.
        remark: u32,
    },
    /// Nobody could play for a while: that time does not count. (Match) What keeps everybody from playing is written down
    /// once, outside of the streams: see [`State::set_downtimes`](crate::State::set_downtimes).
    Credited {
        /// When.
        period: Period,
    },
    /// The match ended. (Match)
    Ended {
        /// Who won, if anybody.
        result: GameResult,
        /// Why.
        reason: Reason,
        /// What the player on turn had spent on this turn, pauses left out.
        #[serde(default)]
        spent: Span,
        /// What it has made of the players' ratings, if it was rated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ratings: Option<[Rerating; 2]>,
    },
    /// Somebody who does not play is told of the match, or not any more. (Match)
    Followed {
        /// Who.
        member: MemberId,
        /// What they are told.
        #[serde(default)]
        follow: Option<Follow>,
    },
    /// The same is played again. (Match)
    Rematched {
        /// The match that began.
        id: MatchId,
    },
}

/// How a match came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// By this challenge.
    Challenge(ChallengeId),
    /// As the rematch of this match.
    Rematch(MatchId),
    /// A member wanted to play the computer.
    Computer,
    /// The house paired the players.
    House,
}
