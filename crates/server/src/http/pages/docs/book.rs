//! The chapters of the guide, and the other files in `docs/`.

use std::sync::LazyLock;

use crosscut_catalog::find;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::text::{Section, written};

/// Files of `docs/`: the name and the text of each. A test checks that none is missing.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../../../docs/", $name)))),+]
    };
}

/// The files that are chapters.
const CHAPTERS: &[(&str, &str)] = files![
    "README.md",
    "analysis.md",
    "api.md",
    "browsers.md",
    "certificates.md",
    "commands.md",
    "decisions/README.md",
    "decisions/databases.md",
    "decisions/events.md",
    "decisions/nets.md",
    "decisions/pages.md",
    "decisions/proofs.md",
    "decisions/rules.md",
    "engine.md",
    "mail.md",
    "matches.md",
    "operating.md",
    "pages.md",
    "performance.md",
    "privacy.md",
    "puzzles.md",
    "records.md",
    "scale.md",
    "security.md",
    "solved.md",
    "solving.md",
    "terminal.md",
    "tutorial.md",
];

/// The files that chapters show and link to.
const FILES: &[(&str, &str)] = files![
    "analysis.schema.json",
    "pictures/play.svg",
    "pictures/plexus.svg",
    "pictures/trail-mix.svg",
    "pictures/trellis.svg",
    "pictures/trichet.svg",
    "puzzle.schema.json",
    "record.schema.json",
];

/// The documentation of the API. A test compares it with the routes.
#[cfg(test)]
pub(crate) const API: &str = CHAPTERS[2].1;

/// A file of `docs/` as a page.
#[derive(Debug)]
pub(super) struct Chapter {
    pub(super) address: String,
    /// Its title in the table of contents.
    pub(super) title: String,
    /// The heading above it in the table of contents.
    pub(super) part: String,
    /// Its headline, as HTML.
    pub(super) head: String,
    /// The rest of it, as HTML.
    pub(super) body: String,
    pub(super) sections: Vec<Section>,
}

/// The table of contents and all chapters in its order, rendered once, on the first request.
pub(super) static BOOK: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let mut all = vec![chapter("Guide", "", CHAPTERS[0])];
    let (mut part, mut title) = (String::new(), String::new());
    let mut to = None;
    // The target of a link is a chapter of the part whose heading is above the link.
    for event in Parser::new(CHAPTERS[0].1) {
        match event {
            Event::Start(Tag::Heading { .. }) => title.clear(),
            Event::End(TagEnd::Heading(_)) => part.clone_from(&title),
            Event::Start(Tag::Link { dest_url, .. }) => {
                title.clear();
                to = CHAPTERS.iter().find(|it| it.0 == &*dest_url);
            }
            Event::End(TagEnd::Link) => {
                all.extend(to.take().map(|it| chapter(&title, &part, *it)));
            }
            Event::Text(text) => title += &text,
            _ => {}
        }
    }
    all
});

fn chapter(title: &str, part: &str, (name, text): (&str, &str)) -> Chapter {
    let (html, sections) = written(text, |to| led(name, to));
    let (head, body) = html.split_once("</h1>").unwrap_or(("", &html));
    Chapter {
        address: address(name),
        title: title.to_string(),
        part: part.to_string(),
        head: format!("{head}</h1>"),
        body: body.to_string(),
        sections,
    }
}

/// The address of a chapter by its file: `decisions/README.md` is at `/docs/decisions`.
fn address(name: &str) -> String {
    let name = name.trim_end_matches(".md").trim_end_matches("README");
    format!("/docs/{name}").trim_end_matches('/').to_string()
}

/// The address in the club of a link in a chapter. The files link to each other by their paths; links to files that the
/// club does not have become plain text.
fn led(chapter: &str, to: &str) -> Option<String> {
    if to.starts_with(['#', '/']) || to.contains(':') {
        return Some(to.to_string());
    }
    let (path, id) = to.split_at(to.find('#').unwrap_or(to.len()));
    let mut at = vec!["docs"];
    at.extend(chapter.rsplit_once('/').map(|it| it.0));
    for step in path.split('/').filter(|it| !it.is_empty()) {
        match step {
            ".." => drop(at.pop()?),
            step => at.push(step),
        }
    }
    Some(format!("{}{id}", page(&at.join("/"))?))
}

