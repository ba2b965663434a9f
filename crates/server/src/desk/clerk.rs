use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crosscut_club::{
    ChallengeId, Command, Context, Event, Fact, Fresh, Key, MatchId, MemberId, Moment, Notice,
    Refusal, State, Tally, Who, needs, notices,
};
use crosscut_record::GameResult;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::mails::mails;
use super::{Ask, Desk, Done, Wish};
use crate::clock::Clock;
use crate::error::Error;
use crate::lines::{game, project};
use crate::shelf::row;
use crate::store::{Answer, Batch, PasswordLine, TallyLine};
use crate::token;

/// How many commands share a transaction at most.
const MOST: usize = 256;
/// How often a command may ask for more to be loaded; it needs two or three rounds.
const ROUNDS: usize = 16;

/// The one who writes.
#[derive(Debug)]
pub(super) struct Clerk {
    desk: Desk,
    clock: Clock,
    fresh: Fresh,
    tallies: HashMap<String, Tally>,
}

/// Who waits for an answer.
type Waiting = oneshot::Sender<Result<Done, Error>>;

/// A transaction in the making.
#[derive(Default)]
struct Draft {
    /// The streams as they were before, and as they are now.
    was: State,
    state: State,
    touched: BTreeSet<Key>,
    batch: Batch,
    events: Vec<(u64, Arc<Event>)>,
    notices: Vec<Notice>,
    replies: Vec<(Waiting, Result<Done, Error>)>,
    /// The answers of this draft, by who asked and under which key.
    answered: HashMap<String, Done>,
    tallies: HashMap<String, Tally>,
    /// Why this must not be written.
    broken: Option<anyhow::Error>,
}

impl Clerk {
    pub(super) async fn new(desk: &Desk, clock: Clock) -> anyhow::Result<Self> {
        let [member, challenge, game] =
            desk.store.last_numbers().await?.map(|it| it.cast_unsigned() + 1);
        let tallies = desk.store.tallies().await?.into_iter().map(|line| {
            let [first, second, drawn] =
                [line.first, line.second, line.drawn].map(i64::cast_unsigned);
            (line.game, Tally { first, second, drawn })
        });
        Ok(Clerk {
            // Without an inbox of its own: when all others are gone, nobody can ask any more.
            desk: Desk { inbox: mpsc::channel(1).0, ..desk.clone() },
            clock,
            fresh: Fresh {
                member_id: MemberId(member),
                challenge_id: ChallengeId(challenge),
                match_id: MatchId(game),
            },
            tallies: tallies.collect(),
        })
    }

    /// Works until nobody can ask any more.
    pub(super) async fn work(mut self, mut asks: mpsc::Receiver<Ask>) {
        let mut some = Vec::with_capacity(MOST);
        while asks.recv_many(&mut some, MOST).await > 0 {
            metrics::histogram!("crosscut_batch_commands").record(some.len() as f64);
            self.carry_out(std::mem::take(&mut some)).await;
        }
    }

    /// Carries out commands in one transaction. If the database will not have it, each gets one of its own, on what is on
    /// the disk now: one that cannot be written must not keep the others from it.
    async fn carry_out(&mut self, asks: Vec<Ask>) {
        let wishes: Vec<Wish> = asks.iter().map(|ask| ask.wish.clone()).collect();
        let Err(failed) = self.together(asks).await else { return };
        let mut refused = failed.refused;
        for (answer, wish) in failed.waiting.into_iter().zip(wishes) {
            if refused {
                let Err(failed) = self.together(vec![Ask { wish, answer }]).await else { continue };
                failed.waiting.into_iter().for_each(not_done);
                refused = failed.refused;
            } else {
                // Whether it was written nobody knows, or there is no database: trying again would be worse.
                not_done(answer);
            }
        }
    }

    /// Carries out commands in one transaction and answers them; or nothing was done.
    async fn together(&mut self, asks: Vec<Ask>) -> Result<(), Failed> {
        let now = Moment(self.clock.now());
        let mut draft = Draft { tallies: self.tallies.clone(), ..Draft::default() };
        if let Err(error) = self.prepare(&asks, now, &mut draft).await {
            tracing::error!("nothing can be loaded: {error:#}");
            let refused = !is_out_of_reach(&error);
            return Err(Failed {
                waiting: asks.into_iter().map(|ask| ask.answer).collect(),
                refused,
            });
        }
        for ask in asks {
            let done = match &ask.wish {
                Wish::Refresh(id) => draft.refresh(&self.desk, *id).await,
                Wish::Act { who, once, command, password } => {
                    let done = self.act(*who, once.as_deref(), command, now, &mut draft).await;
                    if let (Ok(done), Some(phc)) = (&done, password) {
                        draft.batch.passwords.extend(done.named().map(|member| PasswordLine {
                            member: member.0.cast_signed(),
                            phc: phc.clone(),
                            at: now.0,
                        }));
                    }
                    done
                }
            };
            draft.replies.push((ask.answer, done));
        }
        if let Err(error) = self.write(&mut draft).await {
            tracing::error!("a transaction failed: {error:#}");
            self.desk.shelf.drop(draft.touched.into_iter());
            let waiting = draft.replies.into_iter().map(|(answer, _)| answer).collect();
            return Err(Failed { waiting, refused: !is_out_of_reach(&error) });
        }
        self.announce(draft);
        Ok(())
    }

