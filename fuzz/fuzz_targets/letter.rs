//! Any mail is read without harm, and what is read from it can be put into a mail of ours.
//!
//! Inputs are up to as long as the longest accepted mail (`swell.rs`), and are read with as little stack as a thread of the
//! server may have left.
#![no_main]

#[path = "../swell.rs"]
mod swell;

use crosscut_mail::{
    Arrival, ClubAddress, Envelope, Kind, MOST, Occasion, Outgoing, own_words, read,
};
use libfuzzer_sys::fuzz_target;

/// The stack of the thread that reads a mail, in bytes.
const STACK: usize = 512 << 10;

fuzz_target!(|bytes: &[u8]| {
    // Up to the longest mail, or the longest head of one: the longer the inputs, the fewer are tried.
    let most = if bytes.len() % 8 == 0 { MOST } else { MOST / 20 };
    let mail = swell::swollen(bytes, most);
    let thread = std::thread::Builder::new().stack_size(STACK);
    let read = thread.spawn(move || check(&mail));
    let read = read.expect("there is another thread");
    if read.join().is_err() {
        std::process::abort();
    }
});

fn check(bytes: &[u8]) {
    let club: ClubAddress = "club@crosscut.example".parse().expect("it is one");
    let envelope =
        Envelope { from: Some(String::new()), to: vec!["club+1.2@crosscut.example".into()] };
    let plain = Arrival::new(&club);
    for way in
        [plain, Arrival { trusted: Some("mx"), envelope: Some(&envelope), cut: true, ..plain }]
    {
        let it = read(bytes, &way);
        assert!(it.kind == Kind::Message || it.body.is_empty());
        assert!(it.kind != Kind::Message || it.from.is_some());
        assert!(!it.body.chars().any(|c| c.is_control() && c != '\n'), "{:?}", it.body);
        assert_eq!(it.body.trim(), it.body);
        let (Some(to), thread) = (&it.from, &it.answers) else { continue };
        // The head of a mail must not be able to add lines to the head of ours.
        let mail = Outgoing {
            club: &club,
            to,
            reply_tag: "",
            message_id: "1@crosscut.example",
            thread,
            occasion: Occasion::Answer,
            subject: &it.subject,
            text: &it.body,
            html: None,
            pictures: &[],
            unsubscribe: None,
            at: 0,
        };
        let Ok(mail) = mail.write() else { continue };
        let head = String::from_utf8_lossy(&mail);
        let head = head.split("\r\n\r\n").next().unwrap_or("");
        assert_eq!(
            head.lines().filter(|it| it.to_lowercase().starts_with("to:")).count(),
            1,
            "{head}"
        );
    }
    // No more than this much of a text is examined.
    own_words(&String::from_utf8_lossy(&bytes[..bytes.len().min(64 << 10)]));
}
