//! What a mail in the outbox is about. It is stored in two columns, a kind and a body, as text.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kinds as they are stored.
const NEWS: &str = "news";
const REMINDER: &str = "remind";
const ANSWER: &str = "answer";
const MESSAGE: &str = "message";

/// What a mail is about, and what is needed to write it when it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutboxKind {
    /// Something has happened in a match, or to a challenge. It may be joined with other news, and waits until the member
    /// wants mails.
    News(NewsKind),
    /// A turn still waits for the member.
    Reminder(ReminderKind),
    /// An answer to a mail, or a note of the club's own: its text is stored.
    Answer(OutboxReply),
    /// A message from one member to another: its text is stored, and stays after it was sent, so that it can be answered.
    Message(OutboxReply),
    /// Something that only a newer version understands. It is left for that version.
    Unknown {
        /// The kind as it is stored.
        kind: String,
        /// The body as it is stored.
        body: String,
    },
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NewsKind {
    /// It is the member's turn.
    YourTurn,
    /// A match has begun.
    Began,
    /// The opponent offers something.
    Offered,
    /// The opponent has declined an offer; earlier versions did not store which.
    OfferDeclined(Option<String>),
    /// Plies were taken back; earlier versions did not store which.
    TakenBack(Option<TakenPlies>),
    /// Somebody has written in a match.
    Said,
    /// A conditional turn could not be played.
    PlanFailed,
    /// A match has ended.
    Ended,
    /// There was a turn in a match that the member follows.
    Followed,
    /// Somebody challenges the member.
    Challenged,
    /// The member's challenge was declined.
    Declined,
}

/// Plies that were taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TakenPlies {
    /// The number of the first, counted from 1.
    pub(crate) first: u32,
    /// Their texts.
    pub(crate) texts: Vec<String>,
}

/// Why a member is reminded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReminderKind {
    /// As many days have passed as were agreed.
    Nag,
    /// Half of the time is over.
    Half,
    /// One day is left.
    Day,
}

/// A mail whose text is stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OutboxReply {
    /// The address it goes to; by default the member's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<String>,
    pub(crate) subject: String,
    pub(crate) text: String,
    /// The Message-ID of the mail that is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) answers: Option<String>,
    /// The name of the member who wrote it, if it is a message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<String>,
    /// Whether its board is shown as text only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) in_letters: bool,
}

impl OutboxKind {
    /// The kind with this stored form.
    pub(super) fn read(kind: String, body: String) -> Self {
        let known = match kind.as_str() {
            NEWS => NewsKind::read(&body).map(OutboxKind::News),
            REMINDER => ReminderKind::read(&body).map(OutboxKind::Reminder),
            ANSWER => serde_json::from_str(&body).ok().map(OutboxKind::Answer),
            MESSAGE => serde_json::from_str(&body).ok().map(OutboxKind::Message),
            _ => None,
        };
        known.unwrap_or(OutboxKind::Unknown { kind, body })
    }

    /// The kind as it is stored.
    pub(crate) fn stored_kind(&self) -> &str {
        match self {
            OutboxKind::News(_) => NEWS,
            OutboxKind::Reminder(_) => REMINDER,
            OutboxKind::Answer(_) => ANSWER,
            OutboxKind::Message(_) => MESSAGE,
            OutboxKind::Unknown { kind, .. } => kind,
        }
    }

    /// Whether only a newer version understands it.
    pub(crate) fn is_unknown(&self) -> bool {
        matches!(self, OutboxKind::Unknown { .. })
    }

    /// The body as it is stored.
    pub(crate) fn stored_body(&self) -> String {
        match self {
            OutboxKind::News(it) => it.to_string(),
            OutboxKind::Reminder(it) => it.to_string(),
            OutboxKind::Answer(it) | OutboxKind::Message(it) => {
                serde_json::to_string(it).expect("texts and a flag can be written as JSON")
            }
            OutboxKind::Unknown { body, .. } => body.clone(),
        }
    }
}

