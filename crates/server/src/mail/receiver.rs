use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crosscut_mail::Envelope;
use smtp_proto::request::receiver::RequestReceiver;
use smtp_proto::{Error as SmtpError, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use super::data::Data;
use super::{IncomingMail, MOST, receive};
use crate::App;
use crate::limits::patient::Patient;

/// How long a mail server may be silent.
const PATIENCE: Duration = Duration::from_secs(300);
/// The most connections from mail servers at once. One more replaces the connection that has been silent for longest.
const AT_ONCE: usize = 64;
/// How many recipients a mail may have here.
const RECIPIENTS: usize = 100;

/// Takes mails from a mail server, by LMTP or SMTP, for ever. It must only be reachable by that server: nothing else
/// checks who is sending.
pub(super) async fn listen(app: &App, listener: TcpListener) -> anyhow::Result<()> {
    tracing::info!(address = %listener.local_addr()?, "mails are taken");
    let connections = OpenConnections::default();
    loop {
        let (stream, _) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!("a mail server could not be let in: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(connection) = connections.begin() else {
            let _ = stream.try_write(BUSY);
            continue;
        };
        let _ = stream.set_nodelay(true);
        let (app, mut stream) = (app.clone(), Patient::new(stream, PATIENCE));
        tokio::spawn(async move {
            let talking = async {
                tokio::select! {
                    ended = converse(&app, &mut stream, &connection) => ended,
                    () = app.stopping() => Ok(()),
                }
            };
            if let Err(error) = talking.await {
                tracing::debug!("a conversation with a mail server broke off: {error}");
            }
        });
    }
}

/// The answer to a mail server that must try again later.
const BUSY: &[u8] = b"421 4.3.2 others wait, come again\r\n";
/// How long sending that answer may take.
const BRIEFLY: Duration = Duration::from_secs(1);

/// The open connections.
#[derive(Clone, Default)]
struct OpenConnections(Arc<Mutex<HashMap<u64, SilenceTimer>>>);

/// Since when a connection has been silent, if the other side is being waited for, and the signal to close it.
struct SilenceTimer {
    since: Option<Instant>,
    go: Arc<Notify>,
}

/// One of the connections, until it is dropped.
struct OpenConnection {
    connections: OpenConnections,
    number: u64,
    go: Arc<Notify>,
}

impl OpenConnections {
    fn all(&self) -> MutexGuard<'_, HashMap<u64, SilenceTimer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a connection; `None` if there are too many and none of them is silent.
    fn begin(&self) -> Option<OpenConnection> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let mut all = self.all();
        if all.len() >= AT_ONCE {
            let silent = all.iter().filter_map(|(number, it)| Some((it.since?, *number)));
            let (_, number) = silent.min()?;
            all.remove(&number)?.go.notify_one();
        }
        let (number, go) = (NUMBER.fetch_add(1, Ordering::Relaxed), Arc::new(Notify::new()));
        // A connection that has not been greeted yet, because the server is busy, counts as silent too.
        all.insert(number, SilenceTimer { since: Some(Instant::now()), go: go.clone() });
        Some(OpenConnection { connections: self.clone(), number, go })
    }
}

impl OpenConnection {
    /// Records since when the other side is being waited for.
    fn wait(&self, since: Option<Instant>) {
        if let Some(it) = self.connections.all().get_mut(&self.number) {
            it.since = since;
        }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.connections.all().remove(&self.number);
    }
}

/// What was received of a mail so far.
#[derive(Default)]
struct LmtpSession {
    /// Whether there is an answer for each recipient, as in LMTP.
    each: bool,
    envelope: Option<Envelope>,
}

/// The next step of a connection.
enum NextStep {
    Say(String),
    /// The mail itself.
    Take,
    End(&'static str),
    /// There is no complete line yet.
    Listen,
}

async fn converse(
    app: &App,
    stream: &mut Patient,
    connection: &OpenConnection,
) -> std::io::Result<()> {
    let club = app.post().map(|it| it.club_address().domain().to_string()).unwrap_or_default();
    stream.write_all(format!("220 {club} crosscut\r\n").as_bytes()).await?;
    let mut session = LmtpSession::default();
    let mut requests = RequestReceiver::default();
    // Received and not processed yet: a server need not wait for the answers.
    let mut pending: Vec<u8> = Vec::new();
    loop {
        let mut bytes = pending.iter();
        let step = match requests.ingest(&mut bytes) {
            Ok(Request::Data) => NextStep::Take,
            Ok(Request::Quit) => NextStep::End("221 2.0.0 bye\r\n"),
            Ok(request) => NextStep::Say(session.answer(app, request, &club)),
            Err(SmtpError::NeedsMoreData { .. }) => NextStep::Listen,
            Err(SmtpError::ResponseTooLong) => NextStep::End("500 5.5.6 that line is too long\r\n"),
            Err(_) => NextStep::Say("500 5.5.2 that is not understood\r\n".to_string()),
        };
        pending = bytes.as_slice().to_vec();
        match step {
            NextStep::Say(answer) => stream.write_all(answer.as_bytes()).await?,
            NextStep::End(answer) => return stream.write_all(answer.as_bytes()).await,
            NextStep::Listen => {
                if hear(stream, connection, &mut pending).await? == 0 {
                    return Ok(());
                }
            }
            NextStep::Take => {
                let envelope = session.envelope.take().filter(|it| !it.to.is_empty());
                let answer = match envelope {
                    None => "503 5.5.1 say first for whom it is\r\n".to_string(),
                    Some(envelope) => {
                        stream.write_all(b"354 go on\r\n").await?;
                        let n = if session.each { envelope.to.len() } else { 1 };
                        let (bytes, cut) = data(stream, connection, &mut pending).await?;
                        let envelope = Some(envelope);
                        take(app, IncomingMail { bytes, cut, envelope, file: None }).await.repeat(n)
                    }
                };
                stream.write_all(answer.as_bytes()).await?;
            }
        }
    }
}

/// Carries out a mail; the answer says whether the results are on the disk.
async fn take(app: &App, came: IncomingMail) -> &'static str {
    match receive(app, &came).await {
        Ok(()) => "250 2.0.0 it is done\r\n",
        Err(error) => {
            tracing::error!("a mail has to come again: {error}");
            "451 4.3.0 it cannot be done now, come again\r\n"
        }
    }
}

