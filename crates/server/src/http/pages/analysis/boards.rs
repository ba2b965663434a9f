use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use crosscut_catalog::Line;

use super::super::assets;
use super::super::page::PageError;
use super::super::table::{TableContext, TableView};
use super::super::visitor::Visitor;
use super::super::walk::{self, BoardSequence, SequenceQuery};
use super::{AnalysisAddress, Study};
use crate::App;

/// All boards of a study, to step through.
pub(crate) async fn boards(
    visitor: Visitor,
    State(app): State<App>,
    asked: Result<AnalysisAddress, PageError>,
    of: Result<Query<SequenceQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (asked, Query(of)) = (asked?, of?);
    let from = visitor.person.caller.address;
    // `_waits` is dropped with this function, whether or not it is completed.
    let (asker, _waits) = tokio::sync::oneshot::channel::<()>();
    let work = move || {
        let study = asked.study()?;
        if !is_short(&study) {
            return Err(walk::too_large());
        }
        let (card, home) = (study.spec.card(), study.home());
        let (mut walk, mut lines) = (BoardSequence::default(), Vec::<Line>::new());
        for at in 0..study.tree.len() {
            // The client may have left in the meantime.
            if asker.is_closed() {
                return Err(PageError::broken());
            }
            let node = study.tree.node(at).ok_or_else(PageError::broken)?;
            // Each is one ply more than one before it: playing each from the start would be quadratic for long studies.
            let mut line = lines.get(node.parent).unwrap_or(&study.start).clone();
            if at > 0 {
                line.play(&node.ply).map_err(|error| PageError::unclear(error.to_string()))?;
            }
            let place = TableContext {
                card: &card,
                look: visitor.preferences.look(card.name),
                link: &|_| Study::link(at, &[]),
                step: &|step| Study::link(at, &[("step", step)]),
                back: format!("{home}{}", Study::link(at, &[])),
                asked_step: "",
                confirm: visitor.preferences.confirm == Some(true),
                live: true,
                company: Default::default(),
            };
            let table = TableView::still(&line, &place)?.remarking(&node.comment).render()?;
            walk.push(table, (at > 0).then_some(node.parent), node.children.first().copied())?;
            lines.push(line);
        }
        Ok(walk::answer(walk.write()?, &of, &state(&visitor, &study), false))
    };
    app.capacity().work(from, work).await?
}

/// Whether all boards of a study fit into one document, whichever of them is shown.
fn is_short(study: &Study) -> bool {
    let end = study.tree.line(&study.start, study.tree.end(0));
    walk::is_short(study.tree.len() - 1, &study.start, &end)
}

/// The address of a study's boards; empty if there is only one, or too many.
pub(super) fn address_of(visitor: &Visitor, study: &Study) -> String {
    if study.tree.len() < 2 || !is_short(study) {
        return String::new();
    }
    study.file("boards", &[("of", &state(visitor, study))])
}

/// A hash of what the boards depend on besides their address.
fn state(visitor: &Visitor, study: &Study) -> String {
    let look = visitor.preferences.look(study.spec.card().name).write();
    format!("{:016x}", assets::hash(format!("{look}|{}", assets::address("crosscut.css"))))
}
