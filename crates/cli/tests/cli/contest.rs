//! Matches: real ones, killed ones, and programs that misbehave.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{crosscut, fields, file, good, json, refused, words};

const PROGRAM: &str = env!("CARGO_BIN_EXE_crosscut");

/// The path of a log with this name that does not exist yet.
fn new_log(name: &str) -> PathBuf {
    let path = file(name);
    let _ = fs::remove_file(&path);
    path
}

/// The rounds of a log with their moves, in the order of the rounds.
fn games(log: &Path) -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(log).unwrap();
    let mut games: Vec<(String, Vec<String>)> = text
        .lines()
        .map(|line| {
            let it: Value = serde_json::from_str(line).unwrap();
            let plies = it["plies"].as_array().unwrap().iter();
            let plies = plies.map(|ply| ply["move"].as_str().unwrap().to_string()).collect();
            (it["tags"]["Round"].as_str().unwrap().to_string(), plies)
        })
        .collect();
    games.sort();
    games
}

#[test]
fn the_json_has_its_fields_and_the_log_the_games() {
    let log = new_log("match-fields.jsonl");
    let line = format!(
        "match hex:size=4 simulations=60 uct,simulations=3 --games 5 --sprt 0,30 --json --log {}",
        log.display()
    );
    let text = good(&line);
    assert_eq!(
        fields(&text),
        [
            "spec",
            "a",
            "b",
            "games",
            "draws",
            "share",
            "pairs",
            "elo",
            "elo_low",
            "elo_high",
            "sprt",
            "first_seat",
            "mean_plies",
            "faults",
            "log"
        ]
    );
    let it: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&it["spec"], &it["games"]), (&"hex:size=4".into(), &6.into()), "pairs are whole");
    let (a, b) = (it["a"]["wins"].as_u64().unwrap(), it["b"]["wins"].as_u64().unwrap());
    assert!(a + b == 6 && a > b, "{it}");
    assert!(it["a"]["simulations_per_second"].as_f64().unwrap() > 0.0);
    assert_eq!((&it["a"]["over"], &it["sprt"]["elo1"]), (&Value::Null, &30.0.into()));
    assert_eq!(it["pairs"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>(), 3);
    let games = games(&log);
    let rounds: Vec<&str> = games.iter().map(|(round, _)| round.as_str()).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].1[0], pair[1].1[0], "both games of a pair begin alike");
    }
    let mean = games.iter().map(|(_, plies)| plies.len()).sum::<usize>() as f64 / 6.0;
    assert!((it["mean_plies"].as_f64().unwrap() - mean).abs() < 1e-9);
    let results = fs::read_to_string(&log).unwrap();
    let won = |seat: &str| results.matches(&format!("\"result\":\"{seat}\"")).count();
    assert_eq!((won("first") + won("second"), &it["draws"]), (6, &0.into()), "{results}");
    assert!((it["first_seat"].as_f64().unwrap() - won("first") as f64 / 6.0).abs() < 1e-9);
    // The games are records like any others.
    assert!(good(&format!("check {}", log.display())).contains('6'));
    // All games are there: the match is reported again, and nothing is played.
    let before = fs::read(&log).unwrap();
    assert_eq!(good(&line), text);
    assert_eq!(fs::read(&log).unwrap(), before);
}

#[test]
fn openings_are_as_many_and_as_long_as_is_asked() {
    let log = new_log("match-openings.jsonl");
    good(&format!(
        "match hex:size=5,opening=none simulations=2 simulations=2 --games 12 --openings 2 --plies 3 --log {}",
        log.display()
    ));
    let mut openings: Vec<Vec<String>> =
        games(&log).into_iter().map(|(_, plies)| plies[..3].to_vec()).collect();
    openings.sort();
    openings.dedup();
    assert_eq!(openings.len(), 2, "{openings:?}");
}

