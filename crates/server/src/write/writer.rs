use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crosscut_club::{
    Aim, ChallengeId, Command, Context, Event, Fact, Follow, Fresh, GameFollowers, Key, MatchId,
    MemberId, Moment, Notice, Player, Refusal, State, Tally, Who, needs, notices,
};
use crosscut_record::GameResult;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::mails::mails;
use super::{CommandOutcome, CommandQueue, QueuedRequest, SignUpData, WriteRequest};
use crate::clock::Clock;
use crate::error::Error;
use crate::read::cache::row;
use crate::read::projection::{game, project};
use crate::store::{
    AnswerRow, Batch, NewAddressRow, PasswordRow, SnapshotRow, Store, TallyRow, is_of_the_disk,
};
use crate::token;

/// The most commands that share a transaction.
const MOST: usize = 256;
/// A stream gets a snapshot after this many events, so that at most this many are folded, however long it is.
pub(crate) const SNAPSHOT_EVERY: u64 = 256;
/// How often a command may ask for more to be loaded; it needs two or three rounds.
const ROUNDS: usize = 16;

/// The single writer.
#[derive(Debug)]
pub(super) struct Writer {
    queue: CommandQueue,
    clock: Clock,
    fresh: Fresh,
    tallies: HashMap<String, Tally>,
    game_followers: Arc<GameFollowers>,
    /// A transaction whose outcome is unknown.
    in_doubt: Option<UncertainWrite>,
}

/// What must be checked after a transaction that may have been written without notice to anybody.
#[derive(Debug)]
struct UncertainWrite {
    /// The streams, each with its version before the transaction.
    versions: Vec<(Key, u64)>,
    notices: Vec<Notice>,
}

/// A caller waiting for the answer.
type ReplySender = oneshot::Sender<Result<CommandOutcome, Error>>;

/// A transaction in the making.
#[derive(Default)]
struct PendingTransaction {
    /// The streams as they were before, and as they are now.
    was: State,
    state: State,
    touched: BTreeSet<Key>,
    batch: Batch,
    events: Vec<(u64, Arc<Event>)>,
    notices: Vec<Notice>,
    replies: Vec<(ReplySender, Result<CommandOutcome, Error>)>,
    /// The answers in this draft, by who asked and the key they gave.
    answered: HashMap<String, CommandOutcome>,
    tallies: HashMap<String, Tally>,
    game_followers: Arc<GameFollowers>,
    /// The error that keeps this from being written.
    broken: Option<anyhow::Error>,
}

impl Writer {
    pub(super) async fn new(queue: &CommandQueue, clock: Clock) -> anyhow::Result<Self> {
        let (member, challenge, game) = queue.store.last_numbers().await?;
        let (tallies, game_followers) = counted(&queue.store).await?;
        Ok(Writer {
            // Without an inbox of its own: when all other senders are gone, nobody can ask any more.
            queue: CommandQueue { inbox: mpsc::channel(1).0, ..queue.clone() },
            clock,
            fresh: Fresh {
                member_id: MemberId(member.0 + 1),
                challenge_id: ChallengeId(challenge.0 + 1),
                match_id: MatchId(game.0 + 1),
            },
            tallies,
            game_followers: Arc::new(game_followers),
            in_doubt: None,
        })
    }

    /// Works until no sender is left.
    pub(super) async fn work(mut self, mut asks: mpsc::Receiver<QueuedRequest>) {
        let mut some = Vec::with_capacity(MOST);
        while asks.recv_many(&mut some, MOST).await > 0 {
            metrics::histogram!("crosscut_batch_commands").record(some.len() as f64);
            self.carry_out(std::mem::take(&mut some)).await;
        }
    }

    /// Carries out commands in one transaction. If the database rejects it, each command gets its own, based on what is on
    /// the disk now: one that cannot be written must not hold up the others.
    async fn carry_out(&mut self, asks: Vec<QueuedRequest>) {
        let requests: Vec<WriteRequest> = asks.iter().map(|ask| ask.request.clone()).collect();
        let Err(failed) = self.together(asks).await else { return };
        let mut refused = failed.refused;
        for (answer, request) in failed.waiting.into_iter().zip(requests) {
            if refused {
                let Err(failed) = self.together(vec![QueuedRequest { request, answer }]).await
                else {
                    continue;
                };
                failed.waiting.into_iter().for_each(not_done);
                refused = failed.refused;
            } else {
                // The outcome is unknown, or the database is unreachable: trying again would be worse.
                not_done(answer);
            }
        }
    }

