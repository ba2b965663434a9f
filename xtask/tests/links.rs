//! Everything the pages refer to exists: files, folders and headings.

mod common;

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use common::{collect, root};

/// The lines outside fences, each with its number and without inline code.
fn prose(text: &str) -> Vec<(usize, String)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let plain: Vec<&str> = line.split('`').step_by(2).collect();
            lines.push((number + 1, plain.join("`")));
        }
    }
    lines
}

/// The link targets in a line: `[words](here)`, `src="here"`, `srcset="here"` and `href="here"`.
fn targets(line: &str) -> Vec<&str> {
    let marks = [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"'), ("href=\"", '"')];
    let found = marks.iter().flat_map(|&(mark, end)| {
        line.match_indices(mark)
            .filter_map(move |(at, _)| line[at + mark.len()..].split(end).next())
    });
    found.collect()
}

/// A heading's anchor, as forges generate it: lower-case letters, digits, dashes and underscores.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The anchors of a page; repeated headings are numbered.
fn anchors(text: &str) -> HashSet<String> {
    let mut all = HashSet::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        if fenced || !line.starts_with('#') {
            continue;
        }
        let name = anchor(line.trim_start_matches('#'));
        let again = (1..).map(|n| format!("{name}-{n}"));
        let free = std::iter::once(name.clone()).chain(again).find(|it| !all.contains(it));
        all.extend(free);
    }
    all
}

/// `a/b/../c` as `a/c`; none for a path that leads out of the repository.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut to = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if !to.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            other => to.push(other),
        }
    }
    Some(to)
}

/// Why a link target is broken, for a page at `page` below the root.
fn broken(page: &Path, text: &str, target: &str) -> Option<String> {
    let is_outside = target.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|c| c.is_ascii_alphabetic())
    });
    // The club's own addresses begin with a slash: help pages are shown there.
    if is_outside || target.starts_with('/') {
        return None;
    }
    let (file, part) = target.split_once('#').unwrap_or((target, ""));
    let below = page.parent().unwrap_or(Path::new("")).join(file);
    let Some(short) = (if file.is_empty() { Some(page.to_path_buf()) } else { plain(&below) })
    else {
        return Some("leads out of the repository".to_string());
    };
    let there = root().join(&short);
    if !there.exists() {
        return Some(format!("{} is not there", short.display()));
    }
    if part.is_empty() {
        return None;
    }
    let known = if file.is_empty() {
        anchors(text)
    } else {
        anchors(&fs::read_to_string(&there).unwrap_or_default())
    };
    (!known.contains(part)).then(|| format!("{} has no heading #{part}", short.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let root = root();
    let mut pages = Vec::new();
    collect(&root, "md", &mut pages);
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in pages {
        let text = fs::read_to_string(&path).expect("a page is text");
        let short = path.strip_prefix(&root).expect("below the root");
        for (number, line) in prose(&text) {
            for target in targets(&line) {
                seen += 1;
                if let Some(why) = broken(short, &text, target) {
                    wrong.push(format!("{}:{number} {target}: {why}", short.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 60, "{seen}");
}

/// The project's files named in a text, such as `docs/mail.md` or `crates/rules/src/lib.rs`, relative to the root.
fn named(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "/._-<>*{}".contains(c)));
    let rooms = ["crates/", "docs/", "xtask/", "deploy/", "fuzz/"];
    let files = [".md", ".rs", ".txt", ".toml", ".json", ".mjs"];
    words
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| rooms.iter().any(|it| word.starts_with(it)))
        .filter(|word| files.iter().any(|it| word.ends_with(it)))
        .filter(|word| !word.contains(['<', '*', '{']))
        .collect()
}

#[test]
fn every_file_that_is_named_is_there() {
    let root = root();
    let mut texts = Vec::new();
    collect(&root, "md", &mut texts);
    collect(&root, "rs", &mut texts);
    // A changelog names files that no longer exist, and tests of this tool name files that never did.
    texts.retain(|it| !it.ends_with("CHANGELOG.md") && !it.starts_with(root.join("xtask")));
    let mut wrong = Vec::new();
    let mut seen = 0;
    for path in texts {
        let text = fs::read_to_string(&path).expect("a page and a source are text");
        for name in named(&text) {
            seen += 1;
            if !root.join(name).exists() {
                let short = path.strip_prefix(&root).expect("below the root");
                wrong.push(format!("{} names {name}", short.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 50, "{seen}");
}

#[test]
fn what_leads_nowhere_is_told() {
    let page = Path::new("docs/mail.md");
    let text = "# The club\n## Behind Postfix\n## Behind Postfix\n```\n# no heading\n```\n";
    let broken = |target| broken(page, text, target);
    for fine in [
        "api.md",
        "../README.md",
        "decisions/",
        "#behind-postfix",
        "#behind-postfix-1",
        "operating.md#backups",
        "https://example.org/no#where",
        "mailto:ann@example.org",
        "/games/hex",
    ] {
        assert_eq!(broken(fine), None, "{fine}");
    }
    assert_eq!(broken("apis.md").unwrap(), "docs/apis.md is not there");
    assert_eq!(broken("../../README.md").unwrap(), "leads out of the repository");
    assert_eq!(broken("#behind-exim").unwrap(), "docs/mail.md has no heading #behind-exim");
    assert_eq!(broken("#no-heading").unwrap(), "docs/mail.md has no heading #no-heading");
    assert_eq!(broken("operating.md#back").unwrap(), "docs/operating.md has no heading #back");
}

#[test]
fn what_is_set_as_code_is_no_link() {
    let lines = prose("see [a](b.md) and `[c](d.md)`\n```\n[e](f.md)\n```\n<img src=\"g.svg\">");
    let found: Vec<&str> = lines.iter().flat_map(|(_, line)| targets(line)).collect();
    assert_eq!(found, ["b.md", "g.svg"]);
}

#[test]
fn files_are_told_from_other_words() {
    let text = "(docs/mail.md). `crates/x/*.rs` `crates/<name>/help.md` see xtask/src/main.rs.";
    assert_eq!(named(text), ["docs/mail.md", "xtask/src/main.rs"]);
}
