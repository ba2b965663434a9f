//! A club in memory, for tests: it loads what is asked for and nothing else, and stores events as text.

use std::collections::BTreeSet;

use crosscut_club::{
    ChallengeId, Command, Context, Event, Fact, Fresh, GameFollowers, Key, MatchId, MemberId,
    Moment, Refusal, State, Who, act, needs,
};

/// Monday, 5 January 2026, noon in UTC.
pub(crate) const NOON: Moment = Moment(1_767_614_400_000);

/// The store is a list of lines of JSON; the state is what is loaded.
pub(crate) struct Club {
    pub(crate) state: State,
    pub(crate) log: Vec<(Key, String)>,
    pub(crate) now: Moment,
    pub(crate) seed: u64,
    pub(crate) advantage: i32,
    pub(crate) busy: u32,
    members: u64,
    challenges: u64,
    matches: u64,
}

impl Club {
    pub(crate) fn new() -> Self {
        let (members, challenges, matches) = (0, 0, 0);
        let (state, log) = (State::default(), Vec::new());
        Club { state, log, now: NOON, seed: 0, advantage: 0, busy: 0, members, challenges, matches }
    }

    /// Carries out a command as a caller should.
    pub(crate) fn run(
        &mut self,
        who: Who,
        once: Option<&str>,
        command: &Command,
    ) -> Result<Vec<Event>, Refusal> {
        let context = self.context(who, once);
        loop {
            let keys = needs(&self.state, &context, command);
            if keys.is_empty() {
                break;
            }
            self.load(&keys);
        }
        let events = loop {
            match act(&self.state, &context, command) {
                Err(Refusal::NotLoaded(keys)) => self.load(&keys),
                result => break result?,
            }
        };
        for event in &events {
            self.state.apply(event).expect("what act returns can be applied");
            self.log.push((event.key.clone(), serde_json::to_string(event).unwrap()));
            match event.key {
                Key::Member(MemberId(id)) => self.members = self.members.max(id),
                Key::Challenge(ChallengeId(id)) => self.challenges = self.challenges.max(id),
                Key::Match(MatchId(id)) => self.matches = self.matches.max(id),
                Key::Name(_) => {}
            }
        }
        Ok(events)
    }

    /// The members who follow every match of a game, according to the members' streams.
    fn game_followers(&self) -> std::sync::Arc<GameFollowers> {
        let mut game_followers = GameFollowers::default();
        for event in self.events_of(|key| matches!(key, Key::Member(_))) {
            if let (Fact::FollowsGame { game, follow }, Key::Member(id)) = (event.fact, event.key) {
                let of = game_followers.entry(game).or_default();
                match follow {
                    Some(follow) => drop(of.insert(id, follow)),
                    None => drop(of.remove(&id)),
                }
            }
        }
        std::sync::Arc::new(game_followers)
    }

    /// The context of a command sent now.
    pub(crate) fn context(&self, who: Who, once: Option<&str>) -> Context {
        Context {
            who,
            now: self.now,
            seed: self.seed,
            fresh: Fresh {
                member_id: MemberId(self.members + 1),
                challenge_id: ChallengeId(self.challenges + 1),
                match_id: MatchId(self.matches + 1),
            },
            once: once.map(str::to_string),
            advantage: self.advantage,
            busy: self.busy,
            game_followers: self.game_followers(),
        }
    }

    pub(crate) fn load(&mut self, keys: &[Key]) {
        for key in keys {
            assert!(!self.state.knows(key), "{key} was asked for twice");
            load(&mut self.state, &self.log, key);
        }
    }

    /// The events of some streams, in order.
    pub(crate) fn events_of(&self, wanted: impl Fn(&Key) -> bool) -> impl Iterator<Item = Event> {
        let lines = self.log.iter().filter(move |(key, _)| wanted(key));
        lines.map(|(_, line)| serde_json::from_str(line).unwrap())
    }

    /// Every stream that has events.
    pub(crate) fn keys(&self) -> BTreeSet<Key> {
        self.log.iter().map(|(key, _)| key.clone()).collect()
    }

    /// Compares the live state with what is stored, and with snapshots of it.
    pub(crate) fn check(&self) {
        for key in self.keys() {
            let mut again = State::default();
            load(&mut again, &self.log, &key);
            if self.state.knows(&key) {
                assert_eq!(entry(&self.state, &key), entry(&again, &key), "{key}");
            }
            if let Some(snapshot) = again.snapshot(&key) {
                let mut restored = State::default();
                let text = serde_json::to_string(&snapshot).unwrap();
                let read = serde_json::from_str(&text).expect("what was written can be read");
                restored.restore(&key, read).unwrap();
                assert_eq!(entry(&restored, &key), entry(&again, &key), "{key}");
            }
        }
    }
}

fn load(state: &mut State, log: &[(Key, String)], key: &Key) {
    state.set_absent(key);
    for (_, line) in log.iter().filter(|(it, _)| it == key) {
        let event: Event = serde_json::from_str(line).expect("what was written can be read");
        state.apply(&event).expect("what was stored can be applied");
    }
}

/// A stream's state as text.
pub(crate) fn entry(state: &State, key: &Key) -> String {
    match key {
        Key::Member(id) => format!("{:?}", state.member(*id)),
        Key::Name(name) => format!("{:?}", state.name(name)),
        Key::Challenge(id) => format!("{:?}", state.challenge(*id)),
        Key::Match(id) => format!("{:?}", state.match_with(*id)),
    }
}
