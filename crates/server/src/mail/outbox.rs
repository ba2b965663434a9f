use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crosscut_club::{Key, MatchId, MemberId, Moment, Span, State, Who};
use crosscut_mail::{Occasion, Outgoing};
use futures_util::stream::iter;
use futures_util::{FutureExt, StreamExt};
use tokio::time::{sleep, timeout};

use super::content::{MailContent, of_answer, of_news};
use crate::App;
use crate::error::Error;
use crate::post::SendError;
use crate::post::key::word;
use crate::post::{MailFrequency, Post};
use crate::store::{NewsKind, OutboxKind, OutboxReply, OutboxRow, ReminderKind};

/// How many mails are handed over in parallel.
const AT_ONCE: usize = 8;
/// How many rows are read at a time.
const SOME: i64 = 256;
/// The longest pause before the outbox is checked again.
const LONGEST: Duration = Duration::from_secs(5);
/// The first pause when nothing can be recorded, as on a full disk, and the longest: each is twice as long as the one
/// before.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// A reminder this soon after another, in milliseconds, counts as the same one.
const CLOSE: Span = Span::hours(12);
/// How long what only a newer version understands is left, until it is looked at again.
const LEFT: Span = Span::hours(1);
/// How often a mail is tried, over about three days.
const TRIES: i64 = 24;
/// How many mails may bounce before nothing more is sent.
pub(super) const BOUNCES: i64 = 3;

/// What is not recorded yet, because the database could not be written to.
#[derive(Debug, Default)]
struct UnrecordedSends {
    /// The rows whose mails were sent, each with the time: none of them is sent again.
    gone: Mutex<BTreeMap<i64, Moment>>,
    /// Whether recording has failed in this round: then nothing more is sent in it.
    failed: AtomicBool,
}

impl UnrecordedSends {
    fn gone(&self) -> MutexGuard<'_, BTreeMap<i64, Moment>> {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    fn fail(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Records that the mails of these rows were sent, as soon as that can be written.
    async fn note_gone(&self, app: &App, ids: &[i64], at: Moment) {
        if let Err(error) = app.store().sent(ids, at).await {
            tracing::error!("mail {ids:?} is sent, and that cannot be noted yet: {error}");
            self.gone().extend(ids.iter().map(|id| (*id, at)));
            self.fail();
        }
    }

    /// Records what could not be recorded before.
    async fn catch_up(&self, app: &App) -> Result<(), Error> {
        self.failed.store(false, Ordering::Relaxed);
        let gone = self.gone().clone();
        for (id, at) in gone {
            app.store().sent(&[id], at).await?;
            self.gone().remove(&id);
        }
        Ok(())
    }
}

/// Sends what is due, for ever.
pub(super) async fn work(app: &App, post: &Post) {
    let (unnoted, mut pause) = (UnrecordedSends::default(), PAUSE);
    loop {
        // A mail that is sent and not recorded would be sent again and again.
        let caught_up = unnoted.catch_up(app).await;
        let round = match caught_up {
            Ok(()) => round(app, post, &unnoted).await,
            Err(error) => {
                unnoted.fail();
                Err(error)
            }
        };
        let wait = match round {
            Ok(wait) => wait,
            Err(error) => {
                tracing::error!("the outbox cannot be looked at: {error}");
                LONGEST
            }
        };
        if unnoted.has_failed() {
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
            continue;
        }
        pause = PAUSE;
        // Something due immediately may be posted.
        let _ = timeout(wait, post.0.addressees.posted()).await;
    }
}

/// Sends what is due; returns how long until there may be more.
async fn round(app: &App, post: &Post, unnoted: &UnrecordedSends) -> Result<Duration, Error> {
    let now = app.clock().now();
    let rows = app.store().due(now, SOME).await?;
    if rows.is_empty() {
        let next = app.store().next_due().await?.map_or(i64::MAX, |due| (due - now).0);
        return Ok(Duration::from_millis(u64::try_from(next).unwrap_or(0)).min(LONGEST));
    }
    let groups = groups(app, rows, now, now + Span(post.0.addressees.delay())).await?;
    iter(groups)
        .for_each_concurrent(AT_ONCE, |group| async move {
            if unnoted.has_failed() {
                return;
            }
            let ids = ids(&group);
            if let Err(error) = send(app, post, group, unnoted).await {
                // Internal errors are only logged.
                tracing::error!("mail {ids:?} is not sent: {error:?}");
                let later = app.clock().now() + Span::minutes(1);
                if let Err(error) = app.store().retry(&ids, later).await {
                    tracing::error!("nor can that be noted: {error}");
                    unnoted.fail();
                }
            }
        })
        .await;
    Ok(Duration::ZERO)
}

