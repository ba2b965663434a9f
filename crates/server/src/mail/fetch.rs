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
        let marked = session.uid_store(mail.to_string(), "+FLAGS.SILENT (\\Seen)").await?;
        marked.try_collect::<Vec<_>>().await?;
    }
    session.logout().await?;
    Ok(mails.len())
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
