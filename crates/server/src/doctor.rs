//! Looks whether everything in a database is as it should be.

use anyhow::bail;
use crosscut_club::{Key, Match, State};

use crate::config::Config;
use crate::lines::{
    challenge_line, followers, match_line, member_line, patrons, project, sittings,
};
use crate::office::Office;
use crate::shelf::event;
use crate::store::{Batch, Row, Store};

/// How many streams are read at once.
const AT_ONCE: i64 = 256;
/// How much that is wrong is told.
const TOLD: usize = 100;

/// What was looked at, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// How many members and guests there are.
    pub members: u64,
    /// How many challenges.
    pub challenges: u64,
    /// How many matches; each was played through by the rules of its game.
    pub matches: u64,
    /// How many events.
    pub events: u64,
    /// What is wrong, the first hundred of it.
    pub wrong: Vec<String>,
    /// How many entries of lists did not say what the events say.
    pub stale: u64,
    /// Whether these were written anew.
    pub repaired: bool,
}

/// Asks the database whether it is sound, folds every stream, plays every game through, and compares what lists show.
/// With `repair`, lists are written anew; no server may be running then.
///
/// # Errors
/// The database cannot be read.
pub async fn doctor(config: &Config, repair: bool) -> anyhow::Result<Findings> {
    let office = Office::open(config).await?;
    if !repair {
        return examine(office.store(), false).await;
    }
    office.store().close().await;
    let store = Store::open(&config.database).await?;
    let Some(_lock) = store.lock().await? else {
        bail!("a server runs on this database: stop it first");
    };
    examine(&store, true).await
}

pub(crate) async fn examine(store: &Store, repair: bool) -> anyhow::Result<Findings> {
    let mut findings =
        Findings { wrong: store.check().await?, repaired: repair, ..Findings::default() };
    let mut after = String::new();
    loop {
        let streams = store.streams_after(&after, AT_ONCE).await?;
        let Some(last) = streams.last().cloned() else { break };
        let rows = store.events_of(&streams).await?;
        let mut batch = Batch::default();
        for rows in rows.chunk_by(|a, b| a.stream == b.stream) {
            findings.stream(store, rows, &mut batch).await?;
        }
        if repair {
            store.write(&batch).await?;
        }
        after = last;
    }
    Ok(findings)
}

impl Findings {
    /// Looks at one stream.
    async fn stream(
        &mut self,
        store: &Store,
        rows: &[Row],
        stale: &mut Batch,
    ) -> anyhow::Result<()> {
        let Some(name) = rows.first().map(|row| &row.stream) else { return Ok(()) };
        let mut state = State::default();
        for (n, row) in (1..).zip(rows) {
            self.events += 1;
            if row.version != n {
                self.tell(format!("{name}: event {n} is missing"));
                return Ok(());
            }
            let applied = event(row).and_then(|event| Ok(state.apply(&event)?));
            if let Err(error) = applied {
                self.tell(format!("{error:#}"));
                return Ok(());
            }
        }
        let Ok(key) = name.parse::<Key>() else {
            self.tell(format!("{name} is not a stream"));
            return Ok(());
        };
        match key {
            Key::Member(_) => self.members += 1,
            Key::Challenge(_) => self.challenges += 1,
            Key::Match(_) => self.matches += 1,
            Key::Name(_) => {}
        }
        // Vacations decide about clocks.
        if let Key::Match(id) = key
            && let Some(it) =
                state.match_with(id).filter(|it| it.terms.pauses.vacation && it.runs())
        {
            let players: Vec<String> = it.members().map(|id| Key::Member(id).to_string()).collect();
            for row in store.events_of(&players).await? {
                state.apply(&event(&row)?)?;
            }
        }
        if !self.is_listed(store, &key, &state).await? {
            self.stale += 1;
            project(&key, &State::default(), &state, stale)?;
        }
        Ok(())
    }

    /// Whether lists show what the events say.
    async fn is_listed(&self, store: &Store, key: &Key, state: &State) -> anyhow::Result<bool> {
        Ok(match key {
            Key::Match(id) => {
                let Some(it) = state.match_with(*id) else { return Ok(true) };
                let line = match_line(it, state)?;
                store.match_line(line.id).await?.as_ref() == Some(&line)
                    && seats(store, it).await?
                    && lookers_on(store, it).await?
            }
            Key::Member(id) => match state.member(*id) {
                Some(it) => {
                    let line = member_line(it);
                    store.patrons(Some(line.id)).await? == patrons(it)
                        && store.members(&[line.id]).await? == [line]
                }
                None => true,
            },
            Key::Challenge(id) => match state.challenge(*id) {
                Some(it) => {
                    let line = challenge_line(it)?;
                    store.challenge_line(line.id).await?.as_ref() == Some(&line)
                }
                None => true,
            },
            Key::Name(_) => true,
        })
    }

    fn tell(&mut self, what: String) {
        if self.wrong.len() < TOLD {
            self.wrong.push(what);
        }
    }
}

async fn lookers_on(store: &Store, it: &Match) -> anyhow::Result<bool> {
    for line in followers(it) {
        if store.follower(line.member, line.id).await?.as_ref() != Some(&line) {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn seats(store: &Store, it: &Match) -> anyhow::Result<bool> {
    for sitting in sittings(it) {
        if store.sitting(&sitting.player, sitting.id).await?.as_ref() != Some(&sitting) {
            return Ok(false);
        }
    }
    Ok(true)
}
