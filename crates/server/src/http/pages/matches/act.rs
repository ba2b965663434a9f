//! Actions in a match.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_club::{Command, Follow, Key, MatchId, Offer, Plan, Room};

use super::{MatchQuery, PLANNED, RefusalNotice, UNPLANNED, answer, plan};
use crate::App;
use crate::error::Error;
use crate::http::pages::form::FormFields;
use crate::http::pages::page::PageError;
use crate::http::pages::query::address;
use crate::http::pages::visitor::Visitor;

type MatchPath = Result<Path<MatchId>, PathRejection>;

fn table(id: MatchId) -> Response {
    Redirect::to(&format!("/match/{id}")).into_response()
}

/// Whether a refusal is shown on the page it came from; the others have pages of their own.
fn is_told_there(status: StatusCode) -> bool {
    status.is_client_error()
        && status != StatusCode::NOT_FOUND
        && status != StatusCode::UNAUTHORIZED
}

/// Plays a turn.
pub(crate) async fn play(
    visitor: Visitor,
    State(app): State<App>,
    id: MatchPath,
    fields: FormFields,
) -> Result<Response, PageError> {
    let Path(id) = id?;
    visitor.signed_in()?;
    let text = fields.get("turn").to_string();
    let ply = if fields.has("ply") { Some(fields.number("ply")?) } else { None };
    let once = Some(fields.get("key").to_string()).filter(|it| (1..=64).contains(&it.len()));
    let command = Command::Turn { id, text: text.clone(), ply, then: Vec::new() };
    match app.act(&visitor.person, once, command).await {
        Ok(_) => Ok(table(id)),
        Err(error) => {
            let refused = PageError::told(error, &visitor);
            if !is_told_there(refused.status) {
                return Err(refused);
            }
            let stale = refused.status == StatusCode::CONFLICT;
            let other = stale.then(|| refused.words.clone());
            let turn = Some((text, refused.words));
            let word =
                RefusalNotice { status: refused.status, turn, other, ..RefusalNotice::default() };
            answer(&app, &visitor, id, &MatchQuery::default(), word).await
        }
    }
}

/// Proposes, accepts, resigns and so on.
pub(crate) async fn do_it(
    visitor: Visitor,
    State(app): State<App>,
    id: MatchPath,
    fields: FormFields,
) -> Result<Response, PageError> {
    let Path(id) = id?;
    visitor.signed_in()?;
    let what = fields.get("what");
    let command = command(id, what)
        .ok_or_else(|| PageError::unclear(format!("'{what}' cannot be done in a match")))?;
    let rematch = what.ends_with("rematch");
    let told = |words| RefusalNotice { other: Some(words), ..RefusalNotice::default() };
    act(&app, &visitor, id, command, told).await.map(|done| match done {
        Ok(Some(new)) if rematch => table(new),
        Ok(_) => table(id),
        Err(response) => response,
    })
}

fn command(id: MatchId, what: &str) -> Option<Command> {
    match what {
        "resign" => return Some(Command::Resign { id }),
        "abort" => return Some(Command::Abort { id }),
        "claim" => return Some(Command::ClaimTime { id }),
        "follow" => return Some(Command::Follow { id, follow: Some(Follow::Turns) }),
        "notify" => return Some(Command::Follow { id, follow: Some(Follow::End) }),
        "unfollow" => return Some(Command::Follow { id, follow: None }),
        _ => {}
    }
    let (verb, offer) = what.split_once('-')?;
    let offer = Offer::ALL.into_iter().find(|&it| super::offers::word(it) == offer)?;
    Some(match verb {
        "offer" => Command::Offer { id, offer },
        "accept" => Command::Accept { id, offer },
        "decline" => Command::Decline { id, offer },
        "withdraw" => Command::Withdraw { id, offer },
        _ => return None,
    })
}

/// Adds a remark at the table.
pub(crate) async fn say(
    visitor: Visitor,
    State(app): State<App>,
    id: MatchPath,
    fields: FormFields,
) -> Result<Response, PageError> {
    let Path(id) = id?;
    visitor.signed_in()?;
    let room = match fields.get("room") {
        "players" => Room::Players,
        "spectators" => Room::Spectators,
        other => return Err(PageError::unclear(format!("there is no room '{other}'"))),
    };
    let words = fields.get("words").to_string();
    let command = Command::Say { id, room, words: words.clone(), more: Vec::new() };
    let told = |why| RefusalNotice { remark: Some((words, why)), ..RefusalNotice::default() };
    act(&app, &visitor, id, command, told)
        .await
        .map(|done| done.map_or_else(|it| it, |_| table(id)))
}

/// Sets the plan of conditional turns, or removes it.
pub(crate) async fn plan_it(
    visitor: Visitor,
    State(app): State<App>,
    id: MatchPath,
    fields: FormFields,
) -> Result<Response, PageError> {
    let Path(id) = id?;
    visitor.signed_in()?;
    // No plan is read for a match that does not exist.
    let club = app.queue().look_at(id, visitor.who()).await?;
    let plies = club.match_with(id).ok_or(Error::Hidden)?.n_plies();
    let text = fields.get("plan").to_string();
    let read = plan::read(&text);
    let told = |why| RefusalNotice { plan: Some((text, why)), ..RefusalNotice::default() };
    let branches = match read {
        Ok(branches) => branches,
        Err(why) => {
            let word = RefusalNotice { status: StatusCode::UNPROCESSABLE_ENTITY, ..told(why) };
            return answer(&app, &visitor, id, &MatchQuery::default(), word).await;
        }
    };
    let plan = (!branches.is_empty()).then_some(Plan { ply: plies + 1, branches });
    let done = if plan.is_some() { PLANNED } else { UNPLANNED };
    let command = Command::Plan { id, plan };
    // Back to the plan, which says that it is kept.
    let there = address(&format!("/match/{id}"), &[("done", done)]) + "#plan";
    act(&app, &visitor, id, command, told)
        .await
        .map(|done| done.map_or_else(|it| it, |_| Redirect::to(&there).into_response()))
}

/// Carries out a command; a refusal becomes the page of the match, with the sentence next to what was typed.
async fn act(
    app: &App,
    visitor: &Visitor,
    id: MatchId,
    command: Command,
    told: impl FnOnce(String) -> RefusalNotice,
) -> Result<Result<Option<MatchId>, Response>, PageError> {
    // A hidden match stays hidden, whatever is asked of it.
    app.queue().look_at(id, visitor.who()).await?;
    match app.act(&visitor.person, None, command).await {
        Ok(done) => Ok(Ok(done.began().or_else(|| done.version(&Key::Match(id)).map(|_| id)))),
        Err(error) => {
            let refused = PageError::told(error, visitor);
            if !is_told_there(refused.status) {
                return Err(refused);
            }
            let word = RefusalNotice { status: refused.status, ..told(refused.words.clone()) };
            refused.over(answer(app, visitor, id, &MatchQuery::default(), word).await).map(Err)
        }
    }
}
