//! Games as addresses of HexWorld and of TRMPH.

use crosscut_record::{Form, GameResult, Record, WriteError, Writer, tag};
use proptest::prelude::*;

use crate::{read, read_one, tell, write};

fn hexworld(game: &str) -> String {
    tell(Form::HexWorld, format!("https://hexworld.org/board/#{game}")).remove(0)
}

fn trmph(game: &str) -> String {
    tell(Form::Trmph, format!("http://www.trmph.com/hex/board#{game}")).remove(0)
}

fn unfit(form: Form, record: &Record) -> String {
    match Writer::new(form, Vec::new()).write(record) {
        Err(WriteError::Unfit(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn addresses_of_hexworld_are_read() {
    assert_eq!(hexworld("11"), "hex |  | *");
    assert_eq!(hexworld("13r9c1,g3h6i3"), "hex:size=13 | G3 H6 I3 | *");
    assert_eq!(hexworld("11nc1m,a10b11"), "hex | A10 B11 | *");
    assert_eq!(hexworld("9x9c1,a3"), "hex:size=9 | A3 | *");
    // The second comma marks where the page is; the game continues.
    assert_eq!(hexworld("11c1,a3b4,c5"), "hex | A3 B4 C5 | *");
    assert_eq!(hexworld("11c1,,a3b4"), "hex | A3 B4 | *");
    // The rest of a line may be all there is.
    assert_eq!(
        tell(Form::HexWorld, "#11c1,a3\n\n  #5,b2 \r\n"),
        ["hex | A3 | *", "hex:size=5 | B2 | *"]
    );
}

#[test]
fn both_swaps_of_hexworld_are_the_one_of_ours() {
    // :s mirrors the board and leaves the colours to the persons: a3 becomes c1, and k5 becomes E11 in the record.
    assert_eq!(hexworld("11c1,a3:sk5f6d1"), "hex | A3 swap E11 F6 A4 | *");
    // :S leaves the board as it is.
    assert_eq!(hexworld("11c1,a3:Sk5f6"), "hex | A3 swap K5 F6 | *");
    // After :s a colour is a person; after :S it is a side, and the player who took it over loses with it.
    assert_eq!(hexworld("11c1,a3b4:rb"), "hex | A3 B4 | second");
    assert_eq!(hexworld("11c1,a3:sb4:rb"), "hex | A3 swap D2 | second");
    assert_eq!(hexworld("11c1,a3:Sb4:rb"), "hex | A3 swap B4 | first");
    let forfeit = read_one(Form::HexWorld, "#11c1,a3:fw");
    assert_eq!(forfeit.result, GameResult::First);
    assert_eq!(forfeit.tags.get(tag::ENDING), Some("forfeit"));
}

#[test]
fn passes_of_hexworld_are_a_set_up() {
    let setup = |game: &str| {
        let record = read_one(Form::HexWorld, format!("#{game}"));
        let moves: Vec<&str> = record.moves().collect();
        format!("{} | {}", record.tags.get(tag::SETUP).unwrap_or("-"), moves.join(" "))
    };
    assert_eq!(setup("6r9c1,:pf1:pe1c2c3"), "H:F1 turn:H | E1 C2 C3");
    assert_eq!(setup("6c1,a1:pb2:p"), "V:A1,B2 turn:V | ");
    assert_eq!(setup("6c1,a1b2"), "- | A1 B2");
    // Swaps before the last pass mirror the board, or only change whose turn it is.
    assert_eq!(setup("6c1,a2:s:pc3"), "H:B1 turn:H | C3");
    assert_eq!(setup("6c1,a2:Sb1:p"), "V:A2 H:B1 turn:H | ");
}

#[test]
fn lists_of_trmph_are_read() {
    assert_eq!(trmph("13,g1a7g2b7"), "hex:size=13 | G1 A7 G2 B7 | *");
    let list = "http://www.trmph.com/hex/board#13,a1b2 b\n#11,a3b4 2\n\n#11\n#11, r\n";
    assert_eq!(
        tell(Form::Trmph, list),
        ["hex:size=13 | A1 B2 | first", "hex | A3 B4 | second", "hex |  | *", "hex |  | second"]
    );
    // The same cell again is a swap: the stone now has the other colour, and connects left and right.
    assert_eq!(trmph("11,c1c1k5f6"), "hex | A3 swap E11 F6 | *");
}

#[test]
fn what_is_no_such_address_is_refused_with_its_line() {
    let broken = |form: Form, text: &str| tell(form, format!("\n{text}\n")).join("; ");
    for (form, text, words) in [
        (
            Form::HexWorld,
            "a3b4",
            "this is not the address of a game, such as https://hexworld.org/board/#11,a3b4",
        ),
        (
            Form::HexWorld,
            "https://trmph.com/hex/board#11,a3",
            "this is not an address of HexWorld, which begins with https://hexworld.org/board/#",
        ),
        (
            Form::HexWorld,
            "#c1,a3",
            "after the # write the size of the board, a number from 1 to 26",
        ),
        (
            Form::HexWorld,
            "#27c1,a3",
            "after the # write the size of the board, a number from 1 to 26",
        ),
        (Form::HexWorld, "#11x13c1,a3", "the board is 11x13; only square boards are read"),
        (Form::HexWorld, "#11 c1,a3", "'11 c1' is not a board size"),
        (Form::HexWorld, "#5,a6", "A6 is not on a board of 5 x 5"),
        (Form::HexWorld, "#5,a3:xy", "':xy' is not one of :s, :S, :p, :rb, :rw, :fb and :fw"),
        (Form::HexWorld, "#5,a3:r", "':r' is not one of :s, :S, :p, :rb, :rw, :fb and :fw"),
        (Form::HexWorld, "#5,a3:rbb4", "a move follows the end of the game"),
        (Form::HexWorld, "#5,a3:rb:p", "a move follows the end of the game"),
        (Form::HexWorld, "#5,a3\u{1b}[2J", "'\\u{1b}' is not a move"),
        (Form::Trmph, "#5,a3aa3", "'aa3' is not a cell"),
        (Form::Trmph, "#5,a0", "'a0' is not a cell"),
        (Form::Trmph, "#5,a", "'a' is not a cell"),
        (Form::Trmph, "#5a3", "the size of the board must be followed by a comma"),
        (Form::Trmph, "#5,a3 x", "'x' is not a winner: write b or r"),
        (
            Form::Trmph,
            "https://example.org/#5,a3",
            "this is not an address of TRMPH, which begins with https://trmph.com/hex/board#",
        ),
    ] {
        assert_eq!(broken(form, text), format!("line 2: {words}"));
    }
    // One bad line does not affect the others.
    assert_eq!(tell(Form::Trmph, "#5,a3\nx\n#5,b4\n").len(), 3);
}

#[test]
fn what_an_address_cannot_hold_is_not_written() {
    for form in [Form::HexWorld, Form::Trmph] {
        let other = unfit(form, &Record::new("trellis"));
        assert_eq!(
            other,
            format!("addresses of {form} hold games of hex up to size 26, not of trellis")
        );
        let mut record = Record::new("hex:size=5");
        record.play("pass");
        assert_eq!(unfit(form, &record), "move 1, pass, is not a cell, and not swap");
        record.plies[0].text = "A6".to_string();
        assert_eq!(unfit(form, &record), "move 1, A6 is not on a board of 5 x 5");
    }
    let mut record = Record::new("hex:size=5");
    record.play("A3").play("B4").play("swap");
    assert_eq!(unfit(Form::Trmph, &record), "move 3, swap, does not answer the first move");
    record.tags.set(tag::SETUP, "V:A1");
    assert_eq!(
        unfit(Form::Trmph, &record),
        "an address of TRMPH cannot begin with a set-up; one of HexWorld can"
    );
    record.tags.set(tag::SETUP, "V:A1 pool:3");
    assert_eq!(unfit(Form::HexWorld, &record), "an address cannot hold the set-up's 'pool:3'");
}

#[test]
fn a_game_looks_like_this() {
    let mut record = Record::new("hex:size=13");
    record.play("A3").play("swap").play("G7").play("E12");
    record.result = GameResult::Second;
    record.tags.set(tag::ENDING, "resignation");
    // The first seat has White after swap-sides.
    assert_eq!(
        write(Form::HexWorld, &[record.clone()]),
        "https://hexworld.org/board/#13c1,a3:Sg7e12:rw\n"
    );
    assert_eq!(write(Form::Trmph, &[record]), "https://trmph.com/hex/board#13,c1c1g7l5 r\n");
    let mut setup = Record::new("hex");
    setup.tags.set(tag::SETUP, "V:A1,B2 H:C3 turn:H");
    setup.play("D4");
    assert_eq!(write(Form::HexWorld, &[setup]), "https://hexworld.org/board/#11c1,a1c3b2:p:pd4\n");
}

#[test]
fn an_address_tells_its_form() {
    for (text, form) in [
        ("https://hexworld.org/board/#11r9c1,a3:sb4", Some(Form::HexWorld)),
        ("  www.hexworld.org/board/#11,a3\n#11,b4", Some(Form::HexWorld)),
        ("HTTP://WWW.TRMPH.COM/hex/board#13,a3", Some(Form::Trmph)),
        ("#11c1,a3", Some(Form::HexWorld)),
        ("#11,a3:sb4", Some(Form::HexWorld)),
        ("#11,a3b4 r", Some(Form::Trmph)),
        ("#crosscut", None),
        ("https://example.org/#11,a3", None),
        ("hello", None),
    ] {
        assert_eq!(Form::of_content(text.as_bytes()), form, "{text}");
    }
}

/// Records that addresses can express.
fn held() -> impl Strategy<Value = Record> {
    let cell = || ("[A-I]", 1..=9).prop_map(|(column, row)| format!("{column}{row}"));
    let plies = prop::collection::vec(cell(), 0..9);
    let setup = prop::option::of((
        prop::collection::vec(cell(), 0..4),
        prop::collection::vec(cell(), 0..4),
        prop::sample::select(vec!["V", "H"]),
    ));
    let ending = prop::sample::select(vec![None, Some("resignation"), Some("forfeit")]);
    (plies, any::<bool>(), setup, ending, any::<bool>()).prop_map(
        |(plies, swap, setup, ending, first)| {
            let mut record = Record::new("hex:size=9");
            if let Some((v, h, turn)) = setup {
                let groups =
                    [("V", v), ("H", h)].into_iter().filter(|(_, cells)| !cells.is_empty());
                let mut groups: Vec<String> =
                    groups.map(|(side, cells)| format!("{side}:{}", cells.join(","))).collect();
                groups.push(format!("turn:{turn}"));
                record.tags.set(tag::SETUP, groups.join(" "));
            }
            for (at, ply) in plies.iter().enumerate() {
                record.play(if at == 1 && swap { "swap" } else { ply });
            }
            if let Some(ending) = ending {
                record.tags.set(tag::ENDING, ending);
                record.result = if first { GameResult::First } else { GameResult::Second };
            }
            record
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: crate::drawn(), ..ProptestConfig::default() })]

    #[test]
    fn addresses_read_back_what_they_wrote(records in prop::collection::vec(held(), 1..4)) {
        let text = write(Form::HexWorld, &records);
        let back: Result<Vec<Record>, String> = read(Form::HexWorld, &text).into_iter().collect();
        prop_assert_eq!(back.as_ref(), Ok(&records), "{}", text);
        // TRMPH records who won but not how, and has no set-ups. Two stones on one cell are a swap there.
        for mut record in records {
            record.tags = Default::default();
            if record.plies.len() > 1 && record.plies[0].text == record.plies[1].text {
                record.plies.truncate(1);
            }
            let text = write(Form::Trmph, std::slice::from_ref(&record));
            prop_assert_eq!(read(Form::Trmph, &text), vec![Ok(record)], "{}", text);
        }
    }
}
