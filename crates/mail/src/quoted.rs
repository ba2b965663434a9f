//! Separates the sender's own text from the rest of a mail.

use crate::armour::unwrapped;

/// Phrases that end the line in which mail clients introduce a quotation.
const WROTE: &[&str] = &[
    "wrote",
    "writes",
    "schrieb",
    "geschrieben",
    "a écrit",
    "ha scritto",
    "escribió",
    "escreveu",
    "schreef",
    "geschreven",
    "skrev",
    "napisał",
    "napisała",
    "napisał(a)",
    "napsal",
    "napsal(a)",
    "kirjoitti",
    "írta",
    "yazdı",
    "a scris",
    "пишет",
    "написал",
    "написала",
    "писал",
    "写道",
    "寫道",
    "のメール",
    "작성",
    "şunu yazdı",
    "va escriure",
    "έγραψε",
];
/// Beginnings of the line that gives the date of a quoted mail.
const DAYS: &[&str] = &[
    "on ",
    "am ",
    "den ",
    "le ",
    "el ",
    "il ",
    "op ",
    "em ",
    "a ",
    "på ",
    "dnia ",
    "w dniu ",
    "dne ",
    "v ",
    "в ",
    "на ",
    "în ",
    "στις ",
    "в пн",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "lun",
    "mar",
    "mié",
    "jeu",
    "ven",
    "sam",
    "dim",
    "di,",
    "mi,",
    "do,",
    "fr,",
    "sa,",
    "so,",
    "mo,",
    "pon",
    "pt",
    "pia",
    "wt",
    "śr",
    "czw",
    "sob",
    "niedz",
];
/// Beginnings of lines that set off a mail quoted whole, or forwarded.
const SEPARATORS: &[&str] = &[
    "original message",
    "ursprüngliche nachricht",
    "originalnachricht",
    "original-nachricht",
    "message d'origine",
    "message original",
    "messaggio originale",
    "mensaje original",
    "mensagem original",
    "oorspronkelijk bericht",
    "ursprungligt meddelande",
    "ursprungsmeddelande",
    "oprindelig meddelelse",
    "opprinnelig melding",
    "alkuperäinen viesti",
    "wiadomość oryginalna",
    "oryginalna wiadomość",
    "původní zpráva",
    "исходное сообщение",
    "пересылаемое сообщение",
    "forwarded message",
    "weitergeleitete nachricht",
    "message transféré",
    "original appointment",
    "原始邮件",
    "元のメッセージ",
    "reply message",
    "reply above this line",
];
/// The same without dashes.
const BEGINS: &[&str] = &[
    "begin forwarded message:",
    "anfang der weitergeleiteten nachricht:",
    "début du message réexpédié",
    "inizio messaggio inoltrato:",
    "inicio del mensaje reenviado:",
];
/// Beginnings of a quoted header section, each with beginnings of which one must follow within the next lines.
const HEADS: &[(&str, &[&str])] = &[
    ("from:", &["sent:", "date:", "to:"]),
    ("von:", &["gesendet:", "datum:", "an:"]),
    ("de :", &["envoyé :", "date :", "à :"]),
    ("de:", &["enviado:", "fecha:", "enviada", "data:", "envoyé", "para:", "date:"]),
    ("da:", &["inviato:", "data:", "a:"]),
    ("van:", &["verzonden:", "datum:", "aan:"]),
    ("från:", &["skickat:", "datum:", "till:"]),
    ("fra:", &["sendt:", "dato:", "til:"]),
    ("lähettäjä:", &["lähetetty:", "päivämäärä:"]),
    ("od:", &["wysłano:", "data:", "odesláno:", "do:"]),
    ("от:", &["отправлено:", "дата:", "кому:"]),
    ("发件人:", &["发送时间:", "日期:"]),
    ("发件人：", &["发送时间：", "日期："]),
    ("差出人:", &["送信日時:", "日付:"]),
    ("*from:*", &["*sent:*", "*date:*"]),
];
/// Lines added by phones.
const PHONES: &[&str] = &[
    "sent from my ",
    "sent from yahoo mail",
    "sent from mail for windows",
    "sent from outlook",
    "sent from gmail",
    "sent from samsung",
    "sent from a samsung",
    "sent from galaxy",
    "sent from proton",
    "sent with proton",
    "sent using proton",
    "get outlook for ",
    "von meinem ",
    "von meiner ",
    "von gmail mobile gesendet",
    "von samsung",
    "gesendet von ",
    "gesendet mit ",
    "holen sie sich outlook",
    "envoyé de mon ",
    "envoyé depuis ",
    "inviato da ",
    "inviato dal mio ",
    "enviado desde ",
    "enviado do meu ",
    "enviado de mi ",
    "enviado de samsung",
    "enviado a partir do meu ",
    "verzonden vanaf ",
    "verzonden met gmail",
    "verstuurd vanaf ",
    "skickat från ",
    "skickades från ",
    "sendt fra min ",
    "lähetetty ",
    "wysłane z ",
    "wysłano z ",
    "odesláno z ",
    "отправлено с ",
    "отправлено из ",
    "发自我的",
    "iphoneから送信",
    "sent via ",
    "diese nachricht wurde von meinem android",
];

