//! The guide, as read by somebody who follows every link.

use std::collections::{BTreeMap, HashSet};

use crosscut_load::client::Client;

use super::Club;
use super::pages::{knock, status};
use crate::store::tests::Folder;

/// The values of an attribute, for each time it occurs in a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let mark = format!(" {name}=\"");
    page.split(mark.as_str()).skip(1).filter_map(|it| it.split('"').next()).collect()
}

/// The content of a page between its head and its foot.
fn main_of(page: &str) -> &str {
    let main = page.split("<main").nth(1).and_then(|it| it.split("</main>").next());
    main.expect("a page says something")
}

/// The address of the previous or next chapter.
fn way<'a>(page: &'a str, which: &str) -> Option<&'a str> {
    let mark = format!("rel=\"{which}\" href=\"");
    page.split(mark.as_str()).nth(1).and_then(|it| it.split('"').next())
}

/// A reader who remembers what they have read.
struct Reader {
    client: Client,
    read: BTreeMap<String, (u16, String)>,
}

impl Reader {
    fn of(club: &Club) -> Self {
        Reader { client: club.client(), read: BTreeMap::new() }
    }

    async fn read(&mut self, path: &str) -> (u16, String) {
        if let Some(read) = self.read.get(path) {
            return read.clone();
        }
        let answer = self.client.ask(path, "", "", None).await.unwrap();
        let page = (answer.status, String::from_utf8(answer.body).unwrap());
        self.read.insert(path.to_string(), page.clone());
        page
    }

    /// The table of contents and all chapters, in the order in which each links to the next.
    async fn guide(&mut self) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> = Vec::new();
        let mut next = Some("/docs".to_string());
        while let Some(path) = next {
            let (status, page) = self.read(&path).await;
            assert_eq!(status, 200, "{path}");
            let before = all.last().map(|it| it.0.as_str());
            assert_eq!(way(&page, "prev"), before, "what is before {path}");
            next = way(&page, "next").map(str::to_string);
            all.push((path, page));
            assert!(all.len() < 200, "the guide ends");
        }
        all
    }
}

async fn opened(folder: &Folder) -> Club {
    Club::open(&folder.file("club.db"), 1_000_000).await
}

