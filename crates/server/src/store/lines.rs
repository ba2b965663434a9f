use crosscut_club::{ChallengeId, MatchId, MemberId, Moment, Player, Terms};
use crosscut_record::GameResult;
use sqlx::QueryBuilder;

use super::event::filled;
use super::stored::{Stored, row};
use super::{Result, Store, reading};

row! {
    /// A match as lists show it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct MatchRow {
        pub(crate) id: MatchId,
        pub(crate) game: String,
        pub(crate) public: bool,
        pub(crate) live: bool,
        /// Whether it is in progress between two people.
        pub(crate) people: bool,
        /// When the clock that ends the match automatically would run out, had the club never been closed since it began to run.
        pub(crate) deadline: Option<Moment>,
        /// Whether a clock is running that ends the match when the opponent claims it.
        pub(crate) claimable: bool,
        /// The level of the computer, if it is to move.
        pub(crate) computer: Option<i64>,
        /// The member to move, if any.
        pub(crate) turn: Option<Player>,
        pub(crate) ended: Option<Moment>,
        pub(crate) body: String,
    }
}

row! {
    /// A player's seat in a match.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct SeatRow {
        pub(crate) player: Player,
        pub(crate) id: MatchId,
        pub(crate) live: bool,
        pub(crate) public: bool,
        pub(crate) game: String,
        /// The class of the pace, by name.
        pub(crate) class: String,
        /// `rated` or `casual` between people, or `computer`.
        pub(crate) kind: String,
        /// 2 for a win, 1 for a draw, 0 for a loss; none while it is in progress, if it was broken off, and for a player who
        /// plays both sides.
        pub(crate) score: Option<i64>,
    }
}

row! {
    /// How often a player has made a score.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct ScoreRow {
        pub(crate) player: Player,
        pub(crate) game: String,
        pub(crate) class: String,
        pub(crate) kind: String,
        pub(crate) score: i64,
        pub(crate) n: i64,
    }
}

row! {
    /// How often a player has won, lost and drawn at a pace.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct RecordRow {
        pub(crate) player: Player,
        /// The class of the pace, by name.
        pub(crate) class: String,
        pub(crate) won: i64,
        pub(crate) lost: i64,
        pub(crate) drawn: i64,
    }
}

impl SeatRow {
    /// The sittings of a match; `result` is how it ended, if it is over.
    pub(crate) fn all(
        id: MatchId,
        terms: &Terms,
        seats: [Player; 2],
        result: Option<GameResult>,
    ) -> Vec<SeatRow> {
        let kind = match (seats.iter().all(|it| it.member().is_some()), terms.rated) {
            (false, _) => "computer",
            (true, true) => "rated",
            (true, false) => "casual",
        };
        let scores = match result {
            _ if seats[0] == seats[1] => [None; 2],
            Some(GameResult::First) => [Some(2), Some(0)],
            Some(GameResult::Second) => [Some(0), Some(2)],
            Some(GameResult::Draw) => [Some(1); 2],
            Some(GameResult::Open) | None => [None; 2],
        };
        let mut sittings: Vec<SeatRow> = seats
            .into_iter()
            .zip(scores)
            .map(|(player, score)| SeatRow {
                player,
                id,
                live: result.is_none(),
                public: !terms.private,
                game: terms.game.split(':').next().unwrap_or(&terms.game).to_string(),
                class: terms.pace.class().name().to_string(),
                kind: kind.to_string(),
                score,
            })
            .collect();
        sittings.dedup_by(|a, b| a.player == b.player);
        sittings
    }
}

row! {
    /// A challenge as lists show it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct ChallengeRow {
        pub(crate) id: ChallengeId,
        pub(crate) open: bool,
        pub(crate) listed: bool,
        pub(crate) maker: MemberId,
        pub(crate) aim: Option<MemberId>,
        pub(crate) until: Option<Moment>,
        pub(crate) body: String,
    }
}

