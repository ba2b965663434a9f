use utoipa::IntoParams;

/// What makes sure that a request is carried out once; `http/idempotency.rs` reads it.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it is only described")]
pub(crate) struct IdempotencyHeader {
    /// A key of the caller's, 1 to 64 visible ASCII characters: for one person, a request with the same key is carried out
    /// once, however often it is sent.
    #[param(rename = "Idempotency-Key", nullable = false, min_length = 1, max_length = 64)]
    key: Option<String>,
}