    async fn write(&self, draft: &mut Draft) -> anyhow::Result<()> {
        if let Some(error) = draft.broken.take() {
            return Err(error);
        }
        draft.finish(&self.desk, &self.tallies).await?;
        // What is told is as old as what it tells of.
        let now = draft.events.iter().map(|(_, event)| event.at).min();
        let now = now.unwrap_or(Moment(self.clock.now()));
        draft.batch.mails = mails(&draft.notices, &draft.state, &self.desk.addressees, now)?;
        if draft.touched.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        let written = self.desk.store.write(&draft.batch).await;
        metrics::histogram!("crosscut_commit_seconds").record(begun.elapsed());
        Ok(written?)
    }

    /// Brings what the commands need, as far as that can be told beforehand, and the answers already given.
    async fn prepare(&self, asks: &[Ask], now: Moment, draft: &mut Draft) -> anyhow::Result<()> {
        let mut keys = BTreeSet::new();
        let mut asked = Vec::new();
        for ask in asks {
            match &ask.wish {
                Wish::Refresh(id) => drop(keys.insert(Key::Match(*id))),
                Wish::Act { who, once, command, .. } => {
                    let context = self.context(*who, once.as_deref(), command, now)?;
                    keys.extend(needs(&draft.state, &context, command));
                    asked.extend(kept(*who, once.as_deref(), command));
                }
            }
        }
        let keys: Vec<Key> = keys.into_iter().collect();
        draft.load(&self.desk, &keys).await?;
        for answer in self.desk.store.answers(&asked).await? {
            draft.answered.insert(answer.asked, serde_json::from_str(&answer.body)?);
        }
        Ok(())
    }

    /// Carries out one command on the draft.
    async fn act(
        &mut self,
        who: Who,
        once: Option<&str>,
        command: &Command,
        now: Moment,
        draft: &mut Draft,
    ) -> Result<Done, Error> {
        let asked = kept(who, once, command);
        if let Some(done) = asked.as_ref().and_then(|asked| draft.answered.get(asked)) {
            return Ok(done.clone());
        }
        let context = self.context(who, once, command, now)?;
        let events = 'judged: {
            for _ in 0..ROUNDS {
                let missing = needs(&draft.state, &context, command);
                if !missing.is_empty() {
                    draft.load(&self.desk, &missing).await?;
                    continue;
                }
                match crosscut_club::act(&draft.state, &context, command) {
                    Ok(events) => break 'judged events,
                    Err(Refusal::NotLoaded(keys)) => draft.load(&self.desk, &keys).await?,
                    Err(refusal) => {
                        metrics::counter!("crosscut_commands_total", "done" => "no").increment(1);
                        return Err(refusal.into());
                    }
                }
            }
            return Err(anyhow::anyhow!("{command:?} asks for ever more").into());
        };
        metrics::counter!("crosscut_commands_total", "done" => "yes").increment(1);
        let mut done = Done::default();
        for event in events {
            self.number(&event.key);
            match draft.add(event) {
                Ok(numbered) => done.events.push(numbered),
                // A part of what happened must not be written.
                Err(error) => {
                    draft.broken = Some(error);
                    return Err(Error::NotDone);
                }
            }
        }
        draft.events.extend(done.events.iter().cloned());
        if let Some(asked) = asked.filter(|_| !done.events.is_empty()) {
            let body = serde_json::to_string(&done).map_err(anyhow::Error::from)?;
            draft.batch.answers.push(Answer { asked: asked.clone(), at: now.0, body });
            draft.answered.insert(asked, done.clone());
        }
        Ok(done)
    }

    fn context(
        &self,
        who: Who,
        once: Option<&str>,
        command: &Command,
        now: Moment,
    ) -> anyhow::Result<Context> {
        let terms = match command {
            Command::Challenge { terms, .. }
            | Command::PlayComputer { terms, .. }
            | Command::Pair { terms, .. } => Some(terms),
            _ => None,
        };
        let tally = terms.and_then(|terms| self.tallies.get(game(terms)));
        Ok(Context {
            who,
            now,
            seed: token::number()?.cast_unsigned(),
            fresh: self.fresh,
            once: once.map(str::to_string),
            advantage: tally.copied().unwrap_or_default().advantage(),
        })
    }

    /// Takes note that a number is in use. It stays so even if the draft fails.
    fn number(&mut self, key: &Key) {
        let fresh = &mut self.fresh;
        let (number, used) = match key {
            Key::Member(id) => (&mut fresh.member_id.0, id.0),
            Key::Challenge(id) => (&mut fresh.challenge_id.0, id.0),
            Key::Match(id) => (&mut fresh.match_id.0, id.0),
            Key::Name(_) => return,
        };
        *number = (*number).max(used + 1);
    }

    /// What was done is on the disk: lets everyone know.
    fn announce(&mut self, draft: Draft) {
        self.tallies = draft.tallies;
        self.desk.shelf.put(draft.touched.iter(), &draft.state);
        metrics::counter!("crosscut_events_total").increment(draft.events.len() as u64);
        let mut by_key: HashMap<&Key, Vec<_>> = HashMap::new();
        for (version, event) in &draft.events {
            by_key.entry(&event.key).or_default().push((*version, event.clone()));
        }
        for (key, events) in by_key {
            self.desk.hub.publish(key, &events);
        }
        for (answer, done) in draft.replies {
            // Who asked may have gone away.
            let _ = answer.send(done);
        }
        for notice in draft.notices {
            self.desk.wires.tell(notice);
        }
        if !draft.batch.mails.is_empty() {
            self.desk.addressees.wake();
        }
    }
}

