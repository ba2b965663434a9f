//! The front page.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use crosscut_catalog::GAMES;
use crosscut_club::Moment;

use super::games::{Shown, first_game, picture, shown};
use super::lobby::{Asked, Live, Row, asked, boards, rows};
use super::page::{Frame, Refused, page};
use super::puzzles::{Shown as Puzzle, todays};
use super::visitor::Visitor;
use crate::App;

#[derive(Template)]
#[template(path = "front.html")]
struct FrontPage {
    frame: Frame,
    games: Vec<Shown>,
    hero: String,
    /// The game that is one click away.
    first: &'static str,
    first_title: &'static str,
    first_game: Vec<(String, &'static str)>,
    mine: Vec<Row>,
    invitations: Vec<Asked>,
    live: Vec<Live>,
    today: Puzzle,
}

/// What this is, and a way to begin; one's own turns first.
pub(crate) async fn front(visitor: Visitor, State(app): State<App>) -> Result<Response, Refused> {
    let games = GAMES.iter().map(|game| shown(*game)).collect::<Result<_, _>>()?;
    let (mine, invitations) = match visitor.person.member {
        Some(id) => {
            let mine = app.lists().at_play(id).await?;
            let mut invitations = app.lists().challenges_of(id).await?;
            invitations.retain(|it| it.by != id);
            (rows(&app, &visitor, &mine).await?, asked(&app, &visitor, &invitations).await?)
        }
        None => Default::default(),
    };
    let live = app.lists().to_watch(Moment(app.clock().now()), 4).await?;
    let card = GAMES[0].card();
    let mut frame = Frame::new(&visitor, "front", "Crosscut");
    let turns = mine.iter().filter(|it| it.mine).count();
    if turns > 0 {
        frame.title = format!("({turns}) Crosscut");
    }
    page(&FrontPage {
        frame,
        games,
        hero: picture(GAMES[0])?,
        first: card.name,
        first_title: card.title,
        first_game: first_game(&card),
        mine,
        invitations,
        today: todays(&app)?,
        live: boards(&app, &visitor, &live).await?,
    })
}
