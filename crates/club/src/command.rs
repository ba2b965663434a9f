use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    Aim, Audience, Branch, ChallengeId, Choice, Follow, MatchId, MemberId, Moment, Offer, Patrons,
    Plan, Player, Room, Terms, Welcome, Who,
};

/// Everything anyone may ask of the club. Who asks, and when, is in the [`Context`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// To be a guest from now on. By a visitor.
    Visit {
        /// The time zone, by its name in the tz database; UTC if there is no such zone.
        #[serde(default)]
        zone: String,
    },
    /// To be a member from now on. By a visitor.
    Join {
        /// The name to be known by.
        name: String,
        /// As in [`Command::Visit`].
        #[serde(default)]
        zone: String,
    },
    /// To become a member and keep all matches. By a guest.
    Register {
        /// The name to be known by.
        name: String,
    },
    /// To be called something else. By a member; the old name stays theirs and leads to them.
    Rename {
        /// The name to be known by.
        name: String,
    },
    /// To leave for good: nobody can come in by this name any more, or take it. What was played stays.
    Leave,
    /// To live in another time zone. Matches that have begun keep the old one.
    SetZone {
        /// The zone's name in the tz database.
        zone: String,
    },
    /// To go on vacation.
    GoAway {
        /// From when; at once if not said.
        #[serde(default)]
        from: Option<Moment>,
        /// Until when.
        until: Moment,
    },
    /// To end the vacation now, or not to go on the planned one.
    ComeBack,
    /// To have nothing to do with a member.
    Block {
        /// Whom.
        member: MemberId,
    },
    /// To take that back.
    Unblock {
        /// Whom.
        member: MemberId,
    },

    /// To say how one takes the challenges in a game.
    Welcome {
        /// The name of the game.
        game: String,
        /// How.
        welcome: Welcome,
    },

    /// To have so many matches of a game at most by challenges that others make. By a member.
    Limit {
        /// The name of the game.
        game: String,
        /// How many; none for as many as there are.
        most: Option<u32>,
    },
    /// To follow all public matches of a game from now on, those of others. By a member.
    FollowGame {
        /// The name of the game.
        game: String,
        /// What one is told of them; nothing any more if none.
        follow: Option<Follow>,
    },

    /// To invite to a match.
    Challenge {
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
        /// When the challenge lapses, if ever.
        #[serde(default)]
        until: Option<Moment>,
        /// What is said to whom it goes.
        #[serde(default)]
        greeting: Option<String>,
    },
    /// To begin the match a challenge asks for.
    AcceptChallenge {
        /// The challenge.
        id: ChallengeId,
        /// The code of the link by which one came.
        #[serde(default)]
        code: Option<String>,
    },
    /// To say no to a challenge.
    DeclineChallenge {
        /// The challenge.
        id: ChallengeId,
    },
    /// To take one's own challenge back.
    WithdrawChallenge {
        /// The challenge.
        id: ChallengeId,
    },
    /// To begin a match against the computer.
    PlayComputer {
        /// How strong it is to be.
        level: u8,
        /// What is to be played.
        terms: Terms,
        /// Which seat the member wants.
        #[serde(default)]
        choice: Choice,
    },

    /// To play a ply, or several where the player makes them one after the other.
    Turn {
        /// The match.
        id: MatchId,
        /// The ply, or plies, as they were typed.
        text: String,
        /// How many plies had been played on the board it answers: a stale ply is refused. None: whatever stands there.
        #[serde(default)]
        ply: Option<u32>,
        /// What to play on what follows, as if by [`Command::Plan`].
        #[serde(default)]
        then: Vec<Branch>,
    },
    /// To have turns played when their time comes, in place of what was planned before.
    Plan {
        /// The match.
        id: MatchId,
        /// The plan; none to have none.
        plan: Option<Plan>,
    },
    /// To propose something to the opponent. To propose what the opponent has proposed is to accept it.
    Offer {
        /// The match.
        id: MatchId,
        /// What.
        offer: Offer,
    },
    /// To accept what the opponent has proposed.
    Accept {
        /// The match.
        id: MatchId,
        /// What.
        offer: Offer,
    },
    /// To say no to it.
    Decline {
        /// The match.
        id: MatchId,
        /// What.
        offer: Offer,
    },
    /// To take one's own proposal back.
    Withdraw {
        /// The match.
        id: MatchId,
        /// What.
        offer: Offer,
    },
    /// To lose; before both have played, to abort.
    Resign {
        /// The match.
        id: MatchId,
    },
    /// To end the match without a result, before both have played.
    Abort {
        /// The match.
        id: MatchId,
    },
    /// To win because the opponent's clock has run out.
    ClaimTime {
        /// The match.
        id: MatchId,
    },
    /// To say something at the table.
    Say {
        /// The match.
        id: MatchId,
        /// To whom.
        room: Room,
        /// What.
        words: String,
        /// What is said after it, each in a remark of its own: all of them are said, or none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        more: Vec<String>,
    },

    /// To be told of a match one does not play in. By a member.
    Follow {
        /// The match.
        id: MatchId,
        /// What one is told of it; nothing any more if none.
        follow: Option<Follow>,
    },

    /// To begin a match between two players. By the house.
    Pair {
        /// Who moves first, and who second.
        seats: [Player; 2],
        /// What is played.
        terms: Terms,
    },
    /// To end a match whose clock has run out. By the house.
    TimeOut {
        /// The match.
        id: MatchId,
    },
    /// To give back the time in which nobody could play. By the house.
    Credit {
        /// The match.
        id: MatchId,
        /// When the downtime began.
        from: Moment,
        /// When it was over.
        until: Moment,
    },
    /// To end a match without a result. By the house.
    Stop {
        /// The match.
        id: MatchId,
    },
    /// To call a member something else. By the house.
    Call {
        /// Whom.
        member: MemberId,
        /// The name to be known by.
        name: String,
    },
    /// To take a remark from a table. By the house.
    Unsay {
        /// The match.
        id: MatchId,
        /// Which of the match's remarks, from 1.
        remark: u32,
    },
    /// To let a challenge lapse. By the house.
    Lapse {
        /// The challenge.
        id: ChallengeId,
    },
}

/// All that [`act`](crate::act()) may know besides the state and the command.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// Who asks.
    pub who: Who,
    /// When.
    pub now: Moment,
    /// A number nobody can foresee: it draws seats, names guests and makes the codes of links.
    pub seed: u64,
    /// The numbers of what may come into being.
    pub fresh: Fresh,
    /// A word of at most [`Context::MAX_ONCE`] bytes that makes a command about a match be done once, however often it is
    /// sent by the same person. The last words of a match are remembered, so it is for repetitions, not for archives; and
    /// what brings something new into being has no match yet, so challenges can be made twice.
    pub once: Option<String>,
    /// What moving first is worth in the game asked for, in rating points, as far as is known: see
    /// [`Tally::advantage`](crate::Tally::advantage). It is noted in the match that begins.
    pub advantage: i32,
    /// How many matches of the game asked for go on for the member who is challenged. It is asked for only if that member
    /// has a [limit](crate::Member::limits).
    pub busy: u32,
    /// Who follows every match of a game.
    pub patrons: Arc<Patrons>,
}

impl Context {
    /// The longest word for [`once`](Context::once), in bytes.
    pub const MAX_ONCE: usize = 64;
}

/// Numbers that nothing has yet: one of a kind is enough for any command. What is not used may be given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fresh {
    /// For a new member or guest.
    pub member_id: MemberId,
    /// For a new challenge.
    pub challenge_id: ChallengeId,
    /// For a new match.
    pub match_id: MatchId,
}
