//! A blocked member is not heard, by any transport; run on both databases by the store's tests.

use crosscut_club::{Aim, Audience, Choice, Command, Fate, Key, MemberId, Who};
use serde_json::json;

use super::pages::{knock, member, status};
use super::{Club, ask};
use crate::write::tests::{begin_between, challenge, guest, terms};

/// A page, or the answer to a form.
async fn asked(club: &Club, token: &str, line: &str, form: &str) -> (u16, String) {
    let answer = knock(club, token, line, "", form).await;
    (status(&answer), String::from_utf8_lossy(&answer).into_owned())
}

/// The answer to a command in words.
async fn say(club: &Club, token: &str, text: &str) -> (u16, String) {
    let answer = club.client().ask("/command", token, "", Some(text)).await.unwrap();
    (answer.status, String::from_utf8_lossy(&answer.body).into_owned())
}

pub(crate) async fn who_is_blocked_is_not_heard(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let mut numbers = Vec::new();
    for token in [&ann, &bob] {
        let me = ask(&mut club.client(), "me", token, None, 200).await;
        numbers.push(MemberId(me["member"].as_u64().unwrap()));
    }
    let id = begin_between(club.app.queue(), [numbers[0], numbers[1]], terms()).await;

    // Planned before they were blocked.
    let plan = json!({"ply": 2, "branches": [{"play": ["d4"], "say": ["you cannot win"]}]});
    let plan = json!({"command": "plan", "id": id, "plan": plan});
    ask(&mut club.client(), "commands", &ann, Some(plan), 200).await;

    // On the member's page.
    let (_, page) = asked(&club, &bob, "GET /member/Ann", "").await;
    assert!(page.contains(">Block Ann</button>") && !page.contains("Unblock"), "{page}");
    let (_, page) = asked(&club, "", "GET /member/Ann", "").await;
    assert!(!page.contains("Block Ann"), "{page}");
    let (_, page) = asked(&club, &ann, "GET /member/Ann", "").await;
    assert!(!page.contains("Block Ann"), "{page}");
    let (status, head) = asked(&club, &bob, "POST /member/Ann", "what=block").await;
    assert!(status == 303 && head.to_lowercase().contains("location: /member/ann\r\n"), "{head}");
    let (_, page) = asked(&club, &bob, "GET /member/Ann", "").await;
    assert!(page.contains(">Unblock Ann</button>"), "{page}");

    // They cannot challenge, write, or say anything at the table; the match continues.
    let (status, text) = say(&club, &ann, "hex challenge Bob").await;
    assert!(status == 403 && text.contains("do not play each other"), "{text}");
    let (status, text) = say(&club, &ann, "message Bob\nhello").await;
    assert!(status == 403 && text.contains("do not write to each other"), "{text}");
    let (status, text) = say(&club, &ann, &format!("chat {id}\nhello")).await;
    assert!(status == 403 && text.contains("Bob does not want to hear from you."), "{text}");
    let form = format!("POST /match/{id}/say");
    let (status, page) = asked(&club, &ann, &form, "room=players&words=hello").await;
    assert!(status == 403 && page.contains("Bob does not want to hear from you"), "{page}");
    // Nor at a table where they watch.
    let other = guest(club.app.queue()).await;
    let watched = begin_between(club.app.queue(), [other, numbers[1]], terms()).await;
    let (status, text) = say(&club, &ann, &format!("chat {watched}\nhello")).await;
    assert!(status == 403 && text.contains("Bob does not want to hear from you."), "{text}");
    // Nor with a plan.
    let plan = json!({"ply": 1, "branches": [{"on": "c3", "play": ["b2"], "say": ["hello"]}]});
    let plan = json!({"command": "plan", "id": id, "plan": plan});
    ask(&mut club.client(), "commands", &ann, Some(plan), 403).await;
    let (status, text) = say(&club, &ann, &format!("move {id} c3")).await;
    assert_eq!(status, 200, "{text}");
    // An earlier plan is played without its words.
    let (status, text) = say(&club, &bob, &format!("move {id} b2")).await;
    assert!(status == 200 && text.contains("D4") && !text.contains("you cannot win"), "{text}");
    // The member who blocked them may speak.
    let (status, text) = say(&club, &bob, &format!("chat {id}\nplease play on")).await;
    assert_eq!(status, 200, "{text}");

    // In the settings, and by command.
    let (_, page) = asked(&club, &bob, "GET /settings", "").await;
    assert!(page.contains("You have blocked") && page.contains("aria-label=\"Unblock Ann\""));
    let form = format!("what=unblock&unblock={}", numbers[0]);
    let (status, _) = asked(&club, &bob, "POST /settings", &form).await;
    assert_eq!(status, 303);
    let (_, page) = asked(&club, &bob, "GET /settings", "").await;
    assert!(!page.contains("You have blocked"), "{page}");
    let (status, text) = say(&club, &bob, "block").await;
    assert!(status == 200 && text.contains("You have blocked nobody."), "{text}");
    let (status, text) = say(&club, &bob, "block ann").await;
    assert!(status == 200 && text.contains("They cannot challenge you or write to you."), "{text}");
    let (_, text) = say(&club, &bob, "block").await;
    assert!(text.contains("You have blocked Ann."), "{text}");
    let (status, text) = say(&club, &bob, "block bob").await;
    assert!(status == 422 && text.contains("yourself"), "{text}");
    let (status, text) = say(&club, &bob, "unblock ann").await;
    assert!(status == 200 && text.contains("Ann is not blocked"), "{text}");
    let (status, text) = say(&club, &ann, &format!("chat {id}\nhello")).await;
    assert_eq!(status, 200, "{text}");
    let club_now = club.app.queue().look_at(id, Who::Member(numbers[0])).await.unwrap();
    let it = club_now.match_with(id).unwrap();
    assert_eq!((it.line.plies().join(" ").as_str(), it.remarks.len()), ("C3 B2 D4", 2));
    let end = Command::Resign { id };
    club.app.queue().act(Who::Member(numbers[0]), None, end).await.unwrap();
    club.close().await;
}

