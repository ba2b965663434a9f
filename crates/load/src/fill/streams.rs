//! The events of a drafted club, stream by stream.

use crosscut_club::{
    Aim, Audience, ChallengeId, Choice, Event, Fact, Follow, Key, MatchId, MemberId, Moment,
    Origin, Player, Span, Terms, Who,
};

use super::draft::{ClubDraft, MatchDraft, MatchOrigin};
use super::{ClubSize, template};

/// The number of events in a piece, or slightly more.
const PIECE: usize = 20_000;

/// The names of members, which get a number appended.
const NAMES: [&str; 32] = [
    "Ada", "Bruno", "Clara", "Dov", "Edith", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Kaja",
    "Lars", "Mira", "Nils", "Olga", "Pavel", "Quinn", "Rosa", "Sven", "Tilda", "Ugo", "Vera",
    "Wim", "Xenia", "Yuri", "Zoe", "Anouk", "Bela", "Cora", "Dario", "Elin", "Frida",
];
const ZONES: [&str; 5] =
    ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney"];

/// All events, whole streams one after the other, ordered by key except that the members' own streams come last.
pub(super) fn pieces(draft: &ClubDraft) -> impl Iterator<Item = Vec<Event>> {
    let matches = draft.matches.len() as u32;
    let challenges: Vec<u32> = (0..matches)
        .filter(|n| matches!(draft.matches[*n as usize].origin, MatchOrigin::Challenge(_)))
        .collect();
    let challenges =
        in_order(draft.challenges + draft.size.open).map(move |number| {
            match challenges.get(number as usize - 1) {
                Some(n) => challenge(draft, *n),
                None => open_challenge(draft, number - draft.challenges),
            }
        });
    let matches = in_order(matches).map(|number| match_(draft, number));
    let members = in_order(draft.size.members).map(|number| member(draft, number));
    let mut streams = challenges.chain(matches).chain(members);
    std::iter::from_fn(move || {
        let mut piece = Vec::with_capacity(PIECE + PIECE / 8);
        while piece.len() < PIECE {
            match streams.next() {
                Some(stream) => piece.extend(stream),
                None => break,
            }
        }
        (!piece.is_empty()).then_some(piece)
    })
}

/// The numbers from 1 to `last` in the order of their texts, which is the order of streams in the database.
fn in_order(last: u32) -> impl Iterator<Item = u32> {
    let most = u64::from(last);
    (0..last).scan(1, move |next, _| {
        let this: u64 = *next;
        *next = this * 10;
        if most < *next {
            *next = if this < most { this + 1 } else { this / 10 + 1 };
            while next.is_multiple_of(10) {
                *next /= 10;
            }
        }
        u32::try_from(this).ok()
    })
}

/// The terms of a match.
fn terms(draft: &ClubDraft, it: &MatchDraft) -> Terms {
    Terms { rated: it.rated, private: it.private, ..draft.template(it).terms.clone() }
}

/// The challenge that a match came from.
fn challenge(draft: &ClubDraft, n: u32) -> Vec<Event> {
    let it = &draft.matches[n as usize];
    let (MatchOrigin::Challenge(number), [Player::Member(other), Player::Member(maker)]) =
        (it.origin, it.seats)
    else {
        return Vec::new();
    };
    let event = |at: Moment, by: MemberId, fact: Fact| Event {
        key: Key::Challenge(ChallengeId(number)),
        at,
        by: Who::Member(by),
        once: None,
        fact,
    };
    let challenged = Fact::Challenged {
        to: Aim::Member(other),
        terms: terms(draft, it),
        choice: Choice::Second,
        audience: Audience::default(),
        until: None,
        greeting: None,
    };
    let accepted = Fact::Accepted { id: MatchId(u64::from(n) + 1) };
    vec![
        event(Moment(it.began.0 - Span::minutes(3).0), maker, challenged),
        event(it.began, other, accepted),
    ]
}

