//! The tests of the pages in browsers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::{cargo, needs, root, succeed, target};

/// A browser in which the pages are tested.
#[derive(Debug)]
pub(crate) struct Browser {
    /// Its name, as in the variable `BROWSER`.
    name: &'static str,
    /// Its name in the list of what was tested.
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
    /// The first of its needs that is missing or unwanted, or otherwise the one it is known by.
    pub(crate) fn need(&self, wanting: impl Fn(&str) -> bool) -> &'static str {
        let mut all = self.needs.iter().copied().chain(["npm"]);
        all.find(|need| wanting(need)).unwrap_or(self.needs[0])
    }

    /// Runs the tests in this browser: all, or those whose names contain `filter`, in `lanes` parallel windows.
    fn run(&self, filter: &str, lanes: usize) -> Result<(), String> {
        // Each lane takes the next test that no other has taken.
        let taken = target().join(format!("pages-{}", self.name));
        let _ = fs::remove_dir_all(&taken);
        fs::create_dir_all(&taken).map_err(|error| format!("{}: {error}", taken.display()))?;
        let mut failed = Vec::new();
        std::thread::scope(|scope| {
            let taken = &taken;
            let lanes: Vec<_> =
                (0..lanes).map(|n| scope.spawn(move || self.lane(n, filter, taken))).collect();
            for it in lanes {
                failed.extend(it.join().unwrap_or_else(|_| Err("it panicked".to_string())).err());
            }
        });
        let _ = fs::remove_dir_all(&taken);
        if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
    }

    /// Runs one of the lanes, with a club and a browser of its own.
    fn lane(&self, n: usize, filter: &str, taken: &Path) -> Result<(), String> {
        let folder = root().join("crates/server/tests/browser");
        // Failures with reasons, to be repeated at the end: by then a browser's output is far above.
        let account = target().join(format!("pages-{}-{n}.txt", self.name));
        let _ = fs::remove_file(&account);
        let mut node = Command::new("node");
        node.arg(folder.join("run.mjs")).arg(program()).arg(filter);
        node.env("BROWSER", self.name).env("ACCOUNT", &account).env("TAKEN", taken);
        succeed(&mut node).map_err(|why| match fs::read_to_string(&account) {
            Ok(account) => format!("{why}\n{account}"),
            Err(_) => why,
        })
    }
}

/// Runs every test, or those whose names contain `filter`, in the browser named by the variable `BROWSER`, or in all that are
/// installed.
pub(crate) fn run(filter: &str) -> Result<(), String> {
    let wanted = std::env::var("BROWSER").unwrap_or_default();
    if !wanted.is_empty() && BROWSERS.iter().all(|it| it.name != wanted) {
        return Err(format!("BROWSER is chromium, firefox or webkit, not '{wanted}'"));
    }
    let mut failed = Vec::new();
    let mut ready = Vec::new();
    for browser in BROWSERS.iter().filter(|it| wanted.is_empty() || it.name == wanted) {
        match browser.needs.iter().find(|need| !needs::met(need)) {
            Some(need) if wanted.is_empty() => println!("skipped: {}: no {need}", browser.step),
            Some(need) => failed.push(format!("{}: no {need}", browser.step)),
            None => ready.push(browser),
        }
    }
    build()?;
    for (browser, _, result) in in_each(&ready, filter) {
        failed.extend(result.err().map(|why| format!("{}: {why}", browser.step)));
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(failed.join("; ")),
    }
}

/// Runs the tests in each of these browsers, Chromium and the others at the same time.
fn in_each<'a>(
    browsers: &[&'a Browser],
    filter: &str,
) -> Vec<(&'a Browser, Duration, Result<(), String>)> {
    let (most, few) = by_load(browsers);
    std::thread::scope(|scope| {
        let beside = scope.spawn(move || in_turn(&few, filter));
        let mut results = in_turn(&most, filter);
        results.extend(beside.join().expect("whatever panics in a lane fails that lane"));
        results
    })
}

/// Chromium, where most of the tests are; and the others, which have few tests and wait for most of the time.
pub(crate) fn by_load<'a>(browsers: &[&'a Browser]) -> (Vec<&'a Browser>, Vec<&'a Browser>) {
    browsers.iter().partition(|it| it.name == BROWSERS[0].name)
}

/// Runs the tests in one browser after the other: in Chromium in a lane for each core and one more, since each
/// lane waits now and then. Each line of output names its browser.
pub(crate) fn in_turn<'a>(
    browsers: &[&'a Browser],
    filter: &str,
) -> Vec<(&'a Browser, Duration, Result<(), String>)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let timed = |browser: &&'a Browser| {
        println!("\n== {}", browser.step);
        let lanes = if browser.name == BROWSERS[0].name { cores + 1 } else { 1 };
        let begun = Instant::now();
        let result = browser.run(filter, lanes);
        (*browser, begun.elapsed(), result)
    };
    browsers.iter().map(timed).collect()
}

/// Builds the program, and fetches the driver for the browsers.
pub(crate) fn build() -> Result<(), String> {
    let folder = root().join("crates/server/tests/browser");
    if !folder.join("node_modules").exists() {
        succeed(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    }
    // The program as built for the tests of the workspace: on its own it would be built again with different features.
    succeed(cargo().args(["test", "--workspace", "--test", "club", "--no-run", "--locked"]))
}

fn program() -> PathBuf {
    target().join("debug/crosscut")
}
