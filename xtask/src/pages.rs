//! The pages in browsers.

use std::path::PathBuf;
use std::process::Command;

use crate::{cargo, needs, root, succeed};

/// A browser that the pages are tested in.
#[derive(Debug)]
pub(crate) struct Browser {
    /// As in the variable `BROWSER`.
    name: &'static str,
    /// How it is called in the list of what was tested.
    pub(crate) step: &'static str,
    /// What must be installed besides npm.
    pub(crate) needs: &'static [&'static str],
}

pub(crate) const BROWSERS: &[Browser] = &[
    Browser { name: "chromium", step: "pages", needs: &["chromium"] },
    Browser { name: "firefox", step: "pages in Firefox", needs: &["firefox"] },
    Browser { name: "webkit", step: "pages in WebKitGTK", needs: &["webkit", "xvfb"] },
];

impl Browser {
    /// The first of what it needs that is not there or not wanted, or what it is known by.
    pub(crate) fn need(&self, wanting: impl Fn(&str) -> bool) -> &'static str {
        let mut all = self.needs.iter().copied().chain(["npm"]);
        all.find(|need| wanting(need)).unwrap_or(self.needs[0])
    }

    /// Drives the pages in it: every test, or those whose names hold `filter`.
    pub(crate) fn run(&self, filter: &str) -> Result<(), String> {
        let folder = root().join("crates/server/tests/browser");
        let mut node = Command::new("node");
        node.arg(folder.join("run.mjs")).arg(program()).arg(filter);
        succeed(node.env("BROWSER", self.name))
    }
}

/// Runs every test, or those whose names hold `filter`, in the browser that the variable `BROWSER` names or in all that
/// are installed.
pub(crate) fn run(filter: &str) -> Result<(), String> {
    let wanted = std::env::var("BROWSER").unwrap_or_default();
    if !wanted.is_empty() && BROWSERS.iter().all(|it| it.name != wanted) {
        return Err(format!("BROWSER is chromium, firefox or webkit, not '{wanted}'"));
    }
    build()?;
    let mut failed = Vec::new();
    for browser in BROWSERS.iter().filter(|it| wanted.is_empty() || it.name == wanted) {
        println!("\n== {}", browser.step);
        match browser.needs.iter().find(|need| !needs::met(need)) {
            Some(need) if wanted.is_empty() => println!("skipped: no {need}"),
            Some(need) => failed.push(format!("{}: no {need}", browser.step)),
            None => failed
                .extend(browser.run(filter).err().map(|why| format!("{}: {why}", browser.step))),
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(failed.join("; ")),
    }
}

/// Builds the program, and fetches what drives the browsers.
pub(crate) fn build() -> Result<(), String> {
    let folder = root().join("crates/server/tests/browser");
    if !folder.join("node_modules").exists() {
        succeed(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    }
    // The program as the tests of the workspace have it: asked for alone, it would be built once more with other features.
    succeed(cargo().args(["test", "--workspace", "--test", "club", "--no-run", "--locked"]))
}

fn program() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("debug/crosscut")
}