    /// Carries out commands in one transaction and answers them; on failure nothing was done.
    async fn together(&mut self, asks: Vec<QueuedRequest>) -> Result<(), FailedCommands> {
        let now = self.clock.now();
        // Players must not lose the time in which nobody could play.
        if let Err(error) = self.queue.store.give_back(now).await {
            tracing::error!("nothing can be written: {error}");
            let waiting = asks.into_iter().map(|ask| ask.answer).collect();
            return Err(FailedCommands { waiting, refused: false });
        }
        if let Err(error) = self.settle().await {
            tracing::error!("nothing can be loaded: {error:#}");
            let waiting = asks.into_iter().map(|ask| ask.answer).collect();
            return Err(FailedCommands { waiting, refused: false });
        }
        let (tallies, game_followers) = (self.tallies.clone(), self.game_followers.clone());
        let mut draft =
            PendingTransaction { tallies, game_followers, ..PendingTransaction::default() };
        draft.state.set_downtimes(self.queue.store.downtimes());
        draft.state.set_hushed(self.queue.moderation.hushed());
        if let Err(error) = self.prepare(&asks, now, &mut draft).await {
            tracing::error!("nothing can be loaded: {error:#}");
            let refused = !is_out_of_reach(&error);
            return Err(FailedCommands {
                waiting: asks.into_iter().map(|ask| ask.answer).collect(),
                refused,
            });
        }
        for ask in asks {
            let done = match &ask.request {
                WriteRequest::Refresh(key) => draft.refresh(&self.queue, key).await,
                WriteRequest::Act { who, once, command, with } => {
                    let asked = kept(*who, once.as_deref(), command, with);
                    let known = asked.as_ref().is_some_and(|it| draft.answered.contains_key(it));
                    let once = once.as_deref();
                    let done = self.act(*who, once, command, asked, now, &mut draft).await;
                    if let (Ok(done), false) = (&done, known) {
                        draft.write_with(done, with, now);
                    }
                    done
                }
            };
            draft.replies.push((ask.answer, done));
        }
        if let Err(error) = self.write(&mut draft).await {
            tracing::error!("a transaction failed: {error:#}");
            if is_out_of_reach(&error) {
                self.queue.store.note_failure(now);
            }
            let versions = draft.touched.iter().map(|key| (key.clone(), draft.was.version(key)));
            self.in_doubt =
                Some(UncertainWrite { versions: versions.collect(), notices: draft.notices });
            self.queue.cache.drop(draft.touched.into_iter());
            let waiting = draft.replies.into_iter().map(|(answer, _)| answer).collect();
            return Err(FailedCommands { waiting, refused: !is_out_of_reach(&error) });
        }
        self.announce(draft);
        Ok(())
    }

    /// Follows up a transaction whose outcome is unknown: checks whether it was written, counts again what is counted in
    /// memory, and notifies listeners of what is there.
    async fn settle(&mut self) -> anyhow::Result<()> {
        let Some(doubt) = &self.in_doubt else { return Ok(()) };
        let (tallies, game_followers) = counted(&self.queue.store).await?;
        let mut written = Vec::new();
        for (key, version) in &doubt.versions {
            written.push(self.queue.events(key, *version).await?);
        }
        (self.tallies, self.game_followers) = (tallies, Arc::new(game_followers));
        let Some(doubt) = self.in_doubt.take() else { return Ok(()) };
        if written.iter().any(|events| !events.is_empty()) {
            tracing::warn!("a transaction that seemed to fail was written");
            // Readers in between may have cached the old state.
            let keys = doubt.versions.iter().map(|(key, _)| key);
            let members = keys.clone().filter_map(|key| match key {
                Key::Member(id) => Some(*id),
                _ => None,
            });
            self.queue.store.changed(members);
            self.queue.cache.drop(keys.cloned());
            for ((key, _), events) in doubt.versions.iter().zip(&written) {
                self.queue.subscriptions.publish(key, events);
            }
            doubt.notices.into_iter().for_each(|notice| self.queue.notifier.tell(notice));
            self.queue.addressees.wake();
        }
        Ok(())
    }