/// Commands of which nothing was done.
struct Failed {
    /// Who waits for an answer, in order.
    waiting: Vec<Waiting>,
    /// Whether the database said no, and has certainly written nothing.
    refused: bool,
}

/// Whether the database cannot be reached, or was lost while it wrote.
fn is_out_of_reach(error: &anyhow::Error) -> bool {
    let error = error.chain().find_map(|cause| cause.downcast_ref::<sqlx::Error>());
    error.is_some_and(|error| !matches!(error, sqlx::Error::Database(_)))
}

fn not_done(answer: Waiting) {
    // Who asked may have gone away.
    let _ = answer.send(Err(Error::NotDone));
}

/// Under what the answer to a command is kept: who asked, and their word. A match remembers the words itself, and a
/// visitor is nobody in particular.
fn kept(who: Who, once: Option<&str>, command: &Command) -> Option<String> {
    let once = once.filter(|_| who != Who::Visitor)?;
    let makes = matches!(
        command,
        Command::Challenge { .. }
            | Command::AcceptChallenge { .. }
            | Command::PlayComputer { .. }
            | Command::Pair { .. }
    );
    makes.then(|| format!("{who} {once}"))
}

impl Draft {
    /// Brings streams in, as they are on the disk. What the draft knows already it knows better.
    async fn load(&mut self, desk: &Desk, keys: &[Key]) -> anyhow::Result<()> {
        desk.shelf.load(keys, &mut self.was).await?;
        for key in keys {
            self.state.share(&self.was, key);
        }
        Ok(())
    }

    /// Adds an event to what happens.
    fn add(&mut self, event: Event) -> anyhow::Result<(u64, Arc<Event>)> {
        self.state.apply(&event)?;
        let version = self.state.version(&event.key);
        self.batch.events.push(row(&event, version)?);
        self.notices.extend(notices(&event, &self.state));
        self.count(&event);
        self.touched.insert(event.key.clone());
        Ok((version, Arc::new(event)))
    }

    /// Has a match written anew, if there is one.
    async fn refresh(&mut self, desk: &Desk, id: MatchId) -> Result<Done, Error> {
        let key = Key::Match(id);
        if !self.state.knows(&key) {
            self.load(desk, std::slice::from_ref(&key)).await?;
        }
        if self.state.match_with(id).is_some() {
            self.touched.insert(key);
        }
        Ok(Done::default())
    }

    /// The members whose vacations decide when clocks run out, and who are not loaded.
    fn vacationers(&self) -> Vec<Key> {
        let matches = self.touched.iter().filter_map(|key| match key {
            Key::Match(id) => self.state.match_with(*id),
            _ => None,
        });
        matches
            .filter(|it| it.terms.pauses.vacation)
            .flat_map(|it| it.members())
            .map(Key::Member)
            .filter(|key| !self.state.knows(key))
            .collect()
    }

    /// Counts a match that ended by who moved first.
    fn count(&mut self, event: &Event) {
        let (Key::Match(id), Fact::Ended { result, .. }) = (&event.key, &event.fact) else {
            return;
        };
        let Some(it) = self.state.match_with(*id) else { return };
        if !it.terms.rated {
            return;
        }
        let tally = self.tallies.entry(game(&it.terms).to_string()).or_default();
        match result {
            GameResult::First => tally.first += 1,
            GameResult::Second => tally.second += 1,
            GameResult::Draw => tally.drawn += 1,
            GameResult::Open => {}
        }
    }

    /// Adds what lists show.
    async fn finish(&mut self, desk: &Desk, old: &HashMap<String, Tally>) -> anyhow::Result<()> {
        self.load(desk, &self.vacationers()).await?;
        for key in &self.touched {
            project(key, &self.was, &self.state, &mut self.batch)?;
        }
        for (game, tally) in &self.tallies {
            if old.get(game) != Some(tally) {
                self.batch.tallies.push(TallyLine {
                    game: game.clone(),
                    first: tally.first.cast_signed(),
                    second: tally.second.cast_signed(),
                    drawn: tally.drawn.cast_signed(),
                });
            }
        }
        Ok(())
    }
}
