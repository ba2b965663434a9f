//! Time in which nobody could play is counted for nobody.

use std::sync::atomic::{AtomicI64, Ordering};

use crosscut_club::{
    Command, Downtimes, Event, Fact, Key, MatchId, MemberId, Moment, Pace, Pauses, Period, Span,
    Terms, Who,
};
use futures_util::StreamExt;
use futures_util::stream::iter;

use super::pages::knock;
use super::{Club, config, ended, until};
use crate::clock::Clock;
use crate::jobs::{note_alive, note_downtime};
use crate::store::tests::meddle;
use crate::store::{Batch, MatchRow, Store};
use crate::write::CommandOutcome;
use crate::write::tests::{begin, begin_between, guest, terms, turn};

/// An hour, in milliseconds.
const HOUR: i64 = 3_600_000;

/// How many clocks run when the server stops.
const MANY: usize = 2_000;

async fn deadline(club: &Club, id: MatchId) -> Moment {
    // With its players, whose vacations count.
    let state = club.app.queue().look_at(id, Who::Club).await.unwrap();
    state.match_with(id).unwrap().deadline(&state).unwrap()
}

/// How much of the player's time a turn took.
fn spent(done: &CommandOutcome) -> Span {
    let spent = |event: &Event| match event.fact {
        Fact::Turn { spent, .. } => Some(spent),
        _ => None,
    };
    done.events.iter().find_map(|(_, event)| spent(event)).unwrap()
}

/// Has all clocks checked, which is done when one is pressed; the check that is going on, if one is, may have begun before.
async fn look(club: &Club) {
    let checks = || club.app.clock_checks().load(Ordering::Relaxed);
    let begun = checks();
    until(async || {
        let (id, [first, _]) = begin(club.app.queue(), terms()).await;
        // It may be late already, if the machine's clock is followed again just now.
        let _ = turn(club.app.queue(), id, first, "c3", 0, None).await;
        (begun + 2 <= checks()).then_some(())
    })
    .await;
}

/// Lets time pass, by the day and by the ticks.
fn pass(hands: [&AtomicI64; 2], ms: i64) {
    for hand in hands {
        hand.fetch_add(ms, Ordering::Relaxed);
    }
}

/// Two plies of a match, after which the first player's five minutes run.
async fn two_plies(club: &Club, id: MatchId, [ann, bob]: [MemberId; 2]) {
    turn(club.app.queue(), id, ann, "c3", 0, None).await.unwrap();
    turn(club.app.queue(), id, bob, "b2", 1, None).await.unwrap();
}

pub(crate) async fn downtime_is_given_back(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (id, players) = begin(club.app.queue(), terms()).await;
    two_plies(&club, id, players).await;
    let before = deadline(&club, id).await;
    club.hand.store(1_010_000, Ordering::Relaxed);
    club.close().await;
    // An hour later, ann's five minutes would be over.
    let club = Club::open(database, 1_010_000 + HOUR).await;
    // No job has to run first: a player who moves immediately has lost nothing, to the millisecond.
    club.hand.fetch_add(7, Ordering::Relaxed);
    let done = turn(club.app.queue(), id, players[0], "d4", 2, None).await.unwrap();
    assert_eq!(spent(&done), Span(10_007));
    assert_eq!(deadline(&club, id).await, Moment(1_010_007 + HOUR + 305_000));
    assert!(before < Moment(1_010_000 + HOUR));
    club.close().await;
    // What an earlier version had not given back yet when it was stopped.
    let club = Club::open(database, 1_010_000 + HOUR + 100).await;
    let before = deadline(&club, id).await;
    let owed = format!("[[{},{}]]", 1_010_000 + HOUR + 100, 1_010_000 + 2 * HOUR);
    club.app.store().set("owed", Some(&owed)).await.unwrap();
    let now = (1_010_000 + 2 * HOUR).to_string();
    club.hand.store(1_010_000 + 2 * HOUR, Ordering::Relaxed);
    club.close().await;
    let club = Club::open(database, 1_010_000 + 2 * HOUR).await;
    assert_eq!(club.app.store().setting("alive").await.unwrap(), Some(now));
    assert_eq!(deadline(&club, id).await, before + Span(HOUR - 100));
    assert_eq!(club.app.store().setting("owed").await.unwrap(), None);
    club.close().await;
}

