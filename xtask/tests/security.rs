//! The tests that docs/security.md names are there.

use std::fs;
use std::path::{Path, PathBuf};

fn collect(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path: PathBuf = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
            collect(&path, into);
        } else if path.extension().is_some_and(|it| it == "rs") {
            into.push_str(&fs::read_to_string(&path).expect("source is text"));
        }
    }
}

#[test]
fn every_test_that_is_named_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let mut sources = String::new();
    collect(&root.join("crates"), &mut sources);
    collect(&root.join("xtask"), &mut sources);
    let page = fs::read_to_string(root.join("docs/security.md")).expect("docs/security.md");
    let mut named = 0;
    for line in page.lines().filter(|it| it.starts_with("| ") && it.as_bytes()[2].is_ascii_digit())
    {
        let is_name = |it: &&str| {
            it.contains('_')
                && it.bytes().all(|c| c.is_ascii_lowercase() || matches!(c, b'_' | b'0'..=b'9'))
        };
        let names: Vec<&str> = line.split('`').skip(1).step_by(2).filter(is_name).collect();
        for name in &names {
            assert!(sources.contains(&format!("fn {name}(")), "{line}\nthere is no test {name}");
        }
        let points_back = line.ends_with("| the same |");
        assert!(
            !line.contains("| holds |") || !names.is_empty() || points_back,
            "{line}\nnames no test"
        );
        named += names.len();
    }
    assert!(named > 30, "{named}");
}
