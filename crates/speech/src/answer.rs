use std::sync::Arc;

use crosscut_catalog::{is_a_move, is_list};

use crate::arguments::is_a_number_in_a_list;
use crate::command::named;
use crate::read::{named_at, read};
use crate::token::{board, challenge};
use crate::words::{plain, undecorated};
use crate::{CommandEntry, CommandScope};

/// The longest line, in characters, below which a move counts: longer lines are prose that continues.
const SHORT: usize = 40;

/// The longest list of moves, in bytes.
const LIST: usize = 64;

/// The most lines of a reply that are considered.
const MOST: usize = 64;

/// What the mail being replied to was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredSubject {
    /// A match.
    Match,
    /// A challenge.
    Challenge,
}

/// What a line of a reply may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineReading {
    /// A command without the number of the match or challenge: its word, and the rest.
    Word {
        /// The word of the command.
        word: &'static str,
        /// What follows the word; empty if nothing does.
        rest: String,
    },
    /// A command with its own number, or about neither a match nor a challenge.
    Command(String),
    /// Possibly a move: only the position can tell.
    Move(String),
}

/// A line of a reply that may be meant for the club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerLine {
    /// What it may mean.
    pub heard: LineReading,
    /// The line as it was written.
    pub line: String,
    /// The text next to the word `chat`, which is part of the message.
    beside: String,
    /// All lines of the reply, and the index of this one in `at`. The rest of the reply is assembled only for the line that is
    /// used, since there may be as many candidates as the reply has lines.
    lines: Arc<[String]>,
    at: usize,
}

impl AnswerLine {
    /// The rest of the reply.
    pub fn comment(&self) -> String {
        let rest = without(&self.lines, self.at);
        format!("{}\n{rest}", self.beside).trim().to_string()
    }
}

/// The lines of a reply that may be meant for the club, likeliest first: the first line whatever it says, then those in places
/// where nobody writes prose.
///
/// A command's word counts at the beginning of a paragraph or below a line that ends in punctuation; a move also below a short
/// line.
pub fn answers(body: &str, about: AnsweredSubject) -> Vec<AnswerLine> {
    let lines: Arc<[String]> = whole(body).into();
    let mut said = Vec::new();
    let mut above: &str = "";
    let mut first = true;
    for (at, line) in lines.iter().enumerate() {
        if line.is_empty() {
            above = "";
            continue;
        }
        let stands = above.is_empty() || above.ends_with(['.', ',', '!', '?', ':', ';', '…']);
        let short = above.chars().count() <= SHORT;
        above = line;
        let heard = match hear(line, first, about) {
            Some(LineReading::Move(_))
                if !first && (!short && !stands || about == AnsweredSubject::Challenge) =>
            {
                None
            }
            Some(LineReading::Word { .. } | LineReading::Command(_)) if !stands => None,
            heard => heard,
        };
        first = false;
        let Some(heard) = heard else { continue };
        let (heard, beside) = match heard {
            // The message may begin next to the word.
            LineReading::Word { word: "chat", rest } => {
                (LineReading::Word { word: "chat", rest: String::new() }, rest)
            }
            heard => (heard, String::new()),
        };
        said.push(AnswerLine { heard, line: line.clone(), beside, lines: lines.clone(), at });
        if said.len() == MOST {
            break;
        }
    }
    said
}

/// The lines of a text, with a move or list of moves spread over several lines joined into one.
fn whole(body: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in body.lines().map(str::trim) {
        let word = |it: &str| !it.is_empty() && !it.contains(char::is_whitespace);
        if let Some(last) = lines.last_mut().filter(|it| !it.is_empty() && word(line)) {
            let both = format!("{last} {line}");
            let open =
                last.ends_with(',') && word(last) && last.contains(|it: char| it.is_ascii_digit());
            if open || both.len() <= LIST && is_a_move(line) && is_list(&both) {
                *last = both;
                continue;
            }
        }
        lines.push(line.to_string());
    }
    lines
}

