//! No game is named outside its folder, except in the catalog's list, tests, examples and documentation.

mod common;

use std::fs;

use common::{collect, root};

/// Where games may be named: their folders, the two lists, and what is generated or measured by name.
const FREE: &[&str] = &[
    "crates/catalog/src/lib.rs",
    "crates/games/src/lib.rs",
    "crates/bench/",
    // SGF numbers its games: 11 is the one read and written here. Two sites have addresses for the same game.
    "crates/record/src/sgf",
    "crates/record/src/address",
    "crates/record/src/board.rs",
    // The guide's pictures are files named after the games.
    "crates/server/src/http/pages/docs/book.rs",
];

#[test]
fn games_are_named_only_at_home() {
    let root = root();
    let folders: Vec<String> = fs::read_dir(root.join("crates/games/src"))
        .expect("the games' crate")
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_dir()))
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "board" && name != "testing")
        .collect();
    assert!(!folders.is_empty());
    let mut sources = Vec::new();
    collect(&root.join("crates"), "rs", &mut sources);
    let mut found = Vec::new();
    for path in sources {
        let short =
            path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
        let home = short
            .strip_prefix("crates/games/src/")
            .and_then(|rest| rest.split('/').next())
            .unwrap_or("");
        let test =
            ["/tests/", "/tests.rs", "/testing", "/examples/"].iter().any(|it| short.contains(it));
        if test || FREE.iter().any(|free| short.starts_with(free)) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("source is text");
        // Everything below this mark is tests.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
        for (number, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or("").to_lowercase();
            for name in folders.iter().filter(|name| *name != home) {
                if names(&line, name) {
                    found.push(format!("{short}:{} names {name}", number + 1));
                }
            }
        }
    }
    // A game may build on another's folder: its relatives are part of what it is.
    found.retain(|it| {
        !it.starts_with("crates/games/src/") || it.starts_with("crates/games/src/board")
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Whether a line contains the name as separate words: `trail_mix`, `trail-mix`, `trailmix`, `trail mix`.
fn names(line: &str, name: &str) -> bool {
    let spellings = ["_", "-", "", " "].map(|between| name.replace('_', between));
    spellings.iter().any(|spelling| {
        line.match_indices(spelling.as_str()).any(|(at, _)| {
            let alone = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
            alone(line[..at].chars().next_back())
                && alone(line[at + spelling.len()..].chars().next())
        })
    })
}
