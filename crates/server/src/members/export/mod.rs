//! Exports of matches and other data, for those who may see them.

mod archive;
mod zip;

pub(crate) use archive::archive;
use crosscut_club::{MatchId, MemberId, Player, State};
use futures_util::stream::{Stream, StreamExt, unfold};

use crate::error::Error;
use crate::store::Store;
use crate::write::CommandQueue;

/// How many matches are read at a time.
const AT_ONCE: i64 = 50;

/// All matches of a member as text records, the oldest first, piece by piece: however many there are, only a few are in
/// memory.
pub(crate) fn all(
    queue: CommandQueue,
    store: Store,
    member: MemberId,
) -> impl Stream<Item = Result<String, Error>> + Send + 'static {
    unfold(Some(MatchId(0)), move |after| {
        let (queue, store) = (queue.clone(), store.clone());
        async move {
            match some(&queue, &store, member, after?).await {
                Ok(None) => None,
                Ok(Some((text, last))) => Some((Ok(text), Some(last))),
                Err(error) => Some((Err(error), None)),
            }
        }
    })
    // The compressor polls once more after the end.
    .fuse()
}

/// The next matches after a number, and the last one's number.
async fn some(
    queue: &CommandQueue,
    store: &Store,
    member: MemberId,
    after: MatchId,
) -> Result<Option<(String, MatchId)>, Error> {
    let ids = store.numbers_of(Player::Member(member), after, AT_ONCE).await?;
    let Some(last) = ids.last().copied() else { return Ok(None) };
    let mut text = String::new();
    for id in ids {
        let state = queue.look_at(id, crosscut_club::Who::Member(member)).await?;
        text += &record(&state, id).unwrap_or_default();
        text.push('\n');
    }
    Ok(Some((text, last)))
}

/// A match as a text record, if it exists.
fn record(state: &State, id: MatchId) -> Option<String> {
    Some(state.match_with(id)?.record(state).to_string())
}
