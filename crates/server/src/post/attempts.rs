//! Mails whose handling was begun and not finished: a mail that crashes the server does so only a few times.
//!
//! For each mail being handled there is a file, which is removed at the end. It is still there if the process died in
//! between, or the handling panicked. It is not in the database: recording it must cost nothing, and work where the
//! database does not.

use data_encoding::HEXLOWER;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, MutexGuard};

use crate::private;

/// The same mail is handled only once at a time: the number of locks that mails are spread over.
const LANES: usize = 64;

/// The mails that were begun.
#[derive(Debug)]
pub(crate) struct MailAttempts {
    folder: PathBuf,
    /// How often a mail may be begun.
    tries: u64,
    lanes: [Mutex<()>; LANES],
    /// Held by a mail that was not finished before: if it crashes the server again, no other such mail is begun at that
    /// time.
    alone: Mutex<()>,
}

/// A mail that is being handled.
#[derive(Debug)]
pub(crate) struct MailAttempt<'a> {
    file: PathBuf,
    _lane: MutexGuard<'a, ()>,
    _alone: Option<MutexGuard<'a, ()>>,
    failed: bool,
}

impl MailAttempts {
    pub(crate) fn new(folder: PathBuf, tries: u64) -> Self {
        let lanes = std::array::from_fn(|_| Mutex::new(()));
        MailAttempts { folder, tries, lanes, alone: Mutex::new(()) }
    }

    /// Whether a mail was begun before and not finished.
    pub(crate) fn was_begun(&self, mail: &[u8]) -> bool {
        // The folder is nearly always empty.
        let any = fs::read_dir(&self.folder).is_ok_and(|mut it| it.next().is_some());
        any && self.folder.join(HEXLOWER.encode(&word(mail))).exists()
    }

    /// Begins a mail; `None` if it was begun too often.
    pub(crate) async fn begin(&self, mail: &[u8]) -> Option<MailAttempt<'_>> {
        let word = word(mail);
        let file = self.folder.join(HEXLOWER.encode(&word));
        let lane = self.lanes[usize::from(word[0]) % LANES].lock().await;
        let before = fs::metadata(&file).map_or(0, |it| it.len());
        if self.tries <= before {
            let _ = fs::remove_file(&file);
            return None;
        }
        let alone = if 0 < before { Some(self.alone.lock().await) } else { None };
        let noted = private::make_folder(&self.folder).and_then(|()| {
            fs::File::options().create(true).append(true).open(&file)?.write_all(b"x")
        });
        // A full disk is no reason to do nothing.
        if let Err(error) = noted {
            tracing::warn!("that a mail is begun cannot be noted: {}: {error}", file.display());
        }
        Some(MailAttempt { file, _lane: lane, _alone: alone, failed: false })
    }
}

impl MailAttempt<'_> {
    /// Records that the mail was not finished.
    pub(crate) fn fail(mut self) {
        self.failed = true;
    }
}

impl Drop for MailAttempt<'_> {
    fn drop(&mut self) {
        if !self.failed {
            let _ = fs::remove_file(&self.file);
        }
    }
}

/// Identifies a mail, however often it is delivered: the lines that servers add at the top differ.
fn word(mail: &[u8]) -> [u8; 16] {
    let mut hash = Sha256::new();
    let mut length = 0;
    for line in mail.split_inclusive(|it| *it == b'\n') {
        if line.trim_ascii().is_empty() {
            break;
        }
        length += line.len();
        if line.get(..11).is_some_and(|it| it.eq_ignore_ascii_case(b"message-id:")) {
            hash.update(line);
        }
    }
    // If the head has no end, it is the whole mail.
    let rest = if length < mail.len() { &mail[length..] } else { mail };
    hash.update(rest.trim_ascii_end());
    let mut word = [0; 16];
    word.copy_from_slice(&hash.finalize()[..16]);
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_mail_that_is_not_finished_is_begun_twice() {
        let folder = std::env::temp_dir().join(format!("crosscut-trials-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let mail = b"Received: 1\r\nMessage-ID: <1@x>\r\n\r\nhello\r\n";
        // Finished, or given up because the server stops: neither counts against it.
        for _ in 0..5 {
            assert!(MailAttempts::new(folder.clone(), 2).begin(mail).await.is_some());
        }
        for n in 0..2 {
            let attempts = MailAttempts::new(folder.clone(), 2);
            attempts.begin(mail).await.unwrap().fail();
            let other = format!("Message-ID: <{n}@y>\r\n\r\nhello\r\n");
            assert!(attempts.begin(other.as_bytes()).await.is_some());
        }
        let again = b"Received: 2\r\nMessage-ID: <1@x>\r\n\r\nhello\r\n";
        assert!(MailAttempts::new(folder.clone(), 2).begin(again).await.is_none());
        // A mail that is put back is tried again.
        assert!(MailAttempts::new(folder.clone(), 2).begin(again).await.is_some());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
