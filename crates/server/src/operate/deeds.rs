//! Operators' actions on people, at the command line or on their page: each is recorded with who did it and why.

use crosscut_catalog::shortened;
use crosscut_club::{
    Aim, ChallengeId, Command, Fact, Key, MatchId, Member, MemberId, Moment, Remark, Span, Who,
    plain,
};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::error::Error;
use crate::members::leaving;
use crate::moderation::{HoldKind, Moderation, OPERATOR, Subnet};
use crate::store::{AuditRow, HoldRow, ShutRow};

/// The end of a hold without an end.
const NEVER: Moment = Moment(i64::MAX);
/// The most days a hold with an end may last.
const LONGEST: u32 = 3650;
/// The maximum length of a reason, in characters.
const REASON: usize = 300;

/// An action on a member, or on something of theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum OperatorAction {
    /// Ban a member: for a number of days, in which their matches continue; or for good, and their matches are lost.
    Ban {
        /// The member.
        name: String,
        /// For how many days; for good by default.
        days: Option<u32>,
    },
    /// Lift a member's ban.
    Unban {
        /// The member.
        name: String,
    },
    /// Let a member play, but not write to others.
    Mute {
        /// The member.
        name: String,
        /// For how many days; for good by default.
        days: Option<u32>,
    },
    /// Lift a member's mute.
    Unmute {
        /// The member.
        name: String,
    },
    /// Rename a member.
    Rename {
        /// The member.
        name: String,
        /// The new name.
        to: String,
    },
    /// Make a member an operator, or an operator a member.
    Role {
        /// The member.
        name: String,
        /// Whether they become an operator.
        operator: bool,
    },
    /// Close a member's account for good.
    Close {
        /// The member.
        name: String,
    },
    /// Forget guests who were not seen for a number of days and have no match in progress.
    PurgeGuests {
        /// The number of days.
        days: u32,
    },
    /// End matches without a result.
    Stop {
        /// The matches' numbers.
        ids: Vec<u64>,
    },
    /// Remove a remark from a match.
    Unsay {
        /// The match's number.
        game: u64,
        /// The number of the remark, from 1.
        remark: u32,
    },
    /// Withdraw a challenge, with its greeting.
    Withdraw {
        /// The challenge's number.
        challenge: u64,
    },
    /// Shut a network out.
    Shut {
        /// The network: 203.0.113.0/24.
        network: String,
    },
    /// Admit a network again.
    Open {
        /// The network.
        network: String,
    },
}

/// An action, by whom, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionRequest {
    /// The action.
    pub act: OperatorAction,
    /// Who does it.
    pub by: String,
    /// The reason, which a banned or muted member is shown.
    pub why: String,
}

/// The outcome of an action, as shown and recorded.
struct ActionOutcome {
    whom: String,
    said: String,
}

impl ActionRequest {
    /// An action at the command line, by the user who is logged in.
    pub fn typed(act: OperatorAction, why: &str) -> Self {
        let user = ["SUDO_USER", "USER", "LOGNAME"].iter().find_map(|it| std::env::var(it).ok());
        let by =
            user.map_or_else(|| "command line".to_string(), |it| format!("command line ({it})"));
        ActionRequest { act, by, why: why.to_string() }
    }
}

/// Carries out an action, and records it.
///
/// # Errors
/// The action is not possible, or cannot be recorded.
pub(crate) async fn carry_out(app: &App, deed: &ActionRequest) -> Result<String, Error> {
    let moderation = app.moderation();
    let _acting = moderation.alone().await;
    let why = reason(&deed.why)?;
    let (what, whom) = deed.act.in_short(app).await?;
    // Recorded beforehand: an interrupted action has left a trace.
    let number = note(app, &deed.by, &format!("{what} (begun)"), &whom, &why).await?;
    match deed.act.carry_out(app, moderation, &why).await {
        Ok(done) => {
            app.store().note_done(number, Some((what, &done.whom))).await?;
            tracing::info!(by = deed.by, what, whom = done.whom, "an operator's deed");
            Ok(done.said)
        }
        Err(error) => {
            // What was refused has not happened; how far a failure went is unknown.
            if !error.status().is_server_error() {
                app.store().note_done(number, None).await?;
            }
            Err(error)
        }
    }
}

/// Records an operator's action; returns the number of the record.
///
/// # Errors
/// It cannot be written.
pub(crate) async fn note(
    app: &App,
    who: &str,
    what: &str,
    whom: &str,
    why: &str,
) -> Result<i64, Error> {
    let row = AuditRow {
        number: 0,
        at: app.clock().now(),
        who: who.to_string(),
        what: what.to_string(),
        whom: whom.to_string(),
        why: why.to_string(),
    };
    Ok(app.store().note_deed(&row).await?)
}

