//! Where the program stores files that were given no name.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Creates an empty file with an unused name (`hex-1.ccr`, `hex-2.ccr` ..) in the user's state folder, or in the current
/// folder.
///
/// # Errors
/// Neither folder is writable.
pub(crate) fn new_file(stem: &str, extension: &str) -> Result<PathBuf> {
    match folder().map(|folder| new_path(&folder, stem, extension)) {
        Some(Ok(path)) => Ok(path),
        _ => new_path(Path::new("."), stem, extension),
    }
}

/// `$XDG_STATE_HOME/crosscut`, or the system's nearest equivalent.
fn folder() -> Option<PathBuf> {
    Some(dirs::state_dir().or_else(dirs::data_local_dir)?.join("crosscut"))
}

fn new_path(folder: &Path, stem: &str, extension: &str) -> Result<PathBuf> {
    let made = || {
        fs::create_dir_all(folder)?;
        for number in 1_u32.. {
            let path = folder.join(format!("{stem}-{number}.{extension}"));
            match fs::File::create_new(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return made.map(|_| path),
            }
        }
        Err(ErrorKind::StorageFull.into())
    };
    made().with_context(|| format!("no file can be created in {}", folder.display()))
}
