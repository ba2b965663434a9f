use std::sync::Arc;

use serde_json::json;

use super::answers::last;
use super::*;
use crate::operate::deeds::{ActionRequest, OperatorAction, carry_out};
use crate::post::key::MatchTag;
use crate::tests::ask;

pub(super) fn undo(all: &[String], to: &str) -> Vec<String> {
    let told = all.iter().filter(|it| header(it, "subject") == "Your account was changed");
    told.filter(|it| header(it, "to") == to).map(|it| link(it)).collect()
}

pub(crate) async fn a_change_is_told_and_taken_back(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    // Somebody knows the password: they take over Ann's name, password and address.
    let mut client = club.client();
    let thief = json!({"name": "ann", "password": "correct horse"});
    let begun = ask(&mut client, "sessions", "", Some(thief), 201).await;
    let token = begun["token"].as_str().unwrap();
    let named = json!({"command": "rename", "name": "anna", "password": "correct horse"});
    ask(&mut client, "commands", token, Some(named), 200).await;
    let all = sent(app, 1).await;
    let said = text(&all[0]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("was changed from ann to anna."), "{said}");
    let name = undo(&all, "ann@player.example").remove(0);
    club.hand.fetch_add(1000, Ordering::Relaxed);
    post(app).claim(app, None, ann, "thief@there.example").await.unwrap();
    let all = sent(app, 2).await;
    let claimed = all.iter().find(|it| header(it, "to") == "thief@there.example").unwrap();
    let verify = link(claimed);
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 200);
    let all = sent(app, 3).await;
    let address = undo(&all, "ann@player.example").into_iter().find(|it| *it != name).unwrap();
    club.hand.fetch_add(1000, Ordering::Relaxed);
    app.accounts().change_password(ann, "correct horse", "thieves kitchen", token).await.unwrap();
    tell(app, ann, UndoableChange::Password).await.unwrap();
    let all = sent(app, 4).await;
    let theirs = undo(&all, "thief@there.example").remove(0);

    // Looking at the link changes nothing, and neither does a password that is not accepted.
    let (status, page) = visit(&club, "GET", &address, "").await;
    assert!(status == 200 && page.contains("go to ann@player.example again"), "{page}");
    assert_eq!(visit(&club, "POST", &address, "new=short").await.0, 400);
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("thief@there.example"));
    assert_eq!(visit(&club, "POST", &address, "new=battery+staple").await.0, 200);
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("ann@player.example"));
    ask(&mut client, "me", token, None, 401).await;
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=thieves+kitchen").await.0, 401);
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=battery+staple").await.0, 303);
    // What the thief was sent is void, and the link worked once.
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 400);
    assert_eq!(visit(&club, "POST", &theirs, "new=thieves+kitchen").await.0, 404);
    assert_eq!(visit(&club, "POST", &address, "new=thieves+kitchen").await.0, 404);
    // The earlier change can still be taken back, for a week.
    let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().name, "anna");
    assert_eq!(visit(&club, "POST", &name, "new=battery+staples").await.0, 200);
    let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().name, "ann");
    tell(app, ann, UndoableChange::Sessions).await.unwrap();
    let late = undo(&sent(app, 7).await, "ann@player.example");
    let late = late.into_iter().find(|it| ![&name, &address].contains(&it)).unwrap();
    club.hand.fetch_add(7 * 24 * 3_600_000, Ordering::Relaxed);
    assert_eq!(visit(&club, "GET", &late, "").await.0, 404);
    end(club).await;
}

