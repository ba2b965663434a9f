//! Every fault of a certificate is reported with its line.

use crosscut_catalog::verify;

fn fault(text: &str) -> String {
    verify(text).unwrap_err().to_string()
}

#[test]
fn what_is_wrong_with_a_certificate_is_said() {
    let head = "crosscut certificate 1\ngame hex:size=2,opening=none\n";
    let good = format!(
        "{head}won V B1 B2\nwon V A2 B1\nplay B2>1 A2>2\nclaim at least win by B1\nwalk >3\nend\n"
    );
    let (_, verified) = verify(&good).unwrap();
    assert_eq!((verified.low, &verified.winning[..]), (1, &["B1".to_string()][..]));
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from));
        fault(&good.replacen(from, to, 1))
    };
    assert_eq!(fault(""), "line 0: everything is missing: the file is cut off");
    assert_eq!(
        fault("crosscut"),
        "line 1: not a certificate: the first line should be 'crosscut certificate 1'"
    );
    assert_eq!(
        changed("1\n", "2\n"),
        "line 1: a certificate of another version: this program reads 'crosscut certificate 1'"
    );
    assert_eq!(changed("hex:", "hexx:"), "there is no game 'hexx': did you mean hex?");
    assert_eq!(changed("end\n", ""), "line 7: the line 'end' is missing: the file is cut off");
    assert_eq!(changed("end\n", "end\nend\n"), "line 9: there is something after the line 'end'");
    assert_eq!(changed("B1 B2", "B1 A1"), "line 3: these stones do not win for the side");
    assert_eq!(changed("B1 B2", "B1 B9"), "line 3: there is no cell 'B9'");
    assert_eq!(changed("won V", "won X"), "line 3: there is no side 'X'");
    assert_eq!(changed("B2>1 A2>2", "B2>1"), "line 5: there is no answer to B2");
    assert_eq!(changed("A2>2", "A2>3"), "line 5: there is no fact 3 before this one");
    assert_eq!(changed(">3", ">1"), "line 7: fact 1 does not hold for the position it is used in");
    assert_eq!(changed(">3", ">4"), "line 7: there is no fact '4'");
    assert_eq!(changed("claim at least win by B1\nwalk >3\n", ""), "line 6: nothing is claimed");
    assert_eq!(changed("walk >3\n", ""), "line 6: the walk ends where a ply is needed");
    assert_eq!(changed(">3", ">3 A1"), "line 7: the walk continues after everything is proved");
    assert_eq!(
        changed("by B1", "by B3"),
        "line 6: B3: B3 is not on this board: columns go from A to B, rows from 1 to 2"
    );
    assert_eq!(
        changed("at least win", "a win"),
        "line 6: a claim is 'at least' or 'at most', and 'win', 'draw' or 'loss'"
    );
    assert_eq!(
        changed("end\n", "won V B1 B2\nend\n"),
        "line 8: a line cannot begin with 'won' here"
    );
    // What is true of every ply is not reported as a result.
    for (claim, walk) in [("at least loss", ">3"), ("at most win", "A1 A2 B2")] {
        let text = good.replace("at least win", claim).replace("walk >3", &format!("walk {walk}"));
        assert_eq!(
            fault(&text),
            format!("line 6: '{claim}' claims nothing: it is true whatever is played")
        );
    }
    assert_eq!(
        fault(&format!("{head}moves B1 A1 B2\nclaim at least loss\nend\n")),
        "line 4: the game is over: there is nothing left to prove"
    );
    assert_eq!(changed("won V", "owns V"), "line 3: a line cannot begin with 'owns' here");
}

#[test]
fn a_form_is_proved_for_whoever_is_to_move() {
    let swap = "crosscut certificate 1\ngame trail-mix:size=3,opening=swap\n";
    let closed = swap.replace(",opening=swap", "");
    // Without a swap b2 wins.
    let claim = "claim at least win by b2\nwalk c2 a3";
    let (_, verified) = verify(&format!("{closed}{claim}\nend\n")).unwrap();
    assert_eq!(verified.winning, ["b2"]);
    assert_eq!(
        fault(&format!("{swap}{claim}\nend\n")),
        "line 4: the walk ends where a ply is needed"
    );
    // After the swap and any answer the board is like one that was proved, but the other seat is to move.
    for answer in ["a1", "b1", "a2"] {
        let text = fault(&format!("{swap}{claim} {answer}\nend\n"));
        assert_eq!(text, "line 4: the walk ends where a ply is needed");
    }
}

