//! What mail relies on: keys that prove who wrote, the list of who gets mails, and what was seen or begun.

mod attempts;
mod frequency;
pub(crate) mod key;
mod listener;
mod registrar;
mod secret;
mod seen_versions;
mod transport;

use std::path::PathBuf;
use std::sync::Arc;

use crosscut_club::{ChallengeId, MatchId, Member, MemberId};
use crosscut_mail::ClubAddress;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, Semaphore};

use crate::config::{Config, MailConfig};
use crate::notify::addressees::Addressees;
use crate::store::{RESTORED, Store};

use attempts::MailAttempts;
pub(crate) use frequency::MailFrequency;
use key::{MatchTag, SigningKey};
use registrar::Registrar;
use seen_versions::SeenVersions;
use transport::MailTransport;
pub(crate) use transport::SendError;

/// The prefix of the settings with the series of tags of a member's mails, if it is not the first.
pub(crate) const SERIES: &str = "tags/";

/// The contents of an invitation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InvitationText<'a> {
    pub(crate) by: &'a Member,
    pub(crate) id: ChallengeId,
    /// The secret of the link.
    pub(crate) code: &'a str,
    /// What is to be played.
    pub(crate) game: &'a str,
    pub(crate) greeting: Option<&'a str>,
    /// The day on which it lapses.
    pub(crate) until: &'a str,
}

/// Everything that mail needs, if it is set up.
#[derive(Clone, Debug)]
pub(crate) struct Post(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) config: MailConfig,
    /// The prefix of the addresses of pages.
    pub(crate) base: String,
    pub(crate) key: SigningKey,
    /// The key of the one kind of link that stays valid when the database was restored from a backup: it names an
    /// address, and only stops mails to it.
    pub(crate) lasting: SigningKey,
    pub(crate) addressees: Addressees,
    pub(crate) transport: MailTransport,
    pub(crate) registrar: Registrar,
    pub(crate) seen: SeenVersions,
    pub(crate) attempts: MailAttempts,
    /// Mails of ours that are being composed.
    pub(crate) writing: MailAttempts,
    /// The folder for mails that nobody can handle.
    pub(crate) aside: PathBuf,
    pub(crate) readers: Semaphore,
    /// Held while a mail to all is being sent.
    pub(crate) broadcasting: Mutex<()>,
    /// The listener for mail servers, until it is taken.
    pub(crate) door: Mutex<Option<TcpListener>>,
}

/// How many mails are parsed in parallel.
const READERS: usize = 4;

impl Post {
    /// Prepares everything, if mail is set up, and the list of members who get mails.
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
        let members = store.addressees().await?.into_iter().filter_map(|(member, frequency)| {
            let wished = MailFrequency::read(frequency.as_deref()) != MailFrequency::Nothing;
            wished.then_some(member)
        });
        let addressees = Addressees::new(mail.delay, members);
        let lasting = SigningKey::new(secret.as_bytes());
        // After a backup was restored, nobody knows whose the tags sent before it were.
        let key = match store.setting(RESTORED).await? {
            None => lasting.clone(),
            Some(word) => SigningKey::new(format!("{secret} restored {word}").as_bytes()),
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
            transport: MailTransport::open(mail).await?,
            registrar: Registrar::begin(store.clone()),
            seen: SeenVersions::default(),
            attempts: MailAttempts::new(config.beside("mail-begun")?, 2),
            writing: MailAttempts::new(config.beside("mail-writing")?, 3),
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

    /// The prefix of the addresses of pages.
    pub(crate) fn base(&self) -> &str {
        &self.0.base
    }

    /// Signals that there may be something to send.
    pub(crate) fn wake(&self) {
        self.0.addressees.wake();
    }

    /// The club's own address.
    pub(crate) fn club_address(&self) -> &ClubAddress {
        &self.0.config.club
    }

    /// The address at which a member plays in a match, on the board after `ply` plies.
    pub(crate) fn turn_address(&self, id: MatchId, ply: u32, member: MemberId) -> String {
        self.club_address().tagged(&self.0.key.tag(MatchTag { id, ply, member }))
    }

    /// The address at which a member answers a challenge.
    pub(crate) fn challenge_address(&self, id: ChallengeId, member: MemberId) -> String {
        self.club_address().tagged(&self.0.key.challenge_tag(id, member))
    }

    /// Whether a member gets mails.
    pub(crate) fn writes_to(&self, member: MemberId) -> bool {
        self.0.addressees.has(member)
    }

    /// Records that a member has seen a match in this version, so that they need no mail about it.
    pub(crate) fn saw(&self, member: MemberId, id: MatchId, version: u64) {
        if self.0.addressees.has(member) {
            self.0.seen.saw(member, id, version);
        }
    }
}