/// What a line may mean. Below the first line, only what nobody would say to an opponent is accepted.
fn hear(line: &str, first: bool, about: AnsweredSubject) -> Option<LineReading> {
    let (raw, spoken) = (line, line.replace('，', ","));
    let line = unnumbered(&joined(line)).to_string();
    let words: Vec<&str> = line.split_whitespace().collect();
    let word = plain(words.first()?);
    let rest = words[1..].join(" ");
    if let Some(entry) = named(&word) {
        if words.get(1).is_some_and(|it| is_number(entry, it)) {
            return Some(LineReading::Command(format!("{word} {rest}")));
        }
        let alone = rest.is_empty();
        if alone && entry.word == "help"
            || first && entry.place == CommandScope::Club && known(&line)
        {
            return Some(LineReading::Command(if alone { word } else { line }));
        }
        if lacks_number(entry, &words, first, about) {
            // In a list, blanks tell which commas separate moves.
            let rest = match entry.word {
                "preview" => spoken.split_once(' ').map_or(rest, |it| it.1.trim().to_string()),
                // What is said is said as it was written.
                "chat" => unnumbered(raw).split_once(' ').map_or("", |it| it.1).trim().to_string(),
                _ => rest,
            };
            return Some(LineReading::Word { word: entry.word, rest });
        }
    }
    if first && is_command(&line) && known(&line) {
        return Some(LineReading::Command(line));
    }
    let spoken = undecorated(&spoken);
    let whole = joined(&spoken);
    let line = unnumbered(&whole);
    let one = !line.contains(' ');
    let list = line.len() <= LIST && is_list(line);
    // The number before a move tells where it belongs.
    (first || one || list)
        .then(|| LineReading::Move(if list && !one { spoken } else { whole.clone() }))
}

/// The text after the number of a move.
fn unnumbered(line: &str) -> &str {
    match line.split_once(' ') {
        Some((number, rest)) if is_a_number_in_a_list(number) => rest.trim(),
        _ => line,
    }
}

fn known(line: &str) -> bool {
    read(line, None).is_ok()
}

/// Whether the words are a command that lacks only the number of the match or challenge.
fn lacks_number(entry: &CommandEntry, words: &[&str], first: bool, about: AnsweredSubject) -> bool {
    let alone = words.len() == 1;
    match (about, entry.word) {
        (AnsweredSubject::Challenge, word) => {
            alone && matches!(word, "accept" | "reject" | "resign" | "withdraw" | "show")
        }
        (_, "chat" | "preview") => first,
        (_, "move" | "queue" | "submit") => words.len() == 2,
        (_, "withdraw" | "games" | "showas") => false,
        _ => alone && entry.place == CommandScope::Match,
    }
}

/// Whether a word after a command is the number of a match or challenge. After commands that play, `c3` is a cell.
fn is_number(entry: &CommandEntry, word: &str) -> bool {
    let plays = matches!(entry.word, "move" | "queue" | "submit" | "preview");
    board(word).is_some() || !plays && challenge(word).is_some()
}

/// A move without the blanks written at its commas.
fn joined(line: &str) -> String {
    line.replace('，', ",").split(',').map(str::trim).collect::<Vec<_>>().join(",")
}

/// All lines but one; if it stood alone, one blank line remains.
fn without(lines: &[String], at: usize) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        let gap = line.is_empty() && kept.last().is_none_or(|it| it.is_empty());
        if n != at && !gap {
            kept.push(line.as_str());
        }
    }
    kept.join("\n").trim().to_string()
}

/// Whether a line is meant as a command, valid or not: a game's name and a command's word, or a command's word and the number
/// of a match or challenge.
pub fn is_command(line: &str) -> bool {
    head(line).is_some_and(|(game, _, number)| game || number.is_some())
}

/// The match in which a command plays, whether the command is valid or not.
pub fn match_of(line: &str) -> Option<u64> {
    let (_, entry, number) = head(line)?;
    let plays = matches!(entry.word, "move" | "queue" | "submit" | "swap" | "pass");
    number.filter(|_| plays).and_then(|it| board(&it)).map(|it| it.id)
}

