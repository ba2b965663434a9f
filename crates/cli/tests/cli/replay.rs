use std::fs;

use crate::{crosscut, crosscut_reading, fields, file, good, json, refused};

#[test]
fn the_json_has_the_fields_of_the_contract_in_order() {
    assert_eq!(
        good("replay hex:opening=none,size=5 c3 d4 --json"),
        "{\"spec\":\"hex:size=5,opening=none\",\"moves\":[\"C3\",\"D4\"],\"turn\":\"first\",\"side\":\"V\",\
         \"outcome\":null,\"winner_side\":null,\"legal\":23,\"score\":null}\n"
    );
    let names = fields(&good("replay hex --json"));
    assert_eq!(
        names,
        ["spec", "moves", "turn", "side", "outcome", "winner_side", "legal", "score"]
    );
}

#[test]
fn a_move_with_the_number_of_another_is_not_played_at_the_start() {
    assert_eq!(
        refused("replay trail-mix 23. Ba3!?"),
        "ply 1, Ba3: the list starts at move 23, and the position is at move 1"
    );
    assert!(good("replay trail-mix 1. Ba3!? 2. Gb4.").contains("\n1. a3 2. b4\n"));
}

#[test]
fn the_same_list_is_read_alike_everywhere() {
    let game = "trellis:size=7,opening=none";
    let listed = |text: &str| crosscut_reading(&format!("replay {game} -"), text);
    let lines = "1. A2, C3\n2. D1, D4\n3. E2, E5\n";
    let run = listed(lines);
    assert!(run.status == 0 && run.out.contains("1. A2,C3 2. D1,D4 3. E2,E5"), "{}", run.err);
    // Without numbers nothing is guessed.
    for text in ["A2, C3 B1", "A2, C3, B1"] {
        let run = listed(text);
        assert!(
            run.status == 2 && run.err.contains("'A2, C3' may be one turn or two"),
            "{}",
            run.err
        );
    }
    // After a set-up that says how many plies came before, the list begins with the next number or with 1.
    let set_up = |list: &str| format!("replay hex:size=5,opening=none --setup V:A1 {list}");
    assert!(crosscut(&set_up("2. B2 3. C3")).status == 0);
    assert!(crosscut(&set_up("1. B2 2. C3")).status == 0);
    assert!(refused(&set_up("4. B2")).contains("starts at move 4, and the position is at move 2"));
}

#[test]
fn a_very_long_game_is_not_said_back_whole() {
    for spec in ["x".repeat(100_000), format!("hex:size={}", "9".repeat(100_000))] {
        let run = crosscut(&format!("replay {spec}"));
        assert!(run.status == 2 && run.err.len() < 2000, "{} bytes", run.err.len());
    }
}

#[test]
fn a_swap_changes_the_sides_and_not_the_seats() {
    let it = json("replay hex:size=5 C3 SWAP --json");
    assert_eq!((it["turn"].as_str(), it["side"].as_str()), (Some("first"), Some("H")));
    assert_eq!(it["moves"][1], "swap");
}

#[test]
fn a_finished_game_has_an_outcome_and_no_turn() {
    let it = json("replay hex:size=3 A1 swap B1 A2 C1 A3 --json");
    assert_eq!(it["outcome"], "second");
    assert_eq!(it["winner_side"], "V");
    assert!(it["turn"].is_null() && it["side"].is_null());
    assert_eq!(it["legal"], 0);
    assert_eq!(
        refused("replay hex:size=2,opening=none A1 B1 A2 B2"),
        "ply 4, B2: the game is over"
    );
}

#[test]
fn the_plain_form_shows_the_board_the_moves_and_whose_turn_it_is() {
    let out = good("replay hex:size=3 b2 a1");
    assert!(out.contains("2 . V . 2"), "{out}");
    assert!(out.contains("\n1. B2 2. A1\n"), "{out}");
    assert!(out.ends_with("\nIt is V's turn, the first seat's\n"), "{out}");
    let out = good("replay plexus");
    assert!(out.ends_with("\nScore: 0 for the first seat, 0 for the second\n"), "{out}");
    let out = good("replay hex:size=2,opening=none A1 B1 A2");
    assert!(out.ends_with("\nThe first seat has won, as V\nWinning chain: A1 A2\n"), "{out}");
}

