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
use crate::notify::notifier::{Errand, Notifier};
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

/// For how many milliseconds one believes that the database can be written to.
const TRIED: i64 = 500;
/// How long that may take to be found out.
const PATIENCE: Duration = Duration::from_secs(3);

/// What every door has at hand. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    config: Config,
    clock: Clock,
    store: Store,
    queue: CommandQueue,
    lists: Queries,
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
    /// Held while somebody is paired: two who look for each other at once must not both wait.
    pairing: tokio::sync::Mutex<()>,
    figures: Figures,
    /// When it was last tried to write, and whether that went well.
    tried: tokio::sync::Mutex<Option<(i64, bool)>>,
    post: Option<Post>,
    /// The games, by name, that the operator has switched off.
    closed: RwLock<BTreeSet<String>>,
    /// Whether the server goes on; when it stops, open streams end.
    stopping: tokio::sync::watch::Sender<bool>,
}

impl App {
    /// Everything that is asked for, on this database; the one who writes, and what it tells the jobs.
    pub(crate) async fn open(
        config: Config,
        clock: Clock,
        store: Store,
    ) -> anyhow::Result<(App, JoinHandle<()>, UnboundedReceiver<Errand>)> {
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
            lists: Queries::new(store.clone(), clock.clone()),
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
        }));
        Ok((app, writer, errands))
    }

    /// What is set.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// The time of day.
    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// Where commands are carried out, and things are looked at.
    pub fn queue(&self) -> &CommandQueue {
        &self.0.queue
    }

    /// Queries of matches, challenges and members.
    pub fn queries(&self) -> &Queries {
        &self.0.lists
    }

    /// Signing in with keys.
    pub(crate) fn passkeys(&self) -> &Passkeys {
        &self.0.passkeys
    }

    /// Passwords and sessions.
    pub fn accounts(&self) -> &Accounts {
        &self.0.accounts
    }

    /// Who is banned or muted, and who operates.
    pub(crate) fn moderation(&self) -> &Moderation {
        &self.0.moderation
    }

    /// Where the computer thinks.
    pub fn thinkers(&self) -> &Thinkers {
        &self.0.thinkers
    }

    /// Puzzles, and what members did with them.
    pub(crate) fn puzzling(&self) -> &Puzzling {
        &self.0.puzzling
    }

    /// Who is here.
    pub(crate) fn presence(&self) -> &Presence {
        &self.0.presence
    }

    /// The right to pair somebody, one at a time.
    pub(crate) async fn pairing(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.0.pairing.lock().await
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Whether the database can be written to, as it was found out within the last second.
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

    /// Where there is room for what is asked.
    pub(crate) fn capacity(&self) -> &Capacity {
        &self.0.capacity
    }

    /// What guests look for, by network.
    pub(crate) fn guests(&self) -> &Guests {
        &self.0.guests
    }

    /// Documents that take long to make.
    pub(crate) fn documents(&self) -> &Documents {
        &self.0.documents
    }

    /// The streams of events that are open.
    pub(crate) fn streams(&self) -> &Streams {
        &self.0.streams
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.0.figures
    }

    /// The club's mail, if there is any.
    pub(crate) fn post(&self) -> Option<&Post> {
        self.0.post.as_ref()
    }

    /// Takes one from what a member may do in a while.
    ///
    /// # Errors
    /// It is done too often.
    pub fn limit(&self, member: crosscut_club::MemberId) -> Result<(), Error> {
        self.0.limits.take(Whose::Member(member.0)).map_err(Error::TooOften)
    }

    /// In which somebody's deeds are counted one after the other.
    pub(crate) fn queues(&self) -> &Queues {
        &self.0.queues
    }

    /// Whether the operator lets a game be begun; matches that have begun go on.
    pub fn is_open(&self, game: &str) -> bool {
        !self.0.closed.read().unwrap_or_else(PoisonError::into_inner).contains(game)
    }

    /// Opens or closes a game.
    ///
    /// # Errors
    /// It cannot be written down.
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

    /// Waits until the server stops: for what is open without an end.
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
}
