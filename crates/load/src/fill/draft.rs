//! Drafts who plays what with whom and when, and how their ratings change.

use std::collections::HashMap;

use crosscut_catalog::{GAMES, Rng, Seat};
use crosscut_club::{
    Class, Ending, MemberId, Moment, Pace, Player, Rating, Reason, Rerating, Span, Tally,
};

use super::template::{MatchTemplate, templates};
use super::{AGE, ClubSize};

/// How many matches of each game are actually played.
const EACH: usize = 16;

/// A club before it is written.
#[derive(Debug)]
pub(super) struct ClubDraft {
    pub(super) size: ClubSize,
    /// The templates of finished games, and those of games in progress.
    pub(super) templates: [Vec<MatchTemplate>; 2],
    /// The matches in order: a match's number is its position, from 1.
    pub(super) matches: Vec<MatchDraft>,
    /// The rated matches of each member in the order in which they ended: the match's index, and the member's seat.
    pub(super) rated: Vec<Vec<(u32, Seat)>>,
    /// How many matches came from a challenge.
    pub(super) challenges: u32,
}

/// A match to be written.
#[derive(Debug)]
pub(super) struct MatchDraft {
    /// Whether it is in progress, and the index of its template.
    pub(super) live: bool,
    pub(super) template: usize,
    pub(super) began: Moment,
    pub(super) seats: [Player; 2],
    pub(super) origin: MatchOrigin,
    pub(super) rated: bool,
    pub(super) private: bool,
    /// Who follows it without playing.
    pub(super) follower: Option<MemberId>,
    pub(super) advantage: i32,
    /// The ratings at the beginning, and their changes at the end.
    pub(super) ratings: [Option<Rating>; 2],
    pub(super) change: Option<[Rerating; 2]>,
}

/// How a match came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MatchOrigin {
    /// By a challenge from the second player, with its number.
    Challenge(u64),
    Club,
    Computer,
}

impl ClubDraft {
    pub(super) fn new(size: ClubSize) -> anyhow::Result<ClubDraft> {
        let mut rng = Rng::new(size.seed);
        let templates = templates(EACH, &mut rng)?;
        let mut draft =
            ClubDraft { size, templates, matches: Vec::new(), rated: Vec::new(), challenges: 0 };
        draft.seat_all(&mut rng);
        draft.rate_all();
        Ok(draft)
    }

    /// The template of a match.
    pub(super) fn template(&self, it: &MatchDraft) -> &MatchTemplate {
        &self.templates[usize::from(it.live)][it.template]
    }

    /// When a member joined: those who play join evenly over the years, the first three on the first day; the same goes for the
    /// others.
    pub(super) fn joined(&self, member: u32) -> Moment {
        let ClubSize { members, players, .. } = self.size;
        let (place, of) = match member.checked_sub(players + 1) {
            None => (member.saturating_sub(3), players),
            Some(place) => (place, members - players),
        };
        let share = i64::from(place) * AGE.0 / i64::from(of);
        Moment(self.size.now.0 - AGE.0 + share)
    }

    /// How many players had joined by a moment.
    fn here(&self, at: Moment) -> u32 {
        let age = (at.0 - self.size.now.0 + AGE.0).max(0);
        let n = 3 + age * i64::from(self.size.players) / AGE.0;
        u32::try_from(n).unwrap_or(u32::MAX).min(self.size.players)
    }

    /// Assigns players to all matches, and numbers these in the order in which they began.
    fn seat_all(&mut self, rng: &mut Rng) {
        let ClubSize { matches, live, star, now, .. } = self.size;
        let over = matches - live;
        let [star, ended] = [star, over].map(u64::from);
        let longest = self.templates[0].iter().map(|it| it.length()).max().unwrap_or_default();
        let span = AGE.0 - longest.0 - Span::days(2).0;
        let mut all = Vec::new();
        for n in 0..u64::from(matches) {
            let live = n >= u64::from(over);
            // The star's matches are spread evenly among the others.
            let of_star = !live && (n + 1) * star / ended > n * star / ended;
            // Half of them are of the kind the star likes.
            let any = !of_star || rng.below(2) == 0;
            let template = loop {
                let all = &self.templates[usize::from(live)];
                let template = rng.below(all.len() as u32) as usize;
                if any || liked(0) == kind(&all[template]) {
                    break template;
                }
            };
            let began = match live {
                false => {
                    let share = span as i128 * i128::from(n) / i128::from(over);
                    Moment(now.0 - AGE.0 + Span::days(1).0 + share as i64)
                }
                true => {
                    let length = self.templates[1][template].length();
                    Moment(now.0 - length.0 - i64::from(rng.below(72_000_000)))
                }
            };
            all.push(self.seat(live, template, began, of_star, rng));
        }
        all.sort_by_key(|it| it.began);
        for it in &mut all {
            if let MatchOrigin::Challenge(number) = &mut it.origin {
                self.challenges += 1;
                *number = self.challenges.into();
            }
        }
        self.matches = all;
    }

