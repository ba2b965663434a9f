//! Reporting a member, a match or a remark to the operators.

use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use crosscut_club::{ChallengeId, Key, MatchId, MemberId, Player, Remark, Who, plain};
use serde::Deserialize;

use super::form::{FormFields, SubmittedForm};
use super::member::nobody;
use super::page::{Frame, PageError, page_with};
use super::query::address;
use super::visitor::Visitor;
use crate::App;
use crate::error::Error;
use crate::limits::rates::Whose;
use crate::present::people::{PlayerLink, href};
use crate::store::ReportRow;

/// The causes of a report: as stored, and as shown.
const CAUSES: [(&str, &str); 5] = [
    ("insult", "Insults or harassment"),
    ("unfair", "Playing with forbidden help, or unfairly"),
    ("name", "An offensive name"),
    ("spam", "Advertising or spam"),
    ("other", "Something else"),
];

/// The longest explanation, in characters.
const MOST: usize = 1000;

/// A cause as it is shown.
pub(super) fn cause_name(cause: &str) -> &'static str {
    CAUSES.iter().find(|it| it.0 == cause).map_or("Something else", |it| it.1)
}

/// What is to be reported.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct ReportQuery {
    #[serde(default)]
    member: String,
    r#match: Option<MatchId>,
    remark: Option<u32>,
    challenge: Option<ChallengeId>,
    #[serde(default)]
    code: String,
}

/// What is reported, looked up as the reporter sees it.
struct ReportedContent {
    whom: Option<MemberId>,
    game: Option<MatchId>,
    remark: Option<u32>,
    quote: String,
    /// Its name: `Bob`, `match 12`.
    name: String,
    /// The page to go back to.
    back: String,
}

#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage {
    frame: Frame,
    wanted: ReportQuery,
    about: ReportedContent,
    causes: [(&'static str, &'static str); 5],
    sent: SubmittedForm,
    /// Whether the report has been made.
    told: bool,
}

async fn about(
    app: &App,
    visitor: &Visitor,
    wanted: &ReportQuery,
) -> Result<ReportedContent, PageError> {
    let me = visitor.signed_in()?;
    let own = || PageError::new(StatusCode::CONFLICT, "you cannot report yourself");
    if let Some(id) = wanted.challenge {
        let state = app.queue().look(&[Key::Challenge(id)]).await?;
        let code = Some(wanted.code.as_str()).filter(|it| !it.is_empty());
        let it = state.challenge(id).filter(|it| it.visible_to(visitor.who(), code));
        let it = it.ok_or_else(|| PageError::not_found("there is no such challenge"))?;
        if it.by == me {
            return Err(own());
        }
        let by = app.queue().look(&[Key::Member(it.by)]).await?;
        return Ok(ReportedContent {
            whom: Some(it.by),
            game: None,
            remark: None,
            quote: it.greeting.clone().unwrap_or_default(),
            name: format!("the challenge of {}", PlayerLink::of(Player::Member(it.by), &by).name),
            back: address(&format!("/challenge/{id}"), &[("code", &wanted.code)]),
        });
    }
    let Some(id) = wanted.r#match else {
        let name = wanted.member.trim();
        if name.is_empty() {
            return Err(PageError::not_found(
                "nobody is named here: follow the link to report somebody on their page, or on that of a match",
            ));
        }
        let id = app.accounts().member_named(name).await?.ok_or_else(|| nobody(name))?;
        let state = app.queue().look(&[Key::Member(id)]).await?;
        let it = state.member(id).filter(|it| it.left.is_none()).ok_or_else(|| nobody(name))?;
        if id == me {
            return Err(own());
        }
        let (name, back) = (it.name.clone(), href(&it.name));
        return Ok(ReportedContent {
            whom: Some(id),
            game: None,
            remark: None,
            quote: String::new(),
            name,
            back,
        });
    };
    let club = app.queue().look_at(id, visitor.who()).await?;
    let it = club.match_with(id).ok_or(Error::Hidden)?;
    let back = format!("/match/{id}");
    let Some(remark) = wanted.remark else {
        // A player means the opponent; a spectator may mean both.
        let opponent = it.seat_of(visitor.who()).and_then(|seat| it.opponent(seat).member());
        let name = format!("match {id}");
        return Ok(ReportedContent {
            whom: opponent,
            game: Some(id),
            remark: None,
            quote: String::new(),
            name,
            back,
        });
    };
    let said = (remark as usize).checked_sub(1).and_then(|at| it.remarks.get(at));
    let said = said.filter(|said| it.may_read(visitor.who(), said.room));
    let none = || PageError::not_found("there is no such message");
    let said = said.filter(|it| it.words != Remark::REMOVED).ok_or_else(none)?;
    let Who::Member(by) = said.by else { return Err(none()) };
    if by == me {
        return Err(own());
    }
    let state = app.queue().look(&[Key::Member(by)]).await?;
    let name = PlayerLink::of(Player::Member(by), &state).name;
    Ok(ReportedContent {
        whom: Some(by),
        game: Some(id),
        remark: Some(remark),
        quote: said.words.clone(),
        name: format!("a message by {name}"),
        back,
    })
}

