//! Pages as the server answers them, recorded as text, so that every change of a page is seen in review.
//!
//! `ann GET /lobby` in a file of `tests/pages` is a request by ann's browser, `ann POST /play game=hex` a form that she
//! sends, `ann JSON /api/v1/commands {..}` a request by a program of hers; the lines below it that begin with `:` are
//! the answer. Of a page they have seen before only what is new (`+`) or gone (`-`) is recorded; `SEE` instead of `GET`
//! records what is drawn on it and a digest of the rest. `ann {accept: text/html; origin: https://else.example} GET /`
//! sends other fields in the head. `wait 5000` lets milliseconds pass, `operator ann` makes ann one, `operates
//! {"act":"mute","name":"bob"}` does what an operator does at the command line, and `mails` records those sent since
//! (`mails 1`: once there is one; `source` instead of `mails` records them as they are sent). `member ann` is a member with an address that is confirmed, `letter ann move 3 C6` a
//! mail from it, and `reply ann` an answer to the last mail sent there; lines below that begin with `|` are what it says.
//! `@/mail/verify` in an address is the last link that began so, `@code` the last code in one, `@session` the first of the sessions that were listed. With `limited` as the first
//! line the club has its usual limits, with `plain` it has no address with TLS, so that operators may act with their
//! password. `UPDATE=1 cargo test --workspace --lib tests::book` rewrites the
//! answers: read the diff.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use mail_parser::MimeHeaders;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Club, until};
use crate::config::Settings;
use crate::http::is_as_documented;
use crate::mail::tests::{NOON, header, letter, mails, member, out, quiet, receive};
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};
use crate::store::tests::Folder;

/// Elements that begin a line.
const BLOCKS: &[&str] = &[
    "h1",
    "h2",
    "h3",
    "h4",
    "p",
    "li",
    "tr",
    "form",
    "input",
    "button",
    "select",
    "option",
    "textarea",
    "details",
    "summary",
    "section",
    "table",
    "fieldset",
    "legend",
    "label",
    "nav",
    "dt",
    "dd",
    "a",
    "img",
    "svg",
    "title",
    "pre",
    "link",
    "time",
    "output",
    "article",
    "figure",
    "figcaption",
    "dialog",
    "template",
    "meta",
];

/// Attributes that only concern looks, or are the same everywhere.
const UNTOLD: &[&str] = &[
    "style",
    "autocomplete",
    "autocapitalize",
    "spellcheck",
    "aria-hidden",
    "viewbox",
    "scope",
    "tabindex",
    "crossorigin",
];

/// How many choices of a selection are recorded.
const MOST_OPTIONS: usize = 12;

/// Each person's cookies by name, and the links that were shown.
#[derive(Default)]
struct Browsers {
    jars: BTreeMap<String, BTreeMap<String, String>>,
    links: Vec<String>,
    seen: HashSet<PathBuf>,
    /// The page that a person last saw at a path, by lines.
    pages: BTreeMap<(String, String), Vec<String>>,
    /// How many mails were sent to the club.
    letters: u32,
    /// The origin of the club's pages.
    origin: &'static str,
    /// The number of the first session in the last list of them.
    session: String,
}

/// Replaces secrets, which differ each time: long words with digits, and anything called a code.
fn steady(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        out += &rest[..at];
        rest = &rest[at..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let word = &rest[..end];
        let mixed = word.bytes().any(|it| it.is_ascii_digit());
        let is_code = ["code=", "code\":\"", "name=code value="].iter().any(|it| out.ends_with(it));
        let is_seal = 16 <= end && rest[end..].starts_with('@');
        out += if 16 <= end && mixed || is_code || is_seal { "SECRET" } else { word };
        rest = &rest[end..];
    }
    out + rest
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes())[..4].iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// The attributes of a tag that are recorded.
fn told(tag: &str) -> String {
    let mut out = String::new();
    let mut rest = tag.trim_end_matches('/').trim();
    while !rest.is_empty() {
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix("=\"") {
            Some(after) => after.split_once('"').unwrap_or((after, "")),
            None => ("", after),
        };
        if !UNTOLD.contains(&name) && !name.is_empty() {
            let _ = match value {
                "" => write!(out, " {name}"),
                value => write!(out, " {name}={value}"),
            };
        }
        rest = after.trim_start();
    }
    out
}

