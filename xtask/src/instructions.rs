//! Instruction counts of the games' hot operations: reproducible where times are not.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread::ScopedJoinHandle;

use crate::{cargo, humble, root, succeed, target};

/// By how much a count may exceed the recorded one. Compilers differ slightly; a regression shows as far more.
const TOLERANCE: f64 = 1.10;

/// Compares the counts with the recorded ones.
pub(crate) fn compare() -> Result<(), String> {
    let recorded =
        fs::read_to_string(file()).map_err(|error| format!("{}: {error}", file().display()))?;
    let recorded: BTreeMap<&str, f64> = recorded
        .lines()
        .filter_map(|line| line.rsplit_once(' '))
        .filter_map(|(name, count)| Some((name, count.parse().ok()?)))
        .collect();
    let mut worse = Vec::new();
    for (name, count) in measure()? {
        let Some(&before) = recorded.get(name.as_str()) else {
            worse.push(format!("{name}: {count:.0}, and nothing recorded"));
            continue;
        };
        println!(
            "{name}: {count:.0} instructions, recorded {before:.0} ({:+.1} %)",
            (count / before - 1.0) * 100.0
        );
        // A few more instructions in a tiny operation do not count.
        if count > before * TOLERANCE + 5.0 {
            worse.push(format!("{name}: {count:.0} instructions, recorded {before:.0}"));
        }
    }
    if worse.is_empty() {
        Ok(())
    } else {
        Err(format!("more instructions than recorded: {}", worse.join("; ")))
    }
}

/// Records the counts.
pub(crate) fn write() -> Result<(), String> {
    let lines: Vec<String> =
        measure()?.into_iter().map(|(name, count)| format!("{name} {count:.0}\n")).collect();
    fs::write(file(), lines.concat()).map_err(|error| format!("{}: {error}", file().display()))
}

fn file() -> PathBuf {
    root().join("crates/bench/instructions.txt")
}

/// Builds the program whose instructions are counted.
pub(crate) fn build() -> Result<(), String> {
    let words = ["build", "--quiet", "--release", "--locked", "-p", "crosscut-bench"];
    // In pieces, for the next time, less is inlined: other counts.
    let mut build = cargo();
    build.args(words).args(["--example", "instructions"]).env("CARGO_INCREMENTAL", "0");
    succeed(&mut build)
}

/// Instructions per call of every operation that the bench lists: the difference between many calls and none, so that start-up
/// does not count.
fn measure() -> Result<Vec<(String, f64)>, String> {
    build()?;
    let program = target().join("release/examples/instructions");
    let list = Command::new(&program)
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let list = String::from_utf8_lossy(&list.stdout);
    let names: Vec<&str> = list.lines().collect();
    let of = |name: &str| {
        // A playout is a whole game.
        let calls = if name.ends_with(" playout") { 200 } else { 2_000 };
        let [none, many] = [0, calls].map(|calls| count(&program, name, calls));
        Ok::<_, String>((name.to_string(), (many? - none?) as f64 / calls as f64))
    };
    // Other processes do not change the counts: each core takes its share of the operations.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<Result<Vec<_>, String>> = std::thread::scope(|scope| {
        let parts = names.chunks(names.len().div_ceil(cores).max(1));
        let running: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().map(|name| of(name)).collect()))
            .collect();
        let ended = |it: ScopedJoinHandle<'_, _>| {
            it.join().unwrap_or_else(|_| Err("it panicked".to_string()))
        };
        running.into_iter().map(ended).collect()
    });
    let mut counts = Vec::new();
    for part in parts {
        counts.extend(part?);
    }
    if counts.is_empty() { Err("the bench lists nothing".to_string()) } else { Ok(counts) }
}

fn count(program: &PathBuf, name: &str, calls: u64) -> Result<u64, String> {
    let output = humble("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(name.split(' '))
        .arg(calls.to_string())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let collected =
        text.lines().find_map(|line| line.split_once("Collected :")).map(|(_, count)| count.trim());
    let collected =
        collected.and_then(|count| count.parse().ok()).filter(|_| output.status.success());
    collected.ok_or_else(|| format!("no instruction count for {name}:\n{text}"))
}
