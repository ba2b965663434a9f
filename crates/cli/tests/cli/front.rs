//! The README and the first game of the guide: the pictures and the examples are the program's own output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{crosscut_reading, file, words};

/// The boards in the README, each the end of the game's sample.
const PICTURES: &[(&str, &str)] = &[
    ("trellis", include_str!("../../../games/src/trellis/sample.txt")),
    ("trail-mix", include_str!("../../../games/src/trail_mix/sample.txt")),
    ("trichet", include_str!("../../../games/src/trichet/sample.txt")),
    ("plexus", include_str!("../../../games/src/plexus/sample.txt")),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

#[test]
fn pictures_are_as_they_are_drawn() {
    for (game, sample) in PICTURES {
        // Text in braces is a comment.
        let moves: String = sample.split(['{', '}']).step_by(2).collect();
        let run = crosscut_reading(&format!("svg {game} - -o -"), &moves);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{game}");
        kept_as_drawn(game, &run.out);
    }
}

/// Compares a picture with the stored one; `UPDATE=1` stores it.
pub(crate) fn kept_as_drawn(name: &str, drawn: &str) {
    let kept = root().join(format!("docs/pictures/{name}.svg"));
    if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
        fs::write(&kept, drawn).unwrap();
    }
    let old = fs::read_to_string(&kept).unwrap_or_default();
    assert!(old == drawn, "docs/pictures/{name}.svg is out of date: cargo xtask pictures");
}

/// Output without times, search counts and the length of the game, which a busy machine may not have time to determine.
fn timeless(text: &str) -> String {
    let plain = |line: &str| match line.split_once(" (") {
        Some((told, effort)) if effort.contains(" nodes, ") => {
            told.split(", in ").next().unwrap_or(told).to_string()
        }
        _ => line.to_string(),
    };
    text.trim_end().lines().map(plain).collect::<Vec<_>>().join("\n")
}

#[test]
fn examples_say_what_is_written() {
    for page in ["README.md", "docs/tutorial.md"] {
        examples_of(page);
    }
}

/// Runs the examples of a page.
fn examples_of(page: &str) {
    let page = fs::read_to_string(root().join(page)).unwrap();
    // One example may read what another one wrote.
    let folder = file("front");
    fs::create_dir_all(&folder).unwrap();
    let mut tried = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ crosscut ").skip(1) {
            let (line, told) = example.split_once('\n').unwrap();
            let mut program = Command::new(env!("CARGO_BIN_EXE_crosscut"));
            let run = program.args(words(line)).current_dir(&folder).output().unwrap();
            assert_eq!(String::from_utf8(run.stderr).unwrap(), "", "{line}");
            let said = String::from_utf8(run.stdout).unwrap();
            assert_eq!(timeless(&said), timeless(told), "{line}");
            tried += 1;
        }
    }
    assert!(tried > 0);
}
