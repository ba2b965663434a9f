use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::time::sleep;

use super::{IncomingMail, MOST, receive};
use crate::App;

/// How often the folder is checked for new mails.
const EVERY: Duration = Duration::from_millis(250);

/// Reads the mails put into `in`, for ever. Those that were handled are moved to `done`; programs that deliver mails
/// must write them elsewhere and move them in, as is usual with Maildir. Names that begin with a dot are ignored.
pub(super) async fn watch(app: &App, folder: &Path) {
    let (come, done) = (folder.join("in"), folder.join("done"));
    if let Err(error) = crate::private::make_folder(folder) {
        tracing::error!("the mail folder {}: {error}", folder.display());
    }
    for folder in [&come, &done] {
        if let Err(error) = tokio::fs::create_dir_all(folder).await {
            tracing::error!("the mail folder {}: {error}", folder.display());
        }
    }
    loop {
        match list(&come).await {
            Ok(files) => {
                // Mails that were begun before come last: whatever they do, the others are handled by then.
                let mut last = Vec::new();
                for file in files {
                    done_with(app, &file, &done, Some(&mut last)).await;
                }
                for file in last {
                    done_with(app, &file, &done, None).await;
                }
            }
            Err(error) => tracing::error!("the mail folder {}: {error}", come.display()),
        }
        sleep(EVERY).await;
    }
}

async fn list(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut entries = tokio::fs::read_dir(folder).await?;
    while let Some(entry) = entries.next_entry().await? {
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.file_type().await?.is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

async fn done_with(app: &App, file: &Path, done: &Path, last: Option<&mut Vec<PathBuf>>) {
    if let Err(error) = read(app, file, done, last).await {
        tracing::error!("the mail {} has to wait: {error:#}", file.display());
    }
}

/// Handles a mail; one that was begun before is added to `last`, if given.
async fn read(
    app: &App,
    file: &Path,
    done: &Path,
    last: Option<&mut Vec<PathBuf>>,
) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    let most = MOST as u64 + 1;
    tokio::fs::File::open(file).await?.take(most).read_to_end(&mut bytes).await?;
    let came = IncomingMail { file: Some(file.to_path_buf()), ..IncomingMail::of(bytes) };
    if let (Some(last), Some(post)) = (last, app.post())
        && post.0.attempts.was_begun(&came.bytes)
    {
        last.push(file.to_path_buf());
        return Ok(());
    }
    receive(app, &came).await?;
    // A mail that was put aside is gone.
    if let Some(name) = file.file_name().filter(|_| file.exists()) {
        tokio::fs::rename(file, done.join(name)).await?;
    }
    Ok(())
}
