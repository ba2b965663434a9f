//! The forms of a record from outside: what is written, what is read, what is refused and with which error.

mod addresses;
mod docs;
mod guess;
mod identity;
mod json;
mod schema;
mod sgf;
mod streams;
mod text;

use crosscut_record::{Form, Reader, Record, Writer};
use proptest::test_runner::RngSeed;

/// Each run draws other cases. A failing one prints its seed, which can be given to repeat it.
#[expect(clippy::print_stdout, reason = "a test that fails shows what it has said")]
fn drawn() -> RngSeed {
    let asked = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|it| it.parse().ok());
    let now = std::time::UNIX_EPOCH.elapsed().map_or(0, |it| it.as_nanos() as u64);
    let seed = asked.unwrap_or(now);
    println!("PROPTEST_RNG_SEED={seed} draws these cases again");
    RngSeed::Fixed(seed)
}

/// The records of a text, each as a record or as the text of the error.
fn read(form: Form, text: impl AsRef<[u8]>) -> Vec<Result<Record, String>> {
    Reader::new(form, text.as_ref())
        .map(|record| record.map_err(|error| error.to_string()))
        .collect()
}

/// The only record of a text.
fn read_one(form: Form, text: impl AsRef<[u8]>) -> Record {
    let mut records = read(form, text);
    assert_eq!(records.len(), 1, "{records:?}");
    records.remove(0).expect("a record")
}

/// A summary of each record of a text: its game, moves and result, or the error.
fn tell(form: Form, text: impl AsRef<[u8]>) -> Vec<String> {
    read(form, text)
        .into_iter()
        .map(|record| match record {
            Ok(record) => {
                let moves: Vec<&str> = record.moves().collect();
                format!("{} | {} | {}", record.game, moves.join(" "), record.result.name())
            }
            Err(refusal) => refusal,
        })
        .collect()
}

/// The records as one file.
fn write(form: Form, records: &[Record]) -> String {
    let mut writer = Writer::new(form, Vec::new());
    for record in records {
        writer.write(record).expect("the form takes the record");
    }
    String::from_utf8(writer.finish().expect("a Vec takes everything")).expect("UTF-8")
}
