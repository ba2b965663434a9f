use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// The form in which a match is wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RecordQuery {
    /// The form of the record.
    #[serde(default)]
    pub(crate) format: RecordFormat,
}

/// A form of records: the text form of docs/records.md (`text`, the default), or as the old play-by-mail server wrote it
/// (`old`).
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RecordFormat {
    /// The text form.
    #[default]
    Text,
    /// As the old play-by-mail server wrote it.
    Old,
}