/// What belongs in one mail to a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MailGroup {
    /// What was joined before.
    Lead(i64),
    /// News.
    News,
    /// Reminders of a match: of those held back during a vacation, one is enough.
    Reminders(MatchId),
}

/// Groups rows into mails: all news of a member that are due soon, all reminders of a match, and rows that were joined
/// before.
async fn groups(
    app: &App,
    rows: Vec<OutboxRow>,
    now: Moment,
    soon: Moment,
) -> Result<Vec<Vec<OutboxRow>>, Error> {
    let mut together: BTreeMap<(MemberId, MailGroup), Vec<OutboxRow>> = BTreeMap::new();
    let mut alone = Vec::new();
    for row in rows {
        match (&row.kind, row.lead, row.game) {
            (_, Some(lead), _) => {
                together.entry((row.member, MailGroup::Lead(lead))).or_default();
            }
            (OutboxKind::News(_), None, _) => {
                together.entry((row.member, MailGroup::News)).or_default();
            }
            (OutboxKind::Reminder(_), None, Some(id)) => {
                together.entry((row.member, MailGroup::Reminders(id))).or_default();
            }
            _ => alone.push(vec![row]),
        }
    }
    for ((member, pile), group) in &mut together {
        match *pile {
            // Whole, whenever each of its parts is due: what goes out later under the same number is taken for a double.
            MailGroup::Lead(lead) => {
                *group = app.store().due_to(*member, Moment(i64::MAX)).await?;
                group.retain(|it| it.lead == Some(lead));
            }
            MailGroup::News => {
                *group = app.store().due_to(*member, soon).await?;
                group.retain(|it| matches!(it.kind, OutboxKind::News(_)) && it.lead.is_none());
            }
            MailGroup::Reminders(id) => {
                *group = app.store().due_to(*member, now + CLOSE).await?;
                group.retain(|it| it.lead.is_none() && it.game == Some(id));
                group.retain(|it| match it.kind {
                    OutboxKind::Reminder(kind) => it.due <= now || kind == ReminderKind::Nag,
                    _ => false,
                });
            }
        }
    }
    alone.extend(together.into_values().filter(|it| !it.is_empty()));
    Ok(alone)
}

/// The key under which the composing of the mail that begins with this row is tracked.
pub(super) fn mark(row: i64) -> String {
    format!("{row:016x}")
}

/// Gives up a mail that was begun too often: composing it crashes the server.
async fn put_aside(app: &App, group: &[OutboxRow]) -> Result<(), Error> {
    let ids = ids(group);
    let mut matches: Vec<u64> = group.iter().filter_map(|it| Some(it.game?.0)).collect();
    matches.dedup();
    metrics::counter!("crosscut_mails_total", "way" => "aside").increment(1);
    tracing::error!(
        member = group[0].member.0,
        ?matches,
        "mail {ids:?} was begun three times and never finished: it is put aside and not sent"
    );
    Ok(app.store().sent(&ids, app.clock().now()).await?)
}

fn ids(rows: &[OutboxRow]) -> Vec<i64> {
    rows.iter().map(|it| it.id).collect()
}

/// The contents of a mail, and the rows it is made of; `None` if nothing is to be sent now.
async fn compose(
    app: &App,
    post: &Post,
    answer: Option<&OutboxReply>,
    group: Vec<OutboxRow>,
    now: Moment,
) -> Result<Option<(MailContent, Vec<OutboxRow>)>, Error> {
    let (store, first) = (app.store(), &group[0]);
    let member = first.member;
    if let Some(answer) = answer {
        return Ok(Some((of_answer(app, post, first, answer).await?, group)));
    }
    let club = load(app, member, &group).await?;
    let frequency = MailFrequency::read(store.wish(member).await?.as_deref());
    if frequency == MailFrequency::Nothing {
        store.unpost(&ids(&group)).await?;
        return Ok(None);
    }
    let zone = club.member(member).map_or("UTC", |it| &it.zone);
    let moment = frequency.moment(group.iter().map(|it| it.at).min().unwrap_or(now), zone);
    let is_news = matches!(first.kind, OutboxKind::News(_));
    if is_news && now < moment && first.lead.is_none() {
        store.postpone(&ids(&group), moment).await?;
        return Ok(None);
    }
    let (mut kept, mut gone) = (Vec::new(), Vec::new());
    for row in group {
        if !still_news(post, &row, &club) || was_shown(app, &row).await? {
            gone.push(row);
        } else if let Some(later) = later(&row, &club, now) {
            store.postpone(&[row.id], later).await?;
        } else {
            kept.push(row);
        }
    }
    store.unpost(&ids(&gone)).await?;
    if kept.is_empty() {
        return Ok(None);
    }
    let written = of_news(app, post, member, &kept, &club).await?;
    Ok(Some((written, kept)))
}

