use crosscut_club::{MatchId, MemberId, Moment, News, Notice, Span, State, To};

use crate::notify::addressees::Addressees;
use crate::store::{NewsKind, OutboxKind, OutboxRow, ReminderKind, TakenPlies};
use crate::token;

/// Turns with less time than this get no reminders: a player at such a pace is present.
const SLOW: Span = Span::hours(36);
/// The maximum number of reminders of one turn.
const NAGS: i64 = 12;

/// The mails about what has happened, to members who accept mail. They name the match, not its current state: their text is
/// written when they are sent.
pub(super) fn mails(
    notices: &[Notice],
    state: &State,
    addressees: &Addressees,
    now: Moment,
) -> anyhow::Result<Vec<OutboxRow>> {
    let mut rows = Vec::new();
    for notice in notices {
        let To::Member(member) = notice.to else { continue };
        if !addressees.has(member) {
            continue;
        }
        let due = now + Span(addressees.delay());
        let Some(row) = news(member, &notice.news, state, now, due)? else { continue };
        if let News::YourTurn(id, ply) = notice.news {
            rows.extend(reminders(member, id, ply, state, now)?);
        }
        rows.push(row);
    }
    Ok(rows)
}

fn news(
    member: MemberId,
    news: &News,
    state: &State,
    now: Moment,
    due: Moment,
) -> anyhow::Result<Option<OutboxRow>> {
    let (kind, game, challenge) = match news {
        News::YourTurn(id, _) => (NewsKind::YourTurn, Some(id), None),
        News::Began(id) => (NewsKind::Began, Some(id), None),
        News::Offered(id, _) => (NewsKind::Offered, Some(id), None),
        News::OfferDeclined(id, offer) => {
            (NewsKind::OfferDeclined(Some(offer.to_string())), Some(id), None)
        }
        News::TakenBack(id, left, taken) => {
            let taken = TakenPlies { first: left + 1, texts: taken.clone() };
            (NewsKind::TakenBack(Some(taken)), Some(id), None)
        }
        News::Said(id) => (NewsKind::Said, Some(id), None),
        News::PlanFailed(id) => (NewsKind::PlanFailed, Some(id), None),
        News::Ended(id, _) => (NewsKind::Ended, Some(id), None),
        News::Followed(id) => (NewsKind::Followed, Some(id), None),
        News::Challenged(id) => (NewsKind::Challenged, None, Some(id)),
        News::Declined(id) => (NewsKind::Declined, None, Some(id)),
        // Only shown in lists, or covered by other news.
        News::Version(..)
        | News::Gone(_)
        | News::Challenges
        | News::Matches
        | News::Rated(_)
        | News::Deadline(_)
        | News::Deadlines(_) => return Ok(None),
    };
    let it = game.and_then(|id| state.match_with(*id));
    Ok(Some(OutboxRow {
        id: token::number()?,
        member,
        kind: OutboxKind::News(kind),
        game: game.copied(),
        ply: it.map(|it| i64::from(it.n_plies())),
        version: challenge.map(|id| id.0).or(it.map(|it| it.version)).map(u64::cast_signed),
        at: now,
        due,
        tries: 0,
        lead: None,
    }))
}

/// The reminders sent if nothing happens: as often as was agreed, or else when half of the time is over; and a day before
/// its end.
fn reminders(
    member: MemberId,
    id: MatchId,
    ply: u32,
    state: &State,
    now: Moment,
) -> anyhow::Result<Vec<OutboxRow>> {
    let Some(it) = state.match_with(id) else { return Ok(Vec::new()) };
    let deadline = it.deadline(state);
    if deadline.is_some_and(|it| it - now < SLOW) {
        return Ok(Vec::new());
    }
    let day = deadline.map(|it| it - Span::days(1));
    let mut all: Vec<(ReminderKind, Moment)> = match (it.terms.nag, deadline) {
        (Some(days), _) => {
            let nag = |n| (ReminderKind::Nag, now + Span::days(n * i64::from(days)));
            (1..=NAGS).map(nag).collect()
        }
        (None, Some(deadline)) => {
            vec![(ReminderKind::Half, now + Span((deadline - now).0 / 2))]
        }
        (None, None) => Vec::new(),
    };
    // One of two is enough if they come close together, and none comes after the end.
    all.retain(|(_, due)| day.is_none_or(|day| day - *due > Span::hours(12)));
    all.extend(day.map(|day| (ReminderKind::Day, day)));
    all.into_iter()
        .map(|(kind, due)| {
            Ok(OutboxRow {
                id: token::number()?,
                member,
                kind: OutboxKind::Reminder(kind),
                game: Some(id),
                ply: Some(i64::from(ply)),
                version: Some(it.version.cast_signed()),
                at: now,
                due,
                tries: 0,
                lead: None,
            })
        })
        .collect()
}
