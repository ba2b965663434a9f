//! Rates, and the networks, mailboxes and domains of addresses.

use std::net::Ipv4Addr;
use std::sync::atomic::Ordering;

use super::*;
use crate::watch::tests::CapturedLog;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// One of each kind.
const ALL: [Whose; 33] = [
    Whose::Address(HERE),
    Whose::Member(1),
    Whose::Setting(1),
    Whose::Guard(1),
    Whose::Challenge(1),
    Whose::PasswordFrom(HERE),
    Whose::PasswordFromSite(HERE),
    Whose::PasswordFor(1, HERE),
    Whose::PasswordOf(1),
    Whose::PasswordKnown(1),
    Whose::Guest(HERE),
    Whose::GuestFromSite(HERE),
    Whose::Computer(HERE),
    Whose::Archive(1),
    Whose::Report(1),
    Whose::ReportFrom(HERE),
    Whose::MailTo(1),
    Whose::RecoveryOf(1),
    Whose::Talk(1),
    Whose::TalkOfGuests(HERE),
    Whose::Message(1),
    Whose::Invitation(1),
    Whose::InvitationFrom(HERE),
    Whose::InvitationAt(1),
    Whose::Unproven(1),
    Whose::UnprovenAt(1),
    Whose::UnprovenFrom(1, HERE),
    Whose::UnvouchedAt(1),
    Whose::AskedOf(1),
    Whose::SignUpAt(1),
    Whose::AnswerTo(1),
    Whose::ErrorTo(1),
    Whose::Again(1),
];

#[test]
fn every_limit_is_what_the_hosts_guide_says() {
    let guide = include_str!("../../../../../docs/operating.md");
    let told = guide.split_once("| limit | at once | then one more |\n|---|---|---|\n").unwrap().1;
    let told: Vec<_> = told.lines().take_while(|it| it.starts_with('|')).collect();
    let every = |ms: i64| {
        let seconds = ms as f64 / 1000.0;
        let (n, unit) = match ms {
            ..60_000 => (seconds, "s"),
            60_000..HOUR => (seconds / 60.0, "min"),
            _ => (seconds / 3600.0, "h"),
        };
        format!("every {n} {unit}")
    };
    let all = ALL.map(|it| {
        let Rate { burst, every: ms } = it.rate();
        format!("| `{}` | {burst} | {} |", it.name(), every(ms))
    });
    assert_eq!(told, all, "\n{}", all.join("\n"));
}

#[test]
fn a_limit_that_refuses_says_so_once_a_second() {
    let (clock, hand) = Clock::by_hand(1_000_000);
    let limits = Limits::new(true, clock);
    let (heard, _listening) = CapturedLog::begin();
    let ann = Whose::PasswordKnown(1);
    for _ in 0..10 {
        assert_eq!(limits.take(ann), Ok(()));
    }
    assert_eq!(heard.count("limit: "), 0);
    for (later, lines) in [(0, 1), (0, 1), (SILENCE - 1, 1), (1, 2)] {
        hand.fetch_add(later, Ordering::Relaxed);
        assert!(limits.take(ann).is_err());
        assert_eq!(heard.count("limit: passwords of a member"), lines);
    }
}

fn waits(taken: Result<(), TooOften>) -> i64 {
    taken.map_or_else(|it| it.wait, |()| 0)
}

#[test]
fn an_address_with_an_addition_leads_to_the_same_mailbox() {
    for same in ["friend+club@example.org", "fri.end@example.org", "Friend@example.org"] {
        assert_eq!(mailbox(same), mailbox("friend@example.org"), "{same}");
    }
    for other in ["friends@example.org", "friend@example.com", "+friend@example.org"] {
        assert_ne!(mailbox(other), mailbox("friend@example.org"), "{other}");
    }
}

#[test]
fn a_bucket_runs_dry_and_fills_again() {
    let (clock, hand) = Clock::by_hand(1_000_000);
    let limits = Limits::new(true, clock);
    let ann = Whose::PasswordKnown(1);
    for _ in 0..10 {
        assert_eq!(limits.take(ann), Ok(()));
    }
    assert_eq!(waits(limits.take(ann)), 30_000);
    assert_eq!(limits.take(Whose::PasswordKnown(2)), Ok(()));
    hand.fetch_add(29_999, Ordering::Relaxed);
    assert_eq!(waits(limits.take(ann)), 1);
    hand.fetch_add(1, Ordering::Relaxed);
    assert_eq!(limits.take(ann), Ok(()));
    assert_eq!(waits(limits.take(ann)), 30_000);
}

