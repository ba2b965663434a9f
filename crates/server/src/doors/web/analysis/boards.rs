use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use axum::response::Response;

use super::super::assets;
use super::super::page::Refused;
use super::super::query::address;
use super::super::table::{Place, Table};
use super::super::visitor::Visitor;
use super::super::walk::{self, Of, Walk};
use super::{Asked, Study};

/// All boards of a study, to be looked at.
pub(crate) async fn boards(
    visitor: Visitor,
    spec: Result<Path<String>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
    of: Result<Query<Of>, QueryRejection>,
) -> Result<Response, Refused> {
    let (Path(spec), Query(asked), Query(of)) = (spec?, asked?, of?);
    let work = move || {
        let study = Study::read(&spec, &asked)?;
        if study.tree.len() > walk::MOST {
            return Err(Refused::not_found("this analysis is too large for one document"));
        }
        let (g, _) = study.tree.write();
        let (card, path) = (study.spec.card(), study.path());
        let mut walk = Walk::default();
        for at in 0..study.tree.len() {
            let line = study.tree.line(&study.start, at);
            let place = Place {
                card: &card,
                look: visitor.taste.look(card.name),
                link: &|_| study.address(&path, &g, at, &[]),
                step: &|step| study.address(&path, &g, at, &[("step", step)]),
                asked_step: "",
                confirm: visitor.taste.confirm == Some(true),
                live: true,
                company: Default::default(),
            };
            let table = Table::still(&line, &place)?.render()?;
            let node = study.tree.node(at).ok_or_else(Refused::broken)?;
            walk.push(table, (at > 0).then_some(node.parent), node.children.first().copied());
        }
        walk.answer(&of, &state(&visitor, &study), false)
    };
    tokio::task::spawn_blocking(work).await.map_err(|_| Refused::broken())?
}

/// Where the boards of a study are; nowhere if there is but one, or too many.
pub(super) fn address_of(visitor: &Visitor, study: &Study) -> String {
    if !(2..=walk::MOST).contains(&study.tree.len()) {
        return String::new();
    }
    let (g, _) = study.tree.write();
    let state = state(visitor, study);
    let query = [("setup", study.setup.as_str()), ("g", &g), ("of", &state)];
    address(&format!("{}/boards", study.path()), &query)
}

/// A word for what the boards depend on and their address does not say.
fn state(visitor: &Visitor, study: &Study) -> String {
    let look = visitor.taste.look(study.spec.card().name).write();
    format!("{:016x}", assets::hash(format!("{look}|{}", assets::address("crosscut.css"))))
}