impl NewsKind {
    fn read(body: &str) -> Option<Self> {
        let (word, more) = match body.split_once(' ') {
            Some((word, more)) => (word, Some(more)),
            None => (body, None),
        };
        Some(match (word, more) {
            ("turn", None) => NewsKind::YourTurn,
            ("began", None) => NewsKind::Began,
            ("offered", None) => NewsKind::Offered,
            ("offer-declined", offer) => NewsKind::OfferDeclined(offer.map(str::to_string)),
            ("taken-back", None) => NewsKind::TakenBack(None),
            ("taken-back", Some(taken)) => {
                let (first, texts) = taken.split_once(' ')?;
                let texts = texts.split(' ').map(str::to_string).collect();
                NewsKind::TakenBack(Some(TakenPlies { first: first.parse().ok()?, texts }))
            }
            ("said", None) => NewsKind::Said,
            ("plan-failed", None) => NewsKind::PlanFailed,
            ("ended", None) => NewsKind::Ended,
            ("followed", None) => NewsKind::Followed,
            ("challenged", None) => NewsKind::Challenged,
            ("declined", None) => NewsKind::Declined,
            _ => return None,
        })
    }
}

impl fmt::Display for NewsKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NewsKind::YourTurn => "turn",
            NewsKind::Began => "began",
            NewsKind::Offered => "offered",
            NewsKind::OfferDeclined(None) => "offer-declined",
            NewsKind::OfferDeclined(Some(offer)) => return write!(f, "offer-declined {offer}"),
            NewsKind::TakenBack(None) => "taken-back",
            NewsKind::TakenBack(Some(it)) => {
                return write!(f, "taken-back {} {}", it.first, it.texts.join(" "));
            }
            NewsKind::Said => "said",
            NewsKind::PlanFailed => "plan-failed",
            NewsKind::Ended => "ended",
            NewsKind::Followed => "followed",
            NewsKind::Challenged => "challenged",
            NewsKind::Declined => "declined",
        })
    }
}

impl ReminderKind {
    fn read(body: &str) -> Option<Self> {
        Some(match body {
            "nag" => ReminderKind::Nag,
            "half" => ReminderKind::Half,
            "day" => ReminderKind::Day,
            _ => return None,
        })
    }
}

impl fmt::Display for ReminderKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReminderKind::Nag => "nag",
            ReminderKind::Half => "half",
            ReminderKind::Day => "day",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row that a version has written, as it stands in databases.
    #[test]
    fn what_is_stored_is_read_and_would_be_stored_the_same() {
        let mail = r#"{"to":"ann@there.example","subject":"Hi","text":"there","in_letters":true}"#;
        let message = r#"{"subject":"Message from ann","text":"hi","answers":"1@x","by":"ann"}"#;
        for (kind, body) in [
            ("news", "turn"),
            ("news", "began"),
            ("news", "offered"),
            ("news", "offer-declined"),
            ("news", "offer-declined to cancel the match"),
            ("news", "taken-back"),
            ("news", "taken-back 3 C3 A1,B2"),
            ("news", "said"),
            ("news", "plan-failed"),
            ("news", "ended"),
            ("news", "followed"),
            ("news", "challenged"),
            ("news", "declined"),
            ("remind", "nag"),
            ("remind", "half"),
            ("remind", "day"),
            ("answer", mail),
            ("message", message),
        ] {
            let read = OutboxKind::read(kind.to_string(), body.to_string());
            assert!(!read.is_unknown(), "{kind} {body}");
            assert_eq!((read.stored_kind(), read.stored_body().as_str()), (kind, body));
        }
    }

    #[test]
    fn what_is_not_understood_is_kept_as_it_is() {
        for (kind, body) in [
            ("digest", "week 7"),
            ("news", "tournament"),
            ("news", "turn 7"),
            ("news", "taken-back two C3"),
            ("remind", "hour"),
            ("answer", "no JSON"),
            ("message", "{}"),
            ("", ""),
        ] {
            let read = OutboxKind::read(kind.to_string(), body.to_string());
            assert!(read.is_unknown(), "{kind} {body}");
            assert_eq!((read.stored_kind(), read.stored_body().as_str()), (kind, body));
        }
    }
}
