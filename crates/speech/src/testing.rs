//! Tables for the tests: lines, and what they mean.

use crate::{MatchAction, Order, PreviewBoard, read};

/// A short form of what a line is understood as.
pub(crate) fn heard(line: &str) -> String {
    let request = match read(line, Some("Ann")) {
        Ok(request) => request,
        Err(error) => return format!("no: {error}"),
    };
    let game = request.game.map_or(String::new(), |card| format!("{}: ", card.name));
    let order = match request.order {
        Order::Challenge { names, wanted } => {
            format!("challenge {} at {}, {:?}", names.join(" "), wanted.spec, wanted.pace.forfeit)
        }
        Order::Seek { n, wanted } => format!("seek {n:?} at {}", wanted.spec),
        Order::Preview { scene: PreviewBoard::New(spec), moves } => {
            format!("preview {spec} {}", moves.join(" "))
        }
        Order::At { id, deed: MatchAction::Turn { text, ply } } => match ply {
            Some(ply) => format!("{id}: {text} as {ply}"),
            None => format!("{id}: {text}"),
        },
        Order::At { id, deed } => format!("{id}: {deed:?}"),
        order => format!("{order:?}"),
    };
    format!("{game}{order}")
}

/// Compares what each line on the left, typed by a member called Ann, is understood as with the text on the right.
#[track_caller]
pub(crate) fn check(table: &[(&str, &str)]) {
    for (line, meaning) in table {
        assert_eq!(heard(line), *meaning, "{line}");
    }
}
