use crosscut_record::{Form, GameResult, Record, mark, tag};

use crate::{read, read_one, tell, write};

fn check(text: &str) -> Vec<String> {
    tell(Form::Text, text)
}

/// The error for this record.
fn refusal(text: &str) -> String {
    let told = check(text);
    assert_eq!(told.len(), 1, "{told:?}");
    told[0].clone()
}

fn example() -> Record {
    let mut record = Record::new("trellis:size=9,opening=swap");
    record.tags.set(tag::FIRST, "ann");
    record.tags.set(tag::SECOND, r#"Bob "the fox" \o/"#);
    record.tags.set(tag::DATE, "2026-05-01T19:30:00+02:00");
    record.tags.set(tag::ENDING, "resignation");
    record.comment = "A friendly game; the loser buys the coffee.".to_string();
    record.play("C6").play("swap").play("A2,C3").play("\\c5").play("N50ul.").play("c3-c4");
    record.plies[0].marks.set(mark::ELAPSED, "12.5");
    record.plies[2].comment =
        "A long comment is broken at its blanks, so that no line is longer than eighty columns {really}\n[and keeps its own line breaks]"
            .to_string();
    record.result = GameResult::First;
    record
}

const EXAMPLE: &str = r#"[Game "trellis:size=9,opening=swap"]
[First "ann"]
[Second "Bob \"the fox\" \\o/"]
[Date "2026-05-01T19:30:00+02:00"]
[Ending "resignation"]
[Result "first"]

{A friendly game; the loser buys the coffee.} 1. C6 {%elapsed 12.5} 2. swap
3. A2,C3 {A long comment is broken at its blanks, so that no line is longer than
eighty columns \{really\}\n[and keeps its own line breaks]} 4. \c5 5. N50ul.
6. c3-c4 first
"#;

#[test]
fn a_record_looks_like_this() {
    assert_eq!(example().to_string(), EXAMPLE);
    assert_eq!(EXAMPLE.parse::<Record>().unwrap(), example());
}

#[test]
fn several_records_are_parted_by_blank_lines() {
    let records = [example(), Record::new("hex"), example()];
    let text = write(Form::Text, &records);
    assert!(text.contains("first\n\n[Game \"hex\"]\n[Result \"*\"]\n\n*\n\n[Game"));
    assert_eq!(read(Form::Text, text), records.map(Ok));
}

#[test]
fn what_people_type_is_read() {
    let typed =
        "\u{feff}\r\n[ Game  \"hex\" ]  \r\n[First \"a\"]\r\n\r\n\r\n1. a1\r\n2. b2 *  \r\n";
    assert_eq!(check(typed), ["hex | a1 b2 | *"]);
    let typed = "[Game \"hex\"]\n\n1.a1{one}{two\nthree} 2. b2 C3\n\t4.\nd4 second";
    let record = read_one(Form::Text, typed);
    assert_eq!(record.moves().collect::<Vec<_>>(), ["a1", "b2", "C3", "d4"]);
    assert_eq!(record.plies[0].comment, "one\ntwo three");
    assert_eq!(record.result, GameResult::Second);
}

#[test]
fn a_list_of_moves_as_people_write_it_is_a_record() {
    let read = |moves: &str| {
        let record = read_one(Form::Text, format!("[Game \"trail-mix\"]\n\n{moves}\n"));
        assert_eq!(read_one(Form::Text, record.to_string()), record, "{moves}");
        let plies = record.plies.iter().map(|it| match it.comment.as_str() {
            "" => it.text.clone(),
            comment => format!("{} {{{comment}}}", it.text),
        });
        format!("{} {}", plies.collect::<Vec<_>>().join(" "), record.result.name())
    };
    // Without a result the game is in progress; commas and marks are not part of a move.
    for moves in [
        "1. f4 2. d2",
        "1. f4, 2. d2",
        "1.f4,2.d2",
        "1. f4,2. d2",
        "1.f4,2.\nd2",
        "f4, d2",
        "1. f4, 2. d2,",
        "f4;\nd2 *",
    ] {
        assert_eq!(read(moves), "f4 d2 *", "{moves}");
    }
    assert_eq!(read("1.A2,C3,2.D4 first"), "A2,C3 D4 first");
    assert_eq!(
        read("24. Gf4, 25. Bd2?!, 26. Gg1! {a quiet one} 27. Be3"),
        "Gf4 Bd2 {?!} Gg1 {!\na quiet one} Be3 *"
    );
    assert_eq!(
        read("29. Bc2, 30. Gc1 wins! See Figure 1\nfor the completed game."),
        "Bc2 Gc1 {wins! See Figure 1 for the completed game.} *"
    );
    assert_eq!(read("1. c1 2. d2, Green wins second"), "c1 d2 {Green wins} second");
    // The last move is a move.
    assert_eq!(read("c1 d2 wins!"), "c1 d2 {wins!} *");
    assert_eq!(read("c1 pass wins!"), "c1 pass {wins!} *");
    assert_eq!(read("c1 Pass wins!"), "c1 Pass {wins!} *");
    // Moves after the end are not part of its words.
    let refused = "[Game \"hex\"]\n\n1. A1 2. B2 wins? 3. C3\n".parse::<Record>().unwrap_err();
    assert_eq!(refused.to_string(), "line 3: move 3. comes after the end of the game, 'wins?'");
    let tagged = read_one(Form::Text, "[Game \"hex\"]\n[Result \"second\"]\n\n1. A1 2. B2\n");
    assert_eq!(tagged.result, GameResult::Second);
}

#[test]
fn a_tag_that_would_change_the_game_is_not_passed_over() {
    let check = |tag: &str| refusal(&format!("[Game \"hex\"]\n[{tag} \"1\"]\n\n*\n"));
    assert_eq!(check("SetUp"), "line 2: the tag SetUp is not read: write it Setup");
    assert_eq!(check("result"), "line 2: the tag result is not read: write it Result");
    for tag in ["FEN", "Variant"] {
        let words = "write the game in the tag Game, and where it begins in the tag Setup";
        assert_eq!(check(tag), format!("line 2: the tag {tag} is not read: {words}"));
    }
    // A tag that a program has set itself comes back.
    let mut record = Record::new("hex");
    record.tags.set("SetUp", "1");
    record.tags.set("Opening", "a quiet one");
    assert!(record.to_string().contains("[\"SetUp\" \"1\"]\n[Opening \""));
    assert_eq!(read_one(Form::Text, record.to_string()), record);
}

#[test]
fn odd_moves_stand_in_quotes() {
    let mut record = Record::new("");
    for text in [
        "", " ", "first", "*", "a b", "{", "1.", "3. x", "\"", "\u{7f}", "é", "[x", "]", "a!",
        "b,", "c,2.d", "!",
    ] {
        record.play(text);
    }
    let text = record.to_string();
    assert!(
        text.contains(r#"1. "" 2. " " 3. "first" 4. "*" 5. "a b" 6. "{" 7. 1. 8. "3. x""#),
        "{text}"
    );
    assert_eq!(read_one(Form::Text, text), record);
}

#[test]
fn tags_called_as_our_own_are_kept_apart_by_quotes() {
    let mut record = Record::new("hex");
    record.tags.set("Game", "chess");
    record.tags.set("Result", "1-0");
    record.tags.set("", "no name");
    record.tags.set("two words", "a\nb\u{0}");
    let text = record.to_string();
    assert!(text.contains("[\"Game\" \"chess\"]\n[\"Result\" \"1-0\"]\n[\"\" \"no name\"]\n[\"two words\" \"a\\nb\\u0000\"]\n[Result \"*\"]"));
    assert_eq!(read_one(Form::Text, text), record);
}

#[test]
fn no_line_of_words_is_longer_than_80_characters() {
    let mut record = Record::new("hex");
    record.comment = "é ".repeat(300) + &"  [x ".repeat(50) + "{} \\ ".repeat(30).as_str();
    for row in 1..300 {
        record.play(format!("A{row}"));
    }
    let text = record.to_string();
    assert!(
        text.lines().filter(|line| !line.contains("  [x")).all(|line| line.chars().count() <= 80)
    );
    assert!(text.lines().skip(2).all(|line| !line.starts_with('[')));
    assert_eq!(read_one(Form::Text, text), record);
}

#[test]
fn a_broken_record_names_line_and_reason_and_the_next_one_is_read() {
    let text = r#"[Game "hex"]
[First "ann]

1. A1 *

[Game "hex"]

1. A1 2. B2 second

[Game "hex"]

1. A1 {no end *

[Game "hex:size=5"]

*
"#;
    assert_eq!(
        check(text),
        [
            "line 2: the tag's value has no closing quote",
            "hex | A1 B2 | second",
            "line 12: the comment has no closing }",
            "hex:size=5 |  | *",
        ]
    );
}

#[test]
fn refusals_say_what_is_wrong_with_tags() {
    let check = |tags: &str| refusal(&format!("[Game \"hex\"]\n{tags}\n\n*\n"));
    assert_eq!(
        check("Event \"x\"]"),
        "line 2: this is not a tag such as [Event \"a match\"]; a blank line separates tags and moves"
    );
    assert_eq!(check("1. A1 *"), check("Event"));
    assert_eq!(check("[Event]"), "line 2: the text of the tag Event is not in quotes");
    assert_eq!(check("[Event x]"), "line 2: the text of the tag Event is not in quotes");
    assert_eq!(check("[Event \"x\""), "line 2: the tag has no closing ]");
    assert_eq!(
        check("[Event \"x\"] y"),
        "line 2: the tag's closing quote is followed by ] y instead of ] alone"
    );
    assert_eq!(
        check("[É \"x\"]"),
        "line 2: 'É' is not a name for a tag: letters, digits, - and _, or anything in quotes"
    );
    assert_eq!(check("[\"x]"), "line 2: the tag's name has no closing quote");
    assert_eq!(check("[Event \"\\x\"]"), r"line 2: \x is not an escape; a backslash is written \\");
    let no_character = r"line 2: \u is followed by the four digits of a character: \u00e9";
    for wrong in ["d800", "+041", "41", "004", "é00", "{41}"] {
        assert_eq!(check(&format!("[Event \"\\u{wrong}\"]")), no_character);
    }
    assert_eq!(
        check("[Event \"x\"]\n[Site \"y\"]\n[Event \"z\"]"),
        "line 4: the tag Event is there twice"
    );
    assert_eq!(check("[Game \"trellis\"]"), "line 2: the tag Game is there twice");
    assert_eq!(
        check("[Result \"1-0\"]"),
        "line 2: the result '1-0' is not one of first, second, draw and *"
    );
    assert_eq!(
        check("[Result \"draw\"]"),
        "line 4: the moves end with *, but the tag Result says draw"
    );
    assert_eq!(refusal("\n\n[Event \"x\"]\n\n*\n"), "line 3: the record has no tag Game");
}

#[test]
fn two_moves_may_have_one_number() {
    let plies = |moves: &str| {
        let record = read_one(Form::Text, format!("[Game \"hex\"]\n\n{moves}\n"));
        record.plies.iter().map(|it| it.text.clone()).collect::<Vec<_>>().join(" ")
    };
    for moves in ["1. A1 B2 2. C3 D4 3. E5", "1. A1, B2; 2. C3 D4, 3.E5", "A1 B2 2. C3 D4 3. E5 *"]
    {
        assert_eq!(plies(moves), "A1 B2 C3 D4 E5", "{moves}");
    }
    // Commas join moves into a turn where the numbers fit nothing else.
    assert_eq!(plies("1. A1 2. B2, C3 3. D4, {hm} E5 4. F6"), "A1 B2,C3 D4,E5 F6");
    assert_eq!(plies("24. A1, B2 25. C3"), "A1,B2 C3");
    assert_eq!(plies("1. A1, B2 2. C3"), "A1 B2 C3");
}

#[test]
fn refusals_say_what_is_wrong_with_moves() {
    let check = |moves: &str| refusal(&format!("[Game \"hex\"]\n\n{moves}\n"));
    assert_eq!(check("1. A1 3. B2 *"), "line 3: move 2 has the number 3");
    assert_eq!(check("1. A1 {one\ntwo} 3. B2 *"), "line 4: move 2 has the number 3");
    assert_eq!(
        check("1. A1 99999999999999999999999. B2 *"),
        "line 3: move 2 has the number 99999999999999999999999"
    );
    assert_eq!(check("24. A1 26. B2 *"), "line 3: move 25 has the number 26");
    assert_eq!(check("0. A1 *"), "line 3: move 1 has the number 0");
    assert_eq!(check("24. A1 25. *"), "line 3: number 25 has no move");
    assert_eq!(check("1. A1 2. *"), "line 3: number 2 has no move");
    assert_eq!(check("1. A1 2."), "line 3: number 2 has no move");
    assert_eq!(check("24. A1, 25. B2, 27. C3"), "line 3: move 26 has the number 27");
    // Where one number covers two moves, it stays so.
    assert_eq!(check("1. A1 B2 2. C3 3. D4 *"), "line 3: move 4 has the number 3");
    assert_eq!(check("1. A1 B2 2. C3 D4 4. E5 *"), "line 3: move 5 has the number 4");
    assert_eq!(check("1. A1 2. B2 2. C3 *"), "line 3: move 3 has the number 2");
    assert_eq!(check("24. A1 B2 25. C3 *"), "line 3: move 26 has the number 25");
    assert_eq!(check("1. A1 * B2"), "line 3: something follows the result");
    assert_eq!(check("1. A1 } *"), "line 3: this } has no {");
    assert_eq!(check("1. \"A1\n2. B2 *"), "line 3: the move has no closing quote");
    assert_eq!(check("{%elapsed 1} 1. A1 *"), "line 3: a mark, {%..}, must follow a move");
    assert_eq!(check("1. A1 {%a 1}{%a 2} *"), "line 3: the mark a is there twice");
    assert_eq!(check("1. A1 {\\c5} *"), r"line 3: \c is not an escape; a backslash is written \\");
}

#[test]
fn what_is_no_record_at_all_is_one_refusal() {
    let no_tag =
        "this is not a tag such as [Event \"a match\"]; a blank line separates tags and moves";
    assert_eq!(check("hello\n\nworld\n\n\n!"), [format!("line 1: {no_tag}")]);
    assert_eq!(
        check("hello\n\n[Game \"hex\"]\n\n*"),
        [format!("line 1: {no_tag}"), "hex |  | *".into()]
    );
    assert_eq!(check(""), [""; 0]);
    assert_eq!(check("\n \n\t\r\n"), [""; 0]);
    assert_eq!(
        tell(Form::Text, b"[Game \"hex\"]\n[Event \"\xff\"]\n\n*\n"),
        ["line 2: this is not UTF-8 text"]
    );
}

#[test]
fn from_str_takes_exactly_one_record() {
    let error = "[Game \"hex\"]\n\n*\n\n[Game \"hex\"]\n\n*\n".parse::<Record>().unwrap_err();
    assert_eq!(error.to_string(), "line 5: a second record begins here");
    assert!("".parse::<Record>().is_err());
}
