//! The club by mail: letters come in and are obeyed, news and answers go out.
//!
//! A mail that came is acknowledged when what it asks for is on the disk; if the server dies before, it comes again, and
//! what was done already is done once. A mail that goes out is a row of the outbox, written with the event it tells of.

mod abroad;
mod carrier;
mod data;
mod fetch;
mod folder;
mod inbox;
mod key;
mod letter;
mod measure;
mod outbox;
mod people;
mod receiver;
mod secret;
mod sight;
#[cfg(test)]
pub(crate) mod tests;
mod told;
mod trial;
mod undo;
mod wish;

use std::path::PathBuf;
use std::sync::Arc;

use crosscut_club::{ChallengeId, MatchId, MemberId};
use crosscut_mail::HouseAddress;
pub(crate) use crosscut_mail::MOST;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, Semaphore};

use crate::App;
use crate::addressees::Addressees;
use crate::config::{Config, MailConfig};
use crate::store::{RESTORED, Store};

pub(crate) use abroad::Invited;
use carrier::Carrier;
use inbox::Registrar;
pub(crate) use inbox::{Came, receive};
use key::{Key, Seal};
pub(crate) use people::Held;
use sight::Sight;
use trial::Trials;
pub(crate) use undo::{Change, tell};
pub(crate) use wish::Wish;

/// Everything mail needs, if there is any.
#[derive(Clone, Debug)]
pub(crate) struct Post(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    config: MailConfig,
    /// What the addresses of pages begin with.
    base: String,
    key: Key,
    /// The same for the one link that stays good when the database was made of a backup: it names an address, and only has
    /// mails to it end.
    lasting: Key,
    addressees: Addressees,
    carrier: Carrier,
    registrar: Registrar,
    sight: Sight,
    trials: Trials,
    /// Mails of ours that are being written and drawn.
    writing: Trials,
    /// Where mails go that nobody can handle.
    aside: PathBuf,
    readers: Semaphore,
    /// Held while somebody writes to all.
    broadcasting: Mutex<()>,
    /// The door to mail servers, until somebody stands at it.
    door: Mutex<Option<TcpListener>>,
}

/// How many mails are read at once.
const READERS: usize = 4;

impl Post {
    /// Gets everything ready, if mail is set up; and who is written to.
    pub(crate) async fn open(
        config: &Config,
        store: &Store,
    ) -> anyhow::Result<(Option<Post>, Addressees)> {
        let Some(mail) = &config.mail else { return Ok((None, Addressees::default())) };
        let door = match mail.listen {
            Some(address) => Some(receiver::bind(address).await?),
            None => None,
        };
        let secret = secret::secret(config, mail, store).await?;
        let members = store.addressees().await?.into_iter().filter_map(|(member, wish)| {
            let wished = Wish::read(wish.as_deref()) != Wish::Nothing;
            wished.then_some(member)
        });
        let addressees = Addressees::new(mail.delay, members);
        let lasting = Key::new(secret.as_bytes());
        // Of what was sent before a backup was restored nobody knows any more whose it was.
        let key = match store.setting(RESTORED).await? {
            None => lasting.clone(),
            Some(word) => Key::new(format!("{secret} restored {word}").as_bytes()),
        };
        for (member, series) in store.settings(undo::SERIES).await? {
            if let (Ok(member), Ok(series)) = (member.parse(), series.parse()) {
                key.renew(MemberId(member), series);
            }
        }
        let post = Post(Arc::new(Inner {
            base: config.base(),
            key,
            lasting,
            addressees: addressees.clone(),
            carrier: Carrier::open(mail).await?,
            registrar: Registrar::begin(store.clone()),
            sight: Sight::default(),
            trials: Trials::new(config.beside("mail-begun")?, 2),
            writing: Trials::new(config.beside("mail-writing")?, 3),
            aside: match &mail.folder {
                Some(folder) => folder.join("in/failed"),
                None => config.beside("mail-failed")?,
            },
            readers: Semaphore::new(READERS),
            broadcasting: Mutex::new(()),
            door: Mutex::new(door),
            config: mail.clone(),
        }));
        Ok((Some(post), addressees))
    }

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

    /// What the addresses of pages begin with.
    pub(crate) fn base(&self) -> &str {
        &self.0.base
    }

    /// Says that there may be something to send.
    pub(crate) fn wake(&self) {
        self.0.addressees.wake();
    }

    /// Our own address.
    pub(crate) fn house(&self) -> &HouseAddress {
        &self.0.config.house
    }

    /// The address at which a member plays in a match, on the board after so many plies.
    pub(crate) fn turn_address(&self, id: MatchId, ply: u32, member: MemberId) -> String {
        self.house().tagged(&self.0.key.tag(Seal { id, ply, member }))
    }

    /// The address at which a member answers a challenge.
    pub(crate) fn challenge_address(&self, id: ChallengeId, member: MemberId) -> String {
        self.house().tagged(&self.0.key.challenge_tag(id, member))
    }

    /// Whether a member is written to.
    pub(crate) fn writes_to(&self, member: MemberId) -> bool {
        self.0.addressees.has(member)
    }

    /// Notes that a member has seen a match in this version: there is no need to write to them about it.
    pub(crate) fn saw(&self, member: MemberId, id: MatchId, version: u64) {
        if self.0.addressees.has(member) {
            self.0.sight.saw(member, id, version);
        }
    }
}
