//! Style sheets, scripts and pictures, inside the program. Their addresses carry a hash of what is in them, so that
//! browsers keep them for ever.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::older::older;
use super::page::Refused;

struct Asset {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

macro_rules! asset {
    ($name:literal, $kind:literal, $($part:literal),+) => {
        Asset {
            name: $name,
            kind: $kind,
            text: concat!($(include_str!(concat!("../../../assets/", $part))),+),
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
        "css/motion.css",
        "css/manners.css"
    ),
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
        "js/live.js"
    ),
    // What all tabs share runs apart from them.
    asset!("wire.js", "text/javascript; charset=utf-8", "worker/wire.js"),
    asset!("icon.svg", "image/svg+xml", "icon.svg"),
];

/// By asset, its address.
static ADDRESSES: LazyLock<Vec<String>> = LazyLock::new(|| {
    ASSETS.iter().map(|it| format!("/assets/{:016x}/{}", hash(it.text), it.name)).collect()
});

/// By asset, what is sent.
static TEXTS: LazyLock<Vec<Bytes>> = LazyLock::new(|| {
    let sent = |it: &Asset| match it.name.rsplit('.').next() {
        Some("js") => bare(it.text).into(),
        Some("css") => format!("{}{}", it.text, older(it.text)).into(),
        _ => Bytes::from_static(it.text.as_bytes()),
    };
    ASSETS.iter().map(sent).collect()
});

/// A script without its comments, which stand on lines of their own, and without what sets its lines in.
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

/// FNV-1a: no secret depends on it, only that what changes gets another address.
pub(crate) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
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
    &ADDRESSES[at]
}

/// An asset; one asked for under an old hash is answered too, but not to be kept.
pub(crate) async fn asset(Path((hash, name)): Path<(String, String)>) -> Result<Response, Refused> {
    let Some(at) = ASSETS.iter().position(|it| it.name == name) else {
        return Err(Refused::not_found("there is no such file"));
    };
    let keep = match ADDRESSES[at] == format!("/assets/{hash}/{name}") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    Ok(([(CONTENT_TYPE, ASSETS[at].kind), (CACHE_CONTROL, keep)], TEXTS[at].clone())
        .into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_sent_without_its_comments() {
        let script = "// one\n/** two */\nlet a = 1; // stays\n/**\n * three\n */\n  f(a);\n\n";
        assert_eq!(bare(script), "let a = 1; // stays\nf(a);\n");
        let all: usize = TEXTS
            .iter()
            .zip(ASSETS)
            .map(|it| it.0.len() * usize::from(it.1.name.ends_with(".js")))
            .sum();
        assert!(all < 36_000, "the scripts have grown to {all} bytes");
    }
}
