//! Settings: the theme and how boards are shown, kept in cookies; and for members time zone, vacation, challenges,
//! password and sessions.

use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use crosscut_catalog::find;
use crosscut_club::{Command, MatchId, Member, MemberId, Moment, Period, Player, Span};

use super::board::BoardLook;
use super::cookies::by_way;
use super::form::{FormFields, SubmittedForm};
use super::lobby::{MatchListItem, rows};
use super::mailing::{self, MailPreferences};
use super::page::{Frame, PageError, page_with};
use super::visitor::Visitor;
use super::welcomes::{self, WelcomeSettings};
use crate::App;
use crate::error::Error;
use crate::http::cookie::{preference_cookie, session_cookie};
use crate::limits::rates::Whose;
use crate::mail::{UndoableChange, tell};
use crate::members::export;
use crate::members::leaving;
use crate::operate::deeds::let_go_of;
use crate::present::times;
use crate::read::projection::MatchSummary;
use crate::watch::{self, SecurityEvent};

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    frame: Frame,
    confirm: &'static str,
    /// The materials of boards, and whether each is chosen.
    boards: Vec<(usize, &'static str, bool)>,
    own: Option<MemberSettings>,
    /// The matches with people that keep a member from leaving for good.
    going: Vec<MatchListItem>,
    /// The refused form as it was sent, if there is one.
    sent: SubmittedForm,
    /// The form that was carried out, if one was.
    done: String,
}

/// How many of the matches that keep a member from leaving are listed.
const GOING: usize = 50;

impl SettingsPage {
    /// What a form in this part of the page has done, in a sentence: browsers show that part, and not the top.
    fn done_in(&self, part: &str) -> Option<&'static str> {
        (part_of(&self.done) == part).then(|| done(&self.done)).filter(|it| !it.is_empty())
    }

    /// Why a form of this part was refused as a whole.
    fn wrong_in(&self, part: &str) -> Option<&str> {
        let what = self.sent.what();
        self.sent.wrong(what, "").filter(|_| part_of(what) == part)
    }
}

/// The part of the page that a form is in; empty if it is not one of the page's.
fn part_of(what: &str) -> &'static str {
    match what {
        "name" | "zone" | "seen" => "you",
        "vacation" | "back" | "challenges" => "matches",
        "address" | "mail" | "unfollow" | "unfollow-game" => "mail",
        "password" | "key" | "session" | "unblock" => "safety",
        "leave" => "data",
        _ => "",
    }
}

/// What only signed-in visitors have.
struct MemberSettings {
    name: String,
    guest: bool,
    /// Whether they have a password, which must be given again before the account is changed.
    locked: bool,
    zone: String,
    /// All time zones.
    zones: Vec<String>,
    /// Whether others may see that they are online.
    seen: bool,
    /// The sentence on their vacations, if they have any, and the button that ends or cancels them.
    away: Option<(String, &'static str)>,
    left: String,
    welcomes: WelcomeSettings,
    sessions: Vec<SessionView>,
    /// The members they have blocked: ids and names.
    blocked: Vec<(MemberId, String)>,
    /// The host whose pages may ask for a passkey.
    host: Option<String>,
    keys: Vec<PasskeyView>,
    /// Whether they may not add one here: an operator who signed in with a password.
    barred: bool,
    /// Their mail settings, if the club has mail.
    mail: Option<MailPreferences>,
}

struct SessionView {
    number: i64,
    device: String,
    seen: String,
    this: bool,
}

struct PasskeyView {
    id: String,
    name: String,
    used: String,
}

/// The settings page.
pub(crate) async fn settings(
    visitor: Visitor,
    State(app): State<App>,
    uri: Uri,
) -> Result<Response, PageError> {
    let done = uri.query().and_then(|it| it.strip_prefix("done=")).unwrap_or_default();
    show(&app, &visitor, StatusCode::OK, SubmittedForm::default(), done).await
}

/// What a form has done, in a sentence.
fn done(what: &str) -> &'static str {
    match what {
        "name" => "Your name is changed.",
        "password" => "Your password is changed, and your other devices are signed out.",
        "session" => "Signed out there.",
        "key" => "Your passkeys are changed.",
        "address" => "We have sent you a mail: open its link, and the address is yours.",
        "vacation" => "Your vacation has begun.",
        "back" => "Your vacation is over.",
        "unblock" => "They are not blocked any more.",
        "unfollow" | "unfollow-game" => "You no longer follow it.",
        "zone" | "seen" | "challenges" | "mail" => "Saved.",
        _ => "",
    }
}