#[test]
fn what_a_game_is_won_by_is_told() {
    let moves = "L51dl. L49dr. L50db. N49ut. N51ul.";
    let won = "A blue region of 14 tiles is closed";
    let out = good(&format!("replay trichet {moves}"));
    assert!(out.ends_with(&format!("\nThe second seat has won, as Dot\n{won}\n")), "{out}");
    let it = json(&format!("replay trichet {moves} --json"));
    assert_eq!(it["because"], won);
    assert_eq!(json("replay hex:size=2 a1 --json").get("because"), None);
}

#[test]
fn the_opening_is_said_aloud() {
    let ends = |line: &str, said: &str| {
        let out = good(&format!("replay {line}"));
        assert!(out.ends_with(said), "{out}");
    };
    ends(
        "trellis A1,B3",
        "\nThe first seat plays opening turn 2 of 3, for H\nThe second seat then chooses a side\n",
    );
    ends(
        "trellis A1,B3 pass C3",
        "\nThe second seat chooses a side: black (V) or white (H)\nH moves next, whoever takes it\n",
    );
    ends("trellis A1,B3 pass C3 black", "\nIt is H's turn, the first seat's\n");
    ends(
        "hex A1",
        "\nThe second seat moves for H, or answers swap\n\
         swap takes V and what it has on the board; the first seat then moves as H\n",
    );
}

#[test]
fn a_draw_says_why() {
    let out = good("replay trellis:size=3,opening=none A1 pass pass");
    assert!(out.ends_with("\nThe game is drawn: both passed\n"), "{out}");
}

#[test]
fn an_illegal_ply_is_named_and_nothing_is_printed() {
    assert_eq!(refused("replay hex C3 C3"), "ply 2, C3: C3 is taken by V");
    assert_eq!(refused("replay hex C3 C3 --json"), "ply 2, C3: C3 is taken by V");
    assert!(refused("replay hex C3 what?").starts_with("ply 2, what?: "));
    assert_eq!(refused("replay hex C3 ''"), "ply 2 is empty: write a move");
    let pass = "there is no passing in this game: write a letter and a number, such as C6";
    assert_eq!(refused("replay hex pass"), format!("ply 1, pass: {pass}"));
    assert_eq!(
        refused("replay trellis:opening=none A1,B2"),
        "ply 1, A1,B2: A1 and B2 are not three points apart"
    );
    assert!(refused("replay hex:size=5 F6").starts_with("ply 1, F6: F6 is not on this board"));
    assert!(refused("perft hex 2 A1 A1").starts_with("ply 2, A1: "));
    assert!(refused("best hex A1 A1").starts_with("ply 2, A1: "));
    assert!(refused("svg hex A1 A1 -o -").starts_with("ply 2, A1: "));
}

#[test]
fn moves_may_come_from_the_standard_input() {
    let from_stdin = crosscut_reading("replay hex:size=5 - --json", " C3\n\tD4 \r\n\nA1 ");
    assert_eq!(from_stdin.out, good("replay hex:size=5 C3 D4 A1 --json"));
    let empty = crosscut_reading("replay hex:size=5 -", "");
    assert_eq!((empty.status, empty.out), (0, good("replay hex:size=5")));
    let bad = crosscut_reading("replay hex:size=5 -", "C3 C3");
    assert_eq!((bad.status, bad.out.as_str()), (2, ""));
    assert_eq!(bad.err, "error: ply 2, C3: C3 is taken by V\n");
}

