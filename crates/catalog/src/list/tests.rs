use super::*;

fn played(spec: &str, list: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let mut line = Line::new(spec.parse().unwrap());
    let remarks = line.play_list(list).map_err(|error| error.to_string())?;
    Ok((line.plies().to_vec(), remarks))
}

#[test]
fn a_list_is_read_as_people_write_it() {
    let all = |list: &str| played("hex:size=5,opening=none", list).unwrap();
    for list in [
        "c3 b2 d4",
        "1. c3 2. b2 3. d4",
        "1.c3 2.b2 3.d4",
        "1. c3, 2. b2, 3. d4",
        "1. c3 b2 2. d4",
        "c3, b2, d4",
        "1. c3, b2, 2. d4",
        " 1...c3! 2… b2?! {best}\n3. d4!!\n",
        "1. c3, 1. b2, 2. d4",
        "1.c3,2.b2,3.d4",
    ] {
        assert_eq!(all(list).0, ["C3", "B2", "D4"], "{list}");
    }
    assert_eq!(all("1. c3! 2. b2?! {it is best} 3. d4").1, ["!", "?! it is best", ""]);
    assert_eq!(all("").0, [""; 0]);
    assert!(played("hex:size=5", "c3 what?").unwrap_err().starts_with("ply 2, what?: "));
    assert_eq!(
        played("hex:size=5", "1. c3 2. k9"),
        Err("ply 2, k9: K9 is not on this board: columns go from A to E, rows from 1 to 5".into())
    );
}

#[test]
fn a_gap_in_the_numbers_is_told() {
    for (list, refusal) in [
        (
            "1. c3 2. b2 4. d4",
            "ply 3, d4: the list goes from move 2 to move 4, and move 3 is missing",
        ),
        ("1. c3 b2 3. d4", "ply 3, d4: the list goes from move 1 to move 3, and move 2 is missing"),
        ("1. c3 2. b2 1. d4", "ply 3, d4: the list goes from move 2 back to move 1"),
        ("1. c3 99999999999999999999. b2", "ply 2, b2: the number of this move is too large"),
    ] {
        assert_eq!(played("hex:size=5,opening=none", list), Err(refusal.into()), "{list}");
    }
}

#[test]
fn whose_move_it_is_may_stand_in_front_of_it() {
    // The example of the rule book: both players draw a half of each move, and they take turns to begin.
    let half = "1. P1 b3e P2 c3s 2. P2 b2s P1 b1w 3. P1 b3w P2 b2w 4. P2 c2s";
    let (plies, _) = played("plexus:size=3", half).unwrap();
    assert_eq!(plies, ["b3e", "c3s", "b2s", "b1w", "b3w", "b2w", "c2s"]);
    for list in ["Navy c3 Orange b2 Navy: d4", "1. V: c3 2. H: b2 3. v d4"] {
        let (plies, _) = played("hex:size=5,opening=none", list).unwrap();
        assert_eq!(plies, ["C3", "B2", "D4"], "{list}");
    }
    assert_eq!(
        played("hex:size=5,opening=none", "Navy c3 Navy b2"),
        Err("ply 2, Navy: it is not the turn of Navy".into())
    );
    // A player's name without a move is not a move.
    assert!(played("hex:size=5,opening=none", "Navy c3 Orange").is_err());
    assert_eq!(played("hex:size=2", "c3 a1").unwrap_err().split(':').next(), Some("ply 1, c3"));
}

#[test]
fn one_move_is_played_with_its_number_and_its_praise() {
    let mut line = Line::new("hex:size=5,opening=none".parse().unwrap());
    for text in ["1. c3!", "2.b2!!", "2... d4!?", " a1 "] {
        line.play(text).unwrap();
    }
    assert_eq!(line.plies(), ["C3", "B2", "D4", "A1"]);
    // A person who asks has not decided.
    assert!(line.play("e5?").is_err() && line.play("5.").is_err() && line.play("!").is_err());
    let refused = line.play("9. e5").unwrap_err().to_string();
    assert_eq!(refused, "ply 5, 9. e5: it has the number of move 9, and the position is at move 5");
    // A full stop may be part of a move.
    let mut tiles = Line::new("trichet".parse().unwrap());
    assert_eq!(tiles.play("1. N50ul.!").map(str::to_string), Ok("N50ul.".to_string()));
}

