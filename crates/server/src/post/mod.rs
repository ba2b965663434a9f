//! What mail needs at hand: keys that prove who wrote, who is written to, and what was seen or begun.

mod carrier;
pub(crate) mod key;
mod listener;
mod registrar;
mod secret;
mod sight;
mod trial;
mod wish;

use std::path::PathBuf;
use std::sync::Arc;

use crosscut_club::{ChallengeId, MatchId, Member, MemberId};
use crosscut_mail::HouseAddress;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, Semaphore};

use crate::config::{Config, MailConfig};
use crate::notify::addressees::Addressees;
use crate::store::{RESTORED, Store};

use carrier::Carrier;
pub(crate) use carrier::Lost;
use key::{Key, Seal};
use registrar::Registrar;
use sight::Sight;
use trial::Trials;
pub(crate) use wish::Wish;

/// Before a member's number: the setting that says which series of tags their mails have, if it is not the first.
pub(crate) const SERIES: &str = "tags/";

/// What an invitation says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invited<'a> {
    pub(crate) by: &'a Member,
    pub(crate) id: ChallengeId,
    /// The secret of the link.
    pub(crate) code: &'a str,
    /// What is to be played.
    pub(crate) game: &'a str,
    pub(crate) greeting: Option<&'a str>,
    /// The day on which it is over.
    pub(crate) until: &'a str,
}

/// Everything mail needs, if there is any.
#[derive(Clone, Debug)]
pub(crate) struct Post(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) config: MailConfig,
    /// What the addresses of pages begin with.
    pub(crate) base: String,
    pub(crate) key: Key,
    /// The same for the one link that stays good when the database was made of a backup: it names an address, and only has
    /// mails to it end.
    pub(crate) lasting: Key,
    pub(crate) addressees: Addressees,
    pub(crate) carrier: Carrier,
    pub(crate) registrar: Registrar,
    pub(crate) sight: Sight,
    pub(crate) trials: Trials,
    /// Mails of ours that are being written and drawn.
    pub(crate) writing: Trials,
    /// Where mails go that nobody can handle.
    pub(crate) aside: PathBuf,
    pub(crate) readers: Semaphore,
    /// Held while somebody writes to all.
    pub(crate) broadcasting: Mutex<()>,
    /// The door to mail servers, until somebody stands at it.
    pub(crate) door: Mutex<Option<TcpListener>>,
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
            Some(address) => Some(listener::bind(address).await?),
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
        for (member, series) in store.settings(SERIES).await? {
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
