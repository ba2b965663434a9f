//! A member's page: ratings and their history, matches in progress and past ones.

use std::fmt::Write;

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_catalog::{Decimal, GAMES, find, shortened};
use crosscut_club::{
    Class, Command, Course, Key, MatchId, Member, MemberId, Moment, Player, Rating,
};
use serde::Deserialize;

use super::form::FormFields;
use super::lobby::{MatchListItem, rows};
use super::operators::dealing_with;
use super::page::{Frame, PageError, page};
use super::query::address;
use super::record::{Openings, PlayerTally, openings, tallies};
use super::visitor::Visitor;
use crate::App;
use crate::present::people::href;
use crate::present::times;
use crate::read::queries::MatchPhase;

/// How many matches in progress the page shows.
const LIVE: u32 = 50;
/// How many matches a page of the history has.
const PAGE: u32 = 30;
/// How many points the graphs of a page have in total, and how many each has at least.
const POINTS: usize = 900;
const FEWEST: usize = 50;

struct StrengthView {
    game: &'static str,
    name: &'static str,
    class: &'static str,
    rating: String,
    sure: String,
    matches: u32,
    graph: String,
}

/// A rating's history, drawn.
#[derive(Template)]
#[template(path = "graph.html")]
struct GraphView {
    /// The first rating and the last one.
    from: String,
    to: String,
    matches: u32,
    /// The points above the line, and those below it in reverse.
    above: String,
    below: String,
    line: String,
    /// Where the line ends.
    end: (Decimal<1>, Decimal<1>),
}

#[derive(Template)]
#[template(path = "member.html")]
struct MemberPage {
    frame: Frame,
    name: String,
    guest: bool,
    own: bool,
    /// Whether the visitor has blocked them, if the visitor is signed in and somebody else; and the address to change
    /// that.
    blocking: Option<(bool, String)>,
    /// The address where operators act on them.
    operate: String,
    /// The address to report them, for visitors who are signed in.
    report: Option<String>,
    since: String,
    zone: String,
    away: Option<String>,
    strengths: Vec<StrengthView>,
    /// Whether they are online and may be seen.
    online: bool,
    tallies: Vec<PlayerTally>,
    openings: Option<Openings>,
    live: Vec<MatchListItem>,
    past: Vec<MatchListItem>,
    /// The only game whose past matches are shown; empty for all.
    only: &'static str,
    /// Whether only the matches before a given one are shown.
    behind: bool,
    older: Option<String>,
    games: Vec<(&'static str, &'static str)>,
}

/// Which of their matches are wanted.
#[derive(Deserialize)]
pub(crate) struct MemberQuery {
    before: Option<MatchId>,
    #[serde(default)]
    game: String,
}

/// The page about a member.
pub(crate) async fn member(
    visitor: Visitor,
    State(app): State<App>,
    name: Result<Path<String>, PathRejection>,
    wanted: Result<Query<MemberQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (Path(name), Query(MemberQuery { before, game })) = (name?, wanted?);
    let only = match game.trim() {
        "" => "",
        name => match find(name) {
            Some(game) => game.card().name,
            None => {
                return Err(PageError::not_found(format!(
                    "there is no game with the name '{name}'"
                )));
            }
        },
    };
    let id = app.accounts().member_named(&name).await?;
    let id = match id {
        Some(id) => id,
        None => guest(&app, &visitor, &name).ok_or_else(|| nobody(&name))?,
    };
    let state = app.queue().look(&[Key::Member(id)]).await?;
    let it = state.member(id).filter(|it| it.left.is_none()).ok_or_else(|| nobody(&name))?;
    let own = visitor.person.member == Some(id);
    let (queries, player) = (app.queries(), Player::Member(id));
    let live = queries.matches_of(player, MatchPhase::Live, None, own, LIVE).await?;
    let past = queries.played(player, only, before, own, PAGE).await?;
    let tallies = tallies(&queries.scores_of(player, own).await?);
    // Of the selected game, or of the one played most.
    let shown = tallies.iter().find(|it| only.is_empty() || it.name == only);
    let openings = match shown {
        Some(tally) => openings(&app, player, tally, own).await?,
        None => None,
    };
    let older = (past.len() == PAGE as usize).then(|| past.last()).flatten();
    let now = app.clock().now();
    let looker = visitor.member.as_ref().map_or("UTC", |it| it.zone.as_str());
    let page_ = MemberPage {
        frame: Frame::new(&visitor, if own { "me" } else { "" }, it.name.clone()),
        guest: it.guest,
        own,
        blocking: visitor
            .member
            .as_ref()
            .filter(|_| !own)
            .map(|me| (me.blocked.contains(&id), href(&it.name))),
        operate: dealing_with(&it.name),
        report: (visitor.person.member.is_some() && !own)
            .then(|| address("/report", &[("member", it.name.as_str())])),
        since: times::day(it.joined, looker),
        zone: it.zone.clone(),
        away: it.away(now).map(|away| times::when(away.until, looker)),
        strengths: strengths(&app, it, now),
        live: rows(&app, &visitor, &live).await?,
        older: older.map(|last| {
            let before = last.id.to_string();
            format!("{}#played", address(&href(&it.name), &[("game", only), ("before", &before)]))
        }),
        online: app.presence().here(now).contains(&id),
        openings,
        tallies,
        only,
        behind: before.is_some(),
        past: rows(&app, &visitor, &past).await?,
        games: GAMES.iter().map(|it| (it.card().name, it.card().title)).collect(),
        name: it.name.clone(),
    };
    page(&page_)
}

