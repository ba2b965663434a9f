//! Where commands are carried out.
//!
//! **One writer.** Commands of all transports go to the *command queue*. Its writer takes all that wait, carries them
//! out one after the other (`club::act`) on a state of its own, writes the events and what lists show of them in *one
//! transaction*, and only when that is on the disk gives the answers and tells those who listen. While it writes, the
//! next commands gather: the busier it is, the more of them share a transaction. If one fails, the state is dropped,
//! nobody was told anything, and nothing has to be undone; the commands are then tried one by one, for one that the
//! database will not have must not keep the others from being written. A second server on the same database is refused
//! by a lock, and if the lock fails, by the primary key (stream, version).
//!
//! **Done once.** A command may carry a word of its sender's. What it brings about is kept under that word in a table
//! for two days, in the same transaction: sent again, it gets the same answer. Turns are not kept there, being many: a
//! match remembers the words of its last commands, and a turn that says which ply it is cannot be played twice.
//!
//! **A name and its password come together.** The hash of a password goes to the command queue with the command that
//! takes the name, and is written in the same transaction. Of who leaves for good there stays a name that nobody can
//! take and that leads to nobody.

mod done;
mod mails;
mod redact;
#[cfg(test)]
pub(crate) mod tests;
mod writer;

use std::sync::Arc;

use crosscut_club::{Command, Key, MatchId, MemberId, Player, State, Who};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::clock::Clock;
use crate::error::Error;
use crate::moderation::Moderation;
use crate::notify::addressees::Addressees;
use crate::notify::notifier::Notifier;
use crate::notify::subscriptions::{Numbered, Subscriptions};
use crate::read::cache::{StreamCache, event};
use crate::store::{Row, Store};

pub use done::Done;
pub(crate) use writer::SNAPSHOT_EVERY;

/// How many commands may wait.
const WAITING: usize = 4096;

/// The way to the one who writes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct CommandQueue {
    inbox: mpsc::Sender<Ask>,
    store: Store,
    cache: StreamCache,
    subscriptions: Subscriptions,
    notifier: Notifier,
    addressees: Addressees,
    moderation: Moderation,
}

/// What is written down with the member a command makes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum With {
    Nothing,
    /// The hash of a password.
    Password(String),
    /// The address they wrote from.
    Address(String),
}

/// What is asked of the one who writes.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "all but a few wishes are the large one")]
enum Wish {
    /// To carry out a command.
    Act { who: Who, once: Option<String>, command: Command, with: With },
    /// To write anew what is derived of a stream: what lists show of it, for a clock may run out at another time, and its
    /// snapshot.
    Refresh(Key),
}

/// A wish, and who waits for what comes of it.
#[derive(Debug)]
struct Ask {
    wish: Wish,
    answer: oneshot::Sender<Result<Done, Error>>,
}

impl CommandQueue {
    /// Opens the command queue, with room for so many streams in memory, and a task that ends when nobody can ask any more.
    pub(crate) async fn open(
        store: Store,
        clock: Clock,
        subscriptions: Subscriptions,
        notifier: Notifier,
        addressees: Addressees,
        moderation: Moderation,
        room: usize,
    ) -> anyhow::Result<(CommandQueue, tokio::task::JoinHandle<()>)> {
        let (inbox, asks) = mpsc::channel(WAITING);
        let cache = StreamCache::new(store.clone(), room);
        let queue =
            CommandQueue { inbox, store, cache, subscriptions, notifier, addressees, moderation };
        let writer = writer::Writer::new(&queue, clock).await?;
        Ok((queue, tokio::spawn(writer.work(asks))))
    }

    /// Has a command carried out. When this returns, what happened is on the disk.
    ///
    /// `once` is a word of the caller's: the same person's same word is carried out once, however often it is sent.
    ///
    /// # Errors
    /// The club's refusal, or that nothing could be written down.
    pub async fn act(
        &self,
        who: Who,
        once: Option<String>,
        command: Command,
    ) -> Result<Done, Error> {
        self.ask(Wish::Act { who, once, command, with: With::Nothing }).await
    }

    /// Makes a member, by [`Command::Join`] or [`Command::Register`], together with the hash of a password: a name never
    /// stands there that nobody can come in by.
    pub(crate) async fn act_with_password(
        &self,
        who: Who,
        command: Command,
        phc: String,
    ) -> Result<Done, Error> {
        let with = With::Password(phc);
        self.ask(Wish::Act { who, once: None, command, with }).await
    }

