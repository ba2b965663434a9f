//! The club by commands in words: one line in, plain text out.
//!
//! Every transport of such a line (`POST /command`, a mail) calls [`obey`] and carries the replies back.

mod answered;
mod boards;
mod challenges;
mod deeds;
mod follow;
mod help;
mod layout;
mod people;
mod session;
mod tables;
#[cfg(test)]
mod tests;
mod tutorial;

use std::net::{IpAddr, Ipv4Addr};

use axum::http::StatusCode;
use crosscut_club::{ChallengeId, MatchId, MemberId, Who};
use crosscut_speech::{Order, commands, read};

pub(crate) use answered::AnsweredMail;
pub(crate) use layout::{MatchSheet, marked, old_layout, plies, proposed, rerated};
use session::CommandSession;

use crate::App;
use crate::error::Error;
use crate::person::{Caller, Person};
use crate::present::sentence::sentence;

/// The most commands in one message.
const MOST: usize = 30;

/// The sender of a message, as far as the transport knows.
#[derive(Clone, Debug)]
pub(crate) struct MessageSender {
    /// The member or guest; `None` for a stranger, who may ask for help, view what is public, and sign up.
    pub(crate) member: Option<MemberId>,
    /// How the words arrived.
    pub(crate) way: Transport,
    /// The token of the sender's session, if they used one.
    pub(crate) token: Option<String>,
    /// The idempotency key of the message: what is sent twice is done once.
    pub(crate) once: Option<String>,
}

/// How words arrive at the club.
#[derive(Clone, Debug)]
pub(crate) enum Transport {
    /// A request by HTTP.
    Wire(Caller),
    /// A mail from this address. The mail transport knows whether it is the member's.
    Mail(String),
}

/// A command with its body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message {
    /// The command.
    pub(crate) subject: String,
    /// The comment; or, if the command is `multiple`, commands.
    pub(crate) body: String,
    /// The mail of ours that it answers, if any: then subject and body are as they were written.
    pub(crate) answers: Option<AnsweredMail>,
}

/// The answer to a command, for its sender alone. Others are notified of what happened as of any event.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// Its subject, in one line.
    pub(crate) subject: String,
    /// The answer, in lines of plain text.
    pub(crate) text: String,
    /// The match whose board is in the text, and after how many plies.
    pub(crate) scene_of: Option<(MatchId, u32)>,
    /// The challenge that is answered when this reply is.
    pub(crate) challenge: Option<ChallengeId>,
    /// The status: 200, or that of the refusal by HTTP.
    pub(crate) status: StatusCode,
    /// After how many seconds to try again, where waiting helps.
    pub(crate) retry_after: Option<i64>,
    /// The new member, if one joined: a transport that will recognise them records how.
    pub(crate) newcomer: Option<MemberId>,
}

impl MessageSender {
    /// The sender as a person who makes requests of the club.
    fn person(&self) -> Person {
        let caller = match &self.way {
            Transport::Wire(caller) => caller.clone(),
            Transport::Mail(_) => Caller {
                address: IpAddr::V4(Ipv4Addr::UNSPECIFIED),
                is_doubtful: false,
                device: "mail".to_string(),
            },
        };
        let who = self.member.map_or(Who::Visitor, Who::Member);
        Person {
            who,
            member: self.member,
            token: None,
            lost: false,
            session: None,
            by_passkey: false,
            caller,
        }
    }
}

impl Reply {
    /// The answer to something that was done.
    fn new(subject: impl Into<String>, text: impl Into<String>) -> Self {
        Reply {
            subject: subject.into(),
            text: text.into(),
            scene_of: None,
            challenge: None,
            status: StatusCode::OK,
            retry_after: None,
            newcomer: None,
        }
    }

    /// The same reply with a board in it.
    fn with_board(self, id: MatchId, plies: usize) -> Self {
        Reply { scene_of: Some((id, plies as u32)), ..self }
    }

    /// The answer to something that was not done, and why.
    fn no(subject: impl Into<String>, error: &Error) -> Self {
        let (status, retry_after) = (error.status(), error.retry_after());
        Reply { status, retry_after, ..Reply::new(subject, sentence(&error.to_string())) }
    }
}

/// Carries out a message. One command has one reply, except those that show several boards; `multiple` has those of all
/// its commands. There is always at least one reply.
pub(crate) async fn obey(app: &App, who: &MessageSender, message: &Message) -> Vec<Reply> {
    let mut session = match CommandSession::begin(app, who).await {
        Ok(session) => session,
        Err(error) => return vec![Reply::no("Error", &error)],
    };
    let several = matches!(
        read(&message.subject, None),
        Ok(request) if request.order == Order::Multiple
    );
    // Whoever is known without the tag may give any command below an old mail.
    let elsewhere = several && message.answers.as_ref().is_some_and(|it| it.free);
    if let Some(answers) = message.answers.as_ref().filter(|_| !elsewhere) {
        return session.answered(message, answers).await;
    }
    if !several {
        return session.answer(&message.subject, &message.body).await;
    }
    let lines: Vec<&str> = commands(&message.body).collect();
    if lines.is_empty() || lines.len() > MOST {
        let why = format!(
            "multiple does the commands in the body, one on each line, from 1 to {MOST} of them: there are {}",
            lines.len()
        );
        return vec![Reply::no("Error", &Error::Unclear(why))];
    }
    let (mut replies, mut shown) = (Vec::new(), Vec::new());
    for line in lines {
        let mut more = session.answer(line, "").await;
        session.shown |= more.iter().any(|it| !it.status.is_success() && it.scene_of.is_some());
        // A board that is asked for twice is shown once.
        more.retain(|it| {
            let Some(scene) = it.scene_of else { return true };
            let scene = (scene, it.text.clone());
            let new = !shown.contains(&scene);
            shown.push(scene);
            new
        });
        if let Some(first) = more.first_mut() {
            first.text = format!("> {line}\n\n{}", first.text);
        }
        replies.append(&mut more);
    }
    replies
}
