//! The club by mail: letters come in and are obeyed, news and answers go out.
//!
//! A mail that came is acknowledged when what it asks for is on the disk; if the server dies before, it comes again, and
//! what was done already is done once. A mail that goes out is a row of the outbox, written with the event it tells of.

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
