//! Forms whose fields are not known beforehand: those with a game's options.

use axum::extract::rejection::FormRejection;
use axum::extract::{Form, FromRequest, Request};

use super::page::Refused;

/// The fields of a form, as they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// The first value of a field, blanks around it left out; empty if it is missing.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|it| it.0 == name).map_or("", |it| it.1.trim())
    }

    /// The first value of a field as it came, blanks and all: for passwords.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.0.iter().find(|it| it.0 == name).map_or("", |it| it.1.as_str())
    }

    /// Whether a box is ticked.
    pub(crate) fn has(&self, name: &str) -> bool {
        !self.get(name).is_empty()
    }

    /// A number.
    ///
    /// # Errors
    /// It is none.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, Refused> {
        let text = self.get(name);
        text.parse().map_err(|_| Refused::unclear(format!("'{text}' is no number for {name}")))
    }

    /// The fields whose names begin alike, without that beginning.
    pub(crate) fn with<'a>(
        &'a self,
        beginning: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> + 'a {
        self.0.iter().filter_map(move |(name, value)| {
            Some((name.strip_prefix(beginning)?, value.trim())).filter(|it| !it.1.is_empty())
        })
    }
}

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let form: Result<Form<Vec<(String, String)>>, FormRejection> =
            Form::from_request(request, state).await;
        let Form(fields) = form?;
        Ok(Fields(fields))
    }
}