/// The `n`th open challenge in the lobby, from 1, most of them by the latest members.
fn open_challenge(draft: &ClubDraft, n: u32) -> Vec<Event> {
    let ClubSize { players, open, .. } = draft.size;
    let maker = MemberId((players - (open - n) % players).into());
    let [_, live] = &draft.templates;
    vec![Event {
        key: Key::Challenge(ChallengeId(u64::from(draft.challenges + n))),
        at: Moment(draft.size.now.0 - Span::minutes(i64::from(open - n)).0),
        by: Who::Member(maker),
        once: None,
        fact: Fact::Challenged {
            to: Aim::Open,
            terms: live[n as usize % live.len()].terms.clone(),
            choice: Choice::Second,
            audience: Audience::default(),
            until: None,
            greeting: None,
        },
    }]
}

/// The events of a match.
fn match_(draft: &ClubDraft, number: u32) -> Vec<Event> {
    let it = &draft.matches[number as usize - 1];
    let [first, second] = it.seats;
    let home = |player: Player| player.member().map_or("", |MemberId(id)| zone(id)).to_string();
    let member = first.member().or(second.member());
    let (origin, by) = match it.origin {
        MatchOrigin::Challenge(number) => (Origin::Challenge(ChallengeId(number)), first.who()),
        MatchOrigin::Club => (Origin::Club, Who::Club),
        MatchOrigin::Computer => (Origin::Computer, member.map_or(Who::Club, Who::Member)),
    };
    let began = Fact::Began {
        seats: it.seats,
        terms: terms(draft, it),
        zones: it.seats.map(home),
        origin,
        ratings: it.ratings,
        advantage: it.advantage,
    };
    let event = |after: Span, by: Who, fact: Fact| Event {
        key: Key::Match(MatchId(number.into())),
        at: it.began + after,
        by,
        once: None,
        fact,
    };
    let mut events = vec![event(Span::ZERO, by, began)];
    events.extend(it.follower.map(|member| {
        let followed = Fact::Followed { member, follow: Some(Follow::End) };
        event(Span(500), Who::Member(member), followed)
    }));
    for beat in &draft.template(it).beats {
        let by = beat.by.map_or(Who::Club, |seat| it.seats[seat].who());
        // The computer does not chat.
        if matches!((by, &beat.fact), (Who::Computer(_), Fact::Said { .. })) {
            continue;
        }
        let fact = match &beat.fact {
            Fact::Ended { result, reason, spent, .. } => {
                Fact::Ended { result: *result, reason: *reason, spent: *spent, ratings: it.change }
            }
            fact => fact.clone(),
        };
        events.push(event(beat.after, by, fact));
    }
    events
}

fn zone(id: u64) -> &'static str {
    ZONES[id as usize % ZONES.len()]
}

/// The events of a member and their name.
fn member(draft: &ClubDraft, number: u32) -> Vec<Event> {
    let id = u64::from(number);
    let at = number as usize - 1;
    let name = format!("{}{}", NAMES[at % NAMES.len()], at / NAMES.len() + 1);
    let joined = template::join(id, name, zone(id), draft.joined(number));
    let mut events = joined.expect("such a name may be taken by whoever comes first");
    // More of the member's own events follow; the name has only one.
    events.sort_by_key(|event| event.key != Key::Member(MemberId(id)));
    let taken = events.split_off(1);
    for (n, seat) in &draft.rated[at] {
        let it = &draft.matches[*n as usize];
        let template = draft.template(it);
        let (Some(ending), Some(change)) = (template.ending, it.change) else { continue };
        let rated = Fact::Rated {
            game: template.game().to_string(),
            class: template.class(),
            id: MatchId(u64::from(*n) + 1),
            against: it.seats[1 - seat.index()],
            half_points: (ending.score(*seat).unwrap_or(0.5) * 2.0) as u8,
            rating: change[seat.index()].to,
        };
        events.push(Event {
            key: Key::Member(MemberId(id)),
            at: it.began + (ending.at - Moment(0)),
            by: Who::Club,
            once: None,
            fact: rated,
        });
    }
    events.extend(taken);
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_the_order_of_their_texts() {
        for last in [0, 1, 9, 10, 11, 99, 100, 1234] {
            let mut texts: Vec<String> = (1..=last).map(|n| n.to_string()).collect();
            texts.sort();
            assert_eq!(in_order(last).map(|n| n.to_string()).collect::<Vec<_>>(), texts);
        }
    }
}
