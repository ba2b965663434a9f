//! The command queue and its single writer.
//!
//! **One writer.** Commands of all transports go to the *command queue*. Its writer takes all that are waiting, carries
//! them out one after the other (`club::act`) on a state of its own, writes the events and what lists show of them in *one
//! transaction*, and answers and notifies listeners only when that is on the disk. While it writes, the next commands
//! gather: the busier it is, the more of them share a transaction. If a transaction fails, the state is dropped; nobody was
//! notified, so nothing has to be undone. The commands are then tried one by one, since one that the database rejects must
//! not keep the others from being written. A second server on the same database is refused by a lock, and if the lock
//! fails, by the primary key (stream, version).
//!
//! **Done once.** A command may carry an idempotency key of its sender's. Its outcome is kept under that key in a table for
//! two days, in the same transaction: sent again, it gets the same answer. Turns are not kept there, since there are too
//! many: a match remembers the keys of its last commands, and a turn that names its ply cannot be played twice.
//!
//! **A name and its password come together.** The hash of a password goes to the command queue with the command that takes
//! the name, and is written in the same transaction. A member who leaves for good leaves behind a name that nobody can take
//! and that leads to nobody.

mod mails;
mod outcome;
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
use crate::notify::subscriptions::{Subscriptions, VersionedEvent};
use crate::read::cache::{StreamCache, event};
use crate::store::{EventRow, Store};

pub use outcome::CommandOutcome;
pub(crate) use writer::SNAPSHOT_EVERY;

/// How many commands may wait.
const WAITING: usize = 4096;

/// The way to the single writer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct CommandQueue {
    inbox: mpsc::Sender<QueuedRequest>,
    store: Store,
    cache: StreamCache,
    subscriptions: Subscriptions,
    notifier: Notifier,
    addressees: Addressees,
    moderation: Moderation,
}

/// What is stored together with the member a command makes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SignUpData {
    Nothing,
    /// The hash of a password.
    Password(String),
    /// The address they wrote from.
    Address(String),
}

/// A request to the writer.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "all but a few wishes are the large one")]
enum WriteRequest {
    /// To carry out a command.
    Act { who: Who, once: Option<String>, command: Command, with: SignUpData },
    /// Rewrites what is derived of a stream: its rows in lists, because a clock may run out at another time, and its
    /// snapshot.
    Refresh(Key),
}

/// A request, and where its answer goes.
#[derive(Debug)]
struct QueuedRequest {
    request: WriteRequest,
    answer: oneshot::Sender<Result<CommandOutcome, Error>>,
}

impl CommandQueue {
    /// Opens the command queue, with room for a number of streams in memory, and starts its writer's task, which ends when
    /// no sender is left.
    pub(crate) async fn open(
        store: Store,
        clock: Clock,
        subscriptions: Subscriptions,
        notifier: Notifier,
        addressees: Addressees,
        moderation: Moderation,
        capacity: usize,
    ) -> anyhow::Result<(CommandQueue, tokio::task::JoinHandle<()>)> {
        let (inbox, asks) = mpsc::channel(WAITING);
        let cache = StreamCache::new(store.clone(), capacity);
        let queue =
            CommandQueue { inbox, store, cache, subscriptions, notifier, addressees, moderation };
        let writer = writer::Writer::new(&queue, clock).await?;
        Ok((queue, tokio::spawn(writer.work(asks))))
    }

    /// Carries out a command. When this returns, the events are on the disk.
    ///
    /// `once` is an idempotency key: commands of the same person with the same key are carried out once, however often they
    /// are sent.
    ///
    /// # Errors
    /// The club's refusal, or that nothing could be written.
    pub async fn act(
        &self,
        who: Who,
        once: Option<String>,
        command: Command,
    ) -> Result<CommandOutcome, Error> {
        self.ask(WriteRequest::Act { who, once, command, with: SignUpData::Nothing }).await
    }

    /// Makes a member, by [`Command::Join`] or [`Command::Register`], together with the hash of a password, so that no name
    /// ever exists without a way to sign in.
    pub(crate) async fn act_with_password(
        &self,
        who: Who,
        command: Command,
        phc: String,
    ) -> Result<CommandOutcome, Error> {
        let with = SignUpData::Password(phc);
        self.ask(WriteRequest::Act { who, once: None, command, with }).await
    }

    /// Makes a member of the sender of a mail, together with its address. `once` is a key unique to the mail: one mail
    /// makes one member, however often it arrives.
    pub(crate) async fn join_by_mail(
        &self,
        once: Option<String>,
        command: Command,
        address: String,
    ) -> Result<CommandOutcome, Error> {
        let with = SignUpData::Address(address);
        self.ask(WriteRequest::Act { who: Who::Visitor, once, command, with }).await
    }

    /// Stops all mail to a member.
    pub(crate) fn write_no_more_to(&self, member: MemberId) {
        self.addressees.set(member, false);
    }

    /// Rewrites what is derived of a stream.
    pub(crate) async fn refresh(&self, key: Key) -> Result<(), Error> {
        self.ask(WriteRequest::Refresh(key)).await.map(drop)
    }

    async fn ask(&self, request: WriteRequest) -> Result<CommandOutcome, Error> {
        let begun = Instant::now();
        let (answer, answered) = oneshot::channel();
        match self.inbox.try_send(QueuedRequest { request, answer }) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(_)) => return Err(Error::Busy),
            Err(mpsc::error::TrySendError::Closed(_)) => return Err(Error::NotDone),
        }
        let answer = answered.await.unwrap_or(Err(Error::NotDone));
        metrics::histogram!("crosscut_command_seconds").record(begun.elapsed());
        answer
    }

    /// Streams as they are on the disk, folded. Those that do not exist are absent.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn look(&self, keys: &[Key]) -> Result<State, Error> {
        let mut state = State::default();
        self.cache.load(keys, &mut state).await?;
        Ok(state)
    }

    /// Loads more streams into a state.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn bring(&self, keys: &[Key], state: &mut State) -> Result<(), Error> {
        Ok(self.cache.load(keys, state).await?)
    }

    /// A match with its players, if `who` may see it.
    ///
    /// # Errors
    /// [`Error::Hidden`] if the match does not exist, or is not visible to them.
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

    /// Whether the name of this stream belonged to a member who has left.
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
    pub(crate) async fn events(&self, key: &Key, after: u64) -> Result<Vec<VersionedEvent>, Error> {
        let rows = self.store.events(&key.to_string(), after.cast_signed()).await?;
        Ok(rows.iter().map(numbered).collect::<anyhow::Result<_>>()?)
    }

    /// The next events of a stream after a version, at most `most`.
    pub(crate) async fn next_events(
        &self,
        key: &Key,
        after: u64,
        most: u32,
    ) -> Result<Vec<VersionedEvent>, Error> {
        let after = after.cast_signed();
        let rows = self.store.next_events(&key.to_string(), after, most.into()).await?;
        Ok(rows.iter().map(numbered).collect::<anyhow::Result<_>>()?)
    }

    pub(crate) fn subscriptions(&self) -> &Subscriptions {
        &self.subscriptions
    }

    /// Notifies members and the lobby of what happens.
    pub fn notifier(&self) -> &Notifier {
        &self.notifier
    }
}

/// A stored event, with its version.
fn numbered(row: &EventRow) -> anyhow::Result<VersionedEvent> {
    Ok((row.version.cast_unsigned(), Arc::new(event(row)?)))
}
