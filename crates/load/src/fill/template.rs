//! Games played under the club's rules, to be repeated by other players.

use anyhow::{Context as _, anyhow};
use crosscut_catalog::Rng;
use crosscut_club::{
    ChallengeId, Class, Command, Context, Ending, Event, Fact, Fresh, MatchId, MemberId, Moment,
    Pace, Player, Room, Span, State, Terms, Who, act, needs,
};

use crate::games::{GameScript, scripts};

/// The paces of finished games, one of each class.
const PACES: [Pace; 3] = [
    Pace::Fischer { bank: Span::minutes(5), increment: Span::seconds(5), cap: None },
    Pace::Fischer { bank: Span::minutes(30), increment: Span::seconds(30), cap: None },
    Pace::Days { days: 3 },
];
/// The paces of games in progress: no clock runs out within a week.
const SLOW: [Pace; 3] = [Pace::Days { days: 14 }, Pace::Days { days: 21 }, Pace::None];
/// The match and its players, in the small club in which a game is played for the first time.
const ID: MatchId = MatchId(1);
const SEATS: [Who; 2] = [Who::Member(MemberId(1)), Who::Member(MemberId(2))];

/// A game with its timing, without its players.
#[derive(Debug)]
pub(super) struct MatchTemplate {
    /// What is played, unrated and public.
    pub(super) terms: Terms,
    /// The events after the beginning.
    pub(super) beats: Vec<TimedFact>,
    /// How it ended, if it did.
    pub(super) ending: Option<Ending>,
}

/// An event of a template.
#[derive(Debug)]
pub(super) struct TimedFact {
    /// The time since the beginning.
    pub(super) after: Span,
    /// The seat that caused it; none for the club.
    pub(super) by: Option<usize>,
    /// What happened.
    pub(super) fact: Fact,
}

impl MatchTemplate {
    /// The time from the beginning to the last event.
    pub(super) fn length(&self) -> Span {
        self.beats.last().map_or(Span::ZERO, |it| it.after)
    }

    /// The name of the game.
    pub(super) fn game(&self) -> &str {
        self.terms.game.split(':').next().unwrap_or_default()
    }

    /// The class of the pace.
    pub(super) fn class(&self) -> Class {
        self.terms.pace.class()
    }
}

/// Templates of every game: finished ones, and those in progress.
pub(super) fn templates(each: usize, rng: &mut Rng) -> anyhow::Result<[Vec<MatchTemplate>; 2]> {
    let (mut over, mut live) = (Vec::new(), Vec::new());
    for script in scripts(None, each, rng.next_u64())? {
        for pace in PACES {
            over.push(play(&script, pace, true, rng)?);
        }
        live.push(play(&script, rng.pick(&SLOW), false, rng)?);
    }
    Ok([over, live])
}