    async fn write(&self, draft: &mut PendingTransaction) -> anyhow::Result<()> {
        if let Some(error) = draft.broken.take() {
            return Err(error);
        }
        draft.finish(&self.queue, &self.tallies).await?;
        // Mails are dated by the events they are about.
        let now = draft.events.iter().map(|(_, event)| event.at).min();
        let now = now.unwrap_or(self.clock.now());
        draft.batch.mails = mails(&draft.notices, &draft.state, &self.queue.addressees, now)?;
        if draft.touched.is_empty() {
            return Ok(());
        }
        let (begun, at) = (Instant::now(), self.clock.now());
        let written = self.queue.store.write(&draft.batch).await;
        metrics::histogram!("crosscut_commit_seconds").record(begun.elapsed());
        written?;
        self.queue.store.note_success(at);
        Ok(())
    }

    /// Loads what the commands need, as far as that is known in advance, and the answers already given.
    async fn prepare(
        &self,
        asks: &[QueuedRequest],
        now: Moment,
        draft: &mut PendingTransaction,
    ) -> anyhow::Result<()> {
        let mut keys = BTreeSet::new();
        let mut asked = Vec::new();
        for ask in asks {
            match &ask.request {
                WriteRequest::Refresh(key) => drop(keys.insert(key.clone())),
                WriteRequest::Act { who, once, command, with } => {
                    let context = self.context(*who, once.as_deref(), command, now)?;
                    keys.extend(needs(&draft.state, &context, command));
                    asked.extend(kept(*who, once.as_deref(), command, with));
                }
            }
        }
        let keys: Vec<Key> = keys.into_iter().collect();
        draft.load(&self.queue, &keys).await?;
        for answer in self.queue.store.answers(&asked).await? {
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
        asked: Option<String>,
        now: Moment,
        draft: &mut PendingTransaction,
    ) -> Result<CommandOutcome, Error> {
        if let Some(done) = asked.as_ref().and_then(|asked| draft.answered.get(asked)) {
            // Answers from before the mark was stored have none.
            return match done.to.is_empty() || done.to == mark(command)? {
                true => Ok(done.clone()),
                false => Err(Error::UsedKey),
            };
        }
        let mut context = self.context(who, once, command, now)?;
        context.game_followers = draft.game_followers.clone();
        let events = 'judged: {
            for _ in 0..ROUNDS {
                let missing = needs(&draft.state, &context, command);
                if !missing.is_empty() {
                    draft.load(&self.queue, &missing).await?;
                    continue;
                }
                context.busy = draft.busy(&self.queue, command).await?;
                match crosscut_club::act(&draft.state, &context, command) {
                    Ok(events) => break 'judged events,
                    Err(Refusal::NotLoaded(keys)) => draft.load(&self.queue, &keys).await?,
                    Err(refusal) => {
                        metrics::counter!("crosscut_commands_total", "done" => "no").increment(1);
                        return Err(refusal.into());
                    }
                }
            }
            return Err(anyhow::anyhow!("{command:?} asks for ever more").into());
        };
        metrics::counter!("crosscut_commands_total", "done" => "yes").increment(1);
        let mut done = CommandOutcome::default();
        for event in events {
            self.number(&event.key);
            match draft.add(event) {
                Ok(numbered) => done.events.push(numbered),
                // Events must not be written in part.
                Err(error) => {
                    draft.broken = Some(error);
                    return Err(Error::NotDone);
                }
            }
        }
        draft.events.extend(done.events.iter().cloned());
        if let Some(asked) = asked.filter(|_| !done.events.is_empty()) {
            done.to = mark(command)?;
            let body = serde_json::to_string(&done).map_err(anyhow::Error::from)?;
            draft.batch.answers.push(AnswerRow { asked: asked.clone(), at: now, body });
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
            busy: 0,
            game_followers: self.game_followers.clone(),
        })
    }

    /// Notes that a number is in use. It stays used even if the draft fails.
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

    /// Notifies everyone of what is on the disk now.
    fn announce(&mut self, draft: PendingTransaction) {
        self.tallies = draft.tallies;
        self.game_followers = draft.game_followers;
        self.queue.cache.put(draft.touched.iter(), &draft.state);
        metrics::counter!("crosscut_events_total").increment(draft.events.len() as u64);
        let mut by_key: HashMap<&Key, Vec<_>> = HashMap::new();
        for (version, event) in &draft.events {
            by_key.entry(&event.key).or_default().push((*version, event.clone()));
        }
        for (key, events) in by_key {
            self.queue.subscriptions.publish(key, &events);
        }
        for (answer, done) in draft.replies {
            // The caller may have gone away.
            let _ = answer.send(done);
        }
        for notice in draft.notices {
            self.queue.notifier.tell(notice);
        }
        if !draft.batch.mails.is_empty() {
            self.queue.addressees.wake();
        }
    }
}

