//! What operators can view, with or without a running server.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use crosscut_catalog::GAMES;
use crosscut_club::{Key, MatchId, MemberId, Moment, Player, State, Who};
use crosscut_record::Record;

use crate::config::Config;
use crate::present::times::when;
use crate::private;
use crate::read::cache::StreamCache;
use crate::read::projection::MatchSummary;
use crate::read::queries::Queries;
use crate::store::CLOSED;
use crate::store::{AuditRow, Store, file_of, lock_file, unmistakable};

/// How many rows are read at a time.
const AT_ONCE: i64 = 256;

/// An operator's view of a database.
#[derive(Clone, Debug)]
pub struct OperatorView {
    store: Store,
    cache: StreamCache,
}

/// A member in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberEntry {
    /// The member's number.
    pub id: MemberId,
    /// The member's name.
    pub name: String,
    /// Whether this is a guest.
    pub guest: bool,
    /// When they joined.
    pub joined: Moment,
}

impl OperatorView {
    /// Opens an existing database.
    ///
    /// # Errors
    /// It does not exist, or is not ours.
    pub async fn open(config: &Config) -> anyhow::Result<OperatorView> {
        let store = Store::open_to_read(&config.database).await?;
        store.steps_done().await.context("this is not a database of crosscut")?;
        Ok(OperatorView { cache: StreamCache::new(store.clone(), 64), store })
    }

    /// The database itself.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The members whose names begin with `prefix`.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn members(&self, prefix: &str) -> anyhow::Result<Vec<MemberEntry>> {
        self.store.must_be_current().await?;
        let mut entries = Vec::new();
        loop {
            let after = entries.last().map_or(MemberId(0), |it: &MemberEntry| it.id);
            let rows = self.store.members_named(prefix, after, AT_ONCE).await?;
            if rows.is_empty() {
                return Ok(entries);
            }
            entries.extend(rows.into_iter().map(|row| MemberEntry {
                id: row.id,
                name: row.name,
                guest: row.guest,
                joined: row.joined,
            }));
        }
    }

    /// The games, and whether matches of them may begin.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn games(&self) -> anyhow::Result<Vec<(&'static str, bool)>> {
        let closed = self.store.settings(CLOSED).await?;
        let is_closed = |name: &str| closed.iter().any(|(it, _)| it == name);
        Ok(GAMES.iter().map(|game| game.card().name).map(|name| (name, !is_closed(name))).collect())
    }

    /// The numbers of the next matches after a number, of all or of one player; a few at a time.
    ///
    /// # Errors
    /// The database cannot be read, or no member has this name.
    pub async fn matches(&self, of: Option<&str>, after: u64) -> anyhow::Result<Vec<u64>> {
        let after = MatchId(after);
        let ids = match of {
            None => self.store.numbers(after, AT_ONCE).await?,
            Some(name) => {
                let player = Player::Member(self.named(name).await?);
                self.store.numbers_of(player, after, AT_ONCE).await?
            }
        };
        Ok(ids.into_iter().map(|it| it.0).collect())
    }

    /// The last actions of operators, at most `last`, each in one line: when, who, what, to whom, why.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn audit(&self, last: u32) -> anyhow::Result<Vec<String>> {
        let rows = self.store.audit(i64::MAX, last.into()).await?;
        let line = |it: &AuditRow| -> anyhow::Result<String> {
            let at = jiff::Timestamp::from_second(it.at.0 / 1000).unwrap_or_default();
            let line = format!("{at}  {}  {}  {}  {}", it.who, it.what, it.whom, it.why);
            Ok(line.trim_end().to_string())
        };
        rows.iter().rev().map(line).collect()
    }

    /// The bans and mutes, each in one line: which, who, until when, why.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn holds(&self) -> anyhow::Result<Vec<String>> {
        let mut lines = Vec::new();
        for it in self.store.holds().await? {
            let name = self.store.members(&[it.member]).await?.pop().map(|it| it.name);
            let name = name.unwrap_or_else(|| format!("member {}", it.member));
            let until = it
                .until
                .map_or("for good".to_string(), |until| format!("until {}", when(until, "UTC")));
            lines.push(
                format!("{}  {name}  {until}  {}", it.kind, it.reason).trim_end().to_string(),
            );
        }
        Ok(lines)
    }

    /// The networks that are blocked, each in one line with the reason.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn shut(&self) -> anyhow::Result<Vec<String>> {
        let shut = self.store.shut_networks().await?.into_iter();
        Ok(shut.map(|it| format!("{}  {}", it.network, it.reason).trim_end().to_string()).collect())
    }

    /// The remarks in a match, in order: who, and what.
    ///
    /// # Errors
    /// There is no such match.
    pub async fn remarks(&self, id: u64) -> anyhow::Result<Vec<(String, String)>> {
        let id = MatchId(id);
        let mut state = self.look(id).await?;
        let speakers = state.match_with(id).into_iter().flat_map(|it| &it.remarks);
        let speakers = speakers.filter_map(|it| match it.by {
            Who::Member(id) => Some(Key::Member(id)),
            _ => None,
        });
        let speakers: Vec<Key> = speakers.collect();
        self.cache.load(&speakers, &mut state).await?;
        let it = state.match_with(id).context("it was there a moment ago")?;
        let name = |who: Who| match who {
            Who::Member(id) => {
                state.member(id).map_or_else(|| who.to_string(), |it| it.name.clone())
            }
            other => other.to_string(),
        };
        Ok(it.remarks.iter().map(|it| (name(it.by), it.words.clone())).collect())
    }

    /// What lists show of matches, with the players' names, by number.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn summaries(&self, ids: &[u64]) -> anyhow::Result<Vec<(MatchSummary, [String; 2])>> {
        let ids: Vec<MatchId> = ids.iter().copied().map(MatchId).collect();
        let queries = Queries::new(self.store.clone(), crate::clock::Clock::default());
        let mut rows = self.store.bodies(&ids).await?;
        rows.sort_by_key(|it| it.0);
        let matches = queries.summaries(rows.into_iter().map(|it| it.1).collect())?;
        let names = queries.names_in(&matches).await?;
        let name = |player: Player| match player {
            Player::Computer(level) => format!("computer {level}"),
            Player::Member(id) => names.get(&id).map_or_else(String::new, |it| it.name.clone()),
        };
        let named = |it: MatchSummary| {
            let names = it.seats.map(name);
            (it, names)
        };
        Ok(matches.into_iter().map(named).collect())
    }

    /// The record of a match.
    ///
    /// # Errors
    /// There is no such match.
    pub async fn record(&self, id: u64) -> anyhow::Result<Record> {
        let id = MatchId(id);
        let state = self.look(id).await?;
        let it = state.match_with(id).context("it was there a moment ago")?;
        Ok(it.record(&state))
    }

    async fn look(&self, id: MatchId) -> anyhow::Result<State> {
        let mut state = State::default();
        self.cache.load(&[Key::Match(id)], &mut state).await?;
        let Some(it) = state.match_with(id) else { bail!("there is no match {id}") };
        let players: Vec<Key> = it.members().map(Key::Member).collect();
        self.cache.load(&players, &mut state).await?;
        Ok(state)
    }

    async fn named(&self, name: &str) -> anyhow::Result<MemberId> {
        let mut state = State::default();
        self.cache.load(&[Key::name(name)], &mut state).await?;
        state.name(name).with_context(|| format!("nobody is called '{name}'"))
    }
}

