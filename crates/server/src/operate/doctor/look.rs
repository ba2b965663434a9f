use std::collections::HashMap;
use std::hash::Hash;

use crosscut_club::{ChallengeId, Key, MatchId, MemberId, Moment, State};
use tokio::task::spawn_blocking;

use super::AGAIN;
use crate::read::cache::event;
use crate::read::projection::project;
use crate::read::tallies::Tallies;
use crate::store::{
    Batch, ChallengeRow, EventRow, FollowerRow, GameFollowerRow, MatchRow, MemberRow, RatingRow,
    SeatRow, Store,
};

/// An outdated row of a list: the table, the column with the number, and the number.
type StaleRow = (&'static str, &'static str, i64);

/// The findings in a piece.
#[derive(Default)]
pub(super) struct PieceFindings {
    pub(super) members: u64,
    pub(super) challenges: u64,
    pub(super) matches: u64,
    pub(super) events: u64,
    pub(super) streams: u64,
    pub(super) wrong: Vec<String>,
    pub(super) stale: Vec<StaleRow>,
    /// The rows that should be there instead.
    pub(super) anew: Batch,
    pub(super) settled: Tallies,
    pub(super) recent: Tallies,
    /// The last stream of the piece.
    pub(super) last: String,
    /// The folded streams, to be compared with lists.
    folded: Vec<(Key, State)>,
}

/// The moments from which matches are counted, and before which those that ended are settled.
#[derive(Clone, Copy)]
pub(super) struct CheckSpan {
    pub(super) since: Moment,
    pub(super) until: Moment,
}

/// Examines whole streams.
pub(super) async fn look(
    store: Store,
    rows: Vec<EventRow>,
    span: CheckSpan,
    repair: bool,
) -> anyhow::Result<PieceFindings> {
    let mut looked = look_once(&store, rows, span).await?;
    // Players may change a list between two looks; what stays wrong is wrong.
    for _ in 0..AGAIN {
        if looked.stale.is_empty() || repair {
            break;
        }
        let streams: Vec<String> =
            looked.folded.drain(..).map(|(key, _)| key.to_string()).collect();
        let rows = store.events_of(&streams).await?;
        let again = look_once(&store, rows, span).await?;
        (looked.stale, looked.folded) = (again.stale, again.folded);
    }
    Ok(looked)
}

async fn look_once(
    store: &Store,
    rows: Vec<EventRow>,
    span: CheckSpan,
) -> anyhow::Result<PieceFindings> {
    let mut looked = spawn_blocking(move || fold(&rows, span)).await?;
    vacations(store, &mut looked.folded).await?;
    let lists = ListRows::read(store, &looked.folded).await?;
    spawn_blocking(move || {
        lists.compare(&mut looked)?;
        Ok(looked)
    })
    .await?
}

/// Folds every stream from its beginning.
fn fold(rows: &[EventRow], span: CheckSpan) -> PieceFindings {
    let mut looked = PieceFindings::default();
    for rows in rows.chunk_by(|a, b| a.stream == b.stream) {
        looked.streams += 1;
        looked.events += rows.len() as u64;
        let Some(first) = rows.first() else { continue };
        looked.last.clone_from(&first.stream);
        let (key, state) = match story(rows) {
            Ok(told) => told,
            Err(wrong) => {
                looked.wrong.push(wrong);
                continue;
            }
        };
        match &key {
            Key::Member(_) => looked.members += 1,
            Key::Challenge(_) => looked.challenges += 1,
            Key::Match(id) => {
                looked.matches += 1;
                let ended = state.match_with(*id).and_then(|it| Some((it, it.ending?.at)));
                match ended {
                    Some((it, at)) if at >= span.until => looked.recent.count(it),
                    Some((it, at)) if at >= span.since => looked.settled.count(it),
                    _ => {}
                }
            }
            Key::Name(_) => continue,
        }
        looked.folded.push((key, state));
    }
    looked
}

/// A folded stream, or what is wrong with it.
fn story(rows: &[EventRow]) -> Result<(Key, State), String> {
    let mut state = State::default();
    for (n, row) in (1..).zip(rows) {
        if row.version != n {
            return Err(format!("{}: event {n} is missing", row.stream));
        }
        let applied = event(row).and_then(|event| Ok(state.apply(&event)?));
        applied.map_err(|error| format!("{error:#}"))?;
    }
    let name = rows.first().map_or("", |row| &row.stream);
    let key = name.parse::<Key>().map_err(|_| format!("{name} is not a stream"))?;
    Ok((key, state))
}

/// Loads the players whose vacations affect clocks.
async fn vacations(store: &Store, folded: &mut [(Key, State)]) -> anyhow::Result<()> {
    for (key, state) in folded {
        let Key::Match(id) = key else { continue };
        let Some(it) = state.match_with(*id).filter(|it| it.terms.pauses.vacation && it.runs())
        else {
            continue;
        };
        let mut players: Vec<String> = it.members().map(|id| Key::Member(id).to_string()).collect();
        players.dedup();
        for row in store.events_of(&players).await? {
            state.apply(&event(&row)?)?;
        }
    }
    Ok(())
}

