use crate::state::misplaced;
use crate::{Event, Fact, Member, MemberId, Who};

impl Member {
    /// The member that an event creates, if it creates one.
    pub(crate) fn born(id: MemberId, event: &Event) -> Option<Result<Member, String>> {
        let Fact::Joined { name, guest, zone } = &event.fact else { return None };
        Some(Ok(Member {
            id,
            version: 1,
            name: name.clone(),
            guest: *guest,
            zone: zone.clone(),
            joined: event.at,
            renamed: None,
            taken_away: Default::default(),
            left: None,
            vacations: Vec::new(),
            blocked: Default::default(),
            welcome: Default::default(),
            limits: Default::default(),
            follows: Default::default(),
            ratings: Default::default(),
            courses: Default::default(),
        }))
    }

    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), String> {
        match &event.fact {
            Fact::Registered { name } => {
                self.name.clone_from(name);
                self.guest = false;
            }
            Fact::Renamed { name } => {
                if event.by == Who::Club {
                    self.taken_away.insert(self.name.to_lowercase());
                    self.taken_away.remove(&name.to_lowercase());
                }
                self.name.clone_from(name);
                self.renamed = Some(event.at);
            }
            Fact::Left => {
                self.left = Some(event.at);
                // A guest's name identifies nobody anyway.
                if !self.guest {
                    self.name = Member::former(self.id);
                }
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
            Fact::Limited { game, most } => match most {
                Some(most) => drop(self.limits.insert(game.clone(), *most)),
                None => drop(self.limits.remove(game)),
            },
            Fact::FollowsGame { game, follow } => match follow {
                Some(follow) => drop(self.follows.insert(game.clone(), *follow)),
                None => drop(self.follows.remove(game)),
            },
            Fact::Rated { game, class, rating, .. } => {
                let key = (game.clone(), *class);
                self.courses.entry(key.clone()).or_default().add(rating);
                self.ratings.insert(key, *rating);
            }
            fact => return Err(misplaced(fact)),
        }
        self.version += 1;
        Ok(())
    }
}
