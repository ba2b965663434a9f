use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use crosscut_puzzles::{Answer, Puzzle, Verdict, find, shipped};
use serde::Deserialize;

use super::{done, title, told, what};
use crate::App;
use crate::computer::ThoughtOwner;
use crate::error::Error;
use crate::http::pages::board::PartialTurn;
use crate::http::pages::form::FormFields;
use crate::http::pages::page::{Frame, PageError, page_with};
use crate::http::pages::query::address;
use crate::http::pages::table::{TableContext, TableView, TurnForm};
use crate::http::pages::visitor::Visitor;
use crate::puzzling::PuzzleAttempt;

/// The query of a puzzle's address.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PuzzleQuery {
    /// The turns tried, with the answers to them.
    line: String,
    /// Whether this line is the solution, and was shown on request.
    shown: String,
    /// The turn being put together.
    turn: String,
    /// Which step of what the rules added to the last ply is shown.
    step: String,
}

type PuzzlePath = Result<Path<String>, PathRejection>;

#[derive(Template)]
#[template(path = "puzzle.html")]
struct PuzzlePage {
    frame: Frame,
    id: &'static str,
    name: String,
    title: &'static str,
    what: String,
    grade: u8,
    legal: usize,
    today: bool,
    streak: Option<usize>,
    done: &'static str,
    table: TableView,
    /// Whether the attempt is right, wrong or not known yet, and the sentence on it.
    mood: &'static str,
    says: String,
    again: Option<String>,
    may_show: bool,
    moves: Vec<(String, String, bool)>,
    study: String,
    next: String,
    restart: Option<String>,
}

fn puzzle_of(id: PuzzlePath) -> Result<&'static Puzzle, PageError> {
    let Path(id) = id?;
    find(&id).ok_or_else(|| PageError::not_found(format!("there is no puzzle '{id}'")))
}

fn to(puzzle: &Puzzle, line: &str, turn: &str, step: &str) -> String {
    address(&format!("/puzzles/{}", puzzle.id), &[("line", line), ("turn", turn), ("step", step)])
}

/// The page of a puzzle.
pub(crate) async fn puzzle(
    visitor: Visitor,
    State(app): State<App>,
    id: PuzzlePath,
    asked: Result<Query<PuzzleQuery>, QueryRejection>,
) -> Result<Response, PageError> {
    let puzzle = puzzle_of(id)?;
    let Query(asked) = asked?;
    let attempt = PuzzleAttempt::read(puzzle, &asked.line)?;
    let partial = PartialTurn::read(attempt.line.position(), &asked.turn);
    answer(&app, &visitor, &attempt, &partial, &asked.step, !asked.shown.is_empty()).await
}

