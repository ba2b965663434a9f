use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use webauthn_rs::prelude::{PublicKeyCredential, RegisterPublicKeyCredential};

use crate::auth::passkeys::PasskeyChallenge;

/// A challenge for the browser to sign.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyChallengeResponse {
    /// Identifies the challenge; the answer sends it back.
    word: String,
    /// What the browser's `navigator.credentials` takes, as Web Authentication writes it in JSON.
    #[schema(value_type = Object)]
    options: Value,
}

/// What a new passkey is asked for with.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasswordBody {
    /// The caller's own password.
    #[serde(default)]
    pub(crate) password: String,
}

/// A new passkey.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPasskeyBody {
    /// The word of the challenge.
    pub(crate) word: String,
    /// What the member calls it.
    pub(crate) name: String,
    /// What the browser made of the challenge, as Web Authentication writes it in JSON.
    #[schema(value_type = Object)]
    pub(crate) key: RegisterPublicKeyCredential,
}

/// A challenge that a passkey has signed.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeySignInBody {
    /// The word of the challenge.
    pub(crate) word: String,
    /// What the browser made of the challenge, as Web Authentication writes it in JSON.
    #[schema(value_type = Object)]
    pub(crate) key: PublicKeyCredential,
}

impl From<PasskeyChallenge> for PasskeyChallengeResponse {
    fn from((word, options): PasskeyChallenge) -> Self {
        PasskeyChallengeResponse { word, options }
    }
}
