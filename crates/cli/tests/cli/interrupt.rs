//! Ctrl-C: a real signal to a real process, which reports what it has found and how to resume.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{Run, crosscut, file, good, words};

/// Runs a command, and presses Ctrl-C once it catches that and `ready` returns true.
fn stopped(line: &str, ready: impl Fn() -> bool) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crosscut"))
        .args(words(line))
        .env("XDG_STATE_HOME", file("state"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // As at a terminal: the signal goes to the group.
        .process_group(0)
        .spawn()
        .unwrap();
    wait(&mut child, 60, &|id| listens(id) && ready());
    sleep(Duration::from_millis(300));
    let group = format!("-{}", child.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    // It does not finish its current work, which may take forever.
    wait(&mut child, 20, &|_| false);
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Waits until a condition holds, or until the child has ended.
fn wait(child: &mut Child, seconds: u32, is_so: &dyn Fn(u32) -> bool) {
    for _ in 0..100 * seconds {
        if child.try_wait().unwrap().is_some() || is_so(child.id()) {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    panic!("nothing happens");
}

/// Whether a process catches SIGINT, as reported by the system.
fn listens(id: u32) -> bool {
    let Ok(status) = fs::read_to_string(format!("/proc/{id}/status")) else {
        sleep(Duration::from_secs(3));
        return true;
    };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_some_and(|it| u64::from_str_radix(it.trim(), 16).unwrap() & 2 != 0)
}

fn path(name: &str) -> String {
    let path = file(name);
    let _ = fs::remove_file(&path);
    path.display().to_string()
}

fn n_lines(path: &str) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

#[test]
fn best_tells_the_best_so_far() {
    let Run { status, out, err } = stopped("best hex:opening=none --seconds 600", || true);
    assert_eq!(status, 130, "{err}");
    let ply = out.lines().next().unwrap();
    good(&format!("replay hex:opening=none {ply}"));
    assert!(out.contains("Expected line: "), "{out}");
    assert!(err.starts_with("Stopped after ") && err.contains("with --simulations "), "{err}");
    let run = stopped("best hex --simulations 1000000000 --threads 2 --json", || true);
    let it: Value = serde_json::from_str(&run.out).unwrap();
    assert!(it["simulations"].as_u64().unwrap() > 0 && run.status == 130, "{it}");
}

#[test]
fn solve_keeps_what_it_knows_and_goes_on_from_there() {
    let part = path("stopped.part");
    let line = format!("solve trail-mix --threads 1 --json --checkpoint {part}");
    let Run { status, out, err } = stopped(&line, || true);
    let it: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &it["value"]), (3, &"unknown".into()), "{err}");
    assert_eq!(
        err,
        format!(
            "Stopped before everything was proved. Progress is saved in {part}: the same command resumes from there.\n"
        )
    );
    let nodes = it["nodes"].as_u64().unwrap();
    let again = crosscut(&format!("{line} --seconds 0.001"));
    let it: Value = serde_json::from_str(&again.out).unwrap();
    assert!(nodes > 0 && it["nodes"].as_u64().unwrap() >= nodes, "{it} after {nodes}");
    let Run { status, out, err } = stopped("solve trail-mix --threads 2", || true);
    assert!(out.starts_with("unknown (") && status == 3, "{out}");
    assert!(err.contains("Nothing is saved: use --checkpoint FILE"), "{err}");
}

#[test]
fn match_tells_the_games_so_far_and_loses_none_to_the_signal() {
    let log = path("stopped.jsonl");
    let program = env!("CARGO_BIN_EXE_crosscut");
    let line = format!(
        "match hex:size=3 simulations=20 'cmd={program} engine --simulations 20' --games 1000000 --log {log}"
    );
    let Run { status, out, err } = stopped(&line, || n_lines(&log) > 2);
    assert_eq!(status, 130, "{err}");
    let games = n_lines(&log);
    assert!(out.contains(&format!("of {games} games, B")) && !out.contains(" lost by "), "{out}");
    assert_eq!(
        err,
        format!(
            "Stopped after {games} of 1000000 games: the same command with --log {log} continues.\n"
        )
    );
    let more = 2 * games.div_ceil(2);
    let again = good(&line.replace("1000000", &more.to_string()));
    assert!(again.contains(&format!("of {more} games, B")), "{again}");
    // A slow move is not waited for.
    let log = path("stopped-early.jsonl");
    let line = format!("match hex:size=3 seconds=600 'cmd=sleep 600' --games 2 --log {log}");
    let Run { status, err, .. } = stopped(&line, || true);
    assert_eq!((status, n_lines(&log)), (130, 0), "{err}");
    assert!(err.starts_with("Stopped after 0 of 2 games: "), "{err}");
}

#[test]
fn puzzles_make_tells_what_it_has_found() {
    let found = path("stopped-puzzles.jsonl");
    let line = format!("puzzles make trail-mix:size=4 --count 1000000 -o {found}");
    let Run { status, out, err } = stopped(&line, || true);
    assert_eq!(status, 130, "{err}");
    let n = n_lines(&found);
    assert!(out.starts_with(&format!("{n} of 1000000 puzzles, out of ")), "{out}");
    let left = 1_000_000 - n;
    assert_eq!(
        err,
        format!(
            "Stopped. What was found is in {found}: the same command with --count {left} --seed 1 adds to it.\n"
        )
    );
}

#[test]
fn bench_tells_what_was_measured() {
    let end = "Stopped. The figures are those measured so far; the same command starts over.\n";
    let told = |line: &str| {
        let Run { status, out, err } = stopped(line, || true);
        assert_eq!((status, err.as_str()), (130, end), "{line}");
        out
    };
    let out = told("bench playouts hex --seconds 600");
    assert!(out.lines().nth(1).unwrap().starts_with("hex   ply "), "{out}");
    let out = told("bench solves trail-mix:size=4 --plies 8 --positions 1000000");
    assert!(out.contains(" positions of trail-mix:size=4 after 8 plies, 0 not solved"), "{out}");
}