/// The counts held in memory: how the games ended, and who follows all matches of a game.
async fn counted(store: &Store) -> anyhow::Result<(HashMap<String, Tally>, GameFollowers)> {
    let tallies = store.tallies().await?.into_iter().map(|line| {
        let [first, second, drawn] = [line.first, line.second, line.drawn].map(i64::cast_unsigned);
        (line.game, Tally { first, second, drawn })
    });
    let mut game_followers = GameFollowers::default();
    for line in store.game_followers().await? {
        let follow = if line.follow == "end" { Follow::End } else { Follow::Turns };
        game_followers.entry(line.game).or_default().insert(line.member, follow);
    }
    Ok((tallies.collect(), game_followers))
}

/// Commands none of which was carried out.
struct FailedCommands {
    /// The callers waiting for an answer, in order.
    waiting: Vec<ReplySender>,
    /// Whether the database rejected the transaction, and has certainly written nothing.
    refused: bool,
}

/// Whether the database is unreachable, was lost during a write, or has no disk to write on: then no single command is to
/// blame.
fn is_out_of_reach(error: &anyhow::Error) -> bool {
    let error = error.chain().find_map(|cause| cause.downcast_ref::<sqlx::Error>());
    error.is_some_and(|error| !matches!(error, sqlx::Error::Database(_)) || is_of_the_disk(error))
}

fn not_done(answer: ReplySender) {
    // The caller may have gone away.
    let _ = answer.send(Err(Error::NotDone));
}

/// The mark of a command, to notice the same key with another command, which is a mistake.
fn mark(command: &Command) -> anyhow::Result<String> {
    Ok(token::hash(&serde_json::to_string(command)?))
}

/// The key for keeping the answer to a command: who asked, about which match, and their key. Visitors cannot be told
/// apart, so theirs are not kept. Nor are turns that name their ply: they cannot be played twice, there are many of them,
/// and the match remembers its last keys.
fn kept(who: Who, once: Option<&str>, command: &Command, with: &SignUpData) -> Option<String> {
    // Keys of mails are unique.
    if let (Some(once), SignUpData::Address(_)) = (once, with) {
        return Some(format!("{who} {once}"));
    }
    let once = once.filter(|_| who != Who::Visitor)?;
    match (command, command.about()) {
        (Command::Turn { ply: Some(_), .. }, _) => None,
        (_, Some(id)) => Some(format!("{who} {id} {once}")),
        (_, None) => Some(format!("{who} {once}")),
    }
}

impl PendingTransaction {
    /// Loads streams as they are on the disk. Streams already in the draft keep its newer state.
    async fn load(&mut self, queue: &CommandQueue, keys: &[Key]) -> anyhow::Result<()> {
        queue.cache.load(keys, &mut self.was).await?;
        for key in keys {
            self.state.share(&self.was, key);
        }
        Ok(())
    }

