use std::borrow::Cow;

use mail_parser::{HeaderValue, MessageParser};

use crate::away::is_away;
use crate::body::body;
use crate::bounds::{bounded, head};
use crate::kind::kind;
use crate::latin::with_plain_head;
use crate::vouched::vouched;
use crate::{HouseAddress, Kind, MOST, is_address};

/// By which way a mail came, and what that is worth.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// Our own address.
    pub house: &'a HouseAddress,
    /// The server whose `Authentication-Results` are believed, by the name it has there.
    pub trusted: Option<&'a str>,
    /// How many `Received` headers are by servers of ours.
    pub hops: usize,
    /// What was said along with the mail.
    pub envelope: Option<&'a Envelope>,
    /// Whether the mail was longer than what is here.
    pub cut: bool,
}

impl<'a> Way<'a> {
    /// A way of which nothing is known.
    pub fn new(house: &'a HouseAddress) -> Self {
        Way { house, trusted: None, hops: 1, envelope: None, cut: false }
    }
}

/// What a server says along with a mail: SMTP's `MAIL FROM` and `RCPT TO`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Envelope {
    /// Where bounces go; empty for nowhere, nothing if it is not known.
    pub from: Option<String>,
    /// For whom it is.
    pub to: Vec<String>,
}

/// A mail that came, as far as it concerns us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incoming {
    /// What it is.
    pub kind: Kind,
    /// Who it says it is from, in small letters.
    pub from: Option<String>,
    /// Its number, without angle brackets.
    pub message_id: Option<String>,
    /// The numbers of the mails it answers, the last one first.
    pub answers: Vec<String>,
    /// The tags of those of our addresses it went to.
    pub tags: Vec<String>,
    /// Its subject, decoded, in one line.
    pub subject: String,
    /// What its writer says, without what is quoted and without the signature.
    pub body: String,
    /// Whether the trusted server says that it is from whom it says it is from.
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

/// Reads a mail. There is no mail that cannot be read: what makes no sense is [`Kind::Unreadable`].
pub fn read(raw: &[u8], way: &Way<'_>) -> Incoming {
    let nothing = Incoming {
        kind: Kind::Unreadable,
        from: None,
        message_id: None,
        answers: Vec::new(),
        tags: tags(way, &[]),
        subject: String::new(),
        body: String::new(),
        vouched: false,
    };
    // What is more than anybody writes is not parsed; of such a mail the head still says whose it is.
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

    // A mail from several is from nobody in particular.
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

    let mut kind = kind(&message, &headers, way.house, way.envelope, from.as_deref());
    let mut answers = ids(message.references());
    answers.extend(ids(message.in_reply_to()));
    answers.reverse();
    answers.dedup();
    let mut said = String::new();
    if kind == Kind::Letter {
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

fn tags(way: &Way<'_>, recipients: &[String]) -> Vec<String> {
    // The server knows best for whom it is: the header may name others, or nobody.
    let told = way.envelope.into_iter().flat_map(|it| &it.to);
    let mut tags: Vec<String> = Vec::new();
    for address in told.chain(recipients) {
        if let Some(tag) = way.house.tag_of(address).filter(|it| !it.is_empty()) {
            let tag = tag.to_lowercase();
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
    }
    tags
}
