//! The visitor of a page, and how they want to see it.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use crosscut_club::{Key, Member, MemberId, Who};

use super::board::BoardLook;
use super::page::{PageError, asked};
use crate::App;
use crate::error::Error;
use crate::http::cookie::cookies;
use crate::person::Person;
use crate::watch;

/// The visitor of a page.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// As the club knows them.
    pub(crate) person: Person,
    /// The member or guest, if signed in.
    pub(crate) member: Option<Member>,
    /// In how many matches they are to move; counted only for pages.
    pub(crate) turns: Option<u64>,
    /// How many challenges await their answer; counted only for pages.
    pub(crate) asks: u64,
    /// How many reports are open; counted only for operators and pages.
    pub(crate) reports: Option<u64>,
    /// Who runs the club, if the settings say so.
    pub(crate) contact: Option<String>,
    /// The page they are on.
    pub(crate) asked: String,
    /// How they want to see pages.
    pub(crate) preferences: Preferences,
}

/// Preferences kept in the visitor's browser.
#[derive(Clone, Debug, Default)]
pub(crate) struct Preferences {
    /// `light`, `dark`, or empty to follow the system.
    pub(crate) theme: &'static str,
    /// Whether a chosen move waits for the button even where scripts run; `None` leaves it to the pace.
    pub(crate) confirm: Option<bool>,
    /// The cookies as they came, for preferences by game.
    cookies: Vec<(String, String)>,
}

impl Preferences {
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let cookies: Vec<(String, String)> =
            cookies(headers).map(|it| (it.name().to_string(), it.value().to_string())).collect();
        let value = |name: &str| cookies.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
        let theme = match value("theme") {
            Some("light") => "light",
            Some("dark") => "dark",
            _ => "",
        };
        let confirm = match value("confirm") {
            Some("on") => Some(true),
            Some("off") => Some(false),
            _ => None,
        };
        Preferences { theme, confirm, cookies }
    }

    /// Whether their browser is known to keep cookies.
    pub(crate) fn keeps_cookies(&self) -> bool {
        !self.cookies.is_empty()
    }

    /// How many of the first steps of a game they have seen.
    pub(crate) fn guided(&self, game: &str) -> usize {
        let name = format!("guide-{game}");
        let kept = self.cookies.iter().find(|it| it.0 == name);
        steps(kept)
    }

    /// How many steps of a game's lesson they have done.
    pub(crate) fn learnt(&self, game: &str) -> usize {
        let name = format!("lesson-{game}");
        let kept = self.cookies.iter().find(|it| it.0 == name);
        steps(kept)
    }

    /// The number of the boards' theme.
    pub(crate) fn board(&self) -> usize {
        usize::from(self.look("").theme)
    }

    /// How boards of a game are shown.
    pub(crate) fn look(&self, game: &str) -> BoardLook {
        let kept = |name: &str| self.cookies.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
        let look = kept(&format!("look-{game}")).map_or_else(BoardLook::default, BoardLook::read);
        // The material of boards is chosen once for all games.
        look.themed(kept("board"))
    }
}

/// The number of steps in a cookie; 0 if it makes no sense.
fn steps(kept: Option<&(String, String)>) -> usize {
    kept.and_then(|it| it.1.parse().ok()).filter(|&it: &usize| it < 1000).unwrap_or(0)
}

impl Visitor {
    pub(crate) fn who(&self) -> Who {
        self.person.who
    }

    /// The member or guest.
    ///
    /// # Errors
    /// The visitor is not signed in.
    pub(crate) fn signed_in(&self) -> Result<MemberId, PageError> {
        Ok(self.person.signed_in()?)
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, PageError> {
        let person = Person::from_request_parts(parts, app).await?;
        let member = match person.member {
            None => None,
            Some(id) => {
                let state = app.queue().look(&[Key::Member(id)]).await?;
                Some(state.member(id).ok_or(Error::NotSignedIn)?.clone())
            }
        };
        if let Some(member) = &member {
            watch::name(&member.name);
        }
        if let Some(id) = person.member {
            app.presence().note(id, app.clock().now());
        }
        // Only pages show these.
        let (turns, asks) = match person.member {
            Some(id) if parts.method == Method::GET => {
                let (turns, asks) = app.queries().waiting_for(id).await?;
                (Some(turns), asks)
            }
            _ => (None, 0),
        };
        let reports = match person.member.filter(|it| app.moderation().is_operator(*it)) {
            Some(_) if turns.is_some() => Some(app.moderation().open_reports().await?),
            _ => None,
        };
        let asked = asked(&parts.method, &parts.uri);
        let preferences = Preferences::of(&parts.headers);
        let contact = app.config().contact.clone();
        Ok(Visitor { person, member, turns, asks, reports, contact, asked, preferences })
    }
}
