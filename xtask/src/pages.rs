//! The pages in a browser.

use std::path::PathBuf;
use std::process::Command;

use crate::{cargo, root, succeed};

/// Builds the program, fetches what drives the browser, and runs every test, or those whose names hold `filter`.
pub(crate) fn run(filter: &str) -> Result<(), String> {
    let folder = root().join("crates/server/tests/browser");
    if !folder.join("node_modules").exists() {
        succeed(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    }
    // The program as the tests of the workspace have it: asked for alone, it would be built once more with other features.
    succeed(cargo().args(["test", "--workspace", "--test", "club", "--no-run", "--locked"]))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("debug/crosscut");
    succeed(Command::new("node").arg(folder.join("run.mjs")).arg(program).arg(filter))
}
