//! What programs send and are sent: every body of the JSON API and of the event streams, one noun to a file.
//!
//! What is computed, what is stored and what is sent are different types. The club's facts are stored for ever and may
//! gain fields that are nobody's business; its state changes with the code; version 1 of the API is extended and never
//! changed. So nothing of the club is sent as it is: it becomes one of these types first, and a body that comes in is
//! read as one of them. The OpenAPI document (`http/document.rs`) is made from them, comments included.

mod about;
mod challenge;
mod command;
mod ending;
mod event;
mod follow;
mod idempotency;
mod matches;
mod member;
mod news;
mod offer;
mod pace;
mod pairing;
mod passkey;
mod plan;
mod player;
mod puzzle;
mod rating;
mod record;
mod refusal;
mod room;
mod session;
mod terms;
mod time;
mod turn;
mod welcome;

pub(crate) use about::AboutResponse;
pub(crate) use challenge::{Aim, Audience, ChallengeSummary, Choice};
pub(crate) use command::{CommandBody, CommandResponse};
pub(crate) use ending::{Ending, GameResult, Reason};
pub(crate) use event::{EventMessage, EventsQuery};
pub(crate) use follow::Follow;
pub(crate) use idempotency::IdempotencyHeader;
pub(crate) use matches::{MatchResponse, MatchSummary};
pub(crate) use member::{MeResponse, OnlineResponse};
pub(crate) use news::{NewsMessage, NewsQuery};
pub(crate) use offer::Offer;
pub(crate) use pace::{Pace, Pauses};
pub(crate) use pairing::PairingResponse;
pub(crate) use passkey::{
    NewPasskeyBody, PasskeyChallengeResponse, PasskeySignInBody, PasswordBody,
};
pub(crate) use plan::{Branch, Plan};
pub(crate) use player::{Player, Who};
pub(crate) use puzzle::{
    PuzzleFilterQuery, PuzzleResponse, PuzzleResult, PuzzleResultsResponse, PuzzleTurnBody,
    PuzzleTurnResponse, SolutionResponse,
};
pub(crate) use rating::Rating;
pub(crate) use record::{RecordFormat, RecordQuery};
pub(crate) use refusal::{ErrorResponse, Refused};
pub(crate) use room::Room;
pub(crate) use session::{
    CredentialsBody, EndSessionBody, GuestBody, NewSessionResponse, SessionResponse,
};
pub(crate) use terms::Terms;
pub(crate) use time::{Moment, Period, Span};
pub(crate) use turn::{TurnBody, TurnResponse};
pub(crate) use welcome::Welcome;

/// Translates words between the wire and the club, where both have the same: a word that only one of them has does not
/// compile.
macro_rules! same_words {
    ($wire:ident, $club:ty, $($word:ident),+ $(,)?) => {
        impl From<$club> for $wire {
            fn from(it: $club) -> Self {
                type Club = $club;
                match it { $(Club::$word => $wire::$word),+ }
            }
        }

        impl From<$wire> for $club {
            fn from(it: $wire) -> Self {
                type Club = $club;
                match it { $($wire::$word => Club::$word),+ }
            }
        }
    };
}
use same_words;
