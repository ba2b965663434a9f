//! Bulk insertion of rows that are all new.

use sqlx::Connection;
use sqlx::postgres::PgConnection;

use super::batch::{Batch, tables};
use super::stored::Stored;
use super::{Db, Result, Store};

/// A value as PostgreSQL's `COPY` reads it.
trait Copied {
    /// Adds the value to a line.
    fn copy(&self, line: &mut String);
}

impl Copied for String {
    fn copy(&self, line: &mut String) {
        for sign in self.chars() {
            match sign {
                '\\' => line.push_str("\\\\"),
                '\t' => line.push_str("\\t"),
                '\n' => line.push_str("\\n"),
                '\r' => line.push_str("\\r"),
                _ => line.push(sign),
            }
        }
    }
}

impl Copied for i64 {
    fn copy(&self, line: &mut String) {
        line.push_str(&self.to_string());
    }
}

impl Copied for f64 {
    fn copy(&self, line: &mut String) {
        // The shortest text that parses to the same number.
        line.push_str(&self.to_string());
    }
}

impl<T: Copied> Copied for Option<T> {
    fn copy(&self, line: &mut String) {
        match self {
            Some(value) => value.copy(line),
            None => line.push_str("\\N"),
        }
    }
}

/// Copies the rows of a table into PostgreSQL.
macro_rules! copy_rows {
    ($tx:ident, $rows:expr, $table:literal, $end:literal, $first:ident: $_t:literal $(, $column:ident: $_u:literal)+) => {
        if !$rows.is_empty() {
            let mut text = String::new();
            for row in &$rows {
                row.$first.stored().copy(&mut text);
                $(
                    text.push('\t');
                    row.$column.stored().copy(&mut text);
                )+
                text.push('\n');
            }
            let columns = concat!(stringify!($first) $(, ", ", stringify!($column))+);
            copy_into(&mut *$tx, $table, columns, text).await?;
        }
    };
}

async fn copy_into(to: &mut PgConnection, table: &str, columns: &str, text: String) -> Result<()> {
    let mut copy = to.copy_in_raw(&format!("COPY {table} ({columns}) FROM STDIN")).await?;
    copy.send(text.into_bytes()).await?;
    copy.finish().await.map(drop)
}

impl Store {
    /// Writes a batch of rows that do not exist yet, in one transaction.
    pub(crate) async fn write_new(&self, batch: &Batch) -> Result<()> {
        let Db::Pg(pool) = &self.db else { return self.write(batch).await };
        self.may_write()?;
        let mut connection = pool.acquire().await?;
        let mut tx = connection.begin().await?;
        tables!(copy_rows, tx, batch);
        tx.commit().await
    }

    /// Makes SQLite write without waiting for the disk, or wait for it again from now on, earlier writes included. At the end
    /// PostgreSQL vacuums and analyzes its tables, which it would do itself minutes later: it plans by the statistics, and can
    /// then answer from an index without a look at the table.
    pub(crate) async fn hurry(&self, hurry: bool) -> Result<()> {
        let write = match &self.db {
            Db::Lite { write, .. } => write,
            Db::Pg(pool) => {
                if !hurry {
                    // Plan: none, it asks for no rows.
                    sqlx::query("VACUUM (ANALYZE)").execute(pool).await?;
                }
                return Ok(());
            }
        };
        let pragmas = match hurry {
            true => "PRAGMA synchronous = OFF; PRAGMA cache_size = -262144",
            false => {
                "PRAGMA synchronous = FULL; PRAGMA cache_size = -2000; PRAGMA wal_checkpoint(TRUNCATE)"
            }
        };
        sqlx::raw_sql(pragmas).execute(write).await?;
        if let Some(file) = self.file.as_ref().filter(|_| !hurry) {
            std::fs::File::open(file)?.sync_all()?;
        }
        Ok(())
    }
}
