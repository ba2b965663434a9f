/// How much of a user's text a message quotes, in characters.
const MOST: usize = 60;

/// A user's text as a message quotes it: only its beginning, followed by `..`, if it is longer than 60 characters.
#[must_use]
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_string(),
    }
}

/// The longest sentence that quotes a user's text, in characters.
const LONGEST: usize = 1000;

/// A sentence with its long words cut off as by [`shortened`], and itself cut off after 1000 characters.
#[must_use]
pub fn readable(words: &str) -> String {
    let end = words.char_indices().nth(64 * LONGEST).map_or(words.len(), |it| it.0);
    let word = |it: &str| match it.chars().nth(MOST + 10) {
        Some(_) => shortened(it),
        // This includes a word that was shortened before, with its quotation marks and dots.
        None => it.to_string(),
    };
    let words = words[..end].split(' ').map(word).collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", &words[..end]),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_back_is_short() {
        assert_eq!(shortened("C6"), "C6");
        assert_eq!(shortened(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(shortened(&"é".repeat(61)), "é".repeat(60) + "..");
        let said = readable(&format!("'{}' is not a point", "x".repeat(1000)));
        assert_eq!(said, format!("'{}.. is not a point", "x".repeat(59)));
        assert_eq!(readable(&"ab ".repeat(10_000)).len(), LONGEST + 2);
    }
}
