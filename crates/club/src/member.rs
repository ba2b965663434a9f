use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{Class, Course, Follow, MemberId, Moment, Period, Rating, Span, Welcome};

/// Somebody who plays here. A guest is a member without a name of their own, and may take one later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The number, which never changes.
    pub id: MemberId,
    /// How many events the member has had.
    pub version: u64,
    /// What the member is called.
    pub name: String,
    /// Whether this is a guest.
    pub guest: bool,
    /// The time zone, by its name in the tz database.
    pub zone: String,
    /// Since when.
    pub joined: Moment,
    /// When the member took another name last.
    pub renamed: Option<Moment>,
    /// Names that an operator has taken away, in small letters: they stay taken, for the member too.
    pub taken_away: BTreeSet<String>,
    /// When the member left for good.
    pub left: Option<Moment>,
    /// The vacations, past, present and planned, in order.
    pub vacations: Vec<Period>,
    /// Whom the member wants nothing to do with.
    pub blocked: BTreeSet<MemberId>,
    /// How the member takes challenges, by the game's name; where nothing was said, each is asked about.
    pub welcome: BTreeMap<String, Welcome>,
    /// How many matches of a game there may be at most by challenges of others, by the game's name.
    pub limits: BTreeMap<String, u32>,
    /// The games of which the member follows all public matches.
    pub follows: BTreeMap<String, Follow>,
    /// By the game's name and class of pace.
    #[serde(with = "pairs")]
    pub ratings: BTreeMap<(String, Class), Rating>,
    /// How they went, in the same way.
    #[serde(with = "pairs")]
    pub courses: BTreeMap<(String, Class), Course>,
}

/// A map as a list of keys and values, for the keys are not texts.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Class;

    type Map<T> = BTreeMap<(String, Class), T>;

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        map: &Map<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Map<T>, D::Error> {
        Vec::deserialize(from).map(Map::from_iter)
    }
}

impl Member {
    /// How much vacation there may be within 365 days.
    pub const VACATION: Span = Span::days(30);

    /// How long a member is called by a new name before the next one.
    pub const NAME_LASTS: Span = Span::days(30);

    /// What somebody is called who has left for good: the games stay, the name goes.
    pub fn former(id: MemberId) -> String {
        format!("Former member {id}")
    }

    /// The rating in a game and class at a moment, grown uncertain since the last match.
    pub fn rating(&self, game: &str, class: Class, now: Moment) -> Rating {
        // The key is a pair, and a borrowed pair is not a borrow of it.
        let rating = self.ratings.get(&(game.to_string(), class));
        rating.map_or(Rating::new(now), |rating| rating.at(now))
    }

    /// The vacation the member is on.
    pub fn away(&self, now: Moment) -> Option<Period> {
        self.vacations.iter().copied().find(|it| it.from <= now && now < it.until)
    }

    /// How much vacation is left at a moment: what of [`Member::VACATION`] was not spent in the 365 days up to `at`,
    /// counting what is planned.
    pub fn vacation_left(&self, at: Moment) -> Span {
        let since = Moment(at.0.saturating_sub(Span::days(365).0));
        let spent = self.vacations.iter().fold(Span::ZERO, |sum, it| {
            let from = it.from.max(since);
            sum + if it.until > from { it.until - from } else { Span::ZERO }
        });
        Span((Member::VACATION - spent).0.max(0))
    }

    /// Whether either of the two has blocked the other.
    pub fn at_odds(&self, other: &Member) -> bool {
        self.blocked.contains(&other.id) || other.blocked.contains(&self.id)
    }
}
