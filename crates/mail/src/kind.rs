use mail_parser::{Message, MimeHeaders, PartType};

use crate::incoming::{Envelope, Headers};
use crate::{ClubAddress, is_address};

/// The kind of a mail, whatever its text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A person wrote to the club.
    Message,
    /// An automatic message on somebody's behalf: out of office, read receipts, and the like. It gets no reply.
    AutoReply,
    /// A mail from the club was not delivered, or not yet.
    Bounce {
        /// The addresses that did not get it, if the report names them.
        failed: Vec<String>,
        /// Whether delivery has failed for good.
        permanent: bool,
    },
    /// It came through a mailing list, whose readers have not asked to hear from the club.
    List,
    /// It is one of the club's own mails that came back.
    Loop,
    /// The sender's text does not fit into what is read of a mail, or the mail contains more than any person writes.
    TooLarge,
    /// It is not a mail, or its sender cannot be determined.
    Unreadable,
}

/// More servers than a mail passes on a direct way.
const HOPS: usize = 40;

/// The beginnings of subjects of automatic replies, for programs that set no header for it.
const SUBJECTS: &[&str] = &[
    "automatic reply:",
    "automatische antwort:",
    "réponse automatique",
    "respuesta automática",
    "risposta automatica",
    "automatisch antwoord",
    "automatiskt svar",
    "automatsvar",
    "resposta automática",
    "автоответ",
    "自动回复",
    "自動返信",
    "out of office",
    "out-of-office",
    "out of the office",
    "i am out of office",
    "i am out of the office",
    "away from the office",
    "abwesenheitsnotiz",
    "abwesenheit:",
    "auto-reply",
    "autoreply",
    "auto:",
    "vacation reply",
    "undeliverable:",
    "undelivered mail",
    "delivery status notification",
    "mail delivery failed",
    "returned mail:",
    "failure notice",
    "read:",
    "gelesen:",
    "lu :",
];

pub(crate) fn kind(
    message: &Message<'_>,
    headers: &Headers<'_>,
    club: &ClubAddress,
    envelope: Option<&Envelope>,
    from: Option<&str>,
) -> Kind {
    if is_loop(headers, club, from) {
        return Kind::Loop;
    }
    if let Some(bounce) = bounce(message, headers, from) {
        return bounce;
    }
    if is_automatic(message, headers, envelope) {
        return Kind::AutoReply;
    }
    let precedence = headers.get("precedence").map(str::to_lowercase).unwrap_or_default();
    let listed = ["list-id", "list-post", "mailing-list", "x-mailing-list"]
        .iter()
        .any(|it| headers.get(it).is_some());
    if listed || precedence.trim() == "list" {
        return Kind::List;
    }
    match from {
        Some(_) => Kind::Message,
        None => Kind::Unreadable,
    }
}

fn is_loop(headers: &Headers<'_>, club: &ClubAddress, from: Option<&str>) -> bool {
    let ours = from.is_some_and(|from| club.tag_of(from).is_some());
    let marked = headers.all("x-loop").any(|it| club.tag_of(it).is_some());
    ours || marked || HOPS < headers.all("received").count()
}

fn is_automatic(message: &Message<'_>, headers: &Headers<'_>, envelope: Option<&Envelope>) -> bool {
    let said = |name: &str| headers.get(name).map(|it| it.trim().to_lowercase());
    if said("auto-submitted")
        .is_some_and(|it| !it.is_empty() && it.split(';').next().map(str::trim) != Some("no"))
    {
        return true;
    }
    let marks = [
        "x-autoreply",
        "x-autorespond",
        "x-autoresponder",
        "x-auto-reply-from",
        "x-mail-autoreply",
        "x-away-message",
    ];
    if marks.iter().any(|it| said(it).is_some_and(|it| it != "no")) {
        return true;
    }
    if said("precedence").is_some_and(|it| ["bulk", "junk", "auto_reply"].contains(&it.as_str())) {
        return true;
    }
    // Nobody who expects a reply sends without a return path.
    let nowhere = envelope.is_some_and(|it| it.from.as_deref() == Some(""))
        || said("return-path").is_some_and(|it| it == "<>" || it.is_empty());
    let receipt = message.content_type().is_some_and(|it| {
        it.subtype() == Some("report") && it.attribute("report-type") != Some("delivery-status")
    });
    let subject = message.subject().unwrap_or("").to_lowercase();
    let subject = subject.trim_start_matches([' ', '[', '(', '*', '"']);
    nowhere || receipt || SUBJECTS.iter().any(|it| subject.starts_with(it))
}

