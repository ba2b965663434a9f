use std::fmt;
use std::time::{Duration, UNIX_EPOCH};

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, MultiPartKind, SinglePart};

use crate::ClubAddress;

/// A mail from the club: text first, then the same as HTML with its pictures attached.
#[derive(Clone, Debug)]
pub struct Outgoing<'a> {
    /// The club's address.
    pub club: &'a ClubAddress,
    /// The recipient's address.
    pub to: &'a str,
    /// The tag of the address that replies go to.
    pub reply_tag: &'a str,
    /// Its Message-ID, without angle brackets.
    pub message_id: &'a str,
    /// The Message-IDs of the thread, oldest first; the last is that of the mail it replies to.
    pub thread: &'a [String],
    /// Why it is sent.
    pub occasion: Occasion,
    /// The subject, on one line.
    pub subject: &'a str,
    /// The plain text, in lines.
    pub text: &'a str,
    /// The same as HTML, if that adds anything to the text.
    pub html: Option<&'a str>,
    /// The pictures that the HTML refers to as `cid:` and their names.
    pub pictures: &'a [Picture],
    /// The address for one-click unsubscription, if any.
    pub unsubscribe: Option<&'a str>,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
}

/// Why a mail is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// An event.
    News,
    /// A reply to a mail from a person.
    Answer,
}

/// A picture attached to a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its name in the HTML.
    pub name: String,
    /// The picture as PNG.
    pub png: Vec<u8>,
}

/// Why a mail cannot be written: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(String);