/// Blocks or unblocks a member, and shows their page again.
pub(crate) async fn block(
    visitor: Visitor,
    State(app): State<App>,
    name: Result<Path<String>, PathRejection>,
    fields: FormFields,
) -> Result<Response, PageError> {
    visitor.signed_in()?;
    let Path(name) = name?;
    let member = app.accounts().member_named(&name).await?.ok_or_else(|| nobody(&name))?;
    let command = match fields.get("what") {
        "block" => Command::Block { member },
        "unblock" => Command::Unblock { member },
        other => {
            return Err(PageError::unclear(format!("a member can be blocked, not '{other}'")));
        }
    };
    app.act(&visitor.person, None, command).await?;
    let name = app.accounts().name_of(member).await?;
    Ok(Redirect::to(&href(&name)).into_response())
}

/// The refusal for an unknown name.
pub(super) fn nobody(name: &str) -> PageError {
    PageError::not_found(format!("nobody is called '{}'", shortened(name)))
}

/// The guest of this name, if it is the visitor: guests' names cannot be looked up.
fn guest(_: &App, visitor: &Visitor, name: &str) -> Option<MemberId> {
    let me = visitor.member.as_ref()?;
    me.name.eq_ignore_ascii_case(name).then_some(me.id)
}

/// A member's ratings with their histories, the best known first.
fn strengths(app: &App, it: &Member, now: Moment) -> Vec<StrengthView> {
    let mut known: Vec<_> = it.courses.iter().collect();
    known.sort_by_key(|(_, course)| std::cmp::Reverse(course.matches()));
    let most = points_each(known.len());
    let strength = |(key, course): (&(String, Class), &Course)| {
        let card = find(&key.0)?.card();
        let last = it.ratings.get(key)?;
        let shown = last.at(now);
        Some(StrengthView {
            game: card.title,
            name: card.name,
            class: key.1.name(),
            rating: shown.to_string(),
            sure: format!("± {:.0}", 2.0 * shown.deviation()),
            matches: last.matches,
            graph: app.documents().told(
                format!("graph of {}: {key:?} {} {most} {last:?}", it.id, course.matches()),
                || graph(course, last, most),
            ),
        })
    };
    known.into_iter().filter_map(strength).collect()
}

/// How many points each graph has: however many games a member is rated in, the page stays small.
fn points_each(rated: usize) -> usize {
    (POINTS / rated.max(1)).max(FEWEST)
}

/// A rating's history as a line with a band of uncertainty, in `most` points at most.
fn graph(course: &Course, last: &Rating, most: usize) -> String {
    const WIDTH: f64 = 300.0;
    const HEIGHT: f64 = 90.0;
    let end = course.matches().saturating_sub(1);
    let thin = course.points().len().div_ceil(most).max(1);
    let points = course.points().step_by(thin).filter(|(at, _)| *at < end);
    let mut points: Vec<_> = points.collect();
    points.push((end, [last.points(), last.deviation()]));
    let low = points.iter().map(|(_, [it, deviation])| it - deviation).fold(f64::MAX, f64::min);
    let high = points.iter().map(|(_, [it, deviation])| it + deviation).fold(f64::MIN, f64::max);
    let range = (high - low).max(50.0);
    // A busy player's page has thousands of them.
    let number = |x: f64| Decimal::<1>(x as f32);
    let y = |points: f64| number(HEIGHT - (points - low) / range * HEIGHT);
    let step = WIDTH / f64::from(end.max(1));
    let mut line = String::new();
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for (at, [points, deviation]) in &points {
        let x = number(f64::from(*at) * step);
        let sign = if line.is_empty() { 'M' } else { 'L' };
        let _ = write!(line, "{sign}{x} {}", y(*points));
        above.push(format!("{x} {}", y(points + deviation)));
        below.push(format!("{x} {}", y(points - deviation)));
    }
    below.reverse();
    let first = points.first().map_or(0.0, |(_, [points, _])| *points);
    let last = last.points();
    GraphView {
        from: format!("{first:.0}"),
        to: format!("{last:.0}"),
        matches: course.matches(),
        above: above.join("L"),
        below: below.join("L"),
        line,
        end: (number(f64::from(end) * step), y(last)),
    }
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_graphs_share_the_points_of_a_page() {
        assert_eq!([0, 1, 3, 18, 27].map(points_each), [900, 900, 300, 50, 50]);
    }
}
