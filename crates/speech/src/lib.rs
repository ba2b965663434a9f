//! The club's commands in words, as people type them into a subject line.
//!
//! `trellis challenge -size=9 ann bob` is one line of words; [`read()`] turns it into a [`Request`], or says why not in terms
//! of what was typed. Nothing is looked up except games: names and matches are resolved where the request is carried out.
//!
//! ```
//! use crosscut_speech::{MatchAction, Order, read};
//!
//! let request = read("Re: hex move 12 ann a2#3 **", Some("Ann"))?;
//! assert_eq!(request.game.unwrap().name, "hex");
//! let turn = MatchAction::Turn { text: "a2".to_string(), ply: Some(3) };
//! assert_eq!(request.order, Order::At { id: 12, deed: turn });
//!
//! let refused = read("hex move 12 ann secret a2", Some("ann")).unwrap_err();
//! assert!(refused.to_string().contains("password"));
//! # Ok::<(), crosscut_speech::CommandParseError>(())
//! ```

#![forbid(unsafe_code)]

mod answer;
mod arguments;
mod body;
mod command;
mod commands;
mod parse_error;
mod read;
mod request;
mod terms;
#[cfg(test)]
mod testing;
mod token;
mod words;

pub use answer::{AnswerLine, AnsweredSubject, LineReading, answers, is_command, match_of};
pub use body::{commands, remarks};
pub use command::{CommandEntry, CommandScope};
pub use commands::COMMANDS;
pub use parse_error::CommandParseError;
pub use read::read;
pub use request::{
    AccountChange, BoardRef, MailSetting, MatchAction, MatchFilter, MatchLimit, Order,
    PreviewBoard, Proposal, Request, Vacation,
};
pub use terms::{PaceInDays, ProposedTerms};
pub use words::{plain, readings, unprefixed};
