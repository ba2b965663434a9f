use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    Clock, Ending, Follow, Key, Match, MatchId, Member, MemberId, Moment, Offers, Origin, Plan,
    Played, Player, Rating, Remark, State, Terms, Who,
};

/// The state of a stream after many events, which then need not be read again. Its serialized form is numbered: see
/// [`State::SNAPSHOT_FORM`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Snapshot {
    /// Of a member.
    Member(Box<Member>),
    /// Of a match.
    Match(Box<MatchSnapshot>),
}

impl State {
    /// The version number of the serialized form of snapshots: a change to that form must raise it, and older snapshots are
    /// then discarded.
    pub const SNAPSHOT_FORM: i64 = 2;

    /// A snapshot of a stream; none if it is absent, or of a kind that never has many events.
    pub fn snapshot(&self, key: &Key) -> Option<Snapshot> {
        match key {
            Key::Member(id) => Some(Snapshot::Member(Box::new(self.member(*id)?.clone()))),
            Key::Match(id) => {
                Some(Snapshot::Match(Box::new(MatchSnapshot::of(self.match_with(*id)?))))
            }
            Key::Name(_) | Key::Challenge(_) => None,
        }
    }

    /// Restores a stream from a snapshot, as if the events up to then had been applied.
    ///
    /// # Errors
    /// The snapshot does not fit. Nothing has changed; apply the events from the first one instead.
    pub fn restore(&mut self, key: &Key, snapshot: Snapshot) -> Result<(), String> {
        match (key, snapshot) {
            (Key::Member(id), Snapshot::Member(it)) if it.id == *id => {
                self.members.insert(*id, Some(Arc::new(*it)));
            }
            (Key::Match(id), Snapshot::Match(kept)) => {
                self.matches.insert(*id, Some(Arc::new(kept.play(*id)?)));
            }
            _ => return Err("it is of another stream".to_string()),
        }
        Ok(())
    }
}

/// A match without its board, which is replayed.
#[derive(Debug, Serialize, Deserialize)]
pub struct MatchSnapshot {
    version: u64,
    terms: Terms,
    seats: [Player; 2],
    zones: [String; 2],
    origin: Origin,
    ratings: [Option<Rating>; 2],
    advantage: i32,
    began: Moment,
    touched: Moment,
    texts: Vec<String>,
    plies: Vec<Played>,
    clock: Clock,
    offers: Offers,
    plans: [Option<Plan>; 2],
    remarks: Vec<Remark>,
    ending: Option<Ending>,
    rematch: Option<MatchId>,
    followers: BTreeMap<MemberId, Follow>,
    recent: VecDeque<(Who, String)>,
}

impl MatchSnapshot {
    fn of(it: &Match) -> Self {
        let Match { id: _, version, terms, seats, zones, origin, ratings, advantage, .. } = it;
        let Match { began, touched, line, plies, clock, offers, plans, remarks, .. } = it;
        let Match { ending, rematch, followers, recent, .. } = it;
        MatchSnapshot {
            version: *version,
            terms: terms.clone(),
            seats: *seats,
            zones: zones.clone(),
            origin: *origin,
            ratings: *ratings,
            advantage: *advantage,
            began: *began,
            touched: *touched,
            texts: line.plies().to_vec(),
            plies: plies.clone(),
            clock: clock.clone(),
            offers: offers.clone(),
            plans: plans.clone(),
            remarks: remarks.clone(),
            ending: *ending,
            rematch: *rematch,
            followers: followers.clone(),
            recent: recent.clone(),
        }
    }

    fn play(self, id: MatchId) -> Result<Match, String> {
        let mut line = self.terms.start()?;
        for text in &self.texts {
            line.play(text).map_err(|error| error.to_string())?;
        }
        let MatchSnapshot { version, terms, seats, zones, origin, ratings, advantage, .. } = self;
        let MatchSnapshot { began, touched, plies, clock, offers, plans, remarks, .. } = self;
        let MatchSnapshot { ending, rematch, followers, recent, .. } = self;
        Ok(Match {
            id,
            version,
            terms,
            seats,
            zones,
            origin,
            ratings,
            advantage,
            began,
            touched,
            line,
            plies,
            clock,
            offers,
            plans,
            remarks,
            ending,
            rematch,
            followers,
            recent,
        })
    }
}