#[test]
fn no_ply_is_written_where_one_wins_at_once() {
    let head = "crosscut certificate 1\ngame trail-mix:size=3\nmoves b2 a3 c3 c1\n";
    let claim = "claim at least win\n";
    let (_, verified) = verify(&format!("{head}{claim}end\n")).unwrap();
    assert_eq!(verified.low, 1);
    assert_eq!(
        fault(&format!("{head}{claim}walk a1\nend\n")),
        "line 5: the walk continues after everything is proved"
    );
    assert_eq!(
        fault("crosscut certificate 1\ngame trail-mix:size=3\nmoves b2\nclaim at least win\nend\n"),
        "line 4: the walk ends where a ply is needed"
    );
}

#[test]
fn a_fact_is_refused_where_it_does_not_hold() {
    let hex = |size: u32, rest: &str| {
        fault(&format!("crosscut certificate 1\ngame hex:size={size},opening=none\n{rest}end\n"))
    };
    let bridge = "won V B1 B2\nwon V A2 B1\nplay B2>1 A2>2\n";
    // H has one of the bridge's two cells.
    assert_eq!(
        hex(2, &format!("moves B1 A2\n{bridge}claim at least win by A1\nwalk >3\n")),
        "line 8: fact 3 does not hold for the position it is used in"
    );
    assert_eq!(
        hex(2, &format!("{bridge}play A2>3\nclaim at least win by B1\nwalk >3\n")),
        "line 6: an answer takes a cell in the carrier of fact 3"
    );
    assert_eq!(
        hex(2, "won V B1 B2\nplay B1,B2>1\nclaim at least win by A1\nwalk >2\n"),
        "line 4: an answer is not a turn"
    );
    // What one answer needs, the whole fact needs, whichever answer it is.
    for answers in ["B2>1 A2>2", "A2>2 B2>1"] {
        let facts = format!("won V B1 B2\nwon V A1 A2\nplay {answers}\n");
        for by in ["A1", "B1"] {
            assert_eq!(
                hex(2, &format!("{facts}claim at least win by {by}\nwalk >3\n")),
                "line 7: fact 3 does not hold for the position it is used in"
            );
        }
    }
    // A fact about the side to move.
    let middle = "won H A2 B2 C2\nwon H A2 B2 C1\nwon H A3 B2 C2\nwon H A3 B2 C1\n\
                  play C2>1 C1>2\nplay C2>3 C1>4\nplay A2>1 A3>3\nplay A2>2 A3>4\n\
                  play A2>5 A3>6 C2>7 C1>8\n";
    assert_eq!(
        hex(3, &format!("moves A1 B2\n{middle}claim at least win by B1\nwalk >9\n")),
        "line 14: fact 9 does not hold for the position it is used in"
    );
}

#[test]
fn what_is_joined_is_joined_by_one_side_with_stones_and_cells_of_its_own() {
    let hex = |rest: &str| {
        let head = "crosscut certificate 1\ngame hex:size=3,opening=none\n";
        fault(&format!("{head}{rest}end\n"))
    };
    let bridge = "join V B2 high A3\njoin V B2 high B3\nplay A3>1 B3>2\n";
    for (line, what) in [
        (
            "join V low high B2 / 3 3",
            "fact 3 has a cell in its carrier that an earlier one has too",
        ),
        ("join H low high B2 / 3", "fact 3 is the other side's"),
        ("join V low high B2 / 3", "the points are not connected"),
        // Nothing is between the two points.
        ("join V low high B1 / 3", "the points are not connected"),
        ("join V B2 B2", "expected two points"),
        ("join V B2", "expected two points"),
        ("join V B2 high B3 / 4", "there is no fact 4 before this one"),
        ("join V B1 high B2 B3\nplay A3>1 B3>4", "the answers have different goals"),
        // Winning is one thing, being connected another.
        ("play A3>1", "there is no answer to A3"),
        ("join V low high B1 B2 B3\njoin V low high B2 / 4", "fact 4 joins no points"),
    ] {
        let at = 5 + line.lines().count();
        let text = format!("{bridge}{line}\nclaim at least win by B2\nwalk >3\n");
        assert_eq!(hex(&text), format!("line {at}: {what}"));
    }
    let refused = |line: usize, fact: u32| {
        format!("line {line}: fact {fact} does not hold for the position it is used in")
    };
    // Joining two points is not winning.
    let text = format!("{bridge}claim at least win by B2\nwalk >3\n");
    assert_eq!(hex(&text), refused(7, 3));
    // What a link needs, and what must be empty for it, the whole fact needs too.
    let (claim, whole) = ("claim at least win by B1\nwalk >4\n", "join V low high B1 B2 / ");
    assert_eq!(hex(&format!("moves B2 A1\n{bridge}{whole}1\n{claim}")), refused(9, 4));
    assert_eq!(hex(&format!("moves B2 A3\n{bridge}{whole}3\n{claim}")), refused(9, 4));
    let elsewhere =
        "crosscut certificate 1\ngame bridg-it:size=2\njoin V low high\nclaim at least win\nend\n";
    assert_eq!(fault(elsewhere), "line 3: nothing is joined in this game");
}

