use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::auth::accounts::Accounts;
use crate::auth::passkeys::Passkeys;
use crate::clock::Clock;
use crate::computer::Thinkers;
use crate::config::Config;
use crate::error::Error;
use crate::limits::capacity::Capacity;
use crate::limits::guests::Guests;
use crate::limits::queues::Queues;
use crate::limits::rates::{Limits, Whose};
use crate::limits::streams::Streams;
use crate::moderation::Moderation;
use crate::notify::notifier::{JobNotice, Notifier};
use crate::notify::subscriptions::Subscriptions;
use crate::post::Post;
use crate::puzzling::Puzzling;
use crate::read::documents::Documents;
use crate::read::presence::Presence;
use crate::read::queries::Queries;
use crate::store::CLOSED;
use crate::store::Store;
use crate::telemetry::Figures;
use crate::write::CommandQueue;

/// For how many milliseconds the result of a test write to the database is trusted.
const TRIED: i64 = 500;
/// How long a test write may take.
const PATIENCE: Duration = Duration::from_secs(3);

/// Everything the transports need, in one handle. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    config: Config,
    clock: Clock,
    store: Store,
    queue: CommandQueue,
    queries: Queries,
    accounts: Accounts,
    passkeys: Passkeys,
    limits: Arc<Limits>,
    queues: Queues,
    guests: Guests,
    moderation: Moderation,
    capacity: Capacity,
    streams: Streams,
    documents: Documents,
    thinkers: Thinkers,
    puzzling: Puzzling,
    presence: Presence,
    /// Held while a player is paired: two who look for each other at the same time must not both wait.
    pairing: tokio::sync::Mutex<()>,
    figures: Figures,
    /// When a write was last tested, and whether it succeeded.
    tried: tokio::sync::Mutex<Option<(i64, bool)>>,
    post: Option<Post>,
    /// The games, by name, that the operator has switched off.
    closed: RwLock<BTreeSet<String>>,
    /// Whether the server is running; when it stops, open streams end.
    stopping: tokio::sync::watch::Sender<bool>,
    /// How often all clocks have been checked.
    #[cfg(test)]
    clock_checks: std::sync::atomic::AtomicU64,
}

