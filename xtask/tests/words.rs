//! Messages, pages and guides are in plain English: bad phrases that were removed do not come back. CONTRIBUTING.md has the
//! list for people.

mod common;

use std::fs;

use common::{collect, root};

/// Forbidden phrases, in lower case, and what to write instead.
const FORMS: &[(&str, &str)] = &[
    ("' is no ", "is not a .."),
    ("' are no ", "are not .."),
    (" is no valid ", "is not a valid .."),
    (" are no valid ", "are not valid .."),
    ("elo points that ", "Elo difference +382 (95 % CI +162 to ..)"),
    ("gone on with", "resumed, continued"),
    ("that are too many", "too many .."),
    ("variations of variations", "nested variations"),
    (" anew", "again, over, or re- as in rebuild"),
    ("player on turn", "the player to move"),
    ("is on turn", "is to move"),
    ("the standard input", "standard input"),
    ("the standard output", "standard output"),
    ("to have the club ", "for the club to .."),
    ("looks after", "manages, maintains"),
    ("to look after", "manage, maintain"),
    ("trail mix' ", "Trail Mix's"),
    (" hex' ", "Hex's"),
];

/// The forbidden phrases in a text, each with the line on which it begins.
fn forms(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let lines: Vec<String> = text.lines().map(|it| it.trim().to_lowercase()).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // A phrase may continue on the next line.
        let pair = format!(" {line} {} ", lines.get(at + 1).map_or("", String::as_str));
        for &(form, instead) in FORMS {
            if pair.find(form).is_some_and(|it| it <= line.len()) {
                found.push((at + 1, form, instead));
            }
        }
    }
    found
}

/// A page without its fenced blocks and inline code, with the same number of lines.
fn prose(page: &str) -> String {
    let mut fenced = false;
    let mut text = String::new();
    for line in page.lines() {
        let fence = line.trim_start().starts_with("```");
        if !fenced && !fence {
            text += &line.split('`').step_by(2).collect::<Vec<_>>().join("_");
        }
        fenced ^= fence;
        text.push('\n');
    }
    text
}

/// The string literals of a source file, as written but each on one line, with the line on which it begins.
fn literals(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (code, 1);
    while !rest.is_empty() {
        let (length, literal) = token(rest);
        if let Some(literal) = literal {
            let whole: Vec<&str> = literal.split("\\\n").map(str::trim_start).collect();
            found.push((line, whole.concat()));
        }
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// The length in bytes of the comment, literal or character at the start of a source text, and the content of a string literal.
fn token(code: &str) -> (usize, Option<&str>) {
    if code.starts_with("//") {
        return (code.find('\n').unwrap_or(code.len()), None);
    }
    if let Some(raw) = code.strip_prefix('r') {
        let hashes = &raw[..raw.len() - raw.trim_start_matches('#').len()];
        if let Some(text) = raw[hashes.len()..].strip_prefix('"') {
            let length = text.find(&format!("\"{hashes}")).unwrap_or(text.len());
            return (code.len() - text.len() + length + 1 + hashes.len(), Some(&text[..length]));
        }
    }
    if let Some(text) = code.strip_prefix('"') {
        let mut escaped = false;
        let end = text.find(|c| {
            let end = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            end
        });
        let end = end.unwrap_or(text.len());
        return (end + 2, Some(&text[..end]));
    }
    if let Some(letter) = code.strip_prefix('\'') {
        let mut letters = letter.char_indices();
        let (first, second) = (letters.next(), letters.next());
        // Otherwise it is a lifetime.
        if let (Some((_, first)), Some((at, second))) = (first, second) {
            if first == '\\' {
                let end = letter[at + second.len_utf8()..].find('\'').unwrap_or(0);
                return (1 + at + second.len_utf8() + end + 1, None);
            } else if second == '\'' {
                return (1 + at + 1, None);
            }
        }
    }
    (code.chars().next().map_or(0, char::len_utf8), None)
}

#[test]
fn nothing_is_said_as_nobody_says_it() {
    let root = root();
    let mut found = Vec::new();
    for ending in ["md", "html", "txt", "rs"] {
        let mut files = Vec::new();
        collect(&root, ending, &mut files);
        for path in files {
            let short = path.strip_prefix(&root).expect("below the root").to_string_lossy();
            let short = short.replace('\\', "/");
            // Texts next to the code are content of pages and lessons; those of tests are expected output.
            let told = ending != "txt" || short.starts_with("crates/games/src/");
            if !told || short == "xtask/tests/words.rs" {
                continue;
            }
            let text = fs::read_to_string(&path).expect("text");
            let pieces = match ending {
                "rs" => literals(&text),
                "md" => vec![(1, prose(&text))],
                _ => vec![(1, text)],
            };
            for (begin, piece) in pieces {
                let here = forms(&piece).into_iter().map(|(line, form, instead)| {
                    format!("{short}:{}: '{form}': say {instead}", begin + line - 1)
                });
                found.extend(here);
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn forms_are_found_in_what_is_said_and_nowhere_else() {
    let lines = |text: &str| forms(text).into_iter().map(|it| it.0).collect::<Vec<_>>();
    assert_eq!(lines("'x' is not a pace\n'x' is no pace"), [2]);
    assert_eq!(lines("It can be gone on\n  with."), [1]);
    assert_eq!(prose("a `b` c\n```\nd\n```\ne\n"), "a _ c\n\n\n\ne\n");
    let code = r####"
        // "a"
        const B: &'static str = "b \
            c \" \\";
        let d = ['"', '\'', '\u{1}', 'e']; f(r"g", r#"h " i"#);
    "####;
    let said: Vec<(usize, String)> = literals(code);
    let said: Vec<(usize, &str)> = said.iter().map(|(line, text)| (*line, &text[..])).collect();
    assert_eq!(said, [(3, "b c \\\" \\\\"), (5, "g"), (5, "h \" i")]);
}
