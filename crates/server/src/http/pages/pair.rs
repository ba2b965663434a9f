//! Quick pairing: a grid of games and paces, one click each.

use axum::extract::State;
use axum::response::{Redirect, Response};
use crosscut_catalog::{GAMES, Spec, find};
use crosscut_club::{Choice, Flag, Pace, Pauses, Span, Terms};

use super::cookies::by_way;
use super::form::FormFields;
use super::page::PageError;
use super::play::{come_in, to};
use super::visitor::Visitor;
use crate::App;
use crate::members::bounds;
use crate::members::pairing::{PairingOutcome, pair as find_somebody, wait};
use crate::read::projection::ChallengeSummary;

/// The paces of the grid: as the form sends them, their headings, and what they mean.
const PACES: [(&str, &str, &str, Pace); 3] = [
    ("blitz", "Blitz", "5\u{a0}min + 5\u{a0}s", fischer(5, 5)),
    ("normal", "Normal", "15\u{a0}min + 10\u{a0}s", fischer(15, 10)),
    ("days", "Days", "3 days a turn", Pace::Days { days: 3 }),
];

const fn fischer(minutes: i64, seconds: i64) -> Pace {
    let (bank, increment) = (Span::minutes(minutes), Span::seconds(seconds));
    Pace::Fischer { bank, increment, cap: None }
}

/// The grid as a page shows it.
pub(crate) struct PairingGrid {
    /// Whether the visitor may play rated.
    pub(crate) rated: bool,
    /// The name and the length of each pace.
    pub(crate) paces: [(&'static str, &'static str); 3],
    pub(crate) rows: Vec<PairingRow>,
    /// Whether anybody waits in the grid.
    pub(crate) waits: bool,
    /// Whether others have open challenges, in the grid or not.
    pub(crate) listed: bool,
}

/// A row of the grid: one game.
pub(crate) struct PairingRow {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) cells: Vec<PairingCell>,
}

/// A game at one pace.
pub(crate) struct PairingCell {
    /// The value of its button.
    pub(crate) seek: String,
    pub(crate) pace: &'static str,
    /// How many others wait for it.
    pub(crate) waiting: usize,
}

impl PairingGrid {
    /// The grid as a visitor sees it, with the number waiting in each cell.
    pub(crate) fn of(app: &App, visitor: &Visitor, open: &[ChallengeSummary]) -> Self {
        let (me, now) = (visitor.person.member, app.clock().now());
        let rated = visitor.member.as_ref().is_some_and(|it| !it.guest);
        let waiting = |game: &str, pace: Pace| {
            let fits = |it: &&ChallengeSummary| {
                let clocked = matches!(pace, Pace::Fischer { .. });
                // Pressing the button gives this match, and makes no new challenge.
                it.terms == sought(game, pace, it.terms.rated)
                    && it.choice == Choice::Random
                    // Guests play no rated matches.
                    && (rated || !it.terms.rated)
                    && Some(it.by) != me
                    && (!clocked || app.presence().shows(it.by, now))
            };
            open.iter().filter(fits).count()
        };
        let rows: Vec<PairingRow> = GAMES
            .iter()
            .map(|it| it.card())
            .filter(|it| app.is_open(it.name))
            .map(|card| {
                let game = usual(card.name).unwrap_or_default();
                let cells = PACES.iter().map(|&(word, _, long, pace)| PairingCell {
                    seek: format!("{} {word}", card.name),
                    pace: long,
                    waiting: waiting(&game, pace),
                });
                PairingRow { name: card.name, title: card.title, cells: cells.collect() }
            })
            .collect();
        PairingGrid {
            rated,
            paces: PACES.map(|it| (it.1, it.2)),
            waits: rows.iter().flat_map(|it| &it.cells).any(|it| 0 < it.waiting),
            listed: open.iter().any(|it| Some(it.by) != me),
            rows,
        }
    }
}

/// A game with its default options, as in terms.
fn usual(name: &str) -> Option<String> {
    Some(Spec::of(find(name)?, "").ok()?.to_string())
}

/// The terms that a button of the grid asks for.
fn sought(game: &str, pace: Pace, rated: bool) -> Terms {
    Terms {
        game: game.to_string(),
        setup: None,
        pace,
        pauses: Pauses { vacation: matches!(pace, Pace::Days { .. }), weekends: false },
        nag: None,
        flag: Flag::default(),
        rated,
        private: false,
    }
}

/// Redirects to the grid.
pub(crate) async fn grid() -> Redirect {
    Redirect::to("/lobby#pair")
}

/// Pairs the visitor, or lets them wait.
pub(crate) async fn pair(
    visitor: Visitor,
    State(app): State<App>,
    fields: FormFields,
) -> Result<Response, PageError> {
    let seek = fields.get("seek");
    let wanted = seek.split_once(' ').and_then(|(game, pace)| {
        let pace = PACES.iter().find(|it| it.0 == pace)?.3;
        Some((usual(game)?, pace))
    });
    let unclear = || PageError::unclear("choose a game and a time in the lobby");
    let (game, pace) = wanted.ok_or_else(unclear)?;
    let rated = fields.has("rated") && visitor.member.as_ref().is_some_and(|it| !it.guest);
    let terms = sought(&game, pace, rated);
    if visitor.person.member.is_none() {
        bounds::could(&app, &visitor.person, &wait(terms.clone(), None)).await?;
    }
    let (person, cookie) = come_in(&app, &visitor, fields.get("zone")).await?;
    let there = match find_somebody(&app, &person, terms).await? {
        PairingOutcome::Match(id) => format!("/match/{id}"),
        PairingOutcome::Waits(id) => format!("/challenge/{id}"),
    };
    Ok(to(&by_way(&there, visitor.preferences.keeps_cookies()), cookie))
}