/// A report of a failed delivery, in the form of RFC 3464 or as qmail, Exim and others write it.
fn bounce(message: &Message<'_>, headers: &Headers<'_>, from: Option<&str>) -> Option<Kind> {
    let reported = report(message);
    let local = from.and_then(|it| it.split('@').next()).unwrap_or("");
    let postman = local.starts_with("mailer-daemon")
        || local == "postmaster"
        || local.starts_with("mail-daemon");
    let named: Vec<String> =
        headers.all("x-failed-recipients").flat_map(|it| it.split(',')).map(clean).collect();
    if let Some((mut failed, permanent)) = reported {
        if failed.is_empty() {
            failed = named;
        }
        return Some(Kind::Bounce { failed, permanent });
    }
    if named.is_empty() && !postman {
        return None;
    }
    let text = message.body_text(0).unwrap_or_default();
    let mut failed = named;
    if failed.is_empty() {
        // qmail writes `<address>:` on a line of its own.
        failed = text
            .lines()
            .map(str::trim)
            .filter_map(|line| line.strip_prefix('<')?.strip_suffix(":")?.strip_suffix('>'))
            .map(clean)
            .collect();
    }
    failed.retain(|it| is_address(it));
    let text = text.to_lowercase();
    let later = [
        "will retry",
        "will be retried",
        "still trying",
        "delayed",
        "not been delivered yet",
        "warning:",
    ]
    .iter()
    .any(|it| text.contains(it));
    Some(Kind::Bounce { failed, permanent: !later })
}

/// The machine-readable part of a report: who did not get the mail, and whether that is final.
fn report(message: &Message<'_>) -> Option<(Vec<String>, bool)> {
    let is_status = |it: &&mail_parser::MessagePart<'_>| {
        it.content_type().is_some_and(|it| {
            it.ctype().eq_ignore_ascii_case("message")
                && it.subtype().is_some_and(|it| it.eq_ignore_ascii_case("delivery-status"))
        })
    };
    let part = message.parts.iter().find(is_status)?;
    let text = match &part.body {
        PartType::Text(text) => text.to_string(),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        // Some servers put the fields where a mail has its headers.
        PartType::Message(inner) => String::from_utf8_lossy(inner.raw_message()).into_owned(),
        _ => String::new(),
    };
    let value = |line: &str, name: &str| {
        let (field, value) = line.split_once(':')?;
        field.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_string())
    };
    let mut failed = Vec::new();
    let mut permanent = false;
    for line in text.lines() {
        if let Some(it) =
            value(line, "final-recipient").or_else(|| value(line, "original-recipient"))
        {
            let address = clean(it.rsplit(';').next().unwrap_or(""));
            if is_address(&address) && !failed.contains(&address) {
                failed.push(address);
            }
        }
        permanent |= value(line, "action").is_some_and(|it| it.eq_ignore_ascii_case("failed"));
        permanent |= value(line, "status").is_some_and(|it| it.starts_with('5'));
    }
    Some((failed, permanent))
}

fn clean(address: &str) -> String {
    address.trim().trim_matches(['<', '>']).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arrival, read};

    #[test]
    fn a_report_tells_of_each_address_once_and_of_nothing_else() {
        let club: ClubAddress = "club@crosscut.example".parse().unwrap();
        let named = ["Bob@player.example", "<bob@player.example>", "unknown", "ann@player.example"];
        let fields: String = named
            .iter()
            .map(|it| format!("\r\nFinal-Recipient: rfc822; {it}\r\nAction: failed\r\n"))
            .collect();
        let mail = format!(
            "From: mailer-daemon@player.example\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"rep\"\r\n\r\n\
             --rep\r\nContent-Type: text/plain\r\n\r\nI'm sorry.\r\n\r\n\
             --rep\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mail.player.example\r\n{fields}\r\n--rep--\r\n"
        );
        let failed = ["bob@player.example", "ann@player.example"].map(str::to_string).to_vec();
        let read = read(mail.as_bytes(), &Arrival::new(&club));
        assert_eq!(read.kind, Kind::Bounce { failed, permanent: true });
    }
}
