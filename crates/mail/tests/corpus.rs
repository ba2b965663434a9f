//! Awkward mails, each with what is read in it: `corpus/*.eml`, with a `*.want` next to each.
//!
//! The files are made by `corpus/make.rs` after what mail clients and servers really write, with invented names and addresses;
//! `UPDATE=1 cargo test -p crosscut-mail --test corpus` rewrites them.

#[path = "corpus/make.rs"]
mod make;

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use crosscut_mail::{Arrival, ClubAddress, Incoming, Kind, read};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// What was read, as text: empty fields are left out.
fn told(it: &Incoming) -> String {
    let mut out = String::new();
    let kind = match &it.kind {
        Kind::Message => "letter".to_string(),
        Kind::AutoReply => "automatic".to_string(),
        Kind::Bounce { failed, permanent } => {
            let when = if *permanent { "for good" } else { "for now" };
            format!("bounce {when} {}", failed.join(" "))
        }
        Kind::List => "list".to_string(),
        Kind::Loop => "loop".to_string(),
        Kind::TooLarge => "too large".to_string(),
        Kind::Unreadable => "unreadable".to_string(),
    };
    let _ = writeln!(out, "{}", kind.trim_end());
    if it.kind == Kind::Message {
        let from = it.from.as_deref().unwrap_or("nobody");
        let vouched = if it.vouched { ", vouched for" } else { "" };
        let _ = writeln!(out, "from {from}{vouched}");
        let _ = writeln!(out, "subject {}", it.subject);
        if !it.tags.is_empty() {
            let _ = writeln!(out, "tags {}", it.tags.join(" "));
        }
        let _ = writeln!(out, "{}", it.body);
    }
    out
}

#[test]
fn every_mail_is_read_as_it_was_meant() {
    let club: ClubAddress = "club@crosscut.example".parse().unwrap();
    let update = std::env::var("UPDATE").is_ok_and(|it| it == "1");
    let samples = make::samples();
    assert!(200 <= samples.len(), "{} mails", samples.len());
    if update {
        for entry in fs::read_dir(folder()).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "eml" || it == "want") {
                fs::remove_file(path).unwrap();
            }
        }
    }
    let mut wrong = Vec::new();
    for (n, sample) in samples.iter().enumerate() {
        let name = format!("{:03}-{}", n + 1, sample.name);
        let [mail, want] = ["eml", "want"].map(|it| folder().join(format!("{name}.{it}")));
        if update {
            fs::write(&mail, &sample.bytes).unwrap();
            fs::write(&want, &sample.want).unwrap();
        }
        assert!(
            fs::read(&mail).unwrap() == sample.bytes,
            "{name}.eml is not as it is made: UPDATE=1 writes it"
        );
        let want = fs::read_to_string(&want).unwrap();
        let way = Arrival { trusted: Some("mx.crosscut.example"), ..Arrival::new(&club) };
        let told = told(&read(&sample.bytes, &way));
        if told != want {
            wrong.push(format!("== {name}\n-- wanted\n{want}-- read\n{told}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} are wrong:\n{}",
        wrong.len(),
        samples.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_mail_that_is_cut_anywhere_is_read_all_the_same() {
    let club: ClubAddress = "club@crosscut.example".parse().unwrap();
    for sample in make::samples() {
        for length in (0..sample.bytes.len()).step_by(sample.bytes.len() / 40 + 1) {
            let way = Arrival { cut: true, ..Arrival::new(&club) };
            read(&sample.bytes[..length], &way);
        }
    }
}