/// A page as text: a line for each element that people see or use, and a digest of what is drawn.
fn page(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out += &rest[..at];
        rest = &rest[at..];
        for (from, to) in [("<svg", "</svg>"), ("<script", "</script>"), ("<style", "</style>")] {
            if rest.starts_with(from)
                && let Some(end) = rest.find(to)
            {
                let drawn = &rest[..end];
                let opening = drawn.split('>').next().unwrap_or("");
                // The address in it contains a code.
                let digest = if opening.contains("qr") { String::new() } else { digest(drawn) };
                let _ = write!(out, "\n{from}{} {digest}> ", told(&opening[from.len()..]));
                rest = &rest[end + to.len()..];
            }
        }
        if !rest.starts_with('<') {
            continue;
        }
        let end = rest.find('>').map_or(rest.len(), |it| it + 1);
        let tag = rest[1..end].trim_end_matches('>');
        let name = tag.split([' ', '/']).next().unwrap_or("");
        if !tag.starts_with(['/', '!']) && !name.is_empty() {
            let line = if BLOCKS.contains(&name) { "\n" } else { " " };
            let attributes = told(&tag[name.len()..]);
            if line == "\n" || !attributes.is_empty() {
                let _ = write!(out, "{line}<{name}{attributes}> ");
            }
        }
        rest = &rest[end..];
    }
    out += rest;
    let lines = out.lines().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
    // Of long selections, the beginning and what is chosen.
    let mut options = 0;
    let told = lines.filter(|it| {
        options = if it.starts_with("<option") { options + 1 } else { 0 };
        !it.is_empty() && (options <= MOST_OPTIONS || it.contains(" selected"))
    });
    told.collect::<Vec<_>>().join("\n")
}

/// HTML as it is sent, in a line for each element that begins a line.
fn source(html: &str) -> String {
    ["<p", "<h2", "<pre", "<br", "<body"]
        .iter()
        .fold(html.to_string(), |html, tag| html.replace(tag, &format!("\n{tag}")))
}

