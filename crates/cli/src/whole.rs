use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The file that a path refers to: if it is a link, its target.
///
/// # Errors
/// The path refers to something else, such as a device or a pipe: writing next to it would put a file in its place.
pub(crate) fn file(path: &Path) -> Result<PathBuf> {
    let Ok(there) = fs::metadata(path) else { return Ok(path.to_path_buf()) };
    if !there.is_file() {
        bail!("{} cannot be written: what is there is not a file", path.display());
    }
    fs::canonicalize(path).with_context(|| format!("{} cannot be written", path.display()))
}

/// Checks that a file can be written, before hours of work go into it.
///
/// # Errors
/// It cannot be written.
pub(crate) fn usable(path: &Path) -> Result<()> {
    let part = beside(&file(path)?);
    File::create(&part)
        .and_then(|_| fs::remove_file(&part))
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// Writes a file completely or not at all: under another name next to it, which is then renamed.
///
/// # Errors
/// The file cannot be written. The previous file is unchanged.
pub(crate) fn write(path: &Path, content: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let path = &file(path)?;
    let part = beside(path);
    let cannot = || format!("{} cannot be written", path.display());
    let written = File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        content(&mut out)?;
        out.into_inner()?.sync_all()?;
        fs::rename(&part, path)
    });
    if written.is_err() {
        // It may not exist.
        let _ = fs::remove_file(&part);
    }
    written.with_context(cannot)
}

/// The temporary name under which a file is written first.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".part");
    name.into()
}
