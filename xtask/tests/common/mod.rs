//! The files that the tests of the project examine.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .to_path_buf()
}

/// Adds the files with this extension below a folder, without built or fetched ones.
pub(crate) fn collect(folder: &Path, ending: &str, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let passed_over = ["target", "node_modules", ".git"].iter().any(|it| path.ends_with(it));
        if path.is_dir() && !passed_over {
            collect(&path, ending, into);
        } else if path.extension().is_some_and(|it| it == ending) {
            into.push(path);
        }
    }
}