/// The address of a path of the repository, if the club shows it.
fn page(path: &str) -> Option<String> {
    if let Some(name) = path.strip_prefix("docs/") {
        let folder = format!("{name}/README.md");
        let chapter = CHAPTERS.iter().find(|it| it.0 == name || it.0 == folder);
        let file = FILES.iter().find(|it| it.0 == name);
        return chapter.map(|it| address(it.0)).or(file.map(|it| format!("/docs/{}", it.0)));
    }
    // The rules of a game are on its own page.
    let game = path.strip_prefix("crates/games/src/")?.strip_suffix("/help.md")?;
    find(&game.replace('_', "-")).map(|it| format!("/games/{}", it.card().name))
}

/// A file that chapters show or link to: its content type and its content.
pub(super) fn file(name: &str) -> Option<(&'static str, &'static str)> {
    let (name, text) = FILES.iter().find(|it| it.0 == name)?;
    let kind = if name.ends_with(".svg") { "image/svg+xml" } else { "application/json" };
    Some((kind, text))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// All files in a folder, by their paths below `docs/`.
    fn files(folder: &Path, below: &str, all: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = format!("{below}{}", entry.file_name().to_str().unwrap());
            match entry.path().is_dir() {
                true => files(&entry.path(), &format!("{name}/"), all),
                false => all.push(name),
            }
        }
    }

    #[test]
    fn every_file_is_in_the_guide_and_every_chapter_in_its_contents_once() {
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"));
        let mut there = Vec::new();
        files(&folder, "", &mut there);
        there.sort();
        let mut known: Vec<&str> = CHAPTERS.iter().chain(FILES).map(|it| it.0).collect();
        known.sort_unstable();
        assert_eq!(there, known);
        let mut listed: Vec<&str> = BOOK.iter().map(|it| it.address.as_str()).collect();
        listed.sort_unstable();
        let mut addresses: Vec<String> = CHAPTERS.iter().map(|it| address(it.0)).collect();
        addresses.sort();
        assert_eq!(listed, addresses);
        for it in &BOOK[1..] {
            assert!(!it.title.is_empty() && !it.part.is_empty(), "{}", it.address);
        }
        assert!(API.contains("/api/v1"));
    }

    #[test]
    fn links_lead_to_what_the_club_has() {
        for (chapter, to, there) in [
            ("mail.md", "commands.md", Some("/docs/commands")),
            ("mail.md", "operating.md#backups", Some("/docs/operating#backups")),
            ("mail.md", "#trying", Some("#trying")),
            ("mail.md", "README.md", Some("/docs")),
            ("mail.md", "decisions/", Some("/docs/decisions")),
            ("mail.md", "decisions/README.md", Some("/docs/decisions")),
            ("decisions/events.md", "pages.md", Some("/docs/decisions/pages")),
            ("decisions/events.md", "../pages.md#keys", Some("/docs/pages#keys")),
            ("records.md", "record.schema.json", Some("/docs/record.schema.json")),
            ("mail.md", "https://example.org/a.md", Some("https://example.org/a.md")),
            ("mail.md", "/lobby", Some("/lobby")),
            ("mail.md", "../README.md", None),
            ("mail.md", "../deploy/backup", None),
            ("mail.md", "../../README.md", None),
            ("mail.md", "../crates/games/src/nothing/help.md", None),
        ] {
            assert_eq!(led(chapter, to).as_deref(), there, "{to} in {chapter}");
        }
        for game in crosscut_catalog::GAMES.iter().map(|it| it.card().name) {
            let to = format!("../crates/games/src/{}/help.md", game.replace('-', "_"));
            assert_eq!(led("README.md", &to), Some(format!("/games/{game}")));
        }
    }
}
