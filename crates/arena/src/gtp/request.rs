use std::fmt;

/// One line of the protocol, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number to repeat in the reply, as it was written.
    pub id: Option<String>,
    /// The name of the command.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// The reply to a request. `Display` writes it in the form of the protocol, including the blank line after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the request.
    pub id: Option<String>,
    /// The answer, or the reason for the failure: a sentence without a full stop.
    pub text: Result<String, String>,
    /// Whether the session is over.
    pub quit: bool,
}

impl Request {
    /// Reads a line; `None` if it has nothing but blanks and a comment.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.split('#').next().unwrap_or("");
        // Control characters are ignored; a tab is a blank.
        let line: String = line
            .chars()
            .filter_map(|c| match c {
                '\t' => Some(' '),
                c if c.is_ascii_control() => None,
                c => Some(c),
            })
            .collect();
        let mut words = line.split(' ').filter(|word| !word.is_empty()).map(str::to_string);
        let first = words.next()?;
        let (id, command) = if first.bytes().all(|byte| byte.is_ascii_digit()) {
            (Some(first), words.next().unwrap_or_default())
        } else {
            (None, first)
        };
        Some(Request { id, command, arguments: words.collect() })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.text {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        // The blank after the mark is there even if nothing follows: some programs wait for it.
        write!(f, "{mark}{} ", self.id.as_deref().unwrap_or(""))?;
        // A blank line would end the reply.
        let mut lines = text.trim_end().split('\n').map(str::trim_end);
        write!(f, "{}", lines.next().unwrap_or(""))?;
        for line in lines.filter(|line| !line.is_empty()) {
            write!(f, "\n{line}")?;
        }
        f.write_str("\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> String {
        match Request::read(line) {
            None => "nothing".to_string(),
            Some(it) => format!("{:?} {} {:?}", it.id, it.command, it.arguments),
        }
    }

    #[test]
    fn a_line_is_an_id_a_command_and_arguments() {
        assert_eq!(read("play\tb  a1 \r\n"), r#"None play ["b", "a1"]"#);
        assert_eq!(read("007 name # who"), r#"Some("007") name []"#);
        assert_eq!(read("na\u{7}me"), "None name []");
        assert_eq!(read("12"), r#"Some("12")  []"#);
        for line in ["", "  ", "# note", "\r\n"] {
            assert_eq!(read(line), "nothing");
        }
    }

    #[test]
    fn a_reply_has_no_blank_line_before_its_end() {
        let reply = |text| Reply { id: Some("3".into()), text, quit: false }.to_string();
        assert_eq!(reply(Ok(String::new())), "=3 \n\n");
        assert_eq!(reply(Ok("\na\n\nb\n".into())), "=3 \na\nb\n\n");
        assert_eq!(reply(Err("no".into())), "?3 no\n\n");
    }
}