impl App {
    /// Opens the club on this database; also returns the writer's task, and the errands for the jobs.
    pub(crate) async fn open(
        config: Config,
        clock: Clock,
        store: Store,
    ) -> anyhow::Result<(App, JoinHandle<()>, UnboundedReceiver<JobNotice>)> {
        let figures = Figures::count()?;
        if config.limited {
            store.share_out();
        }
        let (notifier, errands) = Notifier::new();
        let (post, addressees) = Post::open(&config, &store).await?;
        let subscriptions = Subscriptions::default();
        let moderation = Moderation::open(&store, &clock).await?;
        let (queue, writer) = CommandQueue::open(
            store.clone(),
            clock.clone(),
            subscriptions,
            notifier,
            addressees,
            moderation.clone(),
            config.cache,
        )
        .await?;
        let limits = Arc::new(Limits::new(config.limited, clock.clone()));
        let passkeys = Passkeys::new(store.clone(), clock.clone(), &config)?;
        let accounts = Accounts::new(
            store.clone(),
            queue.clone(),
            clock.clone(),
            limits.clone(),
            moderation.clone(),
            &config,
        )?;
        let thinkers = Thinkers::begin(queue.clone(), &config)?;
        let closed = store.settings(CLOSED).await?.into_iter().map(|(name, _)| name).collect();
        let (store_too, clock_too) = (store.clone(), clock.clone());
        let app = App(Arc::new(Inner {
            queries: Queries::new(store.clone(), clock.clone()),
            presence: Presence::open(&store).await?,
            pairing: tokio::sync::Mutex::default(),
            config,
            clock,
            store,
            queue,
            accounts,
            passkeys,
            limits,
            queues: Queues::default(),
            guests: Guests::default(),
            moderation,
            capacity: Capacity::new(),
            streams: Streams::default(),
            documents: Documents::default(),
            puzzling: Puzzling::new(store_too, thinkers.clone(), clock_too),
            thinkers,
            figures,
            tried: tokio::sync::Mutex::default(),
            post,
            closed: RwLock::new(closed),
            stopping: tokio::sync::watch::Sender::new(false),
            #[cfg(test)]
            clock_checks: 0.into(),
        }));
        Ok((app, writer, errands))
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// The time of day.
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// The command queue, which carries out commands and reads streams.
    pub fn queue(&self) -> &CommandQueue {
        &self.0.queue
    }

    /// Queries of matches, challenges and members.
    pub fn queries(&self) -> &Queries {
        &self.0.queries
    }

    /// Signing in with passkeys.
    pub(crate) fn passkeys(&self) -> &Passkeys {
        &self.0.passkeys
    }

    /// Passwords and sessions.
    pub fn accounts(&self) -> &Accounts {
        &self.0.accounts
    }

    /// The bans, mutes and operators.
    pub(crate) fn moderation(&self) -> &Moderation {
        &self.0.moderation
    }

    /// The computer's threads.
    pub fn thinkers(&self) -> &Thinkers {
        &self.0.thinkers
    }

    /// Puzzles, and the members' results.
    pub(crate) fn puzzling(&self) -> &Puzzling {
        &self.0.puzzling
    }

    /// The members who are here.
    pub(crate) fn presence(&self) -> &Presence {
        &self.0.presence
    }

    /// The right to pair players, one caller at a time.
    pub(crate) async fn pairing(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.pairing.lock().await
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Whether the database can be written to, as tested within the last half second.
    pub(crate) async fn writes(&self) -> bool {
        let mut tried = self.0.tried.lock().await;
        let now = self.clock().ticks();
        if let Some((at, well)) = *tried
            && now - at < TRIED
        {
            return well;
        }
        let written = timeout(PATIENCE, self.store().try_to_write(self.clock().now())).await;
        let well = matches!(written, Ok(Ok(())));
        if !well {
            tracing::warn!("not ready: the database cannot be written to: {written:?}");
        }
        *tried = Some((self.clock().ticks(), well));
        well
    }

    /// The room for work in progress.
    pub(crate) fn capacity(&self) -> &Capacity {
        &self.0.capacity
    }

    /// The guests' open challenges, by network.
    pub(crate) fn guests(&self) -> &Guests {
        &self.0.guests
    }

    /// The cache of documents that take long to make.
    pub(crate) fn documents(&self) -> &Documents {
        &self.0.documents
    }

    /// The open event streams.
    pub(crate) fn streams(&self) -> &Streams {
        &self.0.streams
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.0.figures
    }

    /// The club's mail, if it has any.
    pub(crate) fn post(&self) -> Option<&Post> {
        self.0.post.as_ref()
    }

    /// Takes one change from a member's rate limit.
    ///
    /// # Errors
    /// The limit is used up.
    pub fn limit(&self, member: crosscut_club::MemberId) -> Result<(), Error> {
        self.0.limits.take(Whose::Member(member.0)).map_err(Error::TooOften)
    }

    /// The queues in which a member's actions are counted one after the other.
    pub(crate) fn queues(&self) -> &Queues {
        &self.0.queues
    }

    /// Whether the operator allows new matches of a game; matches in progress continue in any case.
    pub fn is_open(&self, game: &str) -> bool {
        !self.0.closed.read().unwrap_or_else(PoisonError::into_inner).contains(game)
    }

    /// Switches a game on or off for new matches.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) async fn set_open(&self, game: &str, open: bool) -> Result<(), Error> {
        let body = if open { None } else { Some("") };
        self.0.store.set(&format!("{CLOSED}{game}"), body).await?;
        let mut closed = self.0.closed.write().unwrap_or_else(PoisonError::into_inner);
        if open {
            closed.remove(game)
        } else {
            closed.insert(game.to_string())
        };
        Ok(())
    }

    /// Waits until the server stops, for responses without an end.
    pub(crate) async fn stopping(&self) {
        let mut stopping = self.0.stopping.subscribe();
        let _ = stopping.wait_for(|it| *it).await;
    }

    pub(crate) fn stop(&self) {
        self.0.stopping.send_replace(true);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.0.stopping.borrow()
    }

    /// How often all clocks have been checked.
    #[cfg(test)]
    pub(crate) fn clock_checks(&self) -> &std::sync::atomic::AtomicU64 {
        &self.0.clock_checks
    }
}
