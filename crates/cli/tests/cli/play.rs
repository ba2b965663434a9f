//! Games line by line, and the files in which they are saved.

use std::fs;
use std::process::{Command, Stdio};

use crate::{Run, crosscut_reading, file, refused};

/// Plays these lines on standard input, from a game saved in a file with this name.
fn resumed(name: &str, record: &str, args: &str, lines: &str) -> (Run, String) {
    let path = file(name);
    fs::write(&path, record).unwrap();
    let run = crosscut_reading(&format!("play --plain --resume {} {args}", path.display()), lines);
    (run, fs::read_to_string(&path).unwrap())
}

/// The file that a run names as the game's.
fn kept(run: &Run) -> String {
    let path = run.out.lines().find_map(|line| line.strip_prefix("The game is saved: "));
    fs::read_to_string(path.unwrap_or_else(|| panic!("{}{}", run.out, run.err))).unwrap()
}

#[test]
fn a_game_is_played_line_by_line() {
    let run = crosscut_reading(
        "play trellis:size=3,opening=none --side both",
        "b2\nA1, c2\nb2\na1,a2\nundo\nMOVES A1\nresign\nresign\n",
    );
    let expected = "\
Trellis, trellis:size=3,opening=none. Type a move, or help.
V joins top and bottom.
H joins left and right.

   A   B   C
 3  --- ---  3
   | : | - |
 2  --- ---  2
   | - | : |
 1  --- ---  1
   A   B   C

V (first seat) to move.

Ply 1: V (first seat) plays B2

   A   B   C
 3  --- ---  3
   | : | - |
 2  ---V---  2
   | - | : |
 1  --- ---  1
   A   B   C

H (second seat) to move.

Ply 2: H (second seat) plays A1,C2

   A   B   C
 3  --- ---  3
   | : | - |
 2  ---V---H 2
   | - | : |
 1 H--- ---  1
   A   B   C

V (first seat) to move.
B2 is taken by V.
A1 and A2 are not three points apart.
Taken back.

Ply 1: B2, for V.

   A   B   C
 3  --- ---  3
   | : | - |
 2  ---V---  2
   | - | : |
 1  --- ---  1
   A   B   C

H (second seat) to move.
A1 A1,B3 A1,C2
Does H (second seat) resign? Type y, or resign again.
V (first seat) wins by resignation.
Type new for another game, rematch to exchange seats, undo, or quit.
";
    let (played, farewell) = run.out.split_once("The game is saved: ").unwrap();
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(played, expected);
    let path = farewell.lines().next().unwrap();
    assert_eq!(farewell, format!("{path}\nShow it again with: crosscut play --resume {path}\n"));
    let record = "[Game \"trellis:size=3,opening=none\"]\n[First \"you\"]\n[Second \"you\"]\n\
                  [Ending \"resignation\"]\n[Result \"first\"]\n\n1. B2 first\n";
    assert_eq!(kept(&run), record);
}

#[test]
fn where_there_are_no_moves_it_is_said() {
    let lines = "moves zz\nresign\nresign\nmoves\n";
    let run = crosscut_reading("play hex:size=3,opening=none --side both --plain", lines);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out.matches("\nThere are none.\n").count(), 2, "{}", run.out);
}

#[test]
fn the_opening_is_said_aloud() {
    let run = crosscut_reading("play trellis:size=5 --side both", "a1,b3\npass\nc3\nwhite\n");
    for said in [
        "\nThe first seat plays opening turn 1 of 3, for V.\nThe second seat then chooses a side.\n",
        "\nThe first seat plays opening turn 2 of 3, for H.\n",
        "\nThe first seat plays opening turn 3 of 3, for V.\n",
        "\nThe second seat chooses a side: black (V) or white (H).\nH moves next, whoever takes it.\n",
        "\nPly 4: Second seat chooses white (H)\n",
        "\nH (second seat) to move.\n",
    ] {
        assert!(run.out.contains(said), "{said}{}", run.out);
    }
    let lines = "c3 pass pass black\n1. c3 2. pass 3. pass\nblack\n";
    let run = crosscut_reading("play trellis:size=5 --side both", lines);
    for said in [
        "\nply 4, black: it is the other player's: write only C3 pass pass.\n",
        "\nPly 3: First seat plays C3, First seat passes, First seat passes\n",
        "\nPly 4: Second seat chooses black (V)\n",
        "\nH (first seat) to move.\n",
    ] {
        assert!(run.out.contains(said), "{said}{}", run.out);
    }
    let run = crosscut_reading("play hex:size=5 --side first --level 1 --plain", "");
    let said =
        "\nV (you) to move.\nYour opponent may then swap sides: leave V and H the same chances.\n";
    assert!(run.out.contains(said), "{}", run.out);
}