fn show(
    visitor: &Visitor,
    status: StatusCode,
    (wanted, about): (ReportQuery, ReportedContent),
    sent: SubmittedForm,
    told: bool,
) -> Result<Response, PageError> {
    let title = format!("Report {}", about.name);
    let frame = Frame::new(visitor, "", title);
    page_with(status, &ReportPage { frame, wanted, about, causes: CAUSES, sent, told })
}

/// The form to report.
pub(crate) async fn form(
    visitor: Visitor,
    State(app): State<App>,
    wanted: Result<Query<ReportQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let Query(wanted) = wanted?;
    let about = about(&app, &visitor, &wanted).await?;
    show(&visitor, StatusCode::OK, (wanted, about), SubmittedForm::default(), false)
}

/// Stores the report for the operators.
pub(crate) async fn tell(
    visitor: Visitor,
    State(app): State<App>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let number = |name: &str| fields.get(name).parse().ok();
    let wanted = ReportQuery {
        member: fields.get("member").to_string(),
        r#match: number("match").map(MatchId),
        remark: fields.get("remark").parse().ok(),
        challenge: number("challenge").map(ChallengeId),
        code: fields.get("code").to_string(),
    };
    let about = about(&app, &visitor, &wanted).await?;
    match keep(&app, &visitor, &about, &fields).await {
        Ok(()) => show(&visitor, StatusCode::OK, (wanted, about), SubmittedForm::default(), true),
        Err((field, error)) => {
            let refused = PageError::from(error);
            if refused.status.is_server_error() {
                return Err(refused);
            }
            let sent = SubmittedForm::back(fields, field, &refused);
            refused.over(show(&visitor, refused.status, (wanted, about), sent, false))
        }
    }
}

async fn keep(
    app: &App,
    visitor: &Visitor,
    about: &ReportedContent,
    fields: &FormFields,
) -> Result<(), (&'static str, Error)> {
    let no = |field, words: &str| Err((field, Error::Unclear(words.to_string())));
    let me = visitor.person.signed_in().map_err(|it| ("", it))?;
    let (cause, words) = (fields.get("cause"), fields.get("words"));
    if !CAUSES.iter().any(|it| it.0 == cause) {
        return no("cause", "choose what is wrong");
    }
    if cause == "other" && words.is_empty() {
        return no("words", "say in a few words what is wrong");
    }
    if words.chars().count() > MOST {
        return no("words", "that is too long: 1000 characters at most");
    }
    if !words.is_empty() {
        app.moderation().may_talk(me).map_err(|it| ("words", it))?;
    }
    let whose = [Whose::Report(me.0), Whose::ReportFrom(visitor.person.caller.address)];
    app.limits().take_all(&whose).map_err(|it| ("", Error::TooOften(it)))?;
    let row = ReportRow {
        number: 0,
        at: app.clock().now(),
        reporter: me,
        whom: about.whom,
        game: about.game,
        remark: about.remark.map(i64::from),
        quote: about.quote.replace('\0', " "),
        cause: cause.to_string(),
        words: plain(words, &['\n']),
    };
    let new = app.store().report(&row).await.map_err(|it| ("", it.into()))?;
    if !new {
        let words = "you have reported this already, and nobody has looked at it yet";
        return Err(("", Error::Enough(words.to_string())));
    }
    app.moderation().open_reports().await.map_err(|it| ("", it))?;
    tracing::info!(by = me.0, about = about.name, cause, "a report");
    Ok(())
}
