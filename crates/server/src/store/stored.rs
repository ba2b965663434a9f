use crosscut_club::{ChallengeId, MatchId, MemberId, Moment, Player};

use super::Result;

/// A value that both databases store alike: true as 1, a moment as its milliseconds, a player as `member/3`.
pub(super) trait Stored: Sized {
    /// The stored type.
    type As;

    /// The value in its stored form.
    fn stored(&self) -> Self::As;

    /// The value with this stored form.
    ///
    /// # Errors
    /// No value has this stored form.
    fn read(stored: Self::As) -> Result<Self>;
}

/// Values stored unchanged.
macro_rules! as_it_is {
    ($($type:ty),+) => {
        $(
            impl Stored for $type {
                type As = $type;

                fn stored(&self) -> $type {
                    self.to_owned()
                }

                fn read(stored: $type) -> Result<Self> {
                    Ok(stored)
                }
            }
        )+
    };
}

as_it_is!(i64, f64, String);

/// Ids, which count from 1.
macro_rules! as_a_number {
    ($($id:ident),+) => {
        $(
            impl Stored for $id {
                type As = i64;

                fn stored(&self) -> i64 {
                    self.0.cast_signed()
                }

                fn read(stored: i64) -> Result<Self> {
                    Ok($id(stored.cast_unsigned()))
                }
            }
        )+
    };
}

as_a_number!(MemberId, ChallengeId, MatchId);

impl Stored for bool {
    type As = i64;

    fn stored(&self) -> i64 {
        i64::from(*self)
    }

    fn read(stored: i64) -> Result<Self> {
        Ok(stored != 0)
    }
}

impl Stored for Moment {
    type As = i64;

    fn stored(&self) -> i64 {
        self.0
    }

    fn read(stored: i64) -> Result<Self> {
        Ok(Moment(stored))
    }
}

impl Stored for Player {
    type As = String;

    fn stored(&self) -> String {
        self.to_string()
    }

    fn read(stored: String) -> Result<Self> {
        stored.parse().map_err(|wrong: String| sqlx::Error::Decode(wrong.into()))
    }
}

impl<T: Stored> Stored for Option<T> {
    type As = Option<T::As>;

    fn stored(&self) -> Self::As {
        self.as_ref().map(T::stored)
    }

    fn read(stored: Self::As) -> Result<Self> {
        stored.map(T::read).transpose()
    }
}

// Collections and tuples are read part by part.

impl<T: Stored> Stored for Vec<T> {
    type As = Vec<T::As>;

    fn stored(&self) -> Self::As {
        self.iter().map(T::stored).collect()
    }

    fn read(stored: Self::As) -> Result<Self> {
        stored.into_iter().map(T::read).collect()
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    type As = (A::As, B::As);

    fn stored(&self) -> Self::As {
        (self.0.stored(), self.1.stored())
    }

    fn read(stored: Self::As) -> Result<Self> {
        Ok((A::read(stored.0)?, B::read(stored.1)?))
    }
}

/// A row of a table: its columns have the names of the fields, and contain their [`Stored`] forms.
macro_rules! row {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            $($(#[$of:meta])* $its:vis $field:ident: $type:ty),+ $(,)?
        }
    ) => {
        $(#[$about])*
        $vis struct $name {
            $($(#[$of])* $its $field: $type,)+
        }

        impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for $name
        where
            &'static str: sqlx::ColumnIndex<R>,
            i64: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
            f64: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
            String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
        {
            fn from_row(row: &'r R) -> sqlx::Result<Self> {
                use crate::store::stored::Stored;
                Ok(Self { $($field: Stored::read(row.try_get(stringify!($field))?)?,)+ })
            }
        }
    };
}

pub(super) use row;
