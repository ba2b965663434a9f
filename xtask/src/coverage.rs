//! Code that no test reaches: `cargo-llvm-cov`, including the processes that tests start and the pages in Chromium.

use std::fs;
use std::process::Stdio;

use crate::{cargo, root, succeed};

/// What is left out: code that tests, measures and builds.
const LEFT_OUT: &str = "/tests/|/tests\\.rs|/oracle|crates/(bench|load)/|xtask/|/examples/";

/// Runs the tests of the workspace and of the pages, and writes a report of the lines reached.
pub(crate) fn run() -> Result<(), String> {
    let mut version = cargo();
    version.args(["llvm-cov", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|it| it.success()) {
        return Err("it needs cargo-llvm-cov: cargo install cargo-llvm-cov --locked, and rustup \
                    component add llvm-tools"
            .to_string());
    }
    let folder = root().join("target/coverage");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    // It is built separately, with coverage instrumentation.
    let mut told = cargo();
    let told = told.args(["llvm-cov", "show-env"]).env("CARGO_TARGET_DIR", &folder).output();
    let told = told.map_err(|error| format!("cargo llvm-cov: {error}"))?;
    let told = String::from_utf8_lossy(&told.stdout);
    let variables = variables(&told);
    let counted = |words: &[&str]| {
        let mut command = cargo();
        command.args(words).env("CARGO_TARGET_DIR", &folder).envs(variables.iter().copied());
        command
    };
    succeed(&mut counted(&["llvm-cov", "clean", "--workspace", "--profraw-only"]))?;
    // A failing test still covers what it reached.
    let tests =
        succeed(&mut counted(&["test", "--workspace", "--tests", "--no-fail-fast", "--locked"]));
    let pages = succeed(counted(&["xtask", "pages"]).env("BROWSER", "chromium"));
    // Programs killed by tests leave incomplete counts.
    let report = ["llvm-cov", "report", "--failure-mode=all", "--ignore-filename-regex", LEFT_OUT];
    succeed(counted(&report).arg("--html").arg("--output-dir").arg(&folder))?;
    let lines = folder.join("lines.txt");
    succeed(counted(&report).arg("--show-missing-lines").arg("--output-path").arg(&lines))?;
    println!("every line: {}", folder.join("html/index.html").display());
    println!("in numbers, and those that were not reached: {}", lines.display());
    tests.and(pages)
}

/// Shell lines that set variables.
fn variables(text: &str) -> Vec<(&str, &str)> {
    let set = text.lines().filter_map(|line| line.split_once('='));
    set.map(|(name, value)| (name, value.trim_matches('\''))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_read() {
        let text = "A='x y=1'\nB=2\nnothing\n";
        assert_eq!(variables(text), [("A", "x y=1"), ("B", "2")]);
    }
}
