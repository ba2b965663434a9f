use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use crosscut_club::{Match, MatchId};

use super::super::assets;
use super::super::page::PageError;
use super::super::query::address;
use super::super::visitor::Visitor;
use super::super::walk::{self, BoardSequence, SequenceQuery};
use super::{confirms, status, still};
use crate::App;
use crate::error::Error;
use crate::present::people::PlayerLink;

/// All boards of a match, from before the first ply to the last.
pub(crate) async fn boards(
    visitor: Visitor,
    State(app): State<App>,
    id: Result<Path<MatchId>, PathRejection>,
    asked: Result<Query<SequenceQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (Path(id), Query(asked)) = (id?, asked?);
    let club = app.queue().look_at(id, visitor.who()).await?;
    // `_waits` is dropped with this function, whether or not it is completed.
    let (asker, _waits) = tokio::sync::oneshot::channel::<()>();
    let from = visitor.person.caller.address;
    let to = app.clone();
    let work = move || {
        let it = club.match_with(id).ok_or(Error::Hidden)?;
        let names = it.seats.map(|player| PlayerLink::of(player, &club));
        let n = it.plies.len();
        if !is_short(&to, it) {
            return Err(walk::too_large());
        }
        let state = state(&visitor, it, &names);
        let of = hash(&state);
        let answer = |document| walk::answer(document, &asked, &of, it.terms.private);
        let document = format!("boards of {id}: {state}");
        if let Some(document) = to.documents().get(&document) {
            return Ok(answer(document));
        }
        let (mut line, mut walk) = (it.line.up_to(0), BoardSequence::default());
        for at in 0..=n {
            // The client may have left in the meantime.
            if asker.is_closed() {
                return Err(PageError::broken());
            }
            let table = still(&visitor, it, at, &line, "", &names)?.render()?;
            walk.push(table, at.checked_sub(1), (at < n).then_some(at + 1))?;
            if let Some(ply) = it.line.plies().get(at) {
                line.play(ply).map_err(|error| PageError::unclear(error.to_string()))?;
            }
        }
        let written = walk.write()?;
        to.documents().keep(document, &written);
        Ok(answer(written))
    };
    app.capacity().work(from, work).await?
}

/// Whether all boards of a match fit into one document. The answer is kept until more is played.
fn is_short(app: &App, it: &Match) -> bool {
    let of = format!("whether match {} is short at {}", it.id, it.version);
    let is_short = || walk::is_short(it.plies.len(), &it.line.up_to(0), &it.line);
    app.documents().told(of, || is_short().to_string()) == "true"
}

/// The address of a match's boards as it is now; empty if they are too many.
pub(super) fn address_of(
    app: &App,
    visitor: &Visitor,
    it: &Match,
    names: &[PlayerLink; 2],
) -> String {
    match is_short(app, it) {
        true => address(
            &format!("/match/{}/boards", it.id),
            &[("of", &hash(&state(visitor, it, names)))],
        ),
        false => String::new(),
    }
}

/// A hash of a long state, for an address.
fn hash(state: &str) -> String {
    format!("{:016x}", assets::hash(state))
}

/// Everything that the boards depend on: a document stored under this key is shown to nobody else.
pub(super) fn state(visitor: &Visitor, it: &Match, names: &[PlayerLink; 2]) -> String {
    let look = visitor.preferences.look(it.line.spec().card().name).write();
    let (plies, status) = (it.line.plies().join(" "), status(it, names, it.seat_of(visitor.who())));
    let sheet = assets::address("crosscut.css").to_string();
    // Two people may use one browser, and each is shown their own side.
    let seat = format!(
        "{:?} {} {}",
        it.seat_of(visitor.who()),
        confirms(visitor, it),
        names.each_ref().map(|it| it.name.as_str()).join(" ")
    );
    [plies, look, status, sheet, seat].join("|")
}
