use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::{crosscut, file, good, refused, words};

fn path(name: &str) -> String {
    file(name).display().to_string()
}

#[test]
fn a_certificate_is_written_and_verified() {
    let proof = path("hex3.proof");
    let text = good(&format!("solve hex:size=3,opening=none --all --certificate {proof}"));
    let sum = text.trim().rsplit(' ').next().unwrap();
    assert!(text.contains(&format!("Certificate: {proof}, SHA-256 {sum}\n")), "{text}");
    let told = good(&format!("verify {proof}"));
    assert!(told.starts_with("hex:size=3,opening=none: win for V, with "), "{told}");
    assert!(told.ends_with(&format!("SHA-256 {sum})\n")) && told.lines().count() == 1, "{told}");
    // The checksum is that of the file, as anyone can compute it.
    let theirs = Command::new("sha256sum").arg(&proof).output().unwrap();
    assert!(String::from_utf8(theirs.stdout).unwrap().starts_with(sum));
    let it: Value =
        serde_json::from_str(&good(&format!("solve hex:size=3 B2 --certificate {proof} --json")))
            .unwrap();
    assert_eq!(it["certificate"].as_str().unwrap().len(), 64);
    assert!(good(&format!("verify {proof}")).starts_with("hex:size=3 B2: win for H, with swap ("));
}

#[test]
fn a_certificate_says_from_which_set_up_and_moves_it_begins() {
    let proof = path("set_up.proof");
    good(&format!(
        "solve hex:size=3,opening=none --setup 'V:B1,B2 H:A1,A2 turn:V' --certificate {proof}"
    ));
    let text = std::fs::read_to_string(&proof).unwrap();
    assert!(text.contains("\nsetup V:B1,B2 H:A1,A2 turn:V\n"), "{text}");
    let told = good(&format!("verify {proof}"));
    assert!(told.contains("win for V"), "{told}");
    // Of the empty board it proves nothing.
    std::fs::write(&proof, text.replace("\nsetup V:B1,B2 H:A1,A2 turn:V\n", "\n")).unwrap();
    assert_ne!(crosscut(&format!("verify {proof}")).status, 0);
}

#[test]
fn a_certificate_that_proves_nothing_ends_with_status_1() {
    let proof = path("bad.proof");
    good(&format!("solve hex:size=2,opening=none --certificate {proof}"));
    let text = fs::read_to_string(&proof).unwrap();
    fs::write(&proof, text.replace("hex:size=2", "hex:size=3")).unwrap();
    let run = crosscut(&format!("verify {proof}"));
    assert_eq!(run.status, 1);
    assert!(run.err.starts_with(&format!("error: {proof} proves nothing: line ")), "{}", run.err);
    assert_eq!(crosscut("verify nowhere").status, 2);
}

#[test]
fn a_certificate_that_does_not_fit_leaves_the_file_as_it_was() {
    let proof = path("kept.proof");
    fs::write(&proof, "what was there").unwrap();
    // Where tokens are counted, the walk stores whole positions.
    let position = "trail-mix:size=4,tokens=20";
    let run = crosscut(&format!("solve {position} --certificate {proof} --certificate-limit 1"));
    assert_eq!(run.status, 2, "{}", run.err);
    assert_eq!(
        run.err,
        "error: the certificate would take more than the allowed 1 MiB: ask for less, or allow more\n"
    );
    assert_eq!(fs::read_to_string(&proof).unwrap(), "what was there");
    assert!(run.out.starts_with("loss for Brown"), "the solution is told all the same");
}

/// The cost recorded in a checkpoint: the second number of the solver's part.
fn saved_nodes(bytes: &[u8]) -> u64 {
    let at = bytes.windows(2).position(|it| it == b"\n\n").unwrap() + 2;
    u64::from_le_bytes(bytes[at + 8..at + 16].try_into().unwrap())
}