#[test]
fn a_screen_reader_gets_nothing_but_text() {
    let lines = "help\nrules\nmoves\nmoves zz\nboard\nc3\n\u{1b}[A\né漢\nresign\nboard\nquit\n";
    let run = crosscut_reading("play --plain --level 1", lines);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let odd = |c: &char| c.is_control() && *c != '\n';
    // A refusal quotes what was typed; nothing else may be odd.
    let odd: Vec<&str> = run.out.lines().filter(|line| line.chars().any(|c| odd(&c))).collect();
    assert!(odd.len() <= 1, "{odd:?}");
    assert!(run.out.contains("Type a move as the rules write it"), "{}", run.out);
    assert!(run.out.contains("Options in a spec"), "{}", run.out);
    assert!(run.out.contains("Do you resign? Type y, or resign again."), "{}", run.out);
    assert!(kept(&run).contains("[Result \"*\"]"));
}

#[test]
fn the_computer_answers_and_the_end_of_the_input_loses_nothing() {
    let run = crosscut_reading("play hex:size=4,opening=none --side H --level 1", "moves\n");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("\nPly 1: V (computer, level 1) plays "), "{}", run.out);
    assert!(run.out.contains("\nH (you) to move.\n"), "{}", run.out);
    assert!(run.out.contains("\nResume it with: crosscut play --resume "), "{}", run.out);
    let record = kept(&run);
    assert!(record.contains("[First \"computer, level 1\"]\n[Second \"you\"]"), "{record}");
    assert!(record.contains("\n1. ") && record.ends_with(" *\n"), "{record}");
}

#[test]
fn the_computer_plays_itself_to_the_end() {
    let run = crosscut_reading("play hex:size=3,opening=none --side none --level 2 --plain", "");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains(" (computer, level 2) wins.\n"), "{}", run.out);
    assert!(kept(&run).contains("[Ending \"rules\"]"));
}

#[test]
fn a_resumed_game_is_the_same_and_its_file_keeps_what_else_it_says() {
    let record = "[Game \"hex:size=4,opening=none\"]\n[Event \"a friendly game\"]\n[First \"ann\"]\n\
                  [Second \"computer, level 1\"]\n[Result \"*\"]\n\n1. B2 {good} 2. C3 *\n";
    let (run, after) = resumed("friendly.ccr", record, "", "d1\nundo\nb3\n");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("\nPly 2: C3, for H.\n"), "{}", run.out);
    assert!(run.out.contains("\nPly 3: V (you) plays B3\n"), "{}", run.out);
    assert!(after.contains("[Event \"a friendly game\"]\n[First \"ann\"]"), "{after}");
    assert!(after.contains("1. B2 {good} 2. C3 3. B3 4. "), "{after}");
    // However the moves are written.
    let written = record.replace("1. B2 {good} 2. C3", "1. b2 {good} 2. c3! {better}");
    let (_, after) = resumed("written.ccr", &written, "", "d1\nundo\nb3\n");
    assert!(after.contains(r"1. B2 {good} 2. C3 {!\nbetter} 3. B3 4. "), "{after}");
    // Variations of the earlier moves are dropped with them.
    let varied = record.replace("[Event", "[Variations \"B2 C3 (D4) A1\"]\n[Event");
    let (_, after) = resumed("varied.ccr", &varied, "", "d1\nundo\nb3\n");
    assert!(!after.contains("Variations") && after.contains("[Event"), "{after}");
    // Other seats, another level.
    let (run, after) = resumed("friendly.ccr", record, "--side h --level 2", "d1\nundo\n");
    assert!(run.out.contains("\nPly 3: V (computer, level 2) plays "), "{}", run.out);
    assert!(after.contains("[First \"computer, level 2\"]\n[Second \"you\"]"), "{after}");
}

#[test]
fn a_set_up_and_a_resignation_are_restored() {
    let record = "[Game \"hex:size=4\"]\n[Setup \"V:A1,B2 H:C3 turn:H\"]\n[Ending \"resignation\"]\n\
                  [Result \"second\"]\n\n1. D4 second\n";
    let (run, after) = resumed("set-up.ccr", record, "", "");
    assert!(run.out.contains("H (computer, level 4) wins by resignation."), "{}", run.out);
    assert!(run.out.contains("\n  2 . V . . 2\n"), "{}", run.out);
    assert_eq!(after, record);
    let (run, after) = resumed("set-up.ccr", record, "--side both", "undo\na4\n");
    assert!(run.out.contains("\nPly 2: V (first seat) plays A4\n"), "{}", run.out);
    assert!(after.contains("[Setup \"V:A1,B2 H:C3 turn:H\"]") && after.contains("1. D4 2. A4 *"));
}

