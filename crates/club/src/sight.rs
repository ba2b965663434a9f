use crate::{Aim, Challenge, Event, Fact, Key, MemberId, State, Who};

impl Challenge {
    /// Whether somebody may see the challenge, given the code of the link they followed, if any. If not, it does not exist for
    /// them.
    pub fn visible_to(&self, who: Who, code: Option<&str>) -> bool {
        let own = who == Who::Club || who == Who::Member(self.by);
        own || match &self.to {
            Aim::Open => true,
            Aim::Member(id) => who == Who::Member(*id),
            // The whole code is compared: the time it takes does not reveal how much of a guess was right.
            Aim::Link(right) => code.is_some_and(|code| same(right, code)),
        }
    }
}

impl Event {
    /// Whether somebody may see the event; its match or challenge must be loaded. A hidden event still counts in the version of
    /// its stream; and a command may produce such events, since a turn sets off what the opponent has planned.
    pub fn visible_to(&self, who: Who, state: &State) -> bool {
        if who == Who::Club {
            return true;
        }
        match &self.key {
            Key::Name(_) => true,
            Key::Member(id) => self.of_member(who, *id),
            Key::Challenge(id) => state.challenge(*id).is_some_and(|it| it.visible_to(who, None)),
            Key::Match(id) => state.match_with(*id).is_some_and(|it| match &self.fact {
                Fact::Planned { seat, .. } | Fact::PlanFailed { seat, .. } => {
                    it.player(*seat).who() == who
                }
                Fact::Said { room, .. } => it.may_read(who, *room),
                // Who follows a match is visible to that member only.
                Fact::Followed { member, .. } => who == Who::Member(*member),
                _ => it.visible_to(who),
            }),
        }
    }

    fn of_member(&self, who: Who, id: MemberId) -> bool {
        let open =
            matches!(self.fact, Fact::Joined { .. } | Fact::Registered { .. } | Fact::Rated { .. });
        open || who == Who::Member(id)
    }
}

fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}
