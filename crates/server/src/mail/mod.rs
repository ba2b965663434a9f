//! The club by mail: letters come in and are obeyed, news and answers go out.
//!
//! A mail that comes is read by `crates/mail`, bytes in and data out: what a person has written is told from what their
//! mail client has wrapped round it. `mail/inbox.rs` decides who is believed (a token in the address, a server's word,
//! or a link), makes a letter of it and calls `obey`, as `POST /command` does. It is acknowledged when what it asks for
//! is on the disk; a server that dies before gets it again, and since the idempotency key is
//! made of the mail's `Message-ID`, nothing is done twice. A `signup` by mail is written together with the address it
//! came from (`CommandQueue::join_by_mail`): come again, it finds the member that it made.
//!
//! A mail that goes out is a row of the outbox, written by the writer in the transaction of the event it tells of:
//! whom, which match, after how many plies. It is rendered when it is sent, so it tells how things stand then, and what
//! its reader has seen in the browser meanwhile (`post/sight.rs`, in memory) is not sent at all. Its `Message-ID` is the
//! row's number. Rows of one member that are due together become one mail, and stay together once they were (`lead`).
//!
//! Who follows a match is part of the match (`Match::followers`), and each follower's own business: `Event::visible_to`
//! shows nobody else's. Who follows all matches of a game is known to the writer, as tallies are, and comes to `act` in
//! the context; that a match which begins is followed is an event of its own. What members write to each other is no
//! event but a row of the outbox: the club keeps no letters.
//!
//! Tags and links prove what they say by a MAC: nothing is kept of them. That a link for a password is good once
//! follows from what it proves, the hash of the password it replaces.

mod abroad;
mod data;
mod fetch;
mod folder;
mod inbox;
mod letter;
mod measure;
mod outbox;
mod people;
mod receiver;
#[cfg(test)]
pub(crate) mod tests;
mod told;
mod undo;

pub(crate) use crosscut_mail::MOST;

use crate::App;
use crate::post::Post;

pub(crate) use inbox::{Came, receive};
pub(crate) use people::Held;
pub(crate) use undo::{Change, tell};

impl Post {
    /// What goes on for ever: mails are sent, and those that come are fetched.
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