#[test]
fn a_cell_that_matters_is_not_done_without() {
    let head = "crosscut certificate 1\ngame hex:size=3,opening=none\n\
                won V A2 A1 A3\nwon V B1 B2 B3\njoin V B2 high A3\n";
    let said =
        |line: &str| fault(&format!("{head}{line}\nclaim at least win by B2\nwalk >4\nend\n"));
    for (line, what) in [
        ("dead 1 A1", "the cell is not dead"),
        ("dead 2 B2 / B1", "the cell is not dead"),
        ("dead 3 A3", "fact 3 is not a win"),
        ("dead 5 A3", "there is no fact 5 before this one"),
        ("dead 1 A1 / A1", "a stone is on a cell that must be empty or without a stone"),
        ("dead 1 A1 B1", "'dead' takes one cell, 'capture' two"),
        ("capture 1 A1", "'dead' takes one cell, 'capture' two"),
        ("capture 1 A1 A1", "expected two cells outside the fact's carrier"),
        ("capture 1 A1 C3", "one of the cells is not dead with a stone on the other"),
        ("capture 2 B3 C3", "one of the cells is not dead with a stone on the other"),
    ] {
        assert_eq!(said(line), format!("line 6: {what}"), "{line}");
    }
    // A3 and B3 are captured below B2: the fact needs both empty from then on, and neither is dead.
    let held = |line: &str| said(&format!("{line}\ndead 4 A3"));
    assert_eq!(held("capture 2 A3 B3"), "line 7: the cell is not dead");
    let elsewhere = "crosscut certificate 1\ngame bridg-it:size=2\ntrees V A1 / C1 A3 / B2 C3\ndead 1 A1\n\
                     claim at least win\nend\n";
    assert_eq!(fault(elsewhere), "line 4: no cell is dead or captured in this game");
}

#[test]
fn whoever_wins_enough_games_wins_each_once_and_with_cells_of_its_own() {
    let head = "crosscut certificate 1\ngame quadrant-hex:size=6,opening=none\n";
    let facts = "join H 1 low high A1 B1 C1\njoin H 2 low high D1 E1 F1\n\
                 join H 3 low high A6 B6 C6\n\
                 join H 1 low high A2 B2 C2\njoin H 1 low high A2 B2 C1\nplay C2>4 C1>5\n\
                 join H 5 low high A2 B2 C2 D2 E2 F2\njoin H 5 low high A2 B2 C1 D1 E1 F1\n\
                 play C2>7 C1>8\njoin H 1 B1 low A1\n";
    let said = |line: &str| {
        fault(&format!("{head}{facts}{line}\nclaim at least win by F6\nwalk >11\nend\n"))
    };
    for (line, what) in [
        ("most H 1 2", "these are too few games to win"),
        ("most H 1 2 1", "fact 1 wins a game that an earlier one wins too"),
        ("most H 1 2 4", "fact 4 wins a game that an earlier one wins too"),
        ("most H 1 2 10", "fact 10 does not join both ends"),
        ("most H 1 2 11", "there is no fact 11 before this one"),
        ("most V 1 2 3", "fact 1 is the other side's"),
        ("most H 6 3 9", "fact 9 has a cell in its carrier that an earlier one has too"),
        ("join H 5 low high B1 C1 D1 E1 F1 / 10", "fact 10 joins points of another game"),
        ("play C2>4 C1>8", "the answers have different goals"),
        // On the whole board they would.
        ("join V 1 low high C1 D1 D2 C3", "the points are not connected"),
        ("join H 6 low high A1", "there is no game 6 on this board"),
        ("join H 0 low high A1", "expected the number of a game, from 1"),
        ("join H low high A1 B1 C1", "expected the number of a game, from 1"),
    ] {
        assert_eq!(said(line), format!("line 13: {what}"));
    }
    // Winning one game is not winning.
    let refused = "line 15: fact 11 does not hold for the position it is used in";
    assert_eq!(said("join H 1 low high A1 B1 C1"), refused);
    let several = "crosscut certificate 1\ngame hex:size=3,opening=none\njoin V low B2 B1\nmost V 1\n\
                   claim at least win\nend\n";
    assert_eq!(fault(several), "line 4: fact 1 does not join both ends");
}

