//! Reading back what was written gives the same record, and no text makes a reader panic.

use crosscut_record::{Form, GameResult, Ply, Reader, Record, Tags, tag};
use proptest::prelude::*;

use crate::{read, write};

/// Texts with everything that has a meaning in some form.
fn odd_text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec![
        "\\", "\"", "{", "}", "[", "]", "(", ")", ";", ":", "%", " ", "  ", "\n", "\n\n", "\r",
        "\r\n", "\t", "\0", "\u{7f}", "\u{85}", "\u{2028}", "\u{feff}", "\u{a0}", "é", "漢", "🂡",
        "*", "first", "1.", "12", ".", "\\n", "\\u{41}", "a", "word", "Game", "Result",
    ]);
    prop_oneof![
        prop::collection::vec(odd, 0..12).prop_map(|parts| parts.concat()),
        any::<String>(),
        prop::collection::vec("[a-z]{1,9}", 0..40).prop_map(|words| words.join(" ")),
    ]
}

fn tags(name: impl Strategy<Value = String>) -> impl Strategy<Value = Tags> {
    prop::collection::vec((name, odd_text()), 0..5).prop_map(|pairs| {
        let mut tags = Tags::default();
        pairs.into_iter().for_each(|(name, text)| tags.set(name, text));
        tags
    })
}

fn tag_name() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "First", "Second", "Date", "Ending", "Result", "Game", "RU", "PB", "TM", "XT", "C",
            "SZ", "LB",
        ])
        .prop_map(str::to_string),
        odd_text(),
    ]
}

fn ply(text: impl Strategy<Value = String>) -> impl Strategy<Value = Ply> {
    (text, tags(tag_name()), odd_text()).prop_map(|(text, marks, comment)| Ply {
        text,
        marks,
        comment,
    })
}

fn result() -> impl Strategy<Value = GameResult> {
    prop::sample::select(GameResult::ALL.to_vec())
}

pub(crate) fn record() -> impl Strategy<Value = Record> {
    let plies = prop::collection::vec(ply(odd_text()), 0..8);
    (odd_text(), tags(tag_name()), odd_text(), plies, result()).prop_map(
        |(game, tags, comment, plies, result)| Record {
            game,
            tags,
            comment,
            plies,
            result,
            ..Record::default()
        },
    )
}

fn cell() -> impl Strategy<Value = String> {
    ("[A-I]", 1..=9).prop_map(|(column, row)| format!("{column}{row}"))
}

/// Records that SGF can express, with canonical moves and set-ups.
fn sgf_record() -> impl Strategy<Value = Record> {
    let text = prop_oneof![
        6 => cell(),
        1 => Just("swap".to_string()),
        1 => Just("pass".to_string()),
    ];
    let stones = || prop::collection::vec(cell(), 1..4).prop_map(|cells| cells.join(","));
    let setup = prop_oneof![
        3 => Just(None),
        1 => Just(Some("turn:H".to_string())),
        1 => (stones(), stones(), prop::sample::select(vec!["V", "H"]))
            .prop_map(|(v, h, turn)| Some(format!("V:{v} H:{h} turn:{turn}"))),
    ];
    let game = prop::sample::select(vec!["hex", "hex:size=9", "hex:size=13,opening=none"]);
    let ending = prop::sample::select(vec![
        None,
        Some("resignation"),
        Some("time"),
        Some("rules"),
        Some("void"),
    ]);
    let plies = prop::collection::vec(ply(text), 0..8);
    (game, tags(tag_name()), setup, ending, odd_text(), plies, result()).prop_map(
        |(game, mut tags, setup, ending, comment, plies, result)| {
            tags.remove(tag::SETUP);
            if let Some(setup) = setup {
                tags.set(tag::SETUP, setup);
            }
            if let Some(ending) = ending {
                tags.set(tag::ENDING, ending);
            }
            Record { game: game.to_string(), tags, comment, plies, result, ..Record::default() }
        },
    )
}

/// The record as SGF keeps it, with one kind of line break.
fn with_one_line_break(record: &Record) -> Record {
    let one = |text: &str| text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
    let tags = |tags: &Tags| {
        let mut changed = Tags::default();
        tags.iter().for_each(|(name, text)| changed.set(one(name), one(text)));
        changed
    };
    let mut record = record.clone();
    record.tags = tags(&record.tags);
    record.comment = one(&record.comment);
    for ply in &mut record.plies {
        ply.marks = tags(&ply.marks);
        ply.comment = one(&ply.comment);
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: crate::drawn(), ..ProptestConfig::default() })]

    #[test]
    fn text_and_json_read_back_what_they_wrote(records in prop::collection::vec(record(), 0..4)) {
        for form in [Form::Text, Form::Json, Form::JsonLines] {
            let text = write(form, &records);
            let read: Vec<Record> = read(form, &text).into_iter().collect::<Result<_, _>>()
                .map_err(|refusal| TestCaseError::fail(format!("{refusal}\n{text}")))?;
            prop_assert_eq!(&read, &records, "{}", text);
            prop_assert_eq!(write(form, &read), text);
        }
    }

    #[test]
    fn sgf_reads_back_what_it_wrote(records in prop::collection::vec(sgf_record(), 0..4)) {
        let records: Vec<Record> = records.iter().map(with_one_line_break).collect();
        let text = write(Form::Sgf, &records);
        let read: Vec<Record> = read(Form::Sgf, &text).into_iter().collect::<Result<_, _>>()
            .map_err(|refusal| TestCaseError::fail(format!("{refusal}\n{text}")))?;
        prop_assert_eq!(&read, &records, "{}", text);
        prop_assert_eq!(write(Form::Sgf, &read), text);
    }

    #[test]
    fn what_the_three_forms_read_of_one_record_is_the_same(record in sgf_record()) {
        let mut record = with_one_line_break(&record);
        for form in [Form::Sgf, Form::Text, Form::Json, Form::Sgf] {
            let text = write(form, &[record.clone()]);
            let read = read(form, &text).remove(0).map_err(TestCaseError::fail)?;
            prop_assert_eq!(&read, &record);
            record = read;
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in odd_text(), records in prop::collection::vec(sgf_record(), 1..3), cut in any::<prop::sample::Index>(), junk in odd_text()) {
        for form in [Form::HexWorld, Form::Trmph] {
            read(form, &text);
            read(form, format!("#11,{text}"));
        }
        for form in [Form::Text, Form::Json, Form::JsonLines, Form::Sgf] {
            read(form, &text);
            // A valid file with a piece replaced by something else.
            let mut file = write(form, &records).into_bytes();
            let at = cut.index(file.len());
            file.splice(at..(at + junk.len() / 2).min(file.len()), junk.bytes());
            for result in Reader::new(form, &file[..]).flatten() {
                // Whatever was read can be written and read again.
                prop_assert_eq!(&read(Form::Text, result.to_string()), &[Ok(result)]);
            }
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for form in Form::ALL {
            read(form, &bytes);
            read(form, [b"(;GM[11]".as_slice(), &bytes].concat());
        }
    }
}
