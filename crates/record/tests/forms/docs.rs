//! The examples of the page `docs/records.md` are true.

use crosscut_record::Form;

use crate::{read_one, write};

const PAGE: &str = include_str!("../../../../docs/records.md");

/// The page's fenced blocks with this beginning.
fn blocks(start: &str) -> Vec<&'static str> {
    let fenced = PAGE.split("```").skip(1).step_by(2);
    fenced
        .filter_map(|block| block.split_once('\n').map(|(_, text)| text))
        .filter(|text| text.starts_with(start))
        .collect()
}

#[test]
fn the_same_game_is_shown_as_text_and_as_json() {
    let [text, json] = [blocks("[Game")[0], blocks("{\n")[0]];
    let record = read_one(Form::Text, text);
    assert_eq!(record.to_string(), text);
    assert_eq!(read_one(Form::Json, json), record);
}

#[test]
fn the_same_game_is_shown_as_sgf_and_as_text() {
    let [sgf, text] = [blocks("(;")[0], blocks("[Game")[1]];
    let record = read_one(Form::Text, text);
    assert_eq!(record.to_string(), text);
    assert_eq!(read_one(Form::Sgf, sgf), record);
    assert_eq!(write(Form::Sgf, &[record]), sgf.replace("0.2.0", env!("CARGO_PKG_VERSION")));
}
