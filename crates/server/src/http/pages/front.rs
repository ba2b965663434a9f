//! The front page.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use crosscut_catalog::{GAMES, Spec};
use crosscut_club::Player;

use super::games::{GameListItem, all, first_game, official};
use super::here::OnlineList;
use super::lobby::{
    ChallengeListItem, MatchListItem, MatchPreview, add_proposals, asked, boards, rows,
};
use super::page::{Frame, PageError, page};
use super::pair::PairingGrid;
use super::puzzles::{PuzzleListItem as Puzzle, todays};
use super::visitor::Visitor;
use crate::App;

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage {
    frame: Frame,
    games: &'static [GameListItem],
    /// The game that is one click away.
    first: &'static str,
    first_title: &'static str,
    first_game: Vec<(String, &'static str)>,
    first_words: String,
    /// The same game as its designer defined it.
    official: String,
    /// What waits for the visitor, in a few words; empty for a newcomer.
    headline: String,
    /// Whether this is a member who has played here: they need no introduction.
    at_home: bool,
    /// The matches in which the visitor is to move, with their boards, as many as are shown so.
    turns: Vec<MatchPreview>,
    /// The visitor's other matches.
    others: Vec<MatchListItem>,
    invitations: Vec<ChallengeListItem>,
    here: OnlineList,
    grid: PairingGrid,
    live: Vec<MatchPreview>,
    today: Puzzle,
}

/// How many matches in which the visitor is to move are shown with their boards.
const BOARDS: usize = 8;

/// Shows what waits for the visitor, what this club is, and a way to begin.
pub(crate) async fn front(visitor: Visitor, State(app): State<App>) -> Result<Response, PageError> {
    let (mut mine, mut invitations) = Default::default();
    if let Some(id) = visitor.person.member {
        mine = app.queries().at_play(id).await?;
        invitations = app.queries().challenges_of(id).await?;
        invitations.retain(|it| it.by != id);
    }
    let me = visitor.person.member.map(Player::Member);
    let n = mine.iter().filter(|it| it.turn == me).count();
    // Those where the visitor is to move come first.
    let others = mine.split_off(n.min(BOARDS));
    let open = app.queries().challenges(100).await?;
    let live = app.queries().to_watch(app.clock().now(), 4).await?;
    let known = visitor.member.as_ref().is_some_and(|it| !it.guest);
    let at_home = known && (n > 0 || !others.is_empty() || has_played(&app, me).await?);
    let card = GAMES[0].card();
    let mut frame = Frame::new(&visitor, "front", "Crosscut");
    if n > 0 {
        frame.title = format!("({n}) Crosscut");
    }
    let mut others = rows(&app, &visitor, &others).await?;
    let is_asked = add_proposals(&app, &visitor, &mut others).await;
    let headline = match (n, invitations.len(), others.len()) {
        (1, ..) => "It is your turn".to_string(),
        (2.., ..) => format!("It is your turn in {n} matches"),
        (_, 1.., _) => "You have been challenged".to_string(),
        (.., 1..) if is_asked => "Your opponent proposes something".to_string(),
        (.., 1..) => "Waiting for your opponents".to_string(),
        _ if known => format!("Hello, {}", frame.name.as_deref().unwrap_or_default()),
        _ => String::new(),
    };
    page(&FrontPage {
        frame,
        games: all()?,
        first: card.name,
        first_title: card.title,
        first_game: first_game(&card),
        official: official(&card),
        first_words: Spec::of(GAMES[0], card.first_game).map(|it| it.said()).unwrap_or_default(),
        headline,
        at_home,
        turns: boards(&app, &visitor, &mine).await?,
        others,
        invitations: asked(&app, &visitor, &invitations).await?,
        here: OnlineList::now(&app).await?,
        grid: PairingGrid::of(&app, &visitor, &open),
        today: todays(&app)?,
        live: boards(&app, &visitor, &live).await?,
    })
}

/// Whether a player has finished a match.
async fn has_played(app: &App, who: Option<Player>) -> Result<bool, PageError> {
    let Some(who) = who else { return Ok(false) };
    Ok(!app.queries().played(who, "", None, true, 1).await?.is_empty())
}
