//! Connections: which are accepted, how many from one network, and how long a silent or unread one is kept.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::App;
use crate::limits::patient::Patient;
use crate::origin::network;

/// The most bytes of a request's head that are buffered: an address of 64 KiB and the other headers a browser sends.
const HEAD: usize = 128 << 10;
/// How many file descriptors are left for things other than connections: the database, mails, files read and written.
const OTHERS: usize = 128;
/// How many times longer than others a proxy may keep an idle connection.
const PROXY: u32 = 4;

/// The answer to a client with too many connections.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n\
    content-type: text/plain; charset=utf-8\r\ncontent-length: 45\r\n\r\n\
    too many connections are open: try again soon";

/// The open connections, counted by network.
#[derive(Clone, Debug)]
struct Connections(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The most connections of one network, and the most of all together.
    each: usize,
    all: usize,
    /// Proxies, which may open any number: other people come through them.
    proxies: Vec<IpAddr>,
    open: Mutex<OpenCounts>,
}

#[derive(Debug, Default)]
struct OpenCounts {
    all: usize,
    by: HashMap<IpAddr, usize>,
}

/// One connection's place in the count, given back when dropped.
#[derive(Debug)]
struct ConnectionPlace {
    among: Connections,
    network: IpAddr,
}

impl Connections {
    fn new(each: usize, all: usize, proxies: Vec<IpAddr>) -> Self {
        Connections(Arc::new(Inner { each, all, proxies, open: Mutex::default() }))
    }

    fn is_proxy(&self, peer: IpAddr) -> bool {
        self.0.proxies.contains(&peer.to_canonical())
    }

    /// Takes a place for one more connection, or `None` if there is none left.
    fn let_in(&self, peer: IpAddr) -> Option<ConnectionPlace> {
        let each = if self.is_proxy(peer) { usize::MAX } else { self.0.each };
        let network = network(peer);
        let mut open = self.open();
        let all = open.all;
        let n = open.by.get(&network).copied().unwrap_or(0);
        if all >= self.0.all || n >= each {
            return None;
        }
        open.all += 1;
        open.by.insert(network, n + 1);
        metrics::gauge!("crosscut_connections").set(open.all as f64);
        Some(ConnectionPlace { among: self.clone(), network })
    }

    fn open(&self) -> MutexGuard<'_, OpenCounts> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        let mut open = self.among.open();
        open.all -= 1;
        metrics::gauge!("crosscut_connections").set(open.all as f64);
        if let Some(n) = open.by.get_mut(&self.network) {
            *n -= 1;
            if *n == 0 {
                open.by.remove(&self.network);
            }
        }
    }
}

/// Accepts connections until the server stops, then returns once all open ones have been answered.
pub(crate) async fn answer(listener: TcpListener, app: App) {
    let router = crate::http::open(&app);
    let config = app.config();
    let all = descriptors().saturating_sub(OTHERS).max(16);
    let each = if config.limited { config.connections } else { usize::MAX };
    let among = Connections::new(each, all, config.proxies.clone());
    let (open, mut ended) = mpsc::channel::<()>(1);
    let mut stopping = pin!(app.stopping());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The client may have gone away, which does not matter; or descriptors have run out, and waiting frees
                // some.
                tracing::debug!("a connection could not be taken: {error}");
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let Some(place) = among.let_in(peer.ip()) else {
            metrics::counter!("crosscut_connections_refused_total").increment(1);
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let (app, router, open) = (app.clone(), router.clone(), open.clone());
        tokio::spawn(async move {
            if let Err(error) = talk(&app, router, stream, peer, &place).await {
                tracing::trace!(%peer, "a connection broke: {error}");
            }
            drop((place, open));
        });
    }
    drop((listener, open));
    let _ = ended.recv().await;
}

/// Serves one connection, from its first request to its last.
async fn talk(
    app: &App,
    router: Router,
    stream: TcpStream,
    peer: SocketAddr,
    place: &ConnectionPlace,
) -> hyper::Result<()> {
    let _ = stream.set_nodelay(true);
    let patience = app.config().patience;
    let idle = if place.among.is_proxy(peer.ip()) { patience * PROXY } else { patience };
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        TowerToHyperService::new(router.clone()).call(request)
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            // Measured from when a request is awaited until its head has arrived: silence between two requests counts
            // too.
            .header_read_timeout(idle)
            .max_buf_size(HEAD)
            .serve_connection(TokioIo::new(Patient::new(stream, patience)), service)
    );
    tokio::select! {
        ended = &mut connection => return ended,
        () = app.stopping() => connection.as_mut().graceful_shutdown(),
    }
    connection.await
}

/// How many files this process may have open, after raising the limit as far as the system allows. Each connection
/// takes one.
#[cfg(target_os = "linux")]
fn descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    const MOST: u64 = 1 << 20;
    let now = getrlimit(Resource::Nofile);
    let most = now.maximum.unwrap_or(MOST).min(MOST);
    if now.current.is_some_and(|it| it < most) {
        let raised = Rlimit { current: Some(most), maximum: now.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!("the limit of open files stays as it is: {error}");
        }
    }
    getrlimit(Resource::Nofile).current.map_or(MOST as usize, |it| it as usize)
}

#[cfg(not(target_os = "linux"))]
fn descriptors() -> usize {
    1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_cannot_take_every_place() {
        let proxy: IpAddr = "192.0.2.9".parse().unwrap();
        let among = Connections::new(2, 6, vec![proxy]);
        let [one, other] = ["2001:db8::1", "2001:db8:0:1::1"].map(|it| it.parse().unwrap());
        let mut places: Vec<ConnectionPlace> = (0..2).map(|_| among.let_in(one).unwrap()).collect();
        assert!(among.let_in("2001:db8::2".parse().unwrap()).is_none());
        places.push(among.let_in(other).unwrap());
        places.extend((0..3).map(|_| among.let_in(proxy).unwrap()));
        assert!(among.let_in(other).is_none(), "all places are taken");
        drop(places);
        assert!(among.open().by.is_empty() && among.open().all == 0);
        assert!(among.let_in(one).is_some());
    }

    /// As one that listens on `[::]` sees it.
    #[test]
    fn an_address_is_the_same_however_it_is_written() {
        let among = Connections::new(2, 9, vec!["192.0.2.9".parse().unwrap()]);
        let places = ["::ffff:192.0.2.9"; 4].map(|it| among.let_in(it.parse().unwrap()));
        assert!(places.iter().all(Option::is_some));
        let peers = ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "::ffff:192.0.2.2"];
        let places = peers.map(|it| among.let_in(it.parse().unwrap()));
        assert_eq!(places.map(|it| it.is_some()), [true, true, false, true]);
    }

    #[test]
    fn what_is_said_is_as_long_as_it_says() {
        let text = std::str::from_utf8(TOO_MANY).unwrap();
        assert_eq!(text.split("\r\n\r\n").nth(1).unwrap().len(), 45);
    }
}
