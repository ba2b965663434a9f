//! Pages for people.
//!
//! Each is a function from a request to a template (`templates/`). Every page works without scripts: a click on the
//! board is a link to the same page with one word more in `?turn=`, and a move is a form. The script (`assets/js/`,
//! several files sent as one) fetches those same pages and merges the parts marked `data-live` into the old ones, so
//! that focus and half-written text stay; there is one rendering, on the server, and no game is known to the browser
//! either. Stepping through moves needs no page: `/match/{id}/boards` and `/analysis/{spec}/boards` are the tables of
//! all plies, each as its differences from the one before (`walk.rs`). What the mouse shows before a click is the
//! difference of two drawings, the one on the page and the one on the page that the click leads to.
//!
//! The board (`board/`) is one component. It draws a `Scene` as SVG whose colours are classes, asks `continuations`
//! what a click may add, and shows a turn that is not played yet as the position after it, in the frame of the one
//! before: nothing moves under the pointer. Its places are the rows and cells of an ARIA grid; their descriptions come
//! with the scene (`Site`). The analysis board stores nothing: game, start, variations, comments and the node that is
//! shown are in the address, all but the node in its path, so that the page's links are relative and short however long
//! the tree is. Pages learn on `/news` that something they show has changed, or that their match has grown, and fetch
//! themselves again; all tabs of a browser share one such stream (`assets/worker/wire.js`).
//!
//! What the rules add to a ply comes from the game as a sequence of pictures (`Draw::stages`); `?step=` selects one.
//!
//! A puzzle's page stores nothing either: what was tried is in the address. A turn is judged by the solver on the
//! threads on which the computer thinks, for two seconds and 32 MiB at most, and the answer is cached; the answer to
//! the right turn comes with the puzzle.
//!
//! The guide (`http/pages/docs`) is the files of `docs/`, compiled in and rendered as HTML once: docs/README.md is its
//! table of contents and gives the order of its chapters, and their links to each other become addresses of the club.
//!
//! The texts at a board are data of the game (`Card::spoken` and `lesson.txt` in its folder): the names of the sides by
//! their colours, the options in words, the first steps, the lesson's boards, and boards for diagrams that cannot be
//! read. `http/pages/opening.rs` takes the decisions of an opening from `Line::opening`; no game is named there. A
//! lesson's page keeps the turn in its address, and the visitor's progress in a cookie, as the first steps do.
//! first steps do.

mod account;
mod analysis;
mod assets;
pub(crate) mod board;
mod cookies;
mod docs;
mod form;
mod front;
mod games;
mod guide;
mod help;
mod here;
mod lesson;
mod lobby;
mod mailing;
mod matches;
mod member;
mod members;
mod older;
mod opening;
mod operators;
mod page;
mod pair;
mod play;
mod post;
mod puzzles;
mod qr;
mod query;
mod record;
mod report;
mod reports;
mod settings;
mod table;
mod visitor;
mod walk;
mod welcomes;

use axum::extract::DefaultBodyLimit;
use axum::routing::get;

use super::routes::Routes;

pub(super) use analysis::LONGEST_FORM;
#[cfg(test)]
pub(crate) use docs::API;
pub(crate) use page::{PageError, asked};
pub(crate) use visitor::{Preferences, Visitor};

/// The routes of all pages.
pub(crate) fn routes() -> Routes {
    Routes::default()
        .route("/", get(front::front))
        .route("/cookies", get(cookies::kept))
        .route("/games", get(games::games))
        .route("/games/{name}", get(games::game))
        .route("/games/{name}/lesson", get(lesson::lesson))
        .route("/games/{name}/guide", get(page::up).post(guide::seen))
        .route(
            "/analysis",
            get(analysis::analyses)
                .post(analysis::open_record)
                .layer(DefaultBodyLimit::max(LONGEST_FORM)),
        )
        .route("/analysis/{spec}", get(analysis::analysis))
        .route("/analysis/{spec}/boards", get(analysis::boards))
        .route("/analysis/{spec}/{file}", get(analysis::export))
        .route("/analysis/{spec}/{tree}/", get(analysis::analysis))
        .route("/analysis/{spec}/{tree}/boards", get(analysis::boards))
        .route("/analysis/{spec}/{tree}/{file}", get(analysis::export))
        .route("/puzzles", get(puzzles::puzzles))
        .route("/puzzles/daily", get(puzzles::daily))
        .route("/puzzles/{id}", get(puzzles::puzzle))
        .route("/puzzles/{id}/turn", get(page::up).post(puzzles::turn))
        .route("/puzzles/{id}/show", get(page::up).post(puzzles::show_solution))
        .route("/play", get(play::choose).post(play::begin))
        .route("/play/{name}", get(play::form))
        .route("/lobby", get(lobby::lobby))
        .route("/pair", get(pair::grid).post(pair::pair))
        .route("/challenge/{id}", get(play::challenge).post(play::answer))
        .route("/match/{id}", get(matches::show))
        .route("/match/{id}/turn", get(page::up).post(matches::play))
        .route("/match/{id}/do", get(page::up).post(matches::do_it))
        .route("/match/{id}/say", get(page::up).post(matches::say))
        .route("/match/{id}/plan", get(page::up).post(matches::plan_it))
        .route("/match/{id}/boards", get(matches::boards))
        .route("/match/{id}/{file}", get(matches::export))
        .route("/docs", get(docs::contents))
        .route("/docs/{*path}", get(docs::docs))
        .route("/api", get(docs::api))
        .route("/members", get(members::members))
        .route("/member/{name}", get(member::member).post(member::block))
        .route("/report", get(report::form).post(report::tell))
        .route("/operators", get(operators::operators).post(operators::act))
        .route("/sign-up", get(account::sign_up_page).post(account::sign_up))
        .route("/sign-in", get(account::sign_in_page).post(account::sign_in))
        .route("/sign-out", get(page::up).post(account::sign_out))
        .route("/settings", get(settings::settings).post(settings::change))
        .route("/settings/games.ccr", get(settings::games))
        .route("/settings/data.zip", get(settings::data))
        .route("/privacy", get(docs::privacy))
        .route("/settings/look", get(page::up).post(settings::set_look))
        .route("/settings/taste", get(page::up).post(settings::set_taste))
        .route("/mail/verify", get(post::verify).post(post::verified))
        .route("/mail/unsubscribe", get(post::unsubscribe).post(post::unsubscribed))
        .route("/mail/confirm/{code}", get(post::confirm).post(post::confirmed))
        .route("/mail/undo/{code}", get(post::undo).post(post::undone))
        .route("/recover", get(post::forgotten).post(post::send_link))
        .route("/recover/{member}", get(post::recover).post(post::recovered))
        .route("/assets/{hash}/{name}", get(assets::asset))
        .fallback(page::nowhere)
}