async fn show(
    app: &App,
    visitor: &Visitor,
    status: StatusCode,
    sent: SubmittedForm,
    done: &str,
) -> Result<Response, PageError> {
    let own = match &visitor.member {
        Some(member) => Some(own(app, visitor, member).await?),
        None => None,
    };
    let confirm = match visitor.preferences.confirm {
        None => "auto",
        Some(true) => "on",
        Some(false) => "off",
    };
    let mut going = Vec::new();
    if let (Some(member), true) = (&visitor.member, sent.wrong("leave", "sure").is_some()) {
        let (mut with_people, _) = at_play(app, member.id).await?;
        with_people.truncate(GOING);
        going = rows(app, visitor, &with_people).await?;
    }
    let frame = Frame::new(visitor, "settings", "Settings");
    let boards = BoardLook::THEMES.into_iter().enumerate();
    let boards = boards.map(|(at, name)| (at, name, at == visitor.preferences.board())).collect();
    let done = done.to_string();
    page_with(status, &SettingsPage { frame, confirm, boards, own, going, sent, done })
}

/// The sentence on current and planned vacations, and the text of the button that ends or cancels them.
fn sentences(all: &[Period], now: Moment, zone: &str) -> Option<(String, &'static str)> {
    let (on, planned): (Vec<_>, Vec<_>) =
        all.iter().filter(|it| it.until > now).partition(|it| it.from <= now);
    let button = match (on.is_empty(), planned.is_empty()) {
        (true, true) => return None,
        (false, true) => "End my vacation",
        (true, false) => "Cancel what is planned",
        (false, false) => "End my vacation, and cancel what is planned",
    };
    let told = |it: &Period, how: &str| {
        let [from, until] = [it.from, it.until].map(|at| times::when(at, zone));
        format!("You {how} from {from} until {until}.")
    };
    let on = on.into_iter().map(|it| told(it, "are on vacation"));
    let planned = planned.into_iter().map(|it| told(it, "have planned a vacation"));
    Some((on.chain(planned).collect::<Vec<_>>().join(" "), button))
}

/// When a session was last used. This is recorded once an hour.
fn used(at: Moment, now: Moment) -> String {
    match now - at <= Span::hours(1) {
        true => "used within the last hour".to_string(),
        false => format!("last used {}", times::ago(at, now)),
    }
}

async fn own(app: &App, visitor: &Visitor, member: &Member) -> Result<MemberSettings, PageError> {
    let now = app.clock().now();
    let sessions = app.accounts().sessions(member.id).await?;
    let blocked = app.queries().names(member.blocked.iter().copied()).await?;
    let mut blocked: Vec<(MemberId, String)> =
        blocked.into_iter().map(|(id, it)| (id, it.name)).collect();
    blocked.sort_by_key(|(_, name)| name.to_lowercase());
    Ok(MemberSettings {
        blocked,
        name: member.name.clone(),
        guest: member.guest,
        locked: app.accounts().has_password(member.id).await?,
        barred: app.may_add_passkey(&visitor.person, member.id).is_err(),
        zone: member.zone.clone(),
        zones: times::zones(),
        seen: !app.presence().hides(member.id),
        away: sentences(&member.vacations, now, &member.zone),
        mail: match app.post().filter(|_| !member.guest) {
            Some(post) => {
                let following = mailing::following(app, member).await?;
                Some(MailPreferences::of(post.held(app, member.id).await?, following))
            }
            None => None,
        },
        left: format!(
            "{} left, of {} in any 365 days",
            member.vacation_left(now),
            Member::VACATION
        ),
        welcomes: WelcomeSettings::of(member),
        host: app.passkeys().host().map(str::to_string),
        keys: app
            .passkeys()
            .of(member.id)
            .await?
            .into_iter()
            .map(|it| PasskeyView {
                used: match it.used {
                    Some(at) => format!("last used {}", times::ago(at, now)),
                    None => "not used yet".to_string(),
                },
                id: it.id,
                name: it.name,
            })
            .collect(),
        sessions: sessions
            .into_iter()
            .map(|it| SessionView {
                number: it.number,
                device: device(&it.device),
                seen: used(it.seen, now),
                this: Some(it.number) == visitor.person.session,
            })
            .collect(),
    })
}

