use std::path::PathBuf;

use anyhow::Context;
use lettre::address::Envelope;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use crate::config::MailConfig;

/// How mails are sent.
#[derive(Clone, Debug)]
pub(crate) enum MailTransport {
    /// A mail server.
    Relay(AsyncSmtpTransport<Tokio1Executor>),
    /// A folder: each mail is a file.
    Folder(PathBuf),
}

/// Why a mail was not accepted.
#[derive(Debug)]
pub(crate) enum SendError {
    /// It never will be.
    ForGood(String),
    /// It may be later.
    ForNow(String),
}

impl MailTransport {
    pub(crate) async fn open(config: &MailConfig) -> anyhow::Result<MailTransport> {
        if let Some(url) = &config.relay {
            let relay = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).context(
                "the address of the mail relay is not understood: write smtp://localhost:25",
            )?;
            let patience = std::time::Duration::from_secs(30);
            return Ok(MailTransport::Relay(relay.timeout(Some(patience)).build()));
        }
        let folder = config.folder.clone().context("there is nobody who carries mails away")?;
        // The mails in it contain secret links. If other programs are to read the folder, create it beforehand.
        crate::private::make_folder(&folder)
            .with_context(|| format!("the mail folder {}", folder.display()))?;
        for name in ["out", "tmp"] {
            let folder = folder.join(name);
            tokio::fs::create_dir_all(&folder)
                .await
                .with_context(|| format!("the mail folder {}", folder.display()))?;
        }
        Ok(MailTransport::Folder(folder))
    }

    /// Hands a mail over. On success, somebody else is responsible for it.
    pub(crate) async fn carry(
        &self,
        from: &str,
        to: &str,
        name: &str,
        bytes: &[u8],
    ) -> Result<(), SendError> {
        match self {
            MailTransport::Relay(relay) => {
                let address = |text: &str| {
                    text.parse()
                        .map_err(|error| SendError::ForGood(format!("the address {text}: {error}")))
                };
                let envelope = Envelope::new(Some(address(from)?), vec![address(to)?])
                    .map_err(|error| SendError::ForGood(error.to_string()))?;
                match relay.send_raw(&envelope, bytes).await {
                    Ok(_) => Ok(()),
                    Err(error) if error.is_permanent() => {
                        Err(SendError::ForGood(error.to_string()))
                    }
                    Err(error) => Err(SendError::ForNow(error.to_string())),
                }
            }
            MailTransport::Folder(folder) => {
                let part = folder.join("tmp").join(name);
                let whole = folder.join("out").join(name);
                let written = async {
                    tokio::fs::write(&part, bytes).await?;
                    // A file in `out` is always a complete mail.
                    tokio::fs::File::open(&part).await?.sync_all().await?;
                    tokio::fs::rename(&part, &whole).await
                };
                written
                    .await
                    .map_err(|error| SendError::ForNow(format!("{}: {error}", whole.display())))
            }
        }
    }
}
