use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    Clock, Ending, Follow, Key, Match, MatchId, Member, MemberId, Moment, Offers, Origin, Plan,
    Played, Player, Rating, Remark, State, Terms, Who,
};

/// A stream as it stands after many events, so that those need not be read again. On the wire it is of a
/// [form](State::SNAPSHOT_FORM).
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Snapshot {
    /// Of a member.
    Member(Box<Member>),
    /// Of a match.
    Match(Box<Kept>),
}

impl State {
    /// The number of the form in which snapshots are written: whoever changes what one says counts it up, and older ones are
    /// forgotten.
    pub const SNAPSHOT_FORM: i64 = 2;

    /// A stream as it stands; none of what is not there, or never has many events.
    pub fn snapshot(&self, key: &Key) -> Option<Snapshot> {
        match key {
            Key::Member(id) => Some(Snapshot::Member(Box::new(self.member(*id)?.clone()))),
            Key::Match(id) => Some(Snapshot::Match(Box::new(Kept::of(self.match_with(*id)?)))),
            Key::Name(_) | Key::Challenge(_) => None,
        }
    }

    /// Takes a stream as a snapshot of it has it: as if its events up to then had been applied.
    ///
    /// # Errors
    /// It does not fit. Nothing has changed, and the events are to be applied from the first.
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

/// A match but for its board, which is played again.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
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

impl Kept {
    fn of(it: &Match) -> Self {
        let Match { id: _, version, terms, seats, zones, origin, ratings, advantage, .. } = it;
        let Match { began, touched, line, plies, clock, offers, plans, remarks, .. } = it;
        let Match { ending, rematch, followers, recent, .. } = it;
        Kept {
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
        let Kept { version, terms, seats, zones, origin, ratings, advantage, .. } = self;
        let Kept { began, touched, plies, clock, offers, plans, remarks, .. } = self;
        let Kept { ending, rematch, followers, recent, .. } = self;
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
