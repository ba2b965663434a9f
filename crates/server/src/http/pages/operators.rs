//! The operators' page: reports, bans and mutes, and the log of what operators did.

use askama::Template;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_club::MemberId;

use super::form::{FormFields, SubmittedForm};
use super::page::{Frame, PageError, nowhere, page_with};
use super::query::address;
use super::reports::{NAMED, OpenReports, READ, ReportSubject, waiting};
use super::visitor::Visitor;
use crate::App;
use crate::error::Error;
use crate::moderation::Subnet;
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out, note};
use crate::person::Person;
use crate::present::times;
use crate::read::queries::Name;
use crate::store::{AuditRow, ShutRow};

/// How many of the latest log entries the page shows.
const SHOWN: i64 = 50;

/// The page's address after an action, and the word that marks it.
const AFTER: &str = "/operators?done";
const DONE: &str = "done";
/// How the query begins when it is about a member.
const WHOM: &str = "name=";

/// What an operator's session lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MissingProof {
    /// It does not belong to an operator: for others the page does not exist.
    Role,
    /// It was not opened with a passkey.
    Passkey,
    /// The password was not entered in it recently.
    Password,
}

/// Whether this session may see the operators' page and act there. A club with a public HTTPS address requires a
/// passkey; one without, where browsers may not know passkeys, requires the password again.
fn may_operate(app: &App, person: &Person) -> Result<MemberId, MissingProof> {
    let member =
        person.member.filter(|it| app.moderation().is_operator(*it)).ok_or(MissingProof::Role)?;
    if app.config().public_url.as_ref().is_some_and(|it| it.starts_with("https://")) {
        return if person.by_passkey { Ok(member) } else { Err(MissingProof::Passkey) };
    }
    let session = person.session.filter(|it| app.moderation().is_sure(*it));
    session.map(|_| member).ok_or(MissingProof::Password)
}

#[derive(Template)]
#[template(path = "operators.html")]
struct OperatorsPage {
    frame: Frame,
    /// What the session lacks, if anything.
    lacks: Option<MissingProof>,
    reports: OpenReports,
    held: Vec<HoldView>,
    shut: Vec<ShutRow>,
    log: Vec<(String, AuditRow)>,
    /// The name of the member whose page the operator came from; empty if none.
    whom: String,
    /// Whether an action was requested that must wait until the session has what it lacks.
    dropped: bool,
    /// The action done a moment ago.
    done: Option<AuditRow>,
    sent: SubmittedForm,
}

struct HoldView {
    name: String,
    what: &'static str,
    /// The action that ends it.
    back: &'static str,
    until: String,
    reason: String,
}

/// The operators' page.
pub(crate) async fn operators(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
) -> Result<Response, PageError> {
    let done = uri.query() == Some(DONE);
    let whom = uri.query().and_then(|it| it.strip_prefix(WHOM)).unwrap_or_default();
    let whom = percent_encoding::percent_decode_str(whom).decode_utf8_lossy().into_owned();
    show(&app, &visitor, StatusCode::OK, SubmittedForm::default(), done, whom).await
}

/// The address where an operator acts on a member.
pub(super) fn dealing_with(name: &str) -> String {
    format!("{}#people", address("/operators", &[("name", name)]))
}

async fn show(
    app: &App,
    visitor: &Visitor,
    status: StatusCode,
    sent: SubmittedForm,
    done: bool,
    whom: String,
) -> Result<Response, PageError> {
    let lacks = match may_operate(app, &visitor.person) {
        Err(MissingProof::Role) => return Err(nowhere().await),
        Err(lacks) => Some(lacks),
        Ok(_) => None,
    };
    let frame = Frame::new(visitor, "", "Operators");
    let mut page = OperatorsPage {
        frame,
        lacks,
        reports: OpenReports::default(),
        held: Vec::new(),
        shut: Vec::new(),
        log: Vec::new(),
        whom,
        dropped: status == StatusCode::FORBIDDEN && sent.what().is_empty(),
        done: None,
        sent,
    };
    if lacks.is_some() {
        let status = if status == StatusCode::OK { StatusCode::FORBIDDEN } else { status };
        return page_with(status, &page);
    }
    let zone = visitor.member.as_ref().map_or("UTC", |it| it.zone.as_str());
    page.reports = waiting(app, zone).await?;
    let holds = app.moderation().holds().await?;
    // Collected first: nothing may be borrowed across an await.
    let ids: Vec<MemberId> = holds.iter().map(|it| it.member).collect();
    let names = app.queries().names(ids).await?;
    page.held = holds
        .iter()
        .map(|it| HoldView {
            name: name(&names, it.member),
            what: if it.kind == "ban" { "banned" } else { "muted" },
            back: if it.kind == "ban" { "unban" } else { "unmute" },
            until: it.until.map_or_else(
                || "for good".to_string(),
                |at| format!("until {}", times::when(at, zone)),
            ),
            reason: it.reason.clone(),
        })
        .collect();
    page.shut = app.moderation().shut().await?;
    let log = app.store().audit(i64::MAX, SHOWN).await.map_err(Error::from)?;
    // What the visitor has just done is their latest entry in the log.
    let me = visitor.member.as_ref().map(|it| it.name.as_str());
    page.done = log.iter().find(|it| done && Some(&*it.who) == me).cloned();
    page.log = log.into_iter().map(|it| (times::when(it.at, zone), it)).collect();
    page_with(status, &page)
}

