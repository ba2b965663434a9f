//! A mail server for the club's outgoing mail: it keeps only the Message-ID of each.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A private relay, closed when dropped.
#[derive(Debug)]
pub struct Relay {
    /// The address it listens on.
    pub address: SocketAddr,
    seen: Arc<RelayState>,
    listening: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct RelayState {
    taken: AtomicU64,
    busy: AtomicBool,
    offered: Mutex<Vec<String>>,
}

impl Relay {
    /// Opens a relay.
    ///
    /// # Errors
    /// There is no free port.
    pub async fn open() -> Result<Relay> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let seen = Arc::new(RelayState::default());
        let sees = seen.clone();
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // If a conversation breaks off, the club must begin it again.
                let sees = sees.clone();
                tokio::spawn(async move { converse(stream, &sees).await });
            }
        });
        Ok(Relay { address, seen, listening })
    }

    /// How many mails it has accepted.
    pub fn taken(&self) -> u64 {
        self.seen.taken.load(Ordering::Relaxed)
    }

    /// Makes it refuse mail for a while, or accept it again.
    pub fn set_busy(&self, busy: bool) {
        self.seen.busy.store(busy, Ordering::Relaxed);
    }

    /// The `Message-ID`s of all mails delivered to it, accepted or not.
    pub fn offered(&self) -> Vec<String> {
        self.seen.offered.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn converse(stream: TcpStream, seen: &RelayState) -> std::io::Result<()> {
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
                    if let Some(number) = line.strip_prefix(b"Message-ID: ") {
                        let number = String::from_utf8_lossy(number).trim().to_string();
                        seen.offered.lock().unwrap_or_else(PoisonError::into_inner).push(number);
                    }
                }
                if seen.busy.load(Ordering::Relaxed) {
                    b"451 4.3.0 come again\r\n"
                } else {
                    seen.taken.fetch_add(1, Ordering::Relaxed);
                    b"250 taken\r\n"
                }
            }
            b"QUIT" => return said.write_all(b"221 bye\r\n").await,
            _ => b"250 yes\r\n",
        };
        said.write_all(answer).await?;
    }
}
