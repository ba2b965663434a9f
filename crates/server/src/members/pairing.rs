use crosscut_catalog::Spec;
use crosscut_club::{
    Aim, Audience, ChallengeId, Choice, Command, MatchId, MemberId, Moment, Pace, Span, Terms, Who,
};

use crate::App;
use crate::error::Error;
use crate::person::Person;

/// The outcome of asking to play right away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairingOutcome {
    /// Somebody waited for the same: a match.
    Match(MatchId),
    /// Nobody did: a challenge in the lobby.
    Waits(ChallengeId),
}

/// How long a challenge made by pairing waits in the lobby, if the match has a running clock ..
const SOON: Span = Span::minutes(30);
/// .. and if it is a match of days.
const LATER: Span = Span::days(14);

/// Withdraws a player's open clocked challenges when they sit down at a board: nobody can play two such matches well.
async fn seek_no_more(app: &App, member: MemberId) -> Result<(), Error> {
    for it in app.queries().challenges_of(member).await? {
        let clocked = matches!(it.terms.pace, Pace::Fischer { .. });
        if it.by != member || it.to != Aim::Open || !clocked {
            continue;
        }
        let command = Command::WithdrawChallenge { id: it.id };
        match app.queue().act(Who::Member(member), None, command).await {
            // Accepted or lapsed a moment ago.
            Ok(_) | Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// How many open challenges, the latest, are searched.
const LOOKED_AT: u32 = 2000;

/// Finds somebody who waits for a match by these terms, the longest waiting first; if there is nobody, waits for one.
///
/// # Errors
/// The terms are invalid, or nothing could be written.
pub(crate) async fn pair(
    app: &App,
    person: &Person,
    mut terms: Terms,
) -> Result<PairingOutcome, Error> {
    let me = person.signed_in()?;
    if let Ok(spec) = terms.game.parse::<Spec>() {
        terms.game = spec.to_string();
    }
    let clocked = matches!(terms.pace, Pace::Fischer { .. });
    let now = app.clock().now();
    app.presence().note(me, now);
    // One after the other: of two who come simultaneously, the second finds the first.
    let _turn = app.pairing().await;
    let mut own = None;
    for it in app.queries().challenges(LOOKED_AT).await?.into_iter().rev() {
        if it.terms != terms || it.choice != Choice::Random {
            continue;
        }
        if it.by == me {
            own = Some(it.id);
            continue;
        }
        // The clock would run with nobody there.
        if clocked && !app.presence().is_here(it.by, now) {
            continue;
        }
        match app.act(person, None, Command::AcceptChallenge { id: it.id, code: None }).await {
            Ok(done) => {
                let id = done.began().ok_or_else(|| anyhow::anyhow!("a match has no number"))?;
                if clocked {
                    seek_no_more(app, me).await?;
                    seek_no_more(app, it.by).await?;
                }
                return Ok(PairingOutcome::Match(id));
            }
            // It is for others, or was taken a moment ago.
            Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    if let Some(id) = own {
        return Ok(PairingOutcome::Waits(id));
    }
    let until = now + if clocked { SOON } else { LATER };
    let done = app.act(person, None, wait(terms, Some(until))).await?;
    let id = done.challenge().ok_or_else(|| anyhow::anyhow!("a challenge has no number"))?;
    Ok(PairingOutcome::Waits(id))
}

/// The challenge with which somebody waits for an opponent.
pub(crate) fn wait(terms: Terms, until: Option<Moment>) -> Command {
    Command::Challenge {
        to: Aim::Open,
        terms,
        choice: Choice::Random,
        audience: Audience::default(),
        until,
        greeting: None,
    }
}
