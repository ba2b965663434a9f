//! A cheap HTTP/1.1 client, which leaves the machine to the server.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// The longest wait for a response.
const PATIENCE: Duration = Duration::from_secs(10);

/// One connection, opened on demand and reopened after it broke.
#[derive(Debug)]
pub struct Client {
    address: SocketAddr,
    /// The local address to connect from, if fixed.
    from: Option<IpAddr>,
    stream: Option<TcpStream>,
    buffer: Vec<u8>,
}

/// A response.
#[derive(Debug)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

impl HttpResponse {
    /// The body as JSON, if the response is a success.
    ///
    /// # Errors
    /// The response is a failure, or its body is not as expected.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        let text = String::from_utf8_lossy(&self.body);
        if !(200..300).contains(&self.status) {
            bail!("{}: {text}", self.status);
        }
        serde_json::from_slice(&self.body).with_context(|| format!("in {text}"))
    }
}

impl Client {
    /// A client for the server at an address.
    pub fn new(address: SocketAddr) -> Self {
        Client { address, from: None, stream: None, buffer: Vec::new() }
    }

    /// The same, connecting from another address of this machine.
    pub fn from(address: SocketAddr, from: IpAddr) -> Self {
        Client { from: Some(from), ..Client::new(address) }
    }

    /// Sends a request: a POST with `body` as JSON, or a GET without one. `token` is the session token, `once` the idempotency
    /// key.
    ///
    /// # Errors
    /// No response came: the server may have carried out the request or not.
    pub async fn ask(
        &mut self,
        path: &str,
        token: &str,
        once: &str,
        body: Option<&str>,
    ) -> Result<HttpResponse> {
        let answer = timeout(PATIENCE, self.exchange(path, token, once, body)).await;
        let answer = answer.context("no answer in time").flatten();
        if answer.is_err() {
            self.stream = None;
        }
        answer
    }

    async fn exchange(
        &mut self,
        path: &str,
        token: &str,
        once: &str,
        body: Option<&str>,
    ) -> Result<HttpResponse> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            None => {
                let stream = connect(self.address, self.from).await?;
                stream.set_nodelay(true)?;
                self.stream.insert(stream)
            }
        };
        let method = if body.is_some() { "POST" } else { "GET" };
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        if !token.is_empty() {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        if !once.is_empty() {
            head += &format!("idempotency-key: {once}\r\n");
        }
        if let Some(body) = body {
            let length = body.len();
            head += &format!("content-type: application/json\r\ncontent-length: {length}\r\n");
        }
        head += "\r\n";
        head += body.unwrap_or("");
        stream.write_all(head.as_bytes()).await?;
        read(stream, &mut self.buffer).await
    }
}

/// Opens a connection, from the given address of this machine if there is one.
///
/// # Errors
/// Nothing listens there, or this machine has no such address.
pub async fn connect(to: SocketAddr, from: Option<IpAddr>) -> std::io::Result<TcpStream> {
    let Some(from) = from else { return TcpStream::connect(to).await };
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    socket.connect(to).await
}

/// An open event stream.
#[derive(Debug)]
pub struct EventStream {
    stream: TcpStream,
    /// What arrived together with the response's header section.
    rest: Vec<u8>,
}

impl EventStream {
    /// Opens an event stream.
    ///
    /// # Errors
    /// There is no server, or it does not open the stream.
    pub async fn open(address: SocketAddr, path: &str, token: &str) -> Result<EventStream> {
        let mut stream = TcpStream::connect(address).await?;
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\
             accept: text/event-stream\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await?;
        let mut seen = Vec::new();
        let end = loop {
            if let Some(at) = seen.windows(4).position(|it| it == b"\r\n\r\n") {
                break at + 4;
            }
            if timeout(PATIENCE, stream.read_buf(&mut seen)).await?? == 0 {
                bail!("the stream ended before it began");
            }
        };
        if !seen.starts_with(b"HTTP/1.1 200") {
            bail!("no stream: {}", String::from_utf8_lossy(&seen));
        }
        Ok(EventStream { stream, rest: seen.split_off(end) })
    }

    /// Waits for more of the stream: returns nothing when it has ended.
    ///
    /// # Errors
    /// The connection broke.
    pub async fn more(&mut self) -> Result<Vec<u8>> {
        let mut some = std::mem::take(&mut self.rest);
        if some.is_empty() {
            self.stream.read_buf(&mut some).await?;
            some.shrink_to_fit();
        }
        Ok(some)
    }
}

/// Reads one response whose length is given.
async fn read(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Result<HttpResponse> {
    buffer.clear();
    let head = loop {
        if let Some(at) = buffer.windows(4).position(|it| it == b"\r\n\r\n") {
            break at;
        }
        if stream.read_buf(buffer).await? == 0 {
            bail!("the server closed the connection");
        }
    };
    let text = std::str::from_utf8(&buffer[..head])?;
    let mut lines = text.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1));
    let status: u16 = status.and_then(|it| it.parse().ok()).context("no status")?;
    let length = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let length = match length {
        Some(length) => length,
        None if status == 204 => 0,
        None => bail!("a response of unknown length"),
    };
    while buffer.len() < head + 4 + length {
        if stream.read_buf(buffer).await? == 0 {
            bail!("the server closed the connection");
        }
    }
    Ok(HttpResponse { status, body: buffer[head + 4..head + 4 + length].to_vec() })
}
