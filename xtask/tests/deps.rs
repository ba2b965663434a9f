//! Dependencies come from where they should, under licences compatible with ours: the lists are in deny.toml.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace")
        .to_path_buf()
}

/// The quoted strings of every `key = [..]` in deny.toml, one list after the other.
fn lists(toml: &str, key: &str) -> Vec<Vec<String>> {
    let start = format!("\n{key} = [");
    let lists = toml.match_indices(&start).filter_map(|(at, _)| {
        let rest = &toml[at + start.len()..];
        let list = rest.split(']').next()?;
        Some(list.split('"').skip(1).step_by(2).map(str::to_string).collect())
    });
    lists.collect()
}

/// Whether the licences in the list satisfy a licence expression.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = any(&words, &mut at, allowed);
    met && at == words.len()
}

fn any(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = all(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all(words, at, allowed);
    }
    met
}

fn all(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, allowed);
    }
    met
}

fn one(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let Some(word) = words.get(*at) else { return false };
    *at += 1;
    if *word == "(" {
        let met = any(words, at, allowed);
        *at += 1;
        return met;
    }
    if words.get(*at) == Some(&"WITH") {
        // An exception only adds permissions: ignoring it loses nothing.
        *at += 2;
    }
    allowed.iter().any(|it| it == word)
}

/// The crates that the program is built from in more than one version, each with its versions. What tests alone need does
/// not count.
fn doubled() -> BTreeMap<String, BTreeSet<String>> {
    let words = ["tree", "--duplicates", "--workspace", "--edges=normal,build", "--depth=0"];
    let words = words.iter().chain(&["--prefix=none", "--offline", "--locked"]);
    let output = Command::new(env!("CARGO")).args(words).current_dir(root()).output();
    let output = output.expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut doubled = BTreeMap::<_, BTreeSet<_>>::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split(' ');
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            let version = version.trim_start_matches('v').to_string();
            doubled.entry(name.to_string()).or_default().insert(version);
        }
    }
    doubled
}

#[test]
fn a_crate_in_two_versions_says_why() {
    let toml = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let skipped: Vec<(&str, &str)> = toml
        .lines()
        .filter_map(|it| it.trim().strip_prefix("{ crate = \"")?.split('"').next()?.split_once('@'))
        .collect();
    let is_skipped = |name: &str, version: &str| {
        skipped.iter().any(|(n, v)| *n == name && version.starts_with(&format!("{v}.")))
    };
    let mut faults = Vec::new();
    for (name, versions) in &doubled() {
        let left: Vec<_> = versions.iter().filter(|it| !is_skipped(name, it)).collect();
        if left.len() > 1 {
            faults.push(format!("{name} comes as {left:?}, and deny.toml does not say why"));
        }
    }
    // A line for another system is seen in the lock file alone.
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    for (name, version) in &skipped {
        let all =
            lock.split("[[package]]").filter(|it| it.contains(&format!("\nname = \"{name}\"\n")));
        let all: Vec<_> = all.collect();
        let has = all.iter().any(|it| it.contains(&format!("\nversion = \"{version}.")));
        if !has || all.len() < 2 {
            faults.push(format!("{name}@{version} in deny.toml is no longer one of two"));
        }
    }
    assert!(!skipped.is_empty());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn expressions_are_read() {
    let allowed = ["MIT".to_string(), "ISC".to_string()];
    for good in
        ["MIT", "MIT/X", "X OR MIT", "(X OR MIT) AND ISC", "MIT WITH y OR X", "X AND Y OR ISC"]
    {
        assert!(is_met(good, &allowed), "{good}");
    }
    for bad in ["X", "", "MIT AND X", "(MIT OR X) AND Y", "MIT ISC", "X WITH MIT"] {
        assert!(!is_met(bad, &allowed), "{bad}");
    }
}

#[test]
fn what_we_build_on_may_be_built_on() {
    let toml = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let licences = lists(&toml, "allow");
    let exceptions: BTreeSet<&str> =
        toml.lines().filter_map(|it| it.strip_prefix("name = \"")?.strip_suffix('"')).collect();
    // What was fetched for this machine is enough: dependencies for other systems need not be here.
    let host = Command::new("rustc").arg("-vV").output().expect("rustc runs").stdout;
    let host = String::from_utf8_lossy(&host).into_owned();
    let host = host.lines().find_map(|it| it.strip_prefix("host: ")).expect("a host");
    let words =
        ["metadata", "--format-version=1", "--offline", "--locked", "--filter-platform", host];
    let output = Command::new(env!("CARGO")).args(words).current_dir(root()).output();
    let output = output.expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut sources = BTreeSet::new();
    let mut faults = Vec::new();
    let mut seen = 0;
    for package in metadata["packages"].as_array().expect("packages") {
        let Some(source) = package["source"].as_str() else { continue };
        seen += 1;
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or("no licence");
        sources.insert(source.to_string());
        if !is_met(licence, &licences[0]) && !exceptions.contains(name) {
            faults.push(format!("{name} is under {licence}"));
        }
    }
    // Cargo's own registry, and no other.
    let is_registry = |it: &String| it.starts_with("registry+");
    if sources.len() != 1 || !sources.iter().all(is_registry) {
        faults.push(format!("what we build on comes from {sources:?}"));
    }
    assert!(seen > 100, "{seen}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
