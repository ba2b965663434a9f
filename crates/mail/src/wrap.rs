/// The longest line of prose, in columns.
pub const COLUMNS: usize = 72;
/// The largest indentation of continuation lines, where a line has columns of its own.
const FURTHEST: usize = 36;

/// A text with its prose wrapped at [`COLUMNS`]. Drawings (boards, columns of moves, fenced blocks) stay as they are, and so do
/// addresses, which wrapping would break.
/// ```
/// let line = "It is your turn, to move for V. ".repeat(4);
/// let text = crosscut_mail::wrapped(&line);
/// assert!(text.lines().all(|it| it.len() <= 72));
/// assert_eq!(text.split_whitespace().count(), line.split_whitespace().count());
/// ```
pub fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 50);
    let mut fenced = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        fenced ^= line.starts_with("```");
        if fenced || width(line) <= COLUMNS || !is_prose(line) {
            out.push_str(line.trim_end_matches('\r'));
            out.push('\n');
            continue;
        }
        // Text wrapped at a greater width is rejoined, up to a line that ends a sentence.
        let hang = hang(line);
        let mut paragraph = line.trim_end().to_string();
        while let Some(next) = lines.next_if(|next| !ends(&paragraph) && goes_on(next, &hang)) {
            paragraph.push(' ');
            paragraph.push_str(next[hang.len()..].trim());
        }
        fold(&paragraph, &hang, &mut out);
    }
    if !text.ends_with('\n') {
        out.pop();
    }
    out
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Whether a line is prose, which a row of a board is not.
fn is_prose(line: &str) -> bool {
    let is_word = |it: &&str| it.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    line.split_whitespace().filter(is_word).count() >= 4
}

fn ends(line: &str) -> bool {
    line.ends_with(['.', ':', '!', '?', ')'])
}

/// The indentation of lines that continue a line: its margin, the width of its bullet, the position of its last column.
fn hang(line: &str) -> String {
    let margin = line.len() - line.trim_start_matches([' ', '>']).len();
    let (margin, rest) = line.split_at(margin);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let bullet = match &rest[digits..] {
        it if it.starts_with(". ") && 0 < digits => digits + 2,
        it if digits == 0 && (it.starts_with("- ") || it.starts_with("* ")) => 2,
        _ => 0,
    };
    let column = line
        .rmatch_indices("  ")
        .map(|(at, _)| at + 2)
        .find(|&at| at <= FURTHEST && line.is_char_boundary(at) && !line[at..].starts_with(' '));
    let column = column.filter(|&at| margin.len() + bullet < at).map(|at| width(&line[..at]));
    let blanks = column.unwrap_or(margin.len() + bullet).saturating_sub(margin.len());
    format!("{margin}{}", " ".repeat(blanks))
}

/// Whether a line continues the one above it.
fn goes_on(line: &str, hang: &str) -> bool {
    let Some(rest) = line.strip_prefix(hang) else { return false };
    let begins = rest.chars().next().is_some_and(|c| c.is_alphanumeric() || "`*_('\"".contains(c));
    begins && self::hang(line) == hang && !rest.contains("  ")
}

/// Writes words in lines, indenting those after the first by `hang`. A word longer than a line gets its own.
fn fold(paragraph: &str, hang: &str, out: &mut String) {
    // The columns before the last one stay in place.
    let head = if paragraph.is_char_boundary(hang.len()) { hang.len() } else { 0 };
    let (head, rest) = paragraph.split_at(head);
    let mut line = head.to_string();
    let mut empty = true;
    for word in rest.split_whitespace() {
        if !empty && COLUMNS < width(&line) + 1 + width(word) {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_where_they_begin() {
        let long = "word and another one ".repeat(5);
        let check = |begin: &str, hang: &str| {
            let text = wrapped(&format!("{begin}{}", long.trim()));
            let (first, rest) = text.split_once('\n').unwrap();
            assert!(first.starts_with(begin) && width(first) <= COLUMNS, "{text}");
            assert!(
                rest.starts_with(&format!("{hang}w")) || rest.starts_with(&format!("{hang}a")),
                "{text}"
            );
        };
        check("", "");
        check("    ", "    ");
        check("- ", "  ");
        check("12. ", "    ");
        check("    -   ", "        ");
        check("  12.  ", "       ");
        check("> ", "> ");
        check("trellis              ", "                     ");
        assert_eq!(wrapped("short\n\nlines\n"), "short\n\nlines\n");
        assert_eq!(wrapped("no end"), "no end");
    }

    #[test]
    fn a_paragraph_flows_on_until_a_sentence_ends_with_its_line() {
        let wide = "words that were wrapped by somebody at many more columns than there are in a mail of ours";
        let text = wrapped(&format!("{wide}\nand go on here.\nThis is another sentence.\n"));
        assert_eq!(
            text,
            "words that were wrapped by somebody at many more columns than there are\nin a mail of ours and go on \
             here.\nThis is another sentence.\n"
        );
    }

    #[test]
    fn addresses_and_what_is_drawn_stay_whole() {
        let link = format!("https://club.example/{}", "x".repeat(80));
        let text =
            wrapped(&format!("The match is here, if you would like to see it: {link} and so on"));
        assert!(text.contains(&format!("\n{link}\n")), "{text}");
        let row = "19 V---".to_string() + &"    ---".repeat(16);
        let fence = format!("```\n{}\n```", "some words that stand between fences ".repeat(4));
        for drawn in [row, fence] {
            assert_eq!(wrapped(&drawn), drawn);
        }
        // Nonsense must not cause a panic.
        for text in [
            "é".repeat(100),
            "äöü äöü äöü äöü  ".repeat(20),
            " ".repeat(100),
            "> > - 1. ".repeat(30),
        ] {
            assert!(wrapped(&text).split_whitespace().count() >= text.split_whitespace().count());
        }
    }

    #[test]
    fn columns_below_a_paragraph_are_not_taken_into_it() {
        let wide = "words that were wrapped by somebody at many more columns than there are in a mail of ours";
        let table = "ann   won with both sides\nbob   lost with both sides";
        let text = wrapped(&format!("{wide}\n{table}\n"));
        assert!(text.ends_with(&format!("in a mail of ours\n{table}\n")), "{text}");
    }
}
