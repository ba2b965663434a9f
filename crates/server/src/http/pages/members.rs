//! The list of members, with a search.

use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_catalog::find;
use crosscut_club::{Key, Player};
use serde::Deserialize;

use super::here::OnlineList;
use super::page::{Frame, PageError, page};
use super::query::address;
use super::visitor::Visitor;
use crate::App;
use crate::present::people::{PlayerLink, href};
use crate::present::times;

/// How many members a page shows.
const PAGE: usize = 50;

#[derive(Deserialize)]
pub(crate) struct MemberSearchQuery {
    #[serde(default)]
    q: String,
    #[serde(default)]
    after: String,
}

#[derive(Template)]
#[template(path = "members.html")]
struct MembersPage {
    frame: Frame,
    here: OnlineList,
    q: String,
    found: Vec<MemberListItem>,
    /// The member who had this name before.
    former: Option<PlayerLink>,
    /// Whether the list begins after a given name.
    behind: bool,
    /// The address of the next page of the list.
    more: Option<String>,
}

struct MemberListItem {
    name: String,
    href: String,
    online: bool,
    /// Their best certain rating and its game, if they have one.
    top: Option<(String, &'static str)>,
    since: String,
}

/// All members, or those whose names have a given prefix.
pub(crate) async fn members(
    visitor: Visitor,
    State(app): State<App>,
    search: Result<Query<MemberSearchQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(MemberSearchQuery { q, after }) = search?;
    let (q, after) = (q.trim().to_string(), after.trim());
    let mut listed = app.queries().named(&q, after, PAGE as u32 + 1).await?;
    if let [it] = listed.as_slice()
        && !q.is_empty()
        && it.name.eq_ignore_ascii_case(&q)
    {
        return Ok(Redirect::to(&href(&it.name)).into_response());
    }
    let former = if after.is_empty() && !q.is_empty() { former(&app, &q).await? } else { None };
    let more = PAGE < listed.len();
    listed.truncate(PAGE);
    let more = listed.last().filter(|_| more);
    let more = more.map(|it| address("/members", &[("q", &q), ("after", &it.name)]));
    let mut tops = app.queries().tops(listed.iter().map(|it| it.member), app.clock().now()).await?;
    let here = OnlineList::now(&app).await?;
    let zone = visitor.member.as_ref().map_or("UTC", |it| it.zone.as_str());
    let found = listed.into_iter().map(|it| MemberListItem {
        href: href(&it.name),
        online: here.members.iter().any(|other| other.name == it.name),
        top: tops
            .remove(&it.member)
            .filter(|it| !it.1.is_uncertain())
            .and_then(|(game, rating)| Some((rating.to_string(), find(&game)?.card().title))),
        since: times::day(it.joined, zone),
        name: it.name,
    });
    page(&MembersPage {
        found: found.collect(),
        former,
        frame: Frame::new(&visitor, "members", "Members"),
        here,
        behind: !after.is_empty(),
        q,
        more,
    })
}

/// The member who gave up this name and has another one now.
async fn former(app: &App, name: &str) -> Result<Option<PlayerLink>, PageError> {
    let Some(id) = app.accounts().member_named(name).await? else { return Ok(None) };
    let state = app.queue().look(&[Key::Member(id)]).await?;
    let it = state.member(id).filter(|it| it.left.is_none());
    let renamed = it.filter(|it| it.name.to_lowercase() != name.to_lowercase());
    Ok(renamed.map(|_| PlayerLink::of(Player::Member(id), &state)))
}
