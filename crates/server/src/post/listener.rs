use std::io::ErrorKind;
use std::net::SocketAddr;

use anyhow::{Context, bail};
use tokio::net::TcpListener;

/// Listens for mail servers: a club that cannot do so does not start.
pub(crate) async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(address).await {
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "{address} is taken by another program: choose another for mails with --mail-listen ADDRESS"
        ),
        listener => listener.with_context(|| format!("{address} cannot be listened on for mails")),
    }
}