/// The sender's own text: without quoted lines, the lines that introduce them, mails quoted whole, signatures, and lines added
/// by phones.
pub fn own_words(text: &str) -> String {
    let text = tidy(text);
    let text = unwrapped(&text);
    let lines: Vec<&str> = text.lines().collect();
    let mut own: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim();
        if is_quoted(line) {
            at += 1;
            continue;
        }
        if is_separator(line) || is_head(&lines[at..]) || is_signature(lines[at]) {
            break;
        }
        if let Some(length) = attribution(&lines[at..]) {
            at += length;
            let next = lines[at..].iter().map(|it| it.trim()).find(|it| !it.is_empty());
            // If what follows is marked as quoted, the sender's own text may continue between and below; otherwise all the rest
            // is quoted.
            if next.is_some_and(is_quoted) {
                continue;
            }
            break;
        }
        if !is_phone(line) {
            own.push(lines[at].trim_end());
        }
        at += 1;
    }
    // Empty lines at both ends are dropped, and several in a row become one.
    let mut out = String::new();
    let mut gap = false;
    for line in own {
        if line.trim().is_empty() {
            gap = true;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if gap { "\n\n" } else { "\n" });
        }
        gap = false;
        out.push_str(line);
    }
    out.trim().to_string()
}

/// Removes invisible characters, and makes all blanks plain.
fn tidy(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let seen = |c: char| {
        !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}')
            && (!c.is_control() || c == '\n' || c == '\t')
    };
    let plain = |c: char| match c {
        '\t' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => ' ',
        other => other,
    };
    text.chars().filter(|it| seen(*it)).map(plain).collect()
}

fn is_quoted(line: &str) -> bool {
    line.starts_with('>') || line.starts_with("|>") || line == "|"
}

/// `-- ` is the agreed mark; some programs draw a line.
fn is_signature(line: &str) -> bool {
    let drawn = |c: char| line.trim().len() >= 5 && line.trim().chars().all(|it| it == c);
    matches!(line.trim_end(), "--" | "__" | "—")
        || line.starts_with("-- ")
        || line == "--=20"
        || drawn('_')
}

fn is_separator(line: &str) -> bool {
    let small = line.to_lowercase();
    if BEGINS.iter().any(|it| small.starts_with(it)) {
        return true;
    }
    let inner = small.trim_matches(['-', '=', '_', '*', ' ', '#']);
    let dashed = small.starts_with("--")
        || small.starts_with("==")
        || small.starts_with("__")
        || small.starts_with("##");
    let named = SEPARATORS
        .iter()
        .any(|it| inner.starts_with(it) || inner.starts_with(&it.replace('\'', "’")));
    // Lotus Notes introduces a quotation between dashes.
    let introduced = inner.ends_with(':') && WROTE.iter().any(|it| inner.contains(it));
    dashed && (named || introduced)
}

/// Whether the lines begin the header section of a quoted mail with no mark above it, as Outlook writes it.
fn is_head(lines: &[&str]) -> bool {
    let first = lines[0].trim().trim_matches('*').to_lowercase();
    let Some((_, others)) =
        HEADS.iter().find(|(begin, _)| first.starts_with(begin.trim_matches('*')))
    else {
        return false;
    };
    lines.iter().skip(1).take(4).any(|line| {
        let line = line.trim().trim_matches('*').to_lowercase();
        others.iter().any(|it| line.starts_with(it.trim_matches('*')))
    })
}

/// How many lines introduce a quotation: `On Monday, the club wrote:`, in any language, possibly wrapped.
///
/// If a later line begins like such an introduction, the lines above it are the sender's own text.
fn attribution(lines: &[&str]) -> Option<usize> {
    let introduced = introduction(lines)?;
    (!lines[1..introduced].iter().any(|it| begins_dated(it))).then_some(introduced)
}

/// Whether a line begins like a client's introduction, and contains a date or time.
fn begins_dated(line: &str) -> bool {
    begins(line) && line.contains(|it: char| it.is_ascii_digit())
}