/// However many clocks run, the server's absence is one row, and no list has to be rewritten for it.
pub(crate) async fn a_restart_writes_one_row_however_many_clocks_run(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let queue = club.app.queue();
    let players = [guest(queue).await, guest(queue).await];
    let begun = iter(0..MANY).map(|_| begin_between(queue, players, terms())).buffer_unordered(64);
    let ids: Vec<MatchId> = begun.collect().await;
    iter(&ids).for_each_concurrent(64, |id| two_plies(&club, *id, players)).await;
    // One of them has a minute left when the server stops.
    let hasty = Pace::Fischer { bank: Span::minutes(2), increment: Span::ZERO, cap: None };
    let last = begin_between(queue, players, Terms { pace: hasty, ..terms() }).await;
    two_plies(&club, last, players).await;
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    club.app.store().set("alive", Some("1060000")).await.unwrap();
    let written = async |club: &Club| {
        let store = club.app.store();
        let mut bodies = store.bodies(&ids).await.unwrap();
        bodies.sort();
        let mut events = 0;
        for some in ids.chunks(64) {
            let names: Vec<String> = some.iter().map(|id| Key::Match(*id).to_string()).collect();
            events += store.events_of(&names).await.unwrap().len();
        }
        (bodies, store.deadlines((Moment(i64::MIN), MatchId(0)), 10_000).await.unwrap(), events)
    };
    let before = written(&club).await;
    assert_eq!(before.0.len(), MANY);
    club.hand.store(1_060_000, Ordering::Relaxed);
    club.close().await;
    let log = format!("{database}-wal");
    let log = || std::fs::metadata(&log).map_or(0, |it| it.len());
    assert_eq!(log(), 0);

    let club = Club::open(database, 1_060_000 + HOUR).await;
    // The jobs have checked all clocks once the only match that runs out has ended.
    assert_eq!(deadline(&club, last).await, Moment(1_120_000 + HOUR));
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    until(async || ended(&club, last).await).await;
    let after = written(&club).await;
    assert_eq!(before.0, after.0, "what lists show was rewritten");
    assert_eq!((before.1.len() - 1, before.2), (after.1.len(), after.2));
    assert!(log() < 1_000_000, "{} bytes were written", log());
    // In the lists every clock includes the time given back, and players who move immediately have spent what they
    // expected.
    let listed = club.app.queries().at_play(players[0]).await.unwrap();
    let shown = Some(Moment(1_000_000 + 305_000 + HOUR));
    assert!(!listed.is_empty() && listed.iter().all(|it| it.deadline == shown));
    let done = turn(club.app.queue(), ids[0], players[0], "d4", 2, None).await.unwrap();
    assert_eq!(spent(&done), Span(120_000));
    // The doctor finds nothing that lists do not show.
    let found = crate::operate::doctor::examine(club.app.store(), false).await.unwrap();
    assert_eq!((found.wrong, found.stale), (Vec::new(), 0));
    // And time continues: the others run out when they should.
    club.hand.store(1_305_000 + HOUR - 1, Ordering::Relaxed);
    look(&club).await;
    assert!(ended(&club, ids[1]).await.is_none());
    club.hand.fetch_add(1, Ordering::Relaxed);
    // Down to the last of them, though they are more than are read at a time.
    for id in [ids[1], ids[MANY - 1]] {
        until(async || ended(&club, id).await).await;
    }
    club.close().await;
}

