//! Everything the club knows about a member, in one file.

use crosscut_club::{Fact, Key, MatchId, Member, MemberId, Moment, Who};
use futures_util::stream::{Stream, StreamExt, unfold};
use serde_json::{Value, json};

use super::some;
use super::zip::Zip;
use crate::App;
use crate::error::Error;
use crate::read::cache::event;

/// How many remarks go into one file.
const REMARKS: i64 = 1000;

/// The next part of the archive.
enum ArchivePart {
    /// What is known about the member.
    Papers,
    /// The matches after a number, and how many files of them there are already.
    Matches(MatchId, u32),
    /// The remarks after an event of a stream, and how many files of them there are already.
    Remarks((String, i64), u32),
    End,
}

/// The archive, piece by piece: however many matches there are, only a few are in memory.
pub(crate) fn archive(
    app: App,
    member: MemberId,
) -> impl Stream<Item = Result<Vec<u8>, Error>> + Send + 'static {
    unfold(Some((ArchivePart::Papers, Zip::default())), move |state| {
        let app = app.clone();
        async move {
            let (next, zip) = state?;
            match piece(&app, member, next, zip).await {
                Ok((bytes, next)) => Some((Ok(bytes), next)),
                Err(error) => Some((Err(error), None)),
            }
        }
    })
    .fuse()
}

async fn piece(
    app: &App,
    member: MemberId,
    next: ArchivePart,
    mut zip: Zip,
) -> Result<(Vec<u8>, Option<(ArchivePart, Zip)>), Error> {
    let (after, n) = match next {
        ArchivePart::End => return Ok((zip.end(), None)),
        ArchivePart::Remarks(after, n) => {
            let Some((said, last)) = said(app, member, &after).await? else {
                return Ok((Vec::new(), Some((ArchivePart::End, zip))));
            };
            let text = serde_json::to_vec_pretty(&said).map_err(anyhow::Error::from)?;
            let out = zip.file(&format!("remarks/{:04}.json", n + 1), &text);
            return Ok((out, Some((ArchivePart::Remarks(last, n + 1), zip))));
        }
        ArchivePart::Papers => {
            let mut out = Vec::new();
            for (name, value) in papers(app, member).await? {
                let text = serde_json::to_vec_pretty(&value).map_err(anyhow::Error::from)?;
                out.extend(zip.file(name, &text));
            }
            return Ok((out, Some((ArchivePart::Matches(MatchId(0), 0), zip))));
        }
        ArchivePart::Matches(after, n) => (after, n + 1),
    };
    let Some((text, last)) = some(app.queue(), app.store(), member, after).await? else {
        return Ok((Vec::new(), Some((ArchivePart::Remarks((String::new(), 0), 0), zip))));
    };
    let out = zip.file(&format!("matches/{n:04}.ccr"), text.as_bytes());
    Ok((out, Some((ArchivePart::Matches(last, n), zip))))
}

/// The next remarks of a member after an event, in their matches and where they watched, with the last event.
async fn said(
    app: &App,
    member: MemberId,
    (stream, version): &(String, i64),
) -> Result<Option<(Vec<Value>, (String, i64))>, Error> {
    let who = Who::Member(member).to_string();
    let rows = app.store().said_by(&who, stream, *version, REMARKS).await?;
    let Some(last) = rows.last().map(|it| (it.stream.clone(), it.version)) else { return Ok(None) };
    let mut said = Vec::new();
    for row in &rows {
        let it = event(row)?;
        if let (Key::Match(id), Fact::Said { room, words }) = (&it.key, &it.fact) {
            said.push(json!({"match": id.0, "at": it.at.0, "to": room, "words": words}));
        }
    }
    Ok(Some((said, last)))
}

