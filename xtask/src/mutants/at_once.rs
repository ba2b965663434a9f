//! Many faults in one build: each stands behind a switch, and the tests that reach it run with it on. A build for each fault
//! would take a minute; so it is a build for all, and a second for each.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::fault::{self, Choice, Fault};
use super::git;
use super::place::{Placed, WholeKind, place};
use super::statement;
use super::trial::{self, Binary};
use crate::{cargo, root, target};

/// The options of `cargo xtask mutants --at-once`.
#[derive(Debug, Default)]
pub(crate) struct Options {
    choice: Choice,
    /// Whether only the deletion of statements is tried.
    only_statements: bool,
    /// How many seconds of tests are run for a fault: all that reach it if none is said.
    seconds: Option<f64>,
}

impl Options {
    pub(crate) fn parse(words: &[&str]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            match word {
                "--sample" => options.choice.sample = Some(positive(word, value()?)?),
                "--seed" => options.choice.seed = number(value()?)?,
                "--only" => options.choice.only = Some((*value()?).to_string()),
                "--statements" => options.only_statements = true,
                "--seconds" => options.seconds = Some(f64::from(positive(word, value()?)? as u32)),
                _ if word.starts_with('-') => {
                    return Err(format!("'{word}' is not an option of mutants"));
                }
                path => {
                    let path = path.strip_prefix("./").unwrap_or(path);
                    options.choice.paths.push(path.to_string());
                }
            }
        }
        Ok(options)
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("'{word}' is not a number"))
}

fn positive(option: &str, word: &str) -> Result<usize, String> {
    match number(word)? {
        0 => Err(format!("{option} takes a number from 1")),
        n => Ok(n),
    }
}

/// Tries faults, and lists those that no test notices.
pub(crate) fn run(options: &Options) -> Result<(), String> {
    let list = super::mutants(&[])?.args(["--workspace", "--list", "--json"]).output();
    let list = list.map_err(|error| error.to_string())?;
    let mut faults = fault::read(&String::from_utf8_lossy(&list.stdout))?;
    let deletions = statement::all_in_files_of(&faults)?;
    match options.only_statements {
        true => faults = deletions,
        false => faults.extend(deletions),
    }
    let faults = options.choice.of(faults)?;
    // As many as a switch has places for.
    if 1 << 16 < faults.len() {
        return Err(format!("{} faults are too many for one build: name a path", faults.len()));
    }
    println!("{} faults, seed {}", faults.len(), options.choice.seed);
    let tree = Tree { folder: target().join("mutants/tree") };
    let (binaries, left) = tree.build(&faults)?;
    println!("{} of them would not compile", left.len());
    let tried: Vec<(usize, &Fault)> =
        faults.iter().enumerate().filter(|(n, _)| !left.contains(n)).collect();
    trial::run(&target().join("mutants"), &binaries, &tried, options.seconds)
}

/// A copy of the sources with faults in it.
struct Tree {
    folder: PathBuf,
}

impl Tree {
    /// Puts the faults in and builds the tests. Returns the tests and which faults were left out.
    fn build(&self, faults: &[Fault]) -> Result<(Vec<Binary>, Vec<usize>), String> {
        // All is read at once: whoever goes on working in the checkout changes nothing here.
        self.copy()?;
        let sources = sources()?;
        // What did not compile last time will not compile now either.
        let known = self.folder.join("target/uncompilable.txt");
        let names = fs::read_to_string(&known).unwrap_or_default();
        let names: HashSet<&str> = names.lines().collect();
        let all = faults.iter().enumerate();
        let mut left: Vec<usize> =
            all.filter(|(_, it)| names.contains(it.name.as_str())).map(|(n, _)| n).collect();
        // A check finds what does not compile sooner than a build.
        for arguments in
            [&["check", "--workspace", "--keep-going"][..], &["test", "--workspace", "--no-run"]]
        {
            loop {
                let placed = self.place(&sources, faults, &mut left)?;
                let (messages, built) = self.cargo(arguments)?;
                if built {
                    if arguments[0] == "test" {
                        return Ok((messages.iter().filter_map(Binary::read).collect(), left));
                    }
                    break;
                }
                let before = left.len();
                for message in &messages {
                    left.extend(blamed(message, &placed));
                }
                left.sort_unstable();
                left.dedup();
                println!("{} left out", left.len());
                let names: Vec<&str> = left.iter().map(|n| faults[*n].name.as_str()).collect();
                fs::write(&known, names.join("\n")).map_err(|error| error.to_string())?;
                if left.len() == before {
                    let errors = messages.iter().filter(|it| it["message"]["level"] == "error");
                    let all = errors.filter_map(|it| it["message"]["rendered"].as_str());
                    return Err(all.collect());
                }
            }
        }
        unreachable!("a build ends well or with an error")
    }