pub(crate) async fn what_was_changed_after_it_is_taken_back_too(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let mut client = club.client();
    let thief = json!({"name": "ann", "password": "correct horse"});
    let begun = ask(&mut client, "sessions", "", Some(thief), 201).await;
    let token = begun["token"].as_str().unwrap();
    // The password first, then the address, then the name.
    app.accounts().change_password(ann, "correct horse", "thieves kitchen", token).await.unwrap();
    tell(app, ann, UndoableChange::Password).await.unwrap();
    let first = undo(&sent(app, 1).await, "ann@player.example").remove(0);
    club.hand.fetch_add(1000, Ordering::Relaxed);
    post(app).claim(app, None, ann, "thief@there.example").await.unwrap();
    let all = sent(app, 2).await;
    let claimed = all.iter().find(|it| header(it, "to") == "thief@there.example").unwrap();
    assert_eq!(visit(&club, "POST", &link(claimed), "").await.0, 200);
    club.hand.fetch_add(1000, Ordering::Relaxed);
    let named = json!({"command": "rename", "name": "eve", "password": "thieves kitchen"});
    ask(&mut client, "commands", token, Some(named), 200).await;

    assert_eq!(visit(&club, "POST", &first, "new=battery+staple").await.0, 200);
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("ann@player.example"));
    let state = app.queue().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().name, "ann");
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=battery+staple").await.0, 303);
    end(club).await;
}

/// The address that somebody else gave, and has not confirmed yet, is forgotten when a change is taken back.
pub(crate) async fn a_claim_does_not_outlive_what_was_taken_back(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    tell(app, ann, UndoableChange::Sessions).await.unwrap();
    let back = undo(&sent(app, 1).await, "ann@player.example").remove(0);
    club.hand.fetch_add(1000, Ordering::Relaxed);
    app.store().note_known(ann, "there", Moment(NOON)).await.unwrap();
    post(app).claim(app, None, ann, "thief@there.example").await.unwrap();
    let all = sent(app, 2).await;
    let verify = link(all.iter().find(|it| header(it, "to") == "thief@there.example").unwrap());
    assert_eq!(visit(&club, "POST", &back, "new=battery+staple").await.0, 200);
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 400);
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("ann@player.example"));
    assert_eq!(held.claimed, None);
    assert!(!app.store().is_known(ann, "there").await.unwrap());
    end(club).await;
}

/// Whoever removes an address cannot do so in silence.
pub(crate) async fn a_removed_address_is_told(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let block = Command::Block { member: member(&club, "bob").await };
    app.queue().act(Who::Member(ann), None, block).await.unwrap();
    post(app).claim(app, None, ann, "").await.unwrap();
    let all = sent(app, 1).await;
    assert_eq!(undo(&all, "ann@player.example").len(), 1);
    // It is nobody's address now, and hears nothing more.
    assert!(!text(&all[0]).contains("bob"), "{}", text(&all[0]));
    assert_eq!(post(app).held(app, ann).await.unwrap().address, None);
    end(club).await;
}

/// An address that was changed twice is again what it was at first.
pub(crate) async fn of_two_addresses_the_first_comes_back(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let back = taken(&club, ann).await;
    club.hand.fetch_add(1000, Ordering::Relaxed);
    post(app).claim(app, None, ann, "second@there.example").await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let second = all.iter().find(|it| header(it, "to") == "second@there.example").unwrap();
    assert_eq!(visit(&club, "POST", &link(second), "").await.0, 200);
    club.hand.fetch_add(1000, Ordering::Relaxed);
    assert_eq!(visit(&club, "POST", &back, "new=battery+staple").await.0, 200);
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("ann@player.example"));
    end(club).await;
}

/// Whoever confirms an address first has it.
pub(crate) async fn an_address_is_one_member_s(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let players = [member(&club, "ann").await, member(&club, "bob").await];
    let (heard, _listening) = crate::watch::tests::CapturedLog::begin();
    for player in players {
        post(app).claim(app, None, player, "both@home.example").await.unwrap();
    }
    assert_eq!(heard.count("account: address changed"), 2);
    let links: Vec<String> = sent(app, 2).await.iter().map(|it| link(it)).collect();
    assert_eq!(visit(&club, "POST", &links[0], "").await.0, 200);
    let (status, page) = visit(&club, "POST", &links[1], "").await;
    assert!(status == 400 && page.contains("Both@home.example is another member"), "{page}");
    end(club).await;
}

