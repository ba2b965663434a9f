use crosscut_club as club;
use serde::Serialize;
use utoipa::ToSchema;

use super::Moment;

/// A player's strength and its uncertainty, by Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Rating {
    /// The rating, in thousandths of a point.
    value: i64,
    /// The standard deviation, in thousandths of a point, as it was at `at`.
    deviation: i64,
    /// The volatility, in billionths.
    volatility: i64,
    /// The number of rated matches behind it.
    matches: u32,
    /// When it was last updated.
    at: Moment,
}

impl From<club::Rating> for Rating {
    fn from(it: club::Rating) -> Self {
        let [value, deviation] = it.thousandths();
        let (matches, at) = (it.matches, it.at.into());
        Rating { value, deviation, volatility: it.billionths(), matches, at }
    }
}
