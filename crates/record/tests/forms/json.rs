use crosscut_record::{Form, GameResult, Record, mark, tag};

use crate::{read, read_one, tell, write};

fn check(text: &str) -> Vec<String> {
    tell(Form::Json, text)
}

fn example() -> Record {
    let mut record = Record::new("hex:size=13");
    record.tags.set(tag::SECOND, "Zoë \"z\"");
    record.tags.set("Weather", "rain\nand wind");
    record.play("A3").play("swap");
    record.plies[1].marks.set(mark::ELAPSED, "3");
    record.plies[1].comment = "of course".to_string();
    record.result = GameResult::Draw;
    record
}

const EXAMPLE: &str = r#"{"game":"hex:size=13","tags":{"Second":"Zoë \"z\"","Weather":"rain\nand wind"},"plies":[{"move":"A3"},{"move":"swap","marks":{"elapsed":"3"},"comment":"of course"}],"result":"draw"}"#;

#[test]
fn a_record_looks_like_this() {
    assert_eq!(write(Form::JsonLines, &[example()]), format!("{EXAMPLE}\n"));
    assert_eq!(write(Form::Json, &[]), "[]\n");
    assert_eq!(
        write(Form::Json, &[example(), example()]),
        format!("[\n{EXAMPLE},\n{EXAMPLE}\n]\n")
    );
}

#[test]
fn lists_lines_and_single_objects_are_read_alike() {
    let pretty = EXAMPLE.replace(',', ",\n  ").replace('{', "{\n  ");
    for text in [
        format!("{EXAMPLE}\n{EXAMPLE}"),
        format!("\u{feff}\n{EXAMPLE}\r\n\r\n{EXAMPLE}\n"),
        format!("{pretty}\n{pretty}\n"),
        format!("{pretty}{pretty}"),
        format!("[{EXAMPLE},{EXAMPLE}]"),
        format!(" [ {pretty} , \n {pretty}\n]\n"),
        write(Form::Json, &[example(), example()]),
    ] {
        for form in [Form::Json, Form::JsonLines] {
            assert_eq!(read(form, &text), [Ok(example()), Ok(example())], "{text}");
        }
    }
    assert_eq!(check("[ ]"), [""; 0]);
    assert_eq!(check(""), [""; 0]);
    assert_eq!(read_one(Form::Json, &pretty), example());
}

#[test]
fn refusals_name_the_line_of_the_file() {
    let good = r#"{"game":"hex","plies":[],"result":"*"}"#;
    let told = "hex |  | *";
    let check_object = |object: &str| check(&format!("[\n{good},\n{object}\n,{good}]"));
    for (object, refusal) in [
        ("{}", "line 3: this is not a record: missing field `game`"),
        (
            "{\"game\":\"hex\",\n\"plies\":[],\n\"result\":\"1-0\"}",
            "line 5: this is not a record: unknown variant `1-0`, expected one of `first`, `second`, `draw`, `*`",
        ),
        (
            r#"{"game":"hex","plies":[],"result":"*","x":1}"#,
            "line 3: this is not a record: unknown field `x`, expected one of `game`, `tags`, `comment`, `plies`, `result`",
        ),
        (
            r#"{"game":"hex","tags":{"a":"1","a":"2"},"plies":[],"result":"*"}"#,
            "line 3: this is not a record: 'a' is there twice",
        ),
        (
            r#"{"game":"hex","game":"hex","plies":[],"result":"*"}"#,
            "line 3: this is not a record: duplicate field `game`",
        ),
        (
            r#"{"game":"hex","plies":["A1"],"result":"*"}"#,
            "line 3: this is not a record: invalid type: string \"A1\", expected struct Ply",
        ),
        (
            r#"{"game":"hex","plies":[{"move":1}],"result":"*"}"#,
            "line 3: this is not a record: invalid type: integer `1`, expected a string",
        ),
    ] {
        assert_eq!(check_object(object), [told, refusal, told], "{object}");
    }
}

#[test]
fn reading_goes_on_behind_what_is_no_json() {
    let good = r#"{"game":"hex","plies":[],"result":"*"}"#;
    let told = "hex |  | *";
    let torn = "line 2: this is not a record: EOF while parsing a string";
    assert_eq!(check(&format!("{good}\n{{\"game\n{good}\n")), [told, torn, told]);
    assert_eq!(
        check(&format!("[\n{good},\n{{\"game\n{good}\n,\n{good}\n]\n")),
        [told, "line 3: a text in quotes is not closed on its line", told, told]
    );
    assert_eq!(
        check(&format!("{{\"game\n{good}\n{{}}\n{good}\n")),
        [
            "line 1: a text in quotes is not closed on its line",
            told,
            "line 3: this is not a record: missing field `game`",
            told
        ]
    );
    assert_eq!(
        check(&format!("[{good}, 17,\n{good}]")),
        [told, "line 1: a record is an object, {..}", told]
    );
    assert_eq!(
        check(&format!("[{good} {good}\n]")),
        [told, "line 1: a comma or the closing ] is missing"]
    );
    assert_eq!(check(&format!("[{good},]")), [told, "line 1: a record is an object, {..}"]);
    assert_eq!(check(&format!("[{good}")), [told, "line 1: the list of records has no closing ]"]);
    assert_eq!(
        check(&format!("[{good}]\n]")),
        [told, "line 2: something follows the list of records"]
    );
    assert_eq!(check("[\n{\"game\":[}"), ["line 2: the record that begins here has no closing }"]);
    assert_eq!(check("hello"), ["line 1: a record is an object, {..}"]);
    assert_eq!(check(&"[".repeat(100_000)), ["line 1: a record is an object, {..}"]);
    let deep = format!("{{\"game\":{}{}}}", "[".repeat(1000), "]".repeat(1000));
    assert_eq!(
        check(&deep),
        ["line 1: this is not a record: invalid type: sequence, expected a string"]
    );
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let told = tell(Form::Json, b"{\"game\":\"\xff\",\"plies\":[],\"result\":\"*\"}");
    assert_eq!(told, ["line 1: this is not a record: invalid unicode code point"]);
}