/// Withdraws the challenges a member has made, declines those made to them, and resigns all their matches if `resigns`.
/// Returns how many matches and how many challenges ended.
///
/// # Errors
/// The database cannot be read or written.
pub(crate) async fn let_go_of(
    app: &App,
    id: MemberId,
    resigns: bool,
) -> Result<(usize, usize), Error> {
    let (queue, who) = (app.queue(), Who::Member(id));
    let (mut resigned, mut withdrawn) = (0, 0);
    let matches = if resigns { app.queries().at_play(id).await? } else { Vec::new() };
    for it in matches {
        match queue.act(who, None, Command::Resign { id: it.id }).await {
            Ok(_) => resigned += 1,
            // One that has just ended need not be resigned.
            Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    for it in app.queries().challenges_of(id).await? {
        let command = match it.to {
            Aim::Member(to) if to == id => Command::DeclineChallenge { id: it.id },
            _ => Command::WithdrawChallenge { id: it.id },
        };
        match queue.act(who, None, command).await {
            Ok(_) => withdrawn += 1,
            Err(Error::Refused(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok((resigned, withdrawn))
}

impl OperatorAction {
    /// The name of the action, and whom or what it is done to, before it is done.
    async fn in_short(&self, app: &App) -> Result<(&'static str, String), Error> {
        Ok(match self {
            OperatorAction::Ban { name, .. } => ("ban", name.clone()),
            OperatorAction::Unban { name } => ("unban", name.clone()),
            OperatorAction::Mute { name, .. } => ("mute", name.clone()),
            OperatorAction::Unmute { name } => ("unmute", name.clone()),
            OperatorAction::Rename { name, to } => ("rename", format!("{name} to {to}")),
            OperatorAction::Role { name, operator: true } => ("make an operator", name.clone()),
            OperatorAction::Role { name, operator: false } => ("make a member", name.clone()),
            // The name is kept neither here nor elsewhere.
            OperatorAction::Close { name } => {
                ("close", format!("member {}", whom(app, name).await?.id))
            }
            OperatorAction::PurgeGuests { days } => {
                ("purge guests", format!("of {}", many(*days as usize, "day")))
            }
            OperatorAction::Stop { ids } => {
                let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
                ("stop", format!("matches {}", ids.join(", ")))
            }
            OperatorAction::Unsay { game, remark } => {
                ("delete", format!("remark {remark} of match {game}"))
            }
            OperatorAction::Withdraw { challenge } => ("delete", format!("challenge {challenge}")),
            OperatorAction::Shut { network } => ("block", network.clone()),
            OperatorAction::Open { network } => ("unblock", network.clone()),
        })
    }

    async fn carry_out(
        &self,
        app: &App,
        moderation: &Moderation,
        why: &str,
    ) -> Result<ActionOutcome, Error> {
        match self {
            OperatorAction::Ban { name, days } => ban(app, moderation, name, *days, why).await,
            OperatorAction::Unban { name } => let_in(app, moderation, name, HoldKind::Ban).await,
            OperatorAction::Mute { name, days } => {
                let it = nobody_special(app, name).await?;
                let until = hold(app, moderation, it.id, HoldKind::Mute, *days, why).await?;
                let said = format!("{} plays on and cannot write to others{until}", it.name);
                Ok(ActionOutcome { whom: format!("{}{until}", it.name), said })
            }
            OperatorAction::Unmute { name } => let_in(app, moderation, name, HoldKind::Mute).await,
            OperatorAction::Rename { name, to } => {
                let it = nobody_special(app, name).await?;
                let call = Command::Call { member: it.id, name: to.clone() };
                app.queue().act(Who::Club, None, call).await?;
                let to = to.trim();
                let said = format!("{} is called {to} now", it.name);
                Ok(ActionOutcome { whom: format!("{} to {to}", it.name), said })
            }
            OperatorAction::Role { name, operator } => {
                let it = whom(app, name).await?;
                if it.guest {
                    return Err(no("a guest cannot be an operator"));
                }
                let role = operator.then_some(OPERATOR);
                app.store().set_role(it.id, role).await?;
                moderation.read().await?;
                let said = match operator {
                    true => format!("{} is an operator", it.name),
                    false => format!("{} is a member like others", it.name),
                };
                Ok(ActionOutcome { whom: it.name, said })
            }
            OperatorAction::Close { name } => {
                let it = nobody_special(app, name).await?;
                let _alone = app.accounts().alone(it.id).await;
                let (resigned, withdrawn) = let_go_of(app, it.id, true).await?;
                leaving::close(app, it.id).await?;
                let said = format!("{} has left for good: {}", it.name, gone(resigned, withdrawn));
                Ok(ActionOutcome { whom: format!("member {}", it.id), said })
            }
            OperatorAction::PurgeGuests { days } => {
                let before = app.clock().now() - Span::days((*days).max(1).into());
                let (n, ids) = app.store().purge_guests(before).await?;
                ids.iter().for_each(|id| app.queue().forget(&Key::Member(*id)));
                app.accounts().look_again();
                let said = match n {
                    1 => "one guest is forgotten".to_string(),
                    n => format!("{n} guests are forgotten"),
                };
                Ok(ActionOutcome { whom: format!("{n}, of {}", many(*days as usize, "day")), said })
            }
            OperatorAction::Stop { ids } => stop(app, ids).await,
            OperatorAction::Unsay { game, remark } => unsay(app, MatchId(*game), *remark).await,
            OperatorAction::Withdraw { challenge } => withdraw(app, ChallengeId(*challenge)).await,
            OperatorAction::Shut { network } => shut(app, moderation, network, why).await,
            OperatorAction::Open { network } => {
                let network: Subnet = network.parse().map_err(Error::Unclear)?;
                if !app.store().open_network(&network.to_string()).await? {
                    return Err(no(format!("{network} is not blocked")));
                }
                moderation.read().await?;
                let said = format!("{network} is let in again");
                Ok(ActionOutcome { whom: network.to_string(), said })
            }
        }
    }
}

async fn ban(
    app: &App,
    moderation: &Moderation,
    name: &str,
    days: Option<u32>,
    why: &str,
) -> Result<ActionOutcome, Error> {
    let it = nobody_special(app, name).await?;
    let until = hold(app, moderation, it.id, HoldKind::Ban, days, why).await?;
    app.accounts().end(it.id, None, "").await?;
    let (resigned, withdrawn) = let_go_of(app, it.id, days.is_none()).await?;
    let (gone, withdrawn) = (gone(resigned, withdrawn), many(withdrawn, "challenge"));
    let gone = match days {
        None => gone,
        Some(_) => format!(
            "signed out everywhere, {withdrawn} withdrawn or declined; their matches go on, and so do their clocks"
        ),
    };
    let said = format!("{} is banned{until}: {gone}", it.name);
    Ok(ActionOutcome { whom: format!("{}{until}", it.name), said })
}

fn many(n: usize, one: &str) -> String {
    match n {
        1 => format!("one {one}"),
        n => format!("{n} {one}s"),
    }
}

/// A match in which not both have played is called off, not lost.
fn gone(ended: usize, withdrawn: usize) -> String {
    format!(
        "signed out everywhere, {} resigned or called off, {} withdrawn or declined",
        many(ended, "match").replace("matchs", "matches"),
        many(withdrawn, "challenge")
    )
}

/// Bans or mutes a member; returns until when, in words.
async fn hold(
    app: &App,
    moderation: &Moderation,
    member: MemberId,
    kind: HoldKind,
    days: Option<u32>,
    why: &str,
) -> Result<String, Error> {
    if days.is_some_and(|it| it == 0 || LONGEST < it) {
        return Err(no(format!("1 to {LONGEST} days, or no number of days for good")));
    }
    let now = app.clock().now();
    let until = days.map(|it| now + Span::days(it.into()));
    let holds = moderation.holds().await?;
    let held = holds.iter().find(|it| it.member == member && it.kind == kind.name());
    // A hold must not be shortened by mistake.
    if let Some(it) = held.filter(|it| it.until.unwrap_or(NEVER) > until.unwrap_or(NEVER)) {
        let what = if it.kind == HoldKind::Ban.name() { "banned" } else { "muted" };
        let longer = it.until.map_or("for good".to_string(), |at| {
            format!("until {} (UTC)", crate::present::times::when(at, "UTC"))
        });
        return Err(no(format!(
            "they are {what} {longer} already, which is longer: lift that first"
        )));
    }
    let row = HoldRow {
        member,
        kind: kind.name().to_string(),
        since: now,
        until,
        reason: why.to_string(),
    };
    app.store().hold(&row).await?;
    moderation.read().await?;
    Ok(until.map_or_else(String::new, |it| {
        format!(" until {} (UTC)", crate::present::times::when(it, "UTC"))
    }))
}

async fn let_in(
    app: &App,
    moderation: &Moderation,
    name: &str,
    kind: HoldKind,
) -> Result<ActionOutcome, Error> {
    let it = whom(app, name).await?;
    let (said, not) = match kind {
        HoldKind::Ban => ("can come in again", "is not banned"),
        HoldKind::Mute => ("can write to others again", "is not muted"),
    };
    if !app.store().let_go(it.id, kind.name()).await? {
        return Err(no(format!("{} {not}", it.name)));
    }
    moderation.read().await?;
    Ok(ActionOutcome { said: format!("{} {said}", it.name), whom: it.name })
}

async fn stop(app: &App, ids: &[u64]) -> Result<ActionOutcome, Error> {
    let (mut stopped, mut not) = (Vec::new(), Vec::new());
    for id in ids {
        match app.queue().act(Who::Club, None, Command::Stop { id: MatchId(*id) }).await {
            Ok(_) => stopped.push(id.to_string()),
            Err(Error::Refused(why)) => not.push(format!("match {id} was not stopped: {why}")),
            Err(error) => return Err(error),
        }
    }
    if stopped.is_empty() {
        return Err(no(if not.is_empty() { "which match?".to_string() } else { not.join("\n") }));
    }
    let matches = if stopped.len() == 1 { "match" } else { "matches" };
    let whom = format!("{matches} {}", stopped.join(", "));
    not.insert(0, format!("{whom} ended without a result"));
    Ok(ActionOutcome { whom, said: not.join("\n") })
}

async fn unsay(app: &App, id: MatchId, remark: u32) -> Result<ActionOutcome, Error> {
    app.queue().act(Who::Club, None, Command::Unsay { id, remark }).await?;
    let mut at = 0;
    let key = Key::Match(id);
    let redacted = app.queue().redact(&key, |event| {
        let Fact::Said { words, .. } = &mut event.fact else { return false };
        at += 1;
        if at != remark {
            return false;
        }
        *words = Remark::REMOVED.to_string();
        true
    });
    redacted.await?;
    let whom = format!("remark {remark} of match {id}");
    Ok(ActionOutcome { said: format!("{whom} is removed"), whom })
}

async fn withdraw(app: &App, id: ChallengeId) -> Result<ActionOutcome, Error> {
    let key = Key::Challenge(id);
    let state = app.queue().look(std::slice::from_ref(&key)).await?;
    let by = state.challenge(id).map(|it| it.by);
    let by = by.ok_or_else(|| no(format!("there is no challenge {id}")))?;
    match app.queue().act(Who::Member(by), None, Command::WithdrawChallenge { id }).await {
        // The greeting goes even if the challenge is no longer open.
        Ok(_) | Err(Error::Refused(_)) => {}
        Err(error) => return Err(error),
    }
    let redacted = app.queue().redact(&key, |event| match &mut event.fact {
        Fact::Challenged { greeting, .. } => greeting.take().is_some(),
        _ => false,
    });
    redacted.await?;
    let whom = format!("challenge {id}");
    Ok(ActionOutcome { said: format!("{whom} is withdrawn, and its greeting removed"), whom })
}

async fn shut(
    app: &App,
    moderation: &Moderation,
    network: &str,
    why: &str,
) -> Result<ActionOutcome, Error> {
    let network: Subnet = network.parse().map_err(Error::Unclear)?;
    if network.is_loopback() {
        return Err(no(format!("{network} has this machine itself in it, and is not blocked")));
    }
    if let Some(proxy) = app.config().proxies.iter().find(|it| network.contains(**it)) {
        return Err(no(format!(
            "{network} has the proxy {proxy} in it, by which everybody comes, and is not blocked"
        )));
    }
    let row =
        ShutRow { network: network.to_string(), since: app.clock().now(), reason: why.to_string() };
    app.store().shut(&row).await?;
    moderation.read().await?;
    let said = format!("nobody is let in from {network}");
    Ok(ActionOutcome { whom: network.to_string(), said })
}

/// The member or guest with this name.
async fn whom(app: &App, name: &str) -> Result<Member, Error> {
    let name = name.trim();
    let guest = name.strip_prefix("guest-").and_then(|it| it.parse().ok()).map(MemberId);
    let id = match app.accounts().member_named(name).await? {
        Some(id) => Some(id),
        None => guest,
    };
    let nobody = || no(format!("nobody is called '{}'", shortened(name)));
    let id = id.ok_or_else(nobody)?;
    let state = app.queue().look(&[Key::Member(id)]).await?;
    let it = state.member(id).filter(|it| it.left.is_none()).cloned();
    it.filter(|it| guest.is_none() || it.name == name).ok_or_else(nobody)
}

/// The member or guest with this name, but not an operator: operators cannot remove each other, or themselves, on their
/// page.
async fn nobody_special(app: &App, name: &str) -> Result<Member, Error> {
    let it = whom(app, name).await?;
    if app.moderation().is_operator(it.id) {
        return Err(no(format!(
            "{name} is an operator: `crosscut user role {name} member` comes first",
            name = it.name
        )));
    }
    Ok(it)
}

/// A reason as it is stored.
fn reason(text: &str) -> Result<String, Error> {
    let n = text.trim().chars().count();
    if n > REASON {
        return Err(no(format!("a reason has {REASON} characters at most, this one has {n}")));
    }
    Ok(plain(text, &[]).trim_end_matches('.').to_string())
}

fn no(words: impl Into<String>) -> Error {
    Error::Unclear(words.into())
}
