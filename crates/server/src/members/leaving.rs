//! Leaving for good: a member's names, addresses and ways in go, what they have played stays.

use crosscut_club::{Command, Key, MemberId, Moment, Refusal, Who};

use crate::App;
use crate::error::Error;

/// Before a member's number: the setting that says that they leave, until all of theirs is gone.
const LEAVING: &str = "leaving/";
/// What that setting holds where an operator has closed the account; else nothing.
const CLOSED: &str = "closed";

/// Lets a member go for good, whoever wants it. Callers hold [`alone`](crate::auth::accounts::Accounts::alone), so that nobody comes
/// in as the member meanwhile. The games stay, under a name that says nothing; the name they had stays taken, and leads to
/// nobody. What was begun and cut off before is finished.
///
/// # Errors
/// It cannot be written down. Then it is finished later, if they have left already.
pub(crate) async fn leave(app: &App, member: MemberId) -> Result<(), Error> {
    go(app, member, "").await
}

/// The same for a member whose account an operator closes: they are told so.
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

/// Finishes what was cut off: of whoever has left, all that is still there goes.
///
/// # Errors
/// It cannot be read or written.
pub(crate) async fn finish_all(app: &App) -> Result<(), Error> {
    for (number, _) in app.store().settings(LEAVING).await? {
        let Ok(member) = number.parse().map(MemberId) else { continue };
        // Whoever leaves at this moment is being finished already, and is written to once.
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

/// Takes away what is left of somebody who has left and comes in nowhere any more; each step may have been done before.
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
    // What can be taken back says where mails went before, so it goes after them.
    store.forget_ways_in(member, Moment(0)).await?;
    app.accounts().end(member, None, "").await?;
    app.presence().forget(member);
    if let Some(post) = app.post() {
        post.wake();
    }
    Ok(store.set(&note(member), None).await?)
}

fn note(member: MemberId) -> String {
    format!("{LEAVING}{member}")
}
