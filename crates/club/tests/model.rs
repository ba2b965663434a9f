//! Random commands by random people, and what must hold whatever they do.

#![expect(clippy::unwrap_used, reason = "what fails here fails a test")]

mod common;

use common::{Club, entry};
use crosscut_catalog::{Line, Rng, Seat};
use crosscut_club::{
    Aim, Audience, Branch, Choice, Command, Context, Event, Fact, Follow, Key, Match, MatchId,
    MemberId, Moment, Offer, Pace, Pauses, Plan, Player, Reason, Refusal, Room, Span, State, Terms,
    Welcome, Who, act, needs,
};
use crosscut_record::GameResult;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A step to try: who and what are drawn from a number, so that shrinking shortens the sequence.
#[derive(Clone, Debug)]
struct Step {
    wait: i64,
    who: u8,
    what: u8,
    chance: u64,
}

fn step() -> impl Strategy<Value = Step> {
    let wait = prop_oneof![
        6 => 0..2000_i64,
        2 => 0..70_000_i64,
        1 => 0..400_000_000_i64,
    ];
    (wait, 0..4_u8, 0..40_u8, any::<u64>()).prop_map(|(wait, who, what, chance)| Step {
        wait,
        who,
        what,
        chance,
    })
}

/// Each run draws other cases. A failing one prints its seed, which can be given to repeat it.
#[expect(clippy::print_stdout, reason = "a test that fails shows what it has said")]
fn drawn() -> RngSeed {
    let asked = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|it| it.parse().ok());
    let now = std::time::UNIX_EPOCH.elapsed().map_or(0, |it| it.as_nanos() as u64);
    let seed = asked.unwrap_or(now);
    println!("PROPTEST_RNG_SEED={seed} draws these cases again");
    RngSeed::Fixed(seed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, rng_seed: drawn(), ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_asked_the_club_stays_whole(steps in prop::collection::vec(step(), 1..120)) {
        let mut world = World::new();
        for step in &steps {
            world.step(step);
        }
        world.check_stories();
    }
}

struct World {
    club: Club,
    /// Plies and refusals seen, so that a test in which nothing happens is noticed.
    plies: usize,
}

const GAMES: [&str; 6] = [
    "hex:size=3",
    "hex:size=2,opening=none",
    "trellis:size=7",
    "original-trellis",
    "plexus",
    "trail-mix",
];

impl World {
    fn new() -> Self {
        let mut club = Club::new();
        for (name, zone) in [("ann", "Europe/Berlin"), ("bob", "America/New_York"), ("cid", "UTC")]
        {
            let join = Command::Join { name: name.to_string(), zone: zone.to_string() };
            club.run(Who::Visitor, None, &join).unwrap();
        }
        club.run(Who::Visitor, None, &Command::Visit { zone: String::new() }).unwrap();
        World { club, plies: 0 }
    }

    fn step(&mut self, step: &Step) {
        let (who, command, once) = self.choose(step);
        self.let_time_pass(step.wait);
        self.club.seed = step.chance;
        self.club.advantage = (step.chance % 41) as i32 - 20;
        let before = self.club.state.clone();
        let fresh_before = self.club.context(who, None).fresh;
        let lines = self.club.log.len();
        // Now and then everything is dropped: what is loaded for a command must be enough for it.
        let forgotten = step.chance.is_multiple_of(5);
        if forgotten {
            self.club.state = State::default();
        }
        let answer = self.club.run(who, once.as_deref(), &command);
        if forgotten {
            let context = self.club.context(who, once.as_deref());
            let context = Context { fresh: fresh_before, ..context };
            let mut all = before.clone();
            needs(&before, &context, &command).iter().for_each(|key| all.set_absent(key));
            assert_eq!(answer, act(&all, &context, &command), "{command:?}");
            let keys: Vec<Key> = self.club.keys().into_iter().collect();
            let missing = keys.into_iter().filter(|key| !self.club.state.knows(key));
            let missing: Vec<Key> = missing.collect();
            self.club.load(&missing);
        }
        match answer {
            Ok(events) => {
                self.check_clocks(&before, &events);
                self.check_sight(&events);
                self.plies +=
                    events.iter().filter(|it| matches!(it.fact, Fact::Turn { .. })).count();
            }
            Err(refusal) => {
                assert!(!matches!(refusal, Refusal::NotLoaded(_)));
                let words = refusal.to_string();
                assert!(!words.is_empty() && !words.ends_with('.'), "{words}");
                assert_eq!(self.club.log.len(), lines, "{refusal}");
                // Serializing a whole club takes a while.
                let some = step.chance.is_multiple_of(8);
                for key in self.club.keys().iter().filter(|key| some && before.knows(key)) {
                    assert_eq!(entry(&before, key), entry(&self.club.state, key), "{refusal}");
                }
                self.check_time_out(&command, &refusal);
            }
        }
    }