fn name(names: &std::collections::HashMap<MemberId, Name>, id: MemberId) -> String {
    names.get(&id).map_or_else(|| format!("member {id}"), |it| it.name.clone())
}

/// Carries out a form of the page.
pub(crate) async fn act(
    visitor: Visitor,
    State(app): State<App>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let done = match (may_operate(&app, &visitor.person), fields.get("what")) {
        (Err(MissingProof::Role), _) => return Err(nowhere().await),
        (Err(MissingProof::Password), "enter") => enter(&app, &visitor, &fields).await,
        (Err(_), _) => {
            let sent = SubmittedForm::default();
            return show(&app, &visitor, StatusCode::FORBIDDEN, sent, false, String::new()).await;
        }
        (Ok(_), "enter") => Ok(()),
        (Ok(_), what) => do_it(&app, &visitor, what, &fields).await,
    };
    let Err(error) = done else {
        let to = if fields.get("what") == "enter" { "/operators" } else { AFTER };
        return Ok(Redirect::to(to).into_response());
    };
    let refused = PageError::from(error);
    if refused.status.is_server_error() {
        return Err(refused);
    }
    let field = if fields.get("what") == "enter" { "password" } else { "" };
    let (status, sent) = (refused.status, SubmittedForm::back(fields, field, &refused));
    show(&app, &visitor, status, sent, false, String::new()).await
}

async fn enter(app: &App, visitor: &Visitor, fields: &FormFields) -> Result<(), Error> {
    let member = visitor.person.signed_in()?;
    if !app.accounts().is_password(member, fields.raw("password")).await? {
        return Err(Error::NotYourPassword);
    }
    if let Some(session) = visitor.person.session {
        app.moderation().be_sure(session);
    }
    Ok(())
}

async fn do_it(app: &App, visitor: &Visitor, what: &str, fields: &FormFields) -> Result<(), Error> {
    let by = visitor.member.as_ref().map(|it| it.name.clone()).unwrap_or_default();
    let why = fields.get("reason").to_string();
    match what {
        "report" => settle(app, by, why, fields).await,
        "reporter" => dismiss_all(app, &by, &why, fields).await,
        _ => {
            let act = wanted(fields, fields.get("name"))?;
            if let OperatorAction::Shut { network } = &act {
                keeps_out_others(visitor, network)?;
            }
            carry_out(app, &ActionRequest { act, by, why }).await.map(drop)
        }
    }
}

/// Refuses to block the network of the operator who asks for it.
fn keeps_out_others(visitor: &Visitor, network: &str) -> Result<(), Error> {
    let own = visitor.person.caller.address;
    match network.parse::<Subnet>() {
        Ok(it) if it.contains(own) => Err(Error::Unclear(format!(
            "you come from {own} yourself, which is in {it}: you would keep yourself out, and it is not blocked"
        ))),
        // What is not a network is refused where it would be blocked.
        _ => Ok(()),
    }
}

/// Settles a report and all others on the same subject, except those that came after the last one the operator has
/// seen.
async fn settle(app: &App, by: String, why: String, fields: &FormFields) -> Result<(), Error> {
    let number: i64 = fields.number("number").map_err(|it| Error::Unclear(it.words))?;
    let last = fields.number("last").unwrap_or(number).max(number);
    let open = app.store().open_reports(READ).await?;
    let row = open
        .iter()
        .find(|it| it.number == number)
        .ok_or_else(|| Error::Unclear("somebody has dealt with this report already".to_string()))?;
    let same = open
        .iter()
        .filter(|it| it.number <= last && ReportSubject::of(it) == ReportSubject::of(row));
    // Reports that were not shown are not settled.
    let numbers: Vec<i64> = same.take(1 + NAMED).map(|it| it.number).collect();
    let act = fields.get("act").to_string();
    if act == "dismiss" {
        let what = match numbers.len() {
            0 | 1 => format!("report {number}"),
            n => format!("report {number} and {} more of the same", n - 1),
        };
        note(app, &by, "dismiss", &what, &why).await?;
    } else {
        let name = match row.whom {
            Some(id) => app.queries().names([id]).await?.remove(&id).map(|it| it.name),
            None => None,
        };
        let unsay = row.game.zip(row.remark).map(|(game, remark)| OperatorAction::Unsay {
            game: game.0,
            remark: u32::try_from(remark).unwrap_or(0),
        });
        let acts = match (act.as_str(), unsay) {
            ("unsay", Some(unsay)) => vec![unsay],
            ("mute" | "ban", unsay) => {
                let unsay = unsay.filter(|_| fields.get("too") == "unsay");
                let hold = wanted(fields, &name.unwrap_or_default())?;
                [Some(hold), unsay].into_iter().flatten().collect()
            }
            _ => vec![wanted(fields, &name.unwrap_or_default())?],
        };
        for act in acts {
            carry_out(app, &ActionRequest { act, by: by.clone(), why: why.clone() }).await?;
        }
    }
    app.store().close_reports(&numbers, &act, app.clock().now()).await?;
    Ok(())
}

