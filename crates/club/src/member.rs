use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{Class, Course, Follow, MemberId, Moment, Period, Rating, Span, Welcome};

/// A member of the club. A guest is a member without a name of their own, who may take one later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The number, which never changes.
    pub id: MemberId,
    /// How many events the member's stream has.
    pub version: u64,
    /// The member's name.
    pub name: String,
    /// Whether this is a guest.
    pub guest: bool,
    /// The time zone, by its name in the tz database.
    pub zone: String,
    /// When the member joined.
    pub joined: Moment,
    /// When the member last took another name.
    pub renamed: Option<Moment>,
    /// Names that an operator has taken away, in lower case: nobody can take them again, not even the member.
    pub taken_away: BTreeSet<String>,
    /// When the member left for good.
    pub left: Option<Moment>,
    /// The vacations, past, present and planned, in order.
    pub vacations: Vec<Period>,
    /// The members this one has blocked.
    pub blocked: BTreeSet<MemberId>,
    /// How the member treats challenges, by the game's name; those in other games wait for an answer.
    pub welcome: BTreeMap<String, Welcome>,
    /// The most matches of a game that may begin by others' challenges, by the game's name.
    pub limits: BTreeMap<String, u32>,
    /// The games whose public matches the member follows, and what they are notified of.
    pub follows: BTreeMap<String, Follow>,
    /// The ratings, by the game's name and the class of pace.
    #[serde(with = "pairs")]
    pub ratings: BTreeMap<(String, Class), Rating>,
    /// The histories of the ratings, by the same keys.
    #[serde(with = "pairs")]
    pub courses: BTreeMap<(String, Class), Course>,
}

/// A map serialized as a list of pairs, since its keys are not text.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Class;

    type ByGameAndClass<T> = BTreeMap<(String, Class), T>;

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        map: &ByGameAndClass<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(map)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<ByGameAndClass<T>, D::Error> {
        Vec::deserialize(from).map(ByGameAndClass::from_iter)
    }
}

impl Member {
    /// The vacation allowed within any 365 days.
    pub const VACATION: Span = Span::days(30);

    /// How long a member keeps a new name before they may take another.
    pub const NAME_LASTS: Span = Span::days(30);

    /// The name shown for a member who has left for good: the games stay, the name goes.
    pub fn former(id: MemberId) -> String {
        format!("Former member {id}")
    }

    /// The rating in a game and class at a moment, less certain with the time since the last match.
    pub fn rating(&self, game: &str, class: Class, now: Moment) -> Rating {
        // The key is a pair, and a pair of references cannot stand in for a reference to it.
        let rating = self.ratings.get(&(game.to_string(), class));
        rating.map_or(Rating::new(now), |rating| rating.at(now))
    }

    /// The vacation the member is on, if any.
    pub fn away(&self, now: Moment) -> Option<Period> {
        self.vacations.iter().copied().find(|it| it.from <= now && now < it.until)
    }

    /// The vacation left at a moment: [`Member::VACATION`] minus what falls in the 365 days up to `at`, planned vacations
    /// included.
    pub fn vacation_left(&self, at: Moment) -> Span {
        let since = Moment(at.0.saturating_sub(Span::days(365).0));
        let spent = self.vacations.iter().fold(Span::ZERO, |sum, it| {
            let from = it.from.max(since);
            sum + if it.until > from { it.until - from } else { Span::ZERO }
        });
        Span((Member::VACATION - spent).0.max(0))
    }

    /// Whether either member has blocked the other.
    pub fn at_odds(&self, other: &Member) -> bool {
        self.blocked.contains(&other.id) || other.blocked.contains(&self.id)
    }
}