    /// Lets time pass for the player to move, to the millisecond, and for nobody else.
    fn let_time_pass(&mut self, wait: i64) {
        let (from, to) = (self.club.now, self.club.now + Span(wait));
        let state = &self.club.state;
        for it in state.matches() {
            for seat in Seat::BOTH {
                let (Some(left), Some(later)) =
                    (it.left(seat, from, state), it.left(seat, to, state))
                else {
                    continue;
                };
                if it.turn() != Some(seat) {
                    assert_eq!(left, later, "{} waits", it.id);
                } else if it.terms.pauses.are_none() {
                    assert_eq!(later, Span((left.0 - wait).max(0)), "{} thinks", it.id);
                } else {
                    assert!(later <= left && left.0 - later.0 <= wait);
                }
                if it.turn() == Some(seat) {
                    let late = it.deadline(state).is_some_and(|deadline| deadline <= to);
                    assert_eq!(late, later == Span::ZERO, "{}: deadline and clock agree", it.id);
                }
            }
        }
        self.club.now = to;
    }

    /// Nobody has more time after a command than before it plus what the command gave.
    fn check_clocks(&self, before: &State, events: &[Event]) {
        let (now, after) = (self.club.now, &self.club.state);
        for it in before.matches() {
            let later = after.match_with(it.id).unwrap();
            let Pace::Fischer { increment, cap, bank } = it.terms.pace else { continue };
            for seat in Seat::BOTH {
                let mut given = 0;
                for event in events.iter().filter(|event| event.key == Key::Match(it.id)) {
                    match &event.fact {
                        Fact::Turn { seat: by, gained, spent, .. } => {
                            assert!(*gained <= increment && *gained >= Span::ZERO && spent.0 >= 0);
                            given += if *by == seat { gained.0 } else { 0 };
                        }
                        Fact::Credited { period } => given += (period.until - period.from).0,
                        Fact::TakenBack { returned, .. } => given -= returned[seat.index()].0,
                        _ => {}
                    }
                }
                let (was, is) = (it.left(seat, now, before), later.left(seat, now, after));
                let (was, is) = (was.unwrap().0, is.unwrap().0);
                assert!(is <= (was + given).max(0), "{}: {was} and {given} made {is}", it.id);
                assert!(is <= cap.unwrap_or(Span(i64::MAX)).0);
                let plies = later.plies.iter().filter(|ply| ply.seat == seat).count() as i64;
                assert!(is <= bank.0 + increment.0 * plies, "{}", it.id);
            }
        }
    }

    /// A plan is visible to its owner and to nobody else.
    fn check_sight(&self, events: &[Event]) {
        for event in events {
            let Key::Match(id) = event.key else { continue };
            let it = self.club.state.match_with(id).unwrap();
            for member in 1..=4 {
                let who = Who::Member(MemberId(member));
                let sees = event.visible_to(who, &self.club.state);
                match &event.fact {
                    Fact::Planned { seat, .. } | Fact::PlanFailed { seat, .. } => {
                        assert_eq!(sees, it.player(*seat).who() == who);
                    }
                    Fact::Said { room: Room::Players, .. } => {
                        assert_eq!(sees, it.seat_of(who).is_some());
                    }
                    Fact::Said { .. } => {}
                    Fact::Followed { member, .. } => assert_eq!(sees, who == Who::Member(*member)),
                    _ => assert_eq!(sees, !it.terms.private || it.seat_of(who).is_some()),
                }
            }
        }
    }

