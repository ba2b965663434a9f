use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Writes a file whole or not at all: beside it under another name, which it then takes.
///
/// # Errors
/// It cannot be written. What was there before is there still.
pub(crate) fn write(path: &Path, content: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let part = beside(path);
    let cannot = || format!("{} cannot be written", path.display());
    let written = File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        content(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&part, path)
    });
    if written.is_err() {
        // It may not even exist.
        let _ = fs::remove_file(&part);
    }
    written.with_context(cannot)
}

/// The name under which a file is written at first.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}