async fn hear(
    stream: &mut Patient,
    connection: &OpenConnection,
    pending: &mut Vec<u8>,
) -> std::io::Result<usize> {
    connection.wait(Some(Instant::now()));
    let heard = tokio::select! {
        heard = timeout(PATIENCE, stream.read_buf(pending)) => heard.ok(),
        () = connection.go.notified() => {
            let _ = timeout(BRIEFLY, stream.write_all(BUSY)).await;
            return Ok(0);
        }
    };
    connection.wait(None);
    match heard {
        Some(n) => n,
        None => {
            stream.write_all(b"421 4.4.2 you have said nothing for long\r\n").await?;
            Ok(0)
        }
    }
}

/// Receives the mail itself: as much of it as is kept, and whether there was more.
async fn data(
    stream: &mut Patient,
    connection: &OpenConnection,
    pending: &mut Vec<u8>,
) -> std::io::Result<(Vec<u8>, bool)> {
    let mut receiver = Data::default();
    let mut kept = Vec::new();
    let mut cut = false;
    loop {
        let mut bytes = pending.iter();
        // What is too much is read to its end, and discarded.
        let mut more = Vec::new();
        let ended = receiver.hear(&mut bytes, if cut { &mut more } else { &mut kept });
        *pending = bytes.as_slice().to_vec();
        cut |= MOST < kept.len();
        kept.truncate(MOST);
        if ended {
            return Ok((kept, cut));
        }
        if hear(stream, connection, pending).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
}

impl LmtpSession {
    fn answer<T: AsRef<str>>(&mut self, app: &App, request: Request<T>, club: &str) -> String {
        match request {
            Request::Lhlo { .. } | Request::Ehlo { .. } => {
                self.each = matches!(request, Request::Lhlo { .. });
                self.envelope = None;
                format!(
                    "250-{club}\r\n250-PIPELINING\r\n250-ENHANCEDSTATUSCODES\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n"
                )
            }
            Request::Helo { .. } => {
                self.envelope = None;
                format!("250 {club}\r\n")
            }
            Request::Mail { from } => {
                let from = Some(from.address.as_ref().to_string());
                self.envelope = Some(Envelope { from, to: Vec::new() });
                "250 2.1.0 from them\r\n".to_string()
            }
            Request::Rcpt { to } => {
                let to = to.address.as_ref();
                let ours = app.post().is_some_and(|it| it.club_address().tag_of(to).is_some());
                match &mut self.envelope {
                    None => "503 5.5.1 say first who it is from\r\n".to_string(),
                    Some(_) if !ours => "550 5.1.1 nobody is here by that name\r\n".to_string(),
                    Some(envelope) if RECIPIENTS <= envelope.to.len() => {
                        "452 4.5.3 that is for too many\r\n".to_string()
                    }
                    Some(envelope) => {
                        envelope.to.push(to.to_string());
                        "250 2.1.5 for them\r\n".to_string()
                    }
                }
            }
            Request::Rset => {
                self.envelope = None;
                "250 2.0.0 forgotten\r\n".to_string()
            }
            Request::Noop { .. } => "250 2.0.0 yes\r\n".to_string(),
            Request::Vrfy { .. } => "252 2.1.5 send, and see\r\n".to_string(),
            other => format!("502 5.5.1 {} is not done here\r\n", other.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_was_not_greeted_yet_makes_room_too() {
        let connections = OpenConnections::default();
        let mut all: Vec<OpenConnection> = Vec::new();
        for n in 0..3 * AT_ONCE {
            all.push(connections.begin().unwrap_or_else(|| panic!("connection {n} is let in")));
        }
        // A connection whose mail is being processed is not closed.
        for connection in &all {
            connection.wait(None);
        }
        assert!(connections.begin().is_none());
        assert_eq!(connections.all().len(), AT_ONCE);
    }
}
