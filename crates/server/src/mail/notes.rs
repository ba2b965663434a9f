//! The texts of mails that are about no match: links that prove something, and what happened to an account.

use askama::Template;
use crosscut_club::MemberId;
use crosscut_mail::ClubAddress;

/// Asks whether an address is a member's.
#[derive(Template)]
#[template(path = "mail/claim.txt")]
pub(super) struct Claim<'a> {
    pub(super) base: &'a str,
    pub(super) link: String,
}

/// Says how mails to an address that no longer took them start again.
#[derive(Template)]
#[template(path = "mail/restart.txt")]
pub(super) struct Restart<'a> {
    pub(super) address: &'a str,
    pub(super) link: String,
}

/// Says that no more mails are sent, and how to have them again.
#[derive(Template)]
#[template(path = "mail/unsubscribed.txt")]
pub(super) struct Unsubscribed;

/// The link for setting another password.
#[derive(Template)]
#[template(path = "mail/recovery.txt")]
pub(super) struct Recovery<'a> {
    pub(super) base: &'a str,
    pub(super) name: String,
    pub(super) member: MemberId,
    pub(super) until: i64,
    pub(super) proof: String,
}

/// Asks whether somebody wrote a mail that nobody vouches for.
#[derive(Template)]
#[template(path = "mail/confirm.txt")]
pub(super) struct Confirm<'a> {
    pub(super) base: &'a str,
    /// What the mail asks for.
    pub(super) gist: String,
    pub(super) code: &'a str,
}

/// A message from one member to another.
#[derive(Template)]
#[template(path = "mail/message.txt")]
pub(super) struct MemberMessage<'a> {
    pub(super) name: &'a str,
    /// What they write, marked as theirs.
    pub(super) words: String,
    /// Where an answer goes.
    pub(super) answered: String,
    /// The club's address.
    pub(super) club: &'a ClubAddress,
    /// The address of the writer's page.
    pub(super) page: String,
}

/// An operator's message to all members.
#[derive(Template)]
#[template(path = "mail/broadcast.txt")]
pub(super) struct Broadcast<'a> {
    pub(super) name: &'a str,
    /// What they write, marked as theirs.
    pub(super) words: String,
    /// Where an answer goes.
    pub(super) answered: String,
}

/// An invitation to a match.
#[derive(Template)]
#[template(path = "mail/invitation.txt")]
pub(super) struct Invitation<'a> {
    pub(super) base: &'a str,
    pub(super) name: &'a str,
    pub(super) game: &'a str,
    /// What the member writes, marked as theirs.
    pub(super) greeting: Option<String>,
    pub(super) until: &'a str,
    pub(super) id: crosscut_club::ChallengeId,
    pub(super) code: &'a str,
}

/// Says what was changed in an account, and how to take it back.
#[derive(Template)]
#[template(path = "mail/changed.txt")]
pub(super) struct Changed<'a> {
    pub(super) base: &'a str,
    /// What has happened, in a sentence.
    pub(super) happened: String,
    pub(super) code: &'a str,
    /// What else was changed within a week.
    pub(super) lately: Vec<String>,
}

/// Says that a member's mails go where they went before.
#[derive(Template)]
#[template(path = "mail/returned.txt")]
pub(super) struct Returned<'a> {
    pub(super) base: &'a str,
    pub(super) name: String,
}

/// Says that a change was taken back.
#[derive(Template)]
#[template(path = "mail/taken_back.txt")]
pub(super) struct TakenBack<'a> {
    pub(super) base: &'a str,
    pub(super) name: String,
}

/// Says that an account is closed.
#[derive(Template)]
#[template(path = "mail/closed.txt")]
pub(super) struct Closed<'a> {
    pub(super) base: &'a str,
    /// Whether an operator has closed it.
    pub(super) by_operator: bool,
}