/// Takes over a member's account for a while: mails go to another address. Returns the link that takes it back.
async fn taken(club: &Club, ann: MemberId) -> String {
    let app = &club.app;
    post(app).claim(app, None, ann, "thief@there.example").await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let claimed = all.iter().find(|it| header(it, "to") == "thief@there.example").unwrap();
    assert_eq!(visit(club, "POST", &link(claimed), "").await.0, 200);
    quiet(app).await;
    undo(&mails(&out(app)), "ann@player.example").remove(0)
}

/// Ann goes back to her own address by the settings and not by the link: what the thief was sent in the meantime is
/// void, and hers is still valid.
pub(crate) async fn whoever_had_the_mails_in_between_has_no_say(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, [ann, _]) = begin(&club).await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let hers = taken(&club, ann).await;
    let tag = post(app).0.key.tag(MatchTag { id, ply: 0, member: ann });
    club.hand.fetch_add(1000, Ordering::Relaxed);
    tell(app, ann, UndoableChange::Sessions).await.unwrap();
    quiet(app).await;
    let theirs = undo(&mails(&out(app)), "thief@there.example").remove(0);
    club.hand.fetch_add(1000, Ordering::Relaxed);
    post(app).claim(app, None, ann, "ann@player.example").await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let claimed = all.iter().filter(|it| header(it, "to") == "ann@player.example");
    let verify = claimed.map(|it| link(it)).find(|it| it.contains("/mail/verify")).unwrap();
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 200);
    quiet(app).await;
    let held = post(app).held(app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("ann@player.example"));
    let told: Vec<String> = mails(&out(app));
    let last = told.iter().filter(|it| header(it, "to") == "thief@there.example");
    let mut last = last.map(|it| text(it).split_whitespace().collect::<Vec<_>>().join(" "));
    let last = last.find(|it| it.contains("the one that it was before"));
    assert!(last.is_some_and(|it| !it.contains("/mail/undo/")), "{told:?}");
    assert_eq!(visit(&club, "POST", &theirs, "new=thieves+kitchen").await.0, 404);
    // Nor do answers to the mails that went there speak for her any more.
    assert_eq!(post(app).0.key.read_tag(&tag), None);
    assert_eq!(visit(&club, "POST", &hers, "new=battery+staple").await.0, 200);
    end(club).await;
}

/// What was sent to Ann before her mails were moved away for the second time is good when they are back.
pub(crate) async fn mails_that_come_back_twice_void_what_came_in_between(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let wait = || club.hand.fetch_add(1000, Ordering::Relaxed);
    let move_to = async |address: &str| {
        wait();
        post(app).claim(app, None, ann, address).await.unwrap();
        quiet(app).await;
        let all = mails(&out(app));
        let mut links =
            all.iter().rev().filter(|it| header(it, "to") == address).map(|it| link(it));
        let verify = links.find(|it| it.contains("/mail/verify")).unwrap();
        wait();
        assert_eq!(visit(&club, "POST", &verify, "").await.0, 200);
        quiet(app).await;
    };
    let links = |to: &str| undo(&mails(&out(app)), to);
    move_to("thief@there.example").await;
    move_to("ann@player.example").await;
    wait();
    let before = links("ann@player.example");
    tell(app, ann, UndoableChange::Sessions).await.unwrap();
    quiet(app).await;
    let hers = links("ann@player.example").into_iter().find(|it| !before.contains(it)).unwrap();
    move_to("second@there.example").await;
    wait();
    tell(app, ann, UndoableChange::Sessions).await.unwrap();
    quiet(app).await;
    let theirs = links("second@there.example").remove(0);
    move_to("ann@player.example").await;
    assert_eq!(visit(&club, "POST", &theirs, "new=thieves+kitchen").await.0, 404);
    assert_eq!(visit(&club, "POST", &hers, "new=battery+staple").await.0, 200);
    end(club).await;
}

