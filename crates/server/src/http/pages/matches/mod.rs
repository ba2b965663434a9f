//! A match: its page, and the actions there.

mod act;
mod boards;
mod offers;
mod plan;
mod sitter;

pub(crate) use crate::present::ending::told;
pub(crate) use act::{do_it, plan_it, play, say};
pub(crate) use boards::boards;
pub(crate) use offers::proposed;

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use crosscut_catalog::{Line, Seat};
use crosscut_club::{Class, Key, Match, MatchId, Pace, Player, Remark, Room, Who};
use serde::Deserialize;

use crate::present::ending::EndCard;
use offers::{actions, following, questions};
use sitter::{SeatView, sitter};

use super::analysis;
use super::board::PartialTurn;
use super::guide;
use super::opening::{self, PlayersView};
use super::page::{Frame, PageError, page_with};
use super::puzzles;
use super::query::address;
use super::table::{self, TableContext, TableView, TurnForm};
use super::visitor::Visitor;
use crate::App;
use crate::commands::old_layout;
use crate::error::Error;
use crate::present::people::PlayerLink;
use crate::present::sentence::sentence;
use crate::present::terms::pace;
use crate::present::times;

/// The file with a match as the old play-by-mail server wrote it.
const OLD: &str = "old.txt";

/// The query of a match's address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct MatchQuery {
    /// After how many plies the board is shown; by default after all of them.
    at: String,
    /// The turn being put together.
    turn: String,
    /// Which step of what the rules added to the last ply is shown.
    step: String,
    /// What was done last, if the page says so.
    done: String,
}

/// The plan was kept, or removed, in the address of the page that follows.
const PLANNED: &str = "plan";
const UNPLANNED: &str = "no-plan";

/// A refusal to show on the page, with its status.
#[derive(Debug, Default)]
pub(crate) struct RefusalNotice {
    status: StatusCode,
    /// About the turn that was sent, with the turn.
    turn: Option<(String, String)>,
    /// About the plan that was sent, with the plan.
    plan: Option<(String, String)>,
    /// About the remark that was sent, with the remark.
    remark: Option<(String, String)>,
    /// About anything else.
    other: Option<String>,
}

struct RemarkView {
    by: String,
    words: String,
    at: String,
    /// Its number, if the visitor may report it.
    report: Option<usize>,
}

/// How many remarks a page shows, the latest ones.
const REMARKS: usize = 200;

/// A ply in the list of moves.
struct PlyLink {
    /// The number of its round, before the first of two.
    number: Option<usize>,
    href: String,
    /// Whether the board is shown after it.
    current: bool,
    planned: bool,
    text: String,
}

