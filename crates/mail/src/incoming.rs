use std::borrow::Cow;

use mail_parser::{HeaderValue, MessageParser};

use crate::away::is_away;
use crate::body::body;
use crate::bounds::{bounded, head};
use crate::kind::kind;
use crate::latin::with_plain_head;
use crate::vouched::vouched;
use crate::{ClubAddress, Kind, MOST, is_address};

/// How a mail arrived, and how far that can be trusted.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// The club's address.
    pub club: &'a ClubAddress,
    /// The server whose `Authentication-Results` are trusted, by the name it uses there.
    pub trusted: Option<&'a str>,
    /// How many `Received` headers come from the club's own servers.
    pub hops: usize,
    /// The envelope that came with the mail.
    pub envelope: Option<&'a Envelope>,
    /// Whether the mail was longer than the bytes given.
    pub cut: bool,
}

impl<'a> Arrival<'a> {
    /// A way about which nothing is known.
    pub fn new(club: &'a ClubAddress) -> Self {
        Arrival { club, trusted: None, hops: 1, envelope: None, cut: false }
    }
}

/// What a server says along with a mail: SMTP's `MAIL FROM` and `RCPT TO`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Envelope {
    /// The return path; empty if there is none, `None` if it is not known.
    pub from: Option<String>,
    /// The recipients.
    pub to: Vec<String>,
}

/// A mail received, reduced to what matters to the club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// What it is.
    pub kind: Kind,
    /// The sender it claims, in lower case.
    pub from: Option<String>,
    /// Its Message-ID, without angle brackets.
    pub message_id: Option<String>,
    /// When it was written, as it says: the text of its `Date`.
    pub date: Option<String>,
    /// The Message-IDs of the mails it replies to, latest first.
    pub answers: Vec<String>,
    /// The tags of the club's addresses it was sent to.
    pub tags: Vec<String>,
    /// Its subject, decoded, on one line.
    pub subject: String,
    /// The sender's own text, without quotations and signature.
    pub body: String,
    /// Whether the trusted server confirms the claimed sender.
    pub vouched: bool,
}

/// The headers of a mail in order, unfolded.
#[derive(Clone, Debug)]
pub(crate) struct Headers<'x>(Vec<(String, Cow<'x, str>)>);

impl<'x> Headers<'x> {
    pub(crate) fn new(headers: Vec<(String, Cow<'x, str>)>) -> Self {
        Headers(headers)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_ref()))
    }

    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.iter().filter(move |it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1)
    }
}

/// Reads a mail. This never fails: a mail that makes no sense is [`Kind::Unreadable`].
pub fn read(raw: &[u8], way: &Arrival<'_>) -> Incoming {
    let nothing = Incoming {
        kind: Kind::Unreadable,
        from: None,
        message_id: None,
        date: None,
        answers: Vec::new(),
        tags: tags(way, &[]),
        subject: String::new(),
        body: String::new(),
        vouched: false,
    };
    // A mail beyond the limits is not parsed, but its header section still names the sender.
    let (raw, cut) = (&raw[..raw.len().min(MOST)], way.cut || MOST < raw.len());
    let Ok(head) = head(raw) else { return nothing };
    let whole = bounded(raw);
    let raw = with_plain_head(whole.as_deref().unwrap_or(head));
    let parser = MessageParser::default();
    let message = match &whole {
        Ok(_) => parser.parse(raw.as_ref()),
        Err(_) if bounded(head).is_ok() => parser.parse_headers(raw.as_ref()),
        Err(_) => None,
    };
    let Some(message) = message else { return nothing };
    let unfold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let headers: Vec<_> = message
        .headers_raw()
        .map(|(name, value)| (name.to_string(), Cow::from(unfold(value))))
        .collect();
    let headers = Headers::new(headers);

    // A mail with several authors has no definite sender.
    let mut authors =
        message.from().into_iter().flat_map(|it| it.iter()).filter_map(|it| it.address());
    let from = match (authors.next(), authors.next(), headers.all("from").count()) {
        (Some(one), None, 1) => Some(one.trim().to_lowercase()).filter(|it| is_address(it)),
        _ => None,
    };
    let mut recipients = Vec::new();
    for list in [message.to(), message.cc()].into_iter().flatten() {
        recipients.extend(list.iter().filter_map(|it| it.address()).map(str::to_string));
    }
    for name in ["delivered-to", "x-original-to", "envelope-to"] {
        recipients.extend(headers.all(name).map(|it| it.trim_matches(['<', '>']).to_string()));
    }

    let mut kind = kind(&message, &headers, way.club, way.envelope, from.as_deref());
    let mut answers = ids(message.references());
    answers.extend(ids(message.in_reply_to()));
    answers.reverse();
    answers.dedup();
    let mut said = String::new();
    if kind == Kind::Message {
        let said_here = match whole {
            Ok(_) => body(&message, cut.then_some(raw.len())),
            Err(_) => None,
        };
        match said_here {
            None => kind = Kind::TooLarge,
            Some(it) if is_away(message.subject().unwrap_or(""), &it) => kind = Kind::AutoReply,
            Some(it) => said = it,
        }
    }
    let trusted = way.trusted.zip(from.as_deref());
    Incoming {
        kind,
        message_id: message.message_id().map(str::to_string),
        date: headers.get("date").map(str::to_string),
        answers,
        tags: tags(way, &recipients),
        subject: unfold(message.subject().unwrap_or(""))
            .chars()
            .filter(|it| !it.is_control())
            .collect(),
        body: said,
        vouched: trusted.is_some_and(|(server, from)| vouched(&headers, server, way.hops, from)),
        from,
    }
}

fn ids(value: &HeaderValue<'_>) -> Vec<String> {
    match value {
        HeaderValue::Text(it) => vec![it.to_string()],
        HeaderValue::TextList(list) => list.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

fn tags(way: &Arrival<'_>, recipients: &[String]) -> Vec<String> {
    // The envelope is the best source of recipients: the header may name others, or none.
    let told = way.envelope.into_iter().flat_map(|it| &it.to);
    let mut tags: Vec<String> = Vec::new();
    for address in told.chain(recipients) {
        if let Some(tag) = way.club.tag_of(address).filter(|it| !it.is_empty()) {
            let tag = tag.to_lowercase();
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    tags
}