    /// Assigns two players to a match.
    fn seat(
        &self,
        live: bool,
        template: usize,
        began: Moment,
        of_star: bool,
        rng: &mut Rng,
    ) -> MatchDraft {
        let game = &self.templates[usize::from(live)][template];
        let here = self.here(Moment(began.0 - Span::hours(1).0));
        let kind = kind(game);
        let mut somebody = |not: &[Player]| loop {
            // Those who joined earlier play more; the star plays no matches but its own.
            let at = rng.below(here).min(rng.below(here));
            // Half of all seats go to regulars; and most matches of a kind go to those who like it.
            let at = if rng.below(2) == 0 { at - at % REGULAR } else { at };
            let fan = at + REGULAR * kind - REGULAR * liked(at);
            let at = if fan < here && 0 < rng.below(4) { fan } else { at };
            let player = Player::Member(MemberId(u64::from(at) + 1));
            if !not.contains(&player) && (at > 0 || self.size.star == 0) {
                return player;
            }
        };
        let first = if of_star { Player::Member(MemberId(1)) } else { somebody(&[]) };
        let second = somebody(&[first]);
        let mut seats = [first, second];
        let way = if of_star { 2 + rng.below(8) } else { rng.below(10) };
        let (mut rated, mut private) = (of_star || rng.below(10) < 7, false);
        let origin = match way {
            // The computer does not resign or run out of time.
            0 | 1 if !live && game.ending.is_some_and(|it| it.reason == Reason::Rules) => {
                rated = false;
                seats[1] = Player::Computer(1 + rng.below(5) as u8);
                MatchOrigin::Computer
            }
            0..=5 => {
                private = !of_star && rng.below(30) == 0;
                MatchOrigin::Challenge(0)
            }
            _ => MatchOrigin::Club,
        };
        if rng.below(2) == 0 {
            seats.reverse();
        }
        // A rated match has a clock.
        rated &= game.terms.pace != Pace::None;
        let follower = MemberId(u64::from(rng.below(here)) + 1);
        let plays = seats.contains(&Player::Member(follower));
        let follower = (!plays && !private && rng.below(40) == 0).then_some(follower);
        MatchDraft {
            live,
            template,
            began,
            seats,
            origin,
            rated,
            private,
            follower,
            advantage: 0,
            ratings: [None, None],
            change: None,
        }
    }

    /// Records the ratings at the beginning of each match and their changes at its end, in chronological order.
    fn rate_all(&mut self) {
        let mut rates = Ratings::default();
        self.rated = vec![Vec::new(); self.size.members as usize];
        let mut moments = Vec::new();
        for (n, it) in self.matches.iter().enumerate() {
            moments.push((it.began, false, n));
            if let Some(ending) = self.template(it).ending {
                moments.push((it.began + (ending.at - Moment(0)), true, n));
            }
        }
        moments.sort_unstable();
        let [over, live] = &self.templates;
        for (_, ends, n) in moments {
            let it = &mut self.matches[n];
            let template = if it.live { &live[it.template] } else { &over[it.template] };
            if !ends {
                rates.begin(it, template);
            } else if it.rated
                && let Some(ending) = template.ending
            {
                rates.end(it, template, ending);
                for (seat, player) in Seat::BOTH.into_iter().zip(it.seats) {
                    let Some(MemberId(id)) = player.member() else { continue };
                    self.rated[id as usize - 1].push((n as u32, seat));
                }
            }
        }
    }
}

/// One member in this many is a regular.
const REGULAR: u32 = 20;

/// The number of kinds of matches: a game and a class of pace.
const KINDS: u32 = 3 * GAMES.len() as u32;

/// The kind of a template.
fn kind(template: &MatchTemplate) -> u32 {
    let game = GAMES.iter().position(|it| it.card().name == template.game());
    3 * game.unwrap_or_default() as u32 + template.class() as u32
}

/// The kind a member likes most, given how many joined before them.
fn liked(at: u32) -> u32 {
    at / REGULAR % KINDS
}

/// Everybody's ratings at a moment, and the results of the games so far.
#[derive(Debug, Default)]
struct Ratings<'a> {
    ratings: HashMap<(Player, &'a str, Class), Rating>,
    tallies: HashMap<&'a str, Tally>,
}

impl<'a> Ratings<'a> {
    fn begin(&self, it: &mut MatchDraft, template: &'a MatchTemplate) {
        let (game, class, now) = (template.game(), template.class(), it.began);
        it.advantage = self.tallies.get(game).map_or(0, |it| it.advantage());
        for (rating, player) in it.ratings.iter_mut().zip(it.seats) {
            let known = self.ratings.get(&(player, game, class)).map(|it| it.at(now));
            let new = it.rated.then(|| Rating::new(now));
            *rating = known.or(new);
        }
    }

    fn end(&mut self, it: &mut MatchDraft, template: &'a MatchTemplate, ending: Ending) {
        let (game, class, now) =
            (template.game(), template.class(), it.began + (ending.at - Moment(0)));
        let kept = it.seats.map(|player| {
            self.ratings.get(&(player, game, class)).copied().unwrap_or(Rating::new(now))
        });
        let change = Seat::BOTH.map(|seat| {
            let [mine, theirs] = [kept[seat.index()], kept[1 - seat.index()].at(now)];
            let edge = f64::from(it.advantage) * if seat == Seat::First { 1.0 } else { -1.0 };
            let score = ending.score(seat).unwrap_or(0.5);
            Rerating { from: mine, to: mine.after(&theirs, score, edge, now) }
        });
        for (player, change) in it.seats.into_iter().zip(change) {
            self.ratings.insert((player, game, class), change.to);
        }
        it.change = Some(change);
        let tally = self.tallies.entry(game).or_default();
        match ending.winner() {
            Some(Seat::First) => tally.first += 1,
            Some(Seat::Second) => tally.second += 1,
            None => tally.drawn += 1,
        }
    }
}