/// What is recorded of an answer: its head in a line, and its content.
fn answered(answer: &str) -> String {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((answer, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|it| it.split(' ').nth(1)).unwrap_or("none").to_string();
    let mut out = status;
    let mut kind = "";
    for line in lines {
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        match name {
            "content-type" => kind = value,
            "location" | "retry-after" | "content-disposition" | "cache-control" => {
                let _ = write!(out, ", {name}: {value}");
            }
            "set-cookie" => {
                let (name, more) = value.split_once('=').unwrap_or((value, ""));
                let life = more.split("; ").find(|it| it.starts_with("Max-Age")).unwrap_or("");
                let _ = write!(out, ", cookie {name} {life}");
            }
            _ => {}
        }
    }
    out.push('\n');
    if kind.starts_with("text/html") {
        // The frame is the same on every page; its navigation shows who somebody is and where they are.
        let title = body.find("<title>").map_or("", |at| &body[at..]);
        let title = title.split("</title>").next().unwrap_or("");
        let nav = body.split("<nav aria-label=\"Site\">").nth(1);
        let nav = nav.and_then(|it| it.split("</header>").next()).unwrap_or("");
        let nav = page(nav).replace('\n', " ");
        let main = body.split("<main").nth(1).and_then(|it| it.split("</main>").next());
        out +=
            &format!("{}\n{nav}\n{}", page(title), page(&format!("<main{}", main.unwrap_or(body))));
    } else if kind.starts_with("image/") || kind.starts_with("application/zip") {
        let _ = write!(out, "{kind}");
    } else {
        out += body;
    }
    out
}

impl Browsers {
    /// Replaces `@/the/beginning` with the last such link.
    fn linked(&self, text: &str) -> String {
        if let Some((before, after)) = text.split_once("@code") {
            let code = self.links.iter().rev().find_map(|it| it.split_once("code="));
            return format!("{before}{}{after}", code.expect("a code was told").1);
        }
        if let Some((before, after)) = text.split_once("@session") {
            return format!("{before}{}{after}", self.session);
        }
        let Some((before, after)) = text.split_once('@') else { return text.to_string() };
        if !after.starts_with('/') {
            return text.to_string();
        }
        let end = after.find([' ', '&']).unwrap_or(after.len());
        let link = self.links.iter().rfind(|it| it.starts_with(&after[..end]));
        let link = link.unwrap_or_else(|| panic!("no link begins with {}", &after[..end]));
        format!("{before}{link}{}", &after[end..])
    }

    fn note_links(&mut self, text: &str) {
        let text = text.replace("&amp;", "&").replace("&#38;", "&");
        for at in text.match_indices(&format!("{}/", self.origin)).map(|it| it.0) {
            let link = &text[at + self.origin.len()..];
            let end = link.find(['"', '<', '>', '\'']).unwrap_or(link.len());
            let end = link[..end].find(char::is_whitespace).unwrap_or(end);
            self.links.push(link[..end].to_string());
        }
    }

    /// Sends a mail to the club: a new one, or an answer to the last one that somebody received.
    async fn write(&mut self, club: &Club, name: &str, subject: Option<&str>, body: &str) {
        self.letters += 1;
        quiet(&club.app).await;
        let all = mails(&out(&club.app));
        let address = format!("{name}@player.example");
        let last = all.iter().rfind(|it| header(it, "to") == address);
        let mut came = match (subject, last) {
            (Some(subject), _) => letter(name, self.letters, "", subject, body),
            (None, None) => panic!("nothing was sent to {name}"),
            (None, Some(mail)) => {
                let head = format!("In-Reply-To: {}\r\n", header(mail, "message-id"));
                letter(name, self.letters, &head, &format!("Re: {}", header(mail, "subject")), body)
            }
        };
        if subject.is_none()
            && let Some(to) =
                last.map(|mail| header(mail, "reply-to")).filter(|to| to.contains('+'))
        {
            let from = Some(address);
            came.envelope = Some(crosscut_mail::Envelope { from, to: vec![to.to_string()] });
        }
        receive(&club.app, &came).await.unwrap();
        quiet(&club.app).await;
    }

    async fn send(&mut self, club: &Club, who: &str, line: &str) -> String {
        let line = self.linked(line);
        let (fields, line) = match line.strip_prefix('{').and_then(|it| it.split_once("} ")) {
            Some((fields, rest)) => (fields, rest),
            None => ("", line.as_str()),
        };
        let mut words = line.splitn(3, ' ');
        let (method, path) = (words.next().unwrap(), words.next().expect("an address"));
        let body = words.next().unwrap_or("");
        let (method, see) = if method == "SEE" { ("GET", true) } else { (method, false) };
        let (method, kind) = match method {
            "JSON" => ("POST", "application/json"),
            method => (method, "application/x-www-form-urlencoded"),
        };
        let jar = self.jars.entry(who.to_string()).or_default();
        let cookies: Vec<String> =
            jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies = match cookies.is_empty() {
            true => String::new(),
            false => format!("cookie: {}\r\n", cookies.join("; ")),
        };
        let usual = [
            format!("origin: {}", self.origin),
            format!("content-type: {kind}"),
            format!("content-length: {}", body.len()),
        ];
        let mut fields: Vec<&str> = fields.split("; ").filter(|it| !it.is_empty()).collect();
        let name = |field: &str| field.split(':').next().unwrap_or("").to_ascii_lowercase();
        let others = usual.iter().filter(|it| fields.iter().all(|other| name(other) != name(it)));
        let others: Vec<&str> = others.map(String::as_str).collect();
        fields.extend(others);
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: club.example\r\nconnection: close\r\n{cookies}{}\r\n\r\n{body}",
            fields.join("\r\n"),
        );
        let mut stream = TcpStream::connect(club.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let head = answer.split("\r\n\r\n").next().unwrap_or("");
        for line in head.lines().filter_map(|it| it.strip_prefix("set-cookie: ")) {
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            match value.is_empty() || line.contains("Max-Age=0") {
                true => jar.remove(name),
                false => jar.insert(name.to_string(), value.to_string()),
            };
        }
        self.note_links(&answer);
        if let Some((head, told)) = answer.split_once("\r\n\r\n") {
            let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap();
            is_as_documented(method, path, body, status, told);
        }
        if path == "/api/v1/sessions"
            && let Some((_, list)) = answer.split_once("[{\"number\":\"")
        {
            self.session = list.split('"').next().unwrap_or("").to_string();
        }
        let told = steady(&answered(&answer));
        if see {
            let drawn =
                told.lines().filter(|it| it.starts_with("<svg") || it.starts_with("<title"));
            return format!("{}\n{}", drawn.collect::<Vec<_>>().join("\n"), digest(&told));
        }
        let seen_at = (who.to_string(), path.split('?').next().unwrap_or(path).to_string());
        let lines: Vec<String> = told.lines().map(str::to_string).collect();
        let changed = match self.pages.get(&seen_at) {
            Some(before) => {
                let new =
                    lines.iter().filter(|it| !before.contains(it)).map(|it| format!("+ {it}"));
                let gone = before.iter().filter(|it| !lines.contains(it));
                let gone = gone.map(|it| format!("- {it}"));
                let all = new.chain(gone).collect::<Vec<_>>().join("\n");
                if all.len() < told.len() { all } else { told.clone() }
            }
            None => told.clone(),
        };
        if method == "GET" {
            self.pages.insert(seen_at, lines);
        }
        changed
    }

    /// The mails that have not been read yet, at least `least`: some are written after the answer.
    async fn mails(&mut self, club: &Club, least: usize, html: fn(&str) -> String) -> String {
        let files = until(async || {
            quiet(&club.app).await;
            let all = std::fs::read_dir(out(&club.app)).unwrap().map(|it| it.unwrap().path());
            let mut files: Vec<PathBuf> = all.filter(|it| !self.seen.contains(it)).collect();
            files.sort();
            (least <= files.len()).then_some(files)
        })
        .await;
        let mut all = Vec::new();
        for file in files {
            let bytes = std::fs::read(&file).unwrap();
            let mail = mail_parser::MessageParser::default().parse(&bytes).unwrap();
            let text = mail.body_text(0).unwrap_or_default().replace('\r', "");
            self.note_links(&text);
            let to = mail.to().and_then(|it| it.first()).and_then(|it| it.address());
            let is_html = mail.html_body.iter().any(|it| mail.parts[*it as usize].is_text_html());
            let html = is_html.then(|| html(&mail.body_html(0).unwrap_or_default()));
            let pictures = mail.attachments().filter_map(|it| it.content_id());
            all.push(format!(
                "to {}: {}\n{text}\n{}\n{}",
                to.unwrap_or("nobody"),
                mail.subject().unwrap_or("none"),
                html.unwrap_or_default(),
                pictures.collect::<Vec<_>>().join(", ")
            ));
            self.seen.insert(file);
        }
        // The order in which they are sent does not matter.
        all.sort();
        all.join("\n")
    }
}

/// Runs a file, and returns what it should contain.
async fn play(text: &str) -> String {
    let folder = Folder::new();
    let path = |name: &str| PathBuf::from(folder.file(name));
    let is_plain = text.starts_with("plain\n");
    let origin = if is_plain { "http://club.example" } else { "https://club.example" };
    let settings = Settings {
        database: Some(folder.file("club.db")),
        data: Some(path("data")),
        unlimited: !text.starts_with("limited\n"),
        password_cost: Some(8),
        public_url: Some(origin.into()),
        mail_dir: Some(path("mails")),
        mail_trust: Some("mx.crosscut.example".into()),
        mail_address: Some("club@crosscut.example".into()),
        mail_delay: Some(0),
        ..Settings::default()
    };
    let club = Club::open_with(settings.resolve().unwrap(), NOON).await;
    let mut browsers = Browsers { origin, ..Browsers::default() };
    let mut played = String::new();
    let mut lines = text.lines().filter(|line| !line.starts_with(':')).peekable();
    while let Some(line) = lines.next() {
        played += &format!("{line}\n");
        let (who, rest) = line.split_once(' ').unwrap_or((line, ""));
        if who.is_empty() || who.starts_with('#') || ["limited", "plain"].contains(&line) {
            continue;
        }
        let mut body = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
            played += &format!("{line}\n");
            body += &format!("{}\r\n", line[1..].trim_start_matches(' '));
        }
        // No two things happen at the same moment; but mails belong to the request before them.
        if !["mails", "source"].contains(&who) {
            club.hand.fetch_add(1000, Ordering::Relaxed);
        }
        let told = match who {
            "wait" => {
                club.hand.fetch_add(rest.parse().unwrap(), Ordering::Relaxed);
                continue;
            }
            "operator" => {
                let act = OperatorAction::Role { name: rest.to_string(), operator: true };
                let deed = ActionRequest { act, by: "command line".into(), why: String::new() };
                carry_out(&club.app, &deed).await.unwrap();
                continue;
            }
            "operates" => {
                let act = serde_json::from_str(rest).unwrap();
                let deed = ActionRequest { act, by: "command line".into(), why: String::new() };
                match carry_out(&club.app, &deed).await {
                    Ok(done) => done,
                    Err(error) => error.to_string(),
                }
            }
            "member" => {
                member(&club, rest).await;
                continue;
            }
            "letter" => {
                let (name, subject) = rest.split_once(' ').unwrap_or((rest, ""));
                browsers.write(&club, name, Some(subject), &body).await;
                continue;
            }
            "reply" => {
                browsers.write(&club, rest, None, &body).await;
                continue;
            }
            "mails" => browsers.mails(&club, rest.parse().unwrap_or(0), page).await,
            "source" => browsers.mails(&club, rest.parse().unwrap_or(0), source).await,
            who => {
                let told = browsers.send(&club, who, rest).await;
                // Mails about it are sent before the next step.
                quiet(&club.app).await;
                told
            }
        };
        for line in steady(&told).lines().filter(|it| who == "source" || !it.trim().is_empty()) {
            played += format!(": {line}").trim_end();
            // That a line ends with a blank is seen in review.
            played.push_str(if who == "source" && line.ends_with(' ') { "$\n" } else { "\n" });
        }
    }
    club.close().await;
    played
}