#[test]
fn whoever_wins_several_games_needs_all_their_stones_and_empty_cells() {
    let needs = ["A1", "A3", "B2", "D3", "E2", "E6", "F1", "F4"];
    let holds = |mine: &[&str], theirs: &[&str]| {
        verify(&format!(
            "crosscut certificate 1\ngame quadrant-hex:size=6,opening=none\n\
             setup V:{} H:{} turn:H\n\
             join V 2 low high F1 E2 D3\njoin V 4 low high F4 F5 E6\njoin V 4 low high F4 E5 E6\n\
             play F5>2 E5>3\njoin V 1 low A3 C1 B2\njoin V 1 low A3 A1 A2\nplay C1>5 A2>6\n\
             join V 1 low high A3 / 7\nmost V 1 4 8\nclaim at most loss\nwalk >9\nend\n",
            mine.join(","),
            theirs.join(",")
        ))
        .map(|(_, it)| it.high)
        .map_err(|error| error.to_string())
    };
    let refused = Err("line 14: fact 9 does not hold for the position it is used in".to_string());
    assert_eq!(holds(&needs, &["B1", "D6"]), Ok(-1));
    for cell in needs {
        let fewer: Vec<&str> = needs.into_iter().filter(|&it| it != cell).collect();
        assert_eq!(holds(&fewer, &["B1", "D6"]), refused, "{cell}");
    }
    for cell in ["C1", "A2", "E5", "F5"] {
        assert_eq!(holds(&needs, &["B1", cell]), refused, "{cell}");
    }
}

#[test]
fn a_position_is_said_once_and_before_all_that_is_said_of_it() {
    let head = "crosscut certificate 1\ngame trail-mix:size=3\n";
    let moves = "moves b2 a3 c3 c1\n";
    let claim = "claim at least win\n";
    verify(&format!("{head}{moves}{claim}end\n")).unwrap();
    for text in [
        format!("{head}{moves}{moves}{claim}end\n"),
        format!("{head}{moves}{claim}{moves}end\n"),
        format!("{head}{claim}{moves}end\n"),
        format!("{head}setup V:b2\nsetup V:b2\n{claim}end\n"),
        format!("{head}{moves}setup V:b2\n{claim}end\n"),
    ] {
        let said = fault(&text);
        assert!(said.contains("'moves") || said.contains("'setup"), "{said}\n{text}");
    }
}

#[test]
fn whoever_does_not_get_what_is_claimed_is_named() {
    let head = "crosscut certificate 1\ngame hex:size=2,opening=none\nmoves A1 B2\n";
    assert_eq!(
        fault(&format!("{head}claim at least win by B1\nend\n")),
        "line 4: V does not get what is claimed: the game is over"
    );
}

/// V wins by C3 or B3. Of the other turns that H has, A3 is no better than A2, which is answered.
#[test]
fn a_turn_that_is_no_better_than_an_answered_one_needs_no_answer() {
    let proved = |answers: &str| {
        let text = format!(
            "crosscut certificate 1\ngame hex:size=3,opening=none\nsetup V:C1,C2 H:B2 turn:H\n\
             won V C1 C2 C3\nwon V C1 C2 B3\nplay C3>1 B3>2\nplay A3>3 A2>3\nplay A3>3\n\
             {answers}\nclaim at most loss\nwalk >6\nend\n"
        );
        verify(&text).map(|(_, it)| it.high).map_err(|error| error.to_string())
    };
    assert_eq!(proved("play B1>4 A1>5"), Ok(-1));
    // Without C3 and B3 it would not win.
    assert_eq!(proved("play C3>1"), Err("line 9: there is no answer to C3".to_string()));
}