impl Outgoing<'_> {
    /// The mail as bytes, always the same for the same mail.
    ///
    /// # Errors
    /// The recipient's address is not valid.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        let ours = format!("Crosscut <{}>", self.club);
        let mailbox = |text: &str| {
            text.parse::<Mailbox>()
                .map_err(|error| WriteError(format!("'{text}' is not an address: {error}")))
        };
        let at = UNIX_EPOCH + Duration::from_millis(u64::try_from(self.at).unwrap_or(0));
        let (submitted, precedence) = match self.occasion {
            Occasion::News => ("auto-generated", None),
            Occasion::Answer => ("auto-replied", Some("bulk")),
        };
        let mut builder = Message::builder()
            .date(at)
            .from(mailbox(&ours)?)
            .to(mailbox(self.to)?)
            .subject(one_line(self.subject))
            .raw_header(raw("Message-ID", &format!("<{}>", self.message_id)))
            .raw_header(raw("Auto-Submitted", submitted))
            // A mail that comes back with this header is one of the club's own.
            .raw_header(raw("X-Loop", &self.club.to_string()))
            .raw_header(raw("X-Auto-Response-Suppress", "All"));
        if !self.reply_tag.is_empty() {
            builder = builder.reply_to(mailbox(&self.club.tagged(self.reply_tag))?);
        }
        // Message-IDs from others may contain anything.
        let plain = |it: &&String| it.chars().all(|c| c.is_ascii_graphic() && !"<>".contains(c));
        let thread: Vec<&String> = self.thread.iter().filter(plain).collect();
        if let Some(last) = thread.last() {
            let all: Vec<String> = thread.iter().map(|it| format!("<{it}>")).collect();
            builder = builder
                .raw_header(raw("In-Reply-To", &format!("<{last}>")))
                .raw_header(raw("References", &all.join("\r\n ")));
        }
        if let Some(precedence) = precedence {
            builder = builder.raw_header(raw("Precedence", precedence));
        }
        if let Some(url) = self.unsubscribe {
            builder = builder
                .raw_header(raw("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let text = SinglePart::plain(self.text.replace("\r\n", "\n").replace('\n', "\r\n"));
        let written = match self.html {
            None => builder.singlepart(text),
            Some(html) => builder.multipart(
                self.parts(MultiPartKind::Alternative, "a")
                    .singlepart(text)
                    .multipart(self.page(html)),
            ),
        };
        Ok(written
            .map_err(|error| WriteError(format!("the mail cannot be written: {error}")))?
            .formatted())
    }

    /// The HTML and its pictures.
    fn page(&self, html: &str) -> MultiPart {
        let mut page =
            self.parts(MultiPartKind::Related, "r").singlepart(SinglePart::html(html.to_string()));
        let png: ContentType = ContentType::parse("image/png").expect("it is a type");
        for picture in self.pictures {
            let part =
                Attachment::new_inline(picture.name.clone()).body(picture.png.clone(), png.clone());
            page = page.singlepart(part);
        }
        page
    }

    /// Parts with a boundary that is the same every time the mail is written.
    fn parts(&self, kind: MultiPartKind, which: &str) -> lettre::message::MultiPartBuilder {
        let number: String =
            self.message_id.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
        MultiPart::builder().kind(kind).boundary(format!("=_{which}_{number}"))
    }
}

/// A header written verbatim: what is put there is ASCII and short enough.
fn raw(name: &'static str, value: &str) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str(name);
    HeaderValue::dangerous_new_pre_encoded(name, value.to_string(), value.to_string())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WriteError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arrival, Kind, read};

    fn sample(club: &ClubAddress) -> Outgoing<'_> {
        Outgoing {
            club,
            to: "ann@example.net",
            reply_tag: "12.17.3.abcdefgh",
            message_id: "0123456789abcdef@example.org",
            thread: &[],
            occasion: Occasion::News,
            subject: "Board 12",
            text: "It is your turn.\n\n.\n..\nFrom here\n",
            html: None,
            pictures: &[],
            unsubscribe: None,
            at: 1_767_225_600_000,
        }
    }

    #[test]
    fn a_mail_has_what_clients_and_machines_look_for() {
        let club: ClubAddress = "club@example.org".parse().unwrap();
        let thread = vec!["match.12@example.org".to_string(), "x@example.net".to_string()];
        let url = format!("https://example.org/mail/unsubscribe?token={}", "ab".repeat(60));
        let pictures =
            vec![Picture { name: "board-12".into(), png: vec![0x89, b'P', b'N', b'G', 0, 255] }];
        let mail = Outgoing {
            thread: &thread,
            html: Some("<p>your turn <img src=\"cid:board-12\"></p>"),
            pictures: &pictures,
            unsubscribe: Some(&url),
            ..sample(&club)
        };
        let bytes = mail.write().unwrap();
        assert_eq!(bytes, mail.write().unwrap());
        let text = String::from_utf8(bytes.clone()).unwrap();
        for line in [
            "Date: Thu, 01 Jan 2026 00:00:00 +0000",
            "From: Crosscut <club@example.org>",
            "Reply-To: club+12.17.3.abcdefgh@example.org",
            "Message-ID: <0123456789abcdef@example.org>",
            "References: <match.12@example.org>\r\n <x@example.net>",
            "In-Reply-To: <x@example.net>",
            "Auto-Submitted: auto-generated",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ] {
            assert!(text.contains(&format!("{line}\r\n")), "{line} is not in\n{text}");
        }
        assert!(text.contains(&format!("List-Unsubscribe: <{url}>\r\n")), "{text}");
        let message = mail_parser::MessageParser::default().parse(&bytes).unwrap();
        assert_eq!(message.body_text(0).unwrap().replace('\r', ""), sample(&club).text);
        assert!(message.body_html(0).unwrap().contains("cid:board-12"));
        let kinds: Vec<_> = message.parts.iter().map(|it| it.content_id_of()).collect();
        assert!(kinds.contains(&Some("board-12".to_string())), "{kinds:?}");
        // The club's own mail that comes back is not a letter.
        assert_eq!(read(&bytes, &Arrival::new(&club)).kind, Kind::Loop);
    }

    trait ContentId {
        fn content_id_of(&self) -> Option<String>;
    }

    impl ContentId for mail_parser::MessagePart<'_> {
        fn content_id_of(&self) -> Option<String> {
            use mail_parser::MimeHeaders;
            self.content_id().map(str::to_string)
        }
    }

    #[test]
    fn numbers_of_others_are_taken_with_care() {
        let club: ClubAddress = "club@example.org".parse().unwrap();
        let thread = ["a@b\r\nBcc: c@d", "fine@example.net", "> <"].map(str::to_string);
        let text = Outgoing { thread: &thread, ..sample(&club) }.write().unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("References: <fine@example.net>\r\n"), "{text}");
        assert!(!text.contains("Bcc"), "{text}");
    }

    #[test]
    fn nothing_gets_into_the_head_that_does_not_belong_there() {
        let club: ClubAddress = "club@example.org".parse().unwrap();
        let mail = Outgoing { subject: "a\r\nBcc: eve@example.net\r\n\r\nb", ..sample(&club) };
        let text = String::from_utf8(mail.write().unwrap()).unwrap();
        assert!(text.contains("Subject: a Bcc: eve@example.net b\r\n"), "{text}");
        assert!(Outgoing { to: "a@b\r\nBcc: c@d", ..sample(&club) }.write().is_err());
        assert!(Outgoing { to: "nobody", ..sample(&club) }.write().is_err());
        let foreign = Outgoing { subject: "Zoë gegen Łukasz", ..sample(&club) }.write().unwrap();
        let message = mail_parser::MessageParser::default().parse(&foreign).unwrap();
        assert_eq!(message.subject(), Some("Zoë gegen Łukasz"));
    }
}
