//! Argon2 with reused memory. If each hash allocated its 19 MiB on whichever thread it ran, the memory would stay with all of
//! them: glibc has an arena for each thread, and a few hundred sign-ins left half a gigabyte there.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{Error, Result};
use argon2::{Algorithm, Argon2, Block, CustomizedPasswordHasher, Params, PasswordHasher, Version};

/// Hashes passwords. Cheap to clone; clones share their memory.
#[derive(Clone)]
pub(crate) struct Hasher {
    algorithm: Algorithm,
    version: Version,
    params: Params,
    /// Memory not in use: as many pieces as there were ever hashes at the same time.
    spare: Arc<Mutex<Vec<Vec<Block>>>>,
}

impl Hasher {
    pub(crate) fn new(algorithm: Algorithm, version: Version, params: Params) -> Self {
        Hasher { algorithm, version, params, spare: Arc::default() }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PasswordHasher<PasswordHash> for Hasher {
    fn hash_password_with_salt(&self, password: &[u8], salt: &[u8]) -> Result<PasswordHash> {
        let salt = Salt::new(salt)?;
        let mut out = [0; Output::MAX_LENGTH];
        let length = self.params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let out = out.get_mut(..length).ok_or(Error::OutputSize)?;
        let argon2 = Argon2::new(self.algorithm, self.version, self.params.clone());
        let mut blocks = self.spare().pop().unwrap_or_default();
        blocks.resize(blocks.len().max(self.params.block_count()), Block::default());
        let done = argon2.hash_password_into_with_memory(password, &salt, out, &mut blocks);
        self.spare().push(blocks);
        done?;
        Ok(PasswordHash {
            algorithm: self.algorithm.ident(),
            version: Some(self.version.into()),
            params: ParamsString::try_from(&self.params)?,
            salt: Some(salt),
            hash: Some(Output::new(out)?),
        })
    }
}

/// Allows a password to be checked against a hash made with other parameters.
impl CustomizedPasswordHasher<PasswordHash> for Hasher {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> Result<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let hasher = Hasher { algorithm, version, params, spare: self.spare.clone() };
        hasher.hash_password_with_salt(password, salt)
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher").field("params", &self.params).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use argon2::PasswordVerifier;

    use super::*;

    #[test]
    fn it_hashes_as_the_library_does_in_memory_of_its_own() {
        let params = |cost| Params::new(cost, 2, 1, None).unwrap();
        let hasher = Hasher::new(Algorithm::Argon2id, Version::V0x13, params(64));
        let theirs = Argon2::new(Algorithm::Argon2id, Version::V0x13, params(64));
        for (password, salt) in [("correct horse", "eight by"), ("", "sixteen bytes it")] {
            let [password, salt] = [password.as_bytes(), salt.as_bytes()];
            let hash = hasher.hash_password_with_salt(password, salt).unwrap();
            assert_eq!(hash, theirs.hash_password_with_salt(password, salt).unwrap());
            assert!(theirs.verify_password(password, &hash).is_ok());
            assert!(hasher.verify_password(password, &hash).is_ok());
            assert!(hasher.verify_password(b"another", &hash).is_err());
        }
        // Hashes made at another cost, or by another algorithm.
        for (algorithm, cost) in [(Algorithm::Argon2id, 256), (Algorithm::Argon2i, 32)] {
            let before = Argon2::new(algorithm, Version::V0x10, params(cost));
            let hash = before.hash_password_with_salt(b"correct horse", b"eight by").unwrap();
            assert!(hasher.verify_password(b"correct horse", &hash).is_ok(), "{hash}");
            assert!(hasher.verify_password(b"correct hors", &hash).is_err(), "{hash}");
        }
        // One after the other, they used the same memory.
        assert_eq!(hasher.spare().len(), 1);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| hasher.hash_password_with_salt(b"a", b"eight by").unwrap());
            }
        });
        assert!((1..=3).contains(&hasher.spare().len()));
    }
}
