//! Passes the commit of the build to `crosscut --version`; nothing where there is no git, as in an archive.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // An archive names its commit in this variable.
    println!("cargo:rerun-if-env-changed=CROSSCUT_COMMIT");
    let given = std::env::var("CROSSCUT_COMMIT").ok().filter(|it| !it.is_empty());
    // The commit of a repository around an unpacked archive means nothing.
    let ours = git(&["rev-parse", "--show-prefix"]).is_some_and(|it| it == "crates/cli/");
    let commit = given.or_else(|| git(&["rev-parse", "--short=10", "HEAD"]).filter(|_| ours));
    if ours && let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        // Each commit, checkout and reset adds a line to this file.
        if Path::new(&log).exists() {
            println!("cargo:rerun-if-changed={log}");
        }
    }
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match commit {
        Some(commit) => println!("cargo:rustc-env=CROSSCUT_VERSION={version} ({commit})"),
        None => println!("cargo:rustc-env=CROSSCUT_VERSION={version}"),
    }
}

/// The output of git, if it succeeds.
fn git(words: &[&str]) -> Option<String> {
    let said = Command::new("git").args(words).output().ok().filter(|it| it.status.success())?;
    Some(String::from_utf8(said.stdout).ok()?.trim_end().to_string())
}
