use crosscut_club::{
    Aim, Audience, Challenge, ChallengeId, Choice, Class, Countdown, Downtimes, Ending, Fate, Flag,
    Follow, Key, Match, MatchId, Member, MemberId, Moment, Player, Rating, State, Terms,
};
use serde::{Deserialize, Serialize};

use crate::store::{
    Batch, ChallengeRow, FollowerRow, GameFollowerRow, MatchRow, MemberRow, RatingRow, SeatRow,
};

/// A match as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSummary {
    /// The match's number.
    pub id: MatchId,
    /// The terms.
    pub terms: Terms,
    /// The first and the second player.
    pub seats: [Player; 2],
    /// The players' ratings when it began.
    pub ratings: [Option<Rating>; 2],
    /// When it began.
    pub began: Moment,
    /// When it last changed, chat aside.
    pub touched: Moment,
    /// How many plies have been played.
    pub plies: u32,
    /// The player to move.
    pub turn: Option<Player>,
    /// When the player to move runs out of time.
    pub deadline: Option<Moment>,
    /// The running clock, as stored: the club may be closed before it runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<Countdown>,
    /// How it ended, if it has.
    pub ending: Option<Finish>,
}

/// How a match ended, as lists show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    /// The result.
    pub result: crosscut_record::GameResult,
    /// The reason.
    pub reason: crosscut_club::Reason,
    /// When it ended.
    pub at: Moment,
}

/// A challenge as lists show it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChallengeSummary {
    /// The challenge's number.
    pub id: ChallengeId,
    /// The challenger.
    pub by: MemberId,
    /// When it was made.
    pub made: Moment,
    /// The member it is made to, or anybody.
    pub to: Aim,
    /// The terms.
    pub terms: Terms,
    /// The seat the challenger wants.
    pub choice: Choice,
    /// Who may accept it.
    pub audience: Audience,
    /// When it lapses, if ever.
    pub until: Option<Moment>,
}

impl MatchSummary {
    /// The summary of a match.
    pub fn of(it: &Match, state: &State) -> Self {
        MatchSummary {
            id: it.id,
            terms: it.terms.clone(),
            seats: it.seats,
            ratings: it.ratings,
            began: it.began,
            touched: it.touched,
            plies: it.n_plies(),
            turn: it.player_on_turn(),
            deadline: it.deadline(state),
            clock: None,
            ending: it.ending.map(|Ending { result, reason, at, .. }| Finish {
                result,
                reason,
                at,
            }),
        }
    }

    /// The stored summary: all but what downtimes change.
    fn stored(it: &Match, state: &State) -> Self {
        MatchSummary { deadline: None, clock: it.countdown(state), ..MatchSummary::of(it, state) }
    }

    /// Reads a stored summary, with its deadline under the downtimes known now.
    ///
    /// # Errors
    /// The text is not a summary.
    pub(crate) fn read(stored: &str, downtimes: &Downtimes) -> serde_json::Result<Self> {
        serde_json::from_str(stored).map(|it: MatchSummary| it.at(downtimes))
    }

    /// A stored summary with its deadline under the downtimes known now.
    pub(crate) fn at(mut self, downtimes: &Downtimes) -> Self {
        if let Some(clock) = self.clock.take() {
            self.deadline = Some(clock.deadline(downtimes));
        }
        self
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        game(&self.terms)
    }
}

impl ChallengeSummary {
    fn of(it: &Challenge) -> Self {
        ChallengeSummary {
            id: it.id,
            by: it.by,
            made: it.made,
            to: it.to.clone(),
            terms: it.terms.clone(),
            choice: it.choice,
            audience: it.audience,
            until: it.until,
        }
    }
}

/// The name of the game in terms, without its options.
pub(crate) fn game(terms: &Terms) -> &str {
    terms.game.split(':').next().unwrap_or(&terms.game)
}

