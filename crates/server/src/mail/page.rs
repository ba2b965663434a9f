//! What a mail says in sections, from which its text and its HTML are written.

use askama::Template;

use super::measure::PICTURES;

/// The text of a mail.
#[derive(Template)]
#[template(path = "mail/page.txt")]
struct PlainPage<'a> {
    sections: &'a [MailSection],
    foot: Option<&'a str>,
}

/// The same as HTML.
#[derive(Template)]
#[template(path = "mail/page.html", escape = "named")]
struct HtmlPage<'a> {
    sections: &'a [MailSection],
    foot: Option<&'a str>,
}

/// A section of a mail.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MailSection {
    /// An answer.
    Answer {
        /// Its text, wrapped.
        text: String,
        /// The match it shows, if it shows one.
        shown: Option<ShownMatch>,
    },
    /// News of a challenge.
    Challenge {
        /// Who wants to play what, and how to answer.
        words: String,
        /// The position it begins with in mails, if that is set.
        diagram: Option<String>,
        board: Option<MailBoard>,
    },
    /// News of a match.
    Match {
        /// The name of the match, where there are several.
        heading: Option<String>,
        /// What has happened.
        news: String,
        /// The last moves, in columns.
        moves: String,
        /// The board in mails.
        diagram: String,
        board: Option<MailBoard>,
        /// What may be answered.
        guide: String,
        /// The address for the reader's move, if it is their turn.
        write_to: Option<String>,
    },
}

/// A match in an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShownMatch {
    pub(super) board: MailBoard,
    /// The answer's text without the board.
    pub(super) text: String,
    /// What may be answered, for the current board.
    pub(super) guide: Option<String>,
}

/// A board in the HTML of a mail.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MailBoard {
    /// A picture, with its width in pixels and the last ply.
    Drawn { name: String, width: u32, last: Option<String> },
    /// A link to the page of a board that was not drawn.
    Undrawn { page: String },
    /// One picture too many.
    InLetters,
}

/// The text of a mail with these sections, and a foot if it has one.
pub(super) fn text(sections: &[MailSection], foot: Option<&str>) -> askama::Result<String> {
    PlainPage { sections, foot }.render()
}

/// The same as HTML, if that adds anything to the text.
pub(super) fn html(sections: &[MailSection], foot: Option<&str>) -> Option<askama::Result<String>> {
    let adds = |it: &MailSection| !matches!(it, MailSection::Answer { shown: None, .. });
    sections.iter().any(adds).then(|| HtmlPage { sections, foot }.render())
}

/// The words of a text, line by line, of which those that are addresses become links. A line that a person wrote is one
/// word, so nothing in it does.
fn words(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().map(|line| match line.starts_with('>') {
        true => vec![line],
        false => line.split(' ').collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::marked;

    fn challenge(words: &str, board: Option<MailBoard>) -> [MailSection; 1] {
        [MailSection::Challenge { words: words.to_string(), diagram: None, board }]
    }

    #[test]
    fn what_a_person_writes_is_no_link() {
        let words = marked("look:\nhttps://evil.example/a");
        let words = format!("ann writes:\n{words}\nThe rules: https://club.example/b");
        let html = html(&challenge(&words, None), None).unwrap().unwrap();
        assert!(!html.contains("href=\"https://evil.example"), "{html}");
        assert!(html.contains("&gt; https://evil.example/a<br>"), "{html}");
        assert!(html.contains("<a href=\"https://club.example/b\">"), "{html}");
    }

    #[test]
    fn a_board_that_is_not_drawn_is_on_its_page() {
        let page = "https://club.example/match/1?a&b".to_string();
        let html = html(&challenge("", Some(MailBoard::Undrawn { page })), None).unwrap().unwrap();
        let link = "https://club.example/match/1?a&amp;b";
        let link = format!("on its page: <a href=\"{link}\">{link}</a></p></body></html>");
        assert!(html.ends_with(&link), "{html}");
    }

    #[test]
    fn an_answer_without_a_board_is_text_alone() {
        let text_of = |shown| [MailSection::Answer { text: "It is so.".to_string(), shown }];
        assert!(html(&text_of(None), None).is_none());
        assert_eq!(text(&text_of(None), None).unwrap(), "It is so.\n");
        let foot = text(&text_of(None), Some("Fewer mails: there")).unwrap();
        assert_eq!(foot, "It is so.\n\n-- \nFewer mails: there\n");
        let (board, guide) = (MailBoard::InLetters, Some("Answer `help`.".to_string()));
        let shown = text_of(Some(ShownMatch { board, text: "It is so.".to_string(), guide }));
        assert_eq!(text(&shown, None).unwrap(), "It is so.\n\nAnswer `help`.\n");
        assert!(html(&shown, None).unwrap().unwrap().contains("4 pictures at most"));
    }
}
