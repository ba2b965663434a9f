use crate::state::misplaced;
use crate::{Challenge, ChallengeId, Event, Fact, Fate, Who};

impl Challenge {
    /// The challenge that an event creates, if it creates one.
    pub(crate) fn born(id: ChallengeId, event: &Event) -> Option<Result<Challenge, String>> {
        let Fact::Challenged { to, terms, choice, audience, until, greeting } = &event.fact else {
            return None;
        };
        let Who::Member(by) = event.by else {
            return Some(Err("only members challenge".to_string()));
        };
        Some(Ok(Challenge {
            id,
            version: 1,
            by,
            made: event.at,
            to: to.clone(),
            terms: terms.clone(),
            choice: *choice,
            audience: *audience,
            until: *until,
            greeting: greeting.clone(),
            fate: Fate::Open,
        }))
    }

    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), String> {
        self.fate = match event.fact {
            Fact::Accepted { id } => Fate::Accepted(id),
            Fact::Declined => Fate::Declined,
            Fact::Withdrawn => Fate::Withdrawn,
            Fact::Lapsed => Fate::Lapsed,
            ref fact => return Err(misplaced(fact)),
        };
        self.version += 1;
        Ok(())
    }
}
