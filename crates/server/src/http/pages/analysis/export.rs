//! Games and positions exported as files, and read back.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use crosscut_catalog::{GAMES, Line, Spec, SpecError, in_turns};
use crosscut_record::{Form, Reader, Record, Writer, tag};

use super::super::board;
use super::super::page::PageError;
use super::super::visitor::Visitor;
use super::address::start;
use super::tree::MoveTree;
use super::{AnalysisAddress, LONGEST, PastedRecord, Study, address_of};
use crate::App;
use crate::present::picture::{PictureError, picture, too_large};

/// The width of a drawn board in pixels; a tall board is narrower.
const WIDTH: u32 = 800;

/// The files available of a game, each with the text of its link.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("board.txt", "board as text"),
    ("board.svg", "picture (SVG)"),
    ("board.png", "picture (PNG)"),
    ("game.ccr", "record"),
    ("game.json", "record (JSON)"),
    ("game.sgf", "record (SGF)"),
];

/// The files available of a record: not every format can hold every game.
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
    asked: Result<AnalysisAddress, PageError>,
) -> Result<Response, PageError> {
    let asked = asked?;
    let write = move || {
        let study = asked.study()?;
        answer(study.spec.card().name, &study.line(), &record(&study), &asked.file)
    };
    app.capacity().work(visitor.person.caller.address, write).await?
}

/// A file of a line, or of the record that belongs to it.
pub(crate) fn answer(
    name: &str,
    line: &Line,
    record: &Record,
    file: &str,
) -> Result<Response, PageError> {
    let (kind, bytes) = match file {
        "board.txt" => {
            ("text/plain; charset=utf-8", line.position().text().to_string().into_bytes())
        }
        "board.svg" => ("image/svg+xml", board::file(&line.position().scene()).into_bytes()),
        "board.png" => {
            let drawn = picture(&line.position().scene(), WIDTH).map_err(|why| match why {
                PictureError::TooLarge => PageError::unclear(too_large()),
                PictureError::Broken(error) => {
                    tracing::error!("a board is not drawn: {error}");
                    PageError::broken()
                }
            })?;
            ("image/png", drawn.png)
        }
        "game.ccr" => ("text/plain; charset=utf-8", record.to_string().into_bytes()),
        "game.json" => ("application/json", written(Form::Json, record)?),
        "game.sgf" => ("application/x-go-sgf", written(Form::Sgf, record)?),
        _ => {
            let names: Vec<&str> = files(record).map(|it| it.0).collect();
            return Err(PageError::not_found(format!(
                "there is no such file: there are {}",
                names.join(", ")
            )));
        }
    };
    // Boards are looked at, and games are kept.
    let how = if file.starts_with("game.") { "attachment" } else { "inline" };
    let headers = [
        (CONTENT_TYPE, kind.to_string()),
        (CONTENT_DISPOSITION, format!("{how}; filename=\"{name}-{file}\"")),
    ];
    Ok((headers, bytes).into_response())
}

fn written(form: Form, record: &Record) -> Result<Vec<u8>, PageError> {
    let mut out = Vec::new();
    let mut writer = Writer::new(form, &mut out);
    let done = writer.write(record).and_then(|()| writer.finish().map(|_| ()));
    done.map_err(|error| PageError::unclear(error.to_string()))?;
    Ok(out)
}

/// The shown line to its end, with its comments. A record is one game: the variations are kept in a tag, from which the
/// analysis board reads them again.
pub(crate) fn record(study: &Study) -> Record {
    let mut at = study.tree.end(study.at);
    let mut record = study.tree.line(&study.start, at).to_record();
    if study.tree.branches() {
        record.tags.set(tag::VARIATIONS, study.tree.write().0);
    }
    record.comment = study.tree.node(0).map(|it| it.comment.clone()).unwrap_or_default();
    for ply in record.plies.iter_mut().rev() {
        let Some(node) = study.tree.node(at) else { break };
        // What the rules added may be there already, in a record that was read.
        ply.comment = match node.comment.contains(&ply.comment) {
            true => node.comment.clone(),
            false => format!("{} {}", node.comment, ply.comment).trim().to_string(),
        };
        at = node.parent;
    }
    record
}

/// The address of the analysis of a pasted text: a record names its game, a list of moves is of the game given with it.
pub(super) fn read(given: &PastedRecord) -> Result<String, String> {
    let (text, game) = (given.record.trim(), given.game.trim());
    match Form::of_content(text.as_bytes()) {
        Some(form) => read_record(form, text),
        None if text.is_empty() => Err("there is no record in it".to_string()),
        None if game.is_empty() => Err(format!(
            "moves alone do not tell of which game they are: name it below, or in a line above them, [Game \"{}\"], and then \
             a blank line",
            GAMES[0].card().name
        )),
        None => read_list(game, &given.setup, text),
    }
}