/// Dismisses all reports by one member, up to the last report the operator has seen.
async fn dismiss_all(app: &App, by: &str, why: &str, fields: &FormFields) -> Result<(), Error> {
    let number = |name| fields.number::<i64>(name).map_err(|it| Error::Unclear(it.words));
    let (reporter, last) = (MemberId(number("reporter")?.cast_unsigned()), number("last")?);
    let names = app.queries().names([reporter]).await?;
    let whose = format!("all reports from {}", name(&names, reporter));
    // Logged before it is done, as are all actions of operators.
    let line = note(app, by, "dismiss", &whose, why).await?;
    let closed = app.store().close_reports_by(reporter, last, "dismiss", app.clock().now()).await?;
    if closed == 0 {
        app.store().note_done(line, None).await?;
        let words = "somebody has dealt with these reports already";
        return Err(Error::Unclear(words.to_string()));
    }
    Ok(())
}

/// The action that a form asks for on a named member.
fn wanted(fields: &FormFields, name: &str) -> Result<OperatorAction, Error> {
    let no = |words: &str| Error::Unclear(words.to_string());
    let days = match fields.get("days") {
        "" => None,
        days => {
            Some(days.parse().map_err(|_| no("for how many days? Write a number, or nothing"))?)
        }
    };
    let (name, network) = (name.to_string(), fields.get("network").to_string());
    Ok(match fields.get("act") {
        "block" => OperatorAction::Shut { network },
        "unblock" => OperatorAction::Open { network },
        _ if name.is_empty() => return Err(no("whom? Write a name")),
        "ban" => OperatorAction::Ban { name, days },
        "unban" => OperatorAction::Unban { name },
        "mute" => OperatorAction::Mute { name, days },
        "unmute" => OperatorAction::Unmute { name },
        "rename" => match fields.get("to") {
            "" => return Err(no("write the new name too")),
            to => OperatorAction::Rename { name, to: to.to_string() },
        },
        "close" if fields.get("sure") != "yes" => {
            return Err(no("an account that is closed stays closed: choose 'yes' if you mean it"));
        }
        "close" => OperatorAction::Close { name },
        other => return Err(Error::Unclear(format!("nothing here is called '{other}'"))),
    })
}

#[cfg(test)]
mod tests {
    use crosscut_club::Who;

    use super::*;
    use crate::operate::deeds::OperatorAction;
    use crate::person::Caller;
    use crate::store::tests::Folder;
    use crate::tests::{Club, ask, config};

    #[tokio::test]
    async fn with_a_public_address_an_operator_needs_a_passkey() {
        let folder = Folder::new();
        for (public_url, by_passkey, answer) in [
            (Some("https://club.example"), false, Some(MissingProof::Passkey)),
            (Some("https://club.example"), true, None),
            (None, true, Some(MissingProof::Password)),
        ] {
            let mut config =
                config(&folder.file(&format!("{by_passkey}{}.db", public_url.is_some())));
            config.public_url = None;
            let club = Club::open_with(config.clone(), 1_000_000).await;
            let ann = serde_json::json!({"name": "Ann", "password": "correct horse"});
            let it = ask(&mut club.client(), "members", "", Some(ann), 201).await;
            let member = MemberId(it["member"].as_u64().unwrap());
            let address = "127.0.0.1".parse().unwrap();
            let person = Person {
                who: Who::Member(member),
                member: Some(member),
                token: None,
                lost: false,
                session: Some(1),
                by_passkey,
                caller: Caller { address, is_doubtful: false, device: String::new() },
            };
            assert_eq!(may_operate(&club.app, &person), Err(MissingProof::Role));
            let act = OperatorAction::Role { name: "ann".to_string(), operator: true };
            carry_out(&club.app, &ActionRequest { act, by: "Bob".into(), why: "a test".into() })
                .await
                .unwrap();
            club.close().await;
            config.public_url = public_url.map(String::from);
            let club = Club::open_with(config, 1_000_000).await;
            assert_eq!(may_operate(&club.app, &person).err(), answer);
            club.close().await;
        }
    }
}
