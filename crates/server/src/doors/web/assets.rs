//! Style sheets, scripts and pictures, inside the program. Their addresses carry a hash of what is in them, so that
//! browsers keep them for ever.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::page::Refused;

struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! asset {
    ($name:literal, $kind:literal, $($part:literal),+) => {
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

static ASSETS: &[Asset] = &[
    // One file a page asks for; several to work on, put together in this order.
    asset!(
        "crosscut.css",
        "text/css; charset=utf-8",
        "css/look.css",
        "css/board.css",
        "css/pages.css",
        "css/motion.css"
    ),
    asset!(
        "crosscut.js",
        "text/javascript; charset=utf-8",
        "js/merge.js",
        "js/turn.js",
        "js/page.js",
        "js/taste.js",
        "js/touch.js",
        "js/walk.js",
        "js/keys.js",
        "js/copy.js",
        "js/live.js"
    ),
    // What all tabs share runs apart from them.
    asset!("wire.js", "text/javascript; charset=utf-8", "worker/wire.js"),
    asset!("icon.svg", "image/svg+xml", "icon.svg"),
    // Cut down to what pages say, under 60 kB together; fonts/OFL.txt says from what.
    font!("text.woff2"),
    font!("heads.woff2"),
];

/// By asset, its address and what is sent. A style sheet that says `url(NAME)` of a font is told the font's address.
static SENT: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let address = |it: &Asset, bytes: &[u8]| format!("/assets/{:016x}/{}", hash(bytes), it.name);
    let sent = |it: &Asset| {
        let mut bytes = match it.kind.starts_with("text/javascript") {
            true => lean(&String::from_utf8_lossy(it.bytes)).into_bytes(),
            false => it.bytes.to_vec(),
        };
        if it.kind.starts_with("text/css") {
            let mut text = String::from_utf8_lossy(it.bytes).into_owned();
            for font in ASSETS.iter().filter(|it| it.kind.starts_with("font/")) {
                let url = format!("url({})", address(font, font.bytes));
                text = text.replace(&format!("url({})", font.name), &url);
            }
            bytes = text.into_bytes();
        }
        (address(it, &bytes), bytes)
    };
    ASSETS.iter().map(sent).collect()
});

/// A script without the lines that are comments and without indentation: a fifth less to send. No text of ours goes over
/// several lines, so a line that begins as a comment is one.
fn lean(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let mut told = false;
    for line in script.lines().map(str::trim) {
        told |= line.starts_with("/**");
        if told {
            told = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// FNV-1a: no secret depends on it, only that what changes gets another address.
pub(crate) fn hash(bytes: impl AsRef<[u8]>) -> u64 {
    bytes.as_ref().iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The address of an asset.
///
/// # Panics
/// If there is none of this name: a mistake in a template.
pub(crate) fn address(name: &str) -> &'static str {
    let at =
        ASSETS.iter().position(|it| it.name == name).expect("pages name assets that are there");
    &SENT[at].0
}

/// An asset; one asked for under an old hash is answered too, but not to be kept.
pub(crate) async fn asset(Path((hash, name)): Path<(String, String)>) -> Result<Response, Refused> {
    let Some(at) = ASSETS.iter().position(|it| it.name == name) else {
        return Err(Refused::not_found("there is no such file"));
    };
    let (address, bytes) = &SENT[at];
    let keep = match *address == format!("/assets/{hash}/{name}") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    Ok(([(CONTENT_TYPE, ASSETS[at].kind), (CACHE_CONTROL, keep)], bytes.as_slice()).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_sent_without_comments_and_a_style_sheet_with_the_addresses_of_fonts() {
        let script =
            "/** One. */\nconst a = '//';\n/**\n * Two\n */\n  // three\n  go(a); // stays\n";
        assert_eq!(lean(script), "const a = '//';\ngo(a); // stays\n");
        let sheet = |name: &str| ASSETS.iter().position(|it| it.name == name).unwrap();
        let sent = String::from_utf8_lossy(&SENT[sheet("crosscut.css")].1);
        assert!(sent.contains(&format!("url({})", address("text.woff2"))));
        assert!(!sent.contains("url(text.woff2)"));
        let fonts = ASSETS.iter().filter(|it| it.kind == "font/woff2");
        assert!(fonts.map(|it| it.bytes.len()).sum::<usize>() < 60_000);
    }
}
