//! Passkeys and mails: whoever has or loses one is written to.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use super::undo::undo;
use super::*;
use crate::tests::ask;

/// A passkey exists a moment before its owner is notified; the link in that mail still removes it.
pub(crate) async fn a_passkey_is_taken_back_by_its_own_link(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let key = |key: &str| crate::store::PasskeyRow {
        id: key.to_string(),
        member: ann,
        name: "a telephone".to_string(),
        added: app.clock().now(),
        used: None,
        body: "{}".to_string(),
    };
    assert!(app.store().add_passkey(&key("hers")).await.unwrap());
    club.hand.fetch_add(1000, Ordering::Relaxed);
    assert!(app.store().add_passkey(&key("theirs")).await.unwrap());
    club.hand.fetch_add(50, Ordering::Relaxed);
    tell(app, ann, UndoableChange::Passkey("theirs".to_string())).await.unwrap();
    let back = undo(&sent(app, 1).await, "ann@player.example").remove(0);
    assert_eq!(visit(&club, "POST", &back, "new=battery+staple").await.0, 200);
    let keys = app.store().passkeys_of(ann).await.unwrap();
    assert_eq!(keys.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["hers"]);
    end(club).await;
}

/// What a device makes of a question for a passkey: a key that nobody has attested.
fn made(question: &serde_json::Value) -> serde_json::Value {
    use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
    use sha2::{Digest, Sha256};
    // The point from which all others of the curve P-256 are made.
    let point = [
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
    ];
    let [x, y] = point.map(|it| HEXLOWER.decode(it.as_bytes()).unwrap());
    let id = [7; 16];
    let mut told = Sha256::digest("club.example").to_vec();
    // The user was there and is known, and a key follows; it was used by none.
    told.extend([0x45, 0, 0, 0, 0]);
    told.extend([0; 16]);
    told.extend([0, 16]);
    told.extend(id);
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    told.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
    told.extend(x);
    told.extend([0x22, 0x58, 32]);
    told.extend(y);
    let mut object = b"\xa3cfmtdnonegattStmt\xa0hauthData\x58".to_vec();
    object.push(u8::try_from(told.len()).unwrap());
    object.extend(told);
    let client = json!({
        "type": "webauthn.create",
        "challenge": question["options"]["publicKey"]["challenge"],
        "origin": "https://club.example",
    });
    let response = json!({
        "attestationObject": BASE64URL_NOPAD.encode(&object),
        "clientDataJSON": BASE64URL_NOPAD.encode(client.to_string().as_bytes()),
    });
    let id = BASE64URL_NOPAD.encode(&id);
    let key = json!({"id": id, "rawId": id, "type": "public-key", "response": response});
    json!({"word": question["word"], "name": "a telephone", "key": key})
}

/// Its owner is told, and it is added by nobody who has lost the session or the right to it since they asked.
pub(crate) async fn a_new_passkey_is_told_to_its_owner(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    let mut client = club.client();
    let own = json!({"name": "ann", "password": "correct horse"});
    let begun = ask(&mut client, "sessions", "", Some(own.clone()), 201).await;
    let token = begun["token"].as_str().unwrap();
    let again = json!({"password": "correct horse"});
    let keys = async || app.store().passkeys_of(ann).await.unwrap().len();
    let question = ask(&mut client, "passkeys/begin", token, Some(again.clone()), 200).await;
    // Meanwhile they have become an operator, whose password alone opens nothing.
    app.store().set_role(ann, Some(crate::moderation::OPERATOR)).await.unwrap();
    app.moderation().read().await.unwrap();
    ask(&mut client, "passkeys", token, Some(made(&question)), 403).await;
    app.store().set_role(ann, None).await.unwrap();
    app.moderation().read().await.unwrap();
    ask(&mut client, "passkeys", token, Some(made(&question)), 201).await;
    assert_eq!(keys().await, 1);
    let all = sent(app, 1).await;
    assert!(text(&all[0]).contains("A passkey was added to the account of ann"), "{}", all[0]);
    let back = undo(&all, "ann@player.example").remove(0);
    assert_eq!(visit(&club, "POST", &back, "new=correct+horse").await.0, 200);
    assert_eq!(keys().await, 0);
    // The session ends while the answer waits.
    let begun = ask(&mut client, "sessions", "", Some(own), 201).await;
    let token = begun["token"].as_str().unwrap();
    let question = ask(&mut client, "passkeys/begin", token, Some(again), 200).await;
    let alone = app.accounts().alone(ann).await;
    let mut late = Box::pin(ask(&mut client, "passkeys", token, Some(made(&question)), 401));
    assert!(timeout(Duration::from_millis(200), &mut late).await.is_err());
    app.accounts().end(ann, None, "").await.unwrap();
    drop(alone);
    late.await;
    assert_eq!(keys().await, 0);
    end(club).await;
}

