//! Faults as `cargo-mutants` lists them, and which of them are tried.

use std::fs;

use serde_json::Value;

use crate::root;

/// A change to the code after which it does something else.
#[derive(Debug)]
pub(super) struct Fault {
    /// The file, from the root of the workspace.
    pub(super) file: String,
    /// What is changed, in words: file, line, column, old and new.
    pub(super) name: String,
    /// What kind of change it is.
    pub(super) genre: String,
    /// The line and column where what is changed begins, counted from 1.
    pub(super) start: (usize, usize),
    /// Where it ends.
    pub(super) end: (usize, usize),
    /// What stands there instead.
    pub(super) replacement: String,
}

impl Fault {
    /// Reads one of the list.
    fn read(value: &Value) -> Option<Self> {
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_string());
        let place = |which: &str| {
            let number = |key: &str| value.get("span")?.get(which)?.get(key)?.as_u64();
            Some((number("line")? as usize, number("column")? as usize))
        };
        Some(Self {
            file: text("file")?,
            name: text("name")?,
            genre: text("genre")?,
            start: place("start")?,
            end: place("end")?,
            replacement: text("replacement")?,
        })
    }
}

/// Reads the list that `cargo mutants --list --json` prints.
///
/// # Errors
/// It is not such a list.
pub(super) fn read(list: &str) -> Result<Vec<Fault>, String> {
    let values: Vec<Value> = serde_json::from_str(list).map_err(|error| error.to_string())?;
    let faults = values.iter().map(Fault::read);
    faults.collect::<Option<_>>().ok_or_else(|| "cargo-mutants lists faults in another form".into())
}

/// Which faults are tried.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// How many; all if none is said.
    pub(super) sample: Option<usize>,
    pub(super) seed: u64,
    /// A file with the names of faults, one a line.
    pub(super) only: Option<String>,
    /// How the paths of files begin; any if there are none.
    pub(super) paths: Vec<String>,
}

impl Choice {
    /// Chooses from all faults.
    ///
    /// # Errors
    /// The file of names cannot be read, or nothing is chosen.
    pub(super) fn of(&self, mut faults: Vec<Fault>) -> Result<Vec<Fault>, String> {
        for path in &self.paths {
            if !faults.iter().any(|fault| fault.file.starts_with(path)) {
                return Err(format!(
                    "there is no fault in {path}: a path is one such as crates/club/src"
                ));
            }
        }
        if !self.paths.is_empty() {
            faults.retain(|fault| self.paths.iter().any(|it| fault.file.starts_with(it)));
        }
        if let Some(file) = &self.only {
            let text = fs::read_to_string(root().join(file)).map_err(|e| format!("{file}: {e}"))?;
            // They hold lines and columns: the list is good until the files are edited.
            let names: Vec<&str> = text.lines().map(str::trim).collect();
            faults.retain(|fault| names.contains(&fault.name.as_str()));
        }
        // Shuffled: while a long run goes on, what it has tried so far is a sample.
        let mut random = self.seed;
        for at in 0..faults.len() {
            let other = at + (step(&mut random) % (faults.len() - at) as u64) as usize;
            faults.swap(at, other);
        }
        faults.truncate(self.sample.unwrap_or(usize::MAX));
        if faults.is_empty() {
            return Err("there is no such fault".to_string());
        }
        Ok(faults)
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same faults for the same seed, everywhere.
fn step(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut it = *state;
    it = (it ^ (it >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    it = (it ^ (it >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    it ^ (it >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(files: &[&str]) -> Vec<Fault> {
        let one = |(n, file): (usize, &&str)| {
            format!(
                r#"{{"file":"{file}","name":"{file}:{n}: x","genre":"FnValue","replacement":"()",
                "span":{{"start":{{"line":{n},"column":2}},"end":{{"line":3,"column":4}}}}}}"#
            )
        };
        let all: Vec<String> = files.iter().enumerate().map(one).collect();
        read(&format!("[{}]", all.join(","))).unwrap()
    }

    #[test]
    fn the_same_seed_draws_the_same_faults() {
        let files: Vec<String> = (0..50).map(|n| format!("f{n}.rs")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let drawn = |seed| {
            let choice = Choice { sample: Some(9), seed, ..Choice::default() };
            let drawn = choice.of(list(&files)).unwrap();
            drawn.into_iter().map(|it| it.name).collect::<Vec<_>>()
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        let mut distinct = drawn(3);
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), 9);
    }

    #[test]
    fn paths_choose() {
        let choice = Choice { paths: vec!["crates/a".to_string()], ..Choice::default() };
        let chosen = choice.of(list(&["crates/a/src/x.rs", "crates/b/src/x.rs"])).unwrap();
        assert_eq!(chosen[0].start, (0, 2));
        assert_eq!(chosen.len(), 1);
        choice.of(list(&["crates/b/src/x.rs"])).unwrap_err();
    }

    #[test]
    fn another_form_is_refused() {
        read("{}").unwrap_err();
        read(r#"[{"file":"x"}]"#).unwrap_err();
    }
}
