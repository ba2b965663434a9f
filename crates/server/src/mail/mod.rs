//! The club by mail: mails come in and are carried out, news and answers go out.
//!
//! An incoming mail is parsed by `crates/mail`, bytes in and data out: what a person has written is separated from what
//! their mail client has wrapped around it. `mail/inbox.rs` decides who is believed (a token in the address, a server's
//! word, or a link), makes a message of it and calls `obey`, as `POST /command` does. It is acknowledged when its
//! results are on the disk; a server that dies before that gets it again, and since the idempotency key is derived from
//! the mail's `Message-ID`, nothing is done twice. A `signup` by mail is stored together with the address it came from
//! (`CommandQueue::join_by_mail`): when it comes again, it finds the member that it made.
//!
//! An outgoing mail is a row of the outbox, stored by the writer in the transaction of the event it reports: to whom,
//! about which match, after how many plies. It is rendered when it is sent, so it shows the state at that time, and
//! what its reader has seen in the browser in the meantime (`post/seen_versions.rs`, in memory) is not sent at all. Its
//! `Message-ID` is the row's number. Rows of one member that are due together become one mail, and stay together from
//! then on (`lead`).
//!
//! Who follows a match is part of the match (`Match::followers`), and private to each follower: `Event::visible_to`
//! shows followers only to themselves. Who follows all matches of a game is known to the writer, as tallies are, and
//! comes to `act` in the context; that a new match is followed is an event of its own. A message from one member to
//! another is not an event but a row of the outbox: the club keeps no messages.
//!
//! Tags and links prove what they say by a MAC: nothing is stored for them. A link for a password works once because
//! what it proves includes the hash of the password it replaces.

mod abroad;
mod content;
mod data;
mod fetch;
mod folder;
mod inbox;
mod measure;
mod notes;
mod outbox;
mod page;
mod people;
mod receiver;
#[cfg(test)]
pub(crate) mod tests;
mod told;
mod undo;

pub(crate) use crosscut_mail::MOST;

use crate::App;
use crate::post::Post;

pub(crate) use inbox::{IncomingMail, receive};
pub(crate) use people::MailAccount;
pub(crate) use undo::{UndoableChange, tell};

impl Post {
    /// Runs for ever: sends mails, and receives those that arrive.
    pub(crate) async fn work(&self, app: &App) -> anyhow::Result<()> {
        let came = async {
            match &self.0.config.folder {
                Some(folder) => folder::watch(app, folder).await,
                None => std::future::pending().await,
            }
        };
        let handed = async {
            match self.0.door.lock().await.take() {
                Some(listener) => receiver::listen(app, listener).await,
                None => std::future::pending().await,
            }
        };
        let fetched = async {
            match &self.0.config.fetch {
                Some(mailbox) => fetch::watch(app, mailbox).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = outbox::work(app, self) => Ok(()),
            () = came => Ok(()),
            () = fetched => Ok(()),
            done = handed => done,
        }
    }
}