/// The browser and system that a user agent claims, in few words.
fn device(text: &str) -> String {
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| text.contains(sign)).map(|(_, name)| *name)
    };
    let browser = find(&[
        ("Firefox", "Firefox"),
        ("Edg/", "Edge"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let machine = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, machine) {
        (Some(browser), Some(machine)) => format!("{browser} on {machine}"),
        (Some(name), None) | (None, Some(name)) => name.to_string(),
        (None, None) => text.chars().take(40).collect(),
    }
}

/// Stores how the boards of a game are shown, and goes back.
pub(crate) async fn set_look(fields: FormFields) -> Result<Response, PageError> {
    let game =
        find(fields.get("game")).ok_or_else(|| PageError::unclear("there is no such game"))?;
    let look = BoardLook::read(fields.get("look"));
    let cookies = AppendHeaders([
        (SET_COOKIE, preference_cookie(&format!("look-{}", game.card().name), &look.write())),
        (SET_COOKIE, preference_cookie("board", &look.theme.to_string())),
    ]);
    let back = inside(fields.get("back"))?;
    Ok((cookies, Redirect::to(&back)).into_response())
}

/// Stores the theme and how moves are sent, and goes back.
pub(crate) async fn set_taste(
    headers: HeaderMap,
    fields: FormFields,
) -> Result<Response, PageError> {
    let theme @ ("light" | "dark" | "auto") = fields.get("theme") else {
        return Err(PageError::unclear("a theme is light, dark or auto"));
    };
    let confirm @ ("on" | "off" | "auto") = fields.get("confirm") else {
        return Err(PageError::unclear(
            "moves are confirmed always, never or depending on the pace",
        ));
    };
    let mut kept = vec![("theme", theme), ("confirm", confirm)];
    if fields.has("board") {
        if !(0..BoardLook::THEMES.len()).any(|it| it.to_string() == fields.get("board")) {
            return Err(PageError::unclear("that is not one of the boards"));
        }
        kept.push(("board", fields.get("board")));
    }
    let kept = kept.into_iter().map(|(name, value)| (SET_COOKIE, preference_cookie(name, value)));
    let cookies = AppendHeaders(kept.collect::<Vec<_>>());
    let back = by_way(&inside(fields.get("back"))?, headers.contains_key(COOKIE));
    Ok((cookies, Redirect::to(&back)).into_response())
}

/// Changes what the club stores of a member. A refused form is shown again as it was filled in, with the reason.
pub(crate) async fn change(
    visitor: Visitor,
    State(app): State<App>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let member = visitor.signed_in()?;
    if fields.get("what") == "leave" {
        return leave(&app, &visitor, member, &fields).await;
    }
    match changed(&app, &visitor, member, &fields).await {
        // Back to the same part of the page: browsers remember where a form was sent.
        Ok(()) => {
            Ok(Redirect::to(&format!("/settings?done={}", fields.get("what"))).into_response())
        }
        Err(error) => refuse(&app, &visitor, &fields, error).await,
    }
}

async fn changed(
    app: &App,
    visitor: &Visitor,
    member: MemberId,
    fields: &FormFields,
) -> Result<(), Error> {
    let token = visitor.person.token.clone().unwrap_or_default();
    let accounts = app.accounts();
    let again = accounts.ask_again(member, &token, fields.raw("password"));
    let command = match fields.get("what") {
        "session" => {
            let number = match fields.get("number") {
                "all" => None,
                _ => Some(number(fields, "number")?),
            };
            let _alone = again.await?;
            accounts.end(member, number, &token).await?;
            watch::tell(SecurityEvent::SessionsEnded);
            return tell(app, member, UndoableChange::Sessions).await;
        }
        "password" => {
            let (old, new) = (fields.raw("old"), fields.raw("new"));
            accounts.change_password(member, old, new, &token).await?;
            return tell(app, member, UndoableChange::Password).await;
        }
        "key" => {
            let _alone = again.await?;
            if fields.has("remove") {
                app.passkeys().remove(member, fields.get("remove")).await?;
                watch::tell(SecurityEvent::PasskeyRemoved);
                return tell(app, member, UndoableChange::NoPasskey).await;
            }
            let id = fields.get("rename");
            let name = fields.get(&format!("name-{id}"));
            return app.passkeys().rename(member, id, name).await;
        }
        "address" => {
            let _alone = again.await?;
            return mailing::change(app, visitor.person.caller.address, member, fields).await;
        }
        "challenges" => return welcomes::change(app, visitor, fields).await,
        "mail" => return mailing::change(app, visitor.person.caller.address, member, fields).await,
        "seen" => {
            return app.presence().hide(app.store(), member, !fields.has("seen")).await;
        }
        "zone" if !fields.has("zone") => {
            return Err(Error::Unclear("fill in a time zone".to_string()));
        }
        "zone" => Command::SetZone { zone: fields.get("zone").to_string() },
        "vacation" => {
            let days: i64 = number(fields, "days")?;
            let now = app.clock().now();
            Command::GoAway { from: None, until: now + Span::days(days.clamp(0, 400)) }
        }
        "back" => Command::ComeBack,
        "unblock" => Command::Unblock { member: MemberId(number(fields, "unblock")?) },
        "unfollow" => Command::Follow { id: MatchId(number(fields, "unfollow")?), follow: None },
        "unfollow-game" => {
            let game = fields.get("unfollow-game").to_string();
            Command::FollowGame { game, follow: None }
        }
        "name" => {
            let _alone = again.await?;
            let name = fields.get("name").to_string();
            let former = visitor.member.as_ref().map(|it| it.name.clone()).unwrap_or_default();
            if name == former {
                return Ok(());
            }
            app.act(&visitor.person, None, Command::Rename { name }).await?;
            watch::tell(SecurityEvent::NameChanged);
            return tell(app, member, UndoableChange::Name(former)).await;
        }
        other => return Err(Error::Unclear(format!("there is no setting '{other}'"))),
    };
    app.act(&visitor.person, None, command).await.map(drop)
}

fn number<T: std::str::FromStr>(fields: &FormFields, name: &str) -> Result<T, Error> {
    fields.number(name).map_err(|refused| Error::Unclear(refused.words))
}

/// The page again, with the refused form as it was sent.
async fn refuse(
    app: &App,
    visitor: &Visitor,
    fields: &FormFields,
    error: Error,
) -> Result<Response, PageError> {
    // Each form has one field that can be wrong, except the one with two passwords.
    let field = match (fields.get("what"), &error) {
        ("password", Error::NotYourPassword) => "old",
        ("password", _) => "new",
        (_, Error::NotYourPassword) => "password",
        ("zone", _) => "zone",
        ("vacation", _) => "days",
        ("name", _) => "name",
        ("challenges", _) => "most",
        ("address", _) => "address",
        ("mail", _) => "hour",
        ("leave", _) => "sure",
        _ => "",
    };
    let refused = PageError::told(error, visitor);
    if refused.status.is_server_error() {
        return Err(refused);
    }
    let sent = SubmittedForm::back(fields.clone(), field, &refused);
    refused.over(show(app, visitor, refused.status, sent, "").await)
}

/// All games of a member, in one file.
pub(crate) async fn games(visitor: Visitor, State(app): State<App>) -> Result<Response, PageError> {
    let member = visitor.signed_in()?;
    let text = export::all(app.queue().clone(), app.store().clone(), member);
    let head = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"crosscut-games.ccr\""),
    ];
    Ok((head, Body::from_stream(text)).into_response())
}

