//! Tasks of the project itself. `cargo xtask test` prepares what the tests need and runs every one of them.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a tool for the terminal, which tells how long things took"
)]

mod attack;
mod census;
mod coverage;
mod dist;
mod elsewhere;
mod fuzz;
mod instructions;
mod mutants;
mod needs;
mod pages;
mod test;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask test [--yes] [--without NAME].. [--fuzz-seconds N]
    Formatting, lints, documentation, every test, the pages in three browsers, the instruction counts and the fuzz targets.
    On Debian and Ubuntu missing packages are installed, after asking unless --yes is given or CI is set.
    --without NAME        runs without a tool that would otherwise count as missing
    --fuzz-seconds N      how long each fuzz target runs: 15 if CI is set, otherwise 10
cargo xtask instructions [--write]
    Counts the instructions of the games' hot operations under valgrind and compares them with what is recorded;
    --write records the new ones.
cargo xtask fuzz TARGET [SECONDS]
    Builds the fuzz targets and runs one of them.
cargo xtask pages [FILTER]
    Drives the server's pages in Chromium, Firefox and WebKitGTK, or in the one that BROWSER=chromium, firefox or webkit
    names: every test, or those whose names contain the filter.
cargo xtask mutants [CRATE]
    Puts faults into the code, one at a time, and lists those that no test notices: in what was changed since main or by
    the last commit (minutes), or in a whole crate (hours). It needs cargo-mutants (cargo install cargo-mutants --locked).
    Faults are tried in place: leave the files alone meanwhile.
cargo xtask mutants --at-once [--statements] [--sample N] [--seed S] [--only FILE] [--seconds T] [PATH]..
    Compiles many faults at once, each behind a switch, and tries them one after the other: some forty a minute on two
    processors, in a copy of the sources below target/mutants.
    --statements  only those that delete a statement
    PATH          only faults in files whose paths begin so (crates/server/src/auth)
    --sample N    N of them, drawn at random; --seed S draws others
    --only FILE   those named in the file, one a line: target/mutants/missed.txt has such lines
    --seconds T   tries at most T seconds of tests for each
cargo xtask coverage
    Reports which lines no test reaches, with the programs that tests start and the pages in Chromium: target/coverage. It needs
    cargo-llvm-cov (cargo install cargo-llvm-cov --locked; rustup component add llvm-tools), and takes half an hour.
cargo xtask census
    Reports where the lines are, by crate, and where the time of the last full test run went.
cargo xtask dist
    Builds a release in target/dist: an archive, a Debian package, what is in the program (CycloneDX), checksums. Tools it
    needs are installed into target/tools.
cargo xtask dist try
    Installs that package in a Debian of its own below target/, starts the club there, upgrades it, and removes it again. It
    must run as root, and needs mmdebstrap.
cargo xtask elsewhere
    Checks that the program would build for ARM, Windows and macOS: everything if there is a C compiler for the target (Debian:
    gcc-aarch64-linux-gnu, gcc-mingw-w64-x86-64), otherwise what needs none. It needs rustup, and is not part of `test`.
cargo xtask pictures
    Redraws the boards of the README.
cargo xtask attack
    Tries what strangers have tried, each against a server of its own on loopback, and prints a table of what holds.
cargo xtask spelling
    Looks for spelling mistakes; .typos.toml lists exceptions. It needs typos (cargo install typos-cli --locked,
    some minutes; pip install typos, some seconds), and is not part of `test`.
cargo xtask advisories
    Asks whether anything we build on has been found to be unsafe. It needs cargo-deny (cargo install cargo-deny) and
    the network, and its answer changes without a change of ours: run it by a timer; it is not part of `test`.
";

/// The test that compares the README's boards with what is drawn, and rewrites them on request.
const PICTURES: [&str; 7] =
    ["test", "--workspace", "--locked", "--test", "cli", "--", "pictures_are_as_they_are_drawn"];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test", options @ ..] => {
            test::Options::parse(options).and_then(|options| test::run(&options))
        }
        ["instructions"] => instructions::compare(),
        ["instructions", "--write"] => instructions::write(),
        ["fuzz", target] => fuzz::build().and_then(|()| fuzz::run(target, 60)),
        ["fuzz", target, seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::build().and_then(|()| fuzz::run(target, seconds)),
            Err(_) => Err(format!("'{seconds}' is not a number of seconds")),
        },
        ["mutants"] => mutants::of_change(),
        ["mutants", words @ ..] if words.iter().any(|it| it.starts_with('-')) => {
            let rest: Vec<&str> = words.iter().copied().filter(|it| *it != "--at-once").collect();
            match rest.len() < words.len() {
                true => {
                    mutants::Options::parse(&rest).and_then(|options| mutants::at_once(&options))
                }
                false => Err("options of mutants come with --at-once".to_string()),
            }
        }
        ["mutants", name] => mutants::of_crate(name),
        ["attack"] => attack::run(),
        ["dist"] => dist::run(),
        ["dist", "try"] => dist::trial(),
        ["elsewhere"] => elsewhere::run(),
        ["census"] => census::run(),
        ["coverage"] => coverage::run(),
        ["pictures"] => succeed(cargo().env("UPDATE", "1").args(PICTURES)),
        ["spelling"] => succeed(Command::new("typos").current_dir(root())),
        ["advisories"] => succeed(cargo().args(["deny", "check", "advisories"])),
        ["pages"] => pages::run(""),
        ["pages", filter] => pages::run(filter),
        [] | ["help" | "--help" | "-h", ..] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => Err(format!(
            "there is no such task: {}. `cargo xtask help` lists them",
            words.join(" ")
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .to_path_buf()
}

/// The build folder.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs this.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    // In a one-off build, incremental files are of no use.
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    // What cargo says about this package must not reach the inner cargo: `ring` looks at it, and would be rebuilt, with
    // everything that depends on it, at every change between `cargo xtask` and `cargo`.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|it| name.starts_with(it)) {
            command.env_remove(&*name);
        }
    }
    command
}

/// A command with low priority.
fn humble(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(program);
    command
}

/// Runs a command to its end, and shows its output.
fn succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{}: {status}", command.get_program().to_string_lossy())),
        Err(error) => {
            Err(format!("{} cannot be started: {error}", command.get_program().to_string_lossy()))
        }
    }
}
