use crosscut_record::{Form, Record};

use crate::write;

#[test]
fn a_name_tells_the_form() {
    for form in Form::ALL {
        assert_eq!(Form::of_name(format!("a/b.c/games.{}", form.extension())), Some(form));
    }
    assert_eq!(Form::of_name("GAMES.SGF"), Some(Form::Sgf));
    assert_eq!(Form::of_name("games.ndjson"), Some(Form::JsonLines));
    assert_eq!(Form::of_name("games.pdf"), None);
    assert_eq!(Form::of_name("-"), None);
}

#[test]
fn the_first_bytes_tell_the_form() {
    for form in Form::ALL {
        let text = write(form, &[Record::new("hex")]);
        assert_eq!(Form::of_content(text.as_bytes()), Some(form), "{text}");
    }
    assert_eq!(Form::of_content(b"\xef\xbb\xbf \n[]"), Some(Form::Json));
    assert_eq!(Form::of_content(b"[\"odd name\" \"x\"]"), Some(Form::Text));
    assert_eq!(Form::of_content(b"(1+2)"), None);
    assert_eq!(Form::of_content(b"hello"), None);
    assert_eq!(Form::of_content(b""), None);
}

#[test]
fn the_name_goes_before_the_content() {
    assert_eq!(Form::guess("a.sgf", b"[]"), Some(Form::Sgf));
    assert_eq!(Form::guess("a", b"(;"), Some(Form::Sgf));
}