async fn holds(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let played = play(&text).await;
    if std::env::var("UPDATE").is_ok_and(|it| it == "1") {
        std::fs::write(&path, played).unwrap();
        return;
    }
    for (number, (played, written)) in played.lines().zip(text.lines()).enumerate() {
        assert_eq!(played, written, "{}:{}", path.display(), number + 1);
    }
    assert_eq!(played.lines().count(), text.lines().count(), "{}", path.display());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_visitor_sees_these_pages() {
    holds("visitor.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_made_changed_and_left_by_these_pages() {
    holds("account.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_are_made_and_played_by_these_pages() {
    holds("matches.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_are_looked_at_in_these_ways() {
    holds("boards.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn turns_of_several_games_are_told_by_these_pages_and_mails() {
    holds("games.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_have_these_pages() {
    holds("operators.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_is_refused_in_these_words() {
    holds("refused.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn programs_are_answered_so() {
    holds("programs.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_are_cut_sorted_and_turned_over_so() {
    holds("lists.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_taken_along_so() {
    holds("downloads.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn letters_are_answered_so() {
    holds("letters.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_are_sent_so() {
    holds("mails.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_are_changed_by_these_pages() {
    holds("settings.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_are_told_so() {
    holds("limits.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenges_are_made_and_answered_by_these_pages() {
    holds("challenges.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_is_looked_at_and_talked_about_so() {
    holds("playing.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn variations_are_kept_and_shared_so() {
    holds("analysis.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn puzzles_are_solved_by_these_pages() {
    holds("puzzles.txt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_are_answered_so() {
    holds("moderating.txt").await;
}
