use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use crate::hypertext::text_of;
use crate::latin;
use crate::quoted::own_words;

/// How much of a text is examined, in bytes: a command and a comment are far shorter.
const MOST: usize = 64 << 10;

/// The sender's own text. None if the mail was cut off after `cut` bytes, and with it some of that text.
pub(crate) fn body(message: &Message<'_>, cut: Option<usize>) -> Option<String> {
    let is_cut =
        |part: &MessagePart<'_>| cut.is_some_and(|cut| cut <= part.raw_end_offset() as usize);
    let mut said = String::new();
    let mut lost = false;
    for part in message.text_bodies().filter(|it| !is_file(it)) {
        lost |=
            is_cut(part) && !matches!(part.body, PartType::Binary(_) | PartType::InlineBinary(_));
        append(&mut said, message, part);
    }
    let mut said = own_words(&said);
    // Some programs send an empty text along with their HTML.
    if said.is_empty() {
        let mut other = String::new();
        for part in message.html_bodies().filter(|it| !is_file(it)) {
            lost |= is_cut(part);
            append(&mut other, message, part);
        }
        said = own_words(&other);
    }
    // Broken mails have their text in unusual places.
    if said.is_empty() {
        let mut other = String::new();
        for part in message.parts.iter().filter(|it| !is_file(it)) {
            match &part.body {
                PartType::Binary(bytes) if may_be_text(part) => {
                    other.push_str(first(&String::from_utf8_lossy(bytes)));
                }
                _ => append(&mut other, message, part),
            }
        }
        said = own_words(&other);
    }
    // If nothing was found here, it may have been in the part that was cut off.
    lost |= cut.is_some() && said.is_empty();
    (!lost).then_some(said)
}

fn may_be_text(part: &MessagePart<'_>) -> bool {
    part.content_type()
        .is_none_or(|it| ["text", "multipart"].contains(&it.ctype().to_lowercase().as_str()))
}

fn is_file(part: &MessagePart<'_>) -> bool {
    part.content_disposition().is_some_and(|it| it.is_attachment())
}

fn append(said: &mut String, message: &Message<'_>, part: &MessagePart<'_>) {
    // Text that is not valid UTF-8 was given these replacement characters.
    let latin = match &part.body {
        PartType::Text(text) | PartType::Html(text) if text.contains('\u{fffd}') => {
            latin::text(message, part)
        }
        _ => None,
    };
    let text = match &part.body {
        PartType::Text(text) => {
            let kind = part.content_type();
            let is = |name: &str, value: &str| {
                kind.and_then(|it| it.attribute(name))
                    .is_some_and(|it| it.eq_ignore_ascii_case(value))
            };
            let text = first(latin.as_deref().unwrap_or(text));
            if is("format", "flowed") { unflow(text, is("delsp", "yes")) } else { text.to_string() }
        }
        PartType::Html(text) => text_of(first(latin.as_deref().unwrap_or(text))),
        _ => return,
    };
    if said.len() < MOST {
        if !said.is_empty() && !said.ends_with('\n') {
            said.push('\n');
        }
        said.push_str(&text);
    }
}

fn first(text: &str) -> &str {
    &text[..text.floor_char_boundary(MOST)]
}

/// Joins the lines of a text in `format=flowed` (RFC 3676).
fn unflow(text: &str, delete_space: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|it| *it == b'>').count();
        let rest = &line[depth..];
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        if open != Some(depth) {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            out.extend(std::iter::repeat_n('>', depth));
            if depth > 0 {
                out.push(' ');
            }
        }
        let soft = rest.ends_with(' ') && rest != "-- ";
        out.push_str(if soft && delete_space { &rest[..rest.len() - 1] } else { rest });
        open = soft.then_some(depth);
        if !soft {
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flowing_lines_are_joined_and_others_stay() {
        assert_eq!(unflow("one \ntwo\nthree\n", false), "one two\nthree\n");
        assert_eq!(unflow("one \ntwo", true), "onetwo\n");
        assert_eq!(unflow("> a \n> b\nc\n", false), "> a b\nc\n");
        assert_eq!(unflow(" >x\n-- \nAnn", false), ">x\n-- \nAnn\n");
        assert_eq!(unflow("> a \nb\n", false), "> a \nb\n");
    }
}
