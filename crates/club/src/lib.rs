//! People and their matches.
//!
//! Everything that can be asked is a [`Command`], everything that happens an [`Event`], every "no" a [`Refusal`]. One function,
//! [`act`](act()), turns a command into events or a refusal; a [`State`] is the fold of events. There is no clock here, no
//! protocol and no database: time, randomness and new numbers come in the [`Context`], and the caller loads what [`needs()`]
//! names and stores what `act` returns.
//!
//! - **A state is partial.** It holds the streams that were loaded (members, names, challenges, matches), and distinguishes a
//!   stream that was not loaded from one that does not exist. Ask `needs` again after loading, since some of what it names is
//!   only known then. A turn that ends a rated match asks for the players' ratings by `Refusal::NotLoaded`, so that all other
//!   turns need not load them.
//! - **Applying cannot fail** after `act`, so only one position is ever cloned to try something out. Stored events can be
//!   damaged, or a game's rules corrected; then `apply` says which event of which stream does not follow. Facts record what was
//!   decided (time spent, bank gained, rating after), so that folding computes nothing that a later version might compute
//!   differently; only the board is replayed, once, when a match is loaded. After that a turn costs one ply.
//! - **A name is a stream** with one event: somebody took it. Two people who want the same name at the same time collide on a
//!   version that already exists, as two turns on the same board do; no index has to be trusted.
//! - **Visibility is asked for, not built in.** `Match::visible_to`, `Event::visible_to` and `Challenge::visible_to` say who
//!   may see what: plans are visible to their owner only, the players' chat to the players only, forever, the spectators' chat
//!   is hidden from the players until the end, and a private match does not exist for others. Hidden events still count in the
//!   version.
//! - **Clocks are data.** A match stores the banks and when the player to move began to think. How much of the time since then
//!   counts is computed from a calendar of pauses (weekends where the player lives, vacations, downtimes of the club) by
//!   `counted`, and the deadline is the inverse. Time zones are those at the beginning of the match. Every clock is shown
//!   exactly; a turn after the deadline is refused, and the club ends the match when it checks.
//! - **Plans answer plies.** A plan is a tree bound to the number of the ply it waits for; a premove is a branch that answers
//!   any turn. It is checked as far as possible when made, and again when played; the plies it triggers are part of the answer
//!   to the turn that triggered them. Turns that are sets are compared as sets.
//! - **A match counts once both have played.** Before that, leaving it in any way is not a loss.
//! - **Ratings** are Glicko-2 per game and class of pace, with each match a rating period of its own whose length is the time
//!   since the last one, stored as integers. The value of moving first is a parameter, recorded when the match begins.
//!
//! ```
//! use crosscut_club::{
//!     ChallengeId, Command, Context, Fresh, MatchId, MemberId, Moment, State, Who, act, needs,
//! };
//!
//! let mut state = State::default();
//! let mut context = Context {
//!     who: Who::Visitor,
//!     now: Moment(1_767_225_600_000),
//!     seed: 42,
//!     fresh: Fresh { member_id: MemberId(1), challenge_id: ChallengeId(1), match_id: MatchId(1) },
//!     once: None,
//!     advantage: 0,
//!     busy: 0,
//!     game_followers: Default::default(),
//! };
//! let join: Command = serde_json::from_str(r#"{"command":"join","name":"ann"}"#)?;
//! // Nothing is stored yet: whatever is asked for is not there.
//! for key in needs(&state, &context, &join) {
//!     state.set_absent(&key);
//! }
//! let events = act(&state, &context, &join)?;
//! state.apply_all(&events)?;
//! assert_eq!(state.member(MemberId(1)).unwrap().name, "ann");
//!
//! context.who = Who::Member(MemberId(1));
//! let turn = Command::Turn { id: MatchId(7), text: "a1".into(), ply: None, then: vec![] };
//! for key in needs(&state, &context, &turn) {
//!     state.set_absent(&key);
//! }
//! let refusal = act(&state, &context, &turn).unwrap_err();
//! assert_eq!(refusal.to_string(), "there is no match 7");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod act;
mod calendar;
mod challenge;
mod chat;
mod clock;
mod command;
mod countdown;
mod course;
mod downtimes;
mod ending;
mod event;
mod fold;
mod follow;
mod id;
mod list;
mod matches;
mod member;
mod moment;
mod needs;
mod notice;
mod offer;
mod pace;
mod plan;
mod rating;
mod record;
mod refusal;
mod sight;
mod size;
mod snapshot;
mod state;
mod terms;
mod welcome;
mod who;

pub use act::act;
pub use challenge::{Aim, Audience, Challenge, Fate};
pub use chat::{Remark, Room, plain};
pub use clock::Clock;
pub use command::{Command, Context, Fresh};
pub use countdown::Countdown;
pub use course::Course;
pub use downtimes::Downtimes;
pub use ending::{Ending, Reason, Rerating};
pub use event::{Event, Fact, Origin};
pub use follow::{Follow, GameFollowers};
pub use id::{ChallengeId, Key, MatchId, MemberId};
pub use list::my_turns;
pub use matches::{Match, Played};
pub use member::Member;
pub use moment::{Moment, Period, Span};
pub use needs::needs;
pub use notice::{News, Notice, To, notices};
pub use offer::{Offer, Offers};
pub use pace::{Class, Pace, Pauses};
pub use plan::{Branch, Plan, same_set};
pub use rating::{Rating, Tally};
pub use refusal::{Kind, Refusal};
pub use snapshot::Snapshot;
pub use state::{Hushed, Misfit, State};
pub use terms::{Choice, Flag, Terms};
pub use welcome::Welcome;
pub use who::{Player, Who};
