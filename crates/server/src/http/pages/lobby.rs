//! The lobby: open challenges, and matches in progress.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use crosscut_catalog::{GAMES, Seat, Spec};
use crosscut_club::{Aim, Audience, ChallengeId, Key, Match, MatchId, Moment, Player, Terms};

use super::board::Picture;
use super::here::OnlineList;
use super::page::{Frame, PageError, page};
use super::pair::PairingGrid;
use super::table::colours;
use super::visitor::Visitor;
use crate::App;
use crate::present::kinds::FROM_A_SET_POSITION;
use crate::present::people::PlayerLink;
use crate::present::terms::pace;
use crate::present::times;
use crate::read::projection::{ChallengeSummary, MatchSummary};

/// A challenge as a line of a list.
pub(crate) struct ChallengeListItem {
    pub(crate) id: ChallengeId,
    pub(crate) by: PlayerLink,
    pub(crate) game: String,
    pub(crate) pace: String,
    pub(crate) rated: bool,
    pub(crate) private: bool,
    pub(crate) own: bool,
    /// Whether it is for members only and the visitor is not a member.
    pub(crate) barred: bool,
    /// The member it is made to, if there is one.
    pub(crate) to: Option<PlayerLink>,
    /// Who moves first, as seen by the visitor; empty if it is drawn by lot.
    pub(crate) first: &'static str,
    pub(crate) made: String,
}

/// A match as a line of a list.
pub(crate) struct MatchListItem {
    pub(crate) id: MatchId,
    pub(crate) game: String,
    pub(crate) players: [PlayerLink; 2],
    pub(crate) pace: String,
    /// The state of it: whose turn, until when, how it ended.
    pub(crate) news: String,
    /// Whether the visitor is to move.
    pub(crate) mine: bool,
    /// The visitor's opponent, in a match of theirs.
    pub(crate) other: Option<String>,
}

/// A match with its board.
pub(crate) struct MatchPreview {
    pub(crate) row: MatchListItem,
    /// The board; empty if it cannot be drawn.
    pub(crate) picture: String,
    /// The classes of sides that are named after a colour.
    pub(crate) colours: String,
}

/// A game with its options in words, and a note if it does not begin as usual.
pub(crate) fn title(app: &App, terms: &Terms) -> String {
    // Kept, since few different games are played and each line of a list has one.
    let title = app.documents().told(format!("title of {}", terms.game), || {
        let Ok(spec) = terms.game.parse::<Spec>() else { return terms.game.clone() };
        match spec.said().as_str() {
            "" => spec.card().title.to_string(),
            options => format!("{} ({options})", spec.card().title),
        }
    });
    match terms.setup {
        Some(_) => format!("{title} {FROM_A_SET_POSITION}"),
        None => title,
    }
}

/// Lines of matches as the visitor sees them.
pub(crate) async fn rows(
    app: &App,
    visitor: &Visitor,
    matches: &[MatchSummary],
) -> Result<Vec<MatchListItem>, PageError> {
    let names = app.queries().names_in(matches).await?;
    let now = app.clock().now();
    let zone = visitor.member.as_ref().map_or("UTC", |it| it.zone.as_str());
    let me = visitor.person.member.map(Player::Member);
    Ok(matches
        .iter()
        .map(|it| {
            let players = it.seats.map(|player| PlayerLink::among(player, &names));
            let mine = me.is_some() && it.turn == me;
            let seat = it.seats.iter().position(|&seat| Some(seat) == me);
            MatchListItem {
                id: it.id,
                game: title(app, &it.terms),
                pace: pace(&it.terms),
                other: seat.map(|at| players[1 - at].name.clone()),
                news: news(it, &players, mine, now, zone),
                players,
                mine,
            }
        })
        .collect())
}

fn news(
    it: &MatchSummary,
    players: &[PlayerLink; 2],
    mine: bool,
    now: Moment,
    zone: &str,
) -> String {
    if let Some(end) = it.ending {
        let ago = times::back(end.at, now, zone);
        return format!("{}, {ago}", super::matches::told(end.result, end.reason, players));
    }
    let until = match it.deadline {
        Some(at) if (at - now).0 > 86_400_000 => format!(", until {}", times::when(at, zone)),
        Some(at) => format!(", {} left", times::clock(at - now)),
        None => String::new(),
    };
    let on_turn = it.seats.iter().position(|&seat| Some(seat) == it.turn);
    match (mine, on_turn) {
        (true, _) => format!("your turn{until}"),
        (_, Some(at)) => format!("{} to move{until}", players[at].name),
        _ => "over".to_string(),
    }
}

/// What the opponent proposes in a match of the visitor's, as the end of a line; empty if there is nothing.
fn proposed(visitor: &Visitor, it: &Match, players: &[PlayerLink; 2]) -> String {
    let seat = it.seat_of(visitor.who());
    seat.map_or_else(String::new, |me| super::matches::proposed(it, me, players))
}

/// Adds to lines of the visitor's matches what their opponents propose; whether any does. Only the first ones are
/// looked at, since each match has to be loaded for it.
pub(crate) async fn add_proposals(
    app: &App,
    visitor: &Visitor,
    rows: &mut [MatchListItem],
) -> bool {
    /// How many matches are looked at.
    const MOST: usize = 20;
    let mut any = false;
    for row in rows.iter_mut().take(MOST) {
        // A match that cannot be loaded must not break the page.
        let Ok(state) = app.queue().look(&[Key::Match(row.id)]).await else { continue };
        let Some(it) = state.match_with(row.id) else { continue };
        let words = proposed(visitor, it, &row.players);
        any |= !words.is_empty();
        row.news += &words;
    }
    any
}

