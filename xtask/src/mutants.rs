//! Mutation testing: faults put into the code one at a time, and whether a test notices each. This runs `cargo-mutants` with
//! the settings in `.cargo/mutants.toml`.

mod at_once;
mod fault;
mod place;
mod statement;
mod trial;

use std::fs;
use std::process::{Command, Stdio};

pub(crate) use at_once::{Options, run as at_once};

use crate::{cargo, root, succeed};

/// The crates whose tests exercise a crate, besides its own: the games test the rules, the search and the solvers, and the
/// program tests the club.
const REACHED_BY: &[(&str, &[&str])] = &[
    ("rules", &["games"]),
    ("search", &["games", "catalog"]),
    ("solve", &["games"]),
    ("verify", &["solve", "games"]),
    ("draw", &["games"]),
    ("games", &["catalog"]),
    ("record", &["catalog", "cli"]),
    ("puzzles", &["cli"]),
    ("club", &["server"]),
    ("speech", &["server"]),
    ("mail", &["server"]),
    ("server", &["cli"]),
];

/// Faults in the changes since `main`, or since the last commit if there are none: minutes.
pub(crate) fn of_change() -> Result<(), String> {
    let base = [git(&["merge-base", "HEAD", "main"]), git(&["rev-parse", "HEAD~1"])];
    let diffs = base.into_iter().flatten().map(|base| git(&["diff", base.trim()]));
    // cargo-mutants reads the change from a diff, in which a new file is only if git knows it.
    let new = git(&["ls-files", "--others", "--exclude-standard", "crates"]).unwrap_or_default();
    for file in new.lines().filter(|it| it.ends_with(".rs")) {
        println!("not looked at, until `git add` has it: {file}");
    }
    let Some(diff) = diffs.flatten().find(|diff| diff.contains("\n+++ ")) else {
        return Err("nothing was changed".to_string());
    };
    let crates = changed(&diff);
    if crates.is_empty() {
        return Err("no crate was changed".to_string());
    }
    let folder = root().join("target/mutants");
    let unable = |error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(unable)?;
    let file = folder.join("change.diff");
    fs::write(&file, diff).map_err(unable)?;
    // In place: the next build only compiles what differs.
    let mut command = mutants(&crates)?;
    command.args(["--workspace", "--in-place", "--baseline=skip", "--timeout=600", "--in-diff"]);
    command.arg(&file);
    run(&mut command)
}

/// Faults in a whole crate, in a copy of the tree: hours.
pub(crate) fn of_crate(name: &str) -> Result<(), String> {
    let name = name.strip_prefix("crosscut-").unwrap_or(name);
    let is_name = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '-');
    if !is_name || !root().join("crates").join(name).join("src").exists() {
        return Err(format!("there is no crate '{name}' in crates/"));
    }
    let mut command = mutants(&[name.to_string()])?;
    run(command.args(["--package", &package(name)]))
}

fn mutants(crates: &[String]) -> Result<Command, String> {
    let mut version = cargo();
    version.args(["mutants", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|it| it.success()) {
        return Err("it needs cargo-mutants: cargo install cargo-mutants --locked".to_string());
    }
    let mut tested: Vec<&str> = crates.iter().map(String::as_str).collect();
    for (name, by) in REACHED_BY {
        if crates.iter().any(|it| it == name) {
            tested.extend(*by);
        }
    }
    tested.sort_unstable();
    tested.dedup();
    let mut command = cargo();
    command.args(["mutants", "--no-shuffle", "--output", "target/mutants"]);
    for name in tested {
        command.args(["--test-package", &package(name)]);
    }
    Ok(command)
}

fn run(command: &mut Command) -> Result<(), String> {
    let done = succeed(command);
    println!("what no test noticed: target/mutants/mutants.out/missed.txt");
    done
}

/// The package in a crate's folder.
fn package(name: &str) -> String {
    format!("crosscut-{name}")
}

/// The folders in `crates/` whose sources are changed by a diff.
fn changed(diff: &str) -> Vec<String> {
    let files = diff.lines().filter_map(|line| line.strip_prefix("+++ b/crates/"));
    let names = files.filter_map(|file| file.split_once("/src/")).map(|(name, _)| name);
    let mut names: Vec<String> = names.map(str::to_string).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn git(words: &[&str]) -> Option<String> {
    // Whatever somebody has told git to do otherwise.
    let plain = ["color.ui=never", "diff.noprefix=false", "diff.mnemonicPrefix=false"];
    let plain = plain.iter().flat_map(|it| ["-c", it]);
    let output = Command::new("git").current_dir(root()).args(plain).args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| format!("{}\n", text.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_that_a_change_touches_are_found() {
        let diff = "diff --git a/x b/x\n--- a/crates/club/src/lib.rs\n+++ b/crates/club/src/lib.rs\n@@ -1 +1 @@\n\
                    +++ b/crates/club/src/fold/matches.rs\n+++ b/crates/server/tests/x.rs\n+++ b/README.md\n\
                    +++ b/crates/mail/src/wrap.rs\n";
        assert_eq!(changed(diff), ["club", "mail"]);
    }

    #[test]
    fn every_crate_named_is_there() {
        for (name, by) in REACHED_BY {
            for name in by.iter().chain([name]) {
                assert!(root().join("crates").join(name).join("Cargo.toml").exists(), "{name}");
            }
        }
    }
}