/// While nothing can be written, as on a full disk, nobody can play, and nobody's clock runs.
pub(crate) async fn time_in_which_nothing_can_be_written_is_given_back(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (queue, store) = (club.app.queue(), club.app.store());
    let (id, players) = begin(queue, terms()).await;
    two_plies(&club, id, players).await;
    store.full.store(true, Ordering::Relaxed);
    // What is being written in the meantime was begun before.
    club.hand.store(1_010_000, Ordering::Relaxed);
    assert!(turn(queue, id, players[0], "d4", 2, None).await.is_err());
    // Ann's five minutes would have run out twelve times over.
    club.hand.fetch_add(HOUR, Ordering::Relaxed);
    assert!(turn(queue, id, players[0], "d4", 2, None).await.is_err());
    let checks = club.app.clock_checks();
    let begun = checks.load(Ordering::Relaxed);
    until(async || (begun + 2 <= checks.load(Ordering::Relaxed)).then_some(())).await;
    assert!(ended(&club, id).await.is_none());
    store.full.store(false, Ordering::Relaxed);
    // No job has to run first.
    let done = turn(queue, id, players[0], "d4", 2, None).await.unwrap();
    assert_eq!(spent(&done), Span(10_000));
    // Even without any request, the server notices that it can write again.
    let before = deadline(&club, id).await;
    store.full.store(true, Ordering::Relaxed);
    store.note_failure(club.app.clock().now());
    club.hand.fetch_add(HOUR, Ordering::Relaxed);
    store.full.store(false, Ordering::Relaxed);
    until(async || (deadline(&club, id).await == before + Span(HOUR)).then_some(())).await;
    assert!(ended(&club, id).await.is_none());
    club.close().await;
}

/// Downtime within a weekend or vacation is not given back twice.
pub(crate) async fn a_downtime_in_a_pause_counts_once(database: &str) {
    // Friday, 9 January 2026, noon in UTC.
    const FRIDAY: i64 = 1_767_960_000_000;
    let club = Club::open(database, FRIDAY).await;
    let queue = club.app.queue();
    let players = [guest(queue).await, guest(queue).await];
    let pace = Pace::Days { days: 2 };
    let weekends = Pauses { weekends: true, vacation: true };
    let resting = Terms { pace, pauses: weekends, ..terms() };
    let going = Terms { pace, ..terms() };
    let (resting, going) =
        (begin_between(queue, players, resting).await, begin_between(queue, players, going).await);
    let away = Period { from: Moment(FRIDAY + 76 * HOUR), until: Moment(FRIDAY + 86 * HOUR) };
    let command = Command::GoAway { from: Some(away.from), until: away.until };
    queue.act(Who::Member(players[0]), None, command).await.unwrap();
    // When they are due, in hours from Friday noon: in lists, and at the board.
    let listed = async |club: &Club| {
        let all = club.app.queries().at_play(players[0]).await.unwrap();
        let due = |id| all.iter().find(|it| it.id == id).unwrap().deadline.unwrap();
        [resting, going].map(|id| (due(id).0 - FRIDAY) / HOUR)
    };
    let due = async |club: &Club| {
        let at_the_board = [deadline(club, resting).await, deadline(club, going).await];
        assert_eq!(listed(club).await, at_the_board.map(|it| (it.0 - FRIDAY) / HOUR));
        listed(club).await
    };
    // After two days, without Saturday, Sunday and ten hours of Monday; lists learn of a vacation a moment later.
    until(async || (listed(&club).await == [48 + 48 + 10, 48]).then_some(())).await;
    assert_eq!(due(&club).await, [106, 48]);
    // From Friday at 23 to Saturday at one: a player who rests on Saturdays gets one hour of it back.
    let goes = async |club: Club, from: i64, until: i64| {
        club.hand.store(FRIDAY + from * HOUR, Ordering::Relaxed);
        club.close().await;
        Club::open(database, FRIDAY + until * HOUR).await
    };
    let club = goes(club, 11, 13).await;
    assert_eq!(due(&club).await, [107, 50]);
    // All of it on Sunday.
    let club = goes(club, 40, 41).await;
    assert_eq!(due(&club).await, [107, 51]);
    club.close().await;
}

/// Rows of an earlier version contain deadlines, and nobody knows any more what they were computed from.
pub(crate) async fn an_earlier_clubs_clocks_are_written_anew(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (id, players) = begin(club.app.queue(), terms()).await;
    two_plies(&club, id, players).await;
    let store = club.app.store();
    let now = store.match_lines(&[id]).await.unwrap().remove(0);
    let mut body: serde_json::Value = serde_json::from_str(&now.body).unwrap();
    body.as_object_mut().unwrap().remove("clock").unwrap();
    body["deadline"] = now.deadline.map(|it| it.0).into();
    let early = MatchRow { body: body.to_string(), ..now.clone() };
    store.write(&Batch { matches: vec![early], ..Batch::default() }).await.unwrap();
    store.set("renewed clocks", None).await.unwrap();
    club.close().await;
    let club = Club::open(database, 1_000_000 + HOUR).await;
    let listed = async || club.app.queries().live(1).await.unwrap()[0].deadline;
    until(async || (listed().await == Some(Moment(1_305_000 + HOUR))).then_some(())).await;
    let lines = club.app.store().match_lines(&[id]).await.unwrap();
    assert_eq!(lines, [now]);
    assert!(ended(&club, id).await.is_none());
    // It is done once, not at each start.
    let done = i64::MAX.to_string();
    let store = club.app.store();
    let noted = async || store.setting("renewed clocks").await.unwrap();
    until(async || (noted().await.as_ref() == Some(&done)).then_some(())).await;
    club.close().await;
}

