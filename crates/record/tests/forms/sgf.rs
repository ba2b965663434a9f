use crosscut_record::{Form, GameResult, Record, WriteError, Writer, mark, tag};

use crate::{read_one, tell, write};

fn check(sgf: &str) -> Vec<String> {
    tell(Form::Sgf, sgf)
}

/// A summary of a game with these moves after a plain root.
fn moves(nodes: &str) -> String {
    let told = check(&format!("(;FF[4]GM[11]SZ[11]\n{nodes})"));
    assert_eq!(told.len(), 1, "{told:?}");
    told[0].clone()
}

/// The error for a record that does not fit.
fn unfit(record: &Record) -> String {
    match Writer::new(Form::Sgf, Vec::new()).write(record) {
        Err(WriteError::Unfit(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

fn example() -> Record {
    let mut record = Record::new("hex:size=13,opening=swap");
    record.tags.set(tag::FIRST, "ann");
    record.tags.set(tag::SECOND, "bob [the fox]");
    record.tags.set(tag::DATE, "2026-05-01");
    record.tags.set(tag::ENDING, "resignation");
    record.tags.set("TM", "600");
    record.tags.set("Weather", "rain: heavy");
    record.comment = "a \\ b".to_string();
    record.play("A3").play("swap").play("G7").play("E12").play("L2");
    record.plies[1].marks.set(mark::ELAPSED, "2");
    record.plies[2].comment = "the\nmiddle".to_string();
    record.result = GameResult::Second;
    record
}

const EXAMPLE: &str = r"(;FF[4]GM[11]CA[UTF-8]AP[Crosscut:0.1.0]SZ[13]RU[hex\:size=13,opening=swap]
PB[ann]PW[bob [the fox\]]DT[2026-05-01]RE[W+R]TM[600]XT[Weather:rain\: heavy]
C[a \\ b];B[a3];W[swap-sides]XT[elapsed:2];W[g7]C[the
middle];B[e12];W[l2])
";

#[test]
fn a_record_looks_like_this() {
    // After swap-sides the stones stay as they are: the first seat, ann, continues with White. RE means persons, and bob, PW,
    // has won.
    assert_eq!(write(Form::Sgf, &[example()]), EXAMPLE.replace("0.1.0", env!("CARGO_PKG_VERSION")));
    assert_eq!(read_one(Form::Sgf, EXAMPLE), example());
}

#[test]
fn plain_games_are_read() {
    assert_eq!(check("(;FF[4]GM[11];B[a3];W[F9];B[k11])"), ["hex | A3 F9 K11 | *"]);
    assert_eq!(
        check("(;FF[4]GM[11]SZ[13:13]PL[B];B[a3])\n\n(;GM[11]SZ[19]RE[W+])"),
        ["hex:size=13 | A3 | *", "hex:size=19 |  | second"]
    );
    assert_eq!(moves(" ; B [ a3 ] \n;W\n[\tb4 ] "), "hex | A3 B4 | *");
    assert_eq!(moves(";B[a3];W[pass];B[b2]"), "hex | A3 pass B2 | *");
    // Before FF[4], lower-case letters in names have no meaning.
    assert_eq!(check("(;GaMe[11]SiZe[5];Black[a3])"), ["hex:size=5 | A3 | *"]);
    assert_eq!(check("Dear ann,\nhere it is:\n(;GM[11];B[a3])"), ["hex | A3 | *"]);
}

#[test]
fn after_swap_sides_the_board_is_as_it_was() {
    // Colours are sides: Black's stone stays Black's, and White, who was Black, is to move.
    assert_eq!(moves(";B[a3];W[swap-sides];W[k5];B[f6]"), "hex | A3 swap K5 F6 | *");
    // Colours are persons: files written this way mean the same cells.
    assert_eq!(moves(";B[a3];W[swap-sides];B[k5];W[f6]"), "hex | A3 swap K5 F6 | *");
    assert_eq!(
        moves(";B[a3];W[swap-sides];W[k5];W[f6]"),
        "line 2: White moves here, but it is Black's turn"
    );
}

#[test]
fn after_swap_pieces_the_board_is_mirrored() {
    // White's stone is on c1, the mirror of a3, and connects left and right. In the record, the V stone stays on A3, now the
    // second seat's, and connects top and bottom: the same game mirrored, so k5 is E11 and f6 is itself.
    assert_eq!(moves(";B[a3];W[swap-pieces];B[k5];W[f6];B[d1]"), "hex | A3 swap E11 F6 A4 | *");
    // c1 is taken in the file, as A3 is in the record; a3 is free in the file, as C1 is in the record.
    assert_eq!(moves(";B[a3];W[swap-pieces];B[a3]"), "hex | A3 swap C1 | *");
    // Mirroring twice changes nothing.
    assert_eq!(moves(";B[a3];W[swap-pieces];B[swap-pieces];W[k5]"), "hex | A3 swap swap K5 | *");
    assert_eq!(
        moves(";B[a3];W[swap-pieces];W[k5]"),
        "line 2: White moves here, but it is Black's turn"
    );
}

#[test]
fn a_plain_swap_is_told_by_what_follows() {
    // White moves again only if the sides were exchanged.
    assert_eq!(moves(";B[a3];W[swap];W[k5];B[f6]"), "hex | A3 swap K5 F6 | *");
    // Black moves: the stone has moved to c1, as in swap-pieces ..
    assert_eq!(moves(";B[a3];W[swap];B[k5];W[f6];B[a3]"), "hex | A3 swap E11 F6 C1 | *");
    // .. unless c1 is played later.
    assert_eq!(moves(";B[a3];W[swap];B[k5];W[c1]"), "hex | A3 swap K5 C1 | *");
    // On the long diagonal, and at the end, both mean the same.
    assert_eq!(moves(";B[f6];W[swap];B[k5]"), "hex | F6 swap E11 | *");
    assert_eq!(moves(";B[a3];W[swap]"), "hex | A3 swap | *");
    assert_eq!(
        moves(";B[a3];W[swap];W[k5];W[f6]"),
        "line 2: White moves here, but it is Black's turn"
    );
}

/// Whether the stones of one side connect its two edges, by the rules alone: top and bottom, or left and right.
fn joins(stones: &[(i32, i32)], top_to_bottom: bool, size: i32) -> bool {
    let along = |&(column, row): &(i32, i32)| if top_to_bottom { row } else { column };
    let mut reached: Vec<(i32, i32)> =
        stones.iter().copied().filter(|cell| along(cell) == 1).collect();
    let mut next = 0;
    while next < reached.len() {
        let (column, row) = reached[next];
        for (dc, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
            let cell = (column + dc, row + dr);
            if stones.contains(&cell) && !reached.contains(&cell) {
                reached.push(cell);
            }
        }
        next += 1;
    }
    reached.iter().any(|cell| along(cell) == size)
}

#[test]
fn a_game_with_swap_pieces_is_won_by_the_same_person_at_the_same_move() {
    // Played out by hand on 3 x 3. In the file, White's stone is on c1 after the swap, and White connects left and right with
    // c1, b1, a1 against Black's b2, c2.
    let sgf = "(;GM[11]SZ[3]PB[ann]PW[bob]RE[W+];B[a3];W[swap-pieces];B[b2];W[b1];B[c2];W[a1])";
    assert!(joins(&[(3, 1), (2, 1), (1, 1)], false, 3));
    assert!(!joins(&[(3, 1), (2, 1)], false, 3));
    // In the record, the second seat, bob, has V's A3 and adds to it.
    let record = read_one(Form::Sgf, sgf);
    assert_eq!(record.moves().collect::<Vec<_>>(), ["A3", "swap", "B2", "A2", "B3", "A1"]);
    assert_eq!(record.result, GameResult::Second);
    assert_eq!(record.tags.get(tag::SECOND), Some("bob"));
    assert!(joins(&[(1, 3), (1, 2), (1, 1)], true, 3));
    assert!(!joins(&[(1, 3), (1, 2)], true, 3));
    // Written again with swap-sides, bob, PW, adds to the black stone he took over.
    let again = write(Form::Sgf, &[record]);
    assert!(again.contains("RE[W+]\n;B[a3];W[swap-sides];W[b2];B[a2];W[b3];B[a1])"), "{again}");
    assert_eq!(check(&again), ["hex:size=3 | A3 swap B2 A2 B3 A1 | second"]);
}

#[test]
fn the_winner_is_a_person_whatever_side_the_colours_mean() {
    for nodes in [
        ";B[a3];W[b4]",
        ";B[a3];W[swap-pieces];B[b4]",
        ";B[a3];W[swap-sides];W[b4]",
        ";B[a3];W[swap-sides];B[b4]",
        ";B[a3];W[swap-sides]",
    ] {
        let result = |re: &str| read_one(Form::Sgf, format!("(;GM[11]RE[{re}]{nodes})")).result;
        assert_eq!((result("B+"), result("W+T")), (GameResult::First, GameResult::Second));
    }
    // The side that resigns is unambiguous, so it takes precedence over RE.
    let told = check("(;GM[11]RE[W+R];B[a3];W[swap-sides];W[b4];B[resign])");
    assert_eq!(told, ["hex | A3 swap B4 | first"]);
}

#[test]
fn results_and_endings_are_read() {
    let check = |re: &str| {
        let record = read_one(Form::Sgf, format!("(;GM[11]RE[{re}])"));
        format!("{} {}", record.result.name(), record.tags.get(tag::ENDING).unwrap_or("-"))
    };
    for (re, told) in [
        ("B+", "first -"),
        ("W+R", "second resignation"),
        ("b+resign", "first resignation"),
        ("W+Time", "second time"),
        ("B+F", "first forfeit"),
        ("B+1", "first -"),
        ("Draw", "draw -"),
        ("0", "draw -"),
        ("Void", "* void"),
        ("?", "* -"),
        ("", "* -"),
    ] {
        assert_eq!(check(re), told, "{re}");
    }
    assert_eq!(
        tell(Form::Sgf, "(;GM[11]\nRE[Green])"),
        ["line 2: the result 'Green' is not one of B+, W+, Draw, Void and ?"]
    );
}

#[test]
fn a_resignation_is_no_ply() {
    let record = read_one(Form::Sgf, "(;GM[11];B[a3];W[b4]C[hm];B[resign]C[well played])");
    assert_eq!(record.moves().collect::<Vec<_>>(), ["A3", "B4"]);
    assert_eq!(record.plies[1].comment, "hm\nwell played");
    assert_eq!(
        (record.result, record.tags.get(tag::ENDING)),
        (GameResult::Second, Some("resignation"))
    );
    assert_eq!(moves(";B[a3];W[swap-sides];W[b4];B[forfeit]"), "hex | A3 swap B4 | first");
    assert_eq!(moves(";B[a3];W[swap-pieces];B[b4];W[forfeit]"), "hex | A3 swap D2 | first");
    assert_eq!(moves(";B[a3];W[resign];B[b4]"), "line 2: a move follows the resignation");
}

#[test]
fn little_golems_ways_are_understood() {
    // Two-letter cells, no GM, a first move of White made by PB, a swap that mirrors, RE without a plus.
    let sgf = "(;FF[4]EV[hex.ch.1]PB[ann]PW[bob]SZ[13]RE[B]GC[game #7]SO[https://www.littlegolem.net];W[mf];B[swap];W[kj];B[resign])";
    let record = read_one(Form::Sgf, sgf);
    assert_eq!(record.game, "hex:size=13");
    assert_eq!(record.moves().collect::<Vec<_>>(), ["M6", "swap", "J11"]);
    assert_eq!(record.result, GameResult::First);
    assert_eq!(record.tags.get(tag::FIRST), Some("ann"));
    assert_eq!(record.tags.get(tag::ENDING), Some("resignation"));
    assert_eq!(record.comment, "game #7");
    let sgf = sgf.replace("RE[B]", "");
    assert_eq!(read_one(Form::Sgf, &sgf).result, GameResult::First);
    assert_eq!(check(&sgf.replace("[kj]", "[k10]")), ["line 1: 'k10' is not a cell"]);
    assert_eq!(check(&sgf.replace("[kj]", "[kn]")), ["line 1: kn is not on a board of 13 x 13"]);
    assert_eq!(
        check(&sgf.replace("littlegolem", "")),
        ["line 1: there is no GM[11], so this is a game of Go"]
    );
}

#[test]
fn set_up_stones_become_a_tag() {
    let setup = |root: &str| {
        let record = read_one(Form::Sgf, format!("(;GM[11]SZ[5]{root})"));
        record.tags.get(tag::SETUP).unwrap_or("-").to_string()
    };
    assert_eq!(setup("AB[a1][b2]AW[c3]PL[W]"), "V:A1,B2 H:C3 turn:H");
    assert_eq!(setup("AB[a1];AW[c3];W[d4]"), "V:A1 H:C3 turn:H");
    assert_eq!(setup("AB[a1:b2]PL[black]"), "V:A1,B1,A2,B2 turn:V");
    assert_eq!(setup("AB[a1]"), "V:A1");
    assert_eq!(setup("PL[W]"), "turn:H");
    assert_eq!(setup(";W[a1]"), "turn:H");
    assert_eq!(setup("PL[B];B[a1]"), "-");
    let record = read_one(Form::Sgf, "(;GM[11]SZ[5]PB[x]AB[a1]EV[y]PL[W];W[b1];B[b2])");
    assert_eq!(
        record.tags.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        ["First", "Setup", "Event"]
    );
    assert_eq!(read_one(Form::Sgf, write(Form::Sgf, std::slice::from_ref(&record))), record);
}

#[test]
fn rules_are_a_spec_or_a_tag() {
    let rules = |root: &str| {
        let record = read_one(Form::Sgf, format!("(;GM[11]{root})"));
        (record.game.clone(), record.tags.get("RU").map(str::to_string))
    };
    assert_eq!(rules("RU[hex:opening=none]"), ("hex:opening=none".to_string(), None));
    assert_eq!(rules("RU[hex:size=5]SZ[5]"), ("hex:size=5".to_string(), None));
    assert_eq!(rules("RU[hex]"), ("hex".to_string(), None));
    assert_eq!(rules("RU[hex]SZ[5]"), ("hex:size=5".to_string(), Some("hex".to_string())));
    assert_eq!(rules("RU[swap]SZ[5]"), ("hex:size=5".to_string(), Some("swap".to_string())));
}

#[test]
fn the_first_variation_is_the_game() {
    assert_eq!(
        moves(";B[a1](;W[b2];B[c3](;W[d4])(;W[e5]))(;W[f6];B[g7])"),
        "hex | A1 B2 C3 D4 | *"
    );
    assert_eq!(moves("(;B[a1])(;B[b2])"), "hex | A1 | *");
}

#[test]
fn escapes_and_line_breaks_are_undone() {
    let comment = |value: &str| read_one(Form::Sgf, format!("(;GM[11]C[{value}])")).comment;
    assert_eq!(comment(r"a\]b\\c\:d:e[f(g;h)"), r"a]b\c:d:e[f(g;h)");
    assert_eq!(comment("a\\\nb\\\r\nc"), "abc");
    assert_eq!(comment("a\nb\r\nc\rd\n\re"), "a\nb\nc\nd\ne");
    assert_eq!(comment("  two  blanks "), "  two  blanks ");
    assert_eq!(comment("漢\\漢"), "漢漢");
}

#[test]
fn the_first_colon_of_a_pair_is_between_its_halves() {
    let read = |value: &str| read_one(Form::Sgf, format!("(;GM[11]XT[{value}];B[a1])")).tags;
    assert_eq!(read("Weather:rain: heavy: cold").get("Weather"), Some("rain: heavy: cold"));
    // An escaped colon does not count.
    assert_eq!(read(r"At 7\:30:rain\: heavy").get("At 7:30"), Some("rain: heavy"));
}

#[test]
fn a_file_without_a_charset_may_be_latin_1() {
    let file = b"(;GM[11]PB[Zo\xeb];B[a1])".to_vec();
    assert_eq!(read_one(Form::Sgf, &file).tags.get(tag::FIRST), Some("Zo\u{eb}"));
    let with =
        |ca: &str| tell(Form::Sgf, [b"(;GM[11]CA[", ca.as_bytes(), b"]\nPB[Zo\xeb])"].concat());
    assert_eq!(with("ISO-8859-1"), ["hex |  | *"]);
    assert_eq!(with("UTF-8"), ["line 2: this is not UTF-8 text"]);
    assert_eq!(with("Big5"), ["line 1: unknown charset big5: UTF-8 and ISO-8859-1 are read"]);
}

#[test]
fn broken_games_are_refused_with_line_and_reason() {
    for (sgf, refusal) in [
        ("(;GM[1];B[aa])", "line 1: GM[1] is another game; only GM[11] is read"),
        ("(;FF[4]SZ[11])", "line 1: there is no GM[11], so this is a game of Go"),
        ("\n(;GM[11]SZ[11:14])", "line 2: SZ[11:14] is not square; only square boards are read"),
        ("(;GM[11]SZ[27])", "line 1: SZ[27] is not a size from 1 to 26"),
        ("(;GM[11]SZ[x])", "line 1: SZ[x] is not a size from 1 to 26"),
        ("(;GM[11]SZ[11]RU[hex:size=13])", "line 1: SZ says 11, but RU says hex:size=13"),
        ("(;GM[11]\n\nC[a b;B)\n", "line 3: the bracket opened here is not closed"),
        ("(;GM[11]\n;B[a1]", "line 1: the game that begins here has no closing )"),
        ("(GM[11])", "line 1: a game begins with (;"),
        ("()", "line 1: a game begins with (;"),
        ("(;GM[11]\nb[a1])", "line 2: the property b is not in capitals"),
        ("(;GM[11]\nB)", "line 2: the property B has no value in brackets"),
        ("(;GM[11]\n!)", "line 2: '!' is neither a property nor a node"),
        ("(;GM[11]\n;B[l1])", "line 2: l1 is not on a board of 11 x 11"),
        ("(;GM[11];B[a0])", "line 1: 'a0' is not a cell"),
        ("(;GM[11];B[])", "line 1: '' is not a cell"),
        ("(;GM[11];B[a1]\nW[b2])", "line 2: a node has more than one move"),
        ("(;GM[11];B[a1][b2])", "line 1: B has more than one move"),
        ("(;GM[11];B[a1];B[b2])", "line 1: Black moves here, but it is White's turn"),
        ("(;GM[11]PL[W];B[a1])", "line 1: Black moves here, but it is White's turn"),
        ("(;GM[11]PL[X])", "line 1: PL[X] is neither Black nor White"),
        ("(;GM[11];B[a1];AB[b2])", "line 1: AB changes the board after the first move"),
        ("(;GM[11]AE[b2])", "line 1: AE, which removes stones, is not supported"),
        ("(;GM[11]SZ[2]AB[a1:b2][a1:b2][a1:b2])", "line 1: there are more stones than cells"),
        ("(;GM[11]EV[a]\nEV[b])", "line 2: the tag Event is there twice"),
        ("(;GM[11];B[a1]BL[1]\nBL[2])", "line 1: the mark BL is there twice"),
        ("(;GM[11]XT[a])", "line 1: XT holds a name and a text with a colon between"),
        ("hello", "line 1: this is not SGF: it has no game, (;..)"),
    ] {
        assert_eq!(check(sgf), [refusal], "{sgf}");
    }
    assert_eq!(
        check("(;GM[1])\n(;GM[11])\n) \n(;GM[11]SZ[5])"),
        [
            "line 1: GM[1] is another game; only GM[11] is read",
            "hex |  | *",
            "line 3: this is outside any game",
            "hex:size=5 |  | *"
        ]
    );
    assert_eq!(check(""), [""; 0]);
}

#[test]
fn what_sgf_cannot_hold_is_not_written() {
    assert_eq!(
        unfit(&Record::new("trellis")),
        "SGF holds games of hex up to size 26, not of trellis"
    );
    assert_eq!(
        unfit(&Record::new("hex:size=27")),
        "SGF holds games of hex up to size 26, not of hex:size=27"
    );
    assert_eq!(
        unfit(&Record::new("hexagons")),
        "SGF holds games of hex up to size 26, not of hexagons"
    );
    let with = |text: &str| {
        let mut record = Record::new("hex:size=5");
        record.play("A1").play(text);
        unfit(&record)
    };
    assert_eq!(with("A1,B2"), "move 2, A1,B2, is not a cell, and not swap");
    assert_eq!(with("A01"), "move 2, A01, is not a cell, and not swap");
    assert_eq!(with("F1"), "move 2, F1, is not on a board of 5 x 5");
    let with = |setup: &str| {
        let mut record = Record::new("hex:size=5");
        record.tags.set(tag::SETUP, setup);
        unfit(&record)
    };
    assert_eq!(with("V:F1"), "SGF cannot hold the set-up's 'V:F1'");
    assert_eq!(with("V:A1 X:B1"), "SGF cannot hold the set-up's 'X:B1'");
    assert_eq!(with("turn:X"), "SGF cannot hold the set-up's 'turn:X'");
}

#[test]
fn a_writer_goes_on_behind_a_record_that_did_not_fit() {
    let mut writer = Writer::new(Form::Sgf, Vec::new());
    assert!(writer.write(&Record::new("trellis")).is_err());
    writer.write(&Record::new("hex")).unwrap();
    let text = String::from_utf8(writer.finish().unwrap()).unwrap();
    assert_eq!(check(&text), ["hex |  | *"]);
}

#[test]
fn viewers_marks_are_left_out_and_other_properties_are_kept() {
    let record = read_one(
        Form::Sgf,
        "(;GM[11]IS[tried:on]TM[600]RU[swap allowed];B[a1]BL[598]TR[b2];W[b2]LB[a1:x])",
    );
    let tags: Vec<_> = record.tags.iter().collect();
    assert_eq!(tags, [("TM", "600"), ("RU", "swap allowed")]);
    assert_eq!(record.plies[0].marks.iter().collect::<Vec<_>>(), [("BL", "598")]);
    assert!(record.plies[1].marks.is_empty());
    assert_eq!(read_one(Form::Sgf, write(Form::Sgf, std::slice::from_ref(&record))), record);
}