/// Somebody else was signed in and has added a passkey: the owner sees it when recovering by a link, and keeps only
/// their own.
pub(crate) async fn passkeys_go_with_a_lost_password_unless_they_are_kept(database: &str) {
    let club = Club::open_with(config(database, 0), NOON).await;
    let app = &club.app;
    let ann = member(&club, "ann").await;
    for (key, name) in [("a1", "Phone"), ("b2", "Thief")] {
        let (key, name) = (key.to_string(), name.to_string());
        let (added, body) = (app.clock().now(), "{}".to_string());
        let row = crate::store::PasskeyRow { id: key, member: ann, name, added, used: None, body };
        assert!(app.store().add_passkey(&row).await.unwrap());
    }
    let keys = async || {
        let keys = app.store().passkeys_of(ann).await.unwrap();
        keys.into_iter().map(|it| it.id).collect::<Vec<_>>()
    };
    receive(app, &letter("ann", 1, "", "change password", "")).await.unwrap();
    let all = sent(app, 2).await;
    let recover = all.iter().find(|it| header(it, "subject") == "Another password").unwrap();
    let (status, page) = visit(&club, "GET", &link(recover), "").await;
    assert!(status == 200 && page.contains("Phone, added ") && page.contains("Thief, added "));
    assert!(!page.contains(" checked"), "{page}");
    // Without a valid link nothing is shown, and nobody is known from then on.
    let here = crate::token::hash(&format!("network {ann} 127.0.0.1"));
    let is_known = async || app.store().is_known(ann, &here).await.unwrap();
    let forged = link(recover).replace("proof=", "proof=0");
    let (status, page) = visit(&club, "POST", &forged, "new=battery+staple").await;
    assert!(status == 400 && !page.contains("Phone") && !page.contains("For ann"), "{page}");
    assert!(!is_known().await);
    // A password that is not accepted changes nothing, and the ticked boxes stay ticked.
    let (status, page) = visit(&club, "POST", &link(recover), "new=short&keep-a1=yes").await;
    assert!(status == 400 && page.matches(" checked").count() == 1, "{page}");
    assert_eq!(keys().await, ["a1", "b2"]);
    assert!(!is_known().await);
    // Whoever follows it at the moment when the password is set otherwise comes too late.
    let alone = app.accounts().alone(ann).await;
    let link = link(recover);
    let mut late = Box::pin(visit(&club, "POST", &link, "new=thieves+kitchen"));
    assert!(timeout(Duration::from_millis(200), &mut late).await.is_err());
    app.accounts().set_password(ann, "correct horse").await.unwrap();
    drop(alone);
    assert_eq!(late.await.0, 400);
    assert_eq!(keys().await, ["a1", "b2"]);
    // Nor does it work any more: another one is asked for.
    club.hand.fetch_add(1000, Ordering::Relaxed);
    receive(app, &letter("ann", 2, "", "change password", "")).await.unwrap();
    let all = sent(app, 4).await;
    let recover = all.iter().rfind(|it| header(it, "subject") == "Another password").unwrap();
    let (status, page) =
        visit(&club, "POST", &super::link(recover), "new=battery+staple&keep-a1=yes").await;
    assert!(status == 200 && page.contains("One passkey was removed"), "{page}");
    assert_eq!(keys().await, ["a1"]);
    assert!(is_known().await);
    end(club).await;
}
