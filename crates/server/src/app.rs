use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::Router;
use crosscut_catalog::Spec;
use crosscut_club::{Aim, Command, Key, MatchId, MemberId, Offer};
use tokio::time::timeout;

use crate::accounts::Accounts;
use crate::admin::CLOSED;
use crate::bounds;
use crate::clock::Clock;
use crate::config::Config;
use crate::desk::{Desk, Done};
use crate::documents::Documents;
use crate::doors;
use crate::doors::mail::Post;
use crate::error::Error;
use crate::hub::Hub;
use crate::jobs::{self, Jobs, Thinkers};
use crate::limits::{Limits, Whose};
use crate::lists::Lists;
use crate::moderation::{Moderation, spoken_at};
use crate::news::Wires;
use crate::passkeys::Passkeys;
use crate::person::Person;
use crate::presence::Presence;
use crate::puzzling::Puzzling;
use crate::room::Room;
use crate::store::Store;
use crate::streams::Streams;
use crate::telemetry::Figures;

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
    desk: Desk,
    lists: Lists,
    accounts: Accounts,
    passkeys: Passkeys,
    limits: Arc<Limits>,
    queues: bounds::Queues,
    guests: bounds::Guests,
    moderation: Moderation,
    room: Room,
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

/// What runs beside the doors, to be waited for at the end.
#[derive(Debug)]
pub(crate) struct Works {
    pub(crate) clerk: tokio::task::JoinHandle<()>,
    pub(crate) jobs: Jobs,
}

impl Works {
    /// Ends everything: first what asks, then the one who writes, then the database.
    pub(crate) async fn end(self, app: App) {
        app.stop();
        app.thinkers().end();
        self.jobs.end().await;
        let store = app.store().clone();
        // What comes after this moment is downtime.
        if let Err(error) = jobs::note_alive(&store, app.clock().now()).await {
            tracing::error!("that the server was alive cannot be noted: {error}");
        }
        // The one who writes works until nobody can ask any more; a door may still be at it.
        drop(app);
        let _ = tokio::time::timeout(std::time::Duration::from_secs(5), self.clerk).await;
        store.close().await;
    }
}

