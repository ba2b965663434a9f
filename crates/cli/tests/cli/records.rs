use std::fs;

use crate::{Run, crosscut, crosscut_reading, file, good, refused};

const TEXT: &str = "\
[Game \"hex:size=5\"]
[First \"Ann\"]
[Second \"Bob Ü\"]
[Date \"2026-05-01\"]
[Result \"first\"]

1. C3 {a \"quoted\" word, no end} 2. swap 3. B2 4. C2 first

[Game \"hex:size=2,opening=none\"]
[Result \"*\"]

1. A1 *
";

/// The path of a file with this content.
fn with(name: &str, content: &str) -> String {
    let path = file(name);
    fs::write(&path, content).unwrap();
    path.display().to_string()
}

fn path(name: &str) -> String {
    file(name).display().to_string()
}

fn convert(from: &str, to: &str) -> String {
    assert_eq!(good(&format!("convert {from} {to}")), "");
    fs::read_to_string(to).unwrap()
}

#[test]
fn a_record_goes_through_all_forms_and_back() {
    let first = with("first.ccr", TEXT);
    let text = convert(&first, &path("second.ccr"));
    let json = convert(&path("second.ccr"), &path("third.json"));
    assert!(json.starts_with("[\n{\"game\":\"hex:size=5\""), "{json}");
    let lines = convert(&path("third.json"), &path("fourth.jsonl"));
    assert_eq!(lines.lines().count(), 2);
    let sgf = convert(&path("fourth.jsonl"), &path("fifth.sgf"));
    assert!(sgf.contains("GM[11]"), "{sgf}");
    assert_eq!(convert(&path("fifth.sgf"), &path("sixth.ccr")), text);
    assert!(text.contains("1. C3 {a \"quoted\" word, no end} 2. swap 3. B2 4. C2"), "{text}");
}

#[test]
fn pipes_need_a_form_only_where_none_is_told() {
    let file = with("piped.ccr", TEXT.split("\n\n[Game").next().unwrap());
    let json = good(&format!("convert {file} - --to json"));
    let back = crosscut_reading("convert - - --to text", &json);
    assert_eq!((back.status, back.err.as_str()), (0, ""));
    let again = crosscut_reading("convert - - --from text --to json", &back.out);
    assert_eq!(again.out, json);
    let unknown = refused(&format!("convert {file} -"));
    assert_eq!(
        unknown,
        "the name - does not tell its form: give --to text, json, jsonl, sgf, hexworld or trmph"
    );
    assert_eq!(crosscut_reading("check -", "what is this?").status, 2);
}

#[test]
fn games_come_from_and_go_to_addresses() {
    let from = "https://hexworld.org/board/#5r9c1,a3:sb4";
    let text = good(&format!("convert '{from}' - --to text"));
    assert_eq!(text, "[Game \"hex:size=5\"]\n[Result \"*\"]\n\n1. A3 2. swap 3. D2 *\n");
    let there = good(&format!("convert '{from}' - --to hexworld"));
    assert_eq!(there, "https://hexworld.org/board/#5c1,a3:Sd2\n");
    let list = path("list.trmph");
    good(&format!("convert '{from}' {list}"));
    assert_eq!(fs::read_to_string(&list).unwrap(), "https://trmph.com/hex/board#5,c1c1b4\n");
    assert_eq!(good(&format!("convert {list} - --to text")), text);
    assert_eq!(good(&format!("check {list} '#5,a3b4'")), "2 records are good\n");
    let error = refused("convert 'https://hexworld.org/board/#5c1,a6' - --to text");
    assert!(error.ends_with(": record 1: line 1: A6 is not on a board of 5 x 5"), "{error}");
    let quadrants = with("quadrants.ccr", "[Game \"quadrant-hex\"]\n\n1. c1 *\n");
    let error = refused(&format!("convert {quadrants} - --to trmph"));
    assert!(error.contains("addresses of TRMPH hold games of hex up to size 26"), "{error}");
}

#[test]
fn a_conversion_that_fails_leaves_the_old_file() {
    let broken =
        with("broken.jsonl", "{\"game\":\"hex\",\"plies\":[],\"result\":\"*\"}\n{\"game\":1}\n");
    let old = with("kept.ccr", "old");
    let error = refused(&format!("convert {broken} {old}"));
    assert!(error.starts_with(&format!("{broken}: record 2: line 2: ")), "{error}");
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    assert!(!file("kept.ccr.part").exists());
    let trail = with("trail.ccr", "[Game \"trail-mix\"]\n[Result \"*\"]\n\n1. c1 *\n");
    let error = refused(&format!("convert {trail} {}", path("trail.sgf")));
    assert!(error.starts_with(&format!("{trail}: record 1: ")), "{error}");
    assert!(refused("convert nosuch.ccr x.json").starts_with("nosuch.ccr cannot be read: "));
}

#[test]
fn check_says_which_record_is_bad_and_why() {
    let fine = with("good.ccr", "[Game \"hex:size=2,opening=none\"]\n\n1. a1 2. b1 3. a2 first\n");
    assert_eq!(good(&format!("check {fine}")), "1 record is good\n");
    let bad = with(
        "bad.ccr",
        "[Game \"hex:size=5\"]\n\n1. C3 2. C3 *\n\n\
         [Game \"hex:size=99\"]\n\n*\n\n\
         [Game \"hex:size=2,opening=none\"]\n\n1. A1 2. B1 3. A2 second\n\n\
         [Game \"hex\"]\n[Setup \"V:A1 H:A1\"]\n\n*\n\n\
         [Game \"hex\"\n\n*\n\n\
         [Game \"hex\"]\n\n1. C3 *\n",
    );
    let Run { status, out, err } = crosscut(&format!("check {fine} {bad}"));
    assert_eq!((status, err.as_str()), (1, "error: 5 bad of 7\n"), "{out}");
    // A missing file does not keep the others from being checked.
    let Run { status, out: more, err } = crosscut(&format!("check no-such.ccr {fine} {bad}"));
    assert_eq!((status, err.as_str()), (1, "error: 6 bad of 8\n"), "{more}");
    assert!(more.starts_with("no-such.ccr cannot be read: ") && more.ends_with(&out), "{more}");
    let told: Vec<&str> = out.lines().map(|line| line.strip_prefix(&bad).unwrap()).collect();
    assert_eq!(told.len(), 5, "{out}");
    assert_eq!(told[0], ": record 1: ply 2, C3: C3 is taken by V");
    assert!(told[1].starts_with(": record 2: hex: size=99 is not possible"), "{out}");
    assert_eq!(told[2], ": record 3: its result is second, but by the rules it is first");
    assert_eq!(told[3], ": record 4: its set-up: A1 is given to both sides");
    assert!(told[4].starts_with(": record 5: line 18: "), "{out}");
    let empty = with("empty.ccr", "\n");
    let run = crosscut(&format!("check {empty}"));
    assert_eq!((run.status, run.out), (1, format!("{empty}: it has no records\n")));
    assert!(refused("check nosuch.ccr").starts_with("nosuch.ccr cannot be read: "));
}

#[test]
fn check_says_when_a_result_does_not_fit_its_game() {
    let hex = "[Game \"hex:size=2,opening=none\"]\n";
    let told = |name: &str, ending: &str, moves: &str| {
        let ending = match ending {
            "" => String::new(),
            _ => format!("[Ending \"{ending}\"]\n"),
        };
        let path = with(&format!("{name}.ccr"), &format!("{hex}{ending}\n{moves}\n"));
        let Run { status, out, .. } = crosscut(&format!("check {path}"));
        let what = out.lines().next().unwrap().replace(&format!("{path}: record 1: "), "");
        (status, what)
    };
    let bad = |what: &str| (1, what.to_string());
    let good = (0, "1 record is good".to_string());
    assert_eq!(
        told("over", "", "1. A1 2. B1 3. A2 *"),
        bad("its result is *, but by the rules it is first")
    );
    assert_eq!(
        told("resigned", "resignation", "1. A1 draw"),
        bad("its result is draw, but somebody wins by resignation")
    );
    assert_eq!(
        told("agreed", "agreement", "1. A1 second"),
        bad("its result is second, but an agreement is a draw")
    );
    assert_eq!(told("agreed", "agreement", "1. A1 draw"), good);
    assert_eq!(told("resigned", "resignation", "1. A1 second"), good);
    assert_eq!(told("open", "", "1. A1 *"), good);
    for how in ["time", "agreement", "void", "bogus"] {
        let why = format!("it says it ended by {how}, but it ended by the rules");
        assert_eq!(told("over", how, "1. A1 2. B1 3. A2 first"), bad(&why));
    }
    assert_eq!(told("over", "rules", "1. A1 2. B1 3. A2 first"), good);
    let odd = "its result is second, but by the rules the game is not over, and no tag Ending says how it ended";
    assert_eq!(told("odd", "", "1. A1 second"), (0, odd.to_string()));
}

#[test]
fn codes_in_moves_names_and_records_do_not_reach_the_terminal() {
    // Red text, a bell, a window title, and the same in C1 control characters.
    let evil = "\x1b[31m\x07\x1b]0;hacked\x07\u{9b}31m\x7f";
    let record = with(
        "evil.ccr",
        &format!(
            "[Game \"hex:size=5\"]\n[First \"{evil}\"]\n\n1. C3{evil} *\n\n[Game \"{evil}\"]\n\n*\n"
        ),
    );
    let sgf = with("evil.sgf", &format!("(;FF[4]GM[11]SZ[5]PB[{evil}];B[c3];W[{evil}])"));
    let named =
        with("evil-name.ccr", &format!("[Game \"hex:size=5\"]\n[First \"{evil}\"]\n\n1. C3 *\n"));
    let mut shown = 0;
    for line in [
        format!("replay hex {evil}"),
        format!("replay {evil}"),
        format!("replay hex:{evil}=3"),
        format!("replay hex --{evil}"),
        format!("replay hex --setup V:{evil}"),
        evil.to_string(),
        format!("best hex {evil}"),
        format!("best hex --seconds {evil}"),
        format!("solve hex {evil}"),
        format!("solve hex --checkpoint /{evil}/x"),
        format!("perft hex {evil}"),
        format!("svg hex {evil} -o -"),
        format!("analyse hex {evil}"),
        format!("help-game {evil}"),
        format!("check {evil}"),
        format!("check {record}"),
        format!("check {sgf}"),
        format!("verify {record}"),
        format!("play --resume {record} --plain"),
        format!("match hex {evil} uct"),
        format!("puzzles play {evil}"),
    ] {
        let Run { out, err, .. } = crosscut(&line);
        let text = out + &err;
        let code = text.chars().find(|c| c.is_control() && !"\n\t".contains(*c));
        assert_eq!(code, None, "{line:?}: {text:?}");
        shown += usize::from(text.contains("\\u001b[31m"));
    }
    // Output to another program is not escaped.
    let whole = good(&format!("convert {named} - --to jsonl"));
    for form in ["json", "text", "sgf"] {
        let record = good(&format!("convert {named} - --to {form}"));
        let back = crosscut_reading(&format!("convert - - --from {form} --to jsonl"), &record).out;
        assert_eq!(back, whole, "{form}");
    }
    assert!(shown >= 17, "what was typed is still shown: {shown}");
}