fn read_list(game: &str, setup: &str, text: &str) -> Result<String, String> {
    let spec: Spec = game.parse().map_err(|error: SpecError| error.to_string())?;
    let mut line = start(&spec, setup)?;
    let mut tree = MoveTree::read(line.position(), "")?;
    let remarks = line.play_list(text).map_err(|error| error.to_string())?;
    let mut at = 0;
    for (ply, remark) in line.plies().iter().zip(&remarks) {
        (tree, at) = tree.with(at, ply);
        tree.say(at, remark)?;
    }
    opened(&line, &tree)
}

fn read_record(form: Form, text: &str) -> Result<String, String> {
    let record = Reader::new(form, text.as_bytes())
        .next()
        .ok_or("there is no record in it")?
        .map_err(|error| error.to_string())?;
    let record = in_turns(record);
    // Formats that cannot say how a game ended are not expected to.
    let line = match form {
        Form::Text | Form::Json | Form::JsonLines => Line::checked(&record),
        Form::Sgf | Form::HexWorld | Form::Trmph => Line::from_record(&record),
    };
    let line = line.map_err(|error| error.to_string())?;
    opened(&line, &tree_of(&record, &line)?)
}

/// The address of a tree that begins with a line.
fn opened(line: &Line, tree: &MoveTree) -> Result<String, String> {
    let setup = line.setup().map(ToString::to_string).unwrap_or_default();
    let to = address_of(line.spec(), &setup, &tree.write().0) + &Study::link(0, &[]);
    match to.len() > LONGEST {
        true => {
            Err("that is too long for the analysis board, which keeps it in its address"
                .to_string())
        }
        false => Ok(to),
    }
}

/// The moves of a record, with its variations and all comments. The record's own moves become the main line.
fn tree_of(record: &Record, line: &Line) -> Result<MoveTree, String> {
    let all = record.tags.get(tag::VARIATIONS);
    let start = line.up_to(0);
    let mut tree = MoveTree::read(start.position(), all.unwrap_or_default())
        .map_err(|error| format!("the tag Variations cannot be read: {error}"))?;
    say(&mut tree, 0, &record.comment, "")?;
    let mut at = 0;
    for ((ply, text), forced) in record.plies.iter().zip(line.plies()).zip(line.forced_words()) {
        // After its last move the record may continue the tag's tree; elsewhere the two contradict each other.
        let known = tree.node(at).is_none_or(|it| {
            let is = |it: &usize| tree.node(*it).is_some_and(|it| it.ply == *text);
            it.children.is_empty() || it.children.iter().any(is)
        });
        if !known {
            return Err(format!(
                "the tag Variations is of other moves than the record, which has {text} where the tag has not: take it out, or \
                 put it right"
            ));
        }
        (tree, at) = tree.with(at, text);
        say(&mut tree, at, &ply.comment, &forced)?;
    }
    tree.prefer(at);
    Ok(tree)
}

