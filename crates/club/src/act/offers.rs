use crosscut_catalog::Seat;
use crosscut_record::GameResult;

use super::{ActResult, CommandExecution};
use crate::terms::other;
use crate::{Fact, Key, Match, MatchId, Offer, Origin, Player, Reason, Refusal, Span};

impl CommandExecution<'_> {
    pub(super) fn offer(self, id: MatchId, offer: Offer) -> ActResult {
        let (it, seat) = self.open_to(id, offer)?;
        match it.offers.by(offer) {
            Some(by) if by == seat => return Err(Refusal::OfferedAlready(offer)),
            Some(_) => return self.agree(it, other(seat), offer),
            None => {}
        }
        if offer == Offer::Takeback && it.before_last_turn(seat).is_none() {
            return Err(Refusal::NothingToTakeBack);
        }
        if let Some(plies) = it.offers.declined(offer, seat) {
            let since = it.plies.get(plies as usize..).unwrap_or_default();
            if !since.iter().any(|ply| ply.seat == seat) {
                return Err(Refusal::DeclinedJustNow(offer));
            }
        }
        if offer == Offer::Rematch {
            self.on_terms(it)?;
        }
        match it.opponent(seat) {
            Player::Member(_) => {
                if let Some(next) = it.offers.next(seat, self.context.now) {
                    return Err(Refusal::OfferedEnough(next));
                }
                Ok(vec![self.event(Key::Match(id), Fact::Offered { seat, offer })])
            }
            // The computer accepts any offer except a draw, which it has no reason to accept.
            Player::Computer(_) if offer == Offer::Draw => Err(Refusal::ComputerPlaysOn),
            Player::Computer(_) => self.agree(it, seat, offer),
        }
    }

    pub(super) fn accept(self, id: MatchId, offer: Offer) -> ActResult {
        let (it, seat) = self.open_to(id, offer)?;
        if it.offers.by(offer) != Some(other(seat)) {
            return Err(Refusal::NoOffer(offer));
        }
        self.agree(it, other(seat), offer)
    }

    pub(super) fn decline(self, id: MatchId, offer: Offer) -> ActResult {
        let (it, seat) = self.seat(id)?;
        if it.offers.by(offer) != Some(other(seat)) {
            return Err(Refusal::NoOffer(offer));
        }
        Ok(vec![self.event(Key::Match(id), Fact::OfferDeclined { offer })])
    }

    pub(super) fn withdraw(self, id: MatchId, offer: Offer) -> ActResult {
        let (it, seat) = self.seat(id)?;
        if it.offers.by(offer) != Some(seat) {
            return Err(Refusal::NoOffer(offer));
        }
        Ok(vec![self.event(Key::Match(id), Fact::OfferWithdrawn { offer })])
    }

    /// The match, if such an offer may be made or answered now.
    fn open_to(&self, id: MatchId, offer: Offer) -> Result<(&Match, Seat), Refusal> {
        if offer != Offer::Rematch {
            return self.running(id);
        }
        let (it, seat) = self.seat(id)?;
        match (it.runs(), it.rematch) {
            (true, _) => Err(Refusal::GoesOn),
            (false, Some(next)) => Err(Refusal::RematchedAlready(next)),
            (false, None) => Ok((it, seat)),
        }
    }

    /// Does what one seat has offered and the other accepts.
    fn agree(self, it: &Match, by: Seat, offer: Offer) -> ActResult {
        match offer {
            Offer::Draw => self.end(it, GameResult::Draw, Reason::Agreement),
            Offer::Cancel => self.end(it, GameResult::Open, Reason::Cancelled),
            Offer::Takeback => {
                let plies = it.before_last_turn(by).ok_or(Refusal::NothingToTakeBack)?;
                let mut returned = [Span::ZERO; 2];
                for ply in &it.plies[plies as usize..] {
                    let sum = &mut returned[ply.seat.index()];
                    *sum = *sum + ply.gained;
                }
                let spent = it.spent(self.context.now, self.state);
                let taken = it.line.plies()[plies as usize..].to_vec();
                let fact = Fact::TakenBack { plies, taken, returned, spent };
                Ok(vec![self.event(Key::Match(it.id), fact)])
            }
            Offer::Rematch => {
                self.on_terms(it)?;
                let [first, second] = it.seats;
                let began =
                    self.begin([second, first], it.terms.clone(), Origin::Rematch(it.id))?;
                let id = self.context.fresh.match_id;
                Ok(vec![self.event(Key::Match(it.id), Fact::Rematched { id }), began])
            }
        }
    }

    /// Refuses players of whom one has blocked the other.
    fn on_terms(self, it: &Match) -> Result<(), Refusal> {
        if let [Player::Member(first), Player::Member(second)] = it.seats
            && self.member(first)?.at_odds(self.member(second)?)
        {
            return Err(Refusal::Blocked);
        }
        Ok(())
    }
}