    /// The club is refused a time-out only with good reason.
    fn check_time_out(&self, command: &Command, refusal: &Refusal) {
        if let (Command::TimeOut { id }, Refusal::TimeLeft(Some(deadline))) = (command, refusal) {
            let it = self.club.state.match_with(*id).unwrap();
            assert!(it.runs() && *deadline > self.club.now);
            assert!(
                it.left(it.turn().unwrap(), self.club.now, &self.club.state) > Some(Span::ZERO)
            );
        }
    }

    /// Replays every match from the store, by the rules of the game alone.
    fn check_stories(&self) {
        self.club.check();
        for key in self.club.keys() {
            let Key::Match(id) = key else { continue };
            let events = self.club.events_of(|it| *it == Key::Match(id));
            self.check_story(id, events);
        }
    }

    fn check_story(&self, id: MatchId, mut events: impl Iterator<Item = Event>) {
        let Fact::Began { terms, seats, .. } = events.next().unwrap().fact else { panic!("{id}") };
        let mut line = Line::new(terms.game.parse().unwrap());
        let mut ended = None;
        let mut played = [Vec::new(), Vec::new()];
        for event in events {
            match event.fact {
                Fact::Said { .. } => continue,
                Fact::Offered { offer: Offer::Rematch, .. }
                | Fact::OfferDeclined { offer: Offer::Rematch }
                | Fact::OfferWithdrawn { offer: Offer::Rematch }
                | Fact::Rematched { .. } => {
                    assert!(ended.is_some(), "{id}");
                    continue;
                }
                _ => assert!(ended.is_none(), "{id} goes on after its end: {event:?}"),
            }
            match event.fact {
                Fact::Turn { ply, seat, text, .. } => {
                    played[seat.index()].push(ply);
                    assert_eq!(line.position().turn(), Some(seat), "{id}");
                    assert_eq!(line.play(&text).unwrap(), text, "{id}: plies are canonical");
                    assert_eq!(line.plies().len(), ply as usize);
                }
                Fact::TakenBack { plies, .. } => {
                    line = line.up_to(plies as usize);
                    played.iter_mut().for_each(|played| played.retain(|ply| *ply <= plies));
                }
                Fact::Ended { result, reason, .. } => ended = Some((result, reason)),
                _ => {}
            }
        }
        let by_rules = line.position().outcome().map(|it| (it.winner(), Reason::Rules));
        match ended {
            Some((result, Reason::Rules)) => {
                let winner = by_rules.expect("the game is over").0;
                let expected = match winner {
                    Some(Seat::First) => GameResult::First,
                    Some(Seat::Second) => GameResult::Second,
                    None => GameResult::Draw,
                };
                assert_eq!(result, expected, "{id}");
            }
            _ => assert_eq!(by_rules, None, "{id} is over and goes on"),
        }
        let both_played = played.iter().all(|played| !played.is_empty());
        if let Some((_, Reason::Time | Reason::Resignation)) = ended {
            assert!(both_played, "{id}: nobody's loss");
        }
        // A draw agreed on before both have played changes no rating.
        let agreed = matches!(ended, Some((_, Reason::Agreement)));
        self.check_ratings(id, seats, terms.rated && (both_played || !agreed), ended);
    }

    /// A rated match with a result changes both ratings once, and the two scores add up.
    fn check_ratings(
        &self,
        match_id: MatchId,
        seats: [Player; 2],
        rated: bool,
        ended: Option<(GameResult, Reason)>,
    ) {
        let points: Vec<(Key, u8)> = self
            .club
            .events_of(|key| matches!(key, Key::Member(_)))
            .filter_map(|event| match event.fact {
                Fact::Rated { id, half_points, .. } if id == match_id => {
                    Some((event.key, half_points))
                }
                _ => None,
            })
            .collect();
        let first = match ended {
            Some((GameResult::First, _)) => 2,
            Some((GameResult::Second, _)) => 0,
            Some((GameResult::Draw, _)) => 1,
            _ => return assert_eq!(points, [], "{match_id}"),
        };
        if rated {
            let key = |at: usize| Key::Member(seats[at].member().unwrap());
            assert_eq!(points, [(key(0), first), (key(1), 2 - first)], "{match_id}");
        } else {
            assert_eq!(points, []);
        }
    }

