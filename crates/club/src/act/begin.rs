use super::{ActResult, CommandExecution};
use crate::refusal::check_pace;
use crate::{Choice, Class, Event, Fact, Key, Member, Origin, Pace, Player, Refusal, Terms};
use crosscut_catalog::{Level, Spec};

/// The longest spec or set-up accepted, in bytes.
const MAX_BYTES: usize = 2000;

impl CommandExecution<'_> {
    pub(super) fn play_computer(self, level: u8, terms: &Terms, choice: Choice) -> ActResult {
        let me = self.member(self.me()?)?;
        if Level::new(level).is_none() {
            return Err(Refusal::NoLevel(level));
        }
        let terms = check(terms)?;
        if terms.rated {
            return Err(words("matches against the computer are not rated"));
        }
        let seats = self.seats(Player::Member(me.id), Player::Computer(level), choice);
        Ok(vec![self.begin(seats, terms, Origin::Computer)?])
    }

    pub(super) fn pair(self, seats: [Player; 2], terms: &Terms) -> ActResult {
        self.club_only()?;
        let terms = check(terms)?;
        for player in seats {
            match player {
                Player::Computer(level) if Level::new(level).is_none() => {
                    return Err(Refusal::NoLevel(level));
                }
                Player::Computer(_) if terms.rated => {
                    return Err(words("matches against the computer are not rated"));
                }
                Player::Computer(_) => {}
                Player::Member(id) => rateable(self.member(id)?, &terms)?,
            }
        }
        if seats[0].member().is_some() && seats[0] == seats[1] {
            return Err(Refusal::Oneself("play against"));
        }
        Ok(vec![self.begin(seats, terms, Origin::Club)?])
    }

    /// The seats of the two players: who moves first and who moves second.
    pub(super) fn seats(self, mine: Player, theirs: Player, choice: Choice) -> [Player; 2] {
        match choice {
            Choice::First => [mine, theirs],
            Choice::Second => [theirs, mine],
            Choice::Random if self.context.seed & 1 == 0 => [mine, theirs],
            Choice::Random => [theirs, mine],
        }
    }

    /// The event that begins a match on terms already checked.
    pub(super) fn begin(
        self,
        seats: [Player; 2],
        terms: Terms,
        origin: Origin,
    ) -> Result<Event, Refusal> {
        let mut zones = [String::new(), String::new()];
        let mut ratings = [None, None];
        let (name, class) = (game_name(&terms), terms.pace.class());
        for (at, player) in seats.into_iter().enumerate() {
            let Some(id) = player.member() else { continue };
            let member = self.member(id)?;
            zones[at].clone_from(&member.zone);
            let known = member.ratings.contains_key(&(name.to_string(), class));
            if terms.rated || known {
                ratings[at] = Some(member.rating(name, class, self.context.now));
            }
        }
        let advantage = self.context.advantage;
        let began = Fact::Began { seats, terms, zones, origin, ratings, advantage };
        Ok(self.event(Key::Match(self.context.fresh.match_id), began))
    }
}

/// The terms in canonical form, if a match can be played on them.
pub(super) fn check(terms: &Terms) -> Result<Terms, Refusal> {
    check_pace(terms.pace)?;
    if terms.game.len().max(terms.setup.as_ref().map_or(0, String::len)) > MAX_BYTES {
        return Err(words("the game is described at too great a length"));
    }
    let line = terms.start().map_err(Refusal::Terms)?;
    if line.position().outcome().is_some() {
        return Err(words("in this set-up the game is over"));
    }
    let slow = terms.pace != Pace::None && terms.pace.class() == Class::Correspondence;
    if !terms.pauses.are_none() && !slow {
        return Err(words(
            "only the clocks of correspondence stand still on weekends and vacations",
        ));
    }
    if terms.nag.is_some_and(|days| !(1..=60).contains(&days)) {
        return Err(words("a reminder comes after 1 to 60 days"));
    }
    if terms.rated && terms.pace == Pace::None {
        return Err(words("a rated match has a clock"));
    }
    if terms.rated && terms.setup.is_some() {
        return Err(words("a match that begins with a set-up is not rated"));
    }
    let game = line.spec().to_string();
    Ok(Terms { game, setup: line.setup().map(ToString::to_string), ..terms.clone() })
}

/// Refuses a rated match to a guest.
pub(super) fn rateable(member: &Member, terms: &Terms) -> Result<(), Refusal> {
    if member.guest && terms.rated { Err(Refusal::GuestRated) } else { Ok(()) }
}

/// The name under which ratings are kept: the game's, without its options.
pub(super) fn game_name(terms: &Terms) -> &str {
    debug_assert!(
        terms.game.parse::<Spec>().is_ok_and(|spec| terms.game.starts_with(spec.card().name))
    );
    terms.game.split_once(':').map_or(terms.game.as_str(), |(name, _)| name)
}

pub(super) fn words(words: &str) -> Refusal {
    Refusal::Terms(words.to_string())
}