pub(crate) async fn what_went_out_before_opens_nothing_afterwards(database: &str) {
    let config = config(database, 0);
    let club = Club::open_with(config.clone(), NOON).await;
    let app = &club.app;
    let (id, [ann, _]) = begin(&club).await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let back = taken(&club, ann).await;
    let tag = post(app).0.key.tag(MatchTag { id, ply: 0, member: ann });
    // Nobody vouches for this mail, so its writer is asked, at the address that is Ann's at the moment.
    let bytes = format!(
        "From: thief@there.example\r\nTo: club@crosscut.example\r\nMessage-ID: <7@there.example>\r\n\
         Subject: resign {id}\r\n\r\n"
    );
    let came =
        |bytes: String| IncomingMail { bytes: bytes.into_bytes(), ..IncomingMail::default() };
    receive(app, &came(bytes)).await.unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let asked = all.iter().find(|it| text(it).contains("/mail/confirm/")).unwrap();
    let confirm = link(asked);
    assert_eq!(visit(&club, "GET", &confirm, "").await.0, 200);
    assert_eq!(visit(&club, "POST", &back, "new=battery+staple").await.0, 200);
    assert_eq!(visit(&club, "POST", &confirm, "").await.0, 404);
    // Nor does an answer to a mail that went to the thief, from any address.
    let bytes = format!(
        "From: thief@there.example\r\nTo: club+{tag}@crosscut.example\r\nMessage-ID: <8@there.example>\r\n\
         Subject: Re: your turn\r\n\r\nresign\r\n"
    );
    receive(app, &came(bytes)).await.unwrap();
    quiet(app).await;
    let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
    assert!(state.match_with(id).unwrap().ending.is_none());
    // Ann can answer mails sent from now on, also after a restart.
    let now = post(app).0.key.tag(MatchTag { id, ply: 0, member: ann });
    assert!(now != tag && post(app).0.key.read_tag(&now).is_some());
    assert_eq!(post(app).0.key.read_tag(&tag), None);
    let kept = app.store().settings(crate::post::SERIES).await.unwrap();
    assert_eq!(kept, [(ann.to_string(), "1".to_string())]);
    club.close().await;
    let club = Club::open_with(config, NOON).await;
    let key = &post(&club.app).0.key;
    assert!(key.read_tag(&now).is_some());
    assert_eq!(key.read_tag(&tag), None);
    end(club).await;
}

/// A question about a mail from an address that has changed since is void, even if nothing was taken back.
pub(crate) async fn a_former_address_says_nothing_for_a_member(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let (id, [ann, _]) = begin(&club).await;
    let bytes = format!(
        "From: ann@player.example\r\nTo: club@crosscut.example\r\nMessage-ID: <7@there.example>\r\n\
         Subject: resign {id}\r\n\r\n"
    );
    receive(app, &IncomingMail { bytes: bytes.into_bytes(), ..IncomingMail::default() })
        .await
        .unwrap();
    quiet(app).await;
    let all = mails(&out(app));
    let confirm = link(all.iter().find(|it| text(it).contains("/mail/confirm/")).unwrap());
    let store = app.store();
    assert!(store.verify_address(ann, "ann@new.example", Moment(NOON)).await.unwrap());
    let (status, page) = visit(&club, "POST", &confirm, "").await;
    assert!(status == 400 && page.contains("not yours by now"), "{page}");
    let state = app.queue().look(&[Key::Match(id)]).await.unwrap();
    assert!(state.match_with(id).unwrap().ending.is_none());
    end(club).await;
}