#[test]
fn a_solve_that_is_killed_goes_on_from_its_checkpoint() {
    let part = path("killed.part");
    let _ = fs::remove_file(&part);
    let position = "trail-mix:size=5 a1 b3 d4 c2";
    let solve = format!("solve {position} --all --threads 1 --json");
    let line = format!("{solve} --checkpoint {part} --checkpoint-every 0.05");
    let mut kills = 0;
    let mut nodes = 0;
    // Killed with SIGKILL whenever there is a new checkpoint.
    while kills < 3 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crosscut"))
            .args(words(&line))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let ended = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if fs::read(&part).is_ok_and(|bytes| saved_nodes(&bytes) > nodes) {
                break None;
            }
            sleep(Duration::from_millis(5));
        };
        if ended.is_some() {
            let mut err = String::new();
            child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
            panic!("it was over before it could be killed {kills} times: {err}");
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let bytes = fs::read(&part).unwrap();
        assert!(saved_nodes(&bytes) > nodes, "it went on from where it was");
        nodes = saved_nodes(&bytes);
        kills += 1;
    }
    // A different solve refuses the file, and so does this one once the file is damaged.
    let other = crosscut(&format!("solve {position} --checkpoint {part}"));
    assert_eq!(other.status, 2);
    assert!(other.err.contains("is a checkpoint of a different solve: it has 'question every winning move' where this one has 'question a winning move'"), "{}", other.err);
    let bytes = fs::read(&part).unwrap();
    for (at, name) in [(bytes.len() / 2, "changed"), (bytes.len() - 20, "short")] {
        let mut bad = bytes.clone();
        if name == "short" {
            bad.truncate(at);
        } else {
            bad[at] ^= 64;
        }
        let bad_part = path(&format!("{name}.part"));
        fs::write(&bad_part, bad).unwrap();
        let run = crosscut(&format!("{solve} --checkpoint {bad_part}"));
        assert_eq!(run.status, 2);
        assert_eq!(run.err, format!("error: {bad_part}: the checkpoint is damaged\n"));
    }
    let foreign = path("foreign.part");
    fs::write(&foreign, "my diary").unwrap();
    let run = crosscut(&format!("{solve} --checkpoint {foreign}"));
    assert_eq!((run.status, fs::read_to_string(&foreign).unwrap().as_str()), (2, "my diary"));
    assert_eq!(
        run.err,
        format!(
            "error: {foreign} is not a checkpoint: it would begin with 'crosscut checkpoint 1'\n"
        )
    );
    // Stopped by its own limits, it counts what was done before.
    let brief = crosscut(&format!("{line} --seconds 0.001"));
    let it: Value = serde_json::from_str(&brief.out).unwrap();
    assert_eq!(brief.status, 3);
    assert!(it["nodes"].as_u64().unwrap() >= nodes);
    // The result is the same as without interruption.
    let resumed: Value = serde_json::from_str(&good(&line)).unwrap();
    let fresh: Value = serde_json::from_str(&good(&solve)).unwrap();
    assert_eq!((&resumed["value"], &resumed["winning"]), (&fresh["value"], &fresh["winning"]));
    assert!(resumed["nodes"].as_u64().unwrap() > nodes);
    assert!(!fs::exists(&part).unwrap(), "nothing is left to go on with");
}

/// The cells in the rows of a table of solved boards, without nodes and seconds.
fn rows(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter(|line| line.ends_with("` |"));
    let cells = |line: &str| line.split('|').map(|it| it.trim().to_string()).collect::<Vec<_>>();
    rows.map(cells).map(|it| [&it[1..4], &it[7..]].concat()).collect()
}

#[test]
fn the_quick_rows_of_the_table_of_solved_boards_are_as_they_stand() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/solved.md");
    let kept = rows(&fs::read_to_string(kept).unwrap());
    let made = rows(&good("solved --quick"));
    assert_eq!(kept.len(), made.len(), "rows");
    let mut quick = 0;
    for (made, kept) in made.iter().zip(&kept) {
        if made[1] != "not solved yet" {
            assert_eq!(made, kept);
            quick += 1;
        }
    }
    assert!(quick >= 10, "{quick}");
}

#[test]
fn the_table_of_solved_boards_is_added_to() {
    let table = path("solved.md");
    let _ = fs::remove_file(&table);
    good(&format!("solved --spec hex:size=2,opening=none -o {table}"));
    let text = fs::read_to_string(&table).unwrap();
    let row = text
        .lines()
        .find(|it| it.starts_with("| hex:size=2,opening=none | win | 2 of 4: A2 B1 | "))
        .unwrap();
    // Rows already there are trusted; only the missing one is solved.
    let marked = row.replace("2 of 4", "2 of four");
    fs::write(&table, text.replace(row, &marked)).unwrap();
    good(&format!("solved --spec hex:size=3,opening=none -o {table}"));
    let text = fs::read_to_string(&table).unwrap();
    assert!(
        text.contains(&marked) && text.contains("| hex:size=3,opening=none | win | "),
        "{text}"
    );
    good(&format!("solved --spec hex:size=2,opening=none --again -o {table}"));
    assert!(!fs::read_to_string(&table).unwrap().contains("2 of four"));
    let run = crosscut("solved --spec hex:size=25");
    assert!(run.err.starts_with("error: the table has no row for hex:size=25"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_left_as_it_is() {
    use std::os::unix::fs::{FileTypeExt, symlink};

    let [pipe, target, link] = ["pipe", "target", "link"].map(|it| file(&format!("no-file.{it}")));
    for left_over in [&pipe, &target, &link] {
        let _ = fs::remove_file(left_over);
    }
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for line in ["solve hex:size=3 --certificate", "solve hex:size=3 --checkpoint"] {
        let why = refused(&format!("{line} {}", pipe.display()));
        assert!(why.ends_with("cannot be written: what is there is not a file"), "{why}");
        assert!(refused(&format!("{line} -")).starts_with("- is not a file"));
        // Before the work, not after it.
        let why = refused(&format!("solve hex:size=7 {} no-such-folder/x", &line[17..]));
        assert!(why.starts_with("no-such-folder/x cannot be written: "), "{why}");
    }
    assert!(refused("verify /dev/zero").contains("it is not text"));
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    // A link stays a link, and its target is written.
    fs::write(&target, "").unwrap();
    symlink(&target, &link).unwrap();
    good(&format!("solve hex:size=3 --certificate {}", link.display()));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&target).unwrap().starts_with("crosscut"));
}
