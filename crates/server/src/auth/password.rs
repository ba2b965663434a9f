//! Passwords: which are acceptable, and their hashes.

use std::net::{IpAddr, Ipv4Addr};
use std::ops::RangeInclusive;

use anyhow::anyhow;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Params, PasswordHasher, PasswordVerifier, Version};
use unicode_normalization::UnicodeNormalization;

use crate::auth::hasher::Hasher;
use crate::config::Config;
use crate::error::Error;
use crate::limits::capacity::fair_semaphore::FairSemaphore;
use crate::origin::site;
use crate::watch;

/// The minimum and maximum length of a new password, in characters. Existing ones may have any length.
const LENGTHS: RangeInclusive<usize> = 10..=128;
/// How many passwords may be hashed or waiting for it.
const WAITING: usize = 256;

/// Hashes passwords, which takes memory and a processor: few at a time, for each network in turn, so that somebody who tries
/// many cannot lock everybody out.
#[derive(Debug)]
pub(crate) struct Passwords {
    hasher: Hasher,
    semaphore: FairSemaphore,
    /// The semaphore for members at known places: strangers, from however many networks, do not keep them waiting.
    known: FairSemaphore,
    /// The hash compared with when there is none, so that both take equally long.
    nobody: tokio::sync::OnceCell<String>,
    /// How often slow work was done.
    #[cfg(test)]
    pub(crate) worked: std::sync::atomic::AtomicU32,
}

impl Passwords {
    pub(crate) fn new(config: &Config) -> anyhow::Result<Self> {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        let semaphore = || FairSemaphore::within((processors / 2).max(1), WAITING);
        Ok(Passwords {
            hasher: hasher(config)?,
            semaphore: semaphore(),
            known: semaphore(),
            nobody: tokio::sync::OnceCell::new(),
            #[cfg(test)]
            worked: 0.into(),
        })
    }

    /// How many pieces of slow work are going on or waiting, but for those of members at known places.
    #[cfg(test)]
    pub(crate) fn pieces(&self) -> usize {
        self.semaphore.pieces()
    }

    /// The hash of a new password for a person of this name, if it is acceptable.
    pub(crate) async fn hash(&self, name: &str, password: &str) -> Result<String, Error> {
        let (name, password) = (name.to_string(), password.to_string());
        self.work(false, move |hasher| {
            check(&name, &password)?;
            Ok(hash(hasher, &password)?)
        })
        .await
    }

    /// Whether a password matches a hash; without a hash it does not, after as much work. Members at known places wait only for
    /// each other.
    pub(crate) async fn verify(
        &self,
        password: &str,
        phc: Option<String>,
        known: bool,
    ) -> Result<bool, Error> {
        // Made in any case, so that the first try for an unknown name takes no longer.
        let nobody = || self.work(known, |hasher| Ok(hash(hasher, "nobody has this password")?));
        let nobody = self.nobody.get_or_try_init(nobody).await?.clone();
        let exists = phc.is_some();
        let phc = phc.unwrap_or(nobody);
        let password = password.to_string();
        self.work(known, move |hasher| {
            let phc = PasswordHash::new(&phc).map_err(|error| anyhow!("a stored hash: {error}"))?;
            Ok(hasher.verify_password(password.as_bytes(), &phc).is_ok() && exists)
        })
        .await
    }

    /// Does slow work on a thread of its own, as much at a time as there is room for, when it is the turn of the network that
    /// asked.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        known: bool,
        work: impl FnOnce(&Hasher) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        // The club's own work counts as one network's.
        let from = watch::network().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        let semaphore = if known { &self.known } else { &self.semaphore };
        let permit = semaphore.line_up(site(from))?.permit().await?;
        #[cfg(test)]
        self.worked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let hasher = self.hasher.clone();
        // If the caller stops waiting, the thread works on and keeps its turn until the end.
        let work = move || {
            let done = work(&hasher);
            drop(permit);
            done
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(anyhow::Error::from)?
    }
}

