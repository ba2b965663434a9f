//! Published crates are ready for it: they describe themselves to people who do not know this repository, name their versions,
//! and can be packed. Unpublished ones say why.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Words of this project that must not occur in its crates' descriptions.
const OURS: [&str; 6] = ["room", "door", "house", "desk", "crosscut", "our"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

fn packages() -> Vec<Value> {
    let words = ["metadata", "--no-deps", "--format-version=1", "--offline"];
    let output = Command::new(env!("CARGO")).args(words).current_dir(root()).output();
    let output = output.expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn is_public(package: &Value) -> bool {
    // A package without a list of registries may go to any registry.
    package["publish"].is_null()
}

fn text<'v>(package: &'v Value, key: &str) -> &'v str {
    package[key].as_str().unwrap_or_default()
}

fn texts<'v>(package: &'v Value, key: &str) -> Vec<&'v str> {
    package[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn folder(package: &Value) -> PathBuf {
    PathBuf::from(text(package, "manifest_path")).parent().expect("a folder").to_path_buf()
}

/// What keeps a package from being published, or from being found and understood once it is.
fn faults(package: &Value, public: &BTreeSet<&str>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut wrong = |what: String| faults.push(format!("{}: {what}", text(package, "name")));
    let description = text(package, "description").to_lowercase();
    let words: Vec<&str> = description.split(|c: char| !c.is_alphabetic()).collect();
    for word in OURS.iter().filter(|it| words.contains(it)) {
        wrong(format!("its description says '{word}'"));
    }
    if !(30..=160).contains(&description.len()) {
        wrong(format!("its description has {} characters", description.len()));
    }
    let keywords = texts(package, "keywords");
    if !(3..=5).contains(&keywords.len()) || keywords.iter().any(|it| it.len() > 20) {
        wrong(format!("its keywords are {keywords:?}: three to five, of at most 20 characters"));
    }
    if texts(package, "categories").is_empty() {
        wrong("it has no category".to_string());
    }
    if text(package, "license").is_empty() {
        wrong("it has no license".to_string());
    }
    let page = fs::read_to_string(folder(package).join("README.md")).unwrap_or_default();
    if !page.contains("\n```rust\n") || !page.contains("\n## License\n") {
        wrong("README.md has no example or no license".to_string());
    }
    let source = fs::read_to_string(folder(package).join("src/lib.rs")).unwrap_or_default();
    if !source.contains("doc = include_str!(\"../README.md\")") {
        wrong("its documentation does not begin with README.md".to_string());
    }
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let name = text(dependency, "name");
        if dependency["path"].is_null() {
            continue;
        }
        let wanted = format!("^{}", text(package, "version"));
        if text(dependency, "req") != wanted {
            wrong(format!("it wants {name} {}, not {wanted}", text(dependency, "req")));
        }
        if !public.contains(name) {
            wrong(format!("it needs {name}, which is not published"));
        }
    }
    faults
}

#[test]
fn what_is_published_says_what_it_is() {
    let packages = packages();
    let public: BTreeSet<&str> =
        packages.iter().filter(|it| is_public(it)).map(|it| text(it, "name")).collect();
    assert!(public.len() > 5, "{public:?}");
    let published = packages.iter().filter(|it| is_public(it));
    let faults: Vec<String> = published.flat_map(|it| faults(it, &public)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_not_published_says_why() {
    for package in packages().iter().filter(|it| !is_public(it)) {
        let path = text(package, "manifest_path");
        let manifest = fs::read_to_string(path).expect("a manifest is text");
        let before = manifest.split("publish = false").next().unwrap_or_default();
        let said = before.trim_end().lines().last().unwrap_or_default();
        assert!(said.starts_with("# "), "{path}: no reason stands above `publish = false`");
    }
}

#[test]
fn what_is_published_packs() {
    let folder = std::env::temp_dir().join(format!("crosscut-packages-{}", std::process::id()));
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(["package", "--no-verify", "--offline", "--allow-dirty"]);
    command.arg("--target-dir").arg(&folder);
    let packages = packages();
    let public: Vec<&Value> = packages.iter().filter(|it| is_public(it)).collect();
    for package in &public {
        command.args(["-p", text(package, "name")]);
    }
    let output = command.output().expect("cargo runs");
    let packed = fs::read_dir(folder.join("package")).map_or(0, |files| {
        files.filter(|it| it.as_ref().is_ok_and(|it| it.path().extension().is_some())).count()
    });
    let _ = fs::remove_dir_all(&folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(packed, public.len(), "{said}");
}

/// The first two numbers of a version.
fn minor(version: &str) -> (u32, u32) {
    let mut numbers = version.split(['.', '-']).map(|it| it.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// The tests were built with the promised version of the compiler, or the published crates build with that version as well.
#[test]
fn the_promised_compiler_is_enough() {
    let packages = packages();
    let promised = text(&packages[0], "rust_version").to_string();
    for package in &packages {
        assert_eq!(text(package, "rust_version"), promised, "{}", text(package, "name"));
    }
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    assert!(page.contains(&format!("Rust {promised}")), "CONTRIBUTING.md promises another version");

    let said = Command::new("rustc").arg("--version").output().expect("rustc runs").stdout;
    let said = String::from_utf8_lossy(&said).into_owned();
    let used = said.split_whitespace().nth(1).unwrap_or_default();
    assert!(minor(used) >= minor(&promised), "{used} is older than what is promised");
    if minor(used) == minor(&promised) {
        return;
    }
    // If a newer compiler is installed without the promised one, this checks nothing.
    let toolchain = format!("+{promised}");
    let there = Command::new("rustc").args([&toolchain, "--version"]).output();
    if !there.is_ok_and(|it| it.status.success()) {
        return;
    }
    let folder = root().join("target/promised");
    let mut command = Command::new("cargo");
    command.args([&toolchain, "check", "--offline", "--locked", "--target-dir"]).arg(folder);
    for package in packages.iter().filter(|it| is_public(it)) {
        command.args(["-p", text(package, "name")]);
    }
    // The outer cargo's settings would select its own compiler.
    for name in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    let output = command.current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