#[test]
fn openings_that_leave_both_sides_alike_are_found_and_played_from() {
    let spec = "hex:size=6";
    let found = good(&format!("openings {spec} --count 3 --simulations 2000 --seed 4"));
    let list = file("openings.txt");
    fs::write(&list, format!("# ours\n{found}quadrant-hex 0.5 A2\n")).unwrap();
    let mut plies: Vec<Vec<String>> = Vec::new();
    for line in found.lines().filter(|it| !it.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let share: f64 = words[1].parse().unwrap();
        assert!(words[0] == spec && (0.45..=0.55).contains(&share), "{line}");
        // Neither the centre nor a corner is a fair opening.
        assert!(!["C3", "C4", "D3", "D4", "A1"].contains(&words[2]), "{line}");
        plies.push(vec![words[2].to_string()]);
    }
    assert!(!plies.is_empty());
    let told = json(&format!("openings {spec} --count 3 --simulations 2000 --seed 4 --json"));
    let told = told["openings"].as_array().unwrap();
    assert_eq!(told.len(), plies.len());
    assert_eq!(told[0]["moves"][0], plies[0][0]);
    let log = new_log("match-fair.jsonl");
    let line = |list: &str| {
        format!(
            "match {spec} simulations=20 simulations=2 --games 8 --openings {list} --log {}",
            log.display()
        )
    };
    good(&line(&list.display().to_string()));
    let mut begun: Vec<Vec<String>> =
        games(&log).into_iter().map(|(_, plies)| plies[..1].to_vec()).collect();
    begun.sort();
    begun.dedup();
    plies.sort();
    assert_eq!(begun, plies);
    // With different openings in the file it is a different match.
    fs::write(&list, "hex:size=6 0.5 A1\n").unwrap();
    assert!(refused(&line(&list.display().to_string())).contains("began with another opening"));
    // Where every opening wins or loses, none is fair.
    let none = good("openings bridg-it --count 2 --simulations 50");
    assert!(
        none.starts_with("# no opening was found that leaves both sides within 0.05"),
        "{none}"
    );
    let none = refused("match hex:size=6 level=1 level=1 --openings fair");
    assert!(none.contains("crosscut openings hex:size=6 > FILE"), "{none}");
    let gone = refused("match hex level=1 level=1 --openings nosuchfile.txt");
    assert!(gone.contains("nosuchfile.txt cannot be read"), "{gone}");
}

#[test]
fn a_program_outside_plays_what_the_same_search_plays_inside() {
    for spec in [
        "hex:size=4",
        "trellis:size=5",
        "trellis:size=5,opening=swap",
        "original-trellis:size=9",
        "trail-mix:size=4,opening=swap",
        "trichet:num_tiles=16",
        "plexus:size=3",
        "bridg-it:size=3",
    ] {
        let play = |name: &str, player: &str| {
            let log = new_log(name);
            let line = format!(
                "match {spec} {player} simulations=7 --games 4 --seed 3 --json --log {}",
                log.display()
            );
            let it = json(&line);
            assert_eq!(it["faults"], Value::Array(vec![]), "{spec}");
            games(&log)
        };
        let inside = play("match-inside.jsonl", "simulations=30");
        let outside = format!("'cmd={PROGRAM} engine --simulations 30'");
        assert_eq!(inside, play("match-outside.jsonl", &outside), "{spec}");
    }
}

