use crosscut_club as club;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A point in time: milliseconds since the beginning of 1970, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub(crate) struct Moment(i64);

/// A length of time in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub(crate) struct Span(i64);

/// A period of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Period {
    /// The first moment.
    from: Moment,
    /// The first moment after it.
    until: Moment,
}

impl From<club::Moment> for Moment {
    fn from(it: club::Moment) -> Self {
        Moment(it.0)
    }
}

impl From<Moment> for club::Moment {
    fn from(it: Moment) -> Self {
        club::Moment(it.0)
    }
}

impl From<club::Span> for Span {
    fn from(it: club::Span) -> Self {
        Span(it.0)
    }
}

impl From<Span> for club::Span {
    fn from(it: Span) -> Self {
        club::Span(it.0)
    }
}

impl From<club::Period> for Period {
    fn from(it: club::Period) -> Self {
        Period { from: it.from.into(), until: it.until.into() }
    }
}
