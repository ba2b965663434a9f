//! Whatever comes by mail is read without harm, and what is read of it can be put into a mail of ours.
#![no_main]

use crosscut_mail::{Envelope, HouseAddress, Kind, Occasion, Outgoing, Way, own_words, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let house: HouseAddress = "club@crosscut.example".parse().expect("it is one");
    let envelope = Envelope { from: Some(String::new()), to: vec!["club+1.2@crosscut.example".into()] };
    let plain = Way::new(&house);
    for way in [plain, Way { trusted: Some("mx"), envelope: Some(&envelope), cut: true, ..plain }] {
        let it = read(bytes, &way);
        assert!(it.kind == Kind::Letter || it.body.is_empty());
        assert!(it.kind != Kind::Letter || it.from.is_some());
        assert!(!it.body.chars().any(|c| c.is_control() && c != '\n'), "{:?}", it.body);
        assert_eq!(it.body.trim(), it.body);
        let (Some(to), thread) = (&it.from, &it.answers) else { continue };
        // What stands in a mail's head must not be able to write ours.
        let mail = Outgoing {
            house: &house,
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
        assert_eq!(head.lines().filter(|it| it.to_lowercase().starts_with("to:")).count(), 1, "{head}");
    }
    let text = String::from_utf8_lossy(bytes);
    own_words(&text);
});
