//! How matches begin: the form with a game's options, and challenges.

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::{HOST, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use crosscut_catalog::{AnyGame, Card, Level, Line, Opening, Seat, Spec, Values, find, shortened};
use crosscut_club::{
    Aim, Audience, Challenge, ChallengeId, Choice, Command, Fate, Flag, Key, Pace, Pauses, Span,
    Terms,
};
use serde::Deserialize;

use super::board::Picture;
use super::cookies::by_way;
use super::form::FormFields;
use super::games::{self, OptionField, first_game, official};
use super::page::{Frame, PageError, page, page_with};
use super::query::address;
use super::table::{colours, status};
use super::visitor::Visitor;
use crate::App;
use crate::error::Error;
use crate::http::session_cookie;
use crate::members::bounds;
use crate::person::Person;
use crate::present::kinds::{kind, set_position};
use crate::present::people::PlayerLink;
use crate::present::sentence::{capital, sentence};

/// The form that begins a match.
#[derive(Template)]
#[template(path = "play.html")]
pub(crate) struct PlayForm {
    game: &'static str,
    options: &'static [OptionField],
    levels: Vec<(u8, &'static str)>,
    paces: &'static [(&'static str, &'static str)],
    /// The side that the choice of who begins is about, and the sentence on it.
    side: String,
    begins: String,
    guest: bool,
    open: bool,
    to: String,
    first_game: Vec<(String, &'static str)>,
    first_words: String,
    /// Whether the rules have made the first side's first turn.
    laid: bool,
    /// The game as usually played.
    official: String,
    /// How it begins when challenged by command, where that differs.
    by_command: String,
    /// What was sent, if the form comes back.
    sent: FormFields,
    /// What is wrong with it.
    wrong: Option<FieldError>,
}

/// What is wrong with a form that was sent.
#[derive(Debug)]
struct FieldError {
    /// The name of a field; empty for the form as a whole.
    field: String,
    refused: PageError,
}

impl FieldError {
    fn at(field: impl Into<String>, refused: PageError) -> Self {
        FieldError { field: field.into(), refused }
    }
}

impl<E: Into<PageError>> From<E> for FieldError {
    fn from(error: E) -> Self {
        FieldError { field: String::new(), refused: error.into() }
    }
}

/// The paces to choose from, each as the form sends it.
const PACES: &[(&str, &str)] = &[
    ("none", "no clock"),
    ("f60-2", "1 min + 2 s a turn"),
    ("f300-5", "5 min + 5 s a turn"),
    ("f900-10", "15 min + 10 s a turn"),
    ("f2700-20", "45 min + 20 s a turn"),
    ("d1", "1 day a turn"),
    ("d3", "3 days a turn"),
    ("d7", "7 days a turn"),
];

const LEVELS: [&str; 8] = [
    "beginner",
    "learner",
    "casual",
    "fair",
    "good",
    "strong",
    "very strong",
    "as strong as it can",
];

impl PlayForm {
    pub(crate) fn of(app: &App, game: &'static dyn AnyGame, visitor: &Visitor, to: &str) -> Self {
        let card = game.card();
        let all = games::all().unwrap_or_default();
        let options = all.iter().find(|it| it.card.name == card.name).map(|it| &it.options[..]);
        PlayForm {
            game: card.name,
            official: official(&card),
            by_command: match card.classic.options {
                "" => String::new(),
                classic => Spec::of(game, classic).map(|it| it.said()).unwrap_or_default(),
            },
            options: options.unwrap_or_default(),
            levels: Level::ALL.iter().map(|it| it.number()).zip(LEVELS).collect(),
            paces: PACES,
            side: called(&card),
            // Kept, since finding out takes setting up boards and the answer never changes.
            begins: app.documents().told(format!("how {} begins", card.name), || begins(game)),
            guest: visitor.member.as_ref().is_none_or(|it| it.guest),
            open: app.is_open(card.name),
            to: to.to_string(),
            laid: is_laid(game),
            first_game: first_game(&card),
            first_words: Spec::of(game, card.first_game).map(|it| it.said()).unwrap_or_default(),
            sent: FormFields::default(),
            wrong: None,
        }
    }

    /// The form as it was sent, with the sentence that says what is wrong.
    fn again(mut self, sent: FormFields, wrong: FieldError) -> Self {
        (self.sent, self.wrong) = (sent, Some(wrong));
        self
    }

    /// The value of a field: what was sent, or the default.
    fn holds<'a>(&'a self, field: &str, default: &'a str) -> &'a str {
        match self.wrong {
            Some(_) => self.sent.get(field),
            None => default,
        }
    }

    /// The same for an option of the game.
    fn option<'a>(&'a self, field: &'a OptionField) -> &'a str {
        self.holds(&format!("o-{}", field.name), &field.default)
    }

    fn ticked(&self, field: &str) -> bool {
        self.sent.has(field)
    }

    /// What is wrong with a field.
    fn wrong_at(&self, field: &str) -> Option<String> {
        let wrong = self.wrong.as_ref().filter(|it| it.field == field)?;
        Some(sentence(&wrong.refused.words))
    }

    /// What is wrong with an option of the game.
    fn wrong_option(&self, field: &OptionField) -> Option<String> {
        self.wrong_at(&format!("o-{}", field.name))
    }
}

/// Begins a guest session, unless the visitor is signed in, and gives its cookie.
pub(crate) async fn come_in(
    app: &App,
    visitor: &Visitor,
    zone: &str,
) -> Result<(Person, Option<HeaderValue>), Error> {
    if visitor.person.member.is_some() {
        return Ok((visitor.person.clone(), None));
    }
    let begun = app.accounts().visit(&visitor.person.caller, zone).await?;
    let cookie = session_cookie(app.config(), Some(&begun.token));
    let person = Person {
        who: crosscut_club::Who::Member(begun.member),
        member: Some(begun.member),
        token: Some(begun.token),
        lost: false,
        session: None,
        by_passkey: false,
        caller: visitor.person.caller.clone(),
    };
    Ok((person, Some(cookie)))
}

/// The same for a visitor whose action requires it: nobody becomes a guest for an action that would be refused.
async fn come_in_for(
    app: &App,
    visitor: &Visitor,
    zone: &str,
    command: &Command,
) -> Result<(Person, Option<HeaderValue>), Error> {
    if visitor.person.member.is_none() {
        bounds::could(app, &visitor.person, command).await?;
    }
    come_in(app, visitor, zone).await
}

/// Redirects to a page, with a cookie if there is one.
pub(crate) fn to(target: &str, cookie: Option<HeaderValue>) -> Response {
    let cookies = AppendHeaders(cookie.map(|it| (SET_COOKIE, it)));
    (cookies, Redirect::to(target)).into_response()
}

/// The terms a form asks for.
fn terms(game: &'static dyn AnyGame, fields: &FormFields) -> Result<Terms, FieldError> {
    // A comma would begin another option.
    if let Some((name, value)) = fields.with("o-").find(|(_, value)| value.contains(',')) {
        let words = format!("'{value}' is not one of the choices");
        return Err(FieldError::at(format!("o-{name}"), PageError::unclear(words)));
    }
    let options: Vec<String> =
        fields.with("o-").map(|(name, value)| format!("{name}={value}")).collect();
    let spec = Spec::of(game, &options.join(",")).map_err(|error| {
        // Each is tried alone, to find out which of them is wrong.
        let alone = |it: &&String| Spec::of(game, it).is_err();
        let field = options.iter().find(alone).and_then(|it| it.split('=').next());
        let field = field.map_or(String::new(), |it| format!("o-{it}"));
        FieldError::at(field, PageError::unclear(error.to_string()))
    })?;
    // The computer plays unrated, and a rated match has a clock.
    let rated = fields.has("rated") && fields.get("with") != "computer";
    let pace = match pace(fields.get("pace")).map_err(|it| FieldError::at("pace", it))? {
        Pace::None if rated => RATED_PACE,
        pace => pace,
    };
    let correspondence = matches!(pace, Pace::Days { .. });
    Ok(Terms {
        game: spec.to_string(),
        setup: None,
        pace,
        nag: None,
        pauses: Pauses {
            vacation: correspondence,
            weekends: correspondence && fields.has("weekends"),
        },
        flag: Flag::default(),
        rated,
        private: fields.has("private"),
    })
}

/// The pace of a rated match for which none was chosen.
const RATED_PACE: Pace = Pace::Days { days: 3 };

fn pace(text: &str) -> Result<Pace, PageError> {
    let unclear = || PageError::unclear(format!("'{text}' is not a pace"));
    if text.is_empty() || text == "none" {
        return Ok(Pace::None);
    }
    if let Some(days) = text.strip_prefix('d') {
        return Ok(Pace::Days { days: days.parse().map_err(|_| unclear())? });
    }
    let (bank, increment) =
        text.strip_prefix('f').and_then(|it| it.split_once('-')).ok_or_else(unclear)?;
    let seconds = |it: &str| it.parse().map(Span::seconds).map_err(|_| unclear());
    Ok(Pace::Fischer { bank: seconds(bank)?, increment: seconds(increment)?, cap: None })
}

/// Redirects to where the form is: with the game.
pub(crate) async fn choose() -> Redirect {
    Redirect::to("/games")
}

/// Begins what the form asks for. A refused form is shown again as it was filled in, with the reason.
pub(crate) async fn begin(
    visitor: Visitor,
    State(app): State<App>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let name = fields.get("game");
    let game =
        find(name).ok_or_else(|| PageError::unclear(format!("there is no game '{name}'")))?;
    let mut cookie = None;
    match begun(&app, &visitor, game, &fields, &mut cookie).await {
        Ok(target) => Ok(to(&by_way(&target, visitor.preferences.keeps_cookies()), cookie)),
        Err(FieldError { refused, .. })
            if !refused.status.is_client_error() || refused.status == StatusCode::UNAUTHORIZED =>
        {
            Err(refused)
        }
        Err(wrong) => {
            let status = wrong.refused.status;
            let whom = if fields.get("with") == "member" { fields.get("to") } else { "" };
            let form = PlayForm::of(&app, game, &visitor, whom).again(fields.clone(), wrong);
            let page = page_with(status, &begin_page(&visitor, &game.card(), form))?;
            let cookies = AppendHeaders(cookie.map(|it| (SET_COOKIE, it)));
            Ok((cookies, page).into_response())
        }
    }
}

/// Begins a match or makes a challenge, and redirects there. A visitor who becomes a guest by it gets a cookie.
async fn begun(
    app: &App,
    visitor: &Visitor,
    game: &'static dyn AnyGame,
    fields: &FormFields,
    cookie: &mut Option<HeaderValue>,
) -> Result<String, FieldError> {
    let terms = terms(game, fields)?;
    let choice = match fields.get("seat") {
        "first" => Choice::First,
        "second" => Choice::Second,
        _ => Choice::Random,
    };
    let target = match fields.get("with") {
        "computer" => None,
        "friend" => Some(Aim::Link(String::new())),
        "anybody" => Some(Aim::Open),
        "member" => {
            let name = fields.get("to");
            let id = app.accounts().member_named(name).await?;
            let nobody = || PageError::unclear(format!("nobody is called '{}'", shortened(name)));
            Some(Aim::Member(id.ok_or_else(nobody)?))
        }
        "" => return Err(PageError::unclear("choose whom to play with").into()),
        other => {
            let words = format!("'{other}' is nobody to play with");
            return Err(PageError::unclear(words).into());
        }
    };
    let level = match fields.has("level") {
        true => fields.number("level").map_err(|it| FieldError::at("level", it))?,
        false => 3,
    };
    let command = match target {
        None => Command::PlayComputer { level, terms, choice },
        Some(to) => Command::Challenge {
            to,
            terms,
            choice,
            audience: Audience::default(),
            until: None,
            greeting: None,
        },
    };
    let (person, new) = come_in_for(app, visitor, fields.get("zone"), &command).await?;
    *cookie = new;
    let done = app.act(&person, None, command).await?;
    if let Some(id) = done.began() {
        return Ok(format!("/match/{id}"));
    }
    let id = done.challenge().ok_or_else(PageError::broken)?;
    let state = app.queue().look(&[Key::Challenge(id)]).await?;
    let code = match state.challenge(id).map(|it| &it.to) {
        Some(Aim::Link(code)) => code.clone(),
        _ => String::new(),
    };
    Ok(address(&format!("/challenge/{id}"), &[("code", &code)]))
}

/// The code of a link to a challenge.
#[derive(Deserialize)]
pub(crate) struct ChallengeQuery {
    #[serde(default)]
    code: String,
}

#[derive(Template)]
#[template(path = "challenge.html")]
struct ChallengePage {
    frame: Frame,
    id: ChallengeId,
    code: String,
    by: PlayerLink,
    /// The name of the member it is made to, if there is one.
    to: Option<String>,
    own: bool,
    open: bool,
    /// Whether the visitor would have to become a member first.
    barred: bool,
    fate: &'static str,
    game: String,
    /// What kind of match it is, where there is something to say.
    sort: String,
    name: &'static str,
    pace: String,
    rated: bool,
    /// Whether the match will be hidden from others.
    private: bool,
    seat: String,
    /// The position that it begins with, if one was set up.
    start: Option<SetupPreview>,
    link: Option<String>,
    /// The link as a QR code.
    qr: Option<String>,
    listed: bool,
    /// When it lapses, if it does.
    until: Option<String>,
    greeting: Option<String>,
    /// The address to report it.
    report: String,
    refusal: Option<String>,
}

/// The page of a challenge: the challenger waits here, and the one it is made to answers.
pub(crate) async fn challenge(
    visitor: Visitor,
    State(app): State<App>,
    headers: HeaderMap,
    id: Result<Path<ChallengeId>, PathRejection>,
    coded: Result<Query<ChallengeQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (Path(id), Query(coded)) = (id?, coded?);
    show(&app, &visitor, &headers, id, &coded.code, None).await
}

async fn show(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    id: ChallengeId,
    code: &str,
    refusal: Option<PageError>,
) -> Result<Response, PageError> {
    let state = app.queue().look(&[Key::Challenge(id)]).await?;
    let code_given = Some(code).filter(|it| !it.is_empty());
    let it = state.challenge(id).filter(|it| it.visible_to(visitor.who(), code_given));
    let it = it.ok_or_else(|| match visitor.member.as_ref().is_some_and(|it| !it.guest) {
        true => PageError::not_found("there is no such challenge"),
        // Before signing in, nobody knows whether it is theirs.
        false => PageError::new(
            StatusCode::UNAUTHORIZED,
            "sign in to see whether this challenge is for you",
        ),
    })?;
    let mut refusal = refusal;
    if let Fate::Accepted(id) = it.fate {
        // A visitor who was too late is told so; the players are sent to their board, and others may watch.
        let club = app.queue().look_at(id, visitor.who()).await.ok();
        let seen = club.as_ref().and_then(|it| it.match_with(id));
        let plays = seen.is_some_and(|it| it.seat_of(visitor.who()).is_some());
        match &mut refusal {
            Some(late) if !plays => late.words = "somebody else was quicker".to_string(),
            // The match is not for everybody's eyes.
            _ if seen.is_none() => {}
            _ => return Ok(Redirect::to(&format!("/match/{id}")).into_response()),
        }
    }
    let aim = match it.to {
        Aim::Member(id) => Some(id),
        _ => None,
    };
    let both: Vec<Key> = aim.into_iter().chain([it.by]).map(Key::Member).collect();
    let both = app.queue().look(&both).await?;
    let called = |id| PlayerLink::of(crosscut_club::Player::Member(id), &both);
    let mut page = challenge_page(app, visitor, headers, it, called(it.by))?;
    page.to = aim.map(|id| called(id).name);
    let status = refusal.as_ref().map_or(StatusCode::OK, |it| it.status);
    page.refusal = refusal.map(|it| sentence(&it.words));
    page_with(status, &page)
}

/// Whether the rules have made the first side's first turn when a game begins.
fn is_laid(game: &'static dyn AnyGame) -> bool {
    Spec::of(game, "").is_ok_and(|spec| spec.begins() == Seat::Second)
}

/// The first side by the name of those who see the board; a side that is a number keeps the name the rules give it.
fn called(card: &Card) -> String {
    let (side, colour) = (card.sides[0], card.spoken.colours[0]);
    match side.starts_with(char::is_alphabetic) {
        true => colour.to_string(),
        false => format!("{side}, drawn in {}", colour.to_lowercase()),
    }
}

/// What it means to begin, whatever the options.
fn begins(game: &'static dyn AnyGame) -> String {
    let card = game.card();
    if is_laid(game) {
        return laid(&card);
    }
    let begins = format!("the first player begins as {}", called(&card));
    // In some openings nobody has a side before all of it is laid: the number of turns that takes.
    let laid = |name: &str, value: &str| {
        let line = Line::new(Spec::of(game, &format!("{name}={value}")).ok()?);
        match line.opening()? {
            Opening::Laid { of, .. } if line.position().sides_are_open() => Some(of),
            _ => None,
        }
    };
    for option in card.options {
        let Values::Choice(choices) = option.values else { continue };
        let open: Vec<_> =
            choices.iter().filter_map(|it| Some((it.0, laid(option.name, it.0)?))).collect();
        // The other options do not matter here.
        if let [(value, of)] = open[..]
            && choices.len() > 1
        {
            let opening = card.spoken.option(option.name, value);
            return format!(
                "in the {opening} the first player makes the first {of} turns, for both sides, and the other then chooses a \
                 side; otherwise {begins}"
            );
        }
    }
    begins
}

/// A set-up that a match begins with.
struct SetupPreview {
    /// Who is to move in it.
    status: String,
    picture: String,
    colours: String,
}

impl SetupPreview {
    fn of(terms: &Terms) -> Result<Option<Self>, PageError> {
        let Some((line, _)) = set_position(terms) else { return Ok(None) };
        let (position, card) = (line.position(), line.spec().card());
        Ok(Some(SetupPreview {
            status: status(position, &card),
            picture: Picture::of(&position.scene()).render()?,
            colours: colours(&card),
        }))
    }
}

/// The sentence for games in which the rules have made the first side's first turn.
fn laid(card: &Card) -> String {
    let [first, second] = card.spoken.colours;
    format!("{first}'s first turn is on the board when a game begins, so {second} moves first")
}

fn challenge_page(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    it: &Challenge,
    by: PlayerLink,
) -> Result<ChallengePage, PageError> {
    let line = it.terms.start().map_err(|_| PageError::broken())?;
    let card = line.spec().card();
    let begins = line.position().turn().unwrap_or(Seat::First);
    let own = visitor.person.member == Some(it.by);
    let code = match &it.to {
        Aim::Link(code) => code.clone(),
        _ => String::new(),
    };
    let link = (own && !code.is_empty()).then(|| {
        let host = headers.get(HOST).and_then(|it| it.to_str().ok()).unwrap_or("localhost");
        let base = app.config().public_url.clone().unwrap_or_else(|| format!("http://{host}"));
        address(&format!("{base}/challenge/{}", it.id), &[("code", &code)])
    });
    let mut frame = Frame::new(visitor, "lobby", format!("{}: a challenge", card.title));
    frame.refresh = if own && it.fate == Fate::Open { 5 } else { 0 };
    let seat = match it.choice.seat().map(|seat| seat == begins) {
        None => "Sides are drawn at random".to_string(),
        Some(true) if own => "You move first".to_string(),
        Some(false) if own => "You move second".to_string(),
        Some(true) => format!("{} moves first", by.name),
        Some(false) => "You move first".to_string(),
    };
    let seat = match begins {
        Seat::Second if it.terms.setup.is_none() => format!("{seat}. {}", laid(&card)),
        _ => seat,
    };
    Ok(ChallengePage {
        frame,
        id: it.id,
        own,
        open: it.fate == Fate::Open,
        barred: super::lobby::is_for_members(visitor, &it.terms, &it.audience),
        fate: it.fate.name(),
        game: super::lobby::title(app, &it.terms),
        sort: kind(&it.terms.game).iter().map(|it| format!("{}. ", capital(it))).collect(),
        name: card.name,
        pace: crate::present::terms::pace(&it.terms),
        rated: it.terms.rated,
        private: it.terms.private,
        listed: it.to == Aim::Open,
        seat,
        start: SetupPreview::of(&it.terms)?,
        by,
        to: None,
        qr: link.as_deref().and_then(super::qr::svg),
        until: it.until.map(|until| {
            let left = (until - app.clock().now()).0.max(0);
            Span::minutes((left + 59_999) / 60_000).to_string()
        }),
        report: address("/report", &[("challenge", &it.id.to_string()), ("code", &code)]),
        link,
        code,
        greeting: it.greeting.clone(),
        refusal: None,
    })
}

/// Accepts, declines or withdraws a challenge.
pub(crate) async fn answer(
    visitor: Visitor,
    State(app): State<App>,
    headers: HeaderMap,
    id: Result<Path<ChallengeId>, PathRejection>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let Path(id) = id?;
    let code = Some(fields.get("code").to_string()).filter(|it| !it.is_empty());
    let command = match fields.get("what") {
        "accept" => Command::AcceptChallenge { id, code: code.clone() },
        "decline" => Command::DeclineChallenge { id },
        "withdraw" => Command::WithdrawChallenge { id },
        other => {
            return Err(PageError::unclear(format!("'{other}' is not an answer to a challenge")));
        }
    };
    let mut came = None;
    let done = match come_in_for(&app, &visitor, fields.get("zone"), &command).await {
        Ok((person, cookie)) => {
            came = cookie;
            app.act(&person, None, command).await
        }
        Err(error) => Err(error),
    };
    let cookie = came;
    match done {
        Ok(done) => {
            let there = done.began().map_or("/lobby".to_string(), |id| format!("/match/{id}"));
            Ok(to(&by_way(&there, visitor.preferences.keeps_cookies()), cookie))
        }
        Err(error) => {
            let refused = PageError::from(error);
            if refused.status.is_server_error() || refused.status == StatusCode::NOT_FOUND {
                return Err(refused);
            }
            show(&app, &visitor, &headers, id, code.as_deref().unwrap_or(""), Some(refused)).await
        }
    }
}

#[derive(Template)]
#[template(path = "begin.html")]
struct BeginPage {
    frame: Frame,
    title: &'static str,
    name: &'static str,
    form: PlayForm,
}

#[derive(Deserialize)]
pub(crate) struct OpponentQuery {
    #[serde(default)]
    to: String,
}

/// The form on a page of its own.
pub(crate) async fn form(
    visitor: Visitor,
    State(app): State<App>,
    name: Result<Path<String>, PathRejection>,
    whom: Result<Query<OpponentQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (Path(name), Query(whom)) = (name?, whom?);
    let game = find(&name)
        .ok_or_else(|| PageError::not_found(format!("there is no game with the name '{name}'")))?;
    if !whom.to.is_empty() && app.accounts().member_named(&whom.to).await?.is_none() {
        return Err(super::member::nobody(&whom.to));
    }
    let form = PlayForm::of(&app, game, &visitor, &whom.to);
    page(&begin_page(&visitor, &game.card(), form))
}

fn begin_page(visitor: &Visitor, card: &Card, form: PlayForm) -> BeginPage {
    let frame = Frame::new(visitor, "games", format!("Play {}", card.title));
    BeginPage { frame, title: card.title, name: card.name, form }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pace_of_the_form_is_one() {
        for (text, words) in PACES {
            let pace = pace(text).unwrap();
            assert!(pace.check().is_ok());
            assert_eq!(pace.to_string(), *words);
        }
        assert!(pace("f-1").is_err() && pace("x").is_err() && pace("d").is_err());
    }
}
