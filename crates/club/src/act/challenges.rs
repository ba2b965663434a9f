use super::begin::{check, game_name, rateable, words};
use super::talk::said;
use super::{ActResult, CommandExecution};
use crate::{
    Aim, Audience, Challenge, ChallengeId, Choice, Class, Fact, Fate, Key, Member, Moment, Origin,
    Player, Refusal, Terms, Welcome, Who,
};

impl<'a> CommandExecution<'a> {
    pub(super) fn challenge(
        self,
        to: &Aim,
        terms: &Terms,
        choice: Choice,
        audience: Audience,
        until: Option<Moment>,
        greeting: Option<&str>,
    ) -> ActResult {
        let me = self.member(self.me()?)?;
        let terms = check(terms)?;
        rateable(me, &terms)?;
        if audience.rating.is_some_and(|[low, high]| low > high) {
            return Err(words("a range of ratings goes from the lowest to the highest"));
        }
        if until.is_some_and(|until| until <= self.context.now) {
            return Err(words("a challenge lapses later than it is made"));
        }
        let longest = self.context.now + Challenge::OF_A_GUEST;
        let until = match me.guest && *to == Aim::Open {
            true => Some(until.map_or(longest, |until| until.min(longest))),
            false => until,
        };
        let greeting = greeting.map(said).transpose()?.filter(|it| !it.is_empty());
        if greeting.is_some() && *to == Aim::Open {
            return Err(words("a challenge that anybody may accept carries no greeting"));
        }
        let mut welcome = Welcome::Ask;
        let to = match to {
            Aim::Open => Aim::Open,
            Aim::Link(_) => Aim::Link(code(self.context.seed)),
            Aim::Member(id) if *id == me.id => return Err(Refusal::Oneself("challenge")),
            Aim::Member(id) => {
                let other = self.member(*id)?;
                rateable(other, &terms)?;
                if me.at_odds(other) {
                    return Err(Refusal::Blocked);
                }
                welcome = other.welcome.get(game_name(&terms)).copied().unwrap_or_default();
                if welcome == Welcome::Refuse {
                    return Err(Refusal::Unwelcome(other.name.clone()));
                }
                if let Some(most) = other.limits.get(game_name(&terms))
                    && *most <= self.context.busy
                {
                    return Err(Refusal::Enough(other.name.clone(), *most));
                }
                Aim::Member(*id)
            }
        };
        let id = self.context.fresh.challenge_id;
        let key = Key::Challenge(id);
        let slow = terms.pace.class() == Class::Correspondence;
        let fact = Fact::Challenged {
            to: to.clone(),
            terms: terms.clone(),
            choice,
            audience,
            until,
            greeting,
        };
        let mut events = vec![self.event(key.clone(), fact)];
        if let (Aim::Member(other), Welcome::Take, true) = (&to, welcome, slow) {
            let seats = self.seats(Player::Member(me.id), Player::Member(*other), choice);
            let accepted = Fact::Accepted { id: self.context.fresh.match_id };
            events.push(self.event(key, accepted));
            events.push(self.begin(seats, terms, Origin::Challenge(id))?);
        }
        Ok(events)
    }

    pub(super) fn accept_challenge(self, id: ChallengeId, code: Option<&str>) -> ActResult {
        let challenge = self.open_challenge(id, code)?;
        let me = self.member(self.me()?)?;
        if challenge.by == me.id {
            return Err(Refusal::OwnChallenge);
        }
        let other = self.member(challenge.by)?;
        if me.at_odds(other) {
            return Err(Refusal::Blocked);
        }
        self.fits(me, challenge)?;
        // The terms were checked when the challenge was made, but a game's options may have changed since.
        let terms = check(&challenge.terms)?;
        let mine = Player::Member(me.id);
        let seats = self.seats(Player::Member(challenge.by), mine, challenge.choice);
        let accepted = Fact::Accepted { id: self.context.fresh.match_id };
        let began = self.begin(seats, terms, Origin::Challenge(id))?;
        Ok(vec![self.event(Key::Challenge(id), accepted), began])
    }

    pub(super) fn decline_challenge(self, id: ChallengeId) -> ActResult {
        let challenge = self.open_challenge(id, None)?;
        match challenge.to {
            Aim::Member(target) if target == self.me()? => {
                Ok(vec![self.event(Key::Challenge(id), Fact::Declined)])
            }
            _ if challenge.by == self.me()? => Err(Refusal::OwnChallenge),
            _ => Err(Refusal::NotForYou),
        }
    }

    pub(super) fn withdraw_challenge(self, id: ChallengeId) -> ActResult {
        let challenge = self.open_challenge(id, None)?;
        if challenge.by != self.me()? {
            return Err(Refusal::NotYourChallenge);
        }
        Ok(vec![self.event(Key::Challenge(id), Fact::Withdrawn)])
    }

    pub(super) fn lapse(self, id: ChallengeId) -> ActResult {
        self.club_only()?;
        let challenge = self.seen_challenge(id, None)?;
        if challenge.fate != Fate::Open {
            return Err(Refusal::Settled(challenge.fate.name()));
        }
        if challenge.until.is_none_or(|until| self.context.now < until) {
            return Err(Refusal::NotLapsed);
        }
        Ok(vec![self.event(Key::Challenge(id), Fact::Lapsed)])
    }

    fn seen_challenge(self, id: ChallengeId, code: Option<&str>) -> Result<&'a Challenge, Refusal> {
        let key = Key::Challenge(id);
        if !self.state.knows(&key) {
            return Err(Refusal::NotLoaded(vec![key]));
        }
        let challenge = self.state.challenge(id);
        challenge.filter(|it| it.visible_to(self.context.who, code)).ok_or(Refusal::NoSuch(key))
    }

    /// An open challenge that the caller may see.
    fn open_challenge(self, id: ChallengeId, code: Option<&str>) -> Result<&'a Challenge, Refusal> {
        let challenge = self.seen_challenge(id, code)?;
        if self.context.who == Who::Visitor {
            return Err(Refusal::Nobody);
        }
        let late = challenge.until.is_some_and(|until| until <= self.context.now);
        match challenge.fate {
            Fate::Open if late => Err(Refusal::Settled(Fate::Lapsed.name())),
            Fate::Open => Ok(challenge),
            fate => Err(Refusal::Settled(fate.name())),
        }
    }

    /// Refuses a member who is not in the challenge's audience.
    fn fits(self, me: &Member, challenge: &Challenge) -> Result<(), Refusal> {
        let Audience { members_only, rating } = challenge.audience;
        rateable(me, &challenge.terms)?;
        if me.guest && (members_only || rating.is_some()) {
            return Err(Refusal::MembersOnly);
        }
        let terms = &challenge.terms;
        let mine = me.rating(game_name(terms), terms.pace.class(), self.context.now);
        match rating {
            Some([low, high]) if !(low as f64..=high as f64).contains(&mine.points().round()) => {
                Err(Refusal::OutOfRange([low, high]))
            }
            _ => Ok(()),
        }
    }
}

/// An unguessable code: 64 bits in thirteen letters and digits, none easily confused with another.
fn code(seed: u64) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    (0..13).map(|at| char::from(LETTERS[(seed >> (5 * at) & 31) as usize])).collect()
}
