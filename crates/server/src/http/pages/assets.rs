//! Style sheets, scripts and pictures, compiled into the program. Their addresses carry a hash of their content, so
//! that browsers keep them for ever.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::older::older;
use super::page::PageError;

struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! asset {
    ($name:expr, $kind:literal, $($part:literal),+) => {
        Asset {
            name: $name,
            kind: $kind,
            bytes: concat!($(include_str!(concat!("../../../assets/", $part))),+).as_bytes(),
        }
    };
}

macro_rules! font {
    ($name:literal) => {
        Asset {
            name: $name,
            kind: "font/woff2",
            bytes: include_bytes!(concat!("../../../assets/fonts/", $name)),
        }
    };
}

/// The worker script that all tabs share.
const WORKER: &str = "wire.js";

static ASSETS: &[Asset] = &[
    // One file for the browser, joined from several source files in this order.
    asset!(
        "crosscut.css",
        "text/css; charset=utf-8",
        "css/look.css",
        "css/board.css",
        "css/pages.css",
        "css/motion.css",
        "css/lessons.css",
        "css/manners.css"
    ),
    // For the pages around the boards; a match page does not need it.
    asset!("club.css", "text/css; charset=utf-8", "css/club.css"),
    asset!(
        "crosscut.js",
        "text/javascript; charset=utf-8",
        "js/merge.js",
        "js/turn.js",
        "js/page.js",
        "js/ghost.js",
        "js/taste.js",
        "js/touch.js",
        "js/walk.js",
        "js/keys.js",
        "js/copy.js",
        "js/live.js"
    ),
    // Only for the pages where people sign in or change their account.
    asset!("passkey.js", "text/javascript; charset=utf-8", "js/passkey.js"),
    // The shared worker runs apart from the pages.
    asset!(WORKER, "text/javascript; charset=utf-8", "worker/wire.js"),
    asset!("icon.svg", "image/svg+xml", "icon.svg"),
    // Cut down to the characters that pages use, under 60 kB together; fonts/OFL.txt names the sources.
    font!("text.woff2"),
    font!("heads.woff2"),
];

/// For each asset its address and the bytes sent. In style sheets `url(NAME)` of a font becomes the font's address.
static SENT: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let address = |it: &Asset, bytes: &[u8]| format!("/assets/{:016x}/{}", hash(bytes), it.name);
    let sent = |it: &Asset| {
        let bytes = match it.name.rsplit('.').next() {
            Some("js") => bare(&String::from_utf8_lossy(it.bytes)).into_bytes(),
            Some("css") => {
                let mut text = String::from_utf8_lossy(it.bytes).into_owned();
                text += &older(&text);
                for font in ASSETS.iter().filter(|it| it.kind.starts_with("font/")) {
                    let url = format!("url({})", address(font, font.bytes));
                    text = text.replace(&format!("url({})", font.name), &url);
                }
                text.into_bytes()
            }
            _ => it.bytes.to_vec(),
        };
        (address(it, &bytes), bytes)
    };
    ASSETS.iter().map(sent).collect()
});

/// A script without indentation and without comments on lines of their own.
fn bare(script: &str) -> String {
    let mut out = String::new();
    let mut within = false;
    for line in script.lines().map(str::trim).filter(|it| !it.is_empty()) {
        within |= line.starts_with("/**");
        if !within && !line.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
        within &= !line.ends_with("*/");
    }
    out
}

/// FNV-1a: no secret depends on it, only that changed content gets another address.
pub(crate) fn hash(bytes: impl AsRef<[u8]>) -> u64 {
    bytes.as_ref().iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The address of an asset.
///
/// # Panics
/// If there is no asset with this name: a mistake in a template.
pub(crate) fn address(name: &str) -> &'static str {
    let at =
        ASSETS.iter().position(|it| it.name == name).expect("pages name assets that are there");
    &SENT[at].0
}

/// An asset. One requested with an old hash is sent too, but must not be kept.
pub(crate) async fn asset(
    Path((hash, name)): Path<(String, String)>,
) -> Result<Response, PageError> {
    let Some(at) = ASSETS.iter().position(|it| it.name == name) else {
        return Err(PageError::not_found("there is no such file"));
    };
    let (address, bytes) = &SENT[at];
    let keep = match *address == format!("/assets/{hash}/{name}") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let head = [(CONTENT_TYPE, ASSETS[at].kind), (CACHE_CONTROL, keep)];
    let mut response = (head, Bytes::from_static(bytes)).into_response();
    // A script is bound by its page's policy, a worker by its own.
    if name == WORKER {
        let policy = HeaderValue::from_static("default-src 'none'; connect-src 'self'");
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_sent_without_its_comments() {
        let script = "// one\n/** two */\nlet a = 1; // stays\n/**\n * three\n */\n  f(a);\n\n";
        assert_eq!(bare(script), "let a = 1; // stays\nf(a);\n");
        // Match pages do not load what only passkeys need.
        let scripts =
            SENT.iter().filter(|it| it.0.ends_with(".js") && !it.0.ends_with("passkey.js"));
        let all: usize = scripts.map(|it| it.1.len()).sum();
        assert!(all < 37_800, "the scripts have grown to {all} bytes");
    }

    /// Several files are sent as one: a name declared in two of them would stop the scripts of every page.
    #[test]
    fn no_two_scripts_that_are_sent_as_one_declare_the_same_name() {
        for asset in ASSETS.iter().filter(|it| it.kind.contains("javascript")) {
            let text = String::from_utf8_lossy(asset.bytes);
            let mut declared = std::collections::BTreeSet::new();
            // A declaration at the beginning of a line is global to the file.
            for line in text.lines() {
                let line = line.strip_prefix("async ").unwrap_or(line);
                let words = ["const ", "let ", "class ", "function "];
                let Some(rest) = words.iter().find_map(|it| line.strip_prefix(it)) else {
                    continue;
                };
                let end = rest.find([' ', '(', ';', '=']).unwrap_or(rest.len());
                let name = &rest[..end];
                assert!(declared.insert(name), "{} declares {name} twice", asset.name);
            }
            assert!(!declared.is_empty(), "{} declares nothing", asset.name);
        }
    }

    /// What a browser keeps for a year must have another address as soon as it is other content.
    #[test]
    fn content_is_told_apart_by_its_hash() {
        // From the authors of FNV-1a.
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_style_sheet_is_told_where_fonts_are() {
        let sent = String::from_utf8_lossy(&SENT[0].1);
        assert!(sent.contains(&format!("url({})", address("text.woff2"))));
        assert!(!sent.contains("url(text.woff2)"));
        let fonts = ASSETS.iter().filter(|it| it.kind == "font/woff2");
        assert!(fonts.map(|it| it.bytes.len()).sum::<usize>() < 60_000);
    }
}