/// A machine whose clock is set forward by a day ends no match: the club keeps its own time until it is sure, and then
/// gives the day back.
pub(crate) async fn a_clock_that_is_set_forward_ends_no_match(database: &str) {
    const DAY: i64 = 24 * 3_600_000;
    let (clock, hand, ticks) = Clock::by_hands(1_000_000);
    let club = Club::open_by(config(database), clock, hand.clone()).await;
    let queue = club.app.queue();
    let (id, [ann, bob]) = begin(queue, terms()).await;
    turn(queue, id, ann, "c3", 0, None).await.unwrap();
    turn(queue, id, bob, "b2", 1, None).await.unwrap();
    let before = deadline(&club, id).await;
    hand.fetch_add(DAY, Ordering::Relaxed);
    look(&club).await;
    assert!(ended(&club, id).await.is_none());
    assert_eq!((club.app.clock().now(), deadline(&club, id).await), (Moment(1_000_000), before));
    pass([&hand, &ticks], 61_000);
    // It is not followed before it is noted that the day is to be given back.
    club.app.store().rename("downtime", "downtime_away").await.unwrap();
    look(&club).await;
    assert_eq!(club.app.clock().now(), Moment(1_061_000));
    club.app.store().rename("downtime_away", "downtime").await.unwrap();
    look(&club).await;
    until(async || (deadline(&club, id).await == before + Span(DAY)).then_some(())).await;
    assert_eq!(club.app.clock().now(), Moment(1_061_000 + DAY));
    look(&club).await;
    assert!(ended(&club, id).await.is_none());
    turn(queue, id, ann, "d4", 2, None).await.unwrap();
    // A match that is over time without it still is.
    pass([&hand, &ticks], DAY);
    look(&club).await;
    until(async || ended(&club, id).await).await;
    club.close().await;
}

/// Whoever sets a clock and corrects it within the minute is followed a minute after the last time.
pub(crate) async fn a_clock_that_is_set_twice_is_followed_after_the_second_time(database: &str) {
    const DAY: i64 = 24 * HOUR;
    let (clock, hand, ticks) = Clock::by_hands(1_000_000);
    let club = Club::open_by(config(database), clock, hand.clone()).await;
    let pass = |ms| pass([&hand, &ticks], ms);
    hand.fetch_add(DAY, Ordering::Relaxed);
    look(&club).await;
    pass(50_000);
    hand.fetch_add(DAY, Ordering::Relaxed);
    look(&club).await;
    pass(20_000);
    look(&club).await;
    assert_eq!(club.app.clock().now(), Moment(1_070_000), "as it is set now, only for 20 seconds");
    pass(41_000);
    look(&club).await;
    let now = 1_111_000 + 2 * DAY;
    until(async || (club.app.clock().now().0 == now).then_some(())).await;
    club.close().await;
}

/// A server that is interrupted before any of its jobs has started was still there, and since then nobody was.
pub(crate) async fn a_server_that_was_cut_off_at_once_was_there(database: &str) {
    let store = Store::open(database).await.unwrap();
    note_downtime(&store, Moment(1_000_000)).await.unwrap();
    assert_eq!(*store.downtimes(), Downtimes::NONE, "before the first there was no club");
    store.close().await;
    let store = Store::open(database).await.unwrap();
    note_downtime(&store, Moment(1_000_000 + HOUR)).await.unwrap();
    let away = Period { from: Moment(1_000_000), until: Moment(1_000_000 + HOUR) };
    let known = [away].into_iter().collect::<Downtimes>();
    assert_eq!(*store.downtimes(), known);
    store.close().await;
    // A store opened only for reading knows it too: deadlines that are listed or exported are those of the club.
    let reader = Store::open_to_read(database).await.unwrap();
    assert_eq!(*reader.downtimes(), known);
    reader.close().await;
}