/// When a backup replaces the database, numbers are used again: nothing sent before is valid.
pub(crate) async fn what_went_out_before_a_backup_was_restored_opens_nothing(database: &str) {
    let config = config(database, 0);
    let club = Club::open_with(config.clone(), NOON).await;
    let (id, [ann, _]) = begin(&club).await;
    quiet(&club.app).await;
    let all = mails(&out(&club.app));
    let told = to(&all, "ann").into_iter().find(|it| text(it).contains("It is your turn")).unwrap();
    let old = super::answers::reply("ann", 7, told, true, true, "c3");
    // Some programs answer without the tag: the numbers of our mails begin once more, too.
    let bare = super::answers::reply("ann", 8, told, false, true, "c3");
    let seal = MatchTag { id, ply: 0, member: ann };
    let key = |club: &Club| post(&club.app).0.key.clone();
    let (tag, proof) = (key(&club).tag(seal), key(&club).proof("verify"));
    let back = key(&club).return_tag(MemberId(1), 1);
    let leave = post(&club.app).unsubscribe_link(MemberId(1), "ann@player.example");
    club.close().await;
    let club = Club::open_with(config.clone(), NOON).await;
    assert_eq!(key(&club).read_tag(&tag), Some(seal), "a server that begins again knows its tags");
    club.app.store().set(crate::store::RESTORED, Some("word")).await.unwrap();
    club.close().await;
    let club = Club::open_with(config.clone(), NOON).await;
    assert_eq!(key(&club).read_tag(&tag), None);
    // Nor does what went out between two backups that were restored.
    let between = key(&club).tag(seal);
    club.app.store().set(crate::store::RESTORED, Some("other")).await.unwrap();
    club.close().await;
    let club = Club::open_with(config, NOON).await;
    assert_eq!([&tag, &between].map(|it| key(&club).read_tag(it)), [None, None]);
    assert_eq!(key(&club).returned(&back), None);
    assert!(!key(&club).proves("verify", &proof));
    assert_eq!(key(&club).read_tag(&key(&club).tag(seal)), Some(seal));
    // The subject of an old mail names a match by a number that may be another match's now.
    receive(&club.app, &old).await.unwrap();
    receive(&club.app, &bare).await.unwrap();
    let state = club.app.queue().look(&[Key::Match(id)]).await.unwrap();
    assert_eq!(state.match_with(id).unwrap().n_plies(), 0);
    quiet(&club.app).await;
    let all = mails(&out(&club.app));
    let refused = |it: &&String| text(it).replace('\n', " ").contains("Nothing was done.");
    assert_eq!(to(&all, "ann").into_iter().filter(refused).count(), 2, "{all:?}");
    // Members who want no mails need not look for a newer link.
    assert_eq!(post(&club.app).unsubscribe_link(MemberId(1), "ann@player.example"), leave);
    end(club).await;
}

/// The account is restored even if the former address belongs to somebody else by now.
pub(crate) async fn what_cannot_be_restored_is_told(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    let bob = member(&club, "bob").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let mut client = club.client();
    let thief = json!({"name": "ann", "password": "correct horse"});
    let begun = ask(&mut client, "sessions", "", Some(thief), 201).await;
    let back = taken(&club, ann).await;
    assert!(app.store().verify_address(bob, "ann@player.example", Moment(NOON)).await.unwrap());
    let (status, page) = visit(&club, "POST", &back, "new=battery+staple").await;
    assert!(
        status == 200
            && page.contains("The address ann@player.example belongs to another member by now"),
        "{status} {page}"
    );
    ask(&mut client, "me", begun["token"].as_str().unwrap(), None, 401).await;
    assert_eq!(post(app).held(app, ann).await.unwrap().address, None);
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=battery+staple").await.0, 303);
    end(club).await;
}

/// While a change is taken back, nobody gets in with what was valid before, whatever their timing.
pub(crate) async fn nobody_slips_in_while_it_is_taken_back(database: &str) {
    let club = Arc::new(Club::open_with(config(database, 0), NOON).await);
    let app = club.app.clone();
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    post(&app).claim(&app, None, ann, "thief@there.example").await.unwrap();
    quiet(&app).await;
    let all = mails(&out(&app));
    let claimed = all.iter().find(|it| header(it, "to") == "thief@there.example").unwrap();
    let verify = link(claimed);
    let alone = app.accounts().alone(ann).await;
    let ask = |path: String, body: &'static str| {
        let club = club.clone();
        tokio::spawn(async move { visit(&club, "POST", &path, body).await.0 })
    };
    let worked = app.accounts().worked();
    let enter = ask("/sign-in".to_string(), "name=ann&password=correct+horse");
    let verified = ask(verify, "");
    // The password is right at this moment, and so is the link.
    until(async || (app.accounts().worked() > worked).then_some(())).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    app.accounts().set_password(ann, "battery staple").await.unwrap();
    app.accounts().end(ann, None, "").await.unwrap();
    assert!(app.store().verify_address(ann, "ann@player.example", Moment(NOON)).await.unwrap());
    drop(alone);
    assert_eq!([enter.await.unwrap(), verified.await.unwrap()], [401, 400]);
    assert!(app.accounts().sessions(ann).await.unwrap().is_empty());
    let held = post(&app).held(&app, ann).await.unwrap();
    assert_eq!(held.address.as_deref(), Some("ann@player.example"));
    drop(app);
    end(Arc::into_inner(club).unwrap()).await;
}

