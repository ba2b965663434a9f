//! Who gets what: every wish, confirmed or not, suspended or not, in the match or outside it, and changed before or
//! after something happened.

use std::sync::atomic::Ordering;

use crosscut_club::{Command, Follow, Key, MatchId, MemberId, Moment, Who};

use super::{HOUR, NOON, again, config, end, header, mails, member, out, post, quiet};
use crate::mail::outbox::{BOUNCES, count_bounce};
use crate::post::MailFrequency;
use crate::store::OutboxKind;
use crate::tests::Club;
use crate::write::tests::turn;

/// A member's role in the match in which something happens.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Opponent,
    Follower,
    Neither,
}

#[derive(Clone, Copy, Debug)]
struct FrequencyCase {
    wish: MailFrequency,
    confirmed: bool,
    suspended: bool,
    role: Role,
    /// Whether it was so when it happened, or became so before the mail was due.
    at_once: bool,
}

impl FrequencyCase {
    fn all() -> Vec<FrequencyCase> {
        let mut rows = Vec::new();
        for wish in [MailFrequency::Each, MailFrequency::Daily(19), MailFrequency::Nothing] {
            for role in [Role::Opponent, Role::Follower, Role::Neither] {
                for bits in 0..8 {
                    let [confirmed, suspended, at_once] = [1, 2, 4].map(|bit| bits & bit != 0);
                    rows.push(FrequencyCase { wish, confirmed, suspended, role, at_once });
                }
            }
        }
        rows
    }

    /// Whether anything is sent to them at all.
    fn reached(self) -> bool {
        self.confirmed && !self.suspended && self.wish != MailFrequency::Nothing
    }

    /// Whether they are told of the turn when members with this wish are.
    fn told(self, wish: MailFrequency) -> bool {
        self.reached() && self.wish == wish && self.role != Role::Neither
    }

    /// Sets this up.
    async fn set(self, club: &Club, who: MemberId) {
        let app = &club.app;
        if self.suspended {
            for mail in 0..BOUNCES {
                count_bounce(app, post(app), who, &format!("mail {mail}")).await.unwrap();
            }
        }
        if !self.confirmed {
            app.store().forget_addresses(who).await.unwrap();
            app.store().claim_address(who, &address(who)).await.unwrap();
            // A restarted server finds nobody to write to there.
            if self.at_once {
                post(app).0.addressees.set(who, false);
            }
        }
        // The wish comes last: changing it sends immediately what is waiting.
        post(app).set_wish(app, who, self.wish).await.unwrap();
    }
}

fn address(who: MemberId) -> String {
    format!("member{}@player.example", who.0)
}

/// How many mails to a member have these words in their subject.
fn count(all: &[String], who: MemberId, subject: &str) -> usize {
    let to = address(who);
    let theirs = all.iter().filter(|it| header(it, "to") == to);
    theirs.filter(|it| header(it, "subject").contains(subject)).count()
}

pub(crate) async fn who_gets_what(database: &str) {
    let club = Club::open_with(config(database, 60), NOON).await;
    let (app, queue) = (&club.app, club.app.queue());
    let [ann, bob] = [member(&club, "ann").await, member(&club, "bob").await];
    let main = again(&club, [ann, bob]).await;
    let mut members: Vec<(FrequencyCase, MemberId, MatchId)> = Vec::new();
    for row in FrequencyCase::all() {
        let name = format!("member{}", bob.0 + 1 + members.len() as u64);
        let who = member(&club, &name).await;
        let id = match row.role {
            Role::Opponent => again(&club, [ann, who]).await,
            _ => main,
        };
        if row.role == Role::Follower {
            let follow = Command::Follow { id, follow: Some(Follow::Turns) };
            queue.act(Who::Member(who), None, follow).await.unwrap();
        }
        members.push((row, who, id));
    }
    // Earlier mails do not matter here.
    club.hand.fetch_add(60_000, Ordering::Relaxed);
    quiet(app).await;
    for mail in std::fs::read_dir(out(app)).unwrap() {
        std::fs::remove_file(mail.unwrap().path()).unwrap();
    }

    for (row, who, _) in members.iter().filter(|(row, ..)| row.at_once) {
        row.set(&club, *who).await;
    }
    turn(queue, main, ann, "c3", 0, None).await.unwrap();
    for (_, _, id) in members.iter().filter(|(row, ..)| row.role == Role::Opponent) {
        turn(queue, *id, ann, "c3", 0, None).await.unwrap();
    }
    for (row, who, _) in &members {
        let waiting = app.store().due_to(*who, Moment(i64::MAX)).await.unwrap();
        let news = waiting.iter().any(|it| matches!(it.kind, OutboxKind::News(_)));
        let noted = row.role != Role::Neither && (!row.at_once || row.reached());
        assert_eq!(news, noted, "whether a mail to {who} waits: {row:?}");
    }
    for (row, who, _) in members.iter().filter(|(row, ..)| !row.at_once) {
        row.set(&club, *who).await;
    }
    let writer = queue.look(&[Key::Member(ann)]).await.unwrap();
    for (_, who, _) in &members {
        let writer = writer.member(ann).unwrap();
        post(app).message(app, writer, *who, "well met", None).await.unwrap();
    }

    for (wish, hours) in [(MailFrequency::Each, 0), (MailFrequency::Daily(19), 6)] {
        club.hand.fetch_add(60_000 + hours * HOUR, Ordering::Relaxed);
        quiet(app).await;
        let all = mails(&out(app));
        for (row, who, _) in &members {
            let messages = count(&all, *who, "Message from ann");
            assert_eq!(messages, usize::from(row.reached()), "messages to {row:?}");
            let told =
                row.told(wish) || (wish != MailFrequency::Each && row.told(MailFrequency::Each));
            let theirs: Vec<&str> = (all.iter().filter(|it| header(it, "to") == address(*who)))
                .map(|it| header(it, "subject"))
                .filter(|subject| !subject.contains("Message from ann"))
                .collect();
            assert_eq!(theirs.len(), usize::from(told), "at {wish:?}, {theirs:?} to {row:?}");
        }
    }
    end(club).await;
}