    /// Makes a member of somebody who wrote a mail, together with the address it came from. `once` is a word that no other
    /// mail has: the same mail makes one member, however often it comes.
    pub(crate) async fn join_by_mail(
        &self,
        once: Option<String>,
        command: Command,
        address: String,
    ) -> Result<Done, Error> {
        let with = With::Address(address);
        self.ask(Wish::Act { who: Who::Visitor, once, command, with }).await
    }

    /// Has no mails written to a member any more.
    pub(crate) fn write_no_more_to(&self, member: MemberId) {
        self.addressees.set(member, false);
    }

    /// Writes anew what is derived of a stream.
    pub(crate) async fn refresh(&self, key: Key) -> Result<(), Error> {
        self.ask(Wish::Refresh(key)).await.map(drop)
    }

    async fn ask(&self, wish: Wish) -> Result<Done, Error> {
        let begun = Instant::now();
        let (answer, answered) = oneshot::channel();
        match self.inbox.try_send(Ask { wish, answer }) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(_)) => return Err(Error::Busy),
            Err(mpsc::error::TrySendError::Closed(_)) => return Err(Error::NotDone),
        }
        let answer = answered.await.unwrap_or(Err(Error::NotDone));
        metrics::histogram!("crosscut_command_seconds").record(begun.elapsed());
        answer
    }

    /// Streams as they are on the disk, folded. What is not there is absent.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn look(&self, keys: &[Key]) -> Result<State, Error> {
        let mut state = State::default();
        self.cache.load(keys, &mut state).await?;
        Ok(state)
    }

    /// Brings more streams into a state.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn bring(&self, keys: &[Key], state: &mut State) -> Result<(), Error> {
        Ok(self.cache.load(keys, state).await?)
    }

    /// A match with its players, if `who` may see it.
    ///
    /// # Errors
    /// [`Error::Hidden`] if there is none, or not for them.
    pub async fn look_at(&self, id: MatchId, who: Who) -> Result<State, Error> {
        let mut state = self.look(&[Key::Match(id)]).await?;
        let it = state.match_with(id).filter(|it| it.visible_to(who)).ok_or(Error::Hidden)?;
        let players: Vec<Key> =
            it.seats.into_iter().filter_map(Player::member).map(Key::Member).collect();
        self.cache.load(&players, &mut state).await?;
        Ok(state)
    }

    /// The member with the name of this stream; none if they have left.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn named(&self, key: &Key) -> Result<Option<MemberId>, Error> {
        Ok(self.taken(key).await?.filter(|it| *it != redact::NOBODY))
    }

    /// Whether the name of this stream is that of somebody who has left.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn is_of_who_left(&self, key: &Key) -> Result<bool, Error> {
        Ok(self.taken(key).await? == Some(redact::NOBODY))
    }

    async fn taken(&self, key: &Key) -> Result<Option<MemberId>, Error> {
        let state = self.look(std::slice::from_ref(key)).await?;
        Ok(match key {
            Key::Name(name) => state.name(name),
            _ => None,
        })
    }

    /// The events of a stream after a version, as they are on the disk.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn events(&self, key: &Key, after: u64) -> Result<Vec<Numbered>, Error> {
        let rows = self.store.events(&key.to_string(), after.cast_signed()).await?;
        Ok(rows.iter().map(numbered).collect::<anyhow::Result<_>>()?)
    }

    /// The next events of a stream after a version: so many at most.
    pub(crate) async fn next_events(
        &self,
        key: &Key,
        after: u64,
        most: u32,
    ) -> Result<Vec<Numbered>, Error> {
        let after = after.cast_signed();
        let rows = self.store.next_events(&key.to_string(), after, most.into()).await?;
        Ok(rows.iter().map(numbered).collect::<anyhow::Result<_>>()?)
    }

    pub(crate) fn subscriptions(&self) -> &Subscriptions {
        &self.subscriptions
    }

    /// What members and the lobby are told as it happens.
    pub fn notifier(&self) -> &Notifier {
        &self.notifier
    }
}

/// An event as it is read, with the version it made.
fn numbered(row: &Row) -> anyhow::Result<Numbered> {
    Ok((row.version.cast_unsigned(), Arc::new(event(row)?)))
}
