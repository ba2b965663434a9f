use crosscut_club::{MatchId, MemberId, Moment, News, Notice, Span, State, To};

use crate::notify::addressees::Addressees;
use crate::store::OutboxRow;
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
    let (body, game, challenge) = match news {
        News::YourTurn(id, _) => ("turn".to_string(), Some(id), None),
        News::Began(id) => ("began".to_string(), Some(id), None),
        News::Offered(id, _) => ("offered".to_string(), Some(id), None),
        News::OfferDeclined(id, offer) => (format!("offer-declined {offer}"), Some(id), None),
        News::TakenBack(id, left, taken) => {
            (format!("taken-back {} {}", left + 1, taken.join(" ")), Some(id), None)
        }
        News::Said(id) => ("said".to_string(), Some(id), None),
        News::PlanFailed(id) => ("plan-failed".to_string(), Some(id), None),
        News::Ended(id, _) => ("ended".to_string(), Some(id), None),
        News::Followed(id) => ("followed".to_string(), Some(id), None),
        News::Challenged(id) => ("challenged".to_string(), None, Some(id)),
        News::Declined(id) => ("declined".to_string(), None, Some(id)),
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
        kind: "news".to_string(),
        game: game.copied(),
        ply: it.map(|it| i64::from(it.n_plies())),
        version: challenge.map(|id| id.0).or(it.map(|it| it.version)).map(u64::cast_signed),
        body,
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
    let mut all: Vec<(&str, Moment)> = match (it.terms.nag, deadline) {
        (Some(days), _) => {
            (1..=NAGS).map(|n| ("nag", now + Span::days(n * i64::from(days)))).collect()
        }
        (None, Some(deadline)) => vec![("half", now + Span((deadline - now).0 / 2))],
        (None, None) => Vec::new(),
    };
    // One of two is enough if they come close together, and none comes after the end.
    all.retain(|(_, due)| day.is_none_or(|day| day - *due > Span::hours(12)));
    all.extend(day.map(|day| ("day", day)));
    all.into_iter()
        .map(|(body, due)| {
            Ok(OutboxRow {
                id: token::number()?,
                member,
                kind: "remind".to_string(),
                game: Some(id),
                ply: Some(i64::from(ply)),
                version: Some(it.version.cast_signed()),
                body: body.to_string(),
                at: now,
                due,
                tries: 0,
                lead: None,
            })
        })
        .collect()
}