impl App {
    /// Everything a door needs, on this database, and what runs beside it.
    pub(crate) async fn open(
        config: Config,
        clock: Clock,
        store: Store,
    ) -> anyhow::Result<(App, Works)> {
        let figures = Figures::count()?;
        if config.limited {
            store.share_out();
        }
        let (wires, errands) = Wires::new();
        let (post, addressees) = Post::open(&config, &store).await?;
        let hub = Hub::default();
        let moderation = Moderation::open(&store, &clock).await?;
        let (desk, clerk) = Desk::open(
            store.clone(),
            clock.clone(),
            hub,
            wires,
            addressees,
            moderation.clone(),
            config.cache,
        )
        .await?;
        let limits = Arc::new(Limits::new(config.limited, clock.clone()));
        let passkeys = Passkeys::new(store.clone(), clock.clone(), &config)?;
        let accounts = Accounts::new(
            store.clone(),
            desk.clone(),
            clock.clone(),
            limits.clone(),
            moderation.clone(),
            &config,
        )?;
        let thinkers = Thinkers::begin(desk.clone(), &config)?;
        let closed = store.settings(CLOSED).await?.into_iter().map(|(name, _)| name).collect();
        let (store_too, clock_too) = (store.clone(), clock.clone());
        let app = App(Arc::new(Inner {
            lists: Lists::new(store.clone(), clock.clone()),
            presence: Presence::open(&store).await?,
            pairing: tokio::sync::Mutex::default(),
            config,
            clock,
            store,
            desk,
            accounts,
            passkeys,
            limits,
            queues: bounds::Queues::default(),
            guests: bounds::Guests::default(),
            moderation,
            room: Room::new(),
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
        let jobs = Jobs::begin(app.clone(), errands);
        Ok((app, Works { clerk, jobs }))
    }

    /// All doors, with their guards.
    pub(crate) fn router(&self) -> Router {
        doors::open(self)
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
    pub fn desk(&self) -> &Desk {
        &self.0.desk
    }

    /// Lists of matches, challenges and members.
    pub fn lists(&self) -> &Lists {
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
    pub(crate) fn room(&self) -> &Room {
        &self.0.room
    }

    /// What guests look for, by network.
    pub(crate) fn guests(&self) -> &bounds::Guests {
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

    /// Has a person's command carried out, if they do not ask too often and the game is open.
    ///
    /// # Errors
    /// The refusal, or that nothing could be written down.
    pub async fn act(
        &self,
        person: &Person,
        once: Option<String>,
        command: Command,
    ) -> Result<Done, Error> {
        if person.lost {
            return Err(Error::UnknownToken);
        }
        if let Some(member) = person.member {
            self.limit(member)?;
        }
        if once.as_ref().is_some_and(|it| !it.bytes().all(|byte| byte.is_ascii_graphic())) {
            let why = "the word that makes a command be done once is of visible ASCII characters";
            return Err(Error::Unclear(why.to_string()));
        }
        self.moderation().check(person, &command)?;
        self.speaks_to_who_hears(person, &command).await?;
        self.challenges_who_can_come(person, &command).await?;
        self.begins_what_is_open(&command).await?;
        // Until it is done: who asks at once is counted one after the other.
        let _turn = self.0.queues.of(person, &command).await;
        let _alone = self.0.guests.alone(person, &command).await;
        let spent = bounds::check(self, person, &command).await?;
        let challenge = matches!(command, Command::Challenge { to: Aim::Open, .. });
        let blocked = if let Command::Block { member } = command { Some(member) } else { None };
        let done = self.desk().act(person.who, once, command).await;
        if let (Some(blocked), Some(me), Ok(_)) = (blocked, person.member, &done) {
            self.decline_all_of(person, me, blocked).await;
        }
        if challenge && let Ok(done) = &done {
            self.0.guests.note(self, person, done).await;
        }
        if done.as_ref().map_or(true, |done| done.events.is_empty()) {
            spent.into_iter().for_each(|it| self.limits().give_back(it));
        }
        done
    }

    /// Declines what somebody has challenged a member to who has nothing to do with them any more. If that fails, they are
    /// blocked all the same, and what waits cannot be accepted.
    async fn decline_all_of(&self, person: &Person, me: MemberId, blocked: MemberId) {
        let declined = async {
            let mut asks = self.lists().challenges_of(me).await?;
            asks.retain(|it| it.by == blocked && it.to == Aim::Member(me));
            for ask in asks {
                let decline = Command::DeclineChallenge { id: ask.id };
                match self.desk().act(person.who, None, decline).await {
                    // Whoever made it was quicker.
                    Ok(_) | Err(Error::Refused(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok::<(), Error>(())
        };
        if let Err(error) = declined.await {
            tracing::error!(
                "challenges of {blocked} to {me}, who has blocked them, still wait: {error}"
            );
        }
    }

    /// Refuses words at the match of somebody who has blocked whoever says them: players read what is said by those who watch
    /// when the match is over.
    async fn speaks_to_who_hears(&self, person: &Person, command: &Command) -> Result<(), Error> {
        let Some((me, id)) = person.member.zip(spoken_at(command)) else { return Ok(()) };
        let club = match self.desk().look_at(id, person.who).await {
            Ok(club) => club,
            // What is hidden is refused where it is judged.
            Err(Error::Hidden) => return Ok(()),
            Err(error) => return Err(error),
        };
        let players = club.match_with(id).map_or_else(Vec::new, |it| it.seats.to_vec());
        let mut others = players.iter().filter_map(|it| club.member(it.member()?));
        match others.find(|it| it.blocked.contains(&me)) {
            Some(it) => Err(Error::Barred(format!("{} does not want to hear from you", it.name))),
            None => Ok(()),
        }
    }

    /// Refuses to challenge a member who is banned, to a rematch too.
    async fn challenges_who_can_come(
        &self,
        person: &Person,
        command: &Command,
    ) -> Result<(), Error> {
        let other = match command {
            Command::Challenge { to: Aim::Member(other), .. } => Some(*other),
            _ => match rematch(command) {
                Some(id) => {
                    let state = self.desk().look(&[Key::Match(id)]).await?;
                    state.match_with(id).and_then(|it| {
                        let seat = it.seat_of(person.who)?;
                        it.opponent(seat).member()
                    })
                }
                None => None,
            },
        };
        match other.filter(|it| self.moderation().is_banned(*it)) {
            Some(other) => {
                let name = self.accounts().name_of(other).await?;
                Err(Error::Barred(format!("{name} cannot play here at the moment")))
            }
            None => Ok(()),
        }
    }

    /// Refuses an operator a further passkey where they have not come in by one: else the password alone would open their page.
    ///
    /// # Errors
    /// They have come in by a password, under https.
    pub(crate) fn may_add_passkey(&self, person: &Person, id: MemberId) -> Result<(), Error> {
        if self.config().is_https() && self.moderation().is_operator(id) && !person.by_passkey {
            return Err(Error::Barred(
                "an operator adds a passkey where they have signed in with one; for the first, whoever runs the server \
                 takes the role away until it is there (crosscut user role NAME member)"
                    .to_string(),
            ));
        }
        Ok(())
    }

    /// Refuses what would begin a match of a game that the operator has switched off.
    ///
    /// # Errors
    /// It would, or the database cannot be read.
    pub(crate) async fn begins_what_is_open(&self, command: &Command) -> Result<(), Error> {
        let terms = match command {
            Command::Challenge { terms, .. } | Command::PlayComputer { terms, .. } => {
                Some(terms.clone())
            }
            Command::AcceptChallenge { id, .. } => {
                let state = self.desk().look(&[Key::Challenge(*id)]).await?;
                state.challenge(*id).map(|it| it.terms.clone())
            }
            _ => match rematch(command) {
                Some(id) => {
                    let state = self.desk().look(&[Key::Match(id)]).await?;
                    state.match_with(id).map(|it| it.terms.clone())
                }
                None => None,
            },
        };
        if let Some(terms) = terms
            && let Ok(spec) = terms.game.parse::<Spec>()
            && !self.is_open(spec.card().name)
        {
            return Err(Error::Closed(spec.card().title));
        }
        Ok(())
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

/// The match that somebody wants to play again by this command.
pub(crate) fn rematch(command: &Command) -> Option<MatchId> {
    match command {
        Command::Offer { id, offer: Offer::Rematch }
        | Command::Accept { id, offer: Offer::Rematch } => Some(*id),
        _ => None,
    }
}
