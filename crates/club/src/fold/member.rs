use crate::state::misplaced;
use crate::{Event, Fact, Member, MemberId};

impl Member {
    /// The member an event begins, if it begins one.
    pub(crate) fn born(id: MemberId, event: &Event) -> Option<Result<Member, String>> {
        let Fact::Joined { name, guest, zone } = &event.fact else { return None };
        Some(Ok(Member {
            id,
            version: 1,
            name: name.clone(),
            guest: *guest,
            zone: zone.clone(),
            joined: event.at,
            vacations: Vec::new(),
            blocked: Default::default(),
            welcome: Default::default(),
            ratings: Default::default(),
        }))
    }

    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), String> {
        match &event.fact {
            Fact::Registered { name } => {
                self.name.clone_from(name);
                self.guest = false;
            }
            Fact::ZoneSet { zone } => self.zone.clone_from(zone),
            Fact::WentAway { period } => {
                self.vacations.push(*period);
                self.vacations.sort_by_key(|it| it.from);
            }
            Fact::CameBack => {
                self.vacations.retain(|it| it.from < event.at);
                for vacation in &mut self.vacations {
                    vacation.until = vacation.until.min(event.at);
                }
            }
            Fact::Blocked { member } => drop(self.blocked.insert(*member)),
            Fact::Unblocked { member } => drop(self.blocked.remove(member)),
            Fact::Welcomes { game, welcome } => {
                self.welcome.insert(game.clone(), *welcome);
            }
            Fact::Rated { game, class, rating, .. } => {
                self.ratings.insert((game.clone(), *class), *rating);
            }
            fact => return Err(misplaced(fact)),
        }
        self.version += 1;
        Ok(())
    }
}