/// Adds a comment to a node unless it is there already, as what the rules add may be.
fn say(tree: &mut MoveTree, at: usize, words: &str, forced: &str) -> Result<(), String> {
    let words = words.replace(['{', '}'], "");
    let words = words.trim();
    let there = tree.node(at).map(|it| it.comment.clone()).unwrap_or_default();
    if there.contains(words) || !there.is_empty() && format!("{there} {forced}").trim() == words {
        return Ok(());
    }
    let both = if words.contains(&there) { words.to_string() } else { format!("{there} {words}") };
    tree.say(at, &both)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        super::read(&PastedRecord { record: text.to_string(), ..PastedRecord::default() })
    }

    /// What is read from a record of the text form, as the tree part of an address.
    fn moves(tags: &str, moves: &str) -> Result<String, String> {
        let text = format!("[Game \"hex:size=5,opening=none\"]\n{tags}\n{moves}\n");
        let record: Record = text.parse::<Record>().map_err(|error| error.to_string())?;
        read(&text)?;
        let line = Line::from_record(&record).map_err(|error| error.to_string())?;
        Ok(tree_of(&record, &line)?.write().0)
    }

    #[test]
    fn the_moves_of_a_record_are_the_line_that_is_followed() {
        let tag = |text: &str| format!("[Variations \"{text}\"]\n");
        let with = |all: &str, its: &str| moves(&tag(all), its);
        assert_eq!(with("A1 B2 (C3 D4) E5", "1. A1 2. B2 3. E5").unwrap(), "A1 B2 (C3 D4) E5");
        // The line that was shown, and moves after the last.
        assert_eq!(with("A1 B2 (C3 D4) E5", "1. A1 2. C3 3. D4").unwrap(), "A1 C3 (B2 E5) D4");
        assert_eq!(with("A1 (B1) B2", "1. A1 2. B2 3. D4").unwrap(), "A1 (B1) B2 D4");
        assert_eq!(with("A1 B2 (C3) E5", "1. A1 2. C3 3. D4").unwrap(), "A1 C3 (B2 E5) D4");
        // Nothing is lost where the two differ.
        for all in ["A1 B2 C3", "D4 E5"] {
            let refused = with(all, "1. A1 2. E4").unwrap_err();
            assert!(refused.starts_with("the tag Variations is of other moves"), "{refused}");
        }
        assert!(
            with("A1 (", "1. A1").unwrap_err().starts_with("the tag Variations cannot be read")
        );
        assert_eq!(with("A1 {one} B2", "1. A1 {two} 2. B2").unwrap(), "A1 {one two} B2");
        assert_eq!(with("A1 {one two} B2", "1. A1 {two} 2. B2").unwrap(), "A1 {one two} B2");
    }

    #[test]
    fn what_is_said_in_a_record_is_kept() {
        let long = "long ".repeat(180);
        let long = long.trim();
        let text = format!("{{start}} 1. A1 {{{long}}} 2. B2");
        assert_eq!(moves("", &text).unwrap(), format!("{{start}} A1 {{{long}}} B2"));
        let with = |letters| moves("", &format!("1. A1 {{{}}}", "x".repeat(letters)));
        assert!(with(1000).is_ok());
        assert_eq!(with(1001).unwrap_err(), "a comment has at most 1000 letters");
    }

    #[test]
    fn what_is_read_fits_into_an_address() {
        let cells = (1..=5).flat_map(|row| ('A'..='M').map(move |column| format!("{column}{row}")));
        let long = format!(" {{{}}} ", "x".repeat(1000));
        let moves: Vec<String> = cells.take(60).collect();
        let with = |letters: usize| {
            let start = format!("{{{}}}", "y".repeat(letters));
            let record = format!("{start} {}", moves.join(&long));
            read(&format!("[Game \"hex:size=13,opening=none\"]\n\n{record} *\n"))
        };
        let most = 1 + LONGEST - with(1).unwrap().len();
        assert_eq!(with(most).unwrap().len(), LONGEST);
        assert!(with(most + 1).unwrap_err().starts_with("that is too long for the analysis board"));
    }

    #[test]
    fn a_list_of_moves_is_read_in_the_game_beside_it() {
        let read = |game: &str, setup: &str, record: &str| {
            let [record, game, setup] = [record, game, setup].map(String::from);
            super::read(&PastedRecord { record, game, setup })
        };
        let hex = "hex:size=5,opening=none";
        let to = format!("/analysis/{hex}/C3+B2+D4/?at=0");
        for list in ["1. c3 2. b2 3. d4", "c3, b2, d4", "1. c3, 2. b2\n3. d4"] {
            assert_eq!(read(hex, "", list).as_ref(), Ok(&to), "{list}");
        }
        let sheet = "24. Gf4 25. Bd2 26. Gg1! 27. Be3 28. Gb3!! 29. Bc2 30. Gc1";
        let setup = "Brown:a3,a4,a6,b4,c5,d3,d6,e4,f6,g3,g4,g6 \
                     Green:a5,b5,c7,e1,e5,e6,f2,f3,f5,g5,g7 turn:Green";
        let to = read("trail-mix", setup, sheet).unwrap();
        assert!(to.contains("+f4+d2+g1+%7B%21%7D+e3+"), "{to}");
        let refused = |game: &str, list: &str| read(game, "", list).unwrap_err();
        assert!(refused("trail-mix", sheet).contains("the list starts at move 24"));
        assert_eq!(
            refused(hex, "1. c3 2. z9"),
            "ply 2, z9: Z9 is not on this board: columns go from A to E, rows from 1 to 5"
        );
        assert!(refused("", "1. c3 2. b2").starts_with("moves alone do not tell"));
        assert_eq!(refused("hexx", "1. c3"), "there is no game 'hexx': did you mean hex?");
        // A record names its own game.
        let record = format!("[Game \"{hex}\"]\n\n1. c3 2. b2 3. d4");
        assert_eq!(
            read("trellis", "", &record).unwrap(),
            format!("/analysis/{hex}/C3+B2+D4/?at=0")
        );
    }

    #[test]
    fn a_record_whose_end_does_not_fit_is_refused() {
        let game = "[Game \"hex:size=2,opening=none\"]\n";
        let over = read(&format!("{game}\n1. A1 2. B1 3. A2 *\n")).unwrap_err();
        assert_eq!(over, "its result is *, but by the rules it is first");
        let time = read(&format!("{game}[Ending \"time\"]\n\n1. A1 2. B1 3. A2 first\n"));
        assert_eq!(time.unwrap_err(), "it says it ended by time, but it ended by the rules");
        assert!(read(&format!("{game}[Ending \"rules\"]\n\n1. A1 2. B1 3. A2 first\n")).is_ok());
        // An address does not say how a game ended.
        assert!(read("https://hexworld.org/board/#2c1,a1b1a2").is_ok());
    }
}