/// A server that finds it can write again gives back the time before, though nothing else has asked for a clock.
pub(crate) async fn a_server_that_can_write_again_gives_that_time_back(database: &str) {
    let store = Store::open(database).await.unwrap();
    note_downtime(&store, Moment(1_000_000)).await.unwrap();
    store.note_failure(Moment(1_010_000));
    note_alive(&store, Moment(1_010_000 + HOUR)).await.unwrap();
    let ill = Period { from: Moment(1_010_000), until: Moment(1_010_000 + HOUR) };
    assert_eq!(*store.downtimes(), [ill].into_iter().collect::<Downtimes>());
    assert!(!store.fails());
    store.close().await;
}

/// A clock that was wrong for longer than a minute and is corrected stops no match clock until the wrong time comes.
pub(crate) async fn a_clock_that_is_put_right_lets_all_clocks_go_on(database: &str) {
    const DAY: i64 = 24 * HOUR;
    let (clock, hand, ticks) = Clock::by_hands(1_000_000);
    let club = Club::open_by(config(database), clock, hand.clone()).await;
    let (queue, store) = (club.app.queue(), club.app.store());
    let (id, players) = begin(queue, terms()).await;
    two_plies(&club, id, players).await;
    let pass = |ms| pass([&hand, &ticks], ms);
    let it_is =
        async |at: i64| until(async || (club.app.clock().now().0 == at).then_some(())).await;
    for (by, now) in [(DAY, 1_061_000 + DAY), (-DAY, 1_122_000)] {
        hand.fetch_add(by, Ordering::Relaxed);
        look(&club).await;
        pass(61_000);
        look(&club).await;
        it_is(now).await;
    }
    // This much of the day has passed by now: it is all that is given back.
    assert_eq!(store.downtimes_after(Moment(1_122_000)).await.unwrap(), []);
    assert_eq!(deadline(&club, id).await, Moment(1_305_000 + 61_000));
    assert!(ended(&club, id).await.is_none());
    pass(1_366_000 - 1_122_000);
    look(&club).await;
    until(async || ended(&club, id).await).await;
    // The doctor reports such a period, and a server that starts removes it.
    let now = Clock::default().now();
    store.add_downtime(now - Span(HOUR), now + Span(DAY)).await.unwrap();
    let found = crate::operate::doctor::examine(store, false).await.unwrap();
    assert!(found.wrong.iter().any(|it| it.contains("in the future")), "{:?}", found.wrong);
    let found = crate::operate::doctor::examine(store, true).await.unwrap();
    assert_eq!(found.wrong, Vec::<String>::new());
    assert_eq!(store.downtimes_after(now + Span(HOUR / 2)).await.unwrap(), []);
    store.add_downtime(Moment(1_390_000), Moment(1_390_000 + DAY)).await.unwrap();
    club.close().await;
    let club = Club::open(database, 1_400_000).await;
    assert_eq!(club.app.store().downtimes_after(Moment(1_400_000)).await.unwrap(), []);
    club.close().await;
}

/// What was looked at before the clock was set back was of a time that comes once more.
pub(crate) async fn a_match_that_begins_after_a_clock_was_set_back_ends_on_time(database: &str) {
    const DAY: i64 = 24 * HOUR;
    let (clock, hand, ticks) = Clock::by_hands(1_000_000 + DAY);
    let club = Club::open_by(config(database), clock, hand.clone()).await;
    let queue = club.app.queue();
    let pass = |ms| pass([&hand, &ticks], ms);
    look(&club).await;
    hand.fetch_add(-DAY, Ordering::Relaxed);
    look(&club).await;
    pass(61_000);
    look(&club).await;
    until(async || (club.app.clock().now() == Moment(1_061_000)).then_some(())).await;
    let (id, players) = begin(queue, terms()).await;
    two_plies(&club, id, players).await;
    pass(310_000);
    look(&club).await;
    until(async || ended(&club, id).await).await;
    club.close().await;
}

