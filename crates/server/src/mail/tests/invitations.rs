//! Invitations by mail, and how little they help anybody who wants to write to strangers; run on both databases by the
//! store's tests.

use std::sync::atomic::Ordering;

use crosscut_club::{Command, MemberId, Moment, Who};

use super::{HOUR, NOON, end, header, mails, member, out, post, quiet, settings};
use crate::commands::{Message, MessageSender, Reply, Transport, obey};
use crate::config::{Config, Settings};
use crate::person::Caller;
use crate::tests::Club;

/// A club with limits.
fn config(database: &str) -> Config {
    Settings { unlimited: false, ..settings(database, 0) }.resolve().unwrap()
}

/// Has a member invite somebody with a greeting, from a network address.
async fn invite(club: &Club, by: MemberId, from: [u8; 4], address: &str) -> Reply {
    let caller = Caller { address: from.into(), is_doubtful: false, device: String::new() };
    let sender =
        MessageSender { member: Some(by), way: Transport::Wire(caller), token: None, once: None };
    let subject = format!("hex challenge {address} -size=5 -opening=none");
    let letter = Message { subject, body: "Buy this".to_string(), answers: None };
    obey(&club.app, &sender, &letter).await.remove(0)
}

/// The number of mails to a domain.
async fn count_at(club: &Club, domain: &str) -> usize {
    quiet(&club.app).await;
    mails(&out(&club.app)).iter().filter(|it| header(it, "to").ends_with(domain)).count()
}

pub(crate) async fn who_invites_by_mail_has_an_address_of_their_own(database: &str) {
    let club = Club::open_with(config(database), NOON).await;
    let app = &club.app;
    let join = Command::Join { name: "ann".into(), zone: String::new() };
    let ann = app.queue().act(Who::Visitor, None, join).await.unwrap().member().unwrap();
    let ask = async || invite(&club, ann, [192, 0, 2, 1], "friend@far.example").await;
    let refused = ask().await;
    assert_eq!(refused.status, 400);
    assert!(refused.text.contains("a confirmed address of your own"), "{}", refused.text);
    // Claiming an address is not enough.
    app.store().claim_address(ann, "ann@player.example").await.unwrap();
    assert_eq!(ask().await.status, 400);
    assert_eq!(count_at(&club, "far.example").await, 0);
    let known = app.store().verify_address(ann, "ann@player.example", Moment(NOON)).await;
    assert!(known.unwrap());
    let done = ask().await;
    assert_eq!(done.status, 200, "{}", done.text);
    assert_eq!(count_at(&club, "far.example").await, 1);
    end(club).await;
}

pub(crate) async fn invitations_have_a_bound_for_each_network_and_each_domain(database: &str) {
    let club = Club::open_with(config(database), NOON).await;
    let app = &club.app;
    // From one network, whoever asks and for whatever domains.
    let mut done = 0;
    for n in 0..4 {
        let by = member(&club, &format!("near{n}")).await;
        for m in 0..5 {
            let address = format!("stranger@d{n}{m}.example");
            done += usize::from(invite(&club, by, [192, 0, 2, 1], &address).await.status == 200);
        }
    }
    assert_eq!(done, 10);
    // To one domain, from as many networks as there are members.
    for n in 0..8 {
        let by = member(&club, &format!("far{n}")).await;
        for m in 0..5 {
            invite(&club, by, [198, 51, 100, n], &format!("x{n}{m}@large.example")).await;
        }
    }
    assert_eq!(count_at(&club, "large.example").await, 20);
    // Each has a number of our form, by which an answer to it is known.
    let numbers = mails(&out(app));
    let numbers = numbers.iter().map(|it| header(it, "message-id").trim_matches(['<', '>']));
    assert!(numbers.into_iter().all(|it| post(app).row_of(it).is_some()));
    // Newcomers of that domain have the remaining budget.
    let visit = Command::Visit { zone: "UTC".into() };
    let guest = app.queue().act(Who::Visitor, None, visit).await.unwrap().member().unwrap();
    let from = Some([203_u8, 0, 113, 1].into());
    post(app).claim(app, from, guest, "newcomer@large.example").await.unwrap();
    assert_eq!(count_at(&club, "large.example").await, 21);
    // And an hour later, the network has one more.
    club.hand.fetch_add(HOUR, Ordering::Relaxed);
    let by = member(&club, "near9").await;
    let mut again = Vec::new();
    for m in 0..2 {
        let reply = invite(&club, by, [192, 0, 2, 1], &format!("stranger@e{m}.example")).await;
        again.push(reply.status.as_u16());
    }
    assert_eq!(again, [200, 429]);
    end(club).await;
}
