//! Who may use whom, as a table. A new arrow is a decision: it is made here.

use std::collections::BTreeSet;
use std::process::Command;

/// Room, and the rooms it may use. Tests (dev-dependencies) are free.
const ARROWS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("draw", &["rules"]),
    ("search", &["rules"]),
    ("verify", &["rules"]),
    ("solve", &["rules", "verify"]),
    ("record", &[]),
    ("games", &["rules", "draw", "search", "solve", "verify"]),
    ("catalog", &["rules", "draw", "search", "solve", "verify", "games", "record"]),
    ("club", &["catalog", "record"]),
    ("speech", &["catalog"]),
    ("puzzles", &["catalog"]),
    ("bench", &["rules", "draw", "search", "games", "catalog"]),
    ("mail", &[]),
    ("server", &["catalog", "record", "club", "mail", "speech", "puzzles"]),
    ("cli", &["catalog", "record", "bench", "draw", "server", "puzzles"]),
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
