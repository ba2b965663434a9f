use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use crosscut_club::{ChallengeId, Command, MatchId};
use serde::Serialize;

use super::{Body, Once};
use crate::App;
use crate::error::Error;
use crate::person::Person;

/// What a command has brought about.
#[derive(Serialize)]
pub(super) struct Outcome {
    /// The challenge that was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    challenge: Option<ChallengeId>,
    /// The match that began.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#match: Option<MatchId>,
    /// The streams that have grown, and to which version.
    versions: BTreeMap<String, u64>,
}

/// Carries out any command of the club.
pub(super) async fn command(
    State(app): State<App>,
    person: Person,
    Once(once): Once,
    Body(command): Body<Command>,
) -> Result<Json<Outcome>, Error> {
    person.signed_in()?;
    // A token must not be enough for what cannot be taken back, and here nobody looks whether matches still run.
    if command == Command::Leave {
        let why = "leaving for good is done in the settings, with the password";
        return Err(Error::Unclear(why.to_string()));
    }
    let done = app.act(&person, once, command).await?;
    let versions = done.events.iter().map(|(version, event)| (event.key.to_string(), *version));
    Ok(Json(Outcome {
        challenge: done.challenge(),
        r#match: done.began(),
        versions: versions.collect(),
    }))
}