#[test]
fn a_turn_of_two_stones_stays_one() {
    let of = |list| played("trellis:size=9,opening=none", list).unwrap().0;
    for list in ["1. A1,B3 2. E5", "1. A1, B3 2. E5", "A1,B3 E5"] {
        assert_eq!(of(list), ["A1,B3", "E5"], "{list}");
    }
    // A number begins a turn, also behind a comma.
    assert_eq!(of("1. A1, 2.B3, 3.E5"), ["A1", "B3", "E5"]);
    // So do two stones alone; but with others, a comma may mean either.
    assert_eq!(of("A1, B3"), ["A1,B3"]);
    for list in ["A1, B3 E5", "E5 A1, B3", "A1, B3, E5", "A1, B3 2. E5"] {
        let refused = played("trellis:size=9,opening=none", list).unwrap_err();
        assert!(refused.contains("'A1, B3' may be one turn or two"), "{list}: {refused}");
    }
    let refused = played("trellis:size=9,opening=none", "1. A1, B3, E5 2. pass").unwrap_err();
    assert!(refused.contains("'A1, B3' may be one turn or two"), "{refused}");
}

#[test]
fn a_number_that_is_not_the_first_words_counts_too() {
    let refused = |list: &str| played("hex:size=5,opening=none", list).unwrap_err();
    let says = "it has the number of move 3, and the position is at move 2";
    assert_eq!(refused("c3 3. b2"), format!("ply 2, b2: {says}"));
    assert_eq!(refused("Navy c3 3. Orange b2"), format!("ply 2, b2: {says}"));
    assert_eq!(played("hex:size=5,opening=none", "c3 2. b2 3. d4").unwrap().0.len(), 3);
    // A list that is added to a line must begin with the number of the next ply.
    let mut line = Line::new("hex:size=5,opening=none".parse().unwrap());
    line.play_list("c3 b2").unwrap();
    let refused = line.play_list("7. d4 8. e5").unwrap_err().to_string();
    assert_eq!(refused, "ply 3, d4: the list starts at move 7, and the position is at move 3");
    line.play_list("3. d4 4. e5").unwrap();
}

#[test]
fn what_is_said_before_the_first_move_is_kept() {
    let (_, remarks) = played("hex:size=5,opening=none", "{hi} 1. {there} c3! {now} b2").unwrap();
    assert_eq!(remarks, ["hi there ! now", ""]);
}

#[test]
fn very_many_names_are_refused_at_once() {
    // At each name, all the rest used to be searched.
    for list in ["V ".repeat(50_000), "C6 ".to_string() + &"H ".repeat(50_000)] {
        assert!(played("trellis:opening=none", &list).is_err());
    }
}

#[test]
fn a_comma_without_a_blank_never_parts_two_turns() {
    let apart = "A1 and B2 are not three points apart";
    for list in ["A1,B2", "1. A1,B2 2. C3", "1. A1, B2 2. C3"] {
        let refused = played("trellis:opening=none", list).unwrap_err();
        assert_eq!(refused, format!("ply 1, A1,B2: {apart}"), "{list}");
    }
    assert_eq!(
        played("diagonal-bridg-it", "A1,A4"),
        Err("ply 1: 'A1,A4' is not a turn: write one point such as C6, or pass".into())
    );
    assert!(played("hex", "C3,B2,D4").is_err());
}

#[test]
fn how_it_ended_is_a_remark_on_the_last_move() {
    let of = |spec: &str, list: &str| played(spec, list).unwrap();
    for (end, remark) in [
        (" wins", "wins"),
        (" wins!", "wins!"),
        (" Green wins!", "Green wins!"),
        (" 1-0", "1-0"),
        (", Green resigns", "Green resigns"),
        (" 0-1 {a pity}", "0-1 a pity"),
    ] {
        let list = format!("1. Bc3 2. Gd4!{end}");
        let (plies, remarks) = of("trail-mix", &list);
        assert_eq!((plies.len(), &remarks[1]), (2, &format!("! {remark}")), "{end}");
    }
    // A word that can be played is played, and one before a move is taken for a move.
    assert_eq!(of("trellis", "C6 pass pass white wins").0.len(), 4);
    assert!(played("trail-mix", "c3 wins d4").unwrap_err().starts_with("ply 2: 'wins' is not"));
    assert!(played("trail-mix", "wins").is_err() && played("trail-mix", "c3 Green").is_err());
}

