//! Passwords: which will do, and their hashes.

use std::ops::RangeInclusive;

use anyhow::anyhow;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;

use crate::config::Config;
use crate::error::Error;

/// The least and the most characters of a new password. Those that are there already may be of any length.
const LENGTHS: RangeInclusive<usize> = 10..=128;
/// How many may wait for a password to be hashed.
const WAITING: usize = 32;

/// Hashes passwords, which takes memory and a processor: few at once.
#[derive(Debug)]
pub(crate) struct Passwords {
    argon2: Argon2<'static>,
    hashing: Semaphore,
    waiting: Semaphore,
    /// A hash that is compared with when there is none, so that both take as long.
    nobody: tokio::sync::OnceCell<String>,
}

impl Passwords {
    pub(crate) fn new(config: &Config) -> anyhow::Result<Self> {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        Ok(Passwords {
            argon2: argon2(config)?,
            hashing: Semaphore::new((processors / 2).max(1)),
            waiting: Semaphore::new(WAITING),
            nobody: tokio::sync::OnceCell::new(),
        })
    }

    /// The hash of a new password of whoever is called so, if it will do.
    pub(crate) async fn hash(&self, name: &str, password: &str) -> Result<String, Error> {
        let (name, password) = (name.to_string(), password.to_string());
        self.work(move |argon2| {
            check(&name, &password)?;
            Ok(hash(argon2, &password)?)
        })
        .await
    }

    /// Whether a password is the one of this hash; without a hash it is not, after as much work.
    pub(crate) async fn verify(&self, password: &str, phc: Option<String>) -> Result<bool, Error> {
        // Made in any case: the first who asks for nobody must not wait longer.
        let nobody = || self.work(|argon2| Ok(hash(argon2, "nobody has this password")?));
        let nobody = self.nobody.get_or_try_init(nobody).await?.clone();
        let exists = phc.is_some();
        let phc = phc.unwrap_or(nobody);
        let password = password.to_string();
        self.work(move |argon2| {
            let phc = PasswordHash::new(&phc).map_err(|error| anyhow!("a stored hash: {error}"))?;
            Ok(argon2.verify_password(password.as_bytes(), &phc).is_ok() && exists)
        })
        .await
    }

    /// Does slow work on a thread of its own, as many at once as there is room for.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let _waiting = self.waiting.try_acquire().map_err(|_| Error::Busy)?;
        let _turn = self.hashing.acquire().await.map_err(|_| Error::NotDone)?;
        let argon2 = self.argon2.clone();
        let done = tokio::task::spawn_blocking(move || work(&argon2)).await;
        done.map_err(anyhow::Error::from)?
    }
}

fn argon2(config: &Config) -> anyhow::Result<Argon2<'static>> {
    let params = Params::new(config.password_cost, 2, 1, None)
        .map_err(|error| anyhow!("the password cost {}: {error}", config.password_cost))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(argon2: &Argon2<'static>, password: &str) -> anyhow::Result<String> {
    let hash = argon2.hash_password(password.as_bytes());
    hash.map(|it| it.to_string()).map_err(|error| anyhow!("no hash: {error}"))
}

/// The hash of a password that will do, made here and now.
pub(crate) fn hashed(config: &Config, name: &str, password: &str) -> anyhow::Result<String> {
    check(name, password)?;
    hash(&argon2(config)?, password)
}

/// Whether whoever is called so may have this password from now on: all doors ask here.
fn check(name: &str, password: &str) -> Result<(), Error> {
    let length = password.chars().count();
    if !LENGTHS.contains(&length) {
        return Err(Error::BadPassword(format!(
            "a password has {} to {} characters, this one has {length}",
            LENGTHS.start(),
            LENGTHS.end()
        )));
    }
    // Fewer than a million guesses, for somebody who knows the commonest passwords, words, names and patterns.
    if zxcvbn::zxcvbn(password, &[name, "crosscut"]).score() < zxcvbn::Score::Two {
        let why = "that password is one of the first that others would try: choose another, such as three or four words that \
                   do not belong together";
        return Err(Error::BadPassword(why.to_string()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_one_of_the_first_that_are_tried() {
        for good in [
            "correct horse",
            "battery staple",
            "new horse 1",
            "x y z x y z",
            "vexed lynx hums 7 odes",
        ] {
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
        ] {
            let said = check("annabelle99", bad).unwrap_err();
            assert!(said.to_string().contains("first that others would try"), "{bad}");
        }
        for (bad, length) in [("ninechars", 9), (&*"a b c ".repeat(22), 132)] {
            let said = check("ann", bad).unwrap_err().to_string();
            assert_eq!(said, format!("a password has 10 to 128 characters, this one has {length}"));
        }
    }
}
