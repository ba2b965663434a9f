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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_cannot_listen_is_told_why() {
        let first = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let taken = bind(first.local_addr().unwrap()).await.unwrap_err().to_string();
        assert!(taken.contains("is taken by another program"), "{taken}");
        // Nobody has this address: it is for documentation (RFC 5737).
        let absent = bind("192.0.2.1:0".parse().unwrap()).await.unwrap_err().to_string();
        assert!(absent.contains("cannot be listened on for mails"), "{absent}");
    }
}
