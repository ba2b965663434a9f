//! Any text given as a record is read or refused; what was read can be written and read back as the same record.
#![no_main]

use crosscut_record::{Form, Reader, Record, Writer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Form::of_content(bytes);
    for form in Form::ALL {
        for record in Reader::new(form, bytes).flatten() {
            assert_eq!(record.to_string().parse::<Record>().ok().as_ref(), Some(&record), "text");
            assert_eq!(again(Form::Json, &record).as_ref(), Some(&record), "JSON");
            // SGF cannot express every record; those that it can are read back the same.
            if let Some(read) = again(Form::Sgf, &record) {
                assert_eq!(again(Form::Sgf, &read).as_ref(), Some(&read), "SGF");
            }
        }
    }
});

/// A record written and read back; `None` if the form cannot express it.
fn again(form: Form, record: &Record) -> Option<Record> {
    let mut text = Vec::new();
    let mut writer = Writer::new(form, &mut text);
    writer.write(record).ok()?;
    writer.finish().expect("memory takes it");
    Reader::new(form, text.as_slice()).next().expect("there is one").ok()
}
