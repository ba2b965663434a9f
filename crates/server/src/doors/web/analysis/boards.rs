use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;

use super::super::assets;
use super::super::page::Refused;
use super::super::table::{Place, Table};
use super::super::visitor::Visitor;
use super::super::walk::{self, Of, Walk};
use super::{Study, Where};
use crate::App;

/// All boards of a study, to be looked at.
pub(crate) async fn boards(
    visitor: Visitor,
    State(app): State<App>,
    asked: Result<Where, Refused>,
    of: Result<Query<Of>, QueryRejection>,
) -> Result<Response, Refused> {
    let (asked, Query(of)) = (asked?, of?);
    let from = visitor.person.caller.address;
    let work = move || {
        let study = asked.study()?;
        if study.tree.len() > walk::MOST {
            return Err(walk::too_large());
        }
        let (card, home) = (study.spec.card(), study.home());
        let mut walk = Walk::default();
        for at in 0..study.tree.len() {
            let line = study.tree.line(&study.start, at);
            let place = Place {
                card: &card,
                look: visitor.taste.look(card.name),
                link: &|_| Study::link(at, &[]),
                step: &|step| Study::link(at, &[("step", step)]),
                back: format!("{home}{}", Study::link(at, &[])),
                asked_step: "",
                confirm: visitor.taste.confirm == Some(true),
                live: true,
                company: Default::default(),
            };
            let node = study.tree.node(at).ok_or_else(Refused::broken)?;
            let table = Table::still(&line, &place)?.remarking(&node.comment).render()?;
            walk.push(table, (at > 0).then_some(node.parent), node.children.first().copied())?;
        }
        walk.answer(&of, &state(&visitor, &study), false)
    };
    app.room().work(from, work).await?
}

/// Where the boards of a study are; nowhere if there is but one, or too many.
pub(super) fn address_of(visitor: &Visitor, study: &Study) -> String {
    if !(2..=walk::MOST).contains(&study.tree.len()) {
        return String::new();
    }
    study.file("boards", &[("of", &state(visitor, study))])
}

/// A word for what the boards depend on and their address does not say.
fn state(visitor: &Visitor, study: &Study) -> String {
    let look = visitor.taste.look(study.spec.card().name).write();
    format!("{:016x}", assets::hash(format!("{look}|{}", assets::address("crosscut.css"))))
}
