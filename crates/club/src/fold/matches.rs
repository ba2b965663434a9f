use std::collections::VecDeque;

use crosscut_catalog::Seat;

use crate::state::misplaced;
use crate::terms::other;
use crate::{Clock, Ending, Event, Fact, Match, MatchId, Offers, Pace, Plan, Played, Remark, Span};

/// How many idempotency keys a match remembers.
const RECENT: usize = 32;

impl Match {
    /// The match that an event begins, if it begins one.
    pub(crate) fn born(id: MatchId, event: &Event) -> Option<Result<Match, String>> {
        let Fact::Began { seats, terms, zones, origin, ratings, advantage } = &event.fact else {
            return None;
        };
        Some(terms.start().map(|line| Match {
            id,
            version: 1,
            terms: terms.clone(),
            seats: *seats,
            zones: zones.clone(),
            origin: *origin,
            ratings: *ratings,
            advantage: *advantage,
            began: event.at,
            touched: event.at,
            line,
            plies: Vec::new(),
            clock: Clock::new(terms.pace, event.at),
            offers: Offers::default(),
            plans: [None, None],
            remarks: Vec::new(),
            ending: None,
            rematch: None,
            followers: Default::default(),
            recent: VecDeque::new(),
        }))
    }

    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), String> {
        match &event.fact {
            Fact::Turn { ply, seat, text, spent, gained, planned } => {
                self.check_turn(*ply, *seat)?;
                self.line.play(text).map_err(|error| error.to_string())?;
                let (at, spent, gained, planned) = (event.at, *spent, *gained, *planned);
                self.plies.push(Played { seat: *seat, at, spent, gained, planned });
                let next = self.line.position().turn();
                self.clock.ply(self.terms.pace, *seat, [spent, gained], next, at);
                self.offers.turn();
                self.follow_plans(*seat, planned);
            }
            Fact::Planned { seat, plan } => self.plans[seat.index()].clone_from(plan),
            Fact::PlanFailed { seat, .. } => self.plans[seat.index()] = None,
            Fact::Offered { seat, offer } => self.offers.make(*offer, *seat, event.at),
            Fact::OfferDeclined { offer } => self.offers.decline(*offer, self.n_plies()),
            Fact::OfferWithdrawn { offer } => self.offers.withdraw(*offer),
            Fact::TakenBack { plies, returned, spent, .. } => {
                if *plies >= self.n_plies() {
                    return Err(format!("{plies} plies cannot be left of {}", self.n_plies()));
                }
                self.charge(*spent);
                for seat in Seat::BOTH {
                    self.clock.banks[seat.index()] = self.clock.left(seat, returned[seat.index()]);
                }
                if let Pace::Days { days } = self.terms.pace {
                    self.clock.banks = [Span::days(days.into()); 2];
                }
                self.clock.begin(event.at);
                self.line = self.line.up_to(*plies as usize);
                self.plies.truncate(*plies as usize);
                self.plans = [None, None];
                self.offers.clear();
            }
            Fact::Said { room, words } => {
                let (by, at, room, words) = (event.by, event.at, *room, words.clone());
                self.remarks.push(Remark { by, at, room, words });
            }
            Fact::Unsaid { remark } => {
                let at = (*remark as usize).checked_sub(1).and_then(|at| self.remarks.get_mut(at));
                at.ok_or("there is no such remark")?.words = Remark::REMOVED.to_string();
            }
            Fact::Credited { period } => self.clock.credits.push(*period),
            Fact::Ended { result, reason, spent, ratings } => {
                self.charge(*spent);
                let (result, reason, at, ratings) = (*result, *reason, event.at, *ratings);
                self.ending = Some(Ending { result, reason, at, ratings });
                self.offers.clear();
                self.plans = [None, None];
            }
            Fact::Followed { member, follow } => match follow {
                Some(follow) => drop(self.followers.insert(*member, *follow)),
                None => drop(self.followers.remove(member)),
            },
            Fact::Rematched { id } => {
                self.rematch = Some(*id);
                self.offers.clear();
            }
            fact => return Err(misplaced(fact)),
        }
        if !matches!(event.fact, Fact::Said { .. } | Fact::Unsaid { .. } | Fact::Followed { .. }) {
            self.touched = event.at;
        }
        if let Some(once) = &event.once {
            self.recent.push_back((event.by, once.clone()));
            if self.recent.len() > RECENT {
                self.recent.pop_front();
            }
        }
        self.version += 1;
        Ok(())
    }

    /// Charges the player to move for time spent.
    fn charge(&mut self, spent: Span) {
        if let Some(seat) = self.turn()
            && self.terms.pace != Pace::None
        {
            self.clock.banks[seat.index()] = self.clock.left(seat, spent);
        }
    }

    fn check_turn(&self, ply: u32, seat: Seat) -> Result<(), String> {
        if ply != self.n_plies() + 1 {
            return Err(format!("ply {ply} does not follow on ply {}", self.n_plies()));
        }
        if self.turn() != Some(seat) {
            return Err(format!("it is not the {} seat's turn", seat.name()));
        }
        Ok(())
    }

    /// Updates the plans for the ply just played.
    fn follow_plans(&mut self, seat: Seat, planned: bool) {
        let (ply, mine, theirs) = (self.n_plies(), seat.index(), other(seat).index());
        // A ply played by hand voids the player's plan, unless that plan is for later. (What is left of a plan after one of its
        // plies was played is an event of its own.)
        if !planned && self.plans[mine].as_ref().is_some_and(|plan| plan.ply <= ply) {
            self.plans[mine] = None;
        }
        // A plan without an answer to this ply is void.
        let text = self.line.plies().last().map_or("", String::as_str);
        let silent = |plan: &Plan| plan.ply <= ply && plan.answer(ply, text).is_none();
        if self.plans[theirs].as_ref().is_some_and(silent) {
            self.plans[theirs] = None;
        }
    }
}
