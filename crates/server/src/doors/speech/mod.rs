//! The club by commands in words: one line, an answer in plain text.
//!
//! Whatever brings the line (`POST /command`, a mail) calls [`obey`] and carries the replies back.

use axum::http::StatusCode;
use crosscut_club::{MatchId, MemberId};

use crate::App;
use crate::person::Caller;

/// Who says something, as far as the door knows.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    /// The member or guest; none for a stranger, who may ask for help, look at what is public, and sign up.
    pub(crate) member: Option<MemberId>,
    /// By which way the words came.
    pub(crate) way: Way,
    /// A word that no other letter of the sender's has: what is sent twice is done once.
    pub(crate) once: Option<String>,
}

/// By which way words come to the club.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// A request by HTTP.
    Wire(Caller),
    /// A mail from this address. Whether it is the member's, the mail door knows.
    Mail(String),
}

/// What is said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Letter {
    /// The command.
    pub(crate) subject: String,
    /// The comment; or, if the command is `multiple`, commands.
    pub(crate) body: String,
}

/// What is answered to a command, to its sender alone. The others hear of what happened as of everything that happens.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    /// What it is about, in one line.
    pub(crate) subject: String,
    /// The answer, in lines of plain text.
    pub(crate) text: String,
    /// The match whose board is in the text, and after how many plies.
    pub(crate) scene_of: Option<(MatchId, u32)>,
    /// How it went: 200, or what a request by HTTP is answered.
    pub(crate) status: StatusCode,
    /// The member who came into being: a door that will know them again notes how.
    pub(crate) newcomer: Option<MemberId>,
}

/// Does what a letter says. One command has one reply, save those that show several boards; `multiple` has those of all
/// its commands. There is always one.
pub(crate) async fn obey(app: &App, who: &Sender, letter: &Letter) -> Vec<Reply> {
    let _ = (app, who);
    let text = format!("'{}' is no command that is understood here", letter.subject.trim());
    vec![Reply {
        subject: "Error".to_string(),
        text,
        scene_of: None,
        status: StatusCode::BAD_REQUEST,
        newcomer: None,
    }]
}