pub(crate) async fn a_block_holds_though_what_waits_cannot_be_declined(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let [ann, bob] = [member(&club, "Ann").await, member(&club, "Bob").await];
    let (status, text) = say(&club, &ann, "hex challenge Bob").await;
    assert_eq!(status, 200, "{text}");
    let waits = async || say(&club, &bob, "accept Ann").await;
    let store = club.app.store();
    store.rename("challenge_line", "hidden").await.unwrap();
    let (status, text) = say(&club, &bob, "block Ann").await;
    store.rename("hidden", "challenge_line").await.unwrap();
    assert!(status == 200 && text.contains("You have blocked Ann."), "{text}");
    let (status, text) = say(&club, &ann, "message Bob\nhello").await;
    assert!(status == 403 && text.contains("do not write to each other"), "{text}");
    // The waiting challenge cannot be accepted; blocking them again removes it.
    let (status, text) = waits().await;
    assert!(status == 403 && text.contains("do not play each other"), "{text}");
    assert_eq!(say(&club, &bob, "block Ann").await.0, 200);
    let (_, text) = waits().await;
    assert!(!text.contains("do not play each other"), "{text}");
    club.close().await;
}

/// What they asked of others, and what others asked, stays.
pub(crate) async fn a_block_ends_what_the_two_asked_of_each_other_and_nothing_else(database: &str) {
    let club = Club::open(database, 1_000_000).await;
    let mut members = Vec::new();
    let mut tokens = Vec::new();
    for name in ["Ann", "Bob", "Cora"] {
        tokens.push(member(&club, name).await);
        members.push(club.app.accounts().member_named(name).await.unwrap().unwrap());
    }
    let [ann, bob, cora] = <[MemberId; 3]>::try_from(members).unwrap();
    let queue = club.app.queue();
    let mut made = Vec::new();
    for (by, to) in [(ann, bob), (cora, bob), (bob, ann), (ann, cora), (ann, bob)] {
        let done = queue.act(Who::Member(by), None, challenge(to, terms())).await.unwrap();
        made.push(done.challenge().unwrap());
    }
    let open = Command::Challenge {
        to: Aim::Open,
        terms: terms(),
        choice: Choice::Random,
        audience: Audience::default(),
        until: None,
        greeting: None,
    };
    made.push(queue.act(Who::Member(ann), None, open).await.unwrap().challenge().unwrap());
    let block = json!({"command": "block", "member": ann});
    ask(&mut club.client(), "commands", &tokens[1], Some(block), 200).await;
    let keys: Vec<Key> = made.iter().map(|it| Key::Challenge(*it)).collect();
    let state = queue.look(&keys).await.unwrap();
    let fates: Vec<Fate> = made.iter().map(|it| state.challenge(*it).unwrap().fate).collect();
    let (gone, back, open) = (Fate::Declined, Fate::Withdrawn, Fate::Open);
    assert_eq!(fates, [gone, open, back, open, gone, open]);
    club.close().await;
}