#[test]
fn a_hint_a_resignation_and_a_rematch_line_by_line() {
    let run = crosscut_reading(
        "play hex:size=2,opening=none --plain --level 1",
        "a1\nundo\nhint\nrematch\nresign\nY\nrematch\nquit\n",
    );
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let hint = run.out.split("\nHint: ").nth(1).unwrap();
    assert!(hint.starts_with("B1\n") || hint.starts_with("A2\n"), "{hint}");
    assert!(run.out.contains("\nThe game is not over: finish it, resign,"), "{}", run.out);
    let (before, after) = run.out.split_once("\nThe previous game is saved: ").unwrap();
    assert!(before.contains("H (computer, level 1) wins by resignation."), "{before}");
    let path = after.lines().next().unwrap();
    assert!(fs::read_to_string(path).unwrap().contains("[Ending \"resignation\"]"));
    assert!(after.contains("\nPly 1: V (computer, level 1) plays "), "{after}");
    assert!(!after.contains(&format!("The game is saved: {path}\n")), "{after}");
    let run = crosscut_reading("play hex:size=2 --plain", "new trail-mix\nnew chess\n");
    assert!(run.out.contains("\nTrail Mix, trail-mix. Type a move, or help.\n"), "{}", run.out);
    assert!(run.out.contains("there is no game 'chess'"), "{}", run.out);
}

#[test]
fn where_no_folder_can_be_made_the_game_is_kept_here() {
    let here = file("here");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).unwrap();
    fs::write(here.join("file"), "").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crosscut"))
        .args(["play", "hex"])
        .current_dir(&here)
        .env("XDG_STATE_HOME", here.join("file"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.ends_with("\nResume it with: crosscut play --resume ./hex-1.ccr\n"), "{out}");
    assert!(fs::read_to_string(here.join("hex-1.ccr")).unwrap().starts_with("[Game \"hex\"]"));
}

#[test]
fn a_path_is_told_as_one_word() {
    let record = "[Game \"hex:size=2\"]\n[Result \"*\"]\n\n*\n";
    fs::create_dir_all(file("it's here")).unwrap();
    let path = file("it's here/game.ccr");
    fs::write(&path, record).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crosscut"))
        .args(["play", "--resume"])
        .arg(&path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.contains(r"it'\''s here/game.ccr'"), "{out}");
}

#[test]
fn a_finished_game_is_shown() {
    let record =
        "[Game \"hex:size=2,opening=none\"]\n[Result \"first\"]\n\n1. A1 2. B1 3. A2 first\n";
    let (run, after) = resumed("finished.ccr", record, "", "a1\n");
    assert!(run.out.contains("\nPly 3: A2, for V.\n"), "{}", run.out);
    assert!(run.out.contains("\nV (you) wins.\nWinning chain: A1 A2\nType new for another game, rematch to exchange seats, undo, or quit.\nthe game is over.\n"), "{}", run.out);
    assert_eq!(after, record);
    // It may also have ended before the rules ended it, and its file need not say how.
    let record = "[Game \"hex:size=2,opening=none\"]\n[Result \"second\"]\n\n1. A1 second\n";
    let (run, _) = resumed("ended.ccr", record, "", "");
    assert!(run.out.contains("\nH (computer, level 4) wins.\n"), "{}", run.out);
}

#[test]
fn a_file_without_a_game_is_refused_in_a_sentence() {
    let check = |name: &str, text: &str| {
        let path = file(name);
        fs::write(&path, text).unwrap();
        let error = refused(&format!("play --plain --resume {}", path.display()));
        let after = fs::read_to_string(&path).unwrap();
        assert_eq!(after, text);
        error.replace(&path.display().to_string(), "FILE")
    };
    let game = "[Game \"hex:size=2\"]\n[Result \"*\"]\n\n";
    assert_eq!(
        check("illegal.ccr", &format!("{game}1. A1 2. A1 *\n")),
        "FILE has no game to resume: ply 2, A1: A1 is taken by V"
    );
    assert_eq!(check("empty.ccr", ""), "FILE has no game to resume");
    assert!(check("broken.ccr", "no record").starts_with("FILE has no game to resume: line 1"));
    assert_eq!(
        check("two.ccr", &format!("{game}1. A1 *\n\n{game}1. B1 *\n")),
        "FILE has several games: put one of them in a file of its own"
    );
    let none = file("nosuch.ccr").display().to_string();
    assert!(
        refused(&format!("play --resume {none}")).starts_with(&format!("{none} cannot be read"))
    );
}

#[test]
fn what_cannot_be_played_is_refused() {
    assert_eq!(
        refused("play hex --side Brown"),
        "there is no side 'Brown': choose V, H, first, second, both (two people at one keyboard) or none (to watch)"
    );
    assert!(refused("play --level 9").contains("levels go from 1 to 8"));
    assert!(refused("play hexx").contains("did you mean hex?"));
    refused("play hex --resume x.ccr");
}

#[test]
fn what_follows_by_itself_and_what_wins_are_told() {
    // Figure 4 of the rule sheet.
    let record = "[Game \"trichet\"]\n[Result \"*\"]\n\nL51dl. L49dr. L50db. N49ut. *\n";
    let (run, _) = resumed("figure_4.ccr", record, "--side both", "N51ul.\n");
    assert!(
        run.out.contains(" plays N51ul. {a', a'', a''': M51db. N51dr. N50dl.; "),
        "{}",
        run.out
    );
    let end = "wins.\nA blue region of 14 tiles is closed\n";
    assert!(run.out.contains(end), "{}", run.out);
}
