/// How much of what somebody wrote is said back, in characters.
const MOST: usize = 60;

/// The beginning of what somebody wrote, if it is too long to be said back.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_string(),
    }
}

/// A sentence in which no word is longer than that.
pub fn readable(words: &str) -> String {
    words.split(' ').map(shortened).collect::<Vec<_>>().join(" ")
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
    }
}
