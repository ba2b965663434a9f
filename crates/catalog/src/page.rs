//! Markdown as readable terminal text: headings, paragraphs and lists are laid out, diagrams between fences stay as they are.

/// The longest line, in characters.
const WIDTH: usize = 80;

/// A heading, underlined and followed by a blank line.
#[must_use]
pub fn heading(level: usize, title: &str) -> String {
    let rule = if level == 1 { "=" } else { "-" };
    format!("{title}\n{}\n\n", rule.repeat(title.chars().count()))
}

/// Breaks a text into lines. All but the first begin with `hang`; the first keeps its own leading blanks.
#[must_use]
pub fn wrap(text: &str, hang: &str) -> String {
    wrap_at(WIDTH, text, hang)
}

/// [`wrap`] with lines of another width.
#[must_use]
pub fn wrap_at(width: usize, text: &str, hang: &str) -> String {
    let mut out = String::new();
    let blanks = text.len() - text.trim_start_matches(' ').len();
    let mut line = text[..blanks].to_string();
    let mut empty = true;
    // Lines are only broken at blanks, not at other white space.
    for word in text[blanks..].split(' ') {
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            out.push_str(line.trim_end());
            out.push('\n');
            line = hang.to_string();
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

/// A page as text, without blank lines at the beginning and the end.
#[must_use]
pub fn render(markdown: &str) -> String {
    let mut page = Page::default();
    for line in markdown.lines() {
        page.read(line);
    }
    page.close();
    format!("{}\n", page.out.trim_matches('\n'))
}

#[derive(Default)]
struct Page {
    out: String,
    /// The paragraph or list item that is being read.
    text: String,
    /// What all its lines but the first begin with.
    hang: String,
    fenced: bool,
}

impl Page {
    fn read(&mut self, line: &str) {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            self.close();
            self.fenced = !self.fenced;
        } else if self.fenced || trimmed.starts_with('|') {
            self.close();
            self.out.push_str(line);
            self.out.push('\n');
        } else if trimmed.is_empty() {
            self.close();
            if !self.out.ends_with("\n\n") {
                self.out.push('\n');
            }
        } else if let Some((level, title)) = title(line) {
            self.close();
            self.out.push_str(&heading(level, &inline(title)));
        } else if let Some(width) = bullet(trimmed) {
            self.close();
            let indent = line.len() - trimmed.len();
            self.text = format!("{}{trimmed}", " ".repeat(indent));
            self.hang = " ".repeat(indent + width);
        } else {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(line.trim());
        }
    }

    /// Ends the paragraph or list item.
    fn close(&mut self) {
        if !self.text.is_empty() {
            self.out.push_str(&wrap(&inline(&self.text), &self.hang));
            self.text.clear();
        }
        self.hang.clear();
    }
}

/// The level and the words of a heading.
fn title(line: &str) -> Option<(usize, &str)> {
    let words = line.trim_start_matches('#');
    let level = line.len() - words.len();
    ((1..=6).contains(&level) && words.starts_with(' ')).then(|| (level, words.trim()))
}

/// The width of a list item's mark, including its blank.
fn bullet(line: &str) -> Option<usize> {
    if line.starts_with("- ") || line.starts_with("* ") {
        return Some(2);
    }
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (digits > 0 && line[digits..].starts_with(". ")).then_some(digits + 2)
}

/// The text without its markup: code in quotes, emphasis bare, links followed by their addresses.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[', '\\']) {
        out.push_str(&rest[..at]);
        let (mark, after) = rest[at..].split_at(1);
        rest = after;
        match mark {
            "`" => match after.split_once('`') {
                Some((code, after)) => {
                    out.push_str(&format!("'{code}'"));
                    rest = after;
                }
                None => out.push('`'),
            },
            "*" if alone(&out, after) => out.push('*'),
            "*" => {}
            "[" => match link(after) {
                Some((words, address, after)) => {
                    out.push_str(&format!("{words} ({address})"));
                    rest = after;
                }
                None => out.push('['),
            },
            _ => match after.chars().next() {
                Some(c) if c.is_ascii_punctuation() => {
                    out.push(c);
                    rest = &after[1..];
                }
                _ => out.push('\\'),
            },
        }
    }
    out.push_str(rest);
    out
}

/// Whether a star is not a mark of emphasis: it is between blanks, or begins a list item.
fn alone(before: &str, after: &str) -> bool {
    (before.trim().is_empty() || before.ends_with(' ')) && after.starts_with(' ')
}

/// The three parts of `words](address)rest`.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (words, rest) = text.split_once("](")?;
    let (address, rest) = rest.split_once(')')?;
    Some((words, address, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reads_like_a_page() {
        let markdown = "# A game\n\nTwo *sides* play **on** `a1`; see [the rules](http://x).\nIt is \\*fun\\*, 2 * 3.\n\n\
            - one\n- two, which is a long item that has to be broken somewhere near the\n  end of the line\n  1. inner\n\n\
            ## Board\n```text\n  a *b*\n\n |#|\n```\nEnd.\n";
        let expected = "\
A game
======

Two sides play on 'a1'; see the rules (http://x). It is *fun*, 2 * 3.

- one
- two, which is a long item that has to be broken somewhere near the end of the
  line
  1. inner

Board
-----

  a *b*

 |#|
End.
";
        assert_eq!(render(markdown), expected);
    }

    #[test]
    fn a_line_is_full_before_it_is_broken() {
        let wide = "x".repeat(39);
        assert_eq!(wrap(&format!("{wide} {wide}y z"), "  "), format!("{wide} {wide}y\n  z\n"));
        assert_eq!(wrap(&format!("{wide} {wide}yy"), "  "), format!("{wide}\n  {wide}yy\n"));
        assert_eq!(wrap_at(5, "ab cd e", ""), "ab cd\ne\n");
        assert_eq!(wrap_at(5, "ab cde f", "> "), "ab\n> cde\n> f\n");
    }

    #[test]
    fn only_a_mark_with_a_blank_begins_a_list_item() {
        assert_eq!(render("a\n. b\n1.5 c\n-d\n.e"), "a . b 1.5 c -d .e\n");
        assert_eq!(render("a\n10. b\n- c\n* d"), "a\n10. b\n- c\n* d\n");
    }

    #[test]
    fn markup_that_is_not_closed_stays_as_it_is() {
        assert_eq!(inline("a `b [c] \\d"), "a `b [c] \\d");
        assert_eq!(inline("`\\` and `*`"), "'\\' and '*'");
    }
}
