use crate::CommandParseError;
use crate::terms::Switches;

/// The longest line that is read, in bytes.
const MAX_BYTES: usize = 2000;

/// What mail programs put before the subject of a reply.
const PREFIXES: [&str; 13] = [
    "re:", "fwd:", "fw:", "aw:", "wg:", "sv:", "vs:", "antw:", "ref:", "odp:", "ynt:", "rif:",
    "tr:",
];

/// A subject without the prefixes that mail programs put before it in replies, and whether there were any.
pub fn unprefixed(subject: &str) -> (&str, bool) {
    let mut rest = subject.trim();
    let mut any = false;
    while let Some(prefix) = PREFIXES
        .iter()
        .find(|it| rest.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it)))
    {
        rest = rest[prefix.len()..].trim_start();
        any = true;
    }
    (rest, any)
}

/// A word or a move without what people put around it: quotation marks, asterisks, brackets, a full stop or an exclamation
/// mark. A question mark stays, since it says that nothing was decided yet.
pub fn plain(text: &str) -> String {
    text.replace('，', ",").trim_matches(|c| around(c) || c == '.').to_string()
}

/// What a move may be meant as, likeliest first: as written, and then without what surrounds it. In Trichet a move may end in a
/// full stop that belongs to it.
pub fn readings(text: &str) -> [String; 3] {
    let wide = text.replace('，', ",");
    // A comma at the end says that more was to come.
    if wide.trim_end().ends_with(',') {
        return [wide.clone(), wide.clone(), wide];
    }
    [wide.clone(), wide.trim_matches(around).to_string(), plain(text)]
}

/// A line whose words have no quotation marks, asterisks or brackets around them, as mail programs write bold text:
/// `*30. Gc1!*` becomes `30. Gc1!`. A word that consists of these alone is dropped.
pub(crate) fn undecorated(line: &str) -> String {
    let words = line.split_whitespace().map(|it| it.trim_matches(decorates));
    words.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
}

fn around(c: char) -> bool {
    c.is_whitespace() || decorates(c) || matches!(c, ',' | '!')
}

fn decorates(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '*' | '_' | '`' | '(' | ')')
}

/// A line split into words.
#[derive(Debug)]
pub(crate) struct Words {
    /// The words that are not switches. Parts joined by a comma keep the blank after it if one was written there.
    pub(crate) plain: Vec<String>,
    /// `-size=9`, `--unrated`: the name in lower case, and the value.
    pub(crate) switches: Switches,
}

impl Words {
    pub(crate) fn of(line: &str) -> Result<Words, CommandParseError> {
        if line.len() > MAX_BYTES {
            return Err(CommandParseError::new(format!("a command has {MAX_BYTES} bytes at most")));
        }
        // Some keyboards have a full-width comma.
        let line = unprefixed(line).0.replace('，', ",");
        let mut words = Words { plain: Vec::new(), switches: Vec::new() };
        // A comma at the end of one word or the beginning of the next means a blank within a move, unless the next word has a
        // number that begins the next move.
        let mut open = false;
        for word in line.split_whitespace().filter(|it| *it != "**") {
            if let Some(switch) = switch(word) {
                words.switches.push(switch);
                continue;
            }
            match words.plain.last_mut() {
                Some(last) if open && !is_numbered(word) || word.starts_with(',') => {
                    let (comma, rest) = match word.strip_prefix(',') {
                        Some(rest) => (",", rest),
                        None => ("", word),
                    };
                    last.push_str(comma);
                    if !rest.is_empty() {
                        last.push(' ');
                        last.push_str(rest);
                    }
                }
                _ => words.plain.push(word.to_string()),
            }
            open = word.ends_with(',');
        }
        Ok(words)
    }
}

/// Whether a word is or begins with a number and a full stop, as before the moves of a list.
fn is_numbered(word: &str) -> bool {
    let rest = word.trim_start_matches(|it: char| it.is_ascii_digit());
    rest.len() < word.len() && rest.starts_with('.')
}

