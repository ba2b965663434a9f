//! Counts lines of code, and shows where the time of the tests goes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{root, target};

/// Where `cargo xtask test` records how long each test took: seconds, a blank, its name.
pub(crate) fn times() -> PathBuf {
    target().join("test-times.txt")
}

/// The Rust code of one room.
#[derive(Debug, Default, PartialEq, Eq)]
struct Room {
    files: usize,
    lines: usize,
    /// The lines that are tests.
    tests: usize,
    /// The files longer than 400 lines, not counting tests.
    long: usize,
}

impl Room {
    /// Counts one file, whose path is relative to the root.
    fn add(&mut self, path: &str, text: &str) {
        let lines = text.lines().count();
        let is_test = path.split('/').any(|it| matches!(it, "tests" | "tests.rs" | "testing"));
        // Everything below this mark is tests.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("").lines().count();
        let tests = if is_test { lines } else { lines - code };
        self.files += 1;
        self.lines += lines;
        self.tests += tests;
        self.long += usize::from(lines - tests > 400);
    }
}

/// Prints a table of the rooms, and which tests took longest in the last full run.
pub(crate) fn run() -> Result<(), String> {
    let why = |error: std::io::Error| error.to_string();
    println!("{:<12} {:>6} {:>8} {:>8} {:>9}", "room", "files", "lines", "tests'", "past 400");
    let mut rooms = Vec::new();
    for entry in fs::read_dir(root().join("crates")).map_err(why)? {
        rooms.push(entry.map_err(why)?.path());
    }
    rooms.extend(["xtask", "fuzz"].map(|it| root().join(it)));
    let mut counted = Vec::new();
    for path in &rooms {
        let mut room = Room::default();
        count(path, &mut room).map_err(why)?;
        counted.push((path.file_name().unwrap_or_default().to_string_lossy(), room));
    }
    counted.sort_by_key(|(_, room)| std::cmp::Reverse(room.lines));
    let sum = |of: fn(&Room) -> usize| counted.iter().map(|(_, room)| of(room)).sum();
    let all = Room {
        files: sum(|it| it.files),
        lines: sum(|it| it.lines),
        tests: sum(|it| it.tests),
        long: sum(|it| it.long),
    };
    for (name, room) in counted.iter().chain([&("all".into(), all)]) {
        let Room { files, lines, tests, long } = room;
        println!("{name:<12} {files:>6} {lines:>8} {tests:>8} {long:>9}");
    }
    match fs::read_to_string(times()) {
        Ok(text) => print!("\n{}", spent(&text)),
        Err(_) => println!(
            "\n`cargo xtask test` leaves behind how long each test took: it has not run here yet."
        ),
    }
    Ok(())
}

/// Counts the sources in a folder and below.
fn count(folder: &Path, room: &mut Room) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let passed_over = ["target", "node_modules"].iter().any(|it| path.ends_with(it));
        if path.is_dir() && !passed_over {
            count(&path, room)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            let short =
                path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            room.add(&short, &fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// Tests grouped by the first part of their names, slowest groups first.
fn spent(times: &str) -> String {
    let mut groups: Vec<(f64, usize, &str)> = Vec::new();
    for line in times.lines() {
        let Some((seconds, name)) = line.split_once(' ') else { continue };
        let Ok(seconds) = seconds.parse::<f64>() else { continue };
        let group = name.split("::").next().unwrap_or(name);
        match groups.iter_mut().find(|it| it.2 == group) {
            Some(it) => (it.0, it.1) = (it.0 + seconds, it.1 + 1),
            None => groups.push((seconds, 1, group)),
        }
    }
    groups.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut text = "in the last run of all tests, with whatever ran beside them:\n".to_string();
    for (seconds, tests, group) in groups.iter().take(20) {
        text += &format!("{seconds:>9.1} s {tests:>6}  {group}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_wherever_they_stand() {
        let mut room = Room::default();
        room.add("crates/x/src/lib.rs", "a\nb\n#[cfg(test)]\nmod tests {\n    c\n}\n");
        room.add("crates/x/src/y/tests.rs", "a\nb\n");
        room.add("crates/x/tests/z.rs", &"a\n".repeat(500));
        room.add("crates/x/src/long.rs", &"a\n".repeat(401));
        assert_eq!(room, Room { files: 4, lines: 909, tests: 506, long: 1 });
    }

    #[test]
    fn times_are_added_up_by_the_first_part_of_a_name() {
        let told = spent("1.5 club::a\nbroken\n0.25 lists\n2 club::b\nx y\n");
        let lines: Vec<&str> = told.lines().skip(1).map(str::trim).collect();
        assert_eq!(lines, ["3.5 s      2  club", "0.2 s      1  lists"]);
    }
}
