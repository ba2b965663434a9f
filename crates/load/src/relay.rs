//! A mail server that takes everything and keeps nothing: where the club's own mails go.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A relay of ours, closed when it is dropped.
#[derive(Debug)]
pub struct Relay {
    /// Where it listens.
    pub address: SocketAddr,
    taken: Arc<AtomicU64>,
    listening: JoinHandle<()>,
}

impl Relay {
    /// Opens one.
    ///
    /// # Errors
    /// There is no free port.
    pub async fn open() -> Result<Relay> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let taken = Arc::new(AtomicU64::new(0));
        let count = taken.clone();
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A conversation that breaks off is the club's to begin again.
                let count = count.clone();
                tokio::spawn(async move { converse(stream, &count).await });
            }
        });
        Ok(Relay { address, taken, listening })
    }

    /// How many mails it has taken.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn converse(stream: TcpStream, taken: &AtomicU64) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let (heard, mut said) = stream.into_split();
    let mut heard = BufReader::new(heard);
    said.write_all(b"220 relay.test\r\n").await?;
    let mut line = Vec::new();
    loop {
        line.clear();
        if heard.read_until(b'\n', &mut line).await? == 0 {
            return Ok(());
        }
        let word = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match word.as_slice() {
            b"EHLO" => b"250-relay.test\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
            b"DATA" => {
                said.write_all(b"354 go on\r\n").await?;
                while line != b".\r\n" {
                    line.clear();
                    if heard.read_until(b'\n', &mut line).await? == 0 {
                        return Ok(());
                    }
                }
                taken.fetch_add(1, Ordering::Relaxed);
                b"250 taken\r\n"
            }
            b"QUIT" => return said.write_all(b"221 bye\r\n").await,
            _ => b"250 yes\r\n",
        };
        said.write_all(answer).await?;
    }
}