/// A word that begins with a dash and has a name; a move may begin with a dash too, but then it contains digits.
fn switch(word: &str) -> Option<(String, Option<String>)> {
    // Some programs turn two dashes into one long one.
    let body = word.trim_start_matches(['-', '–', '—']);
    if body.len() == word.len() {
        return None;
    }
    let (name, value) = match body.split_once('=') {
        Some((name, value)) => (name, Some(value.to_string())),
        None => (body, None),
    };
    let letters = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '-';
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(letters);
    is_name.then(|| (name.to_ascii_lowercase(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str) -> String {
        let words = Words::of(line).unwrap();
        let switches = words.switches.iter().map(|(name, value)| match value {
            Some(value) => format!("{name}={value}"),
            None => name.clone(),
        });
        format!("{} | {}", words.plain.join(" "), switches.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_comma_before_a_number_ends_a_move() {
        assert_eq!(check("preview 1 A1, B3 C6"), "preview 1 A1, B3 C6 | ");
        assert_eq!(check("preview 1 24. Gf4, 25. Bd2"), "preview 1 24. Gf4, 25. Bd2 | ");
        assert_eq!(check("preview 1 24.f4, 25.d2 , 26.g1"), "preview 1 24.f4, 25.d2, 26.g1 | ");
        // Without its full stop the number is part of the move.
        for (word, numbered) in
            [("24.", true), ("24.f4", true), ("3B", false), (".", false), ("3", false)]
        {
            assert_eq!(is_numbered(word), numbered, "{word}");
        }
    }

    #[test]
    fn a_subject_is_read_without_what_clients_put_in_front() {
        assert_eq!(unprefixed("Re: AW: board 12"), ("board 12", true));
        assert_eq!(unprefixed("board 12"), ("board 12", false));
        assert_eq!(unprefixed("é"), ("é", false));
    }

    #[test]
    fn decoration_is_no_part_of_a_move() {
        for text in ["E9", "E9.", "E9!", "*E9*", "\"E9\"", "“E9”", "(E9)", "_E9_ "] {
            assert_eq!(plain(text), "E9");
        }
        assert_eq!(plain("E9?"), "E9?");
        assert_eq!(plain("*A2，C3*"), "A2,C3");
        assert_eq!(plain("-A50ul."), "-A50ul");
        assert_eq!(plain("!"), "");
        assert_eq!(readings("*-A50ul.*"), ["*-A50ul.*", "-A50ul.", "-A50ul"]);
        for text in ["*30. Gh1!*", "30. *Gh1!*", "*30.* _Gh1!_", "** \"30. Gh1!\" **"] {
            assert_eq!(undecorated(text), "30. Gh1!");
        }
    }

    #[test]
    fn a_line_is_words_and_switches() {
        assert_eq!(check("  Re: AW: fwd: Hex   Board 12 ann ** "), "Hex Board 12 ann | ");
        assert_eq!(check("a -Size=9 b --unrated c"), "a b c | size=9 unrated");
        assert_eq!(check("a —totaltime=90 –size=9"), "a | totaltime=90 size=9");
        assert_eq!(check("move 3 A2,C3"), "move 3 A2,C3 | ");
        assert_eq!(check("move 3 A2, C3"), "move 3 A2, C3 | ");
        assert_eq!(check("move 3 A2， C3"), "move 3 A2, C3 | ");
        assert_eq!(check("move 3 A2 ,C3"), "move 3 A2, C3 | ");
        // Cells west of column A.
        assert_eq!(check("move 3 -A50ul."), "move 3 -A50ul. | ");
        assert_eq!(check("- -- -= --=1 -9"), "- -- -= --=1 -9 | ");
        assert_eq!(check(""), " | ");
        assert!(Words::of(&"é".repeat(1001)).is_err());
    }
}
