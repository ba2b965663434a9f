use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use crosscut_club::{ChallengeId, Command, Key, MatchId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::JsonBody;
use crate::App;
use crate::error::Error;
use crate::http::idempotency::IdempotencyKey;
use crate::mail::{UndoableChange, tell};
use crate::person::Person;

/// The result of a command.
#[derive(Serialize)]
pub(super) struct CommandResponse {
    /// The challenge that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<ChallengeId>,
    /// The match that began.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#match: Option<MatchId>,
    /// The streams that have grown, each with its new version.
    versions: BTreeMap<String, u64>,
}

/// A command, and the password that some commands ask for again.
#[derive(Deserialize)]
pub(super) struct CommandBody {
    #[serde(default)]
    password: String,
    #[serde(flatten)]
    command: Command,
}

/// Why a request cannot be read as a command, in the words of the API.
fn unread(error: &serde_json::Error) -> Error {
    let said = error.to_string();
    let mut quoted = said.split('`').skip(1).step_by(2);
    let (Some(word), true) = (quoted.next(), said.starts_with("unknown variant")) else {
        return Error::Unclear(format!("this is not a command: {said}"));
    };
    let mut names: Vec<&str> = quoted.filter(|it| !ELSEWHERE.contains(it)).collect();
    // Where a field of a command has a fixed set of values, those are the choice.
    let what = if names.contains(&"turn") { "command" } else { "choice" };
    names.sort_unstable();
    Error::Unclear(format!("there is no {what} '{word}': the {what}s are {}", names.join(", ")))
}

/// Commands that have other addresses in the API, and those of the house.
const ELSEWHERE: [&str; 11] = [
    "call", "credit", "join", "lapse", "leave", "pair", "register", "stop", "time_out", "unsay",
    "visit",
];

/// Carries out any command of the club.
pub(super) async fn command(
    State(app): State<App>,
    person: Person,
    IdempotencyKey(once): IdempotencyKey,
    JsonBody(said): JsonBody<Value>,
) -> Result<Json<CommandResponse>, Error> {
    let member = person.signed_in()?;
    let CommandBody { password, command } =
        serde_json::from_value(said).map_err(|it| unread(&it))?;
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
        challenge: done.challenge(),
        r#match: done.began(),
        versions: versions.collect(),
    }))
}