    /// A command that usually makes sense.
    fn choose(&self, step: &Step) -> (Who, Command, Option<String>) {
        let mut rng = Rng::new(step.chance);
        let mut who = Who::Member(MemberId(u64::from(step.who) + 1));
        let mut matches: Vec<&Match> = self.club.state.matches().filter(|it| it.runs()).collect();
        matches.sort_by_key(|it| it.id);
        let any = MatchId(1 + u64::from(rng.below(matches.len() as u32 + 2)));
        let running = if matches.is_empty() { None } else { Some(rng.pick(&matches)) };
        let id = running.map_or(any, |it| it.id);
        let offer = rng.pick(&Offer::ALL);
        let now = self.club.now;
        let once = rng.below(4).eq(&0).then(|| format!("k{}", rng.below(5)));
        if let Some(player) = running.and_then(Match::player_on_turn)
            && rng.below(4) > 0
        {
            who = player.who();
        }
        let command = match step.what {
            0..16 => {
                let text = running.map_or("a1".to_string(), |it| ply(it, &mut rng));
                let ply = running
                    .filter(|_| rng.below(2) == 0)
                    .map(|it| it.n_plies() + u32::from(rng.below(8) == 0));
                let then =
                    if rng.below(6) == 0 { branches(running, &mut rng, 2) } else { Vec::new() };
                Command::Turn { id, text, ply, then }
            }
            16..20 => {
                // Plans are usually made by the player who is not to move.
                if let Some(it) = running
                    && rng.below(4) > 0
                    && let Some(seat) = it.turn()
                {
                    who = it.opponent(seat).who();
                }
                let ply = running.map_or(1, Match::n_plies) + 1 + u32::from(rng.below(4) == 0);
                let plan = Plan { ply, branches: branches(running, &mut rng, 3) };
                Command::Plan { id, plan: Some(plan) }
            }
            20 => Command::Offer { id: any, offer },
            21 => Command::Offer { id, offer },
            22 => {
                let Some(it) = running else { return (who, Command::Abort { id }, once) };
                let standing = it.offers.standing().next();
                let Some((offer, seat)) = standing else {
                    return (who, Command::Offer { id, offer }, once);
                };
                return (it.opponent(seat).who(), Command::Accept { id, offer }, once);
            }
            // A turn settles most offers, so an open one is declined here.
            23 => {
                let standing = running.and_then(|it| Some((it, it.offers.standing().next()?)));
                let Some((it, (offer, seat))) = standing else {
                    return (who, Command::Decline { id, offer }, once);
                };
                return (it.opponent(seat).who(), Command::Decline { id, offer }, once);
            }
            24 => Command::Withdraw { id, offer },
            25 => Command::Resign { id },
            26 => Command::Abort { id },
            27 => Command::ClaimTime { id },
            28 => {
                let room = rng.pick(&[Room::Players, Room::Spectators]);
                Command::Say { id, room, words: "well".to_string(), more: Vec::new() }
            }
            29 => {
                who = Who::Club;
                Command::TimeOut { id }
            }
            30 => {
                who = Who::Club;
                let from = Moment(now.0 - i64::from(rng.below(60_000)));
                Command::Credit { id, from, until: now }
            }
            31 if rng.below(4) == 0 => {
                who = Who::Club;
                Command::Stop { id: any }
            }
            31 => Command::GoAway { from: None, until: now + Span::hours(rng.below(200).into()) },
            32 if rng.below(4) == 0 => {
                let welcome = rng.pick(&[Welcome::Ask, Welcome::Take, Welcome::Refuse]);
                Command::Welcome { game: "hex".to_string(), welcome }
            }
            32 if rng.below(3) == 0 => {
                let most = rng.pick(&[None, Some(0), Some(2)]);
                Command::Limit { game: "hex".to_string(), most }
            }
            32 if rng.below(2) == 0 => {
                let follow = rng.pick(&[None, Some(Follow::Turns), Some(Follow::End)]);
                Command::FollowGame { game: "hex".to_string(), follow }
            }
            33 if rng.below(2) == 0 => {
                let follow = rng.pick(&[None, Some(Follow::Turns), Some(Follow::End)]);
                Command::Follow { id: any, follow }
            }
            32 => Command::ComeBack,
            33 => Command::Block { member: MemberId(1 + u64::from(rng.below(4))) },
            34 => Command::Unblock { member: MemberId(1 + u64::from(rng.below(4))) },
            35 => {
                who = Who::Club;
                let seats = [0, 1].map(|_| Player::Member(MemberId(1 + u64::from(rng.below(4)))));
                Command::Pair { seats, terms: terms(&mut rng) }
            }
            36 => {
                let choice = rng.pick(&[Choice::First, Choice::Second, Choice::Random]);
                Command::PlayComputer { level: 1, terms: terms(&mut rng), choice }
            }
            37 => Command::Challenge {
                to: Aim::Open,
                terms: terms(&mut rng),
                choice: Choice::Random,
                audience: Audience::default(),
                until: None,
                greeting: None,
            },
            38 => {
                let last = self.club.keys().into_iter().rev().find_map(|key| match key {
                    Key::Challenge(id) => Some(id),
                    _ => None,
                });
                match last {
                    Some(id) => Command::AcceptChallenge { id, code: None },
                    None => Command::Register { name: "dan".to_string() },
                }
            }
            _ => Command::Register { name: "dan".to_string() },
        };
        (who, command, once)
    }
}

