use crosscut_club::{Key, MatchId, MemberId};
use futures_util::StreamExt;
use futures_util::stream::iter;
use tokio::time::sleep;

use super::AGAIN;
use crate::App;
use crate::error::Error;
use crate::store::Store;
use crate::write::SNAPSHOT_EVERY;

/// How many streams are read together.
const PAGE: i64 = 64;
/// How many are counted together.
const COUNTED: i64 = 1000;

/// What an earlier version has not written, or written differently: each has a setting that says up to which number it
/// is in the format of this version.
#[derive(Clone, Copy, Debug)]
enum RenewalStep {
    /// What lists show of matches whose clocks run. Until it is rewritten the clocks are right, and the times in lists
    /// may be too early.
    Clocks,
    /// Snapshots of members who have done much.
    Members,
    /// Snapshots of matches in which much has happened.
    Matches,
}

/// Rewrites what an earlier version wrote differently: once for a club, alongside everything else, resuming where it
/// was interrupted.
pub(super) async fn renew(app: &App) {
    for part in [RenewalStep::Clocks, RenewalStep::Members, RenewalStep::Matches] {
        while let Err(error) = part.renew(app).await {
            tracing::error!("what an earlier version wrote cannot be renewed: {error}");
            sleep(AGAIN).await;
        }
    }
}

/// Records that what lists show of clocks is in the format of this version, in a club that it has just filled.
pub(crate) async fn clocks_are_new(store: &Store) -> sqlx::Result<()> {
    store.set(RenewalStep::Clocks.setting(), Some(&i64::MAX.to_string())).await
}

impl RenewalStep {
    fn setting(self) -> &'static str {
        match self {
            RenewalStep::Clocks => "renewed clocks",
            RenewalStep::Members => "renewed members",
            RenewalStep::Matches => "renewed matches",
        }
    }

    async fn renew(self, app: &App) -> Result<(), Error> {
        let renewed = app.store().setting(self.setting()).await?;
        let mut after = renewed.and_then(|it| it.parse::<i64>().ok()).unwrap_or(0);
        while after < i64::MAX {
            let (keys, last) = self.page(app, after).await?;
            for keys in keys.chunks(PAGE as usize) {
                // The cache folds them, so that the writer need not.
                app.queue().look(keys).await?;
                let done = iter(keys.to_vec()).map(|key| app.queue().refresh(key));
                let done: Vec<_> = done.buffer_unordered(keys.len()).collect().await;
                done.into_iter().collect::<Result<Vec<()>, Error>>()?;
            }
            after = last.unwrap_or(i64::MAX);
            app.store().set(self.setting(), Some(&after.to_string())).await?;
            tracing::debug!("{} up to {after}", self.setting());
        }
        Ok(())
    }

    /// The next ones to be rewritten, and the last number that was checked; `None` if those were all.
    async fn page(self, app: &App, after: i64) -> Result<(Vec<Key>, Option<i64>), Error> {
        let members = match self {
            RenewalStep::Clocks => {
                let after = MatchId(after.cast_unsigned());
                let ids = app.store().clocked_matches(after, PAGE).await?;
                let last = ids.last().map(|id| id.0.cast_signed());
                return Ok((ids.into_iter().map(Key::Match).collect(), last));
            }
            RenewalStep::Members => true,
            RenewalStep::Matches => false,
        };
        let counted = app.store().lengths(members, after, COUNTED).await?;
        let last = counted.last().map(|(id, _)| *id);
        let long = counted.into_iter().filter(|(_, n)| SNAPSHOT_EVERY <= n.cast_unsigned());
        let key = |id: i64| match members {
            true => Key::Member(MemberId(id.cast_unsigned())),
            false => Key::Match(MatchId(id.cast_unsigned())),
        };
        Ok((long.map(|(id, _)| key(id)).collect(), last))
    }
}
