use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use crosscut_club::{Class, MatchId, MemberId, Moment, Player, Rating, Span};
use lru::LruCache;

use crate::clock::Clock;
use crate::error::Error;
use crate::read::list_cache::ListCache;
use crate::read::projection::{ChallengeSummary, MatchSummary, is_former};
pub use crate::store::Name;
use crate::store::Store;

/// Queries over many things: matches, challenges, members. The answers are as recent as the last transaction.
#[derive(Clone, Debug)]
pub struct Queries {
    store: Store,
    /// For hiding challenges that have lapsed but were not closed yet.
    clock: Clock,
    /// Parsed summaries, by their stored text: most lists show the same matches again.
    read: Arc<Mutex<LruCache<String, MatchSummary>>>,
    /// Parsed open challenges, likewise.
    offers: Arc<Mutex<LruCache<String, ChallengeSummary>>>,
    /// Cached lists of matches that everybody sees, without what clocks were credited since ..
    matches: Arc<ListCache<MatchSummary>>,
    /// .. and of challenges.
    open: Arc<ListCache<ChallengeSummary>>,
}

/// How many summaries are cached, in about 10 MB ..
const KEPT: NonZeroUsize = NonZeroUsize::new(8_000).unwrap();
/// .. and how many challenges ..
const OFFERS: NonZeroUsize = NonZeroUsize::new(1_000).unwrap();
/// .. since texts this long are not cached: a match may begin from any position.
const LONG: usize = 1000;

/// A place on a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardPlace {
    /// The member.
    pub member: MemberId,
    /// Their rating.
    pub rating: Rating,
}

/// How many of the latest matches are searched for ones against the computer worth watching.
const WATCHED: i64 = 100;

/// After all matches.
const LAST: MatchId = MatchId(i64::MAX.cast_unsigned());

/// A member in the list of members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberSummary {
    /// Their number.
    pub member: MemberId,
    /// What they are called.
    pub name: String,
    /// When they joined.
    pub joined: Moment,
}

/// Which of a player's matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchPhase {
    /// Those in progress.
    Live,
    /// Those that are over.
    Ended,
}

impl Queries {
    pub(crate) fn new(store: Store, clock: Clock) -> Self {
        let (read, offers) = (Mutex::new(LruCache::new(KEPT)), Mutex::new(LruCache::new(OFFERS)));
        let (read, offers) = (Arc::new(read), Arc::new(offers));
        Queries { store, clock, read, offers, matches: Arc::default(), open: Arc::default() }
    }

    /// A number that changes whenever matches have begun or ended, or ratings or names have changed.
    pub(crate) fn results(&self) -> u64 {
        self.store.results()
    }

