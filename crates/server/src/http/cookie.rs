//! Cookies: those of a request, and those that a browser is to keep.

use axum::http::{HeaderMap, HeaderValue, header};
use cookie::time::Duration;
use cookie::{Cookie, CookieBuilder, SameSite};

use crate::config::Config;

/// The cookies of a request, in the order in which they came.
pub(crate) fn cookies(headers: &HeaderMap) -> impl Iterator<Item = Cookie<'_>> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|it| it.to_str().ok());
    all.flat_map(Cookie::split_parse).flatten()
}

/// The cookie that keeps a preference for a year.
pub(crate) fn preference_cookie(name: &str, value: &str) -> String {
    lasting(name, value, Duration::days(365)).to_string()
}

/// The cookie that begins a session in a browser; without a token, the one that ends it.
pub fn session_cookie(config: &Config, token: Option<&str>) -> HeaderValue {
    let age = if token.is_some() { Duration::days(60) } else { Duration::ZERO };
    let cookie = lasting(session_name(config), token.unwrap_or_default(), age)
        .http_only(true)
        .secure(config.is_https());
    HeaderValue::try_from(cookie.to_string()).expect("a token is hexadecimal")
}

/// The name of a session's cookie. With the `__Host-` prefix, browsers accept it only over HTTPS and from this very host.
pub(crate) fn session_name(config: &Config) -> &'static str {
    if config.is_https() { "__Host-session" } else { "crosscut-session" }
}

/// A cookie for all pages, which other sites cannot send along with their forms.
fn lasting<'a>(name: &'a str, value: &'a str, age: Duration) -> CookieBuilder<'a> {
    Cookie::build((name, value)).path("/").max_age(age).same_site(SameSite::Lax)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    #[test]
    fn cookies_are_read_as_browsers_send_them() {
        let mut headers = HeaderMap::new();
        for line in ["theme=dark; session=ab12", "x; =y; board = 3 ;look-hex=c1z100r0g0b0", "a=b=c"]
        {
            headers.append(header::COOKIE, line.parse().unwrap());
        }
        headers.append(header::COOKIE, HeaderValue::from_bytes(b"n=\xff").unwrap());
        let read: Vec<_> =
            cookies(&headers).map(|it| format!("{}: {}", it.name(), it.value())).collect();
        assert_eq!(
            read,
            ["theme: dark", "session: ab12", "board: 3", "look-hex: c1z100r0g0b0", "a: b=c"]
        );
    }

    #[test]
    fn a_session_is_for_this_site_alone() {
        let config = |url: Option<&str>| {
            let public_url = url.map(str::to_string);
            let database = Some("x.db".into());
            Settings { database, public_url, ..Settings::default() }.resolve().unwrap()
        };
        let (open, closed) = (config(None), config(Some("https://club.example")));
        let has = |cookie: &str, parts: &[&str]| {
            let mut all: Vec<_> = cookie.split("; ").collect();
            let mut parts = parts.to_vec();
            all.sort_unstable();
            parts.sort_unstable();
            assert_eq!(all, parts, "{cookie}");
        };
        let always = ["Path=/", "SameSite=Lax"];
        let with = |more: &[&'static str]| [&always[..], more].concat();
        let begun = session_cookie(&closed, Some("ab12"));
        has(
            begun.to_str().unwrap(),
            &with(&["__Host-session=ab12", "Max-Age=5184000", "HttpOnly", "Secure"]),
        );
        let ended = session_cookie(&open, None);
        has(ended.to_str().unwrap(), &with(&["crosscut-session=", "Max-Age=0", "HttpOnly"]));
        has(&preference_cookie("theme", "dark"), &with(&["theme=dark", "Max-Age=31536000"]));
    }
}
