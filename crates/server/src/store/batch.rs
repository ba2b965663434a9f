use sqlx::QueryBuilder;

use super::event::{Row, pieces};
use super::lines::{ChallengeLine, MatchLine, MemberLine, RatingLine, Sitting, TallyLine};
use super::mail::{OutboxRow, post};
use super::{Result, Store, writing};

/// Everything that becomes true at once: events, the answers they give, the lists that show
/// them, and the mails that tell of them.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) events: Vec<Row>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) matches: Vec<MatchLine>,
    pub(crate) sittings: Vec<Sitting>,
    pub(crate) challenges: Vec<ChallengeLine>,
    pub(crate) members: Vec<MemberLine>,
    pub(crate) ratings: Vec<RatingLine>,
    pub(crate) tallies: Vec<TallyLine>,
    pub(crate) mails: Vec<OutboxRow>,
}

/// What a command was answered, under its key.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Answer {
    /// Who asked, a blank, and the key they gave.
    pub(crate) asked: String,
    pub(crate) at: i64,
    pub(crate) body: String,
}

/// Inserts rows in pieces: the statement's beginning, its end, and how a row is bound.
macro_rules! insert {
    ($tx:ident, $rows:expr, $begin:literal, $end:literal, $($column:ident),+) => {
        for piece in pieces(&$rows) {
            let mut query = QueryBuilder::new($begin);
            query.push_values(piece, |mut values, row| {
                $(values.push_bind(&row.$column);)+
            });
            query.push($end);
            query.build().execute(&mut *$tx).await?;
        }
    };
}

impl Store {
    /// Writes a batch in one transaction; when this returns, it is on the disk.
    ///
    /// # Errors
    /// Nothing was written; or, if the connection broke during the commit, nobody knows.
    pub(crate) async fn write(&self, batch: &Batch) -> Result<()> {
        writing!(self, tx => {
            insert!(tx, batch.events,
                "INSERT INTO event (stream, version, at, who, once, fact) ", "",
                stream, version, at, who, once, fact);
            insert!(tx, batch.answers,
                "INSERT INTO answer (asked, at, body) ", "",
                asked, at, body);
            insert!(tx, batch.matches,
                "INSERT INTO match_line (id, game, public, live, deadline, claimable, computer, ended, body) ",
                " ON CONFLICT (id) DO UPDATE SET live = excluded.live, deadline = excluded.deadline, \
                 claimable = excluded.claimable, computer = excluded.computer, ended = excluded.ended, body = excluded.body",
                id, game, public, live, deadline, claimable, computer, ended, body);
            insert!(tx, batch.sittings,
                "INSERT INTO sitting (player, id, live, public) ",
                " ON CONFLICT (player, id) DO UPDATE SET live = excluded.live",
                player, id, live, public);
            insert!(tx, batch.challenges,
                "INSERT INTO challenge_line (id, open, listed, maker, aim, until, body) ",
                " ON CONFLICT (id) DO UPDATE SET open = excluded.open",
                id, open, listed, maker, aim, until, body);
            insert!(tx, batch.members,
                "INSERT INTO member_line (id, name, guest, joined) ",
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, guest = excluded.guest",
                id, name, guest, joined);
            insert!(tx, batch.ratings,
                "INSERT INTO rating_line (member, game, class, points, deviation, body) ",
                " ON CONFLICT (member, game, class) DO UPDATE SET points = excluded.points, \
                 deviation = excluded.deviation, body = excluded.body",
                member, game, class, points, deviation, body);
            insert!(tx, batch.tallies,
                "INSERT INTO tally (game, first, second, drawn) ",
                " ON CONFLICT (game) DO UPDATE SET first = excluded.first, second = excluded.second, \
                 drawn = excluded.drawn",
                game, first, second, drawn);
            post!(tx, &batch.mails);
        });
        Ok(())
    }
}