#[test]
fn a_match_that_was_killed_goes_on_where_it_was() {
    let args = |log: &Path| {
        format!(
            "match hex:size=5 simulations=150 simulations=100 --games 12 --threads 2 --json --log {}",
            log.display()
        )
    };
    let whole = new_log("match-whole.jsonl");
    good(&args(&whole));
    let log = new_log("match-killed.jsonl");
    let n_lines = || fs::read(&log).map_or(0, |it| it.iter().filter(|&&it| it == b'\n').count());
    let mut kills = 0;
    for wanted in [1, 4, 7] {
        let mut child = Command::new(PROGRAM)
            .args(words(&args(&log)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while n_lines() < wanted && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        kills += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "nothing was killed");
    // The last line was torn as well.
    let mut bytes = fs::read(&log).unwrap();
    let kept = bytes.iter().rposition(|&it| it == b'\n').unwrap() + 1;
    bytes.truncate(kept);
    let half = bytes[..bytes.iter().position(|&it| it == b'\n').unwrap() / 2].to_vec();
    bytes.extend(half);
    fs::write(&log, &bytes).unwrap();
    let it = json(&args(&log));
    assert_eq!(it["games"], 12);
    assert_eq!(games(&log), games(&whole), "no game is lost, doubled or another one");
    assert!(fs::read(&log).unwrap().starts_with(&bytes[..kept]), "what was kept is kept");
}

#[test]
fn a_log_of_something_else_is_refused_and_left_alone() {
    let log = new_log("match-other.jsonl");
    let path = log.display();
    good(&format!("match hex:size=2 simulations=2 simulations=2 --games 2 --log {path}"));
    let before = fs::read(&log).unwrap();
    let refusal =
        refused(&format!("match hex:size=2 simulations=2 simulations=3 --games 2 --log {path}"));
    assert_eq!(
        refusal.replace(&path.to_string(), "LOG"),
        "LOG is not a log of this match: line 1: it belongs to another match, crosscut match hex:size=2 'simulations=2' \
         'simulations=2' --plies 1 --seed 0; this one is crosscut match hex:size=2 'simulations=2' 'simulations=3' \
         --plies 1 --seed 0"
    );
    assert_eq!(fs::read(&log).unwrap(), before);
    let doubled = [&before[..], &before[..]].concat();
    for text in [&doubled[..], b"my notes\n", b"my notes", b"{\"game\":\"chess\"", b"[]\n{}"] {
        fs::write(&log, text).unwrap();
        let line = format!("match hex:size=2 simulations=2 simulations=2 --games 2 --log {path}");
        assert!(refused(&line).contains(" is not a log of this match: "), "{text:?}");
        assert_eq!(fs::read(&log).unwrap(), text);
    }
    assert!(refused("match hex simulations=2 simulations=2 --log /").contains("cannot be opened"));
}

#[test]
fn a_sequential_test_ends_the_match_when_it_is_clear() {
    let log = new_log("match-sprt.jsonl");
    let line = format!(
        "match hex:size=5 simulations=100 uct,simulations=1 --games 1000 --sprt 0,100 --log {}",
        log.display()
    );
    let text = good(&line);
    assert!(text.contains("H1 accepted: A is more than 0 Elo stronger"), "{text}");
    let it = json(&format!("{line} --json"));
    assert_eq!(it["sprt"]["accepted"], "H1");
    assert!((4..100).contains(&it["games"].as_u64().unwrap()), "{it}");
    assert!(it["sprt"]["llr"].as_f64().unwrap() >= it["sprt"]["bound"].as_f64().unwrap());
    let it = json(
        "match hex:size=5 uct,simulations=1 simulations=100 --games 1000 --sprt -100,0 --json",
    );
    assert_eq!(it["sprt"]["accepted"], "H0");
}

/// A program that does everything right except for one command.
#[cfg(unix)]
fn program(name: &str, command: &str, answer: &str) -> String {
    let path = file(name);
    let script = format!(
        "while read -r command rest; do\n  case \"$command\" in\n    {command}) {answer};;\n    \
         list_commands) printf '= boardsize\\nclear_board\\nplay\\ngenmove\\n\\n';;\n    \
         genmove) printf '= c1\\n\\n';;\n    quit) exit;;\n    *) printf '= \\n\\n';;\n  esac\ndone\n"
    );
    fs::write(&path, script).unwrap();
    format!("'cmd=sh {}'", path.display())
}

#[cfg(unix)]
#[test]
fn a_program_that_misbehaves_loses_the_game_and_the_report_says_why() {
    for (name, command, answer, ending, reason) in [
        (
            "crash.sh",
            "genmove",
            "echo 'no memory' >&2; exit 3",
            "forfeit",
            "it crashed at 'genmove white' (exit status: 3), saying: no memory",
        ),
        (
            "hang.sh",
            "genmove",
            "while :; do sleep 0.1; done",
            "time",
            "it did not answer 'genmove white' within 1.5 s",
        ),
        ("mute.sh", "play", ":", "time", "it did not answer 'play"),
        (
            "nonsense.sh",
            "genmove",
            "printf '= a1 b1\\n\\n'",
            "forfeit",
            "it answered a1,b1, which is no legal move: 'a1,b1' is not a point",
        ),
        (
            "far.sh",
            "genmove",
            "printf '= z26\\n\\n'",
            "forfeit",
            "it answered z26, which is no legal move: Z26 is not on this board",
        ),
        (
            "unwilling.sh",
            "genmove",
            "printf '? I will not\\n\\n'",
            "forfeit",
            "it refused to move: I will not",
        ),
        ("resign.sh", "genmove", "printf '= resign\\n\\n'", "resignation", ""),
        ("leave.sh", "genmove", "printf '= resign\\n\\n'; exit", "resignation", ""),
    ] {
        let player = program(name, command, answer);
        let log = new_log(&format!("match-{name}.jsonl"));
        // Enough for a shell on a busy machine; a program that never answers is given less.
        let patience = if ending == "time" { 1.5 } else { 60.0 };
        let line = format!(
            "match hex:size=3,opening=none simulations=5 {player} --games 2 --plies 0 --patience {patience} --log {}",
            log.display()
        );
        let it = json(&format!("{line} --json"));
        assert_eq!((&it["a"]["wins"], &it["b"]["wins"]), (&2.into(), &0.into()), "{name}: {it}");
        let text = fs::read_to_string(&log).unwrap();
        assert!(text.lines().all(|it| it.contains(&format!("\"Ending\":\"{ending}\""))), "{text}");
        if ending == "resignation" {
            assert_eq!(it["faults"], Value::Array(vec![]));
            continue;
        }
        let faults = it["faults"].as_array().unwrap();
        assert_eq!(faults.len(), 2, "{name}: {it}");
        assert!(faults.iter().all(|it| it["player"] == "B"), "{name}: {it}");
        let told = faults[0]["reason"].as_str().unwrap();
        assert!(told.starts_with(reason), "{name}: {told}");
        let words = good(&line);
        assert!(words.contains(&format!("Game 1.1 lost by B: {told}\n")), "{words}");
        assert!(words.contains("; forfeited 2 games\n"), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn a_match_that_cannot_be_played_is_no_match() {
    let log = new_log("match-none.jsonl");
    let run = |player: &str| {
        let patience = if player.contains("deaf") { 1.5 } else { 60.0 };
        let line = format!(
            "match hex:size=3 simulations=5 {player} --games 2 --patience {patience} --log {}",
            log.display()
        );
        let refusal = refused(&line).replace(&log.display().to_string(), "LOG");
        assert_eq!(fs::read_to_string(&log).unwrap(), "");
        refusal
    };
    assert!(
        run("cmd=/no/such/program").contains("/no/such/program cannot be started: No such file"),
    );
    let refusal = run(&program("small.sh", "boardsize", "printf '? at most 2\\n\\n'"));
    assert!(refusal.ends_with("small.sh refuses 'boardsize 3': at most 2"), "{refusal}");
    let refusal = run(&program("deaf.sh", "list_commands", "while :; do sleep 0.1; done"));
    assert!(refusal.ends_with("it did not answer 'list_commands' within 1.5 s"), "{refusal}");
    let refusal = run("cmd=true");
    assert!(
        refusal.contains("cmd=true: it crashed at 'list_commands' (exit status: 0)"),
        "{refusal}"
    );
    assert!(
        refusal.starts_with("the match cannot continue (0 of its games are in LOG): "),
        "{refusal}"
    );
}

#[test]
fn what_is_no_match_is_refused() {
    for line in [
        "match hex level=5",
        "match hex level=5 strong",
        "match hex level=9 level=1",
        "match hex uct level=1",
        "match hex cmd= level=1",
        "match nosuchgame level=1 level=1",
        "match hex level=1 level=1 --games 0",
        "match hex level=1 level=1 --sprt 30,0",
        "match hex level=1 level=1 --openings 0",
    ] {
        refused(line);
    }
    assert!(crosscut("match --help").out.contains("uct (plain UCT)"));
}

#[cfg(unix)]
#[test]
fn progress_is_shown_on_a_terminal() {
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;

    let pair = native_pty_system().openpty(PtySize { rows: 24, cols: 120, ..PtySize::default() });
    let pair = pair.unwrap();
    let mut command = CommandBuilder::new(PROGRAM);
    command.args(words("match hex:size=4 simulations=40 simulations=5 --games 8 --sprt 0,30"));
    command.env("XDG_STATE_HOME", file("state"));
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut shown = Vec::new();
    let mut bytes = [0; 4096];
    // The end of a terminal is an error on some systems.
    while let Ok(n @ 1..) = reader.read(&mut bytes) {
        shown.extend_from_slice(&bytes[..n]);
    }
    assert!(child.wait().unwrap().success());
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains("/8 games, ") && shown.contains(", LLR "), "{shown}");
    assert!(shown.contains("A won "), "and the report follows: {shown}");
}
