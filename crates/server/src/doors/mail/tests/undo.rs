use serde_json::json;

use super::*;
use crate::tests::ask;

fn undo(all: &[String], to: &str) -> Vec<String> {
    let told = all.iter().filter(|it| header(it, "subject") == "Your account was changed");
    told.filter(|it| header(it, "to") == to).map(|it| link(it)).collect()
}

pub(crate) async fn a_change_is_told_and_taken_back(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    // Somebody knows the password: Ann's name, password and address are theirs.
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
    tell(app, ann, Change::Password).await.unwrap();
    let all = sent(app, 4).await;
    let theirs = undo(&all, "thief@there.example").remove(0);

    // Whoever looks at the link changes nothing, and a password that will not do does not either.
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
    // What the thief was sent opens nothing any more, and the link was good once.
    assert_eq!(visit(&club, "POST", &verify, "").await.0, 400);
    assert_eq!(visit(&club, "POST", &theirs, "new=thieves+kitchen").await.0, 404);
    assert_eq!(visit(&club, "POST", &address, "new=thieves+kitchen").await.0, 404);
    // The change before it is still to be taken back, for a week.
    let state = app.desk().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().name, "anna");
    assert_eq!(visit(&club, "POST", &name, "new=battery+staples").await.0, 200);
    let state = app.desk().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().name, "ann");
    tell(app, ann, Change::Sessions).await.unwrap();
    let late = undo(&sent(app, 5).await, "ann@player.example");
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
    // The password first, then where mails go, then the name.
    app.accounts().change_password(ann, "correct horse", "thieves kitchen", token).await.unwrap();
    tell(app, ann, Change::Password).await.unwrap();
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
    let state = app.desk().look(&[Key::Member(ann)]).await.unwrap();
    assert_eq!(state.member(ann).unwrap().name, "ann");
    assert_eq!(visit(&club, "POST", "/sign-in", "name=ann&password=battery+staple").await.0, 303);
    end(club).await;
}
