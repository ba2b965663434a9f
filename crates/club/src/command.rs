use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    Aim, Audience, Branch, ChallengeId, Choice, Follow, GameFollowers, MatchId, MemberId, Moment,
    Offer, Plan, Player, Room, Terms, Welcome, Who,
};

/// Everything that can be asked of the club. Who asks, and when, is in the [`Context`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Become a guest. By a visitor.
    Visit {
        /// The time zone, by its name in the tz database; UTC if there is no such zone.
        #[serde(default)]
        zone: String,
    },
    /// Become a member. By a visitor.
    Join {
        /// The name to be known by.
        name: String,
        /// As in [`Command::Visit`].
        #[serde(default)]
        zone: String,
    },
    /// Become a member and keep all matches. By a guest.
    Register {
        /// The name to be known by.
        name: String,
    },
    /// Take another name. By a member; the old name stays theirs and still leads to them.
    Rename {
        /// The new name.
        name: String,
    },
    /// Leave for good: nobody can sign in by this name again, or take it. What was played stays.
    Leave,
    /// Change the time zone. Matches that have begun keep the old one.
    SetZone {
        /// The zone's name in the tz database.
        zone: String,
    },
    /// Go on vacation.
    GoAway {
        /// When it begins; now if absent.
        #[serde(default)]
        from: Option<Moment>,
        /// When it ends.
        until: Moment,
    },
    /// End the current vacation now, or cancel the planned one.
    ComeBack,
    /// Block a member.
    Block {
        /// Which member.
        member: MemberId,
    },
    /// Unblock a member.
    Unblock {
        /// Which member.
        member: MemberId,
    },

    /// Say how to treat challenges in a game.
    Welcome {
        /// The name of the game.
        game: String,
        /// How they are treated.
        welcome: Welcome,
    },

    /// Limit the matches of a game that begin by other members' challenges. By a member.
    Limit {
        /// The name of the game.
        game: String,
        /// The most matches; no limit if `None`.
        most: Option<u32>,
    },
    /// Follow all public matches of others in a game from now on. By a member.
    FollowGame {
        /// The name of the game.
        game: String,
        /// What to be notified of; `None` to stop following.
        follow: Option<Follow>,
    },

    /// Invite to a match.
    Challenge {
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
        #[serde(default)]
        until: Option<Moment>,
        /// A message to those it is addressed to.
        #[serde(default)]
        greeting: Option<String>,
    },
    /// Accept a challenge, which begins the match.
    AcceptChallenge {
        /// The challenge.
        id: ChallengeId,
        /// The code of the link, for a challenge by link.
        #[serde(default)]
        code: Option<String>,
    },
    /// Decline a challenge.
    DeclineChallenge {
        /// The challenge.
        id: ChallengeId,
    },
    /// Withdraw one's own challenge.
    WithdrawChallenge {
        /// The challenge.
        id: ChallengeId,
    },
    /// Begin a match against the computer.
    PlayComputer {
        /// The computer's level.
        level: u8,
        /// What is to be played, and how.
        terms: Terms,
        /// Which seat the member wants.
        #[serde(default)]
        choice: Choice,
    },

    /// Play a ply, or several where the player has several in a row.
    Turn {
        /// The match.
        id: MatchId,
        /// The ply or plies, as typed.
        text: String,
        /// How many plies had been played on the board this answers: a stale ply is refused. `None` accepts any board.
        #[serde(default)]
        ply: Option<u32>,
        /// Conditional turns for what follows, as by [`Command::Plan`].
        #[serde(default)]
        then: Vec<Branch>,
    },
    /// Set conditional turns, in place of any planned before.
    Plan {
        /// The match.
        id: MatchId,
        /// The plan; `None` to have none.
        plan: Option<Plan>,
    },
    /// Propose something to the opponent. Proposing what the opponent has proposed accepts it.
    Offer {
        /// The match.
        id: MatchId,
        /// What is proposed.
        offer: Offer,
    },
    /// Accept the opponent's proposal.
    Accept {
        /// The match.
        id: MatchId,
        /// What was proposed.
        offer: Offer,
    },
    /// Decline the opponent's proposal.
    Decline {
        /// The match.
        id: MatchId,
        /// What was proposed.
        offer: Offer,
    },
    /// Withdraw one's own proposal.
    Withdraw {
        /// The match.
        id: MatchId,
        /// What was proposed.
        offer: Offer,
    },
    /// Resign; before both have played, abort.
    Resign {
        /// The match.
        id: MatchId,
    },
    /// End the match without a result, before both have played.
    Abort {
        /// The match.
        id: MatchId,
    },
    /// Claim the win because the opponent's clock has run out.
    ClaimTime {
        /// The match.
        id: MatchId,
    },
    /// Say something at the table.
    Say {
        /// The match.
        id: MatchId,
        /// In which room.
        room: Room,
        /// The text.
        words: String,
        /// Further remarks after it: either all are made or none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        more: Vec<String>,
    },

    /// Follow a match one does not play in. By a member.
    Follow {
        /// The match.
        id: MatchId,
        /// What to be notified of; `None` to stop following.
        follow: Option<Follow>,
    },

    /// Begin a match between two players. By the club itself.
    Pair {
        /// Who moves first, and who second.
        seats: [Player; 2],
        /// What is to be played, and how.
        terms: Terms,
    },
    /// End a match whose clock has run out. By the club itself.
    TimeOut {
        /// The match.
        id: MatchId,
    },
    /// Give back time in which nobody could play. By the club itself.
    Credit {
        /// The match.
        id: MatchId,
        /// When the downtime began.
        from: Moment,
        /// When it ended.
        until: Moment,
    },
    /// End a match without a result. By the club itself.
    Stop {
        /// The match.
        id: MatchId,
    },
    /// Rename a member. By the club itself.
    Call {
        /// Which member.
        member: MemberId,
        /// The new name.
        name: String,
    },
    /// Remove a remark from a table. By the club itself.
    Unsay {
        /// The match.
        id: MatchId,
        /// The number of the remark in the match, from 1.
        remark: u32,
    },
    /// Let a challenge lapse. By the club itself.
    Lapse {
        /// The challenge.
        id: ChallengeId,
    },
}

