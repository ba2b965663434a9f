//! Pages for people.
//!
//! Every page works without scripts: links and forms do everything. Where scripts run, they fetch the same pages and put
//! the parts that changed in place of the old ones.

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
pub(crate) use page::{Refused, asked};
pub(crate) use visitor::{Preferences, Visitor};

/// Every page.
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