/// Tries a turn.
pub(crate) async fn turn(
    visitor: Visitor,
    State(app): State<App>,
    id: PuzzlePath,
    fields: FormFields,
) -> Result<Response, PageError> {
    let puzzle = puzzle_of(id)?;
    let (line, typed) = (fields.get("line"), fields.get("turn"));
    match app.puzzling().turn(app.limits(), &visitor.person, puzzle, line, typed).await {
        Ok((attempt, _)) => Ok(Redirect::to(&to(puzzle, &attempt.text(), "", "")).into_response()),
        Err(Error::NoTurn(refusal)) => {
            let attempt = PuzzleAttempt::read(puzzle, line)?;
            let mut partial = PartialTurn::read(attempt.line.position(), typed);
            partial.refusal.get_or_insert(refusal);
            answer(&app, &visitor, &attempt, &partial, "", false).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Shows the solution.
pub(crate) async fn show_solution(
    visitor: Visitor,
    State(app): State<App>,
    id: PuzzlePath,
) -> Result<Response, PageError> {
    let puzzle = puzzle_of(id)?;
    if let Some(member) = visitor.person.member {
        app.limit(member)?;
        app.puzzling().note_shown(member, puzzle).await?;
    }
    let plies: Vec<&str> =
        std::iter::once(&puzzle.solution).chain(&puzzle.defence).map(String::as_str).collect();
    let to = address(
        &format!("/puzzles/{}", puzzle.id),
        &[("line", &plies.join(" ")), ("shown", "yes")],
    );
    Ok(Redirect::to(&to).into_response())
}

async fn answer(
    app: &App,
    visitor: &Visitor,
    attempt: &PuzzleAttempt,
    partial: &PartialTurn,
    step: &str,
    shown: bool,
) -> Result<Response, PageError> {
    let puzzle = attempt.puzzle;
    let said = app.puzzling().answer(ThoughtOwner::of(&visitor.person), attempt).await?;
    let (tried, streak) = match visitor.person.member {
        Some(member) => (
            app.puzzling().try_of(member, puzzle).await?,
            Some(app.puzzling().streak(member).await?),
        ),
        None => Default::default(),
    };
    let (mood, says) = words(attempt, said.as_ref(), shown);
    let card = attempt.line.spec().card();
    let text = attempt.text();
    let place = TableContext {
        card: &card,
        look: visitor.preferences.look(card.name),
        link: &|turn| to(puzzle, &text, turn, ""),
        step: &|step| to(puzzle, &text, "", step),
        back: to(puzzle, &text, "", ""),
        asked_step: step,
        confirm: visitor.preferences.confirm == Some(true),
        live: true,
        company: Default::default(),
    };
    let failed = mood == "wrong";
    let table = if attempt.is_open() && !failed {
        let sending = TurnForm {
            method: "post",
            action: format!("/puzzles/{}/turn", puzzle.id),
            field: "turn",
            hidden: vec![("line", text.clone())],
        };
        TableView::open(&attempt.line, partial, sending, &place)?
    } else {
        TableView::still(&attempt.line, &place)?
    };
    let moves = (1..=attempt.tried.len()).map(|n| {
        let here = n == attempt.tried.len();
        (attempt.tried[n - 1].clone(), to(puzzle, &attempt.tried[..n].join(" "), "", ""), here)
    });
    let today = app.puzzling().daily().id == puzzle.id;
    let study = address(
        &format!("/analysis/{}", puzzle.spec),
        &[
            ("setup", puzzle.setup.as_deref().unwrap_or_default()),
            ("g", &attempt.line.plies().join(" ")),
        ],
    );
    let mut frame = Frame::new(visitor, "puzzles", format!("{}: puzzle {}", card.title, puzzle.id));
    if today {
        frame.title = format!("{}: puzzle of the day", card.title);
    }
    let status = match partial.refusal {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    page_with(
        status,
        &PuzzlePage {
            frame,
            id: &puzzle.id,
            name: card.name.to_string(),
            title: title(puzzle),
            what: what(puzzle),
            grade: puzzle.grade,
            legal: puzzle.legal,
            today,
            streak: streak.filter(|it| today && 0 < *it),
            done: told(done(tried.as_ref())),
            table,
            mood,
            says,
            again: attempt
                .last()
                .filter(|_| failed)
                .map(|(_, at)| to(puzzle, &attempt.tried[..at].join(" "), "", "")),
            may_show: attempt.tried.first() != Some(&puzzle.solution),
            moves: moves.collect(),
            study,
            next: next(puzzle),
            restart: (!attempt.tried.is_empty()).then(|| to(puzzle, "", "", "")),
        },
    )
}

/// The address of the nth puzzle of a game, modulo their number; `None` if it has no puzzles.
pub(crate) fn of_game(game: &str, n: u64) -> Option<String> {
    let of_game: Vec<_> = shipped().iter().filter(|it| it.game() == game).collect();
    let at = n.checked_rem(of_game.len() as u64)?;
    Some(format!("/puzzles/{}", of_game[at as usize].id))
}

/// The address of the next puzzle of the same game, the first one after the last.
fn next(puzzle: &Puzzle) -> String {
    let of_game: Vec<_> = shipped().iter().filter(|it| it.game() == puzzle.game()).collect();
    let at = of_game.iter().position(|it| it.id == puzzle.id).unwrap_or_default();
    format!("/puzzles/{}", of_game[(at + 1) % of_game.len()].id)
}

/// The state of an attempt, in a word and in sentences.
fn words(attempt: &PuzzleAttempt, said: Option<&Answer>, shown: bool) -> (&'static str, String) {
    let card = attempt.line.spec().card();
    let side = card.colour(&attempt.puzzle.side);
    let (Some(said), Some((ply, at))) = (said, attempt.last()) else {
        return ("", format!("You play {side}. Only one move wins: find it."));
    };
    let mut words = said.says(side, card.spoken.colours, ply, at == 0);
    // A visitor who was shown the solution has not found it.
    if shown && at == 0 && ply == attempt.puzzle.solution {
        let right = format!("{ply} is right, and the only one that wins.");
        let why = words.strip_prefix(&right).unwrap_or(&words).trim();
        return ("shown", format!("The solution is {ply}. {why}").trim().to_string());
    }
    let mood = match said.verdict {
        _ if said.fails(at == 0) => "wrong",
        Verdict::Unknown => "",
        _ => "right",
    };
    if mood == "right" && attempt.is_open() {
        words.push_str(" Play on to see it.");
    }
    (mood, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_could_not_be_judged_is_no_solution_and_may_be_played_later() {
        let puzzle = find("2z0ven7j").unwrap();
        let said = Answer { verdict: Verdict::Unknown, plies: Vec::new(), lasts: None };
        let mood =
            |line: &str| words(&PuzzleAttempt::read(puzzle, line).unwrap(), Some(&said), false).0;
        assert_eq!([mood("F1"), mood("A5 B1 F1")], ["wrong", ""]);
    }
}
