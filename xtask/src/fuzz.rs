//! The fuzz targets, built on the stable toolchain with the coverage flags that libFuzzer reads.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{cargo, humble, root, succeed};

/// Every target of `fuzz/fuzz_targets`.
pub(crate) const TARGETS: &[&str] =
    &["moves", "specs", "setups", "records", "dialogue", "letter", "speech", "certificates"];

/// The flags that `cargo fuzz` passes, without the sanitizers, which need a nightly compiler: safe code has little use for
/// them.
const FLAGS: &str = "--cfg fuzzing -Ccodegen-units=1 -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

pub(crate) fn build() -> Result<(), String> {
    // Naming the host as the target keeps the flags away from build scripts.
    let words = ["build", "--release", "--locked", "--target", &host()?];
    succeed(
        cargo()
            .current_dir(root().join("fuzz"))
            .args(words)
            .env("RUSTFLAGS", FLAGS)
            .env("CARGO_TARGET_DIR", folder()),
    )
}

/// Runs a target for some seconds. Inputs it found interesting are kept for the next run; an input that broke it is shown.
pub(crate) fn run(target: &str, seconds: u32) -> Result<(), String> {
    if !TARGETS.contains(&target) {
        return Err(format!(
            "there is no fuzz target '{target}': there are {}",
            TARGETS.join(", ")
        ));
    }
    let corpus = root().join("fuzz/corpus").join(target);
    let found = root().join("fuzz/artifacts").join(target);
    for folder in [&corpus, &found] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let seeds = root().join("fuzz/seeds").join(target);
    let mut command = humble(folder().join(host()?).join("release").join(target));
    command
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=10", "-rss_limit_mb=2048", "-verbosity=0"])
        .arg(format!("-max_len={}", longest(target)))
        .arg(format!("-artifact_prefix={}/", found.display()))
        .arg(&corpus);
    if seeds.exists() {
        command.arg(&seeds);
    }
    let unable = |error| format!("{target}: {error}");
    let mut running = command.stderr(Stdio::piped()).spawn().map_err(unable)?;
    // Bytes, not text: an input that broke a target is shown as it is.
    for line in BufReader::new(running.stderr.take().expect("it is piped")).split(b'\n') {
        let line = line.map_err(unable)?;
        let line = String::from_utf8_lossy(&line);
        if !is_chatter(&line) {
            eprintln!("{line}");
        }
    }
    match running.wait().map_err(unable)? {
        status if status.success() => Ok(()),
        status => Err(status.to_string()),
    }
}

/// Output that libFuzzer prints even when asked to be quiet: hundreds of lines that would bury a failure.
fn is_chatter(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("NEW_FUNC") || (line.starts_with('"') && line.contains("\" # Uses: "))
}

/// The longest input: for mails, the longest that the club accepts.
fn longest(target: &str) -> usize {
    if target == "letter" { 1 << 20 } else { 4096 }
}

fn folder() -> PathBuf {
    root().join("target/fuzz")
}

fn host() -> Result<String, String> {
    let version =
        Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc: {error}"))?;
    let text = String::from_utf8_lossy(&version.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_string).ok_or_else(|| "rustc does not name its host".to_string())
}