/// Everything [`act`](crate::act()) may depend on besides the state and the command.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// Who sends the command.
    pub who: Who,
    /// The current time.
    pub now: Moment,
    /// An unpredictable number: it draws seats, names guests and generates the codes of links.
    pub seed: u64,
    /// The numbers for anything the command may create.
    pub fresh: Fresh,
    /// An idempotency key of at most [`Context::MAX_ONCE`] bytes: a command about a match with the same key from the same
    /// person is carried out once, however often it is sent. A match remembers only its last keys, so this covers retries, not
    /// replays from an archive. A command that creates something is not yet about a match, so a challenge can be made twice.
    pub once: Option<String>,
    /// The known value of moving first in the game concerned, in rating points: see
    /// [`Tally::advantage`](crate::Tally::advantage). It is recorded in the match that begins.
    pub advantage: i32,
    /// How many matches of the game concerned the challenged member is playing. Only needed if that member has a
    /// [limit](crate::Member::limits).
    pub busy: u32,
    /// The members who follow every match of a game.
    pub game_followers: Arc<GameFollowers>,
}

impl Context {
    /// The longest [`once`](Context::once), in bytes.
    pub const MAX_ONCE: usize = 64;
}

/// Unused numbers, one of each kind, which is enough for any command. Those not used may be offered again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fresh {
    /// For a new member or guest.
    pub member_id: MemberId,
    /// For a new challenge.
    pub challenge_id: ChallengeId,
    /// For a new match.
    pub match_id: MatchId,
}