/// Blocks and similar settings by somebody else stay, so the owner is told of them on getting the account back.
pub(crate) async fn who_comes_back_is_told_what_else_was_changed(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let mut all = Vec::new();
    for name in ["ann", "bob", "cid", "dan", "eve"] {
        all.push(member(&club, name).await);
    }
    let [ann, bob, cid, dan, eve] = <[_; 5]>::try_from(all).unwrap();
    let act = async |command| app.queue().act(Who::Member(ann), None, command).await.unwrap();
    for member in [dan, eve] {
        act(Command::Block { member }).await;
    }
    // Eight days later somebody else is in.
    club.hand.fetch_add(8 * 24 * 3_600_000, Ordering::Relaxed);
    for member in [bob, cid] {
        act(Command::Block { member }).await;
    }
    act(Command::Unblock { member: dan }).await;
    act(Command::Rename { name: "anna".into() }).await;
    post(app).set_wish(app, ann, MailFrequency::Nothing).await.unwrap();
    receive(app, &letter("ann", 1, "", "change password", "")).await.unwrap();
    let all = sent(app, 2).await;
    let recover = all.iter().find(|it| header(it, "subject") == "Another password").unwrap();
    assert_eq!(visit(&club, "POST", &link(recover), "new=battery+staple").await.0, 200);
    let all = sent(app, 3).await;
    let told = all.iter().find(|it| header(it, "subject") == "Your account was changed").unwrap();
    let list = "\n- the name: it was ann\n- blocked: bob, cid\n- no longer blocked: dan\n\
                - mails about your matches: none are sent";
    assert!(text(told).contains(list), "{}", text(told));
    // So is a member who takes the change back.
    let back = undo(&all, "ann@player.example").remove(0);
    let (status, page) = visit(&club, "POST", &back, "new=battery+staples").await;
    assert!(status == 200 && page.contains("blocked: bob, cid; no longer blocked: dan"), "{page}");
    end(club).await;
}

/// What the intruder has begun, or does at the same moment, is void.
pub(crate) async fn what_was_only_begun_is_taken_back_too(database: &str) {
    let club = Arc::new(Club::open_with(config(database, 0), NOON).await);
    let app = club.app.clone();
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    // An address of theirs is waiting to be confirmed.
    post(&app).claim(&app, None, ann, "thief@there.example").await.unwrap();
    quiet(&app).await;
    let all = mails(&out(&app));
    let claimed = all.iter().find(|it| header(it, "to") == "thief@there.example").unwrap();
    let verify = link(claimed);
    let mut client = club.client();
    let thief = json!({"name": "ann", "password": "correct horse"});
    let begun = ask(&mut client, "sessions", "", Some(thief), 201).await;
    let token = begun["token"].as_str().unwrap().to_string();
    app.accounts().change_password(ann, "correct horse", "thieves kitchen", &token).await.unwrap();
    tell(&app, ann, UndoableChange::Password).await.unwrap();
    quiet(&app).await;
    let back = undo(&mails(&out(&app)), "ann@player.example").remove(0);
    // Each link works once, even if it is followed several times in parallel; and actions that ask for the password
    // wait for it.
    let alone = app.accounts().alone(ann).await;
    let follow = || {
        let (club, back) = (club.clone(), back.clone());
        tokio::spawn(async move { visit(&club, "POST", &back, "new=battery+staple").await.0 })
    };
    let all = [follow(), follow(), follow()];
    let again = {
        let app = app.clone();
        tokio::spawn(async move {
            app.accounts().ask_again(ann, &token, "thieves kitchen").await.map(drop).is_ok()
        })
    };
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    app.accounts().end(ann, None, "").await.unwrap();
    drop(alone);
    let mut said = Vec::new();
    for it in all {
        said.push(it.await.unwrap());
    }
    said.sort_unstable();
    assert_eq!(said, [200, 404, 404]);
    assert!(!again.await.unwrap(), "a session that has ended may do nothing");
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 400);
    // The address that gets mails is told that it was taken back.
    quiet(&app).await;
    let all = mails(&out(&app));
    let told = all.iter().filter(|it| header(it, "subject") == "A change was taken back");
    assert_eq!(told.map(|it| header(it, "to")).collect::<Vec<_>>(), ["ann@player.example"]);
    drop(app);
    end(Arc::into_inner(club).unwrap()).await;
}