/// Everything but the matches, by file name.
async fn papers(app: &App, member: MemberId) -> Result<Vec<(&'static str, Value)>, Error> {
    let store = app.store();
    let key = Key::Member(member);
    let state = app.queue().look(std::slice::from_ref(&key)).await?;
    let it = state.member(member).ok_or(Error::Hidden)?;
    let history: Vec<Value> = app
        .queue()
        .events(&key, 0)
        .await?
        .iter()
        .map(|(_, event)| json!({"at": event.at.0, "fact": event.fact}))
        .collect();
    let sessions = app.accounts().sessions(member).await?.into_iter();
    let sessions =
        sessions.map(|it| json!({"began": it.began, "seen": it.seen, "device": it.device}));
    let keys = store.passkeys_of(member).await?.into_iter();
    let keys = keys.map(|it| json!({"name": it.name, "added": it.added, "used": it.used}));
    let addresses = store.addresses_of(member).await?.into_iter();
    let addresses = addresses.map(|it| {
        json!({"address": it.address, "confirmed": it.verified, "bounces": it.bounces, "suspended": it.suspended})
    });
    let mails = store.due_to(member, Moment(i64::MAX)).await?.into_iter();
    let mails = mails.map(|it| json!({"kind": it.kind.stored_kind(), "match": it.game, "at": it.at, "due": it.due, "body": it.kind.stored_body()}));
    let challenges = app.queries().challenges_of(member).await?;
    let tries = store.puzzle_tries(member).await?.into_iter();
    let tries = tries.map(|it| json!({"puzzle": it.puzzle, "tries": it.tries, "shown": i64::from(it.shown), "solved": it.solved}));
    let reports = store.reports_by(member).await?.into_iter();
    let reports = reports.map(|it| json!({"at": it.at, "about": it.whom, "match": it.game, "quote": it.quote, "cause": it.cause, "words": it.words}));
    let holds = store.holds().await?.into_iter().filter(|it| it.member == member);
    let holds = holds.map(
        |it| json!({"kind": it.kind, "since": it.since, "until": it.until, "reason": it.reason}),
    );
    Ok(vec![
        ("read-me.json", json!(READ_ME)),
        ("profile.json", profile(app, it).await?),
        ("history.json", json!(history)),
        ("sessions.json", json!(sessions.collect::<Vec<_>>())),
        ("passkeys.json", json!(keys.collect::<Vec<_>>())),
        (
            "mail.json",
            json!({
                "addresses": addresses.collect::<Vec<_>>(),
                "wish": store.wish(member).await?,
                "queued": mails.collect::<Vec<_>>(),
            }),
        ),
        ("challenges.json", json!(challenges)),
        (
            "puzzles.json",
            json!({"tries": tries.collect::<Vec<_>>(), "days": store.puzzle_days(member).await?}),
        ),
        (
            "operators.json",
            json!({"reported by you": reports.collect::<Vec<_>>(), "held against you": holds.collect::<Vec<_>>()}),
        ),
    ])
}

/// A note for the reader of the archive.
const READ_ME: [&str; 3] = [
    "This is what the club knows of you. Moments are milliseconds since 1970-01-01 UTC.",
    "matches/*.ccr are the games you have played, as records in text; remarks/*.json is what you said, there and where you watched.",
    "Your password is kept as a hash only, and the secrets of your sessions as hashes too: neither is in here.",
];

async fn profile(app: &App, it: &Member) -> Result<Value, Error> {
    let blocked = app.queries().names(it.blocked.iter().copied()).await?;
    let mut blocked: Vec<String> = blocked.into_values().map(|it| it.name).collect();
    blocked.sort();
    let ratings = it.ratings.iter().map(
        |((game, class), rating)| json!({"game": game, "class": class.name(), "rating": rating}),
    );
    Ok(json!({
        "number": it.id.0,
        "name": it.name,
        "guest": it.guest,
        "joined": it.joined.0,
        "zone": it.zone,
        "vacations": it.vacations,
        "blocked": blocked,
        "challenges": it.welcome,
        "limits": it.limits,
        "follows": it.follows,
        "ratings": ratings.collect::<Vec<_>>(),
        "shown when online": !app.presence().hides(it.id),
    }))
}
