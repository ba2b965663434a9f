use std::time::Duration;

use crosscut_club::Span;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::AGAIN;
use super::downtime::note_alive;
use super::errands;
use crate::App;
use crate::members::leaving;

/// How long answers are kept for repeated requests.
const ANSWERS: Span = Span::days(2);

/// How long orders are kept whose answer nobody fetched.
const ERRANDS: Span = Span::hours(1);

/// How long settled reports are kept.
const REPORTS: Span = Span::days(365);

/// How long it is known which mails came and went.
const MAILS: Span = Span::days(30);

/// Records every few seconds that the server is alive, for the sake of the clocks, and carries out orders of the
/// command line.
pub(super) async fn alive(app: App) {
    let mut ticks = interval(Duration::from_secs(1));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for n in 0_u64.. {
        ticks.tick().await;
        // While nothing can be written, it is soon noticed when that changes.
        if (n % 5 == 0 || app.store().fails())
            && let Err(error) = note_alive(app.store(), app.clock().now()).await
        {
            tracing::error!("that the server is alive cannot be noted: {error}");
        }
        if let Err(error) = errands::run_all(&app).await {
            tracing::error!("the command line's errands: {error:#}");
        }
    }
}

/// Finishes what an earlier server was interrupted in.
pub(super) async fn finish(app: &App) {
    while let Err(error) = leaving::finish_all(app).await {
        tracing::error!("who has left is not gone yet: {error}");
        sleep(AGAIN).await;
    }
}

/// Deletes what nobody needs any more.
pub(super) async fn tidy(app: App) {
    let mut ticks = interval(Duration::from_secs(30));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for n in 0_u64.. {
        ticks.tick().await;
        app.figures().upkeep();
        metrics::gauge!("crosscut_listeners").set(app.queue().subscriptions().listeners() as f64);
        if let Err(error) = app.moderation().open_reports().await {
            tracing::error!("open reports are not counted: {error}");
        }
        if n % 120 == 0 {
            forget_old(&app).await;
        }
    }
}

/// Deletes what is too old for anybody to ask for.
pub(crate) async fn forget_old(app: &App) {
    let (store, now) = (app.store(), app.clock().now());
    if let Err(error) = store.forget_answers(now - ANSWERS).await {
        tracing::error!("old answers are not forgotten: {error}");
    }
    if let Err(error) = store.forget_mail(now - MAILS).await {
        tracing::error!("old mails are not forgotten: {error}");
    }
    if let Err(error) = store.forget_errands(now - ERRANDS).await {
        tracing::error!("old errands are not forgotten: {error}");
    }
    if let Err(error) = store.forget_reports(now - REPORTS).await {
        tracing::error!("old reports are not forgotten: {error}");
    }
    if let Err(error) = app.accounts().tidy().await {
        tracing::error!("old sessions are not forgotten: {error}");
    }
}