/// Plays a game, either to its end by the rules, by resignation or on time, or part of the way.
fn play(
    script: &GameScript,
    pace: Pace,
    to_the_end: bool,
    rng: &mut Rng,
) -> anyhow::Result<MatchTemplate> {
    let mut club = TemplateClub { state: State::default(), now: Moment(0), beats: Vec::new() };
    for name in ["first", "second"] {
        let join = Command::Join { name: name.to_string(), zone: "UTC".to_string() };
        club.ask(Who::Visitor, &join)?;
    }
    let terms = Terms {
        game: script.spec.clone(),
        setup: None,
        pace,
        pauses: Default::default(),
        nag: None,
        flag: Default::default(),
        rated: false,
        private: false,
    };
    let seats = [MemberId(1), MemberId(2)].map(Player::Member);
    club.ask(Who::Club, &Command::Pair { seats, terms })?;
    let chats = rng.below(4) == 0;
    if chats {
        club.say("Have fun!", 0)?;
    }
    // Most people do not play to the bitter end.
    let whole = to_the_end && rng.below(6) == 0;
    let most = 4 + rng.below(36) as usize;
    for (at, (seat, text)) in script.plies.iter().enumerate() {
        let counts = club.state.match_with(ID).is_some_and(|it| it.counts());
        let last = at + 1 == script.plies.len();
        // A game in progress is not played to its last ply.
        if !whole && if last { !to_the_end } else { most <= at && counts } {
            break;
        }
        club.wait(thought(pace, rng));
        let turn = Command::Turn { id: ID, text: text.clone(), ply: None, then: Vec::new() };
        club.ask(SEATS[*seat], &turn)?;
    }
    let it = club.state.match_with(ID).context("the match was begun above")?;
    if to_the_end && let Some(seat) = it.turn() {
        let deadline = it.deadline(&club.state).filter(|_| rng.below(8) == 0);
        if let Some(deadline) = deadline {
            club.now = deadline;
            club.ask(Who::Club, &Command::TimeOut { id: ID })?;
        } else {
            club.wait(thought(pace, rng));
            club.ask(SEATS[seat.index()], &Command::Resign { id: ID })?;
        }
        if chats {
            club.say("Thanks for the game.", 1)?;
        }
    }
    let it = club.state.match_with(ID).context("the match was begun above")?;
    Ok(MatchTemplate { terms: it.terms.clone(), ending: it.ending, beats: club.beats })
}

/// The time spent on a turn.
fn thought(pace: Pace, rng: &mut Rng) -> Span {
    let mut seconds = |from: i64, more: u32| Span::seconds(from + i64::from(rng.below(more)));
    match pace.class() {
        Class::Blitz => seconds(1, 6),
        Class::Normal => seconds(5, 30),
        Class::Correspondence => seconds(60, 100_000),
    }
}

/// The events of a member who joins a club at a moment.
pub(super) fn join(id: u64, name: String, zone: &str, now: Moment) -> anyhow::Result<Vec<Event>> {
    let join = Command::Join { name, zone: zone.to_string() };
    ask(&mut State::default(), Who::Visitor, now, id, &join)
}

/// A club in which a single game is played.
struct TemplateClub {
    state: State,
    now: Moment,
    beats: Vec<TimedFact>,
}

impl TemplateClub {
    fn wait(&mut self, span: Span) {
        self.now = self.now + span;
    }

    fn say(&mut self, words: &str, seat: usize) -> anyhow::Result<()> {
        self.wait(Span::seconds(1));
        let say = Command::Say {
            id: ID,
            room: Room::Players,
            words: words.to_string(),
            more: Vec::new(),
        };
        self.ask(SEATS[seat], &say)
    }

    /// Carries out a command, and keeps the events of the match.
    fn ask(&mut self, who: Who, command: &Command) -> anyhow::Result<()> {
        let here = [1, 2].into_iter().filter(|id| self.state.member(MemberId(*id)).is_some());
        let next = here.count() as u64 + 1;
        for event in ask(&mut self.state, who, self.now, next, command)? {
            if !matches!(event.fact, Fact::Joined { .. } | Fact::Taken { .. } | Fact::Began { .. })
            {
                let by = SEATS.iter().position(|who| *who == event.by);
                self.beats.push(TimedFact { after: event.at - Moment(0), by, fact: event.fact });
            }
        }
        Ok(())
    }
}

/// Carries out a command in a club that is loaded completely.
fn ask(
    state: &mut State,
    who: Who,
    now: Moment,
    next: u64,
    command: &Command,
) -> anyhow::Result<Vec<Event>> {
    let context = Context {
        who,
        now,
        seed: 0,
        fresh: Fresh { member_id: MemberId(next), challenge_id: ChallengeId(1), match_id: ID },
        once: None,
        advantage: 0,
        busy: 0,
        game_followers: Default::default(),
    };
    for key in needs(state, &context, command) {
        state.set_absent(&key);
    }
    let refused = |error| anyhow!("{command:?} is refused: {error}");
    let events = act(state, &context, command).map_err(refused)?;
    state.apply_all(&events)?;
    Ok(events)
}
