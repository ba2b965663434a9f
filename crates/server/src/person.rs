use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use crosscut_club::{MemberId, Who};

use crate::App;
use crate::config::Config;
use crate::error::Error;

/// From where a request comes.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The address, as far as it can be known.
    pub address: IpAddr,
    /// What the browser says it is.
    pub device: String,
}

/// Who a request comes from.
#[derive(Clone, Debug)]
pub struct Person {
    /// As the club knows them: a member or guest, or a visitor.
    pub who: Who,
    /// The member or guest.
    pub member: Option<MemberId>,
    /// The secret that opens the session, if there is one.
    pub token: Option<String>,
    /// The session's number among the member's, if there is one.
    pub session: Option<i64>,
    /// From where.
    pub caller: Caller,
}

impl Person {
    /// The member or guest who asks.
    ///
    /// # Errors
    /// Nobody has come in.
    pub fn signed_in(&self) -> Result<MemberId, Error> {
        self.member.ok_or(Error::NotSignedIn)
    }
}

impl FromRequestParts<App> for Person {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let Ok(caller) = Caller::from_request_parts(parts, app).await;
        let token = bearer(&parts.headers).or_else(|| cookie(&parts.headers, name(app.config())));
        let session = match token {
            Some(token) => app.accounts().identify(token).await?.map(|it| (it, token)),
            None => None,
        };
        let Some((session, token)) = session else {
            return Ok(Person {
                who: Who::Visitor,
                member: None,
                token: None,
                session: None,
                caller,
            });
        };
        let member = MemberId(session.member.cast_unsigned());
        Ok(Person {
            who: Who::Member(member),
            member: Some(member),
            token: Some(token.to_string()),
            session: Some(session.number),
            caller,
        })
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let device = parts.headers.get(header::USER_AGENT).and_then(|it| it.to_str().ok());
        Ok(Caller {
            address: address(parts, &app.config().proxies),
            device: device.unwrap_or("").chars().take(200).collect(),
        })
    }
}

/// The address a request comes from: the connection's, or if that is a proxy's, what the proxy says.
pub(crate) fn address(parts: &Parts, proxies: &[IpAddr]) -> IpAddr {
    let connection = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = connection.map_or(Ipv4Addr::LOCALHOST.into(), |it| it.0.ip().to_canonical());
    if !proxies.contains(&peer) {
        return peer;
    }
    // Each proxy adds whom it was called by at the end; the last who is no proxy of ours is the visitor.
    let said = parts.headers.get_all("x-forwarded-for").into_iter();
    let said = said.filter_map(|it| it.to_str().ok()).flat_map(|it| it.split(','));
    let chain: Vec<IpAddr> = said.filter_map(|it| it.trim().parse().ok()).collect();
    chain.into_iter().rev().find(|it| !proxies.contains(it)).unwrap_or(peer)
}

/// The cookie that begins a session in a browser; without a token, the one that ends it.
pub fn session_cookie(config: &Config, token: Option<&str>) -> HeaderValue {
    let (age, token) = match token {
        Some(token) => (60 * 24 * 3600, token),
        None => (0, ""),
    };
    let secure = if config.is_https() { "; Secure" } else { "" };
    let text =
        format!("{}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}", name(config));
    HeaderValue::try_from(text).expect("a token is hexadecimal")
}

/// The cookie's name. With the prefix, browsers take it by HTTPS from this very host only.
fn name(config: &Config) -> &'static str {
    if config.is_https() { "__Host-session" } else { "crosscut-session" }
}

/// The value of a cookie.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|it| it.to_str().ok());
    all.flat_map(|it| it.split(';')).find_map(|it| {
        let (key, value) = it.trim().split_once('=')?;
        (key == name).then_some(value)
    })
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    #[test]
    fn only_a_proxy_of_ours_is_believed() {
        let proxies: Vec<IpAddr> = vec!["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let from = |peer: &str, said: &str| {
            let mut request = Request::new(());
            request.headers_mut().insert("x-forwarded-for", said.parse().unwrap());
            let peer: SocketAddr = format!("{peer}:80").parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
            address(&request.into_parts().0, &proxies).to_string()
        };
        assert_eq!(from("9.9.9.9", "1.2.3.4"), "9.9.9.9");
        assert_eq!(from("10.0.0.1", "1.2.3.4"), "1.2.3.4");
        assert_eq!(from("10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2"), "1.2.3.4");
        assert_eq!(from("10.0.0.1", "nonsense"), "10.0.0.1");
    }
}