    /// The public matches in progress, the latest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn live(&self, limit: u32) -> Result<Vec<MatchSummary>, Error> {
        let limit = limit.into();
        self.kept(("live", limit), self.store.live_matches(limit)).await
    }

    /// The public matches in progress of a game, by name, the latest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn live_of(&self, game: &str, limit: u32) -> Result<Vec<MatchSummary>, Error> {
        self.summaries(self.store.live_matches_of(game, limit.into()).await?)
    }

    /// The public matches in progress worth watching, the latest first: matches between people, and matches against the
    /// computer with a move within the hour, since many guests try a game and leave.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn to_watch(&self, now: Moment, limit: usize) -> Result<Vec<MatchSummary>, Error> {
        let most = i64::try_from(limit).unwrap_or(i64::MAX);
        let between_people = self.store.live_between_people(most);
        let mut live = self.kept(("between people", most), between_people).await?;
        let mut tried = self.kept(("of one", WATCHED), self.store.live_of_one(WATCHED)).await?;
        let lively = |it: &MatchSummary| 1 < it.plies && now < it.touched + Span::hours(1);
        tried.retain(|it| it.seats.iter().any(|it| it.member().is_none()) && lively(it));
        live.extend(tried);
        live.sort_by_key(|it| std::cmp::Reverse(it.id));
        live.truncate(limit);
        Ok(live)
    }

    /// The public matches of a game that are over, the most recently ended first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn ended(&self, game: &str, limit: u32) -> Result<Vec<MatchSummary>, Error> {
        self.summaries(self.store.ended_matches(game, limit.into()).await?)
    }

    /// A player's matches, the latest first: those before a number if one is given, and private ones only with `own`, for the
    /// player's own request.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn matches_of(
        &self,
        player: Player,
        which: MatchPhase,
        before: Option<MatchId>,
        own: bool,
        limit: u32,
    ) -> Result<Vec<MatchSummary>, Error> {
        let before = before.unwrap_or(LAST);
        let live = which == MatchPhase::Live;
        self.summaries(self.store.matches_of(player, live, "", before, !own, limit.into()).await?)
    }

    /// The ended matches of a player, as in [`Queries::matches_of`]; of one game, by name, if `game` is not empty.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn played(
        &self,
        player: Player,
        game: &str,
        before: Option<MatchId>,
        own: bool,
        limit: u32,
    ) -> Result<Vec<MatchSummary>, Error> {
        let before = before.unwrap_or(LAST);
        self.summaries(
            self.store.matches_of(player, false, game, before, !own, limit.into()).await?,
        )
    }

    /// A member's matches in progress, in the order in which they need attention: those where the member is to move by their
    /// deadlines, then the others.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn at_play(&self, member: MemberId) -> Result<Vec<MatchSummary>, Error> {
        let player = Player::Member(member);
        let mut matches = self.matches_of(player, MatchPhase::Live, None, true, 1000).await?;
        matches.sort_by_key(|it| {
            let waits = it.turn != Some(player);
            (waits, it.deadline.is_none(), it.deadline, it.touched)
        });
        Ok(matches)
    }

    /// The matches in progress that a member follows without playing, the latest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn followed_by(&self, member: MemberId) -> Result<Vec<MatchSummary>, Error> {
        self.summaries(self.store.followed_by(member).await?)
    }

    /// How many matches of a game, by name, a member has in progress.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn count_at_play(&self, member: MemberId, game: &str) -> Result<u64, Error> {
        Ok(self.store.count_at_play(Player::Member(member), game).await?.cast_unsigned())
    }

    /// How many matches wait for a member's move, and how many challenges made to them by name wait for an answer.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn waiting_for(&self, member: MemberId) -> Result<(u64, u64), Error> {
        let (turns, asks) = self.store.count_waiting(member).await?;
        Ok((turns.cast_unsigned(), asks.cast_unsigned()))
    }

    /// Who has made these challenges, each with whether they are a guest.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn asks_for(&self, member: MemberId) -> Result<Vec<(MemberId, bool)>, Error> {
        let mut asks = self.challenges_of(member).await?;
        asks.retain(|it| it.by != member);
        let names = self.names(asks.iter().map(|it| it.by)).await?;
        let is_guest = |id| names.get(&id).is_some_and(|it: &Name| it.guest);
        Ok(asks.iter().map(|it| (it.by, is_guest(it.by))).collect())
    }

    /// The members whose names begin with `prefix` and come after another in the alphabet, without guests and those who have
    /// left.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn named(
        &self,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<MemberSummary>, Error> {
        // Those who have left are not shown, and others take their places.
        let (mut lines, mut after) = (Vec::new(), after.to_string());
        loop {
            let some = self.store.members_beginning(prefix, &after, i64::from(limit) + 1).await?;
            let more = some.len() > limit as usize;
            let Some(last) = some.last() else { break };
            after.clone_from(&last.name);
            lines.extend(some.into_iter().filter(|it| !is_former(&it.name)));
            if lines.len() >= limit as usize || !more {
                break;
            }
        }
        lines.truncate(limit as usize);
        let listed = |it: crate::store::MemberRow| MemberSummary {
            member: it.id,
            name: it.name,
            joined: it.joined,
        };
        Ok(lines.into_iter().map(listed).collect())
    }

    /// How often a player has made each score; private matches count only with `own`, for the player's own request.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn scores_of(
        &self,
        player: Player,
        own: bool,
    ) -> Result<Vec<crate::store::ScoreRow>, Error> {
        Ok(self.store.scores_of(player, !own).await?)
    }

    /// How many public rated matches of a game, by name, these members have won, lost and drawn, by class.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(crate) async fn rated_records(
        &self,
        game: &str,
        members: impl IntoIterator<Item = MemberId>,
    ) -> Result<HashMap<(MemberId, String), [i64; 3]>, Error> {
        let players: BTreeSet<MemberId> = members.into_iter().collect();
        let players: Vec<_> = players.into_iter().map(Player::Member).collect();
        let rows = self.store.rated_records(game, &players).await?.into_iter();
        let records = rows
            .filter_map(|it| Some(((it.player.member()?, it.class), [it.won, it.lost, it.drawn])));
        Ok(records.collect())
    }

    /// The highest rating of each of these members that was certain when they last played, as it is now, with the game's name.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn tops(
        &self,
        members: impl IntoIterator<Item = MemberId>,
        now: Moment,
    ) -> Result<HashMap<MemberId, (String, Rating)>, Error> {
        let ids: Vec<MemberId> = members.into_iter().collect();
        let rows = self.store.tops_of(&ids).await?.into_iter();
        let top = |it: crate::store::TopRatingRow| {
            let rating: Rating = serde_json::from_str(&it.body)?;
            Ok((it.member, (it.game, rating.at(now))))
        };
        Ok(rows.map(top).collect::<anyhow::Result<_>>()?)
    }

    /// The challenges anybody may accept, the latest first. Where guests have made most of them, half of the places go to
    /// members: anybody can be a guest, as often as they like.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn challenges(&self, limit: u32) -> Result<Vec<ChallengeSummary>, Error> {
        let most = i64::from(limit);
        let latest = self.offered(("all", most), self.store.listed_challenges(most)).await?;
        let half = limit as usize / 2;
        if latest.len() < limit as usize {
            return Ok(latest);
        }
        let names = self.names(latest.iter().map(|it| it.by)).await?;
        let by_guest = |it: &ChallengeSummary| names.get(&it.by).is_some_and(|it| it.guest);
        if latest.iter().filter(|it| by_guest(it)).count() <= half {
            return Ok(latest);
        }
        let most = half as i64;
        let mut all =
            self.offered(("of members", most), self.store.challenges_of_members(most)).await?;
        let room = limit as usize - all.len();
        all.extend(latest.into_iter().filter(by_guest).take(room));
        all.sort_by_key(|it| std::cmp::Reverse(it.id));
        // Between the two queries a guest may have become a member.
        all.dedup_by_key(|it| it.id);
        Ok(all)
    }

    /// The open challenges made by a member or to them, the latest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn challenges_of(&self, member: MemberId) -> Result<Vec<ChallengeSummary>, Error> {
        let mut own = known(&self.offers, self.store.challenges_of(member).await?)?;
        self.drop_lapsed(&mut own);
        Ok(own)
    }

    /// The best at a game, by name, and class, with ratings as certain as they are now; without members whose ratings were
    /// uncertain when they last played.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn best(
        &self,
        game: &str,
        class: Class,
        now: Moment,
        limit: u32,
    ) -> Result<Vec<LeaderboardPlace>, Error> {
        self.places(game, class, true, now, limit).await
    }

    /// The members whose ratings at a game, by name, and class are still uncertain.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn provisional(
        &self,
        game: &str,
        class: Class,
        now: Moment,
        limit: u32,
    ) -> Result<Vec<LeaderboardPlace>, Error> {
        self.places(game, class, false, now, limit).await
    }

    async fn places(
        &self,
        game: &str,
        class: Class,
        certain: bool,
        now: Moment,
        limit: u32,
    ) -> Result<Vec<LeaderboardPlace>, Error> {
        // Members who have left for good have no place, and others take theirs.
        let (mut asked, limit) = (i64::from(limit), limit as usize);
        loop {
            let mut rows = self.store.best(game, class.name(), certain, asked).await?;
            let are_all = (rows.len() as i64) < asked;
            let names = self.names(rows.iter().map(|it| it.0)).await?;
            rows.retain(|(id, _)| names.get(id).is_some_and(|it| !is_former(&it.name)));
            if rows.len() < limit && !are_all {
                asked *= 2;
                continue;
            }
            rows.truncate(limit);
            let place = |(member, body): (MemberId, String)| {
                let rating: Rating = serde_json::from_str(&body)?;
                Ok(LeaderboardPlace { member, rating: rating.at(now) })
            };
            return Ok(rows.into_iter().map(place).collect::<anyhow::Result<_>>()?);
        }
    }

    /// The names of members.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn names(
        &self,
        members: impl IntoIterator<Item = MemberId>,
    ) -> Result<HashMap<MemberId, Name>, Error> {
        let ids: BTreeSet<MemberId> = members.into_iter().collect();
        let ids: Vec<MemberId> = ids.into_iter().collect();
        Ok(self.store.names(&ids).await?)
    }

    /// The names of the players of matches.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn names_in(
        &self,
        matches: &[MatchSummary],
    ) -> Result<HashMap<MemberId, Name>, Error> {
        self.names(matches.iter().flat_map(|it| it.seats).filter_map(Player::member)).await
    }

    /// Parses stored matches, with their clocks as they are now.
    pub(crate) fn summaries(&self, rows: Vec<String>) -> Result<Vec<MatchSummary>, Error> {
        let downtimes = self.store.downtimes();
        Ok(known(&self.read, rows)?.into_iter().map(|it| it.at(&downtimes)).collect())
    }

    /// A cached list of matches that everybody sees, read again if one has changed since.
    async fn kept(
        &self,
        of: (&'static str, i64),
        read: impl Future<Output = crate::store::Result<Vec<String>>>,
    ) -> Result<Vec<MatchSummary>, Error> {
        let read = async { known(&self.read, read.await?) };
        let list = self.matches.at(self.store.changes(), of, read).await?;
        let downtimes = self.store.downtimes();
        Ok(list.iter().map(|it| it.clone().at(&downtimes)).collect())
    }

    /// A cached list of challenges that everybody sees, without lapsed ones.
    async fn offered(
        &self,
        of: (&'static str, i64),
        read: impl Future<Output = crate::store::Result<Vec<String>>>,
    ) -> Result<Vec<ChallengeSummary>, Error> {
        let read = async { known(&self.offers, read.await?) };
        let mut open = self.open.at(self.store.changes(), of, read).await?.to_vec();
        self.drop_lapsed(&mut open);
        Ok(open)
    }

    fn drop_lapsed(&self, challenges: &mut Vec<ChallengeSummary>) {
        let now = self.clock.now();
        challenges.retain(|it| it.until.is_none_or(|until| now < until));
    }

    /// How many matches are in progress, and how many there have ever been.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn counts(&self) -> Result<(u64, u64), Error> {
        let (live, all) = self.store.count_matches().await?;
        Ok((live.cast_unsigned(), all.cast_unsigned()))
    }
}

/// Parses rows, most of which were parsed before.
fn known<T>(known: &Mutex<LruCache<String, T>>, rows: Vec<String>) -> Result<Vec<T>, Error>
where
    T: serde::de::DeserializeOwned + Clone,
{
    let lock = || known.lock().unwrap_or_else(PoisonError::into_inner);
    let before: Vec<Option<T>> = {
        let mut held = lock();
        rows.iter().map(|row| held.get(row).cloned()).collect()
    };
    let (mut all, mut new) = (Vec::with_capacity(rows.len()), Vec::new());
    for (row, before) in rows.into_iter().zip(before) {
        all.push(match before {
            Some(it) => it,
            None => {
                let it: T = serde_json::from_str(&row).map_err(anyhow::Error::from)?;
                if row.len() < LONG {
                    new.push((row, it.clone()));
                }
                it
            }
        });
    }
    if !new.is_empty() {
        let mut held = lock();
        for (row, it) in new {
            held.put(row, it);
        }
    }
    Ok(all)
}