    /// Adds an event to the draft.
    fn add(&mut self, event: Event) -> anyhow::Result<(u64, Arc<Event>)> {
        self.state.apply(&event)?;
        let version = self.state.version(&event.key);
        self.batch.events.push(row(&event, version)?);
        self.notices.extend(notices(&event, &self.state));
        self.count(&event);
        self.touched.insert(event.key.clone());
        Ok((version, Arc::new(event)))
    }

    /// Marks what is derived of a stream for rewriting, if the stream exists.
    async fn refresh(&mut self, queue: &CommandQueue, key: &Key) -> Result<CommandOutcome, Error> {
        if !self.state.knows(key) {
            self.load(queue, std::slice::from_ref(key)).await?;
        }
        if self.state.version(key) > 0 {
            self.touched.insert(key.clone());
        }
        Ok(CommandOutcome::default())
    }

    /// Adds a snapshot of a stream that has passed a multiple of [`SNAPSHOT_EVERY`], or is only refreshed.
    fn keep(&mut self, key: &Key) -> serde_json::Result<()> {
        let [before, version] = [&self.was, &self.state].map(|it| it.version(key));
        let due = before / SNAPSHOT_EVERY < version / SNAPSHOT_EVERY;
        if (due || before == version && SNAPSHOT_EVERY <= version)
            && let Some(snapshot) = self.state.snapshot(key)
        {
            self.batch.snapshots.push(SnapshotRow {
                stream: key.to_string(),
                form: State::SNAPSHOT_FORM,
                version: version.cast_signed(),
                body: serde_json::to_string(&snapshot)?,
            });
        }
        Ok(())
    }

    /// The members whose vacations affect when clocks run out, and who are not loaded yet.
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

    /// Adds what is stored with a new member.
    fn write_with(&mut self, done: &CommandOutcome, with: &SignUpData, now: Moment) {
        let Some(member) = done.named() else { return };
        match with {
            SignUpData::Nothing => {}
            SignUpData::Password(phc) => {
                self.batch.passwords.push(PasswordRow { member, phc: phc.clone(), at: now });
            }
            SignUpData::Address(address) => self.batch.addresses.push(NewAddressRow {
                address: address.clone(),
                member,
                verified: now,
                bounces: 0,
            }),
        }
    }

    /// How many matches a challenged member with a limit has in progress: what lists know, and what this draft has begun
    /// and ended.
    async fn busy(&self, queue: &CommandQueue, command: &Command) -> Result<u32, Error> {
        let Command::Challenge { to: Aim::Member(id), terms, .. } = command else { return Ok(0) };
        let name = game(terms);
        if !self.state.member(*id).is_some_and(|it| it.limits.contains_key(name)) {
            return Ok(0);
        }
        let player = Player::Member(*id);
        let mut n = queue.store.count_at_play(player, name).await?;
        for key in &self.touched {
            let Key::Match(at) = key else { continue };
            let theirs = |state: &State| {
                let it = state.match_with(*at).filter(|it| it.runs() && it.seats.contains(&player));
                i64::from(it.is_some_and(|it| game(&it.terms) == name))
            };
            n += theirs(&self.state) - theirs(&self.was);
        }
        Ok(u32::try_from(n).unwrap_or(0))
    }

    /// Updates who follows every match of a game, and the tally when a match has ended.
    fn count(&mut self, event: &Event) {
        if let (Key::Member(id), Fact::FollowsGame { game, follow }) = (&event.key, &event.fact) {
            let of = Arc::make_mut(&mut self.game_followers).entry(game.clone()).or_default();
            match follow {
                Some(follow) => drop(of.insert(*id, *follow)),
                None => drop(of.remove(id)),
            }
        }
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
    async fn finish(
        &mut self,
        queue: &CommandQueue,
        old: &HashMap<String, Tally>,
    ) -> anyhow::Result<()> {
        self.load(queue, &self.vacationers()).await?;
        for key in self.touched.clone() {
            project(&key, &self.was, &self.state, &mut self.batch)?;
            self.keep(&key)?;
        }
        for (game, tally) in &self.tallies {
            if old.get(game) != Some(tally) {
                self.batch.tallies.push(TallyRow {
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
