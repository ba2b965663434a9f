use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use crosscut_catalog::{GAMES, Request};
use tokio::net::{TcpListener, TcpSocket};

use crate::clock::Clock;
use crate::config::Config;
use crate::http::connections;
use crate::jobs::note_downtime;
use crate::private;
use crate::store::{Lock, Store, is_full};

/// The prefix, before a game's name, of the setting with the designer's request that the operator was shown.
const TOLD: &str = "request/";
/// How long requests may take to finish when the server stops.
const GRACE: Duration = Duration::from_secs(10);
/// How long to wait for a database that another server seems to have locked.
const PATIENCE: Duration = Duration::from_secs(3);

/// Opens the club and serves it until the process is told to stop (SIGTERM, SIGINT). `opened` is called with the address,
/// and with the requests of games' designers to anybody who opens a club, each shown once.
///
/// # Errors
/// The address is taken, the database cannot be opened, or another server runs on it.
pub async fn serve(
    config: Config,
    opened: impl FnOnce(SocketAddr, &[String]),
) -> anyhow::Result<()> {
    open_and_answer(config, opened).await.map_err(plainly)
}

/// Turns the error of a full disk into a sentence: the database only has a number for it.
fn plainly(error: anyhow::Error) -> anyhow::Error {
    let full = error.chain().any(|it| {
        it.downcast_ref::<sqlx::Error>().is_some_and(is_full)
            || it
                .downcast_ref::<std::io::Error>()
                .is_some_and(|it| it.kind() == ErrorKind::StorageFull)
    });
    if full {
        return anyhow!("the disk is full, and the club has to write on it: make room there");
    }
    error
}

async fn open_and_answer(
    config: Config,
    opened: impl FnOnce(SocketAddr, &[String]),
) -> anyhow::Result<()> {
    // Before the sockets open: anybody who sees them open may tell us to stop.
    let mut told_to_stop = Box::pin(told_to_stop()?);
    let listener = listen(config.listen)?;
    if let Some(folder) = config.own_folder().filter(|it| it.is_dir()) {
        private::close(folder);
    }
    let taken = tokio::select! {
        taken = take(&config) => taken?,
        () = &mut told_to_stop => {
            tracing::info!("told to stop before the doors were open");
            return Ok(());
        }
    };
    let (store, mut lock) = taken;
    let clock = Clock::default();
    note_downtime(&store, clock.now()).await?;
    let requests = new_requests(&store, &config).await?;
    let (app, works) = crate::works::begin(config, clock, store).await?;
    let address = listener.local_addr()?;
    tracing::info!(%address, "open");
    opened(address, &requests);

    let served = tokio::spawn(connections::answer(listener, app.clone()));
    let lost = tokio::select! {
        () = told_to_stop => false,
        () = lock.lost() => true,
    };
    tracing::info!("stopping");
    // Open streams end, and their browsers come back to the next server.
    app.stop();
    if tokio::time::timeout(GRACE, served).await.is_err() {
        tracing::warn!("some requests did not come to their end");
    }
    works.end(app).await;
    if lost {
        bail!(
            "the database's lock was lost, and with it the right to write: begin the server again"
        );
    }
    tracing::info!("closed");
    Ok(())
}

/// The requests of designers to clubs that offer their games, as sentences, as far as they are new to this club.
async fn new_requests(store: &Store, config: &Config) -> anyhow::Result<Vec<String>> {
    // The address of a database server may contain a password.
    let place = match config.database.contains("://") {
        true => String::new(),
        false => format!(" --database {}", config.database),
    };
    let mut sentences = Vec::new();
    for card in GAMES.iter().map(|game| game.card()) {
        let Some(Request { asks, address }) = card.source.request else { continue };
        let note = format!("{TOLD}{}", card.name);
        if store.setting(&note).await?.as_deref() == Some(address) {
            continue;
        }
        sentences.push(format!(
            "{}: {asks}, at {address}. What is known of a permission is on the game's page. \
             `crosscut game close {}{place}` switches the game off",
            card.title, card.name
        ));
        store.set(&note, Some(address)).await?;
    }
    Ok(sentences)
}

/// Opens the database and locks it. A server killed a moment ago may still seem to hold the lock.
async fn take(config: &Config) -> anyhow::Result<(Store, Lock)> {
    let store = Store::open(&config.database).await?;
    let taken = tokio::time::timeout(PATIENCE, async {
        loop {
            if let Some(lock) = store.lock().await? {
                return anyhow::Ok(lock);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    match taken.await {
        Ok(lock) => Ok((store, lock?)),
        Err(_) => bail!("another crosscut serves this database already"),
    }
}

/// How many connections may wait to be accepted: Linux's default maximum. A client that comes when more are waiting tries
/// again after a second.
const WAITING: u32 = 4096;

fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // As `TcpListener::bind` does: a restarted server need not wait for its predecessor's connections.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    match bind(address) {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            bail!("{address} is taken by another program: choose one with --listen ADDRESS")
        }
        Err(error) => Err(error).with_context(|| format!("{address} cannot be listened on")),
    }
}

/// Waits for a signal to stop; signals are caught from the call on.
#[cfg(unix)]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn told_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;
    use sqlx::sqlite::SqliteConnectOptions;

    use super::*;

    #[tokio::test]
    async fn a_full_disk_is_told_in_a_sentence() {
        let mut full = SqliteConnectOptions::new().in_memory(true).connect().await.unwrap();
        sqlx::query("PRAGMA max_page_count = 1").execute(&mut full).await.unwrap();
        let error = sqlx::query("CREATE TABLE some (a INTEGER)").execute(&mut full).await;
        let error =
            anyhow::Error::from(error.unwrap_err()).context("the database cannot be opened");
        assert_eq!(
            format!("{:#}", plainly(error)),
            "the disk is full, and the club has to write on it: make room there"
        );
        let file = anyhow::Error::from(std::io::Error::from(ErrorKind::StorageFull));
        assert!(plainly(file).to_string().starts_with("the disk is full"));
        let other = plainly(anyhow!("another crosscut serves this database already"));
        assert_eq!(other.to_string(), "another crosscut serves this database already");
    }
}
