//! Which crate or room may use which. A new arrow is a decision, made here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate and the crates it may use. Tests (dev-dependencies) are exempt.
const ARROWS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("draw", &["rules"]),
    ("search", &["rules"]),
    ("verify", &["rules"]),
    ("solve", &["rules", "verify"]),
    ("record", &[]),
    ("games", &["rules", "draw", "search", "solve", "verify"]),
    ("catalog", &["rules", "draw", "search", "solve", "verify", "games", "record"]),
    ("arena", &["rules", "search", "catalog", "record"]),
    ("club", &["catalog", "record"]),
    ("speech", &["catalog"]),
    ("puzzles", &["catalog"]),
    ("bench", &["rules", "draw", "search", "games", "catalog", "arena"]),
    ("mail", &[]),
    ("server", &["catalog", "record", "club", "mail", "speech", "puzzles"]),
    ("cli", &["catalog", "arena", "record", "bench", "draw", "server", "puzzles"]),
    ("load", &["catalog", "club", "server"]),
    ("xtask", &[]),
];

#[test]
fn rooms_use_only_the_rooms_they_may() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .output();
    let output = output.expect("cargo runs");
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let room = |name: &serde_json::Value| {
        name.as_str().expect("a name").trim_start_matches("crosscut-").to_string()
    };
    let packages = metadata["packages"].as_array().expect("packages");
    let rooms: BTreeSet<String> = packages.iter().map(|package| room(&package["name"])).collect();
    assert_eq!(
        rooms,
        ARROWS.iter().map(|(room, _)| room.to_string()).collect(),
        "the rooms and the table"
    );
    for package in packages {
        let name = room(&package["name"]);
        let (_, allowed) = ARROWS.iter().find(|(it, _)| *it == name).expect("it is in the table");
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let used = room(&dependency["name"]);
            if dependency["kind"].is_null() && rooms.contains(&used) {
                assert!(
                    allowed.contains(&used.as_str()),
                    "{name} uses {used}: ARROWS does not allow it"
                );
            }
        }
    }
}

/// The rooms inside a crate, lowest first: each may use only those before it. Files at the top of a crate are rooms of their
/// own.
const ORDERS: &[(&str, &[&str])] = &[
    (
        "server",
        &[
            "clock",
            "token",
            "private",
            "origin",
            "config",
            "telemetry",
            "watch",
            "store",
            "error",
            "person",
            "limits",
            "notify",
            "read",
            "present",
            "moderation",
            "write",
            "computer",
            "auth",
            "post",
            "puzzling",
            "app",
            "members",
            "operate",
            "commands",
            "mail",
            "jobs",
            "http",
            "works",
            "serve",
            "bulk",
            "admin",
            "run",
        ],
    ),
    (
        "cli",
        &[
            "whole",
            "teach",
            "dashes",
            "tame",
            "start",
            "replay",
            "help_game",
            "state",
            "play",
            "interrupt",
            "best",
            "openings",
            "contest",
            "convert",
            "check",
            "club",
            "bench",
            "checkpoint",
            "engine",
            "games",
            "match_",
            "outlook",
            "pairs",
            "perft",
            "svg",
            "png",
            "puzzles",
            "verify",
            "solve",
            "solved",
            "analyse",
            "completions",
            "man",
            "args",
        ],
    ),
];

/// Items used everywhere by a short name, with the room they belong to.
const NAMED: &[(&str, &str, &str)] = &[("server", "App", "app"), ("server", "VERSION", "")];

#[test]
fn inside_a_crate_nothing_is_used_from_above() {
    let mut wrong = Vec::new();
    for (name, order) in ORDERS {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates").join(name).join("src");
        let mut files = Vec::new();
        collect(&root, &mut files);
        let mut seen = BTreeSet::new();
        for file in files {
            let path = file.strip_prefix(&root).expect("it lies there").to_path_buf();
            let room = path.iter().next().expect("a name").to_string_lossy();
            let room = room.trim_end_matches(".rs").to_string();
            if ["lib", "main", "tests"].contains(&&*room) || is_of_tests(&path) {
                continue;
            }
            let Some(height) = order.iter().position(|it| *it == room) else {
                wrong.push(format!("{name}: the room '{room}' is not in ORDERS"));
                continue;
            };
            let text = std::fs::read_to_string(&file).expect("it can be read");
            for used in used(&text) {
                let used = NAMED
                    .iter()
                    .find(|(of, word, _)| of == name && *word == used)
                    .map_or(used.as_str(), |it| it.2);
                let Some(at) = order.iter().position(|it| *it == used) else { continue };
                seen.insert(used.to_string());
                if height < at {
                    wrong
                        .push(format!("{name}: {} uses {used}, which is above it", path.display()));
                }
            }
            seen.insert(room);
        }
        wrong.extend(
            order
                .iter()
                .filter(|it| !seen.contains(**it))
                .map(|it| format!("{name}: there is no room '{it}' any more")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_game_uses_no_other_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/games/src");
    let games: BTreeSet<String> = std::fs::read_dir(&root)
        .expect("a folder")
        .map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|it| !it.contains('.') && !["board", "testing"].contains(&it.as_str()))
        .collect();
    assert!(8 <= games.len(), "{games:?}");
    let mut files = Vec::new();
    collect(&root, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).expect("it lies there");
        let room = path.iter().next().expect("a name").to_string_lossy();
        if is_of_tests(path) || room == "testing" || room == "lib.rs" {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("it can be read");
        for used in used(&text) {
            if games.contains(&used) && used != *room {
                wrong.push(format!("{} uses {used}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|it| it == "rs") {
            out.push(path);
        }
    }
}

fn is_of_tests(path: &Path) -> bool {
    path.iter().any(|it| it.to_string_lossy().trim_end_matches(".rs") == "tests")
}

/// The first words after `crate::`, without tests and comments.
fn used(text: &str) -> BTreeSet<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|it| !it.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut out = BTreeSet::new();
    for piece in text.split("crate::").skip(1) {
        let (list, rest) = match piece.strip_prefix('{') {
            Some(rest) => (rest.split('}').next().unwrap_or_default(), true),
            None => (piece, false),
        };
        let words = if rest { list.split(',').collect() } else { vec![list] };
        for word in words {
            let word = word.trim_start();
            let end =
                word.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(word.len());
            out.insert(word[..end].to_string());
        }
    }
    out
}
