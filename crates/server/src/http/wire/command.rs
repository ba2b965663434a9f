use std::collections::BTreeMap;

use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Aim, Audience, Branch, Choice, Follow, Moment, Offer, Plan, Room, Terms, Welcome};

/// A command, and the password that some commands ask for again.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CommandBody {
    /// The caller's own password, for `rename`.
    #[serde(default)]
    pub(crate) password: String,
    #[serde(flatten)]
    pub(crate) command: Command,
}

/// The result of a command.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CommandResponse {
    /// The number of the challenge that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) challenge: Option<u64>,
    /// The number of the match that began.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) r#match: Option<u64>,
    /// The streams that have grown, each with its new version.
    #[schema(example = json!({"challenge/3": 2, "match/3": 1}))]
    pub(crate) versions: BTreeMap<String, u64>,
}

/// Everything that can be asked of the club in JSON.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "command", rename_all = "snake_case")]
pub(crate) enum Command {
    /// Take another name, once in 30 days; the old one stays the member's and still leads to them.
    Rename {
        /// The new name.
        name: String,
    },
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
        /// The member's number.
        member: u64,
    },
    /// Unblock a member.
    Unblock {
        /// The member's number.
        member: u64,
    },
    /// Say how to treat challenges in a game.
    Welcome {
        /// The name of the game.
        game: String,
        /// How they are treated.
        welcome: Welcome,
    },
    /// Limit the matches of a game that begin by other members' challenges.
    Limit {
        /// The name of the game.
        game: String,
        /// The most matches; null for no limit.
        most: Option<u32>,
    },
    /// Follow all public matches of others in a game from now on.
    FollowGame {
        /// The name of the game.
        game: String,
        /// What to be notified of; null to stop following.
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
        /// A message to those it is addressed to; not in the lobby.
        #[serde(default)]
        greeting: Option<String>,
    },
    /// Accept a challenge, which begins the match.
    AcceptChallenge {
        /// The challenge's number.
        id: u64,
        /// The code of the link, for a challenge by link.
        #[serde(default)]
        code: Option<String>,
    },
    /// Decline a challenge.
    DeclineChallenge {
        /// The challenge's number.
        id: u64,
    },
    /// Withdraw one's own challenge.
    WithdrawChallenge {
        /// The challenge's number.
        id: u64,
    },
    /// Begin a match against the computer.
    PlayComputer {
        /// The computer's level, from 1 to 8.
        level: u8,
        /// What is to be played, and how.
        terms: Terms,
        /// Which seat the member wants.
        #[serde(default)]
        choice: Choice,
    },
    /// Play a ply, or several where the player has several in a row.
    Turn {
        /// The match's number.
        id: u64,
        /// The ply or plies, as typed.
        text: String,
        /// How many plies had been played on the board this answers: a stale ply is refused. If absent, it is for any
        /// board.
        #[serde(default)]
        ply: Option<u32>,
        /// Conditional turns for what follows, as by `plan`.
        #[serde(default)]
        then: Vec<Branch>,
    },
    /// Set conditional turns, in place of any planned before.
    Plan {
        /// The match's number.
        id: u64,
        /// The plan; null to have none.
        plan: Option<Plan>,
    },
    /// Propose something to the opponent. Proposing what the opponent has proposed accepts it.
    Offer {
        /// The match's number.
        id: u64,
        /// What is proposed.
        offer: Offer,
    },
    /// Accept the opponent's proposal.
    Accept {
        /// The match's number.
        id: u64,
        /// What was proposed.
        offer: Offer,
    },
    /// Decline the opponent's proposal.
    Decline {
        /// The match's number.
        id: u64,
        /// What was proposed.
        offer: Offer,
    },
    /// Withdraw one's own proposal.
    Withdraw {
        /// The match's number.
        id: u64,
        /// What was proposed.
        offer: Offer,
    },
    /// Resign; before both have played, abort.
    Resign {
        /// The match's number.
        id: u64,
    },
    /// End the match without a result, before both have played.
    Abort {
        /// The match's number.
        id: u64,
    },
    /// Claim the win because the opponent's clock has run out.
    ClaimTime {
        /// The match's number.
        id: u64,
    },
    /// Say something at the table.
    Say {
        /// The match's number.
        id: u64,
        /// In which room.
        room: Room,
        /// The text.
        words: String,
        /// Up to nine further remarks after it: either all are made or none.
        #[serde(default)]
        more: Vec<String>,
    },
    /// Follow a match one does not play in.
    Follow {
        /// The match's number.
        id: u64,
        /// What to be notified of; null to stop following.
        follow: Option<Follow>,
    },
}

impl From<Command> for club::Command {
    fn from(it: Command) -> Self {
        use Command as C;
        let id = club::MatchId;
        match it {
            C::Rename { name } => Self::Rename { name },
            C::SetZone { zone } => Self::SetZone { zone },
            C::GoAway { from, until } => {
                Self::GoAway { from: from.map(club::Moment::from), until: until.into() }
            }
            C::ComeBack => Self::ComeBack,
            C::Block { member } => Self::Block { member: club::MemberId(member) },
            C::Unblock { member } => Self::Unblock { member: club::MemberId(member) },
            C::Welcome { game, welcome } => Self::Welcome { game, welcome: welcome.into() },
            C::Limit { game, most } => Self::Limit { game, most },
            C::FollowGame { game, follow } => {
                Self::FollowGame { game, follow: follow.map(club::Follow::from) }
            }
            C::Challenge { to, terms, choice, audience, until, greeting } => Self::Challenge {
                to: to.into(),
                terms: terms.into(),
                choice: choice.into(),
                audience: audience.into(),
                until: until.map(club::Moment::from),
                greeting,
            },
            C::AcceptChallenge { id, code } => {
                Self::AcceptChallenge { id: club::ChallengeId(id), code }
            }
            C::DeclineChallenge { id } => Self::DeclineChallenge { id: club::ChallengeId(id) },
            C::WithdrawChallenge { id } => Self::WithdrawChallenge { id: club::ChallengeId(id) },
            C::PlayComputer { level, terms, choice } => {
                Self::PlayComputer { level, terms: terms.into(), choice: choice.into() }
            }
            C::Turn { id: it, text, ply, then } => {
                let then = then.into_iter().map(club::Branch::from).collect();
                Self::Turn { id: id(it), text, ply, then }
            }
            C::Plan { id: it, plan } => Self::Plan { id: id(it), plan: plan.map(club::Plan::from) },
            C::Offer { id: it, offer } => Self::Offer { id: id(it), offer: offer.into() },
            C::Accept { id: it, offer } => Self::Accept { id: id(it), offer: offer.into() },
            C::Decline { id: it, offer } => Self::Decline { id: id(it), offer: offer.into() },
            C::Withdraw { id: it, offer } => Self::Withdraw { id: id(it), offer: offer.into() },
            C::Resign { id: it } => Self::Resign { id: id(it) },
            C::Abort { id: it } => Self::Abort { id: id(it) },
            C::ClaimTime { id: it } => Self::ClaimTime { id: id(it) },
            C::Say { id: it, room, words, more } => {
                Self::Say { id: id(it), room: room.into(), words, more }
            }
            C::Follow { id: it, follow } => {
                Self::Follow { id: id(it), follow: follow.map(club::Follow::from) }
            }
        }
    }
}
