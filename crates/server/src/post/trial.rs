//! Mails whose handling was begun and not finished: whatever a mail does to us, it does it a few times at most.
//!
//! What is begun is a file, which is removed when it is done with. It is still there if the process died meanwhile, or
//! what it did panicked. Not in the database: noting it must cost nothing, and work where the database does not.

use data_encoding::HEXLOWER;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, MutexGuard};

use crate::private;

/// The same mail is handled once at a time: so many are told apart.
const LANES: usize = 64;

/// What was begun.
#[derive(Debug)]
pub(crate) struct Trials {
    folder: PathBuf,
    /// How often a mail is begun.
    tries: u64,
    lanes: [Mutex<()>; LANES],
    /// Held by a mail that was not finished before: if it ends us again, no other is begun once more at that time.
    alone: Mutex<()>,
}

/// A mail that is begun.
#[derive(Debug)]
pub(crate) struct Trial<'a> {
    file: PathBuf,
    _lane: MutexGuard<'a, ()>,
    _alone: Option<MutexGuard<'a, ()>>,
    failed: bool,
}

impl Trials {
    pub(crate) fn new(folder: PathBuf, tries: u64) -> Self {
        let lanes = std::array::from_fn(|_| Mutex::new(()));
        Trials { folder, tries, lanes, alone: Mutex::new(()) }
    }

    /// Whether a mail was begun before and not finished.
    pub(crate) fn was_begun(&self, mail: &[u8]) -> bool {
        // Nearly always there is none.
        let any = fs::read_dir(&self.folder).is_ok_and(|mut it| it.next().is_some());
        any && self.folder.join(HEXLOWER.encode(&word(mail))).exists()
    }

    /// Begins a mail; nothing if it was begun often enough.
    pub(crate) async fn begin(&self, mail: &[u8]) -> Option<Trial<'_>> {
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
        Some(Trial { file, _lane: lane, _alone: alone, failed: false })
    }
}

impl Trial<'_> {
    /// It did not come to an end.
    pub(crate) fn fail(mut self) {
        self.failed = true;
    }
}

impl Drop for Trial<'_> {
    fn drop(&mut self) {
        if !self.failed {
            let _ = fs::remove_file(&self.file);
        }
    }
}

/// What tells a mail from others, however often it is brought: what servers add at the top differs.
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
    // A head without an end is all there is.
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
        // Done with, or given up because we stop: nothing is held against it.
        for _ in 0..5 {
            assert!(Trials::new(folder.clone(), 2).begin(mail).await.is_some());
        }
        for n in 0..2 {
            let trials = Trials::new(folder.clone(), 2);
            trials.begin(mail).await.unwrap().fail();
            let other = format!("Message-ID: <{n}@y>\r\n\r\nhello\r\n");
            assert!(trials.begin(other.as_bytes()).await.is_some());
        }
        let again = b"Received: 2\r\nMessage-ID: <1@x>\r\n\r\nhello\r\n";
        assert!(Trials::new(folder.clone(), 2).begin(again).await.is_none());
        // Whoever puts it back has it tried again.
        assert!(Trials::new(folder.clone(), 2).begin(again).await.is_some());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