#[test]
fn a_list_for_another_position_says_so() {
    let start = "the list starts at move 23, and the position is at move";
    assert_eq!(
        played("hex:size=5", "23. k9 24. a1"),
        Err(format!(
            "ply 1, k9: {start} 1: K9 is not on this board: columns go from A to E, rows from 1 to 5"
        ))
    );
    // Nor is it played if it could be.
    let far = "99999999999999999999. c3 d4";
    for (list, words) in [
        ("23. c3 24. d4", format!("{start} 1")),
        ("24. c3", "the list starts at move 24, and the position is at move 1".to_string()),
        (far, "the number of its first move is too large".to_string()),
    ] {
        let refused = played("hex:size=5,opening=none", list);
        assert_eq!(refused, Err(format!("ply 1, c3: {words}")), "{list}");
    }
    let mut line = Line::new("hex:size=5,opening=none".parse().unwrap());
    line.play_list("c3 d4").unwrap();
    let refused = line.play_list("23. c3").unwrap_err().to_string();
    assert_eq!(refused, format!("ply 3, c3: {start} 3: C3 is taken by V"));
    // If numbers count pairs, or fit, the refusal does not mention them.
    for list in ["2. c3 a1", "3. c3", "c3"] {
        let refused = line.play_list(list).unwrap_err().to_string();
        assert_eq!(refused, "ply 3, c3: C3 is taken by V", "{list}");
    }
}

#[test]
fn a_list_without_a_move_is_refused() {
    for list in ["24.", "!!", "{a comment}", "1. 2. 3."] {
        let refused = played("hex", list).unwrap_err();
        let wanted = "there is no move in it: write a move after its number";
        assert_eq!(refused, format!("ply 1, {list}: {wanted}"));
    }
    assert_eq!(
        played("trichet", "a: N50ul.").unwrap_err().split(": write").next(),
        Some("ply 1: 'a:' is not a tile")
    );
}

#[test]
fn whatever_is_pasted_is_refused_in_a_short_sentence() {
    let much = 1 << 20;
    let nested = format!("{}c3{}", "{".repeat(much), "}".repeat(much));
    for list in [
        "!".repeat(much),
        "x".repeat(much),
        "9".repeat(much) + ".",
        "é".repeat(much),
        "c3,".repeat(much),
        nested,
        "(".repeat(much),
        "1. ".repeat(much / 4),
        format!("c3 {}", "}".repeat(much)),
    ] {
        for spec in ["hex", "trellis", "trail-mix", "trichet", "plexus"] {
            let refused = played(spec, &list).unwrap_err();
            let (length, head) = (refused.len(), &list.chars().take(9).collect::<String>());
            assert!(length < 300, "{spec} {head}: {length} bytes");
        }
    }
}

#[test]
fn the_end_of_phil_leducs_sheet_is_played_as_it_is_printed() {
    let spec: crate::Spec = "trail-mix".parse().unwrap();
    let help = crate::GAMES.iter().find(|it| it.card().name == "trail-mix").unwrap().card().help;
    let figure = help.split("```\n").find(|it| it.starts_with("7 . . \\ . . . \\\n6")).unwrap();
    let list = "24. Gf4, 25. Bd2, 26. Gg1!, 27. Be3, 28. Gb3!! 29. Bc2, 30. Gc1";
    let after = spec.read_diagram(figure).unwrap();
    let mut line = Line::from_setup(spec.clone(), after.clone()).unwrap();
    assert_eq!(line.play_list(list).unwrap(), ["", "", "!", "", "!!", "", ""]);
    assert_eq!(line.position().winner_side(), Some("Green"));
    // Before Brown's 23rd move, which the sheet doubts.
    let before = spec.read_diagram(&figure.replace("3 / . . /", "3 . . . /")).unwrap();
    let mut line = Line::from_setup(spec.clone(), before).unwrap();
    let list = format!("23. Ba3!? {list} wins!");
    assert_eq!(line.play_list(&list).unwrap()[..2], ["!?", ""]);
    assert_eq!(line.position().winner_side(), Some("Green"));
    // The whole list on the position after its first move.
    let mut line = Line::from_setup(spec, after).unwrap();
    let refused = line.play_list(&list).unwrap_err().to_string();
    let start = "the list starts at move 23, and the position is at move 24";
    assert_eq!(refused, format!("ply 1, Ba3!?: {start}: a3 is taken by Brown"));
}

#[test]
fn a_move_copied_out_of_a_list_is_read_without_its_marks() {
    for (text, bare) in [
        ("24. Gf4,", "Gf4"),
        ("26. Gg1!,", "Gg1"),
        ("24.Gf4;", "Gf4"),
        // Without a list, a comma is what is typed before the second stone.
        ("A2,", "A2,"),
        ("A2?", "A2?"),
    ] {
        assert_eq!(unmarked(text), bare, "{text}");
    }
}