row! {
    /// A member as lists show them.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct MemberRow {
        pub(crate) id: MemberId,
        /// As lists show it.
        pub(crate) name: String,
        /// As it is compared: in lower case.
        pub(crate) folded: String,
        pub(crate) guest: bool,
        pub(crate) joined: Moment,
    }
}

row! {
    /// A rating as leaderboards show it.
    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct RatingRow {
        pub(crate) member: MemberId,
        pub(crate) game: String,
        pub(crate) class: String,
        pub(crate) points: f64,
        pub(crate) deviation: f64,
        pub(crate) body: String,
    }
}

row! {
    /// A member's highest rating.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct TopRatingRow {
        pub(crate) member: MemberId,
        pub(crate) game: String,
        pub(crate) body: String,
    }
}

row! {
    /// How matches of a game ended for the player who moved first.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct TallyRow {
        pub(crate) game: String,
        pub(crate) first: i64,
        pub(crate) second: i64,
        pub(crate) drawn: i64,
    }
}

row! {
    /// A member's wish to be notified of a match they do not play in.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct FollowerRow {
        pub(crate) member: MemberId,
        pub(crate) id: MatchId,
        pub(crate) live: bool,
        /// `turns`, `end`, or `no`.
        pub(crate) follow: String,
    }
}

row! {
    /// A member's wish to be notified of every match of a game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct GameFollowerRow {
        pub(crate) member: MemberId,
        pub(crate) game: String,
        /// As in [`FollowerRow`].
        pub(crate) follow: String,
    }
}