    /// Copies what belongs to the project, and removes what no longer does.
    fn copy(&self) -> Result<(), String> {
        let files = git(&["ls-files", "--cached", "--others", "--exclude-standard"]);
        let files = files.ok_or("git cannot tell which files belong to the project")?;
        let unable = |error| format!("{}: {error}", self.folder.display());
        fs::create_dir_all(&self.folder).map_err(unable)?;
        let list = self.folder.join("target/files");
        fs::create_dir_all(self.folder.join("target")).map_err(unable)?;
        for file in fs::read_to_string(&list).unwrap_or_default().lines() {
            if !files.lines().any(|it| it == file) {
                let _ = fs::remove_file(self.folder.join(file));
            }
        }
        fs::write(&list, &files).map_err(unable)?;
        // A file that was deleted and not yet committed is still listed.
        for file in files.lines().filter(|it| root().join(it).is_file()) {
            let bytes = fs::read(root().join(file)).map_err(unable)?;
            if !file.ends_with(".rs") || stands_beside(file) {
                let to = self.folder.join(file);
                self.update(file, &bytes)?;
                let from = root().join(file);
                fs::metadata(from)
                    .and_then(|it| fs::set_permissions(to, it.permissions()))
                    .map_err(unable)?;
            }
        }
        self.update("fault_switch.rs", include_bytes!("switch.rs"))
    }

    /// Writes all sources of the crates, with faults in them.
    fn place(
        &self,
        sources: &BTreeMap<String, String>,
        faults: &[Fault],
        left: &mut Vec<usize>,
    ) -> Result<BTreeMap<String, Placed>, String> {
        let mut by_file: BTreeMap<&str, Vec<(usize, &Fault)>> = BTreeMap::new();
        for (n, fault) in faults.iter().enumerate().filter(|(n, _)| !left.contains(n)) {
            by_file.entry(&fault.file).or_default().push((n, fault));
        }
        let mut all = BTreeMap::new();
        for (file, source) in sources {
            let mut text = source.clone();
            if let Some(faults) = by_file.get(file.as_str()) {
                let mut placed =
                    place(source, faults).map_err(|error| format!("{file}: {error}"))?;
                left.append(&mut placed.left);
                text.clone_from(&placed.text);
                all.insert(file.clone(), placed);
            }
            if file.ends_with("/src/lib.rs") || file.ends_with("/src/main.rs") {
                text += "\n#[allow(dead_code)]\n#[path = \"../../../fault_switch.rs\"]\nmod fault_switch;\n";
            }
            self.update(file, text.as_bytes())?;
        }
        left.sort_unstable();
        Ok(all)
    }

