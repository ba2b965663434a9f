//! Games and positions as files, and back.

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use crosscut_catalog::{Line, png};
use crosscut_record::{Form, Reader, Record, Writer, tag};

use super::super::board;
use super::super::page::Refused;
use super::super::query::address;
use super::{Asked, Study};

/// The files there are of a study, each with what a link to it says.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("board.txt", "board as text"),
    ("board.svg", "picture (SVG)"),
    ("board.png", "picture (PNG)"),
    ("game.ccr", "record"),
    ("game.json", "record (JSON)"),
    ("game.sgf", "record (SGF)"),
];

/// A file of a study.
pub(crate) async fn export(
    path: Result<Path<(String, String)>, PathRejection>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Refused> {
    let (Path((spec, file)), Query(asked)) = (path?, asked?);
    let study = Study::read(&spec, &asked)?;
    let name = study.spec.card().name;
    answer(name, &study.line(), record(&study), &file).await
}

/// A file of a line, or of the record that belongs to it.
pub(crate) async fn answer(
    name: &str,
    line: &Line,
    record: Record,
    file: &str,
) -> Result<Response, Refused> {
    let (kind, bytes) = match file {
        "board.txt" => {
            ("text/plain; charset=utf-8", line.position().text().to_string().into_bytes())
        }
        "board.svg" => ("image/svg+xml", board::file(&line.position().scene()).into_bytes()),
        "board.png" => {
            let scene = line.position().scene();
            let picture = tokio::task::spawn_blocking(move || png(&scene, Some(800))).await;
            let bytes = picture.map_err(|_| broken())?.map_err(|_| broken())?;
            ("image/png", bytes)
        }
        "game.ccr" => ("text/plain; charset=utf-8", record.to_string().into_bytes()),
        "game.json" => ("application/json", written(Form::Json, &record)?),
        "game.sgf" => ("application/x-go-sgf", written(Form::Sgf, &record)?),
        _ => {
            let names: Vec<&str> = FILES.iter().map(|it| it.0).collect();
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

/// The line that is shown, with what is said along it. Variations stay in the address: records are games.
fn record(study: &Study) -> Record {
    let mut record = study.line().to_record();
    let mut at = study.at;
    record.comment = study.tree.node(0).map(|it| it.comment.clone()).unwrap_or_default();
    for ply in record.plies.iter_mut().rev() {
        let Some(node) = study.tree.node(at) else { break };
        ply.comment.clone_from(&node.comment);
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
    Ok(address(
        &format!("/analysis/{}", line.spec()),
        &[("setup", setup), ("g", moves.trim()), ("at", "0")],
    ))
}
