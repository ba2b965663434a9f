//! The key of tags and links. It is not in the database: a reader of a backup could make a link that sets anybody's
//! password.

use anyhow::{Context, bail};

use crate::config::{Config, MailConfig};
use crate::private;
use crate::store::Store;
use crate::token;

/// The name of the setting that used to contain the key.
const SETTING: &str = "mail-key";
/// The environment variable with the key.
const VARIABLE: &str = "CROSSCUT_MAIL_KEY";
/// The least number of characters of a key that somebody has chosen.
const LEAST: usize = 32;

/// The key: from the environment, or from a file, which is created if missing. A key that the database still contains
/// is moved there.
pub(crate) async fn secret(
    config: &Config,
    mail: &MailConfig,
    store: &Store,
) -> anyhow::Result<String> {
    let former = store.setting(SETTING).await?;
    let given = std::env::var(VARIABLE).ok().filter(|it| !it.trim().is_empty());
    let secret = match given {
        Some(secret) => checked(&secret, VARIABLE)?,
        None => {
            let path = match &mail.key_file {
                Some(path) => path.clone(),
                None => config.beside("mail-key")?,
            };
            let known = match std::fs::read_to_string(&path) {
                Ok(text) => Some(checked(&text, &path.display().to_string())?),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => {
                    return Err(error).with_context(|| {
                        format!("the mail key in {} cannot be read", path.display())
                    });
                }
            };
            match known {
                Some(secret) => {
                    private::close(&path);
                    secret
                }
                None => {
                    let secret = match &former {
                        Some(former) => former.clone(),
                        None => token::token()?,
                    };
                    if let Some(folder) = path.parent() {
                        private::make_folder(folder)?;
                    }
                    private::write(&path, format!("{secret}\n").as_bytes()).with_context(|| {
                        format!("the mail key cannot be written to {}", path.display())
                    })?;
                    tracing::info!("the mail key is in {}", path.display());
                    secret
                }
            }
        }
    };
    if former.is_some() {
        store.forget_secret(SETTING).await?;
        tracing::warn!(
            "the mail key has left the database; who has an older backup has it still: remove its file to have another one \
             made, if that matters, and links and reply addresses sent before are good no more"
        );
    }
    Ok(secret)
}

fn checked(text: &str, place: &str) -> anyhow::Result<String> {
    let secret = text.trim();
    if secret.len() < LEAST {
        bail!("the mail key in {place} is too short: it has {LEAST} characters at least");
    }
    Ok(secret.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_so_many_characters() {
        for (n, is_long_enough) in [(0, false), (31, false), (32, true), (33, true)] {
            let key = "k".repeat(n);
            let read = checked(&format!(" {key}\n"), "a file").map_err(|error| error.to_string());
            assert_eq!(read.is_ok(), is_long_enough, "{n}");
            match read {
                Ok(read) => assert_eq!(read, key),
                Err(error) => assert!(error.contains("in a file is too short"), "{error}"),
            }
        }
    }
}
