use super::follow::game_called;
use super::names::{is_form_of_a_name, is_kept};
use super::{ActResult, CommandExecution};
use crate::{
    Event, Fact, Key, Member, MemberId, Moment, Period, Refusal, Span, Welcome, Who, calendar,
};

impl CommandExecution<'_> {
    pub(super) fn visit(self, zone: &str) -> ActResult {
        let id = self.newcomer()?;
        Ok(vec![self.joined(id, format!("guest-{id}"), true, zone)])
    }

    pub(super) fn join(self, name: &str, zone: &str) -> ActResult {
        let id = self.newcomer()?;
        let name = self.free_name(name)?;
        let taken = self.taken(&name, id);
        Ok(vec![taken, self.joined(id, name, false, zone)])
    }

    pub(super) fn register(self, name: &str) -> ActResult {
        let me = self.member(self.me()?)?;
        if !me.guest {
            return Err(Refusal::MemberAlready);
        }
        let name = self.free_name(name)?;
        let taken = self.taken(&name, me.id);
        Ok(vec![taken, self.mine(me, Fact::Registered { name })])
    }

    pub(super) fn rename(self, name: &str) -> ActResult {
        let me = self.member(self.me()?)?;
        if me.guest {
            return Err(Refusal::NoNameYet);
        }
        let name = name.trim();
        if name == me.name {
            return Ok(Vec::new());
        }
        is_form_of_a_name(name).map_err(Refusal::BadName)?;
        if me.taken_away.contains(&name.to_lowercase()) {
            return Err(Refusal::BadName("an operator has taken that name away: choose another"));
        }
        let renamed = self.mine(me, Fact::Renamed { name: name.to_string() });
        // A member's own names belong to them, however spelt, and they may return to one at any time.
        if self.state.name(name) == Some(me.id) {
            return Ok(vec![renamed]);
        }
        if let Some(next) = me.renamed.map(|at| at + Member::NAME_LASTS)
            && self.context.now < next
        {
            return Err(Refusal::RenamedLately(next));
        }
        Ok(vec![self.taken(&self.free_name(name)?, me.id), renamed])
    }

    /// Renames a member, however recently they took another name.
    pub(super) fn call(self, member: MemberId, name: &str) -> ActResult {
        self.club_only()?;
        let them = self.member(member)?;
        if them.guest {
            return Err(Refusal::NoNameYet);
        }
        let name = name.trim();
        if name == them.name {
            return Ok(Vec::new());
        }
        is_form_of_a_name(name).map_err(Refusal::BadName)?;
        let renamed = self.mine(them, Fact::Renamed { name: name.to_string() });
        match self.state.name(name) {
            Some(id) if id == them.id => Ok(vec![renamed]),
            _ => Ok(vec![self.taken(&self.free_name(name)?, them.id), renamed]),
        }
    }

    pub(super) fn leave(self) -> ActResult {
        let me = self.member(self.me()?)?;
        Ok(vec![self.mine(me, Fact::Left)])
    }

    pub(super) fn set_zone(self, zone: &str) -> ActResult {
        let me = self.member(self.me()?)?;
        match calendar::zone_meant(zone).and_then(|it| it.iana_name().map(str::to_string)) {
            None => Err(Refusal::NoZone(zone.to_string())),
            Some(zone) if zone == me.zone => Ok(Vec::new()),
            Some(zone) => Ok(vec![self.mine(me, Fact::ZoneSet { zone })]),
        }
    }

    pub(super) fn go_away(self, from: Option<Moment>, until: Moment) -> ActResult {
        let me = self.member(self.me()?)?;
        let now = self.context.now;
        let from = from.unwrap_or(now);
        if from < now || until <= from || from - now > Span::days(365) {
            return Err(Refusal::BadVacation);
        }
        let period = Period { from, until };
        if let Some(other) = me.vacations.iter().find(|it| it.from < until && from < it.until) {
            return Err(Refusal::AwayAlready(other.until));
        }
        let left = me.vacation_left(until);
        if until - from > left {
            return Err(Refusal::NoVacationLeft(left));
        }
        Ok(vec![self.mine(me, Fact::WentAway { period })])
    }

    pub(super) fn come_back(self) -> ActResult {
        let me = self.member(self.me()?)?;
        if me.vacations.iter().all(|it| it.until <= self.context.now) {
            return Err(Refusal::NotAway);
        }
        Ok(vec![self.mine(me, Fact::CameBack)])
    }

    pub(super) fn welcome(self, game: &str, welcome: Welcome) -> ActResult {
        let me = self.member(self.me()?)?;
        let game = game_called(game)?;
        if me.welcome.get(&game).copied().unwrap_or_default() == welcome {
            return Ok(Vec::new());
        }
        Ok(vec![self.mine(me, Fact::Welcomes { game, welcome })])
    }

    pub(super) fn limit(self, game: &str, most: Option<u32>) -> ActResult {
        let me = self.member(self.me()?)?;
        let game = game_called(game)?;
        if me.limits.get(&game).copied() == most {
            return Ok(Vec::new());
        }
        Ok(vec![self.mine(me, Fact::Limited { game, most })])
    }

    pub(super) fn block(self, member: MemberId) -> ActResult {
        let me = self.member(self.me()?)?;
        if me.id == member {
            return Err(Refusal::Oneself("block"));
        }
        self.member(member)?;
        if me.blocked.contains(&member) {
            return Ok(Vec::new());
        }
        Ok(vec![self.mine(me, Fact::Blocked { member })])
    }

    pub(super) fn unblock(self, member: MemberId) -> ActResult {
        let me = self.member(self.me()?)?;
        if !me.blocked.contains(&member) {
            return Ok(Vec::new());
        }
        Ok(vec![self.mine(me, Fact::Unblocked { member })])
    }

    /// The number of a visitor who is about to join.
    fn newcomer(self) -> Result<MemberId, Refusal> {
        match self.context.who {
            Who::Member(_) => Err(Refusal::MemberAlready),
            _ => Ok(self.context.fresh.member_id),
        }
    }

    fn joined(self, id: MemberId, name: String, guest: bool, zone: &str) -> Event {
        let zone = calendar::zone(zone).and_then(|it| it.iana_name().map(str::to_string));
        let zone = zone.unwrap_or_else(|| "UTC".to_string());
        let joined = self.event(Key::Member(id), Fact::Joined { name, guest, zone });
        Event { by: Who::Member(id), ..joined }
    }

    fn taken(self, name: &str, id: MemberId) -> Event {
        Event { by: Who::Member(id), ..self.event(Key::name(name), Fact::Taken { member: id }) }
    }

    fn mine(self, me: &Member, fact: Fact) -> Event {
        self.event(Key::Member(me.id), fact)
    }

    /// The name without surrounding blanks, if it is well-formed and free.
    fn free_name(self, name: &str) -> Result<String, Refusal> {
        let name = name.trim();
        is_form_of_a_name(name).map_err(Refusal::BadName)?;
        if is_kept(name) {
            return Err(Refusal::BadName("that name is reserved: choose another"));
        }
        let key = Key::name(name);
        if !self.state.knows(&key) {
            return Err(Refusal::NotLoaded(vec![key]));
        }
        match self.state.name(name) {
            None => Ok(name.to_string()),
            Some(_) => Err(Refusal::NameTaken(name.to_string())),
        }
    }
}