/// Somebody else knew the password, or reads a mailbox that was Ann's.
pub(crate) async fn links_from_before_are_good_no_more(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let mut client = club.client();
    let own = json!({"name": "ann", "password": "correct horse"});
    let begun = ask(&mut client, "sessions", "", Some(own), 201).await;
    let token = begun["token"].as_str().unwrap();
    let address = async || post(app).held(app, ann).await.unwrap().address;

    // What was begun with the old password is void with the new one.
    post(app).claim(app, None, ann, "thief@there.example").await.unwrap();
    let all = sent(app, 1).await;
    let verify = link(&all[0]);
    app.accounts().change_password(ann, "correct horse", "battery staple", token).await.unwrap();
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 400);
    assert_eq!(address().await.as_deref(), Some("ann@player.example"));

    // A link for a password is valid as long as the address is the one it went to.
    assert_eq!(visit(&club, "POST", "/recover", "who=ann").await.0, 200);
    let all = sent(app, 2).await;
    let recover = all.iter().find(|it| header(it, "subject") == "Another password").unwrap();
    let recover = link(recover);
    assert_eq!(visit(&club, "GET", &recover, "").await.0, 200);
    club.hand.fetch_add(1000, Ordering::Relaxed);
    post(app).claim(app, None, ann, "ann@new.example").await.unwrap();
    let all = sent(app, 3).await;
    let moved = all.iter().find(|it| header(it, "to") == "ann@new.example").unwrap();
    assert_eq!(visit(&club, "POST", &link(moved), "").await.0, 200);
    assert_eq!(address().await.as_deref(), Some("ann@new.example"));
    assert_eq!(visit(&club, "POST", &recover, "new=thieves+kitchen").await.0, 400);
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=battery+staple").await.0, 303);
    end(club).await;
}

/// A link gives no name back that an operator has taken away since, nor one to somebody who is muted or banned.
pub(crate) async fn a_name_that_an_operator_gave_is_not_taken_back(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let rename = OperatorAction::Rename { name: "vinsult".into(), to: "Robert".into() };
    let mute = OperatorAction::Mute { name: "vrude".into(), days: None };
    let ban = OperatorAction::Ban { name: "vspam".into(), days: Some(7) };
    for (former, act, stays) in
        [("insult", rename, "Robert"), ("rude", mute, "vrude"), ("spam", ban, "vspam")]
    {
        let id = member(&club, former).await;
        app.accounts().set_password(id, "correct horse").await.unwrap();
        let name = format!("v{former}");
        app.queue().act(Who::Member(id), None, Command::Rename { name }).await.unwrap();
        tell(app, id, UndoableChange::Name(former.into())).await.unwrap();
        let told = last(&club, former).await;
        let link = undo(&[told], &format!("{former}@player.example")).remove(0);
        let deed = ActionRequest { act, by: "a test".into(), why: String::new() };
        carry_out(app, &deed).await.unwrap();
        let (status, page) = visit(&club, "POST", &link, "new=battery+staple").await;
        assert!(status == 200 && page.contains("Your name stays as it is"), "{page}");
        let state = app.queue().look(&[Key::Member(id)]).await.unwrap();
        assert_eq!(state.member(id).unwrap().name, stays);
    }
    end(club).await;
}
