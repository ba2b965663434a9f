use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use async_imap::Session;
use futures_util::TryStreamExt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::{IncomingMail, MOST, receive};
use crate::App;
use crate::config::mailbox::Mailbox;
use crate::error::Error;

/// How often the mailbox is checked for new mails.
const EVERY: Duration = Duration::from_secs(10);
/// How long a visit may take without reading anything.
const PATIENCE: Duration = Duration::from_secs(300);

/// Fetches what arrives in a mailbox (RFC 3501), for ever. A mail that was handled is marked as seen; one that has to
/// wait stays as it is until the next visit.
pub(super) async fn watch(app: &App, mailbox: &Mailbox) {
    loop {
        match timeout(PATIENCE, visit(app, mailbox)).await {
            Ok(Ok(0)) => {}
            Ok(Ok(mails)) => tracing::debug!(mails, "mails were fetched"),
            Ok(Err(error)) => tracing::warn!("the mailbox of {mailbox:?}: {error:#}"),
            Err(_) => tracing::warn!("the mailbox of {mailbox:?} does not answer"),
        }
        sleep(EVERY).await;
    }
}

/// Handles the unseen mails, and returns how many there were.
async fn visit(app: &App, mailbox: &Mailbox) -> anyhow::Result<usize> {
    let stream = TcpStream::connect((mailbox.host.as_str(), mailbox.port)).await?;
    if !mailbox.secure {
        return read(app, mailbox, stream).await;
    }
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from(mailbox.host.clone()).context("the name of its server")?;
    read(app, mailbox, TlsConnector::from(Arc::new(config)).connect(name, stream).await?).await
}

async fn read<S>(app: &App, mailbox: &Mailbox, stream: S) -> anyhow::Result<usize>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug,
{
    let client = async_imap::Client::new(stream);
    let mut session =
        client.login(&mailbox.user, &mailbox.password).await.map_err(|(error, _)| error)?;
    session.select(&mailbox.folder).await?;
    let mut mails: Vec<u32> = session.uid_search("UNSEEN UNDELETED").await?.into_iter().collect();
    mails.sort_unstable();
    let mut unmarked = None;
    for &mail in &mails {
        let came = fetch(&mut session, mail).await?;
        match receive(app, &came).await {
            Ok(()) => {}
            // One mail must not keep the others waiting.
            Err(Error::Broken(error)) => {
                tracing::error!("the mail {mail} of {mailbox:?} has to wait: {error:#}");
                continue;
            }
            Err(error) => bail!("a mail has to wait: {error}"),
        }
        let mark = format!("UID STORE {mail} +FLAGS.SILENT (\\Seen)");
        if let Err(error) = session.run_command_and_check_ok(mark).await {
            unmarked = Some(error);
        }
    }
    session.logout().await?;
    // They are handled, and fetched again at each visit.
    match unmarked {
        Some(error) => Err(error).context("a mail cannot be marked as seen"),
        None => Ok(mails.len()),
    }
}

/// Fetches the beginning of a mail, without marking it as seen.
async fn fetch<S>(session: &mut Session<S>, mail: u32) -> anyhow::Result<IncomingMail>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + std::fmt::Debug,
{
    let what = format!("BODY.PEEK[]<0.{}>", MOST + 1);
    let told: Vec<_> = session.uid_fetch(mail.to_string(), what).await?.try_collect().await?;
    let body = told.iter().find_map(|it| it.body()).context("the server does not show a mail")?;
    Ok(IncomingMail::of(body.to_vec()))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

    use super::*;
    use crate::mail::tests::{NOON, config, letter, mails, out, quiet};
    use crate::store::tests::Folder;
    use crate::tests::Club;

    /// Answers for a mailbox with some mails, whose user may or may not mark them; returns the numbers of those that were marked.
    async fn answer(
        stream: impl AsyncRead + AsyncWrite + Unpin,
        mails: &[IncomingMail],
        marks: bool,
    ) -> Vec<usize> {
        let mut marked = Vec::new();
        let mut stream = BufReader::new(stream);
        stream.get_mut().write_all(b"* OK ready\r\n").await.unwrap();
        let mut line = String::new();
        while 0 < stream.read_line(&mut line).await.unwrap_or(0) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = words.get(3).and_then(|it| it.parse().ok()).unwrap_or(0);
            let (mut said, mut done) = (Vec::new(), "OK");
            match words.get(2) {
                Some(&"SEARCH") => {
                    let all = (0..mails.len()).map(|it| format!(" {it}")).collect::<String>();
                    said.extend(format!("* SEARCH{all}\r\n").bytes());
                }
                Some(&"FETCH") => {
                    let mail = &mails[number].bytes;
                    let head = format!("* 1 FETCH (UID {number} BODY[]<0> {{{}}}\r\n", mail.len());
                    said = [head.as_bytes(), mail, b")\r\n"].concat();
                }
                Some(&"STORE") if marks => marked.push(number),
                Some(&"STORE") => done = "NO",
                _ => {}
            }
            said.extend(format!("{} {done} that is all\r\n", words[0]).bytes());
            stream.get_mut().write_all(&said).await.unwrap();
            line.clear();
        }
        marked
    }

    /// A mail that cannot be marked is fetched again at each visit: whoever runs the club has to hear of it. It keeps no other
    /// mail waiting.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_mailbox_in_which_nothing_is_marked_is_reported() {
        let folder = Folder::new();
        let club = Club::open_with(config(&folder.file("club.db"), 0), NOON).await;
        let app = &club.app;
        let mailbox: Mailbox = "imap://club:secret@127.0.0.1:1/INBOX".parse().unwrap();
        for (n, marks) in [(1, true), (3, false)] {
            let (ours, theirs) = tokio::io::duplex(1 << 16);
            let mails_in = [n, n + 1].map(|it| letter("ann", it, "", "help", ""));
            let (visited, marked) =
                tokio::join!(read(app, &mailbox, ours), answer(theirs, &mails_in, marks));
            assert_eq!(visited.ok(), marks.then_some(2));
            assert_eq!(marked, if marks { vec![0, 1] } else { Vec::new() });
            quiet(app).await;
            assert_eq!(mails(&out(app)).len(), n as usize + 1);
        }
        club.close().await;
    }
}