#[test]
fn moves_with_a_dash_are_moves_and_options_after_them_are_options() {
    assert!(refused("replay hex C3 -A50ul. --json").starts_with("ply 2: '-A50ul.' is not"));
    assert!(refused("replay hex -5 --json").starts_with("ply 1: '-5' is not"));
    assert_eq!(good("replay --json hex C3"), good("replay hex C3 --json"));
    assert_eq!(good("replay hex --json -- C3"), good("replay hex C3 --json"));
    assert_eq!(crosscut("replay hex C3 --jsno").status, 2);
}

#[test]
fn a_set_up_is_where_the_line_begins() {
    let it = json("replay hex:size=5 A5 --setup 'v:C3,D4 h:A1 turn:H' --json");
    assert_eq!((it["turn"].as_str(), it["side"].as_str()), (Some("first"), Some("V")));
    assert_eq!(it["legal"], 21);
    let it = json("replay hex:size=2 --setup 'V:A1,A2 H:B1' --json");
    assert_eq!((it["outcome"].as_str(), it["turn"].as_str()), (Some("first"), None));
    assert_eq!(refused("replay hex --setup V:A1,A1 --json"), "A1 is given twice for V");
    assert_eq!(refused("replay hex --setup 'V:A1 H:A1'"), "A1 is given to both sides");
    assert!(refused("replay hex --setup 'V'").starts_with("'V' is not part of a set-up"));
    assert!(refused("replay hex --setup 'X:A1'").starts_with("'X:' is not part of this game's"));
    assert!(refused("replay hex --setup 'V:Z99'").contains("Z99"));
}

#[test]
fn specs_are_read_leniently_and_refused_with_what_is_allowed() {
    assert_eq!(json("replay 'HEX: Size = 5 , opening=Swap' --json")["spec"], "hex:size=5");
    assert!(refused("replay hexx").ends_with("there is no game 'hexx': did you mean hex?"));
    assert!(refused("replay hex:size=1").ends_with("size is a number from 2 to 26"));
    let original = refused("replay original-trellis:size=10");
    assert!(original.ends_with("size is 9, 13, 17 or 21"), "{original}");
    assert!(refused("replay hex:size=5,size=5").ends_with("size is given twice"));
    assert!(refused("replay hex:sise=5").ends_with("there are size and opening"));
}

#[test]
fn a_diagram_that_is_not_there_is_named() {
    let missing = file("there-is-no-such-diagram");
    let error = refused(&format!("replay hex --diagram {}", missing.display()));
    assert!(error.starts_with(&format!("{} cannot be read: ", missing.display())), "{error}");
}

/// Figure 2 of Trail Mix's rule sheet.
const FIGURE: &str = "\
7 . . \\ . . . \\
6 / . . / \\ / /
5 \\ \\ / . \\ \\ \\
4 / / . . / . /
3 / . . / . \\ /
2 . . . . . \\ .
1 . . . . \\ . .
  a b c d e f g
";

#[test]
fn a_diagram_is_where_the_line_begins_and_a_set_up_adds_to_it() {
    let path = file("figure-2");
    fs::write(&path, FIGURE).unwrap();
    let path = path.display();
    let problem = format!("replay trail-mix --diagram {path} --setup turn:Green");
    assert_eq!(json(&format!("{problem} --json"))["side"], "Green");
    let it = json(&format!("{problem} Gf4 Bd2 Gg1 Be3 Gb3 Bc2 \\c1 --json"));
    assert_eq!((it["winner_side"].as_str(), it["moves"][6].as_str()), (Some("Green"), Some("c1")));
    let piped = crosscut_reading("replay trail-mix --diagram - --setup turn:Green --json", FIGURE);
    assert_eq!(piped.out, good(&format!("{problem} --json")));
    let twice = refused(&format!("replay trail-mix --diagram {path} --setup Brown:a1"));
    assert_eq!(twice, "'Brown:' is given twice");
    assert!(
        refused("replay plexus --diagram Cargo.toml").starts_with("Cargo.toml: diagrams of plexus")
    );
}
