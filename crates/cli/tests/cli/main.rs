//! What a person or a script sees of `crosscut`: these tests run the real program.

#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

mod analyse;
mod bench;
mod best;
#[cfg(unix)]
mod captures;
mod contest;
mod engine;
mod front;
mod help;
#[cfg(unix)]
mod interrupt;
mod pictures;
mod play;
mod proof;
mod puzzles;
mod records;
mod replay;
mod rest;
#[cfg(unix)]
mod screen;
mod solve;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The results of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `crosscut` with the words of a line; a quoted word may contain blanks.
pub(crate) fn crosscut(line: &str) -> Run {
    crosscut_reading(line, "")
}

/// The same, with text on standard input.
pub(crate) fn crosscut_reading(line: &str, stdin: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crosscut"))
        .args(words(line))
        .env("XDG_STATE_HOME", file("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input has already closed it.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The words of a line; a quoted word may contain blanks.
pub(crate) fn words(line: &str) -> Vec<String> {
    let quoted = |(index, part): (usize, &str)| {
        if index % 2 == 1 {
            vec![part.to_string()]
        } else {
            part.split_whitespace().map(str::to_string).collect()
        }
    };
    line.split('\'').enumerate().flat_map(quoted).collect()
}

/// The standard output of a run that must succeed.
pub(crate) fn good(line: &str) -> String {
    let run = crosscut(line);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{line}\n{}", run.out);
    run.out
}

/// The JSON printed by a successful run.
pub(crate) fn json(line: &str) -> Value {
    serde_json::from_str(&good(line)).unwrap()
}

/// The error of a run that must be refused: status 2, and nothing on standard output.
pub(crate) fn refused(line: &str) -> String {
    let run = crosscut(line);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}\n{}", run.err);
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run.err.lines().next().unwrap_or("").trim_start_matches("error: ").to_string()
}

/// The names of an object's fields, in textual order.
pub(crate) fn fields(object: &str) -> Vec<String> {
    // A map that sorts would hide the order, so this looks at the text: names at the object's own depth.
    let mut depth = 0;
    let mut names = Vec::new();
    for (index, part) in object.split('"').enumerate() {
        if index % 2 == 1 {
            names.push((depth, part.to_string()));
        } else {
            let is_name = part.trim_start().starts_with(':');
            if !is_name && index > 0 {
                names.pop();
            }
            depth += part.matches(['{', '[']).count();
            depth -= part.matches(['}', ']']).count();
        }
    }
    names.into_iter().filter(|(depth, _)| *depth == 1).map(|(_, name)| name).collect()
}

/// The path of a file with this name for one test.
pub(crate) fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn fields_are_read_in_order() {
    assert_eq!(fields(r#"{"b":1,"a":["x",{"c":2}],"d":"e"}"#), ["b", "a", "d"]);
}