fn hasher(config: &Config) -> anyhow::Result<Hasher> {
    let params = Params::new(config.password_cost, 2, 1, None)
        .map_err(|error| anyhow!("the password cost {}: {error}", config.password_cost))?;
    Ok(Hasher::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(hasher: &Hasher, password: &str) -> anyhow::Result<String> {
    let hash = hasher.hash_password(password.as_bytes());
    hash.map(|it| it.to_string()).map_err(|error| anyhow!("no hash: {error}"))
}

/// The hash of an acceptable password, made on the calling thread.
pub(crate) fn hashed(config: &Config, name: &str, password: &str) -> anyhow::Result<String> {
    check(name, password)?;
    hash(&hasher(config)?, password)
}

/// Whether a person of this name may choose this password: checked for all transports.
fn check(name: &str, password: &str) -> Result<(), Error> {
    let length = password.chars().count();
    if !LENGTHS.contains(&length) {
        return Err(Error::BadPassword(format!(
            "a password has {} to {} characters, this one has {length}",
            LENGTHS.start(),
            LENGTHS.end()
        )));
    }
    // Fewer than a million guesses, for somebody who knows the commonest passwords, words, names and patterns, and characters
    // that are only other forms of letters (full width, mathematical) ..
    let letters: String = password.nfkc().collect();
    let guesses = |text: &str| zxcvbn::zxcvbn(&plainer(text), &[name, "crosscut"]).guesses_log10();
    let easy = guesses(password).min(guesses(&letters)) < 6.0;
    // .. or fewer than ten thousand with the blanks left out.
    let close: String = letters.split_whitespace().collect();
    if easy || guesses(&close) < 4.0 {
        let why = "that password is one of the first that anyone would guess: choose another, such as three or four words \
                   that do not belong together";
        return Err(Error::BadPassword(why.to_string()));
    }
    Ok(())
}

/// The part of a password that is judged: its beginning, with only a few kinds of characters that may stand for letters. With
/// many kinds, all ways of reading them are tried, which takes seconds.
fn plainer(password: &str) -> String {
    const JUDGED: usize = 40;
    const KINDS: usize = 4;
    let mut kinds = Vec::new();
    let mut plain = |c: char| {
        if !"@({[<!|$+%".contains(c) || kinds.contains(&c) {
            return c;
        }
        if kinds.len() < KINDS {
            kinds.push(c);
            return c;
        }
        '-'
    };
    password.chars().take(JUDGED).map(&mut plain).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Otherwise whoever asks and goes, again and again, has more passwords checked at a time than there may be.
    #[tokio::test]
    async fn a_password_that_is_being_checked_keeps_its_place_when_the_asker_goes() {
        let passwords = Arc::new(Passwords::new(&crate::tests::config("unused.db")).unwrap());
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let asks = tokio::spawn({
            let passwords = passwords.clone();
            async move {
                let work = move |_: &Hasher| {
                    begun.send(()).unwrap();
                    Ok(ends.recv())
                };
                passwords.work(false, work).await.is_ok()
            }
        });
        has_begun.await.unwrap();
        asks.abort();
        assert!(asks.await.unwrap_err().is_cancelled());
        assert!(!passwords.semaphore.rest());
        end.send(()).unwrap();
        crate::tests::until(async || passwords.semaphore.rest().then_some(())).await;
    }

    #[test]
    fn few_kinds_of_signs_are_read_as_letters() {
        let many = "'@4(8{3[6<9!1|7$5+0%2'*6".repeat(5);
        let plain = plainer(&many);
        assert_eq!(plain.chars().count(), 40);
        assert!(plain.starts_with("'@4(8{3[6-9-1-7-5-0-2'*6'@4"), "{plain}");
        assert_eq!(plainer("p@ssw0rd123"), "p@ssw0rd123");
    }

    #[test]
    fn a_password_is_not_one_of_the_first_that_are_tried() {
        for good in ["correct horse", "battery staple", "new horse 1", "vexed lynx hums 7 odes"] {
            assert!(check("ann", good).is_ok(), "{good}");
        }
        for bad in [
            "password12",
            "Password1234",
            "1234567890",
            "qwertyuiop",
            "aaaaaaaaaaaa",
            "abcdefghijkl",
            "iloveyou12",
            "annabelle99",
            "Crosscut123",
            "p@ssw0rd123",
            "          ",
            "\u{2003}\u{a0}\u{3000} \u{2003}\u{a0}\u{3000} \u{2003}\u{a0}",
            "ｐａｓｓｗｏｒｄ１２",
            "𝓹𝓪𝓼𝓼𝔀𝓸𝓻𝓭𝟏𝟐",
            "p a s s w o r d 1 2",
        ] {
            let said = check("annabelle99", bad).unwrap_err();
            assert!(said.to_string().contains("first that anyone would guess"), "{bad}");
        }
        for (bad, length) in [("ninechars", 9), (&*"a b c ".repeat(22), 132)] {
            let said = check("ann", bad).unwrap_err().to_string();
            assert_eq!(said, format!("a password has 10 to 128 characters, this one has {length}"));
        }
    }
}