async fn send(
    app: &App,
    post: &Post,
    group: Vec<OutboxRow>,
    unnoted: &UnrecordedSends,
) -> Result<(), Error> {
    let store = app.store();
    let now = app.clock().now();
    // A mail goes out with all its parts or stays.
    if let Some(row) = group.iter().find(|it| it.kind.is_unknown()) {
        let (ids, kind) = (ids(&group), row.kind.stored_kind());
        tracing::warn!(
            kind,
            "mail {ids:?} is left in the outbox: only a newer version knows what it says"
        );
        return Ok(store.postpone(&ids, now + LEFT).await?);
    }
    let first = &group[0];
    let member = first.member;
    let answer = match &first.kind {
        OutboxKind::Answer(answer) | OutboxKind::Message(answer) => Some(answer.clone()),
        OutboxKind::News(_) | OutboxKind::Reminder(_) | OutboxKind::Unknown { .. } => None,
    };
    let own = store.addresses_of(member).await?;
    let own = own.into_iter().find(|it| it.verified.is_some() && it.suspended.is_none());
    let to = answer.as_ref().and_then(|it| it.to.clone()).or(own.map(|it| it.address));
    // There is no address to send it to any more.
    let Some(to) = to else { return Ok(store.unpost(&ids(&group)).await?) };

    // Members who want no mails do not want messages from others either.
    if matches!(first.kind, OutboxKind::Message(_))
        && MailFrequency::read(store.wish(member).await?.as_deref()) == MailFrequency::Nothing
    {
        return Ok(store.unpost(&ids(&group)).await?);
    }
    // Recorded before it is composed: if that crashes the server, it is not tried for ever.
    let Some(attempt) = post.0.writing.begin(mark(first.id).as_bytes()).await else {
        return put_aside(app, &group).await;
    };
    let writing = compose(app, post, answer.as_ref(), group, now);
    let Ok(done) = AssertUnwindSafe(writing).catch_unwind().await else {
        attempt.fail();
        return Err(Error::Broken(anyhow::anyhow!("writing it panicked")));
    };
    drop(attempt);
    let Some((written, kept)) = done? else { return Ok(()) };
    let lead = kept[0].lead.unwrap_or(kept[0].id);
    // Once joined, the rows stay together: a mail that is sent again is the same mail.
    if 1 < kept.len() && kept.iter().any(|it| it.lead.is_none()) {
        store.join(&ids(&kept), lead).await?;
    }
    let sent = ids(&kept);
    // Its date is now, when its text was written: what it reports may have waited for days.
    let bytes = bytes(post, &to, lead, member, &written, now, answer.is_some())?;
    let from = post.club_address().tagged(&post.0.key.return_tag(member, lead));
    let name = format!("{:013}-{lead:016x}.eml", kept[0].at.0);
    match post.0.transport.carry(&from, &to, &name, &bytes).await {
        Ok(()) => {
            metrics::counter!("crosscut_mails_total", "way" => "out").increment(1);
            unnoted.note_gone(app, &sent, now).await;
        }
        Err(SendError::ForGood(why)) => {
            tracing::warn!(member = member.0, "a mail is not taken: {why}");
            count_bounce(app, post, member, &word(lead)).await?;
            unnoted.note_gone(app, &sent, now).await;
        }
        Err(SendError::ForNow(why)) if kept[0].tries < TRIES => {
            tracing::info!(
                member = member.0,
                tries = kept[0].tries,
                "a mail is not taken yet: {why}"
            );
            let wait = 30_000 << kept[0].tries.clamp(0, 9);
            store.retry(&sent, now + Span(wait.min(4 * 3_600_000))).await?;
        }
        Err(SendError::ForNow(why)) => {
            tracing::warn!(member = member.0, "a mail was tried often enough: {why}");
            count_bounce(app, post, member, &word(lead)).await?;
            unnoted.note_gone(app, &sent, now).await;
        }
    }
    Ok(())
}

/// Counts a mail that bounced, once however often that is reported.
pub(super) async fn count_bounce(
    app: &App,
    post: &Post,
    member: MemberId,
    mail: &str,
) -> Result<(), Error> {
    metrics::counter!("crosscut_mails_total", "way" => "lost").increment(1);
    let now = app.clock().now();
    if member != OutboxRow::NOBODY && app.store().bounced(member, mail, BOUNCES, now).await? {
        tracing::warn!(member = member.0, "nothing is sent any more: mails do not arrive");
        post.0.addressees.set(member, false);
    }
    Ok(())
}

