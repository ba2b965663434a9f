use std::fmt;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use crosscut_catalog::readable;
use crosscut_club::{Kind, Refusal};

use crate::store::is_of_the_disk;

/// A rate limit is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooOften {
    /// How many milliseconds to wait before it is allowed again.
    pub wait: i64,
    /// The kind of thing there was too much of, in words for the caller.
    pub of: &'static str,
}

/// Why a request was not carried out: the one place for statuses, log levels and sentences.
#[derive(Debug)]
pub enum Error {
    /// The club refuses.
    Refused(Refusal),
    /// It does not exist, or is not visible to the caller: the two cannot be told apart.
    Hidden,
    /// The caller must sign in.
    NotSignedIn,
    /// The caller's token opens nothing here.
    UnknownToken,
    /// The name or the password is wrong; the answer does not say which.
    WrongPassword,
    /// A passkey that opens nothing here.
    WrongKey,
    /// A signed-in member has given a wrong password.
    NotYourPassword,
    /// The password is not acceptable, and why.
    BadPassword(String),
    /// The operator has switched this game off.
    Closed(&'static str),
    /// An operator has barred them from this: the sentence that says so.
    Barred(String),
    /// The request came from a page of another site.
    Foreign,
    /// They have as many as allowed at a time, and of what.
    Enough(String),
    /// The request was meant for another host.
    Elsewhere,
    /// A rate limit is used up.
    TooOften(TooOften),
    /// The request is not understood, and why.
    Unclear(String),
    /// A turn of a puzzle that cannot be played, and why.
    NoTurn(String),
    /// More was sent than anybody needs to say.
    TooLong,
    /// The rest of a request did not come in time.
    TooSlow,
    /// The request's body is compressed, which is not supported.
    Packed,
    /// The request's transfer coding is not understood.
    Coded,
    /// The idempotency key was used for another command.
    UsedKey,
    /// The answer would be longer than allowed.
    TooMuch,
    /// Too much is going on; it may succeed later.
    Busy,
    /// The server is stopping, or the disk rejects writes: nothing was done, and the request may be repeated.
    NotDone,
    /// A bug.
    Broken(anyhow::Error),
}

/// The contents of an error response, which the transports render as a page or as JSON.
#[derive(Clone, Debug)]
pub(crate) struct ErrorMessage {
    pub(crate) status: StatusCode,
    pub(crate) sentence: String,
}

impl Error {
    /// The status of the response.
    pub fn status(&self) -> StatusCode {
        match self {
            Error::Refused(Refusal::Nobody) => StatusCode::UNAUTHORIZED,
            Error::Refused(refusal) => match refusal.kind() {
                Kind::NotFound => StatusCode::NOT_FOUND,
                Kind::Forbidden => StatusCode::FORBIDDEN,
                Kind::Conflict => StatusCode::CONFLICT,
                Kind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
                // The command queue loads what is asked for; this never leaves it.
                Kind::NotLoaded => StatusCode::INTERNAL_SERVER_ERROR,
            },
            Error::Hidden => StatusCode::NOT_FOUND,
            Error::NotSignedIn | Error::UnknownToken | Error::WrongPassword | Error::WrongKey => {
                StatusCode::UNAUTHORIZED
            }
            Error::Foreign | Error::Closed(_) | Error::NotYourPassword | Error::Barred(_) => {
                StatusCode::FORBIDDEN
            }
            Error::Enough(_) => StatusCode::CONFLICT,
            Error::Elsewhere => StatusCode::MISDIRECTED_REQUEST,
            Error::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Unclear(_) | Error::BadPassword(_) => StatusCode::BAD_REQUEST,
            Error::NoTurn(_) | Error::TooMuch | Error::UsedKey => StatusCode::UNPROCESSABLE_ENTITY,
            Error::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Error::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Error::Packed => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Error::Coded => StatusCode::NOT_IMPLEMENTED,
            Error::Busy | Error::NotDone => StatusCode::SERVICE_UNAVAILABLE,
            Error::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// How many seconds to wait before a retry, where one helps.
    pub fn retry_after(&self) -> Option<i64> {
        match self {
            Error::TooOften(it) => Some((it.wait + 999) / 1000),
            Error::Busy | Error::NotDone => Some(1),
            _ => None,
        }
    }

    fn log(&self) {
        match self {
            Error::Broken(error) => tracing::error!("broken: {error:#}"),
            Error::TooMuch | Error::NotDone => tracing::warn!("{self}"),
            Error::Foreign => tracing::info!("{self}"),
            // A line for each would let anybody fill the disk. `watch` logs those that matter.
            Error::Busy
            | Error::TooOften(_)
            | Error::WrongPassword
            | Error::WrongKey
            | Error::NotYourPassword
            | Error::Refused(_)
            | Error::Hidden
            | Error::NotSignedIn
            | Error::UnknownToken
            | Error::Closed(_)
            | Error::Barred(_)
            | Error::TooLong
            | Error::TooSlow
            | Error::Packed
            | Error::Coded
            | Error::UsedKey
            | Error::NoTurn(_)
            | Error::BadPassword(_)
            | Error::Enough(_)
            | Error::Elsewhere
            | Error::Unclear(_) => {
                tracing::debug!("{self}");
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // It may contain what was typed.
            Error::Refused(refusal) => f.write_str(&readable(&refusal.to_string())),
            Error::Hidden => f.write_str("there is nothing here"),
            Error::NotSignedIn => f.write_str("sign in first, or come in as a guest"),
            Error::UnknownToken => f.write_str("this token is not known here (any more)"),
            Error::WrongPassword => f.write_str("the name or the password is wrong"),
            Error::WrongKey => f.write_str("this passkey opens no account here"),
            Error::NotYourPassword => f.write_str("that is not your password"),
            Error::Closed(title) => write!(f, "no matches of {title} can begin here at present"),
            Error::Foreign => f.write_str("the request came from another site's page"),
            Error::TooOften(it) => {
                let (n, unit) = match (it.wait + 999) / 1000 {
                    n @ ..120 => (n, "second"),
                    n @ ..7200 => ((n + 59) / 60, "minute"),
                    n => ((n + 3599) / 3600, "hour"),
                };
                let s = if n == 1 { "" } else { "s" };
                write!(f, "too many {of}: try again in {n} {unit}{s}", of = it.of)
            }
            Error::Unclear(why) => f.write_str(&readable(why)),
            Error::NoTurn(why)
            | Error::BadPassword(why)
            | Error::Enough(why)
            | Error::Barred(why) => f.write_str(why),
            Error::TooLong => f.write_str(
                "that is too much at once: 64 KiB at most, or 512 KiB for a record to look at",
            ),
            Error::TooSlow => f.write_str("the rest of what you sent did not come: send it again"),
            Error::UsedKey => f.write_str(
                "this key was used for another command: give each command a key of its own",
            ),
            Error::Coded => f.write_str("of all Transfer-Encodings only chunked is understood"),
            Error::Packed => {
                f.write_str("requests are not unpacked here: send it without Content-Encoding")
            }
            Error::Elsewhere => f.write_str("this club has another name: look for its address"),
            Error::TooMuch => f.write_str("that is more than one answer holds: ask for less"),
            Error::Busy => f.write_str("too many ask at once: try again in a moment"),
            Error::NotDone => {
                f.write_str("nothing was done, the server could not write it down: try again")
            }
            // Details are for the operator's log, not for strangers.
            Error::Broken(_) => f.write_str("something broke on our side; it is in the log"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::Refused(refusal)
    }
}

impl From<anyhow::Error> for Error {
    fn from(error: anyhow::Error) -> Self {
        // At any depth of the chain.
        let database = error.chain().find_map(|cause| cause.downcast_ref::<sqlx::Error>());
        database.and_then(passing).unwrap_or(Error::Broken(error))
    }
}

impl From<askama::Error> for Error {
    fn from(error: askama::Error) -> Self {
        Error::Broken(error.into())
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        passing(&error).unwrap_or_else(|| Error::Broken(error.into()))
    }
}

/// The error for a database that could not be read or written at this moment; none if the query itself is at fault.
fn passing(error: &sqlx::Error) -> Option<Error> {
    match error {
        sqlx::Error::PoolTimedOut => Some(Error::Busy),
        sqlx::Error::PoolClosed => Some(Error::NotDone),
        sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed => {
            tracing::error!("the database is out of reach: {error}");
            Some(Error::NotDone)
        }
        error if is_of_the_disk(error) => {
            tracing::error!("the database has no disk: {error}");
            Some(Error::NotDone)
        }
        _ => None,
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        let said = ErrorMessage { status: self.status(), sentence: self.to_string() };
        let mut response = (said.status, format!("{}\n", said.sentence)).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(said);
        response
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn how_long_to_wait_is_told_in_units_that_people_use() {
        for (wait, words) in [
            (1, "1 second"),
            (1000, "1 second"),
            (1001, "2 seconds"),
            (119_000, "119 seconds"),
            (119_001, "2 minutes"),
            (120_001, "3 minutes"),
            (300_000, "5 minutes"),
            (7_100_000, "119 minutes"),
            (7_199_000, "120 minutes"),
            (7_199_001, "2 hours"),
            (7_200_001, "3 hours"),
            (86_400_000, "24 hours"),
        ] {
            let told = Error::TooOften(TooOften { wait, of: "reports" }).to_string();
            assert_eq!(told, format!("too many reports: try again in {words}"));
        }
    }

    /// A program goes by the status, and comes again after as many seconds as it is told.
    #[test]
    fn every_error_has_its_status_and_its_sentence() {
        let often = |wait| Error::TooOften(TooOften { wait, of: "reports" });
        let text = |it: &str| it.to_string();
        let refused = |it| Error::Refused(it);
        let id = crosscut_club::Key::Match(crosscut_club::MatchId(7));
        for (error, status, again, words) in [
            (refused(Refusal::Nobody), 401, None, "sign in first, or play as a guest"),
            (refused(Refusal::NoSuch(id)), 404, None, "there is no match 7"),
            (refused(Refusal::ClubOnly), 403, None, "only the club itself can do that"),
            (refused(Refusal::NameTaken(text("Ann"))), 409, None, "the name"),
            (refused(Refusal::Oneself("challenge")), 422, None, ""),
            (refused(Refusal::NotLoaded(Vec::new())), 500, None, ""),
            (Error::Hidden, 404, None, "there is nothing here"),
            (Error::NotSignedIn, 401, None, "sign in first, or come in as a guest"),
            (Error::UnknownToken, 401, None, "this token is not known here (any more)"),
            (Error::WrongPassword, 401, None, "the name or the password is wrong"),
            (Error::WrongKey, 401, None, "this passkey opens no account here"),
            (Error::NotYourPassword, 403, None, "that is not your password"),
            (Error::BadPassword(text("too short")), 400, None, "too short"),
            (Error::Closed("Hex"), 403, None, "no matches of Hex can begin here at present"),
            (Error::Barred(text("you are muted")), 403, None, "you are muted"),
            (Error::Foreign, 403, None, "the request came from another site's page"),
            (Error::Enough(text("you have enough")), 409, None, "you have enough"),
            (Error::Elsewhere, 421, None, "this club has another name: look for its address"),
            (often(1000), 429, Some(1), "too many reports: try again in 1 second"),
            (often(1001), 429, Some(2), "too many reports: try again in 2 seconds"),
            (Error::Unclear(text("which match?")), 400, None, "which match?"),
            (Error::NoTurn(text("A1 is taken")), 422, None, "A1 is taken"),
            (Error::TooLong, 413, None, "that is too much at once: 64 KiB at most"),
            (Error::TooSlow, 408, None, "the rest of what you sent did not come"),
            (Error::Packed, 415, None, "requests are not unpacked here"),
            (Error::Coded, 501, None, "of all Transfer-Encodings only chunked is understood"),
            (Error::UsedKey, 422, None, "this key was used for another command"),
            (Error::TooMuch, 422, None, "that is more than one answer holds: ask for less"),
            (Error::Busy, 503, Some(1), "too many ask at once: try again in a moment"),
            (Error::NotDone, 503, Some(1), "nothing was done, the server could not write it down"),
            (Error::Broken(anyhow::anyhow!("secret")), 500, None, "something broke on our side"),
        ] {
            assert!(error.to_string().starts_with(words), "{words}: {error}");
            assert_eq!((error.status().as_u16(), error.retry_after()), (status, again), "{error}");
            let said = format!("{error}\n");
            let response = error.into_response();
            let head = response.headers().get(header::RETRY_AFTER);
            let head = head.map(|it| it.to_str().unwrap().parse::<i64>().unwrap());
            assert_eq!((response.status().as_u16(), head), (status, again), "{said}");
            let told = response.extensions().get::<ErrorMessage>().unwrap();
            assert_eq!((told.status.as_u16(), format!("{}\n", told.sentence)), (status, said));
        }
    }

    #[test]
    fn who_comes_too_late_to_read_is_told_to_come_again() {
        let late: anyhow::Result<()> = Err(sqlx::Error::PoolTimedOut).context("match/12");
        let error = Error::from(late.unwrap_err());
        assert_eq!(error.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(error.retry_after(), Some(1));
        assert_eq!(Error::from(anyhow::anyhow!("no")).status(), StatusCode::INTERNAL_SERVER_ERROR);
        // So is a failure of the disk or the connection: the same request may succeed a moment later.
        let lost = sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        let lost: anyhow::Result<()> = Err(lost).context("match/12");
        let closed = Error::from(sqlx::Error::PoolClosed);
        for error in
            [Error::from(lost.unwrap_err()), Error::from(sqlx::Error::WorkerCrashed), closed]
        {
            assert!(matches!(error, Error::NotDone), "{error:?}");
            assert_eq!(error.status(), StatusCode::SERVICE_UNAVAILABLE);
        }
        let odd = Error::from(sqlx::Error::RowNotFound);
        assert_eq!(odd.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }

    /// A disk that is full is told from a query that is wrong: the same request may succeed later.
    #[tokio::test]
    async fn a_full_disk_is_no_bug() {
        use sqlx::{ConnectOptions, Connection};
        let folder = crate::store::tests::Folder::new();
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.file("small.db"));
        let mut small = options.create_if_missing(true).connect().await.unwrap();
        for sql in ["CREATE TABLE note (words TEXT)", "PRAGMA max_page_count = 2"] {
            sqlx::query(sql).execute(&mut small).await.unwrap();
        }
        let much = "INSERT INTO note VALUES (hex(zeroblob(100000)))";
        let full = sqlx::query(much).execute(&mut small).await.unwrap_err();
        let wrong = sqlx::query("SELECT * FROM nothing").execute(&mut small).await.unwrap_err();
        small.close().await.unwrap();
        assert!(matches!(Error::from(full), Error::NotDone));
        assert!(matches!(Error::from(wrong), Error::Broken(_)));
    }

    /// Whoever runs the server finds out what broke; visitors do not, and cannot fill the disk.
    #[test]
    fn the_log_has_what_its_reader_can_do_something_about() {
        let (heard, _listening) = crate::watch::tests::CapturedLog::begin();
        for (error, words, lines) in [
            (Error::Broken(anyhow::anyhow!("no such column")), "ERROR broken: no such column", 1),
            (Error::NotDone, "WARN nothing was done", 1),
            (Error::TooMuch, "WARN that is more than one answer holds", 1),
            (Error::Foreign, "INFO the request came from another site's page", 1),
            (Error::Hidden, "there is nothing here", 0),
            (Error::WrongPassword, "the name or the password is wrong", 0),
            (Error::Busy, "too many ask at once", 0),
        ] {
            let _ = error.into_response();
            let told: String = words.split_once(' ').map_or(words, |it| it.1).to_string();
            let level = words.split(' ').next().filter(|_| lines == 1).unwrap_or("");
            assert_eq!(heard.count(&told), lines, "{words}");
            assert!(heard.count(level) >= lines, "{words}");
        }
    }
}
