//! Games and positions as files, and back.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use crosscut_catalog::{Line, png};
use crosscut_record::{Form, Reader, Record, Writer, tag};

use super::super::board;
use super::super::page::Refused;
use super::super::visitor::Visitor;
use super::tree::Tree;
use super::{LONGEST, Study, Where, address_of};
use crate::App;

/// The files there are of a game, each with what a link to it says.
const FILES: &[(&str, &str)] = &[
    ("board.txt", "board as text"),
    ("board.svg", "picture (SVG)"),
    ("board.png", "picture (PNG)"),
    ("game.ccr", "record"),
    ("game.json", "record (JSON)"),
    ("game.sgf", "record (SGF)"),
];

/// The files there are of a record: not every form holds every game.
pub(crate) fn files(record: &Record) -> impl Iterator<Item = (&'static str, &'static str)> {
    let fits = |file: &str| match Form::of_name(file) {
        Some(form @ Form::Sgf) => Writer::new(form, std::io::sink()).write(record).is_ok(),
        _ => true,
    };
    FILES.iter().copied().filter(move |it| fits(it.0))
}

/// A file of a study.
pub(crate) async fn export(
    visitor: Visitor,
    State(app): State<App>,
    asked: Result<Where, Refused>,
) -> Result<Response, Refused> {
    let asked = asked?;
    let write = move || {
        let study = asked.study()?;
        answer(study.spec.card().name, &study.line(), &record(&study), &asked.file)
    };
    app.room().work(visitor.person.caller.address, write).await?
}

/// A file of a line, or of the record that belongs to it.
pub(crate) fn answer(
    name: &str,
    line: &Line,
    record: &Record,
    file: &str,
) -> Result<Response, Refused> {
    let (kind, bytes) = match file {
        "board.txt" => {
            ("text/plain; charset=utf-8", line.position().text().to_string().into_bytes())
        }
        "board.svg" => ("image/svg+xml", board::file(&line.position().scene()).into_bytes()),
        "board.png" => {
            let picture = png(&line.position().scene(), Some(800)).map_err(|_| broken())?;
            ("image/png", picture)
        }
        "game.ccr" => ("text/plain; charset=utf-8", record.to_string().into_bytes()),
        "game.json" => ("application/json", written(Form::Json, record)?),
        "game.sgf" => ("application/x-go-sgf", written(Form::Sgf, record)?),
        _ => {
            let names: Vec<&str> = files(record).map(|it| it.0).collect();
            return Err(Refused::not_found(format!(
                "there is no such file: there are {}",
                names.join(", ")
            )));
        }
    };
    let headers = [
        (CONTENT_TYPE, kind.to_string()),
        (CONTENT_DISPOSITION, format!("inline; filename=\"{name}-{file}\"")),
    ];
    Ok((headers, bytes).into_response())
}

fn broken() -> Refused {
    Refused::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "")
}

fn written(form: Form, record: &Record) -> Result<Vec<u8>, Refused> {
    let mut out = Vec::new();
    let mut writer = Writer::new(form, &mut out);
    let done = writer.write(record).and_then(|()| writer.finish().map(|_| ()));
    done.map_err(|error| Refused::unclear(error.to_string()))?;
    Ok(out)
}

/// The line that is shown, to its end, with what is said along it. A record is one game: what might have been played
/// instead is kept in a tag, from which the analysis board reads it again.
pub(crate) fn record(study: &Study) -> Record {
    let mut at = study.tree.end(study.at);
    let mut record = study.tree.line(&study.start, at).to_record();
    if study.tree.branches() {
        record.tags.set(tag::VARIATIONS, study.tree.write().0);
    }
    record.comment = study.tree.node(0).map(|it| it.comment.clone()).unwrap_or_default();
    for ply in record.plies.iter_mut().rev() {
        let Some(node) = study.tree.node(at) else { break };
        // What followed by itself may be there already, in a record that was read.
        ply.comment = match node.comment.contains(&ply.comment) {
            true => node.comment.clone(),
            false => format!("{} {}", node.comment, ply.comment).trim().to_string(),
        };
        at = node.parent;
    }
    record
}

/// The address of the analysis of a record, or of a position given by its spec and its diagram.
pub(crate) fn read(text: &str) -> Result<String, String> {
    let text = text.trim();
    let form = Form::of_content(text.as_bytes()).unwrap_or(Form::Text);
    let record = Reader::new(form, text.as_bytes())
        .next()
        .ok_or("there is no record in it")?
        .map_err(|error| error.to_string())?;
    let line = Line::from_record(&record).map_err(|error| error.to_string())?;
    let mut moves = String::new();
    for (ply, text) in record.plies.iter().zip(line.plies()) {
        moves.push_str(text);
        moves.push(' ');
        let comment = ply.comment.replace(['{', '}'], "");
        if !comment.is_empty() {
            moves.push_str(&format!("{{{}}} ", comment.chars().take(400).collect::<String>()));
        }
    }
    let setup = record.tags.get(tag::SETUP).unwrap_or_default();
    if let Some(all) = record.tags.get(tag::VARIATIONS)
        && let Ok(start) = Line::from_record(&Record { plies: Vec::new(), ..record.clone() })
        && Tree::read(start.position(), all).is_ok()
    {
        moves = all.to_string();
    }
    let to = address_of(line.spec(), setup, moves.trim()) + &Study::link(0, &[]);
    match to.len() > LONGEST {
        true => {
            Err("that is too long for the analysis board, which keeps it in its address"
                .to_string())
        }
        false => Ok(to),
    }
}
