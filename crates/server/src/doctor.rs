//! Looks whether everything in a database is as it should be.

use std::collections::BTreeMap;

use anyhow::bail;
use crosscut_club::{Key, Match, State};
use crosscut_record::GameResult;

use crate::config::Config;
use crate::lines::{game, project};
use crate::office::Office;
use crate::shelf::event;
use crate::store::{Batch, OWNED, Row, Store, TallyLine};

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
    /// How many entries of lists did not say what the events say: of a member, a challenge or a match in one list.
    pub stale: u64,
    /// The same by list.
    pub lists: BTreeMap<&'static str, u64>,
    /// Whether these were written anew.
    pub repaired: bool,
    /// How rated matches went, by game: won by who moved first, by who moved second, by nobody.
    tallies: BTreeMap<String, [i64; 3]>,
}

/// Asks the database whether it is sound, folds every stream, plays every game through, and compares what lists show.
/// With `repair`, lists are written anew; no server may be running then.
///
/// # Errors
/// The database cannot be read.
pub async fn doctor(config: &Config, repair: bool) -> anyhow::Result<Findings> {
    let office = Office::open(config).await?;
    if !repair {
        office.store().must_be_current().await?;
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
    // What cannot be told to its end cannot be counted either.
    if findings.wrong.is_empty() {
        findings.tallies(store).await?;
    }
    findings.strays(store).await?;
    Ok(findings)
}

impl Findings {
    /// Looks at one stream.
    async fn stream(
        &mut self,
        store: &Store,
        rows: &[Row],
        anew: &mut Batch,
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
        if let Key::Match(id) = key {
            self.count(state.match_with(id));
        }
        let lists = stale(store, &key, &state).await?;
        for (list, of, id) in &lists {
            self.list(list);
            if self.repaired {
                store.forget_line(list, of, *id).await?;
            }
        }
        if !lists.is_empty() {
            project(&key, &State::default(), &state, anew)?;
        }
        Ok(())
    }

    /// Counts how a rated match went for who moved first.
    fn count(&mut self, it: Option<&Match>) {
        let Some((it, ending)) = it.and_then(|it| Some((it, it.ending?))) else { return };
        if !it.terms.rated {
            return;
        }
        let tally = self.tallies.entry(game(&it.terms).to_string()).or_default();
        match ending.result {
            GameResult::First => tally[0] += 1,
            GameResult::Second => tally[1] += 1,
            GameResult::Draw => tally[2] += 1,
            GameResult::Open => {}
        }
    }

    /// Compares what is counted with what was counted over again.
    async fn tallies(&mut self, store: &Store) -> anyhow::Result<()> {
        let mut anew = Batch::default();
        let mut should = std::mem::take(&mut self.tallies);
        for line in store.tallies().await? {
            let counted = should.remove(&line.game).unwrap_or_default();
            if counted == [line.first, line.second, line.drawn] {
                continue;
            }
            self.list("tally");
            if self.repaired && counted == [0; 3] {
                store.forget_tally(&line.game).await?;
            } else {
                anew.tallies.push(tally(line.game, counted));
            }
        }
        for (game, counted) in should.into_iter().filter(|it| it.1 != [0; 3]) {
            self.list("tally");
            anew.tallies.push(tally(game, counted));
        }
        if self.repaired {
            store.write(&anew).await?;
        }
        Ok(())
    }

    /// Looks for what lists say of members, challenges and matches that never were.
    async fn strays(&mut self, store: &Store) -> anyhow::Result<()> {
        for (kind, list, of) in OWNED {
            for id in store.strays(kind, list, of).await? {
                self.list(list);
                if self.repaired {
                    store.forget_line(list, of, id).await?;
                }
            }
        }
        Ok(())
    }

    fn list(&mut self, list: &'static str) {
        self.stale += 1;
        *self.lists.entry(list).or_default() += 1;
    }

    fn tell(&mut self, what: String) {
        if self.wrong.len() < TOLD {
            self.wrong.push(what);
        }
    }
}

fn tally(game: String, [first, second, drawn]: [i64; 3]) -> TallyLine {
    TallyLine { game, first, second, drawn }
}

/// The lists that do not show what the events of a stream say: the table, the column with the number, and the number.
async fn stale(
    store: &Store,
    key: &Key,
    state: &State,
) -> anyhow::Result<Vec<(&'static str, &'static str, i64)>> {
    let (mut should, empty) = (Batch::default(), State::default());
    project(key, &empty, state, &mut should)?;
    should.sittings.sort_by(|a, b| a.player.cmp(&b.player));
    let (id, shows) = match key {
        Key::Match(id) => {
            let id = id.0.cast_signed();
            let line = store.match_line(id).await?;
            let lines: Vec<_> = line.into_iter().collect();
            let shows = vec![
                ("match_line", "id", lines == should.matches),
                ("sitting", "id", store.sittings_in(id).await? == should.sittings),
                ("follower", "id", store.followers_of(id).await? == should.followers),
            ];
            (id, shows)
        }
        Key::Member(id) => {
            let id = id.0.cast_signed();
            let mut ratings = store.ratings_of(&[id]).await?;
            for lines in [&mut ratings, &mut should.ratings] {
                lines.sort_by(|a, b| (&a.game, &a.class).cmp(&(&b.game, &b.class)));
            }
            should.patrons.sort_by(|a, b| a.game.cmp(&b.game));
            let shows = vec![
                ("member_line", "id", store.members(&[id]).await? == should.members),
                ("rating_line", "member", ratings == should.ratings),
                ("patron", "member", store.patrons(Some(id)).await? == should.patrons),
            ];
            (id, shows)
        }
        Key::Challenge(id) => {
            let id = id.0.cast_signed();
            let line = store.challenge_line(id).await?;
            let lines: Vec<_> = line.into_iter().collect();
            (id, vec![("challenge_line", "id", lines == should.challenges)])
        }
        Key::Name(_) => return Ok(Vec::new()),
    };
    Ok(shows.into_iter().filter(|it| !it.2).map(|(list, of, _)| (list, of, id)).collect())
}