#[derive(Template)]
#[template(path = "match.html")]
struct MatchPage {
    frame: Frame,
    id: MatchId,
    version: u64,
    name: &'static str,
    title: &'static str,
    terms: String,
    table: String,
    sitters: [SeatView; 2],
    colours: String,
    live: bool,
    /// Whether the computer is a player.
    computer: bool,
    moves: Vec<PlyLink>,
    /// After how many plies the board is shown, and the address of all boards.
    at: usize,
    boards: String,
    steps: Vec<(&'static str, &'static str, Option<String>)>,
    behind: bool,
    /// Questions that await an answer: the sentence, and its buttons.
    questions: Vec<(String, Vec<(String, String)>)>,
    /// What may be proposed or done.
    actions: Vec<(String, String)>,
    /// The action that ends the match, which must be confirmed.
    grave: Option<(&'static str, &'static str)>,
    rematch: Option<MatchId>,
    plan: Option<String>,
    plan_refused: Option<String>,
    /// What was done about the plan, in a sentence, if the visitor comes from there.
    plan_done: &'static str,
    may_plan: bool,
    remark: Option<(String, String)>,
    /// How many remarks there are before those shown.
    earlier: usize,
    remarks: Vec<RemarkView>,
    may_speak: bool,
    /// Whether a browser without scripts shows a link that loads the page again.
    look_again: bool,
    room: &'static str,
    end: Option<EndCard>,
    /// The address to share.
    address: String,
    /// Another puzzle of the same game.
    puzzle: Option<String>,
    review: String,
    /// When it began, and when it ended.
    days: String,
    exports: Vec<(&'static str, String)>,
    study: String,
    other: Option<String>,
    alone: bool,
}

/// The days on which a match began and ended, in a time zone.
fn days(it: &Match, zone: &str) -> String {
    // The number is given because commands need it.
    let began = format!("Match {}. Began {}", it.id, times::day(it.began, zone));
    match it.ending {
        Some(end) => format!("{began}, ended {}", times::day(end.at, zone)),
        None => began,
    }
}

/// Whether the visitor may report a remark: it is somebody else's, and has not been removed.
fn may_report(visitor: &Visitor, it: &Remark) -> bool {
    let theirs = matches!(it.by, Who::Member(id) if Some(id) != visitor.person.member);
    visitor.person.member.is_some() && theirs && it.words != Remark::REMOVED
}

/// The page of a match.
pub(crate) async fn show(
    visitor: Visitor,
    State(app): State<App>,
    id: Result<Path<MatchId>, PathRejection>,
    asked: Result<Query<MatchQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let (Path(id), Query(asked)) = (id?, asked?);
    if let (Some(post), Some(member), true) =
        (app.post(), visitor.person.member, asked.at.is_empty())
    {
        let state = app.queue().look(&[Key::Match(id)]).await?;
        post.saw(member, id, state.version(&Key::Match(id)));
    }
    answer(&app, &visitor, id, &asked, RefusalNotice::default()).await
}

/// A file of a match.
pub(crate) async fn export(
    visitor: Visitor,
    State(app): State<App>,
    path: Result<Path<(MatchId, String)>, PathRejection>,
) -> Result<Response, PageError> {
    let Path((id, file)) = path?;
    let club = app.queue().look_at(id, visitor.who()).await?;
    let it = club.match_with(id).ok_or(Error::Hidden)?;
    let name = format!("{}-{id}", it.line.spec().card().name);
    let (line, record, private) = (it.line.clone(), it.record(&club), it.terms.private);
    let mut response = if file == OLD {
        let (who, now) = (visitor.who(), app.clock().now());
        let write = move || club.match_with(id).map(|it| old_layout(it, &club, who, now));
        let text = app.capacity().work(visitor.person.caller.address, write).await?;
        let text = text.ok_or(Error::Hidden)?;
        ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
    } else {
        let (capacity, from) = (app.capacity(), visitor.person.caller.address);
        let is_small = file.ends_with(".svg");
        let write = move || analysis::answer(&name, &line, &record, &file);
        if is_small {
            capacity.draw(from, write).await??
        } else {
            capacity.work(from, write).await??
        }
    };
    if private {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    Ok(response)
}

/// The page with a refusal on it. It is drawn in a queue: a large board takes more than a moment.
async fn answer(
    app: &App,
    visitor: &Visitor,
    id: MatchId,
    asked: &MatchQuery,
    word: RefusalNotice,
) -> Result<Response, PageError> {
    let mut club = app.queue().look_at(id, visitor.who()).await?;
    let it = club.match_with(id).ok_or(Error::Hidden)?;
    // Spectators speak, too.
    let speakers: BTreeSet<Key> = it
        .remarks
        .iter()
        .filter_map(|it| if let Who::Member(id) = it.by { Some(Key::Member(id)) } else { None })
        .filter(|key| !club.knows(key))
        .collect();
    let speakers: Vec<Key> = speakers.into_iter().collect();
    app.queue().bring(&speakers, &mut club).await?;
    let (everything, looker, shown) = (app.clone(), visitor.clone(), asked.clone());
    let draw = move || drawn(&everything, &looker, id, &shown, &word, &club);
    app.capacity().draw(visitor.person.caller.address, draw).await?
}

fn drawn(
    app: &App,
    visitor: &Visitor,
    id: MatchId,
    asked: &MatchQuery,
    word: &RefusalNotice,
    club: &crosscut_club::State,
) -> Result<Response, PageError> {
    let it = club.match_with(id).ok_or(Error::Hidden)?;
    let now = app.clock().now();
    let names = it.seats.map(|player| PlayerLink::of(player, club));
    let seat = it.seat_of(visitor.who());
    let turn = it.turn();
    let mine = seat.is_some() && seat == turn;
    let n = it.plies.len();
    let at = match asked.at.as_str() {
        "" => n,
        text => text.parse().ok().filter(|&at| at <= n).ok_or_else(|| {
            PageError::unclear(format!("'{text}' is not a ply of this match: there are {n}"))
        })?,
    };
    let card = it.line.spec().card();
    let (table, refused) = table(app, visitor, it, at, asked, word, &names, mine)?;
    let live = it.runs();
    let path = format!("/match/{id}");
    let to = |at: usize| address(&path, &[("at", &at.to_string())]);
    let mut frame =
        Frame::new(visitor, "", format!("{}: {} – {}", card.title, names[0].name, names[1].name));
    if mine {
        frame.title = format!("Your turn! {}", frame.title);
    }
    let options = it.line.spec().said();
    let mut terms = vec![pace(&it.terms)];
    terms.extend((!options.is_empty()).then_some(options));
    terms.push(if it.terms.rated { "rated" } else { "not rated" }.to_string());
    terms.extend(it.terms.private.then(|| "private".to_string()));
    let room = if seat.is_some() { Room::Players } else { Room::Spectators };
    let (mut actions, grave) = actions(it, seat, club, now);
    if let (Some(member), None, true, true) =
        (visitor.member.as_ref().filter(|it| !it.guest), seat, live, app.post().is_some())
    {
        actions.extend(following(it, member.id));
    }
    let computer = it.seats.iter().any(|it| matches!(it, Player::Computer(_)));
    let may_plan = live && seat.is_some() && !mine && !computer;
    let may_speak = visitor.person.member.is_some() && (seat.is_none() || !computer);
    // Loading the page again would take away what somebody is writing: they are given a link instead.
    let changes = live && !mine && at == n;
    frame.refresh = if changes && !may_plan && !may_speak { 5 } else { 0 };
    let zone = visitor.member.as_ref().map_or("UTC", |it| it.zone.as_str());
    let remarks = (1..).zip(&it.remarks);
    let remarks = remarks.filter(|(_, it_)| it.may_read(visitor.who(), it_.room));
    let earlier = remarks.clone().count().saturating_sub(REMARKS);
    let page = MatchPage {
        earlier,
        id,
        version: it.version,
        name: card.name,
        title: card.title,
        terms: terms.join(", "),
        table,
        sitters: [Seat::First, Seat::Second]
            .map(|seat_of| sitter(it, club, seat_of, seat, &names[seat_of.index()], now, zone)),
        colours: table::colours(&card),
        live,
        computer,
        moves: moves(it, at, &to),
        at,
        boards: boards::address_of(app, visitor, it, &names),
        steps: vec![
            ("first", "Start", (at != 0).then(|| to(0))),
            ("previous", "Back", (at != 0).then(|| to(at - 1))),
            ("next", "Next", (at < n).then(|| if at + 1 == n { path.clone() } else { to(at + 1) })),
            ("last", "Last", (at < n).then(|| path.clone())),
        ],
        behind: at < n,
        questions: questions(it, seat, &names),
        actions,
        grave: grave.filter(|_| live && seat.is_some()),
        rematch: it.rematch,
        plan: match &word.plan {
            Some((text, _)) => Some(text.clone()),
            None => it.plan_of(visitor.who()).map(plan::write),
        },
        plan_refused: word.plan.as_ref().map(|(_, why)| sentence(&table::seen(&card, why))),
        plan_done: match (asked.done.as_str(), it.plan_of(visitor.who())) {
            (PLANNED, Some(_)) => "Your plan is kept.",
            (UNPLANNED, None) => "You have no plan any more.",
            _ => "",
        },
        remark: word.remark.as_ref().map(|(text, why)| (text.clone(), sentence(why))),
        may_plan,
        remarks: remarks
            .skip(earlier)
            .map(|(n, it)| RemarkView {
                report: may_report(visitor, it).then_some(n),
                by: match it.by {
                    crosscut_club::Who::Member(id) => PlayerLink::of(Player::Member(id), club).name,
                    other => other.to_string(),
                },
                words: it.words.clone(),
                at: times::when(it.at, zone),
            })
            .collect(),
        may_speak,
        look_again: changes && (may_plan || may_speak),
        room: match room {
            Room::Players => "players",
            Room::Spectators => "spectators",
        },
        end: it.ending.map(|it_| crate::present::ending::end(it, &it_, &names, seat)),
        // Nobody else can open a private match.
        address: match it.terms.private {
            true => String::new(),
            false => format!("{}{path}", app.config().public_url.as_deref().unwrap_or_default()),
        },
        puzzle: puzzles::of_game(card.name, id.0),
        review: study(it, n),
        days: days(it, zone),
        exports: files(app, it, club)
            .chain([(OLD, "in the old mail layout")])
            .map(|(file, what)| (what, format!("{path}/{file}")))
            .collect(),
        study: study(it, at),
        other: word.other.as_deref().map(sentence),
        alone: seat.is_none(),
        frame,
    };
    let status = match (word.status, refused) {
        (StatusCode::OK, true) => StatusCode::UNPROCESSABLE_ENTITY,
        (status, _) => status,
    };
    let mut page = page_with(status, &page)?;
    if it.terms.private {
        page.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    // The progress is remembered, so that the next match does not start with the same step.
    Ok(match guide::come(visitor, it) {
        Some(cookie) => (AppendHeaders([(SET_COOKIE, cookie)]), page).into_response(),
        None => page,
    })
}

/// The table after this many plies, and whether what was entered on it is refused. One that is only viewed is
/// cached: most of these belong to matches that are over.
#[expect(clippy::too_many_arguments, reason = "all that a table depends on")]
fn table(
    app: &App,
    visitor: &Visitor,
    it: &Match,
    at: usize,
    asked: &MatchQuery,
    word: &RefusalNotice,
    names: &[PlayerLink; 2],
    mine: bool,
) -> Result<(String, bool), PageError> {
    let n = it.plies.len();
    if at < n || !mine {
        let draw = || -> Result<String, PageError> {
            let before = (at < n).then(|| it.line.up_to(at));
            let line = before.as_ref().unwrap_or(&it.line);
            Ok(still(visitor, it, at, line, &asked.step, names)?.render()?)
        };
        // The boards of single steps are drawn again each time.
        let table = match asked.step.is_empty() {
            true => {
                let state = boards::state(visitor, it, names);
                app.documents().text(format!("table of {} at {at}: {state}", it.id), draw)
            }
            false => draw(),
        };
        return Ok((table?, false));
    }
    let position = it.line.position();
    let card = it.line.spec().card();
    let path = format!("/match/{}", it.id);
    let place = TableContext {
        card: &card,
        look: visitor.preferences.look(card.name),
        link: &|turn| address(&path, &[("turn", turn)]),
        step: &|step| address(&path, &[("at", &n.to_string()), ("step", step)]),
        back: path.clone(),
        asked_step: &asked.step,
        confirm: confirms(visitor, it),
        live: true,
        company: company(visitor, it, names),
    };
    let typed = word.turn.as_ref().map_or(asked.turn.as_str(), |(typed, _)| typed);
    // A turn meant for another board is kept if it could be played on this one too.
    let kept = word.status != StatusCode::CONFLICT || it.line.turns(typed).is_ok();
    let mut partial = PartialTurn::read(position, if kept { typed } else { "" });
    if let Some((_, why)) = &word.turn {
        partial.refusal = Some(why.clone());
    }
    let refused = partial.refusal.is_some();
    let hidden = vec![("ply", n.to_string()), ("key", key())];
    let sending =
        TurnForm { method: "post", action: format!("{path}/turn"), field: "turn", hidden };
    let table = TableView::open(&it.line, &partial, sending, &place)?;
    let guide = guide::step(visitor, it, &path);
    let table = table.saying(status(it, names, it.seat_of(visitor.who()))).guiding(guide);
    Ok((table.render()?, refused))
}

/// The table after this many plies, to look at.
fn still(
    visitor: &Visitor,
    it: &Match,
    at: usize,
    line: &Line,
    step: &str,
    names: &[PlayerLink; 2],
) -> Result<TableView, PageError> {
    let card = it.line.spec().card();
    let (n, path, number) = (it.plies.len(), format!("/match/{}", it.id), at.to_string());
    let back = if at < n { number.as_str() } else { "" };
    let place = TableContext {
        card: &card,
        look: visitor.preferences.look(card.name),
        link: &|_| address(&path, &[("at", back)]),
        step: &|step| address(&path, &[("at", &number), ("step", step)]),
        back: address(&path, &[("at", back)]),
        asked_step: step,
        confirm: confirms(visitor, it),
        live: it.runs() || at < n,
        company: company(visitor, it, names),
    };
    let status = match at.checked_sub(1) {
        _ if at == n => status(it, names, it.seat_of(visitor.who())),
        Some(last) => {
            let ply = called(&it.line, last, &it.line.plies()[last]);
            format!("After {ply}, ply {at} of {n}")
        }
        None => format!("Before ply 1 of {n}"),
    };
    Ok(TableView::still(line, &place)?.saying(status))
}

/// Whether a chosen turn waits for the button: players with days for a turn have a second to check it.
fn confirms(visitor: &Visitor, it: &Match) -> bool {
    let slow = it.terms.pace.class() == Class::Correspondence && it.terms.pace != Pace::None;
    visitor.preferences.confirm.unwrap_or(slow)
}

/// Who sits at the board, and which of them is the visitor.
fn company(visitor: &Visitor, it: &Match, names: &[PlayerLink; 2]) -> PlayersView {
    PlayersView {
        names: names.each_ref().map(|it| it.name.clone()),
        me: it.seat_of(visitor.who()),
        over: it.ending.is_some(),
    }
}

/// A random key: a turn that is sent twice with it is played once.
fn key() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", word(), word())
}

/// What happened last and who is to move, in words that are also read aloud.
fn status(it: &Match, names: &[PlayerLink; 2], me: Option<Seat>) -> String {
    let card = it.line.spec().card();
    let who = |seat: Seat| match me == Some(seat) {
        true => "You".to_string(),
        false => names[seat.index()].name.clone(),
    };
    let last = it.plies.last().zip(it.line.plies().last());
    let last = last.map(|(ply, text)| {
        let deed = deed(&it.line, text);
        // A ply may end in a full stop itself.
        let stop = if deed.ends_with('.') { "" } else { "." };
        format!("{} {deed}{stop} ", who(ply.seat))
    });
    let now = match it.ending {
        // A card says the rest.
        Some(_) => "The match is over".to_string(),
        None => match (it.turn(), it.line.position().side()) {
            (Some(seat), Some(_)) if me == Some(seat) => "Your turn".to_string(),
            (Some(seat), _) if it.line.position().is_choice() => {
                format!("{} chooses a side", names[seat.index()].name)
            }
            (Some(seat), Some(side)) => {
                format!("{} is to move for {}", names[seat.index()].name, card.colour(side))
            }
            _ => table::status(it.line.position(), &card),
        },
    };
    // On a telephone, questions are below the board.
    let asked = me.map_or_else(String::new, |me| offers::asked(it, me, names));
    format!("{}{now}{asked}", last.unwrap_or_default())
}

/// What the last ply of a line did, to follow a name: `played A2,C3`, `swapped`, `chose Navy`.
fn deed(line: &Line, text: &str) -> String {
    if text.contains(|c: char| c.is_ascii_digit()) {
        return format!("played {text}");
    }
    match text {
        "swap" => "swapped".to_string(),
        "pass" => "passed".to_string(),
        _ => match line.up_to(line.plies().len() - 1).takes(text) {
            Some(side) => format!("chose {}", line.spec().card().colour(side)),
            None => format!("played {text}"),
        },
    }
}

/// The plies as numbered links.
fn moves(it: &Match, at: usize, to: &dyn Fn(usize) -> String) -> Vec<PlyLink> {
    let plies = it.line.plies().iter().zip(&it.plies).zip(1..);
    plies
        .map(|((text, ply), n)| PlyLink {
            number: (n % 2 == 1).then_some(n),
            href: to(n),
            current: n == at,
            planned: ply.planned,
            text: called(&it.line, n - 1, text),
        })
        .collect()
}

/// The ply after the first `at` ones as the page calls it: a player who chooses a side chooses its colour.
fn called(line: &Line, at: usize, text: &str) -> String {
    // A side is chosen in the opening.
    let is_choice = at < opening::LONGEST && !text.contains(|c: char| c.is_ascii_digit());
    let side = is_choice.then(|| line.up_to(at).takes(text)).flatten();
    side.map_or_else(|| text.to_string(), |side| line.spec().card().colour(side).to_string())
}

/// The files available of a match, each with its link text. Finding out takes writing them, so the answer is kept until
/// something happens.
fn files(
    app: &App,
    it: &Match,
    club: &crosscut_club::State,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = format!("files of match {} at {}", it.id, it.version);
    let known = app.documents().told(of, || {
        let names: Vec<_> = analysis::files(&it.record(club)).map(|it| it.0).collect();
        names.join(" ")
    });
    analysis::FILES.iter().copied().filter(move |it| known.split(' ').any(|name| name == it.0))
}

/// The address of the analysis of the plies so far; after the end, of all of them.
fn study(it: &Match, at: usize) -> String {
    let setup = it.line.setup().map(ToString::to_string).unwrap_or_default();
    let to = analysis::address_of(it.line.spec(), &setup, &it.line.plies().join(" "));
    format!("{to}?at={at}")
}