/// A clock that has run out is not forgotten because the match could not be ended at that moment.
pub(crate) async fn a_match_that_cannot_be_ended_is_ended_later(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (queue, store) = (club.app.queue(), club.app.store());
    let (id, players) = begin(queue, terms()).await;
    assert_eq!(id, MatchId(1));
    two_plies(&club, id, players).await;
    look(&club).await;
    meddle(store, "UPDATE event SET fact = 'x' || fact WHERE stream = 'match/1'").await;
    queue.forget(&Key::Match(id));
    club.hand.fetch_add(HOUR, Ordering::Relaxed);
    look(&club).await;
    meddle(store, "UPDATE event SET fact = substr(fact, 2) WHERE stream = 'match/1'").await;
    queue.forget(&Key::Match(id));
    assert!(ended(&club, id).await.is_none());
    club.hand.fetch_add(2_000, Ordering::Relaxed);
    look(&club).await;
    until(async || ended(&club, id).await).await;
    club.close().await;
}

/// As after a crash between a vacation and the lists that show it.
pub(crate) async fn a_list_that_shows_too_early_an_end_is_put_right_when_it_comes(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let (queue, store) = (club.app.queue(), club.app.store());
    let (id, players) = begin(queue, terms()).await;
    assert_eq!(id, MatchId(1));
    two_plies(&club, id, players).await;
    let listed = async || {
        let all = club.app.queries().at_play(players[0]).await.unwrap();
        all[0].deadline.unwrap()
    };
    until(async || (listed().await == Moment(1_305_000)).then_some(())).await;
    let earlier = "UPDATE match_line SET deadline = 1205000, \
                   body = replace(body, '\"since\":1000000', '\"since\":900000')";
    meddle(store, earlier).await;
    assert_eq!(listed().await, Moment(1_205_000));
    club.hand.store(1_206_000, Ordering::Relaxed);
    begin(queue, terms()).await;
    until(async || (listed().await == Moment(1_305_000)).then_some(())).await;
    assert!(ended(&club, id).await.is_none());
    club.close().await;
}

/// A clock that is set back to before it was set forward: everything given back then is for a time that has not come.
pub(crate) async fn a_clock_that_is_set_back_further_lets_all_clocks_go_on(database: &str) {
    const DAY: i64 = 24 * HOUR;
    let (clock, hand, ticks) = Clock::by_hands(1_000_000);
    let club = Club::open_by(config(database), clock, hand.clone()).await;
    let store = club.app.store();
    for (by, now) in [(DAY, 1_061_000 + DAY), (-DAY - 100_000, 1_022_000)] {
        hand.fetch_add(by, Ordering::Relaxed);
        for wait in [61_000, 0] {
            look(&club).await;
            pass([&hand, &ticks], wait);
        }
        until(async || (club.app.clock().now() == Moment(now)).then_some(())).await;
    }
    assert_eq!(store.downtimes_after(Moment(0)).await.unwrap(), []);
    club.close().await;
}

/// Whoever watches the server hears that it cannot write, and half a second later that it can.
pub(crate) async fn a_server_says_whether_it_can_write(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let ready = async || {
        let answer = knock(&club, "", "GET /readyz", "", "").await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer[9..12].parse::<u16>().unwrap();
        (status, answer.rsplit("\r\n\r\n").next().unwrap().trim().to_string())
    };
    let well = (200, "ready".to_string());
    let ill = (503, "the database cannot be written to".to_string());
    assert_eq!(ready().await, well);
    club.app.store().rename("setting", "away").await.unwrap();
    club.hand.fetch_add(499, Ordering::Relaxed);
    assert_eq!(ready().await, well, "what was just seen is believed");
    club.hand.fetch_add(1, Ordering::Relaxed);
    assert_eq!(ready().await, ill);
    club.app.store().rename("away", "setting").await.unwrap();
    club.hand.fetch_add(499, Ordering::Relaxed);
    assert_eq!(ready().await, ill);
    club.hand.fetch_add(1, Ordering::Relaxed);
    assert_eq!(ready().await, well);
    // When it stops it takes no more requests, and pages that listen are let go.
    let stopping = tokio::spawn({
        let app = club.app.clone();
        async move { app.stopping().await }
    });
    assert!(!club.app.is_stopping());
    club.app.stop();
    assert!(club.app.is_stopping());
    stopping.await.unwrap();
    club.close().await;
}
