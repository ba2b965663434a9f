/// The commands in the body of a letter whose command is `multiple`: its non-empty lines, up to a signature.
pub fn commands(body: &str) -> impl Iterator<Item = &str> {
    body.lines()
        .take_while(|line| !is_signature(line))
        .map(str::trim)
        .filter(|line| !line.is_empty())
}

/// The text of a body up to a signature, in pieces of at most `most` characters: each as long as possible without splitting a
/// line, or a word if a line is too long.
pub fn remarks(body: &str, most: usize) -> Vec<String> {
    let lines: Vec<&str> = body.lines().take_while(|line| !is_signature(line)).collect();
    let mut pieces = Vec::new();
    let mut rest: Vec<char> = lines.join("\n").trim().chars().collect();
    while rest.len() > most.max(1) {
        let head = &rest[..=most.max(1)];
        let cut = ['\n', ' '].iter().find_map(|cut| head.iter().rposition(|it| it == cut));
        let cut = cut.filter(|&at| at > 0).unwrap_or(most.max(1));
        let tail = rest.split_off(cut);
        pieces.push(rest.into_iter().collect::<String>().trim().to_string());
        rest = tail.into_iter().skip_while(|it| it.is_whitespace()).collect();
    }
    pieces.push(rest.into_iter().collect::<String>().trim().to_string());
    pieces.retain(|it| !it.is_empty());
    pieces
}

/// Whether a line begins a signature, so that the rest is not part of the message.
fn is_signature(line: &str) -> bool {
    line.trim_end() == "--" || ["-- ", "--=20", "__"].iter().any(|it| line.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_lines_up_to_a_signature() {
        let body = "\n move 12 a1 \r\n\n\tshow 12\n-- \nAnn\nshow 13";
        assert_eq!(commands(body).collect::<Vec<_>>(), ["move 12 a1", "show 12"]);
        assert_eq!(commands("--\nshow 1").count(), 0);
        assert_eq!(commands("__________\nshow 1").count(), 0);
    }

    #[test]
    fn a_long_comment_is_cut_where_it_may_be() {
        assert_eq!(remarks(" hello\nthere \n-- \nann", 500), ["hello\nthere"]);
        assert!(remarks(" \n\n", 500).is_empty());
        assert_eq!(remarks("one two three", 7), ["one two", "three"]);
        assert_eq!(remarks("one two three", 8), ["one two", "three"]);
        assert_eq!(remarks("one\ntwo three", 8), ["one", "two", "three"]);
        assert_eq!(remarks("éééééé", 4), ["éééé", "éé"]);
        let long = "word ".repeat(300);
        let pieces = remarks(&long, 500);
        assert!(pieces.iter().all(|it| it.chars().count() <= 500));
        assert_eq!(pieces.join(" "), long.trim());
    }
}