/// All that is stored about a member, in one file.
pub(crate) async fn data(visitor: Visitor, State(app): State<App>) -> Result<Response, PageError> {
    let member = visitor.signed_in()?;
    app.limits().take(Whose::Archive(member.0)).map_err(Error::TooOften)?;
    let head = [
        (CONTENT_TYPE, "application/zip"),
        (CONTENT_DISPOSITION, "attachment; filename=\"crosscut-data.zip\""),
    ];
    Ok((head, Body::from_stream(export::archive(app, member))).into_response())
}

/// The matches that a member has in progress with people, and those with the computer.
async fn at_play(app: &App, member: MemberId) -> Result<(Vec<MatchSummary>, Vec<MatchId>), Error> {
    let live = app.queries().at_play(member).await?;
    let alone = |seat: &Player| seat.member().is_none_or(|it| it == member);
    let (alone, with_people): (Vec<_>, Vec<_>) =
        live.into_iter().partition(|it| it.seats.iter().all(alone));
    Ok((with_people, alone.into_iter().map(|it| it.id).collect()))
}

/// Lets a member leave for good once their matches with people are over, so that no opponent is left waiting.
async fn leave(
    app: &App,
    visitor: &Visitor,
    member: MemberId,
    fields: &FormFields,
) -> Result<Response, PageError> {
    // The password is checked first, since that takes a while, during which a match may begin.
    let token = visitor.person.token.as_deref().unwrap_or_default();
    let _alone = match app.accounts().ask_again(member, token, fields.raw("password")).await {
        Ok(alone) => alone,
        Err(error) => return refuse(app, visitor, fields, error).await,
    };
    let (with_people, alone) = at_play(app, member).await?;
    let refusal = match with_people.len() {
        0 if !fields.has("sure") => Some("tick the box if you want to leave for good".to_string()),
        0 => None,
        1 => Some("you have a match going: finish or resign it first".to_string()),
        n => Some(format!("you have {n} matches going: finish or resign them first")),
    };
    if let Some(words) = refusal {
        return refuse(app, visitor, fields, Error::Unclear(words)).await;
    }
    // Matches with the computer are resigned: nobody is left waiting in them.
    for id in alone {
        match app.queue().act(visitor.who(), None, Command::Resign { id }).await {
            Ok(_) | Err(Error::Refused(_)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // Nobody waits for an answer either, of those who have challenged them.
    let_go_of(app, member, false).await?;
    // Somebody may have accepted one of the challenges a moment before.
    if !at_play(app, member).await?.0.is_empty() {
        let words = "a match of yours has just begun: finish or resign it first".to_string();
        return refuse(app, visitor, fields, Error::Unclear(words)).await;
    }
    match leaving::leave(app, member).await {
        Ok(()) => {
            let cookie = AppendHeaders([(SET_COOKIE, session_cookie(app.config(), None))]);
            watch::tell(SecurityEvent::Left);
            // A match that began at that moment after all is stopped, so that nobody waits in it.
            for it in app.queries().at_play(member).await? {
                let stop = Command::Stop { id: it.id };
                match app.queue().act(crosscut_club::Who::Club, None, stop).await {
                    Ok(_) | Err(Error::Refused(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            Ok((cookie, Redirect::to("/sign-in?left=yes")).into_response())
        }
        Err(error) => refuse(app, visitor, fields, error).await,
    }
}

/// An address of this site and no other, however browsers normalise it: no segment of the path may be empty or dots.
pub(crate) fn inside(address: &str) -> Result<String, PageError> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let odd = |part: &str| {
        let part = part.to_ascii_lowercase().replace("%2e", ".");
        part.is_empty() || part == "." || part == ".."
    };
    let mut parts = path.strip_prefix('/').unwrap_or("/").split('/').peekable();
    let mut ours = true;
    while let Some(part) = parts.next() {
        // A trailing slash leaves an empty last segment.
        ours &= !odd(part) || part.is_empty() && parts.peek().is_none();
    }
    ours &= !address.chars().any(|c| c == '\\' || c.is_control() || !c.is_ascii());
    match ours {
        true => Ok(address.to_string()),
        false => Err(PageError::unclear("that address leads somewhere else")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_leads_nowhere_else() {
        for good in ["/", "/games/x?turn=A2,C3", "/games/", "/x?to=//y#//z"] {
            assert!(inside(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "//",
            "//x.org",
            "/.//x.org",
            "/%2e//x.org",
            "/a/%2E./x",
            "/../x",
            "https://x.org",
            "/\\x.org",
            "javascript:1",
            "/a\nb",
            "/\u{e9}",
        ] {
            assert!(inside(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_device_is_told_in_few_words() {
        let text = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36";
        assert_eq!(device(text), "Chrome on Linux");
        assert_eq!(device("curl/8.1"), "curl/8.1");
    }

    #[test]
    fn vacations_that_go_on_and_that_are_planned_are_told_apart() {
        let days = |from, until| Period {
            from: Moment(0) + Span::days(from),
            until: Moment(0) + Span::days(until),
        };
        let told = |all: &[Period]| {
            let now = Moment(0) + Span::days(10);
            sentences(all, now, "UTC").map(|(text, button)| format!("{text} [{button}]"))
        };
        assert_eq!(told(&[days(1, 10)]), None);
        assert_eq!(
            told(&[days(1, 2), days(9, 12)]).unwrap(),
            "You are on vacation from 10 Jan 1970, 00:00 until 13 Jan 1970, 00:00. [End my vacation]"
        );
        let both = told(&[days(20, 22), days(9, 12)]).unwrap();
        assert!(both.starts_with("You are on vacation from 10 Jan"), "{both}");
        assert!(both.contains(". You have planned a vacation from 21 Jan"), "{both}");
        assert!(both.ends_with("[End my vacation, and cancel what is planned]"), "{both}");
        assert!(told(&[days(20, 22)]).unwrap().ends_with("[Cancel what is planned]"));
    }

    #[test]
    fn what_is_noted_once_an_hour_is_told_to_the_hour() {
        let at = Moment(0);
        assert_eq!(used(at, at + Span::hours(1)), "used within the last hour");
        assert_eq!(used(at, at + Span::minutes(125)), "last used 2 h ago");
    }
}
