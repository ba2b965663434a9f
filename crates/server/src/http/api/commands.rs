use axum::Json;
use axum::extract::State;
use crosscut_club::{Command, Key};
use serde::Deserialize;
use serde_json::Value;

use super::JsonBody;
use crate::App;
use crate::error::Error;
use crate::http::idempotency::IdempotencyKey;
use crate::http::wire::{CommandBody, CommandResponse, IdempotencyHeader, Refused};
use crate::mail::{UndoableChange, tell};
use crate::person::Person;

/// Why a request cannot be read as a command, in the words of the API.
fn unread(error: &serde_json::Error) -> Error {
    let said = error.to_string();
    let mut quoted = said.split('`').skip(1).step_by(2);
    let (Some(word), true) = (quoted.next(), said.starts_with("unknown variant")) else {
        return Error::Unclear(format!("this is not a command: {said}"));
    };
    let mut names: Vec<&str> = quoted.collect();
    // Where a field of a command has a fixed set of values, those are the choice.
    let what = if names.contains(&"turn") { "command" } else { "choice" };
    names.sort_unstable();
    Error::Unclear(format!("there is no {what} '{word}': the {what}s are {}", names.join(", ")))
}

/// Commands that have other addresses in the API, and those of the club.
const ELSEWHERE: [&str; 11] = [
    "call", "credit", "join", "lapse", "leave", "pair", "register", "stop", "time_out", "unsay",
    "visit",
];

/// One of those, as the club writes it.
#[derive(Deserialize)]
struct CommandElsewhere {
    #[serde(default)]
    password: String,
    #[serde(flatten)]
    command: Command,
}

/// Reads a command and the password with it. One of elsewhere is read too: it is refused here or by the club, in the words
/// that fit it.
fn read(said: Value) -> Result<(String, Command), Error> {
    let word = said.get("command").and_then(Value::as_str);
    if word.is_some_and(|it| ELSEWHERE.contains(&it)) {
        let it: CommandElsewhere = serde_json::from_value(said).map_err(|it| unread(&it))?;
        return Ok((it.password, it.command));
    }
    let it: CommandBody = serde_json::from_value(said).map_err(|it| unread(&it))?;
    Ok((it.password, it.command.into()))
}

/// Carries out any command of the club.
#[utoipa::path(
    post,
    path = "/api/v1/commands",
    operation_id = "command",
    tag = "Matches",
    params(IdempotencyHeader),
    request_body = CommandBody,
    responses(
        (status = 200, body = CommandResponse),
        Refused<400>, Refused<401>, Refused<403>, Refused<404>, Refused<409>, Refused<422>,
    ),
    security(("token" = []), ("session" = [])),
)]
pub(super) async fn command(
    State(app): State<App>,
    person: Person,
    IdempotencyKey(once): IdempotencyKey,
    JsonBody(said): JsonBody<Value>,
) -> Result<Json<CommandResponse>, Error> {
    let member = person.signed_in()?;
    let (password, command) = read(said)?;
    // A token must not be enough for what cannot be undone, and nothing here checks whether matches are still in
    // progress.
    if command == Command::Leave {
        let why = "leaving for good is done in the settings, with the password";
        return Err(Error::Unclear(why.to_string()));
    }
    if let Command::Register { .. } = command {
        let why = "becoming a member takes a name and a password: POST /api/v1/members with the guest's token";
        return Err(Error::Unclear(why.to_string()));
    }
    let mut alone = None;
    let former = match command {
        Command::Rename { .. } => {
            let token = person.token.as_deref().unwrap_or_default();
            alone = Some(app.accounts().ask_again(member, token, &password).await?);
            let state = app.queue().look(&[Key::Member(member)]).await?;
            state.member(member).map(|it| it.name.clone())
        }
        _ => None,
    };
    let done = app.act(&person, once, command).await?;
    if let Some(former) = former.filter(|_| !done.events.is_empty()) {
        tell(&app, member, UndoableChange::Name(former)).await?;
    }
    drop(alone);
    let versions = done.events.iter().map(|(version, event)| (event.key.to_string(), *version));
    Ok(Json(CommandResponse {
        challenge: done.challenge().map(|it| it.0),
        r#match: done.began().map(|it| it.0),
        versions: versions.collect(),
    }))
}
