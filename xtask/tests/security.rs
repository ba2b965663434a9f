//! The tests named in docs/security.md exist.

mod common;

use std::fs;

use common::{collect, root};

#[test]
fn every_test_that_is_named_is_there() {
    let root = root();
    let mut paths = Vec::new();
    collect(&root.join("crates"), "rs", &mut paths);
    collect(&root.join("xtask"), "rs", &mut paths);
    let sources: String =
        paths.iter().map(|it| fs::read_to_string(it).expect("source is text")).collect();
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