    /// Writes a file of the copy, if it differs: what is the same is not compiled again.
    fn update(&self, file: &str, bytes: &[u8]) -> Result<(), String> {
        let path = self.folder.join(file);
        if fs::read(&path).is_ok_and(|it| it == bytes) {
            return Ok(());
        }
        let folder = path.parent().expect("a file lies in a folder");
        let done = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
        done.map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Runs cargo in the copy: what it says, and whether it succeeded.
    fn cargo(&self, arguments: &[&str]) -> Result<(Vec<Value>, bool), String> {
        let mut command = cargo();
        command.current_dir(&self.folder).env_remove("CARGO_TARGET_DIR").args(arguments);
        command.args(["--message-format=json", "--quiet"]).stderr(std::process::Stdio::inherit());
        let output = command.output().map_err(|error| error.to_string())?;
        let lines = String::from_utf8_lossy(&output.stdout);
        let messages = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok((messages, output.status.success()))
    }
}

/// The sources of the crates, as they are now.
fn sources() -> Result<BTreeMap<String, String>, String> {
    let files = git(&["ls-files", "--cached", "--others", "--exclude-standard", "crates"]);
    let mut all = BTreeMap::new();
    for file in files.unwrap_or_default().lines() {
        let path = root().join(file);
        if file.ends_with(".rs") && !stands_beside(file) && path.is_file() {
            let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
            all.insert(file.to_string(), text);
        }
    }
    Ok(all)
}

/// Whether a source stands beside those of a crate: tests, examples, benchmarks, and what is in no crate.
fn stands_beside(file: &str) -> bool {
    !file.starts_with("crates/") || file.split('/').nth(2) != Some("src")
}

/// The faults because of which something does not compile.
fn blamed(message: &Value, placed: &BTreeMap<String, Placed>) -> Vec<usize> {
    let message = &message["message"];
    if message["level"] != "error" {
        return Vec::new();
    }
    let spans: Vec<&Value> = message["spans"].as_array().into_iter().flatten().collect();
    let at = |span: &&Value| {
        let file = placed.get(span["file_name"].as_str()?)?;
        file.fault_at(span["byte_start"].as_u64()? as usize)
    };
    let (first, rest): (Vec<&Value>, Vec<&Value>) =
        spans.into_iter().partition(|span| span["is_primary"] == true);
    let faults: Vec<usize> = first.iter().filter_map(at).collect();
    let faults = if faults.is_empty() { rest.iter().filter_map(at).collect() } else { faults };
    if !faults.is_empty() {
        return faults;
    }
    let around = |kind: WholeKind| {
        let at = |span: &&Value| {
            let file = placed.get(span["file_name"].as_str()?)?;
            Some(file.faults_around(span["byte_start"].as_u64()? as usize, kind))
        };
        first.iter().filter_map(at).flatten().collect::<Vec<usize>>()
    };
    let kinds = match message["code"]["code"] == "E0004" {
        true => &[WholeKind::Match][..],
        false => &[WholeKind::Function, WholeKind::Statements],
    };
    kinds.iter().map(|&kind| around(kind)).find(|it| !it.is_empty()).unwrap_or_default()
}

/// The folder of a package, by the path of its manifest.
pub(super) fn folder_of(manifest: &str) -> Option<&Path> {
    Path::new(manifest).parent()
}

/// A command that is stopped after some seconds. It and what it starts may take 6 GiB of addresses and five minutes of a
/// processor each: with a fault on, what a test leaves behind may not know an end.
pub(super) fn within(seconds: f64, program: &Path) -> Command {
    let mut command = Command::new("sh");
    let limits = "ulimit -v 6291456; ulimit -t 300; exec timeout --kill-after=5 \"$0\" \"$@\"";
    command.args(["-c", limits, &format!("{seconds:.1}")]).arg(program);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_runs_has_its_bounds() {
        let asked = |words: &str| {
            let output = within(1.5, Path::new("sh")).args(["-c", words]).output().unwrap();
            (output.status.code(), String::from_utf8_lossy(&output.stdout).trim().to_string())
        };
        assert_eq!(asked("ulimit -v; ulimit -t"), (Some(0), "6291456\n300".to_string()));
        assert_eq!(asked("sleep 60").0, Some(124));
    }

    #[test]
    fn options_are_read_and_what_is_none_is_refused() {
        let read = Options::parse(&["--sample", "300", "--seed", "7", "crates/club"]).unwrap();
        assert_eq!((read.choice.sample, read.choice.seed), (Some(300), 7));
        assert_eq!((read.choice.paths, read.seconds), (vec!["crates/club".to_string()], None));
        for (words, sentence) in [
            (&["--sample"][..], "--sample needs a value"),
            (&["--sample", "many"], "'many' is not a number"),
            (&["--fast"], "'--fast' is not an option of mutants"),
        ] {
            assert_eq!(Options::parse(words).unwrap_err(), sentence);
        }
    }
}
