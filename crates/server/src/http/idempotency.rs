use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::error::Error;

/// The caller's `Idempotency-Key`, if there is one: the same key is carried out once.
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let Some(value) = parts.headers.get("idempotency-key") else {
            return Ok(IdempotencyKey(None));
        };
        let good = value.to_str().ok().filter(|it| (1..=64).contains(&it.len()));
        let word = good.ok_or_else(|| {
            Error::Unclear("an Idempotency-Key has 1 to 64 visible ASCII characters".to_string())
        })?;
        Ok(IdempotencyKey(Some(word.to_string())))
    }
}
