use std::io::{self, BufReader, Read};

use crosscut_record::{Form, MAX_BYTES, ReadError, Reader, Record, Writer};

use crate::{tell, write};

/// The same bytes repeated.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let text = &self.text[self.at..];
        let n_bytes = text.len().min(buffer.len());
        buffer[..n_bytes].copy_from_slice(&text[..n_bytes]);
        self.at = (self.at + n_bytes) % self.text.len();
        Ok(n_bytes)
    }
}

fn endless(form: Form, text: &str) -> impl Iterator<Item = Result<Record, ReadError>> {
    // Not quite endless, so that a reader that does not stop is noticed.
    let input = Endless { text: text.as_bytes(), at: 0 }.take(20 * MAX_BYTES as u64);
    // A tiny buffer, so that records cross its borders in every way.
    Reader::new(form, BufReader::with_capacity(7, input))
}

#[test]
fn a_file_may_be_endless() {
    let mut record = Record::new("hex");
    record.play("A1").play("B2");
    for form in [Form::Text, Form::JsonLines, Form::Sgf] {
        let text = write(form, &[record.clone()]) + "\n";
        assert!(endless(form, &text).take(1000).all(|read| read.unwrap() == record), "{form}");
    }
    let element = write(Form::JsonLines, &[record.clone()]) + ",";
    let elements = Endless { text: element.as_bytes(), at: 0 };
    let input = BufReader::new("[".as_bytes().chain(elements));
    assert!(Reader::new(Form::Json, input).take(1000).all(|read| read.unwrap() == record));
}

#[test]
fn a_record_that_is_too_long_is_refused_and_the_next_one_is_read() {
    let mut long = Record::new("hex");
    long.comment = "a".repeat(MAX_BYTES);
    let short = Record::new("hex:size=5");
    for form in Form::ALL {
        let mut text = write(form, &[short.clone(), long.clone(), short.clone()]);
        let line = match form {
            Form::Text => 6,
            Form::Json => 3,
            Form::JsonLines | Form::Sgf => 2,
            // An address has no comments.
            Form::HexWorld | Form::Trmph => {
                let second = text.find('\n').expect("a line") + 1;
                text.insert_str(second, &"a".repeat(MAX_BYTES));
                2
            }
        };
        let refusal = format!("line {line}: the record that begins here is longer than 1 MiB");
        let told_of_short = format!("{} |  | *", short.game);
        assert_eq!(tell(form, text), [told_of_short.clone(), refusal, told_of_short], "{form}");
    }
}

#[test]
fn junk_without_an_end_takes_no_memory() {
    for form in Form::ALL {
        let junk = io::repeat(b'x').take(20 * MAX_BYTES as u64);
        assert_eq!(
            Reader::new(form, BufReader::new(junk)).filter(Result::is_err).count(),
            1,
            "{form}"
        );
    }
}

/// Fails after some bytes.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is gone")),
            n_bytes => Ok(n_bytes),
        }
    }
}

#[test]
fn a_stream_that_breaks_ends_the_reading() {
    for form in Form::ALL {
        let text = write(form, &[Record::new("hex")]);
        let mut reader =
            Reader::new(form, BufReader::new(Failing(&text.as_bytes()[..text.len() - 3])));
        let error = reader.find_map(Result::err).unwrap();
        assert_eq!(error.to_string(), "the file cannot be read: the disk is gone");
        assert!(reader.next().is_none());
    }
}

#[test]
fn an_output_that_breaks_is_told() {
    let mut output = [0_u8; 10];
    let mut writer = Writer::new(Form::Text, &mut output[..]);
    let error = writer.write(&Record::new("hex")).unwrap_err();
    assert_eq!(error.to_string(), "the file cannot be written: failed to write whole buffer");
}

#[test]
fn a_record_full_of_small_things_is_read_in_a_moment() {
    // Each of these would take minutes if reading one item meant searching through all the others.
    let full = |head: &str, small: &dyn Fn(usize) -> String, tail: &str| {
        let mut text = head.to_string();
        for at in 0.. {
            let small = small(at);
            if text.len() + small.len() + tail.len() > MAX_BYTES {
                break;
            }
            text.push_str(&small);
        }
        text + tail
    };
    let head = "[Game \"hex\"]\n";
    for text in [
        full(&format!("{head}\n"), &|_| "\"\"".to_string(), "*"),
        full(&format!("{head}\n1. A1"), &|_| "{a}".to_string(), "*"),
        full(&format!("{head}\n1. A1"), &|at| format!("{{%{at}}}"), "*"),
        full(head, &|at| format!("[{at} \"\"]\n"), "\n*"),
    ] {
        assert!(text.parse::<Record>().is_ok());
    }
    let json = [
        full(
            "{\"game\":\"\",\"result\":\"*\",\"plies\":[",
            &|_| "{\"move\":\"\"},".to_string(),
            "{\"move\":\"\"}]}",
        ),
        full(
            "{\"game\":\"\",\"result\":\"*\",\"plies\":[],\"tags\":{",
            &|at| format!("\"{at}\":\"\","),
            "\"\":\"\"}}",
        ),
    ];
    let sgf = [
        full("(;GM[11]C[a]", &|_| "[a]".to_string(), ")"),
        full("(;GM[11]", &|at| format!("XT[{at}:]"), ")"),
        full("(;GM[11]", &|_| "(;".to_string(), ")"),
        full("(;GM[11];B[a1]", &|at| format!(";{}[swap-sides]", ["W", "W", "B", "B"][at % 4]), ")"),
    ];
    for (form, text) in
        json.iter().map(|it| (Form::Json, it)).chain(sgf.iter().map(|it| (Form::Sgf, it)))
    {
        assert_eq!(tell(form, text).len(), 1);
    }
}