/// Whether a line begins like a client's introduction: with the word before a day, or with a date.
fn begins(line: &str) -> bool {
    let small = line.trim().trim_matches('*').to_lowercase();
    let digits = small.chars().filter(char::is_ascii_digit).count();
    DAYS.iter().any(|it| small.starts_with(it))
        || small.starts_with(|it: char| it.is_ascii_digit()) && digits >= 6
}

fn introduction(lines: &[&str]) -> Option<usize> {
    let mut joined = String::new();
    for (n, line) in lines.iter().take(4).enumerate() {
        let line = line.trim();
        if line.is_empty() || is_quoted(line) {
            return None;
        }
        if n > 0 {
            // Otherwise a move right above `the club wrote:` would be taken for the first line of it.
            if !begins(lines[0]) && !lines[0].contains('@') {
                return None;
            }
            joined.push(' ');
        }
        joined.push_str(&line.to_lowercase());
        let ends = joined.ends_with(':') || joined.ends_with('：') || joined.ends_with(":*");
        if ends {
            let tells = WROTE.iter().any(|it| joined.contains(it));
            // A person's own "she wrote:" contains neither a date nor an address.
            let dated = joined.chars().any(|it| it.is_ascii_digit()) || joined.contains('@');
            let marked = lines[n + 1..]
                .iter()
                .map(|it| it.trim())
                .find(|it| !it.is_empty())
                .is_some_and(is_quoted);
            return (tells && (dated || marked)).then_some(n + 1);
        }
    }
    None
}

fn is_phone(line: &str) -> bool {
    let small = line.to_lowercase();
    let small = small.trim_start_matches(['*', '_', '[', ' ', '(']);
    // `Sent from [Proton Mail](https://..)`: some make a link of the name.
    let small = small.replacen(" [", " ", 1);
    line.chars().count() < 120 && PHONES.iter().any(|it| small.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, own: &str) {
        assert_eq!(own_words(text), own, "{text}");
    }

    #[test]
    fn words_above_between_and_below_are_kept() {
        check("A2,C3\n\nOn Mon, 2 Nov 2026, Club <c@x> wrote:\n> your turn\n", "A2,C3");
        check("On Mon, 2 Nov 2026,\nClub <c@x>\nwrote:\n> your turn\n\nA2,C3\n", "A2,C3");
        // A move right above the introduction belongs to the sender.
        let wrote = "On Mon, Nov 23, 2026 at 10:00 AM club <c@x> wrote:\n> x";
        check(&format!("C6\n{wrote}"), "C6");
        check(&format!("C6\nthanks\n{wrote}"), "C6\nthanks");
        check(&format!("C6\n\nGood game.\nI like it.\n{wrote}"), "C6\n\nGood game.\nI like it.");
        check("C6\nAm 23.11.26 um 10:00 schrieb Club:\n> x", "C6");
        check("C6\nLe lun. 23 nov. 2026 à 10:00, club <c@x>\na écrit :\n> x", "C6");
        check("C6\n2026-11-23 10:00 GMT+01:00 Club <c@x> wrote:\n> x", "C6");
        // Without a date or an address, what is quoted below shows what it is.
        check("C6\nThe club wrote:\n\n> your turn", "C6");
        check("C6\nwell met!\nThe club wrote:\n> your turn", "C6\nwell met!");
        check("C6\nOn Monday the club\nwrote:\n> your turn", "C6");
        check("> one\nA2\n> two\nwell met\n", "A2\nwell met");
        check("A2,C3\n\nwell met,\nshe wrote: no\n", "A2,C3\n\nwell met,\nshe wrote: no");
    }

    #[test]
    fn a_mail_quoted_whole_is_left_out() {
        check("A2,C3\n\n-----Ursprüngliche Nachricht-----\nVon: Club\nyour turn B1\n", "A2,C3");
        check("A2,C3\n\nFrom: Club <c@x>\nSent: Monday\nTo: Ann\nSubject: x\n\nB1\n", "A2,C3");
        check("A2,C3\n\nAm 2.11.26 um 10:00 schrieb Club:\nB1\n", "A2,C3");
        check("A2,C3\n________________________________\nVon: x\n", "A2,C3");
        // A person who writes where something is from.
        check("From: here to there", "From: here to there");
    }

    #[test]
    fn signatures_and_phones_are_left_out() {
        check("A2,C3\n-- \nAnn\n", "A2,C3");
        check("A2,C3\n\nSent from my iPhone\n", "A2,C3");
        check("A2,C3\n__\nAnn", "A2,C3");
        check("\u{feff}A2,C3\u{a0}\u{200b}\n", "A2,C3");
        check("", "");
    }
}