/// A ply, usually legal.
fn ply(it: &Match, rng: &mut Rng) -> String {
    let moves = it.line.position().moves();
    match rng.below(12) {
        0 => "a1".to_string(),
        _ if moves.is_empty() => "pass".to_string(),
        _ => moves[rng.below(moves.len() as u32) as usize].to_lowercase(),
    }
}

/// Branches for what may be played next, with answers.
fn branches(it: Option<&Match>, rng: &mut Rng, depth: u32) -> Vec<Branch> {
    let Some(it) = it else { return Vec::new() };
    let moves = it.line.position().moves();
    if moves.is_empty() || depth == 0 {
        return Vec::new();
    }
    let pick = |rng: &mut Rng| moves[rng.below(moves.len() as u32) as usize].clone();
    (0..1 + rng.below(3))
        .map(|_| Branch {
            on: (rng.below(3) > 0).then(|| pick(rng)),
            play: (0..rng.below(3).min(1 + rng.below(2))).map(|_| pick(rng)).collect(),
            say: (0..rng.below(6) / 4).map(|_| "as planned".to_string()).collect(),
            resign: rng.below(20) == 0,
            then: branches(Some(it), rng, depth - 1),
        })
        .collect()
}

fn terms(rng: &mut Rng) -> Terms {
    let pace = match rng.below(4) {
        0 => Pace::None,
        1 => Pace::Days { days: 1 + rng.below(3) },
        2 => Pace::Fischer {
            bank: Span::days(2),
            increment: Span::hours(12),
            cap: Some(Span::days(3)),
        },
        _ => Pace::Fischer { bank: Span::minutes(1), increment: Span::seconds(2), cap: None },
    };
    let slow = matches!(pace, Pace::Days { .. } | Pace::Fischer { cap: Some(_), .. });
    let pauses =
        Pauses { vacation: slow && rng.below(2) == 0, weekends: slow && rng.below(2) == 0 };
    Terms {
        game: rng.pick(&GAMES).to_string(),
        setup: None,
        pace,
        pauses,
        nag: None,
        flag: rng.pick(&[crosscut_club::Flag::Automatic, crosscut_club::Flag::Claimed]),
        rated: rng.below(2) == 0,
        private: rng.below(4) == 0,
    }
}

#[test]
fn the_random_commands_do_something() {
    let mut rng = Rng::new(1);
    let mut world = World::new();
    for _ in 0..9000 {
        let wait = i64::from(rng.below(3000));
        let (who, what) = (rng.below(4) as u8, rng.below(40) as u8);
        world.step(&Step { wait, who, what, chance: rng.next_u64() });
    }
    world.check_stories();
    let text: String = world.club.log.iter().map(|(_, line)| line.as_str()).collect();
    let facts = [
        "turn",
        "planned",
        "plan_failed",
        "offered",
        "offer_declined",
        "offer_withdrawn",
        "taken_back",
        "said",
        "credited",
        "ended",
        "rematched",
        "rated",
        "accepted",
        "went_away",
        "welcomes",
        "limited",
        "follows_game",
        "followed",
    ];
    for fact in facts {
        assert!(text.contains(&format!("\"fact\":\"{fact}\"")), "{fact} never happens");
    }
    let planned = text.matches("\"planned\":true").count();
    assert!(world.plies > 300 && planned > 10, "{} plies, {planned} planned", world.plies);
}
