//! The published schema and the JSON reader agree.

use boon::{Compiler, SchemaIndex, Schemas};
use crosscut_record::{Form, Record};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::identity::record;
use crate::{read, write};

const SCHEMA: &str = include_str!("../../../../docs/record.schema.json");

fn schema() -> (Schemas, SchemaIndex) {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    compiler.add_resource("record.json", schema).expect("an address");
    let index = compiler.compile("record.json", &mut schemas).expect("the schema is one");
    (schemas, index)
}

fn is_read(json: &Value) -> bool {
    read(Form::Json, json.to_string()).iter().all(Result::is_ok)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, rng_seed: crate::drawn(), ..ProptestConfig::default() })]

    #[test]
    fn what_we_write_is_valid(record in record()) {
        let (schemas, index) = schema();
        let json = serde_json::from_str(&write(Form::JsonLines, &[record])).unwrap();
        prop_assert!(schemas.validate(&json, index).is_ok(), "{}", json);
    }
}

#[test]
fn what_is_broken_is_neither_valid_nor_read() {
    let mut whole = Record::new("hex");
    whole.tags.set("First", "ann");
    whole.comment = "hello".to_string();
    whole.play("A1").plies[0].marks.set("elapsed", "1");
    whole.plies[0].comment = "good".to_string();
    let whole = serde_json::to_value(whole).unwrap();
    let (schemas, index) = schema();
    assert!(schemas.validate(&whole, index).is_ok());

    // The whole record with one part changed.
    for (place, value) in [
        ("/game", json!(1)),
        ("/game", json!(null)),
        ("/tags", json!(["First"])),
        ("/tags/First", json!(1)),
        ("/tags/First", json!(null)),
        ("/comment", json!(["hello"])),
        ("/plies", json!("A1")),
        ("/plies/0", json!("A1")),
        ("/plies/0", json!({})),
        ("/plies/0", json!({"move": "A1", "san": "A1"})),
        ("/plies/0/move", json!(1)),
        ("/plies/0/marks", json!([])),
        ("/plies/0/marks/elapsed", json!(1.5)),
        ("/plies/0/comment", json!(null)),
        ("/result", json!("1-0")),
        ("/result", json!(null)),
        ("", json!({"game": "hex", "plies": []})),
        ("", json!({"game": "hex", "result": "*"})),
        ("", json!({"plies": [], "result": "*"})),
        ("", json!({"game": "hex", "plies": [], "result": "*", "moves": []})),
        ("", json!(17)),
        ("", json!("hex")),
    ] {
        let mut broken = whole.clone();
        *broken.pointer_mut(place).unwrap() = value;
        assert!(schemas.validate(&broken, index).is_err(), "{broken}");
        assert!(!is_read(&broken), "{broken}");
    }
}
