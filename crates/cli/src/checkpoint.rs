use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use crosscut_catalog::Line;

use crate::whole;

/// The first line of a file in this version of the format.
const VERSION: &str = "crosscut checkpoint 1";

/// The checkpoint of a solve, which may be interrupted at any time: first what is being solved, line by line, then an empty
/// line, then the solver's state.
pub(crate) struct CheckpointFile {
    path: PathBuf,
    /// What comes before the solver's part.
    head: String,
}

impl CheckpointFile {
    pub(crate) fn new(path: PathBuf, line: &Line, all: bool) -> Self {
        let setup = line.setup().map(ToString::to_string).unwrap_or_default();
        let question = if all { "every winning move" } else { "a winning move" };
        let (spec, moves) = (line.spec(), line.plies().join(" "));
        let head = format!(
            "{VERSION}\ngame {spec}\nsetup {setup}\nmoves {moves}\nquestion {question}\n\n"
        );
        CheckpointFile { path, head }
    }

    /// Opens the checkpoint of this same solve, positioned at the solver's part; `None` if there is no file yet.
    ///
    /// # Errors
    /// The file is not a checkpoint, or is one of a different solve.
    pub(crate) fn open(&self) -> Result<Option<BufReader<File>>> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other.with_context(|| format!("{} cannot be read", self.name()))?,
        };
        let mut file = BufReader::new(file);
        let mut found = Vec::new();
        for wanted in self.head.split_inclusive('\n') {
            let before = found.len();
            // Another program's file may have no line breaks at all.
            let mut limited = io::Read::take(&mut file, wanted.len() as u64 + 200);
            limited
                .read_until(b'\n', &mut found)
                .with_context(|| format!("{} cannot be read", self.name()))?;
            if found[before..] == *wanted.as_bytes() {
                continue;
            }
            if before == 0 {
                bail!("{} is not a checkpoint: it would begin with '{VERSION}'", self.name());
            }
            let line = String::from_utf8_lossy(&found[before..]);
            bail!(
                "{} is a checkpoint of a different solve: it has '{}' where this one has '{}'",
                self.name(),
                line.trim().chars().take(200).collect::<String>(),
                wanted.trim()
            );
        }
        Ok(Some(file))
    }

    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Saves the solver's state.
    pub(crate) fn save(&self, solver: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        whole::write(&self.path, &|out| {
            out.write_all(self.head.as_bytes())?;
            solver(out)
        })
    }

    /// Removes the file: there is nothing left to resume.
    pub(crate) fn remove(&self) -> Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("{} cannot be removed", self.name()))
            }
            _ => Ok(()),
        }
    }
}
