//! Leaving for good: a member's names, addresses and ways in are removed, and their games stay.

use crosscut_club::{Command, Key, MemberId, Moment, Refusal, Who};

use crate::App;
use crate::error::Error;

/// The prefix, before a member's number, of the setting that says that they are leaving, until all of theirs is gone.
const LEAVING: &str = "leaving/";
/// The setting's body if an operator has closed the account; otherwise it is empty.
const CLOSED: &str = "closed";

/// Removes a member for good, whoever asked for it. Callers hold [`alone`](crate::auth::accounts::Accounts::alone), so that
/// nobody signs in as the member meanwhile. The games stay, under a name that says nothing; the former name stays taken, and
/// leads to nobody. An interrupted removal is finished.
///
/// # Errors
/// It cannot be written. If the member has left already, the rest is finished later.
pub(crate) async fn leave(app: &App, member: MemberId) -> Result<(), Error> {
    go(app, member, "").await
}

/// Like [`leave`], for a member whose account an operator closes, which the farewell says.
///
/// # Errors
/// As for [`leave`].
pub(crate) async fn close(app: &App, member: MemberId) -> Result<(), Error> {
    go(app, member, CLOSED).await
}

async fn go(app: &App, member: MemberId, by: &str) -> Result<(), Error> {
    app.store().set(&note(member), Some(by)).await?;
    match app.queue().act(Who::Member(member), None, Command::Leave).await {
        Ok(_) | Err(Error::Refused(Refusal::HasLeft(_))) => {}
        Err(error) => return Err(error),
    }
    finish(app, member, by).await
}

/// Finishes interrupted removals: whatever is still there of members who have left is removed.
///
/// # Errors
/// The database cannot be read or written.
pub(crate) async fn finish_all(app: &App) -> Result<(), Error> {
    for (number, _) in app.store().settings(LEAVING).await? {
        let Ok(member) = number.parse().map(MemberId) else { continue };
        // A member leaving at this moment is being finished already, and gets one farewell.
        let _alone = app.accounts().alone(member).await;
        let Some(by) = app.store().setting(&note(member)).await? else { continue };
        let club = app.queue().look(&[Key::Member(member)]).await?;
        if club.member(member).is_some_and(|it| it.left.is_some()) {
            tracing::info!(%member, "what is left of somebody who has left is taken away");
            finish(app, member, &by).await?;
        }
        app.store().set(&note(member), None).await?;
    }
    Ok(())
}

/// Removes what remains of a member who has left and cannot sign in any more; each step may have been done before.
async fn finish(app: &App, member: MemberId, by: &str) -> Result<(), Error> {
    let store = app.store();
    app.queue().forget_names(member).await?;
    store.forget_password(member).await?;
    store.forget_puzzles(member).await?;
    app.queue().write_no_more_to(member);
    let farewells = match app.post() {
        Some(post) => post.farewells(app, member, by == CLOSED).await?,
        None => Vec::new(),
    };
    store.forget_mails_of(member, &farewells).await?;
    // Undo links tell where mails went before, so they are removed after them.
    store.forget_ways_in(member, Moment(0)).await?;
    app.accounts().end(member, None, "").await?;
    app.presence().forget(member);
    if let Some(post) = app.post() {
        // Old mails can be answered no more.
        post.renew_tags(app, member).await?;
        post.wake();
    }
    Ok(store.set(&note(member), None).await?)
}

fn note(member: MemberId) -> String {
    format!("{LEAVING}{member}")
}