/// The rows of lists for some streams, by number.
struct ListRows {
    matches: HashMap<MatchId, Vec<MatchRow>>,
    sittings: HashMap<MatchId, Vec<SeatRow>>,
    followers: HashMap<MatchId, Vec<FollowerRow>>,
    challenges: HashMap<ChallengeId, Vec<ChallengeRow>>,
    members: HashMap<MemberId, Vec<MemberRow>>,
    ratings: HashMap<MemberId, Vec<RatingRow>>,
    game_followers: HashMap<MemberId, Vec<GameFollowerRow>>,
}

fn by_number<T, N: Eq + Hash>(lines: Vec<T>, number: fn(&T) -> N) -> HashMap<N, Vec<T>> {
    let mut by: HashMap<N, Vec<T>> = HashMap::new();
    for line in lines {
        by.entry(number(&line)).or_default().push(line);
    }
    by
}

impl ListRows {
    async fn read(store: &Store, folded: &[(Key, State)]) -> anyhow::Result<ListRows> {
        let (mut matches, mut challenges, mut members) = (Vec::new(), Vec::new(), Vec::new());
        for (key, _) in folded {
            match key {
                Key::Match(id) => matches.push(*id),
                Key::Challenge(id) => challenges.push(*id),
                Key::Member(id) => members.push(*id),
                Key::Name(_) => {}
            }
        }
        Ok(ListRows {
            matches: by_number(store.match_lines(&matches).await?, |it| it.id),
            sittings: by_number(store.sittings_in(&matches).await?, |it| it.id),
            followers: by_number(store.followers_of(&matches).await?, |it| it.id),
            challenges: by_number(store.challenge_lines(&challenges).await?, |it| it.id),
            members: by_number(store.members(&members).await?, |it| it.id),
            ratings: by_number(store.ratings_of(&members).await?, |it| it.member),
            game_followers: by_number(store.game_followers_of(&members).await?, |it| it.member),
        })
    }

    /// Keeps only those folded streams whose lists are wrong.
    fn compare(mut self, looked: &mut PieceFindings) -> anyhow::Result<()> {
        let mut unlike = Vec::new();
        for (key, state) in std::mem::take(&mut looked.folded) {
            let (mut should, empty) = (Batch::default(), State::default());
            project(&key, &empty, &state, &mut should)?;
            let (id, shows) = self.shows(&key, &mut should);
            let stale: Vec<StaleRow> =
                shows.into_iter().filter(|it| !it.2).map(|(list, of, _)| (list, of, id)).collect();
            if !stale.is_empty() {
                project(&key, &empty, &state, &mut looked.anew)?;
                looked.stale.extend(stale);
                unlike.push((key, state));
            }
        }
        looked.folded = unlike;
        Ok(())
    }

    /// A stream's number, and its tables: each with the column that has the number, and whether its rows are right.
    fn shows(
        &mut self,
        key: &Key,
        should: &mut Batch,
    ) -> (i64, Vec<(&'static str, &'static str, bool)>) {
        match key {
            Key::Match(id) => {
                let mut sittings = self.sittings.remove(id).unwrap_or_default();
                for lines in [&mut sittings, &mut should.sittings] {
                    lines.sort_by_key(|it| it.player);
                }
                let mut followers = self.followers.remove(id).unwrap_or_default();
                followers.sort_by_key(|it| it.member);
                let matches = self.matches.remove(id).unwrap_or_default();
                let shows = vec![
                    ("match_line", "id", matches == should.matches),
                    ("sitting", "id", sittings == should.sittings),
                    ("follower", "id", followers == should.followers),
                ];
                (id.0.cast_signed(), shows)
            }
            Key::Member(id) => {
                let mut ratings = self.ratings.remove(id).unwrap_or_default();
                for lines in [&mut ratings, &mut should.ratings] {
                    lines.sort_by(|a, b| (&a.game, &a.class).cmp(&(&b.game, &b.class)));
                }
                let mut game_followers = self.game_followers.remove(id).unwrap_or_default();
                for lines in [&mut game_followers, &mut should.game_followers] {
                    lines.sort_by(|a, b| a.game.cmp(&b.game));
                }
                let members = self.members.remove(id).unwrap_or_default();
                let shows = vec![
                    ("member_line", "id", members == should.members),
                    ("rating_line", "member", ratings == should.ratings),
                    ("patron", "member", game_followers == should.game_followers),
                ];
                (id.0.cast_signed(), shows)
            }
            Key::Challenge(id) => {
                let challenges = self.challenges.remove(id).unwrap_or_default();
                (
                    id.0.cast_signed(),
                    vec![("challenge_line", "id", challenges == should.challenges)],
                )
            }
            Key::Name(_) => (0, Vec::new()),
        }
    }
}