/// Whether the line names a game, its command, and the number after it.
fn head(line: &str) -> Option<(bool, &'static CommandEntry, Option<String>)> {
    let line = crate::words::unprefixed(line).0;
    let words: Vec<&str> = line.split_whitespace().collect();
    let game = named_at(&words, 0).map_or(0, |(_, n)| n);
    let entry = named(words.get(game)?)?;
    let number = words.get(game + 1).filter(|it| is_number(entry, it));
    Some((game > 0, entry, number.map(|it| it.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_said_as_it_was_written() {
        for words in ["Hi Ann, how are you?", "1, 2, 3: go!", "so   far"] {
            for body in [format!("chat {words}"), format!("Chat   {words}\n\n-- \nann")] {
                let said = &answers(&body, AnsweredSubject::Match)[0];
                assert!(said.comment().starts_with(words), "{body}: {}", said.comment());
            }
        }
    }

    fn heard(body: &str, about: AnsweredSubject) -> String {
        let all = answers(body, about);
        let one = |it: &AnswerLine| match &it.heard {
            LineReading::Word { word, rest } if rest.is_empty() => format!("<{word}>"),
            LineReading::Word { word, rest } => format!("<{word} {rest}>"),
            LineReading::Command(line) => format!("[{line}]"),
            LineReading::Move(text) => text.clone(),
        };
        all.iter().map(one).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn a_line_is_a_word_a_command_or_perhaps_a_move() {
        for (body, meaning) in [
            ("resign", "<resign>"),
            ("*Accept!*", "<accept>"),
            ("decline", "<reject>"),
            ("draw", "<propose>"),
            ("move E9.", "<move E9.>"),
            ("move C3", "<move C3>"),
            ("queue c3", "<queue c3>"),
            ("preview C3", "<preview C3>"),
            ("accept c3", "[accept c3]"),
            ("Board 12 a2 , c3#9", "[Board 12 a2,c3#9]"),
            ("move 13 b2", "[move 13 b2]"),
            ("resign 13", "[resign 13]"),
            ("help", "[help]"),
            ("help commands", "[help commands]"),
            ("hex seek 1", "[hex seek 1]"),
            ("vacation 14", "[vacation 14]"),
            ("A2， C3", "A2,C3"),
            ("A2,\nC3\nwell met", "A2,C3"),
            ("C6\npass\npass\nAnn", "C6 pass pass; Ann"),
            ("A2,\n\nC3", "A2,; C3"),
            ("b2\nwon", "b2; won"),
            ("30. *Gh1!*", "30. Gh1!"),
            ("Hello Ann,\n\n*30. Gc1* wins!\n\nBob", "Hello Ann,; 30. Gc1 wins!; Bob"),
            ("chat *well* played", "<chat>"),
            ("24. Gf4!", "24. Gf4!"),
            ("A2, C3", "A2,C3"),
            ("A2, C3 pass", "A2, C3 pass"),
            ("preview A2, C3 B1", "<preview A2, C3 B1>"),
            ("Hi Bob,\n\nC6 pass pass\n\nAnn", "Hi Bob,; C6 pass pass; Ann"),
            ("Well played!\n\n24. Gf4!\n\nBob", "Well played!; 24. Gf4!; Bob"),
            ("undo?", "undo?"),
            ("I resign myself to it", "I resign myself to it"),
            ("all good, thanks", "all good,thanks"),
            ("chat hello", "<chat>"),
            ("Hi Bob,\n\nb1\n\nAnn", "Hi Bob,; b1; Ann"),
            ("Hello,\nDecline.", "Hello,; <reject>"),
            ("Good luck\nb2", "Good luck; b2"),
            ("I wonder whether you would\naccept", "I wonder whether you would"),
            (
                "It is as long as it is simple, and so it is this\nb2\npass",
                "It is as long as it is simple,and so it is this",
            ),
            ("", ""),
        ] {
            assert_eq!(heard(body, AnsweredSubject::Match), meaning, "{body}");
        }
        assert_eq!(
            heard("Hi Ann,\n\naccept\n\nwell met", AnsweredSubject::Challenge),
            "Hi Ann,; <accept>"
        );
        assert_eq!(heard("Yes, please", AnsweredSubject::Challenge), "Yes,please");
        assert_eq!(heard("undo", AnsweredSubject::Challenge), "undo");
    }

    #[test]
    fn the_first_line_is_the_first_that_says_something() {
        assert_eq!(heard("\n \nE9 and good luck", AnsweredSubject::Match), "E9 and good luck");
        assert_eq!(heard("Ann\nE9 and good luck", AnsweredSubject::Match), "Ann");
    }

    #[test]
    fn what_stands_besides_is_the_comment() {
        let comment = |body: &str, n: usize| answers(body, AnsweredSubject::Match)[n].comment();
        assert_eq!(comment("Hi Bob,\n\nb1\n\nAnn", 1), "Hi Bob,\n\nAnn");
        assert_eq!(comment("b1\nwell met", 0), "well met");
        assert_eq!(comment("chat hello\nthere", 0), "hello\nthere");
        assert_eq!(comment("chat\nhello", 0), "hello");
    }

    #[test]
    fn an_answer_of_very_many_short_lines_is_not_kept_once_for_each() {
        let said = answers(&"x\n".repeat(32_768), AnsweredSubject::Match);
        assert_eq!(said.len(), MOST);
        let one = &said[0].lines;
        assert!(said.iter().all(|it| Arc::ptr_eq(&it.lines, one)));
        assert_eq!(said[1].comment().len(), 2 * 32_767 - 1);
    }

    #[test]
    fn a_command_is_known_even_if_it_is_not_understood() {
        for line in ["hex move 12 ann d4 e5", "resign 12", "Re: accept c7", "hex challenge bob"] {
            assert!(is_command(line), "{line}");
        }
        for line in ["my move", "Your turn", "message", "resign yourself", "hex is fun", ""] {
            assert!(!is_command(line), "{line}");
        }
        assert_eq!(match_of("Re: Hex Board 12 bob **"), Some(12));
        assert_eq!(match_of("Re: Trail Mix Board 2"), Some(2));
        assert_eq!(match_of("accept c7"), None);
        assert_eq!(match_of("games 12"), None);
    }
}
