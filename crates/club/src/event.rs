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
/// As stored: `{"key":"match/12","at":1767225600000,"by":"member/3","fact":{"fact":"turn",..}}`. Every event ever written
/// stays readable: fields may be added if their absence has a meaning, and nothing is renamed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The stream it belongs to.
    pub key: Key,
    /// When it happened.
    pub at: Moment,
    /// Whose command caused it: for a planned turn, the player whose turn it answers.
    pub by: Who,
    /// The command's idempotency key, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub once: Option<String>,
    /// What happened.
    pub fact: Fact,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// A member or guest joined. (Member)
    Joined {
        /// The name.
        name: String,
        /// Whether they joined as a guest.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        guest: bool,
        /// The time zone.
        zone: String,
    },
    /// A name was taken. (Name)
    Taken {
        /// Who took it.
        member: MemberId,
    },
    /// A guest became a member. (Member)
    Registered {
        /// The name.
        name: String,
    },
    /// The member took another name. (Member)
    Renamed {
        /// The new name.
        name: String,
    },
    /// The member left for good. (Member)
    Left,
    /// The member changed the time zone. (Member)
    ZoneSet {
        /// The time zone.
        zone: String,
    },
    /// The member is on vacation, or plans one. (Member)
    WentAway {
        /// From when until when.
        period: Period,
    },
    /// The member ended the vacation, or cancelled the planned one. (Member)
    CameBack,
    /// The member blocked another. (Member)
    Blocked {
        /// Which member.
        member: MemberId,
    },
    /// The member unblocked another. (Member)
    Unblocked {
        /// Which member.
        member: MemberId,
    },
    /// The member said how to treat challenges in a game. (Member)
    Welcomes {
        /// The name of the game.
        game: String,
        /// How they are treated.
        welcome: Welcome,
    },
    /// The member limited the matches of a game that begin by others' challenges. (Member)
    Limited {
        /// The name of the game.
        game: String,
        /// The most matches; no limit if `None`.
        #[serde(default)]
        most: Option<u32>,
    },
    /// The member follows all public matches of a game, or no longer does. (Member)
    FollowsGame {
        /// The name of the game.
        game: String,
        /// What the member is notified of; `None` if no longer following.
        #[serde(default)]
        follow: Option<Follow>,
    },
    /// A rated match changed the member's rating. (Member)
    Rated {
        /// The name of the game.
        game: String,
        /// The class of the pace.
        class: Class,
        /// The match.
        id: MatchId,
        /// The opponent.
        against: Player,
        /// What the member scored: 2 for a win, 1 for a draw, 0 for a loss.
        half_points: u8,
        /// The rating after it.
        rating: Rating,
    },

    /// A challenge was made. (Challenge)
    Challenged {
        /// To whom it is addressed.
        to: Aim,
        /// What is to be played, and how.
        terms: Terms,
        /// Which seat the challenger wants.
        #[serde(default)]
        choice: Choice,
        /// Who may accept it.
        #[serde(default)]
        audience: Audience,
        /// When it lapses, if ever.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<Moment>,
        /// A message to those it is addressed to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        greeting: Option<String>,
    },
    /// The challenge was accepted. (Challenge)
    Accepted {
        /// The match that began.
        id: MatchId,
    },
    /// The challenge was declined. (Challenge)
    Declined,
    /// The challenge was withdrawn. (Challenge)
    Withdrawn,
    /// The challenge expired. (Challenge)
    Lapsed,

    /// A match began. (Match)
    Began {
        /// Who moves first, and who second.
        seats: [Player; 2],
        /// What is played, and how.
        terms: Terms,
        /// The players' time zones.
        #[serde(default)]
        zones: [String; 2],
        /// How it came about.
        origin: Origin,
        /// The players' ratings in this game and class, where they have one.
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
        /// Who played it.
        #[serde(with = "SeatOnTheWire")]
        seat: Seat,
        /// The ply in canonical form.
        text: String,
        /// What it took of the player's time, without pauses.
        spent: Span,
        /// What it added to the player's bank.
        #[serde(default)]
        gained: Span,
        /// Whether it was planned in advance.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        planned: bool,
    },
    /// A player set conditional turns, or dropped them. (Match)
    Planned {
        /// Which player.
        #[serde(with = "SeatOnTheWire")]
        seat: Seat,
        /// The plan; `None` if there is none any more.
        plan: Option<Plan>,
    },
    /// A planned ply could not be played, which voids the plan. (Match)
    PlanFailed {
        /// Whose plan.
        #[serde(with = "SeatOnTheWire")]
        seat: Seat,
        /// The ply that was planned.
        text: String,
        /// Why it could not be played.
        why: String,
    },
    /// A player proposed something. (Match)
    Offered {
        /// Which player.
        #[serde(with = "SeatOnTheWire")]
        seat: Seat,
        /// What is proposed.
        offer: Offer,
    },
    /// A proposal was declined. (Match)
    OfferDeclined {
        /// What was proposed.
        offer: Offer,
    },
    /// A proposal was withdrawn. (Match)
    OfferWithdrawn {
        /// What was proposed.
        offer: Offer,
    },
    /// Plies were taken back. (Match)
    TakenBack {
        /// How many are left.
        plies: u32,
        /// The plies taken back, as played; empty in events written before this was recorded.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        taken: Vec<String>,
        /// How much of the increments gained by them is taken from the players' banks.
        #[serde(default)]
        returned: [Span; 2],
        /// What the player to move had spent, without pauses.
        #[serde(default)]
        spent: Span,
    },
    /// Somebody made a remark at the table. (Match)
    Said {
        /// In which room.
        room: Room,
        /// The text.
        words: String,
    },
    /// A remark was removed from the table: nobody can read it any more. (Match)
    Unsaid {
        /// The number of the remark in the match, from 1.
        remark: u32,
    },
    /// Time in which nobody could play was given back. (Match) Downtimes of the whole club are recorded once, outside the
    /// streams: see [`State::set_downtimes`](crate::State::set_downtimes).
    Credited {
        /// From when until when.
        period: Period,
    },
    /// The match ended. (Match)
    Ended {
        /// Who won, if anybody.
        result: GameResult,
        /// Why it ended.
        reason: Reason,
        /// What the player to move had spent on this turn, without pauses.
        #[serde(default)]
        spent: Span,
        /// The changes to the players' ratings, if it was rated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ratings: Option<[Rerating; 2]>,
    },
    /// A member follows the match without playing in it, or no longer does. (Match)
    Followed {
        /// Which member.
        member: MemberId,
        /// What they are notified of; `None` if no longer following.
        #[serde(default)]
        follow: Option<Follow>,
    },
    /// A rematch began. (Match)
    Rematched {
        /// The match that began.
        id: MatchId,
    },
}

/// How a match came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// By accepting this challenge.
    Challenge(ChallengeId),
    /// As the rematch of this match.
    Rematch(MatchId),
    /// A member wanted to play the computer.
    Computer,
    /// The club paired the players.
    #[serde(rename = "house")]
    Club,
}