#[test]
fn a_bucket_is_out_when_its_last_is_taken() {
    let (clock, hand) = Clock::by_hand(1_000_000);
    let ann = Whose::PasswordKnown(1);
    let limits = Limits::new(true, clock.clone());
    for n in 0..10 {
        assert!(!limits.is_out(ann), "{n}");
        assert_eq!(limits.take(ann), Ok(()));
    }
    assert!(limits.is_out(ann) && !limits.is_out(Whose::PasswordKnown(2)));
    hand.fetch_add(30_000, Ordering::Relaxed);
    assert!(!limits.is_out(ann));
    // Without limits nothing is ever out.
    let limits = Limits::new(false, clock);
    for _ in 0..11 {
        assert_eq!(limits.take(ann), Ok(()));
    }
    assert!(!limits.is_out(ann));
}

#[test]
fn a_domain_is_what_somebody_has_registered() {
    for (address, want) in [
        ("a@example.org", "example.org"),
        ("a@b.c.example.org", "example.org"),
        ("a@example.co.uk", "example.co.uk"),
        ("a@x.example.co.uk", "example.co.uk"),
        ("a@mail.example.de", "example.de"),
        ("a@localhost", "localhost"),
    ] {
        assert_eq!(domain(address), want);
    }
}

#[test]
fn a_household_has_one_bucket() {
    let (clock, _) = Clock::by_hand(0);
    let limits = Limits::new(true, clock);
    let from = |text: &str| Whose::Guest(text.parse().unwrap());
    for n in 0..20 {
        assert_eq!(limits.take(from(&format!("2001:db8:1:2::{n}"))), Ok(()));
    }
    assert!(limits.take(from("2001:db8:1:2:ffff::1")).is_err());
    assert!(limits.take(from("2001:db8:1:3::1")).is_ok());
}

#[test]
fn a_household_has_one_bucket_of_each_kind() {
    let (clock, _) = Clock::by_hand(0);
    let limits = Limits::new(true, clock);
    let kinds: [fn(IpAddr) -> Whose; 6] = [
        Whose::Address,
        Whose::PasswordFrom,
        Whose::Computer,
        Whose::TalkOfGuests,
        Whose::ReportFrom,
        Whose::InvitationFrom,
    ];
    for (n, kind) in kinds.into_iter().enumerate() {
        let [one, other] =
            ["2001:db8:1:2::1", "2001:db8:1:2:ffff::1"].map(|it| kind(it.parse().unwrap()));
        while limits.take(one).is_ok() {}
        assert!(limits.take(other).is_err(), "{n}");
        assert!(limits.take(kind("2001:db8:1:3::1".parse().unwrap())).is_ok(), "{n}");
    }
}

#[test]
fn many_households_of_one_network_have_a_bound() {
    let (clock, hand) = Clock::by_hand(0);
    let limits = Limits::new(true, clock);
    for whose in [Whose::Guest, Whose::PasswordFrom] {
        let from = |text: String| whose(text.parse().unwrap());
        for household in 1..=8 {
            for n in 0..20 {
                let one = from(format!("2001:db8:1:{household}::{n}"));
                assert_eq!(limits.take(one), Ok(()));
            }
        }
        let ninth = from("2001:db8:1:9::1".to_string());
        let wait = waits(limits.take(ninth));
        assert!(0 < wait && wait < 10_000, "{wait}");
        // Refused tries use up nothing of the household's.
        for _ in 0..30 {
            assert!(limits.take(ninth).is_err());
        }
        hand.fetch_add(wait, Ordering::Relaxed);
        assert_eq!(limits.take(ninth), Ok(()));
        limits.give_back(ninth);
        assert_eq!(limits.take(ninth), Ok(()));
        assert_eq!(limits.take(from("2001:db8:2:9::1".to_string())), Ok(()));
        assert_eq!(limits.take(from("192.0.2.1".to_string())), Ok(()));
    }
}