fn bytes(
    post: &Post,
    to: &str,
    lead: i64,
    member: MemberId,
    written: &MailContent,
    at: Moment,
    answer: bool,
) -> Result<Vec<u8>, Error> {
    let unsubscribe = (member != OutboxRow::NOBODY).then(|| post.unsubscribe_link(member, to));
    let (text, html) = written.written(&post.0.base, unsubscribe.as_deref())?;
    let mail = Outgoing {
        club: post.club_address(),
        to,
        reply_tag: &written.tag,
        message_id: &post.message_id(lead),
        thread: &written.thread,
        occasion: if answer { Occasion::Answer } else { Occasion::News },
        subject: &written.subject,
        text: &text,
        html: html.as_deref(),
        pictures: &written.pictures,
        unsubscribe: unsubscribe.as_deref(),
        at: at.0,
    };
    mail.write().map_err(|error| Error::Broken(anyhow::anyhow!("{error}")))
}

async fn load(app: &App, member: MemberId, group: &[OutboxRow]) -> Result<State, Error> {
    // Each only once, although several rows may be about one match.
    let mut keys = BTreeSet::from([Key::Member(member)]);
    for row in group {
        keys.extend(row.game.map(Key::Match));
        if row.game.is_none() {
            let id = row.version.unwrap_or(0).cast_unsigned();
            keys.insert(Key::Challenge(crosscut_club::ChallengeId(id)));
        }
    }
    let keys: Vec<Key> = keys.into_iter().collect();
    let mut state = app.queue().look(&keys).await?;
    // Their opponents, and the members whose vacations count.
    let mut others: BTreeSet<Key> = BTreeSet::new();
    for row in group {
        match row.game {
            Some(id) => {
                let it = state.match_with(id);
                others.extend(it.into_iter().flat_map(|it| it.members()).map(Key::Member));
            }
            None => {
                let id = crosscut_club::ChallengeId(row.version.unwrap_or(0).cast_unsigned());
                if let Some(it) = state.challenge(id) {
                    others.insert(Key::Member(it.by));
                    if let crosscut_club::Aim::Member(to) = it.to {
                        others.insert(Key::Member(to));
                    }
                }
            }
        }
    }
    let others: Vec<Key> = others.into_iter().collect();
    let more = app.queue().look(&others).await?;
    for key in &others {
        state.share(&more, key);
    }
    Ok(state)
}

/// Whether the news is still true and unknown to its reader.
fn still_news(post: &Post, row: &OutboxRow, club: &State) -> bool {
    let member = row.member;
    let version = row.version.unwrap_or(0).cast_unsigned();
    let Some(id) = row.game else {
        let challenge = club.challenge(crosscut_club::ChallengeId(version));
        let open = challenge.is_some_and(|it| it.fate == crosscut_club::Fate::Open);
        return row.kind != OutboxKind::News(NewsKind::Challenged) || open;
    };
    let Some(it) = club.match_with(id) else { return false };
    let same = i64::from(it.n_plies()) == row.ply.unwrap_or(0);
    if matches!(row.kind, OutboxKind::Reminder(_)) {
        // A reader who has seen it may have forgotten it.
        return it.runs() && same;
    }
    if post.0.seen.has_seen(member, id, version) {
        return false;
    }
    match &row.kind {
        OutboxKind::News(NewsKind::YourTurn) => it.runs() && same,
        // An offer that is gone was answered or taken back.
        OutboxKind::News(NewsKind::Offered) => {
            let seat = it.seat_of(Who::Member(member));
            it.offers.standing().any(|(_, by)| Some(by) != seat)
        }
        // The latest turn covers those before it, and the end covers all; and the reader may follow no longer.
        OutboxKind::News(NewsKind::Followed) => {
            it.runs() && same && it.followers.contains_key(&member)
        }
        // The first turn covers this too, and the end covers all.
        _ => true,
    }
}

/// Whether a row reports a turn on a board that an answer to its reader shows.
async fn was_shown(app: &App, row: &OutboxRow) -> Result<bool, Error> {
    let (Some(game), Some(ply)) = (row.game, row.ply) else { return Ok(false) };
    if row.kind != OutboxKind::News(NewsKind::YourTurn) {
        return Ok(false);
    }
    Ok(app.store().has_shown(row.member, game, ply, row.at).await?)
}

/// When to remind instead, if the player to move is on vacation, or the deadline is later than expected.
fn later(row: &OutboxRow, club: &State, now: Moment) -> Option<Moment> {
    let OutboxKind::Reminder(kind) = row.kind else { return None };
    let it = club.match_with(row.game?)?;
    let member = club.member(row.member);
    // A member on vacation is reminded on their return.
    if it.terms.pauses.vacation
        && let Some(away) = member.and_then(|it| it.away(now))
    {
        return Some(away.until);
    }
    let day = it.deadline(club)? - Span::days(1);
    (kind == ReminderKind::Day && now + Span::hours(1) < day).then_some(day)
}
