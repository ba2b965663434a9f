use crosscut_catalog::Seat;
use crosscut_record::GameResult;

use super::begin::game_name;
use super::{ActResult, CommandExecution};
use crate::ending::won;
use crate::terms::other;
use crate::{
    Ending, Event, Fact, Flag, Key, Match, MatchId, Member, Moment, Pace, Period, Reason, Refusal,
    Rerating, Span, Who,
};

impl CommandExecution<'_> {
    pub(super) fn resign(self, id: MatchId) -> ActResult {
        let (it, seat) = self.running(id)?;
        self.lose(it, seat, Reason::Resignation)
    }

    pub(super) fn abort(self, id: MatchId) -> ActResult {
        let (it, _) = self.running(id)?;
        if it.counts() {
            return Err(Refusal::TooLateToAbort);
        }
        self.end(it, GameResult::Open, Reason::Aborted)
    }

    pub(super) fn claim_time(self, id: MatchId) -> ActResult {
        let (it, seat) = self.seat(id)?;
        let loser = self.out_of_time(it)?;
        if loser == seat && it.opponent(seat) != it.player(seat) {
            return Err(Refusal::OwnClock);
        }
        self.lose(it, loser, Reason::Time)
    }

    pub(super) fn time_out(self, id: MatchId) -> ActResult {
        self.club_only()?;
        let it = self.match_with(id)?;
        let loser = self.out_of_time(it)?;
        if it.terms.flag == Flag::Claimed {
            return Err(Refusal::ToBeClaimed);
        }
        self.lose(it, loser, Reason::Time)
    }

    pub(super) fn credit(self, id: MatchId, from: Moment, until: Moment) -> ActResult {
        self.club_only()?;
        let it = self.match_with(id)?;
        self.not_over(it)?;
        if until <= from || self.context.now < until {
            return Err(Refusal::BadCredit);
        }
        // A turn that began after the downtime gets nothing back.
        if it.terms.pace == Pace::None || until <= it.clock.since {
            return Ok(Vec::new());
        }
        let period = Period { from, until };
        Ok(vec![self.event(Key::Match(id), Fact::Credited { period })])
    }

    pub(super) fn stop(self, id: MatchId) -> ActResult {
        self.club_only()?;
        let it = self.match_with(id)?;
        self.not_over(it)?;
        self.end(it, GameResult::Open, Reason::Stopped)
    }

    /// The seat whose clock has run out.
    fn out_of_time(self, it: &Match) -> Result<Seat, Refusal> {
        self.not_over(it)?;
        match (it.deadline(self.state), it.turn()) {
            (Some(deadline), Some(seat)) if deadline <= self.context.now => Ok(seat),
            (deadline, _) => Err(Refusal::TimeLeft(deadline)),
        }
    }

    /// Ends a match by a loss, or without a result if it does not count yet.
    pub(super) fn lose(self, it: &Match, loser: Seat, reason: Reason) -> ActResult {
        if !it.counts() {
            return self.end(it, GameResult::Open, Reason::Aborted);
        }
        self.end(it, won(other(loser)), reason)
    }

    /// Ends a match, and updates the ratings if it is rated.
    pub(super) fn end(self, it: &Match, result: GameResult, reason: Reason) -> ActResult {
        self.end_after(it, result, reason, it.spent(self.context.now, self.state))
    }

    /// The same as `end`, with the time the player to move has spent on the turn.
    pub(super) fn end_after(
        self,
        it: &Match,
        result: GameResult,
        reason: Reason,
        spent: Span,
    ) -> ActResult {
        let ending = Ending { result, reason, at: self.context.now, ratings: None };
        let rated = self.rate(it, ending)?;
        let ratings = rated.as_ref().map(|both| both.each_ref().map(|(_, change)| *change));
        let fact = Fact::Ended { result, reason, spent, ratings };
        let mut events = vec![self.event(Key::Match(it.id), fact)];
        events.extend(rated.into_iter().flatten().map(|(event, _)| event));
        Ok(events)
    }

    fn rate(self, it: &Match, ending: Ending) -> Result<Option<[(Event, Rerating); 2]>, Refusal> {
        let (Some(first), Some(second)) = (it.seats[0].member(), it.seats[1].member()) else {
            return Ok(None);
        };
        // Neither player could have lost yet, so neither may gain by agreeing.
        let too_early = ending.reason == Reason::Agreement && !it.counts();
        if !it.terms.rated || ending.result == GameResult::Open || too_early {
            return Ok(None);
        }
        let keys = [first, second].map(Key::Member);
        let missing: Vec<Key> = keys.into_iter().filter(|key| !self.state.knows(key)).collect();
        if !missing.is_empty() {
            return Err(Refusal::NotLoaded(missing));
        }
        // A member whose stream was erased has no rating, and cannot change another's.
        let (Some(first), Some(second)) = (self.state.member(first), self.state.member(second))
        else {
            return Ok(None);
        };
        Ok(Some([
            self.rated(it, ending, Seat::First, [first, second]),
            self.rated(it, ending, Seat::Second, [second, first]),
        ]))
    }

    fn rated(
        self,
        it: &Match,
        ending: Ending,
        seat: Seat,
        [me, other]: [&Member; 2],
    ) -> (Event, Rerating) {
        let (game, class, now) = (game_name(&it.terms), it.terms.pace.class(), ending.at);
        let [mine, theirs] = [me, other].map(|member| member.rating(game, class, now));
        // The stored rating: how uncertain it has grown since is part of the update.
        let mine = me.ratings.get(&(game.to_string(), class)).copied().unwrap_or(mine);
        let edge = f64::from(it.advantage) * if seat == Seat::First { 1.0 } else { -1.0 };
        let score = ending.score(seat).unwrap_or(0.5);
        let change = Rerating { from: mine, to: mine.after(&theirs, score, edge, now) };
        let rated = Fact::Rated {
            game: game.to_string(),
            class,
            id: it.id,
            against: it.opponent(seat),
            half_points: (score * 2.0) as u8,
            rating: change.to,
        };
        (Event { by: Who::Club, ..self.event(Key::Member(me.id), rated) }, change)
    }
}