#[test]
fn ten_networks_do_not_use_up_what_a_domain_has() {
    let (clock, hand) = Clock::by_hand(0);
    let limits = Limits::new(true, clock);
    let asks = |network: u8, n: i64| {
        let address = format!("x{network}-{n}@large.example");
        let from = IpAddr::from([192, 0, 2, network]);
        limits.take_all(&Whose::unproven_from(&address, Some(from)))
    };
    // All day long they take what they can, and every hour somebody else comes.
    for n in 0..24 * 12 {
        for network in 1..=10 {
            for more in 0..11 {
                let _ = asks(network, 11 * n + more);
            }
        }
        if n % 12 == 0 {
            assert_eq!(asks(11, n), Ok(()), "after {n} times");
        }
        hand.fetch_add(HOUR / 12, Ordering::Relaxed);
    }
}

#[test]
fn a_clock_that_is_set_back_locks_nobody_out() {
    let (clock, hand, ticks) = Clock::by_hands(1_000_000_000);
    let limits = Limits::new(true, clock.clone());
    let ann = Whose::PasswordKnown(1);
    assert_eq!(limits.take(ann), Ok(()));
    hand.fetch_sub(3_600_000, Ordering::Relaxed);
    clock.agree();
    ticks.fetch_add(1, Ordering::Relaxed);
    for _ in 0..9 {
        assert_eq!(limits.take(ann), Ok(()));
    }
    assert_eq!(waits(limits.take(ann)), 29_999);
    assert!(limits.is_out(ann));
}

#[test]
fn many_visitors_are_not_all_looked_at_for_each() {
    let limits = Limits::new(true, Clock::by_hand(0).0);
    let swept = SWEPT.with(std::cell::Cell::get);
    for n in 0..10 * MANY as u64 {
        assert_eq!(limits.take(Whose::Member(n)), Ok(()));
    }
    assert!(SWEPT.with(std::cell::Cell::get) - swept <= 4);
}

#[test]
fn however_many_come_the_buckets_have_a_bound_and_who_must_wait_waits() {
    let (clock, hand) = Clock::by_hand(0);
    let limits = Limits::new(true, clock);
    let ann = Whose::PasswordKnown(1);
    while limits.take(ann).is_ok() {}
    for n in 0..2 * MOST as u64 {
        // They do not all come at once, so that those who came first are dropped first.
        hand.fetch_add(i64::from(n % 1000 == 0), Ordering::Relaxed);
        assert_eq!(limits.take(Whose::Member(n)), Ok(()));
        assert!(limits.buckets().full_at.len() <= MOST);
    }
    assert!(limits.take(ann).is_err());
}

#[test]
fn limits_that_are_off_let_everything_pass() {
    let limits = Limits::new(false, Clock::by_hand(0).0);
    assert!((0..1000).all(|_| limits.take(Whose::PasswordKnown(1)).is_ok()));
}

#[test]
fn every_text_has_a_number_of_its_own() {
    let all: std::collections::HashSet<u64> = (0..5000).map(|n| short(&n.to_string())).collect();
    assert_eq!(all.len(), 5000);
    // The SHA-256 of `abc` is known to begin like this.
    assert_eq!(short("abc"), 0xba78_16bf_8f01_cfea);
}

#[test]
fn words_are_the_same_but_for_numbers_that_mean_nothing() {
    let same = |a: &str, b: &str, plays: bool| {
        Whose::again("ann", a, plays) == Whose::again("ann", b, plays)
    };
    for (a, b, machine, player) in [
        ("Away until Monday", "Away until Monday!", true, true),
        ("Away until Monday", "Away until Friday", false, false),
        ("Your ticket 17", "Your ticket 18", true, false),
        ("move C6", "move C7", true, false),
        // Anything longer than a few words is not a move.
        (&format!("{} 17", "word ".repeat(9)), &format!("{} 18", "word ".repeat(9)), true, true),
    ] {
        assert_eq!((same(a, b, false), same(a, b, true)), (machine, player), "{a} / {b}");
    }
    assert_ne!(Whose::again("ann", "hello", false), Whose::again("bob", "hello", false));
}

/// Members who invite strangers together have no larger share than one.
#[test]
fn an_invitation_is_a_mail_to_an_unverified_address() {
    let (clock, _) = Clock::by_hand(1_000_000);
    let limits = Limits::new(true, clock);
    let friend = "friend@far.example";
    while limits.take_all(&Whose::unproven(friend)).is_ok() {}
    let from = IpAddr::from([192, 0, 2, 1]);
    assert!(limits.take_all(&Whose::invitation(1, "other@near.example", from)).is_ok());
    assert!(limits.take_all(&Whose::invitation(1, friend, from)).is_err());
}