/// The chapters among the files of `docs/` and of its folder of decisions.
fn chapters() -> Vec<String> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let mut all = Vec::new();
    for (folder, address) in [("", "/docs"), ("/decisions", "/docs/decisions")] {
        for entry in std::fs::read_dir(format!("{docs}{folder}")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            match name.strip_suffix(".md") {
                Some("README") => all.push(address.to_string()),
                Some(name) => all.push(format!("{address}/{name}")),
                None => {}
            }
        }
    }
    all.sort();
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_chapter_is_served_and_in_the_contents() {
    let folder = Folder::new();
    let club = opened(&folder).await;
    let mut reader = Reader::of(&club);
    let guide = reader.guide().await;
    let mut walked: Vec<String> = guide.iter().map(|it| it.0.clone()).collect();
    let listed: HashSet<&str> = attributes(main_of(&guide[0].1), "href").into_iter().collect();
    for it in &walked[1..] {
        assert!(listed.contains(it.as_str()), "{it} is not in the contents");
    }
    walked.sort();
    assert_eq!(walked, chapters());
    for game in crosscut_catalog::GAMES.iter().map(|it| it.card().name) {
        assert!(listed.contains(format!("/games/{game}").as_str()), "{game}");
    }
    for (path, page) in &guide {
        let main = main_of(page);
        assert_eq!(main.matches("<h1 ").count(), 1, "{path} has one headline");
        assert!(!main.contains(" style=") && !main.contains("<script"), "{path}");
        // What may be wide scrolls within the page.
        assert_eq!(main.matches("<table>").count(), main.matches("<div class=\"scroll").count());
        assert_eq!(main.matches("<pre").count(), main.matches("<pre tabindex=\"0\">").count());
    }
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_link_of_the_guide_leads_to_a_page_and_a_heading() {
    let folder = Folder::new();
    let club = opened(&folder).await;
    let mut reader = Reader::of(&club);
    let guide = reader.guide().await;
    let (mut wrong, mut followed, mut headings) = (Vec::new(), 0, 0);
    for (path, page) in &guide {
        let ids = attributes(page, "id");
        let different: HashSet<&&str> = ids.iter().collect();
        assert_eq!(different.len(), ids.len(), "{path} has an id twice");
        let main = main_of(page);
        for to in attributes(main, "href").into_iter().chain(attributes(main, "src")) {
            if to.contains(':') {
                continue;
            }
            let (address, id) = to.split_once('#').unwrap_or((to, ""));
            let (status, there) = match address {
                "" => (200, page.clone()),
                address if address.starts_with('/') => reader.read(address).await,
                _ => (0, String::new()),
            };
            let is_there = id.is_empty() || attributes(&there, "id").contains(&id);
            if !matches!(status, 200 | 303) || !is_there {
                wrong.push(format!("{path} leads to {to}: {status}"));
            }
            followed += 1;
            headings += usize::from(!id.is_empty());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(200 < followed && 80 < headings, "{followed} {headings}");
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_chapter_is_a_sentence_and_a_file_is_what_it_is() {
    let folder = Folder::new();
    let club = opened(&folder).await;
    let get = async |path: &str| {
        let answer = knock(&club, "", &format!("GET {path}"), "", "").await;
        (status(&answer), String::from_utf8_lossy(&answer).into_owned())
    };
    for path in ["/docs/nothing", "/docs/decisions/nothing", "/docs/..%2fREADME"] {
        let (status, page) = get(path).await;
        assert_eq!(status, 404, "{path}");
        assert!(page.contains("There is no such page in the guide."), "{path}: {page}");
        assert!(page.contains("<footer"), "{path}");
    }
    for (path, kind, begin) in [
        ("/docs/record.schema.json", "application/json", "{"),
        ("/docs/pictures/trellis.svg", "image/svg+xml", "<svg "),
    ] {
        let (status, answer) = get(path).await;
        let (head, _) = answer.split_once("\r\n\r\n").unwrap();
        assert_eq!(status, 200, "{path}");
        assert!(head.contains(&format!("content-type: {kind}")), "{head}");
        assert!(head.contains("default-src 'none'") && head.contains("nosniff"), "{head}");
        assert!(answer.contains(begin), "{path}");
    }
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_guide_is_found_from_every_page() {
    let folder = Folder::new();
    let club = opened(&folder).await;
    let mut reader = Reader::of(&club);
    for path in ["/", "/sign-in", "/lobby", "/analysis/hex", "/nowhere"] {
        let (_, page) = reader.read(path).await;
        let foot = page.split("<footer").nth(1).unwrap_or_default();
        assert!(foot.contains("<a href=\"/docs\">Guide</a>"), "{path}");
    }
    // Where a game's rules are read.
    let (_, page) = reader.read("/games/hex").await;
    assert!(main_of(&page).contains("<a href=\"/docs\">"), "{page}");
    // What programmers and cautious people look for is a chapter, at an address of its own.
    for (short, long) in [("/api", "/docs/api"), ("/privacy", "/docs/privacy")] {
        let (short, long) = (reader.read(short).await, reader.read(long).await);
        assert_eq!(short.0, 200);
        assert_eq!(main_of(&short.1), main_of(&long.1));
    }
    club.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chapter_is_found_by_its_file() {
    let folder = Folder::new();
    let club = opened(&folder).await;
    for (file, page) in [
        ("/docs/mail.md", "/docs/mail"),
        ("/docs/mail/", "/docs/mail"),
        ("/docs/README.md", "/docs"),
        ("/docs/decisions/README.md", "/docs/decisions"),
        ("/docs/decisions/rules.md", "/docs/decisions/rules"),
    ] {
        let answer = knock(&club, "", &format!("GET {file}"), "", "").await;
        let text = String::from_utf8_lossy(&answer).to_lowercase();
        assert!(
            status(&answer) == 308 && text.contains(&format!("location: {page}\r\n")),
            "{text}"
        );
    }
    for none in ["/docs/Mail", "/docs/mail.md.txt", "/docs//mail"] {
        let answer = knock(&club, "", &format!("GET {none}"), "", "").await;
        assert_eq!(status(&answer), 404, "{none}");
    }
    club.close().await;
}
