use crosscut_club::Moment;
use sqlx::QueryBuilder;

use super::batch::AnswerRow;
use super::event::filled;
use super::stored::Stored;
use super::{Result, Store, reading, writing};

impl Store {
    /// The answers already given to these questions; each is who asked, a blank, and the key they gave.
    pub(crate) async fn answers(&self, asked: &[String]) -> Result<Vec<AnswerRow>> {
        let mut answers = Vec::new();
        for some in filled(asked) {
            let more: Vec<AnswerRow> = reading!(self, pool => {
                // Plan: answer.
                let mut query = QueryBuilder::new("SELECT asked, at, body FROM answer WHERE asked IN (");
                let mut list = query.separated(", ");
                for asked in some {
                    list.push_bind(asked);
                }
                query.push(")");
                query.build_query_as().fetch_all(pool).await?
            });
            answers.extend(more);
        }
        Ok(answers)
    }

    /// Forgets the answers given before `before`.
    pub(crate) async fn forget_answers(&self, before: Moment) -> Result<u64> {
        Ok(writing!(self, tx =>
            // Plan: answer_at.
            sqlx::query("DELETE FROM answer WHERE at < $1")
                .bind(before.stored())
                .execute(&mut *tx)
                .await?
                .rows_affected()))
    }
}