impl Store {
    /// Restores a backup as the database file, which must not exist.
    ///
    /// # Errors
    /// The backup is not one of ours, the database exists, or it is not a file.
    pub async fn restore(from: &Path, database: &str) -> anyhow::Result<()> {
        if database.contains("://") && !database.starts_with("sqlite:") {
            bail!("a PostgreSQL database is restored by its own tools: pg_restore");
        }
        let from = &unmistakable(from);
        // A link stays one: a server that still runs has the lock of the file that it leads to.
        let to = &followed(file_of(database)?);
        for name in ["", "-wal"] {
            let mut path = to.as_os_str().to_owned();
            path.push(name);
            if Path::new(&path).exists() {
                bail!("{} is there already: move it away first", Path::new(&path).display());
            }
        }
        let text = from.to_str().context("the file's name is not UTF-8")?;
        let backup = Store::open_to_read(text).await?;
        backup.steps_done().await.context("this is not a backup of crosscut")?;
        let wrong = backup.check(false).await?;
        backup.close().await;
        if let Some(first) = wrong.first() {
            bail!("the backup is damaged: {first}");
        }
        if let Some(folder) = to.parent() {
            private::make_folder(folder)?;
        }
        // If a server still used the moved file, its games would be lost.
        let Some(_lock) = lock_file(to)? else {
            bail!("a server still runs on {}, which was moved away: stop it first", to.display());
        };
        let mut part = to.as_os_str().to_owned();
        part.push(".part");
        let _ = std::fs::remove_file(&part);
        let mut whole = private::open(Path::new(&part))?;
        std::io::copy(&mut std::fs::File::open(from)?, &mut whole)?;
        whole.sync_all()?;
        Store::mark_as_restored(Path::new(&part)).await?;
        std::fs::File::open(&part)?.sync_all()?;
        std::fs::rename(&part, to)?;
        Ok(())
    }
}

/// Where a path leads through symbolic links, though the file at their end may be gone.
fn followed(mut path: PathBuf) -> PathBuf {
    // As many as Linux follows.
    for _ in 0..40 {
        let Ok(to) = std::fs::read_link(&path) else { break };
        path = path.parent().map_or_else(PathBuf::new, Path::to_path_buf).join(to);
    }
    path
}