/// Matches with their boards.
pub(crate) async fn boards(
    app: &App,
    visitor: &Visitor,
    matches: &[MatchSummary],
) -> Result<Vec<MatchPreview>, PageError> {
    let rows = rows(app, visitor, matches).await?;
    let mut boards = Vec::new();
    for mut row in rows {
        let (picture, colours) = match app.queue().look(&[Key::Match(row.id)]).await {
            Ok(state) => {
                let Some(it) = state.match_with(row.id) else { continue };
                row.news += &proposed(visitor, it, &row.players);
                let draw = || Picture::of(&it.line.position().scene()).render();
                let of = format!("picture of {} at {}", it.id, it.version);
                (app.documents().text(of, draw)?, colours(&it.line.spec().card()))
            }
            // A match that no current version can set up must not break the page.
            Err(error) => {
                tracing::error!("match {} is shown without its board: {error:?}", row.id);
                Default::default()
            }
        };
        boards.push(MatchPreview { row, picture, colours });
    }
    Ok(boards)
}

/// Whether somebody would have to become a member first to take a challenge.
pub(crate) fn is_for_members(visitor: &Visitor, terms: &Terms, audience: &Audience) -> bool {
    let is_guest = visitor.member.as_ref().is_none_or(|it| it.guest);
    is_guest && (terms.rated || audience.members_only || audience.rating.is_some())
}

/// Lines of challenges.
pub(crate) async fn asked(
    app: &App,
    visitor: &Visitor,
    challenges: &[ChallengeSummary],
) -> Result<Vec<ChallengeListItem>, PageError> {
    let to = |it: &ChallengeSummary| match it.to {
        Aim::Member(id) => Some(id),
        Aim::Open | Aim::Link(_) => None,
    };
    let people = challenges.iter().flat_map(|it| to(it).into_iter().chain([it.by]));
    let names = app.queries().names(people).await?;
    let now = app.clock().now();
    let zone = visitor.member.as_ref().map_or("UTC", |it| it.zone.as_str());
    Ok(challenges
        .iter()
        .map(|it| ChallengeListItem {
            id: it.id,
            by: PlayerLink::among(Player::Member(it.by), &names),
            game: title(app, &it.terms),
            pace: pace(&it.terms),
            rated: it.terms.rated,
            private: it.terms.private,
            own: visitor.person.member == Some(it.by),
            barred: is_for_members(visitor, &it.terms, &it.audience),
            to: to(it).map(|id| PlayerLink::among(Player::Member(id), &names)),
            first: first(app, it, visitor.person.member == Some(it.by)),
            made: times::back(it.made, now, zone),
        })
        .collect())
}

/// Who moves first, given the challenger's choice.
fn first(app: &App, it: &ChallengeSummary, own: bool) -> &'static str {
    let Some(seat) = it.choice.seat() else { return "" };
    let of = format!("who begins {} {}", it.terms.game, it.terms.setup.as_deref().unwrap_or(""));
    let begins = app.documents().told(of, || {
        let begins = it.terms.start().ok().and_then(|it| it.position().turn());
        begins.unwrap_or(Seat::First).index().to_string()
    });
    match (seat.index().to_string() == begins, own) {
        (true, true) | (false, false) => "you move first",
        (true, false) => "they move first",
        (false, true) => "the other moves first",
    }
}

/// How many challenges, and how many matches, the lobby shows.
const LONG: u32 = 100;

#[derive(Template)]
#[template(path = "lobby.html")]
struct LobbyPage {
    frame: Frame,
    open: Vec<ChallengeListItem>,
    /// Whether there are more than are shown.
    is_full: bool,
    mine: Vec<ChallengeListItem>,
    live: Vec<MatchListItem>,
    here: OnlineList,
    grid: PairingGrid,
    games: Vec<(&'static str, &'static str)>,
}

/// The lobby.
pub(crate) async fn lobby(visitor: Visitor, State(app): State<App>) -> Result<Response, PageError> {
    let mut open = app.queries().challenges(LONG).await?;
    let is_full = open.len() == LONG as usize;
    // Challenges by members whom the visitor has blocked are left out.
    if let Some(me) = &visitor.member {
        open.retain(|it| !me.blocked.contains(&it.by));
    }
    let mine = match visitor.person.member {
        Some(id) => {
            let mut mine = app.queries().challenges_of(id).await?;
            mine.retain(|it| !open.iter().any(|other| other.id == it.id));
            mine
        }
        None => Vec::new(),
    };
    let live = app.queries().to_watch(app.clock().now(), LONG as usize).await?;
    let mut frame = Frame::new(&visitor, "lobby", "Lobby");
    frame.refresh = 15;
    page(&LobbyPage {
        frame,
        here: OnlineList::now(&app).await?,
        grid: PairingGrid::of(&app, &visitor, &open),
        open: asked(&app, &visitor, &open).await?,
        is_full,
        mine: asked(&app, &visitor, &mine).await?,
        live: rows(&app, &visitor, &live).await?,
        games: GAMES.iter().map(|it| (it.card().name, it.card().title)).collect(),
    })
}