/// Adds to a batch the rows of lists for a stream after its events.
///
/// `was` is the stream before them: unchanged rows are not written again.
pub(crate) fn project(
    key: &Key,
    was: &State,
    state: &State,
    batch: &mut Batch,
) -> serde_json::Result<()> {
    match key {
        Key::Match(id) => {
            if let Some(it) = state.match_with(*id) {
                let seated = was.match_with(*id).map(Match::runs);
                batch.matches.push(match_line(it, state)?);
                if seated != Some(it.runs()) {
                    batch.sittings.extend(sittings(it));
                }
                let old = was.match_with(*id).map(followers).unwrap_or_default();
                let new = followers(it);
                let gone = old.iter().filter(|old| new.iter().all(|new| new.member != old.member));
                batch
                    .followers
                    .extend(gone.map(|it| FollowerRow { follow: follow_word(None), ..it.clone() }));
                batch.followers.extend(new.into_iter().filter(|it| !old.contains(it)));
            }
        }
        Key::Challenge(id) => {
            if let Some(it) = state.challenge(*id) {
                batch.challenges.push(challenge_line(it)?);
            }
        }
        Key::Member(id) => {
            if let Some(it) = state.member(*id) {
                let old = was.member(*id);
                if old.is_none_or(|old| member_line(old) != member_line(it)) {
                    batch.members.push(member_line(it));
                }
                let followed_before = old.map(game_followers).unwrap_or_default();
                let followed_now = game_followers(it);
                let gone = followed_before
                    .iter()
                    .filter(|old| followed_now.iter().all(|new| new.game != old.game));
                batch.game_followers.extend(
                    gone.map(|it| GameFollowerRow { follow: follow_word(None), ..it.clone() }),
                );
                batch
                    .game_followers
                    .extend(followed_now.into_iter().filter(|it| !followed_before.contains(it)));
                for ((game, class), rating) in &it.ratings {
                    let key = (game.clone(), *class);
                    if old.and_then(|old| old.ratings.get(&key)) != Some(rating) {
                        batch.ratings.push(rating_line(it.id, game, *class, rating)?);
                    }
                }
            }
        }
        Key::Name(_) => {}
    }
    Ok(())
}

pub(crate) fn match_line(it: &Match, state: &State) -> serde_json::Result<MatchRow> {
    let computer = match it.player_on_turn() {
        Some(Player::Computer(level)) => Some(i64::from(level)),
        _ => None,
    };
    let turn = it.player_on_turn().filter(|it| it.member().is_some());
    let summary = MatchSummary::stored(it, state);
    // As if the club were never closed: no check is needed before that, and no downtime changes it.
    let deadline = summary.clock.as_ref().map(|it| it.deadline(&Downtimes::NONE));
    let claimed = it.terms.flag == Flag::Claimed;
    Ok(MatchRow {
        id: it.id,
        game: game(&it.terms).to_string(),
        public: !it.terms.private,
        live: it.runs(),
        people: it.runs() && it.seats[0] != it.seats[1] && it.members().count() == 2,
        deadline: deadline.filter(|_| !claimed),
        claimable: claimed && deadline.is_some(),
        computer,
        turn,
        ended: it.ending.map(|it| it.at),
        body: serde_json::to_string(&summary)?,
    })
}

pub(crate) fn sittings(it: &Match) -> Vec<SeatRow> {
    SeatRow::all(it.id, &it.terms, it.seats, it.ending.map(|it| it.result))
}

/// The stored form of what a follower is notified of.
pub(crate) fn follow_word(follow: Option<Follow>) -> String {
    match follow {
        Some(Follow::Turns) => "turns",
        Some(Follow::End) => "end",
        None => "no",
    }
    .to_string()
}

pub(crate) fn followers(it: &Match) -> Vec<FollowerRow> {
    let line = |(member, follow): (&MemberId, &Follow)| FollowerRow {
        member: *member,
        id: it.id,
        live: it.runs(),
        follow: follow_word(Some(*follow)),
    };
    it.followers.iter().map(line).collect()
}

pub(crate) fn game_followers(it: &Member) -> Vec<GameFollowerRow> {
    let line = |(game, follow): (&String, &Follow)| GameFollowerRow {
        member: it.id,
        game: game.clone(),
        follow: follow_word(Some(*follow)),
    };
    it.follows.iter().map(line).collect()
}

pub(crate) fn challenge_line(it: &Challenge) -> serde_json::Result<ChallengeRow> {
    Ok(ChallengeRow {
        id: it.id,
        open: it.fate == Fate::Open,
        listed: it.to == Aim::Open,
        maker: it.by,
        aim: if let Aim::Member(id) = it.to { Some(id) } else { None },
        until: it.until,
        body: serde_json::to_string(&ChallengeSummary::of(it))?,
    })
}

/// Whether this is the name of a member who has left for good: nobody can choose a name with a blank.
pub(crate) fn is_former(name: &str) -> bool {
    name.contains(' ')
}

pub(crate) fn member_line(it: &Member) -> MemberRow {
    MemberRow {
        id: it.id,
        name: it.name.clone(),
        folded: it.name.to_ascii_lowercase(),
        guest: it.guest,
        joined: it.joined,
    }
}

pub(crate) fn rating_line(
    member: MemberId,
    game: &str,
    class: Class,
    rating: &Rating,
) -> serde_json::Result<RatingRow> {
    Ok(RatingRow {
        member,
        game: game.to_string(),
        class: class.name().to_string(),
        points: rating.points(),
        deviation: rating.deviation(),
        body: serde_json::to_string(rating)?,
    })
}