impl Store {
    /// The matches in progress that a member follows without playing, the latest first.
    pub(crate) async fn followed_by(&self, member: MemberId) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: follower, match_line.
                "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM (SELECT f.id, m.body FROM follower f \
                 JOIN match_line m ON m.id = f.id \
                 WHERE f.member = $1 AND f.live = 1 AND f.follow <> 'no' ORDER BY f.id DESC LIMIT 500) AS latest",
            )
            .bind(member.stored())
            .fetch_one(pool)
            .await?))
    }

    /// The members who are notified of every match of a game.
    pub(crate) async fn game_followers(&self) -> Result<Vec<GameFollowerRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: all of patron.
                "SELECT member, game, follow FROM patron WHERE follow <> 'no' ORDER BY member, game",
            )
            .fetch_all(pool)
            .await?))
    }

    /// How many matches of a game a player is playing.
    pub(crate) async fn count_at_play(&self, player: Player, game: &str) -> Result<i64> {
        Ok(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: sitting.
                "SELECT COUNT(*) FROM sitting WHERE player = $1 AND live = 1 AND game = $2",
            )
            .bind(player.stored())
            .bind(game)
            .fetch_one(pool)
            .await?))
    }

    /// How many matches wait for a member's move, and how many open challenges have been made to them.
    pub(crate) async fn count_waiting(&self, member: MemberId) -> Result<(i64, i64)> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: match_line_turn, challenge_line_aim.
                "SELECT (SELECT COUNT(*) FROM match_line WHERE turn = $1), \
                 (SELECT COUNT(*) FROM challenge_line WHERE open = 1 AND aim = $2)",
            )
            .bind(Player::Member(member).stored())
            .bind(member.stored())
            .fetch_one(pool)
            .await?))
    }

    /// How many matches against the computer a player has in progress.
    pub(crate) async fn count_with_computer(&self, player: Player) -> Result<i64> {
        Ok(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: sitting_live, sitting_match.
                "SELECT COUNT(*) FROM sitting s JOIN sitting c ON c.id = s.id \
                 WHERE s.player = $1 AND s.live = 1 AND c.player LIKE 'computer/%'",
            )
            .bind(player.stored())
            .fetch_one(pool)
            .await?))
    }

    /// The highest numbers of members, challenges and matches; 0 where there are none.
    pub(crate) async fn last_numbers(&self) -> Result<(MemberId, ChallengeId, MatchId)> {
        let (member, challenge, game): (Option<i64>, Option<i64>, Option<i64>) = reading!(self, pool =>
                sqlx::query_as(
                    // Plan: member_line, challenge_line, match_line.
                    "SELECT (SELECT MAX(id) FROM member_line), (SELECT MAX(id) FROM challenge_line), \
                     (SELECT MAX(id) FROM match_line)",
                )
                .fetch_one(pool)
                .await?);
        let [member, challenge, game] =
            [member, challenge, game].map(|it| it.unwrap_or(0).cast_unsigned());
        Ok((MemberId(member), ChallengeId(challenge), MatchId(game)))
    }

    /// Members whose names begin with `prefix`, by number.
    pub(crate) async fn members_named(
        &self,
        prefix: &str,
        after: MemberId,
        limit: i64,
    ) -> Result<Vec<MemberRow>> {
        // Without a prefix nearly all rows match, so they are found by number; with one only a few do, found by name.
        let text = if prefix.is_empty() {
            // Plan: member_line.
            "SELECT id, name, folded, guest, joined FROM member_line \
             WHERE id > $3 AND folded >= $1 AND folded < $2 ORDER BY id LIMIT $4"
        } else {
            // Plan: member_line_folded.
            "SELECT id, name, folded, guest, joined FROM member_line \
             WHERE guest IN (0, 1) AND folded >= $1 AND folded < $2 AND id > $3 ORDER BY id LIMIT $4"
        };
        let (from, to) = beginning(prefix);
        Ok(reading!(self, pool =>
            sqlx::query_as(text)
                .bind(&from)
                .bind(&to)
                .bind(after.stored())
                .bind(limit)
                .fetch_all(pool)
                .await?))
    }

    /// Members (not guests) whose names begin with `prefix` and come after another name in the alphabet.
    pub(crate) async fn members_beginning(
        &self,
        prefix: &str,
        after: &str,
        limit: i64,
    ) -> Result<Vec<MemberRow>> {
        if prefix.contains('\0') || after.contains('\0') {
            return Ok(Vec::new());
        }
        let (from, to) = beginning(prefix);
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: member_line_folded.
                "SELECT id, name, folded, guest, joined FROM member_line \
                 WHERE guest = 0 AND folded >= $1 AND folded < $2 AND folded > $3 ORDER BY folded LIMIT $4",
            )
            .bind(&from)
            .bind(&to)
            .bind(after.to_ascii_lowercase())
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// The next matches, by number.
    pub(crate) async fn numbers(&self, after: MatchId, limit: i64) -> Result<Vec<MatchId>> {
        Stored::read(reading!(self, pool =>
            // Plan: match_line.
            sqlx::query_scalar("SELECT id FROM match_line WHERE id > $1 ORDER BY id LIMIT $2")
                .bind(after.stored())
                .bind(limit)
                .fetch_all(pool)
                .await?))
    }

    /// A player's matches, the latest first: those in progress, or those that are over; of one game if `game` is not empty.
    pub(crate) async fn matches_of(
        &self,
        player: Player,
        live: bool,
        game: &str,
        before: MatchId,
        public_only: bool,
        limit: i64,
    ) -> Result<Vec<String>> {
        // Two texts: with `live` bound, neither database could use the index of live ones.
        let text = if live {
            // Plan: sitting, match_line.
            "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM (SELECT s.id, m.body FROM sitting s \
             JOIN match_line m ON m.id = s.id \
             WHERE s.player = $1 AND s.live = 1 AND s.id < $2 AND s.public >= $3 AND ($5 = '' OR s.game = $5) \
             ORDER BY s.id DESC LIMIT $4) AS latest"
        } else {
            // Plan: sitting, match_line.
            "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM (SELECT s.id, m.body FROM sitting s \
             JOIN match_line m ON m.id = s.id \
             WHERE s.player = $1 AND s.live = 0 AND s.id < $2 AND s.public >= $3 AND ($5 = '' OR s.game = $5) \
             ORDER BY s.id DESC LIMIT $4) AS latest"
        };
        apart(reading!(self, pool =>
            sqlx::query_scalar(text)
                .bind(player.stored())
                .bind(before.stored())
                .bind(public_only.stored())
                .bind(limit)
                .bind(game)
                .fetch_one(pool)
                .await?))
    }

    /// The next matches a player plays or has played, by number.
    pub(crate) async fn numbers_of(
        &self,
        player: Player,
        after: MatchId,
        limit: i64,
    ) -> Result<Vec<MatchId>> {
        Stored::read(reading!(self, pool =>
            // Plan: sitting.
            sqlx::query_scalar("SELECT id FROM sitting WHERE player = $1 AND id > $2 ORDER BY id LIMIT $3")
                .bind(player.stored())
                .bind(after.stored())
                .bind(limit)
                .fetch_all(pool)
                .await?))
    }

    /// The public matches in progress, the latest first.
    pub(crate) async fn live_matches(&self, limit: i64) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: match_line_live.
                "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM \
                 (SELECT id, body FROM match_line WHERE live = 1 AND public = 1 ORDER BY id DESC LIMIT $1) AS latest",
            )
            .bind(limit)
            .fetch_one(pool)
            .await?))
    }

    /// The public matches of a game in progress, the latest first.
    pub(crate) async fn live_matches_of(&self, game: &str, limit: i64) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: match_line_game.
                "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM (SELECT id, body FROM match_line \
                 WHERE game = $1 AND live = 1 AND public = 1 ORDER BY id DESC LIMIT $2) AS latest",
            )
            .bind(game)
            .bind(limit)
            .fetch_one(pool)
            .await?))
    }

    /// Of the latest `among` public matches in progress, those not between two people, the latest first.
    pub(crate) async fn live_of_one(&self, among: i64) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: match_line_live.
                "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM (SELECT id, body, people FROM match_line \
                 WHERE live = 1 AND public = 1 ORDER BY id DESC LIMIT $1) AS latest WHERE people = 0",
            )
            .bind(among)
            .fetch_one(pool)
            .await?))
    }

    /// The public matches in progress between two people, the latest first.
    pub(crate) async fn live_between_people(&self, limit: i64) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: match_line_people.
                "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM \
                 (SELECT id, body FROM match_line WHERE people = 1 AND public = 1 ORDER BY id DESC LIMIT $1) AS latest",
            )
            .bind(limit)
            .fetch_one(pool)
            .await?))
    }

    /// How often a player has made each score, in public matches or in all.
    pub(crate) async fn scores_of(
        &self,
        player: Player,
        public_only: bool,
    ) -> Result<Vec<ScoreRow>> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Grouped in the order of the index; otherwise thousands of rows would be sorted again.
                // Plan: sitting_score.
                "SELECT player, game, class, kind, score, COUNT(*) AS n FROM sitting \
                 WHERE player = $1 AND score IS NOT NULL AND public >= $2 \
                 GROUP BY player, game, kind, class, score",
            )
            .bind(player.stored())
            .bind(public_only.stored())
            .fetch_all(pool)
            .await?))
    }

    /// How often these players have won, lost and drawn public rated matches of a game.
    pub(crate) async fn rated_records(
        &self,
        game: &str,
        players: &[Player],
    ) -> Result<Vec<RecordRow>> {
        let mut records = Vec::new();
        for some in filled(players) {
            let more: Vec<RecordRow> = reading!(self, pool => {
                let mut query = QueryBuilder::new(
                    // Plan: sitting_score.
                    "SELECT player, class, SUM(CASE score WHEN 2 THEN 1 ELSE 0 END) AS won, \
                     SUM(CASE score WHEN 0 THEN 1 ELSE 0 END) AS lost, SUM(CASE score WHEN 1 THEN 1 ELSE 0 END) AS drawn \
                     FROM sitting WHERE score IS NOT NULL AND public = 1 AND kind = 'rated' AND game = ",
                );
                query.push_bind(game);
                query.push(" AND player IN (");
                let mut list = query.separated(", ");
                for player in some {
                    list.push_bind(player.stored());
                }
                query.push(") GROUP BY player, class");
                query.build_query_as().fetch_all(pool).await?
            });
            records.extend(more);
        }
        Ok(records)
    }

    /// The highest certain rating of each of these members.
    pub(crate) async fn tops_of(&self, ids: &[MemberId]) -> Result<Vec<TopRatingRow>> {
        let mut tops = Vec::new();
        for some in filled(ids) {
            let more: Vec<TopRatingRow> = reading!(self, pool => {
                let mut query = QueryBuilder::new(
                    // Plan: rating_line.
                    "SELECT member, game, body FROM (SELECT member, game, body, \
                     ROW_NUMBER() OVER (PARTITION BY member ORDER BY points DESC, game, class) AS place \
                     FROM rating_line WHERE deviation < 110 AND member IN (",
                );
                let mut list = query.separated(", ");
                for id in some {
                    list.push_bind(id.stored());
                }
                query.push(")) AS sure WHERE place = 1");
                query.build_query_as().fetch_all(pool).await?
            });
            tops.extend(more);
        }
        Ok(tops)
    }

    /// The public matches of a game that are over, the most recently ended first.
    pub(crate) async fn ended_matches(&self, game: &str, limit: i64) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: match_line_ended.
                "SELECT string_agg(body, '\n' ORDER BY ended DESC) FROM (SELECT ended, body FROM match_line \
                 WHERE game = $1 AND ended IS NOT NULL AND public = 1 ORDER BY ended DESC LIMIT $2) AS latest",
            )
            .bind(game)
            .bind(limit)
            .fetch_one(pool)
            .await?))
    }

    /// The next matches by the deadline in the list: deadline and number, after such a pair.
    pub(crate) async fn deadlines(
        &self,
        after: (Moment, MatchId),
        limit: i64,
    ) -> Result<Vec<(Moment, MatchId)>> {
        Stored::read(reading!(self, pool =>
            sqlx::query_as(
                // Plan: match_line_deadline.
                "SELECT deadline, id FROM match_line WHERE deadline IS NOT NULL AND (deadline, id) > ($1, $2) \
                 ORDER BY deadline, id LIMIT $3",
            )
            .bind(after.0.stored())
            .bind(after.1.stored())
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// What lists show of matches, by number.
    pub(crate) async fn bodies(&self, ids: &[MatchId]) -> Result<Vec<(MatchId, String)>> {
        let mut bodies = Vec::new();
        for some in filled(ids) {
            let more: Vec<(i64, String)> = reading!(self, pool => {
                // Plan: match_line.
                let mut query = QueryBuilder::new("SELECT id, body FROM match_line WHERE id IN (");
                let mut list = query.separated(", ");
                for id in some {
                    list.push_bind(id.stored());
                }
                query.push(")");
                query.build_query_as().fetch_all(pool).await?
            });
            bodies.extend(more);
        }
        Stored::read(bodies)
    }

    /// The next matches with a running clock, by number.
    pub(crate) async fn clocked_matches(&self, after: MatchId, limit: i64) -> Result<Vec<MatchId>> {
        Stored::read(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: match_line_live.
                "SELECT id FROM match_line WHERE live = 1 AND public IN (0, 1) AND id > $1 \
                 AND (deadline IS NOT NULL OR claimable = 1) ORDER BY id LIMIT $2",
            )
            .bind(after.stored())
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// The matches in which the computer is to move, the longest waiting first.
    pub(crate) async fn computers_turns(&self) -> Result<Vec<MatchId>> {
        Stored::read(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: all of match_line_computer, event.
                "SELECT id FROM match_line WHERE computer IS NOT NULL ORDER BY \
                 (SELECT at FROM event WHERE stream = 'match/' || id ORDER BY version DESC LIMIT 1), id",
            )
                .fetch_all(pool)
                .await?))
    }

    /// The open challenges in the lobby, the latest first.
    pub(crate) async fn listed_challenges(&self, limit: i64) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: all of challenge_line_listed.
                "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM \
                 (SELECT id, body FROM challenge_line WHERE open = 1 AND listed = 1 ORDER BY id DESC LIMIT $1) AS latest",
            )
            .bind(limit)
            .fetch_one(pool)
            .await?))
    }

    /// The open challenges in the lobby that were not made by guests, the latest first.
    pub(crate) async fn challenges_of_members(&self, limit: i64) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: all of challenge_line_listed, member_line.
                "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM (SELECT id, body FROM challenge_line \
                 WHERE open = 1 AND listed = 1 AND (SELECT guest FROM member_line WHERE id = maker) = 0 \
                 ORDER BY id DESC LIMIT $1) AS latest",
            )
            .bind(limit)
            .fetch_one(pool)
            .await?))
    }

    /// The open challenges made by a member or to them, the latest first.
    pub(crate) async fn challenges_of(&self, member: MemberId) -> Result<Vec<String>> {
        apart(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: challenge_line_maker, challenge_line_aim.
                "SELECT string_agg(body, '\n' ORDER BY id DESC) FROM (SELECT id, body FROM challenge_line \
                 WHERE open = 1 AND maker = $1 UNION SELECT id, body FROM challenge_line \
                 WHERE open = 1 AND aim = $1 ORDER BY id DESC LIMIT 300) AS latest",
            )
            .bind(member.stored())
            .fetch_one(pool)
            .await?))
    }

    /// The challenges that have lapsed by now.
    pub(crate) async fn lapsing(&self, now: Moment, limit: i64) -> Result<Vec<ChallengeId>> {
        Stored::read(reading!(self, pool =>
            sqlx::query_scalar(
                // Plan: challenge_line_until.
                "SELECT id FROM challenge_line WHERE open = 1 AND until IS NOT NULL AND until <= $1 \
                 ORDER BY until LIMIT $2",
            )
            .bind(now.stored())
            .bind(limit)
            .fetch_all(pool)
            .await?))
    }

    /// The members best rated at a game and class, with their ratings: those whose ratings are certain, or the others.
    pub(crate) async fn best(
        &self,
        game: &str,
        class: &str,
        certain: bool,
        limit: i64,
    ) -> Result<Vec<(MemberId, String)>> {
        // Two texts, with the bound written out, since each has an index of its own.
        const { assert!(crosscut_club::Rating::UNCERTAIN == 110.0, "the indices are of this bound") };
        let text = if certain {
            // Plan: rating_line_certain.
            "SELECT member, body FROM rating_line \
             WHERE game = $1 AND class = $2 AND deviation < 110 ORDER BY points DESC LIMIT $3"
        } else {
            // Plan: rating_line_uncertain.
            "SELECT member, body FROM rating_line \
             WHERE game = $1 AND class = $2 AND deviation >= 110 ORDER BY points DESC LIMIT $3"
        };
        Stored::read(reading!(self, pool =>
            sqlx::query_as(text).bind(game).bind(class).bind(limit).fetch_all(pool).await?))
    }

    /// How matches ended for the player who moved first, by game.
    pub(crate) async fn tallies(&self) -> Result<Vec<TallyRow>> {
        Ok(reading!(self, pool =>
            // Plan: all of tally.
            sqlx::query_as("SELECT game, first, second, drawn FROM tally").fetch_all(pool).await?))
    }

    /// How many matches are in progress, and how many were ever begun: the highest number, since none is ever deleted.
    pub(crate) async fn count_matches(&self) -> Result<(i64, i64)> {
        Ok(reading!(self, pool =>
            sqlx::query_as(
                // Plan: match_line_live, match_line.
                "SELECT (SELECT COUNT(*) FROM match_line WHERE live = 1 AND public IN (0, 1)), \
                 (SELECT COALESCE(MAX(id), 0) FROM match_line)",
            )
            .fetch_one(pool)
            .await?))
    }
}

/// Splits a text in which a list was joined: one row costs less than a hundred, and no part contains a line break.
fn apart(joined: Option<String>) -> Result<Vec<String>> {
    Ok(joined.unwrap_or_default().lines().map(str::to_string).collect())
}

/// The bounds, in lower case, of the texts that begin with `prefix`.
fn beginning(prefix: &str) -> (String, String) {
    let from = prefix.to_ascii_lowercase();
    let to = format!("{from}{}", char::MAX);
    (from, to)
}
