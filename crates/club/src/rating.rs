use std::f64::consts::PI;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Moment;

/// A player's strength and its uncertainty, by Glicko-2 with every match as a rating period of its own.
///
/// All figures are stored as integers, so that the stored rating equals the computed one on every machine.
///
/// Source: Mark E. Glickman, "Example of the Glicko-2 system", 2013.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating, in thousandths of a point.
    value: i64,
    /// The standard deviation, in thousandths of a point, as it was at `at`.
    deviation: i64,
    /// The volatility, in billionths.
    volatility: i64,
    /// The number of rated matches behind it.
    pub matches: u32,
    /// When it was last updated.
    pub at: Moment,
}

/// Glicko-2's constant that limits changes of the volatility. Small pools call for a small one.
const TAU: f64 = 0.5;
/// Points on the Glicko scale per unit of the Glicko-2 scale.
const SCALE: f64 = 173.7178;
const START: f64 = 1500.0;
const MAX_DEVIATION: f64 = 350.0;
/// Below this a rating would hardly move any more.
const MIN_DEVIATION: f64 = 45.0;
const VOLATILITY: f64 = 0.06;
const MAX_VOLATILITY: f64 = 0.1;
/// Rating periods per day, chosen so that, at the usual volatility, a deviation of 60 grows to 110 in a year.
const PERIODS_PER_DAY: f64 = 0.2144;

impl Rating {
    /// The deviation from which a rating is shown with a question mark; a player whose rating after a match is this uncertain
    /// is listed as provisional.
    pub const UNCERTAIN: f64 = 110.0;

    /// The rating of an unknown player: 1500, with a deviation of 350.
    pub fn new(at: Moment) -> Self {
        Rating::of(START, MAX_DEVIATION, VOLATILITY, 0, at)
    }

    /// A rating with these figures.
    pub fn of(points: f64, deviation: f64, volatility: f64, matches: u32, at: Moment) -> Self {
        Rating {
            value: (points * 1e3).round() as i64,
            deviation: (deviation * 1e3).round() as i64,
            volatility: (volatility * 1e9).round() as i64,
            matches,
            at,
        }
    }

    /// The rating and its deviation, in thousandths of a point.
    pub fn thousandths(&self) -> [i64; 2] {
        [self.value, self.deviation]
    }

    /// The volatility, in billionths.
    pub fn billionths(&self) -> i64 {
        self.volatility
    }

    /// The number of rating periods between this rating and a moment.
    fn periods(&self, now: Moment) -> f64 {
        (now - self.at).in_days().max(0.0) * PERIODS_PER_DAY
    }

    /// The rating in points.
    pub fn points(&self) -> f64 {
        self.value as f64 / 1e3
    }

    /// The standard deviation in points: with 95 % probability the true strength is within twice that.
    pub fn deviation(&self) -> f64 {
        self.deviation as f64 / 1e3
    }

    /// How erratic the player's results are.
    pub fn volatility(&self) -> f64 {
        self.volatility as f64 / 1e9
    }

    /// Whether the rating is still too uncertain to say much.
    pub fn is_uncertain(&self) -> bool {
        self.deviation() >= Rating::UNCERTAIN
    }

    /// The rating as of a later moment: the same value, less certain, by fractions of periods.
    pub fn at(&self, now: Moment) -> Self {
        let growth = self.volatility() * self.periods(now).sqrt();
        let phi = (self.deviation() / SCALE).hypot(growth);
        let deviation = (phi * SCALE).min(MAX_DEVIATION.max(self.deviation()));
        Rating {
            at: self.at.max(now),
            ..Rating::of(self.points(), deviation, self.volatility(), self.matches, now)
        }
    }

    /// The share of the points this player can expect against another; `edge` is the value of the seat, in points.
    pub fn expected(&self, other: &Rating, edge: f64) -> f64 {
        let g = g((self.deviation() / SCALE).hypot(other.deviation() / SCALE));
        1.0 / (1.0 + (-g * (self.points() + edge - other.points()) / SCALE).exp())
    }

    /// The rating after a match that ends at `now`. `score` is 1, 0.5 or 0, `edge` is the value of the seat, in points.
    ///
    /// The rating period that ends with the match is as long as the time since the last one.
    pub fn after(&self, opponent: &Rating, score: f64, edge: f64, now: Moment) -> Self {
        let opponent = opponent.at(now);
        let games = [(opponent.points() - edge, opponent.deviation(), score)];
        let (points, deviation, volatility) = period(self, self.periods(now), &games);
        Rating::of(
            points,
            deviation.clamp(MIN_DEVIATION, MAX_DEVIATION),
            volatility.min(MAX_VOLATILITY),
            self.matches + 1,
            now,
        )
    }
}

/// `1512`, or `1512?` while it is uncertain.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}{}", self.points(), if self.is_uncertain() { "?" } else { "" })
    }
}

/// The results of a game's matches, by who moved first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Won by the first seat.
    pub first: u64,
    /// Won by the second seat.
    pub second: u64,
    /// Drawn.
    pub drawn: u64,
}

impl Tally {
    /// The value of moving first, in rating points: the difference at which Glicko's curve expects the share of points actually
    /// scored, drawn towards zero by 100 even matches, and never more than 200 either way.
    pub fn advantage(&self) -> i32 {
        let n = (self.first + self.second + self.drawn) as f64 + 100.0;
        let share = (self.first as f64 + self.drawn as f64 / 2.0 + 50.0) / n;
        (SCALE * (share / (1.0 - share)).ln()).clamp(-200.0, 200.0).round() as i32
    }
}

fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// The new rating, deviation and volatility after one rating period of this length, with games given as (rating, deviation,
/// score).
fn period(before: &Rating, length: f64, games: &[(f64, f64, f64)]) -> (f64, f64, f64) {
    let mu = (before.points() - START) / SCALE;
    let phi = before.deviation() / SCALE;
    let (mut information, mut surprise) = (0.0, 0.0);
    for (points, deviation, score) in games {
        let g = g(deviation / SCALE);
        let expected = 1.0 / (1.0 + (-g * (mu - (points - START) / SCALE)).exp());
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score - expected);
    }
    let v = 1.0 / information;
    let sigma = new_volatility(before.volatility(), phi, v, v * surprise);
    let phi = phi.hypot(sigma * length.sqrt()).min(MAX_DEVIATION / SCALE);
    let phi = 1.0 / (1.0 / (phi * phi) + information).sqrt();
    (START + SCALE * (mu + phi * phi * surprise), SCALE * phi, sigma)
}

/// Step 5 of Glickman's paper: the zero of `f`, by the Illinois algorithm.
fn new_volatility(sigma: f64, phi: f64, v: f64, delta: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let square = phi * phi + v + x.exp();
        x.exp() * (delta * delta - square) / (2.0 * square * square) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        // At most a few steps: f grows without bound to the left.
        let mut x = a - TAU;
        while f(x) < 0.0 {
            x -= TAU;
        }
        x
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    // The interval shrinks at every step; the bound is for values that are not numbers.
    for _ in 0..100 {
        if (high - low).abs() <= 1e-9 {
            break;
        }
        let x = low + (low - high) * f_low / (f_high - f_low);
        let f_x = f(x);
        if f_x * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (x, f_x);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = Moment(0);

    fn later(days: i64) -> Moment {
        NOW + crate::Span::days(days)
    }

    #[test]
    fn glickmans_example_comes_out() {
        let before = Rating::of(1500.0, 200.0, 0.06, 0, NOW);
        let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
        let (points, deviation, volatility) = period(&before, 1.0, &games);
        // The paper has 1464.06, 151.52 and 0.05999: it continues with rounded values, and truncates the last one.
        assert_eq!(
            format!("{points:.2} {deviation:.2} {volatility:.7}"),
            "1464.05 151.52 0.0599960"
        );
    }

    #[test]
    fn one_match_is_rated_as_by_others() {
        use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
        let config = Glicko2Config { tau: TAU, convergence_tolerance: 1e-9 };
        // Their period always equals one period here.
        let day = later(0) + crate::Span((86_400_000.0 / PERIODS_PER_DAY).round() as i64);
        for (mine, theirs, score) in [
            ((1500.0, 349.0, 0.06), (1500.0, 350.0, 0.06), 1.0),
            ((1700.0, 80.0, 0.06), (1400.0, 60.0, 0.05), 0.0),
            ((1200.0, 50.0, 0.07), (2100.0, 200.0, 0.06), 0.5),
            ((1810.5, 111.1, 0.0599), (1790.0, 95.0, 0.0601), 1.0),
            // For a newcomer even this is no great surprise; for an established player it is.
            ((1500.0, 340.0, 0.06), (1600.0, 50.0, 0.06), 1.0),
            ((1500.0, 50.0, 0.06), (2100.0, 50.0, 0.06), 1.0),
            // Hardly a surprise, but more than the rating's own deviation accounts for.
            ((1500.0, 50.0, 0.06), (1513.0, 50.0, 0.06), 1.0),
        ] {
            let rating =
                |(rating, deviation, volatility)| Glicko2Rating { rating, deviation, volatility };
            let outcome = match score {
                1.0 => skillratings::Outcomes::WIN,
                0.0 => skillratings::Outcomes::LOSS,
                _ => skillratings::Outcomes::DRAW,
            };
            let (expected, _) = glicko2(&rating(mine), &rating(theirs), &outcome, &config);
            let own = Rating::of(mine.0, mine.1, mine.2, 7, NOW);
            // An opponent rated just now, whose rating has had no time to become uncertain.
            let other = Rating::of(theirs.0, theirs.1, theirs.2, 7, day);
            let after = own.after(&other, score, 0.0, day);
            assert!((after.points() - expected.rating).abs() < 0.01, "{after:?} {expected:?}");
            assert!(
                (after.deviation() - expected.deviation).abs() < 0.01,
                "{after:?} {expected:?}"
            );
            assert!(
                (after.volatility() - expected.volatility).abs() < 1e-6,
                "{after:?} {expected:?}"
            );
            assert_eq!(after.matches, 8);
        }
    }

    #[test]
    fn time_makes_a_rating_uncertain_but_no_more_than_a_new_one() {
        let rating = Rating::of(1800.0, 60.0, 0.06, 50, NOW);
        assert!((rating.at(later(365)).deviation() - 110.0).abs() < 0.1);
        assert_eq!(rating.at(later(365)).points(), 1800.0);
        assert!(rating.at(later(365)).is_uncertain() && !rating.at(later(360)).is_uncertain());
        assert!(rating.at(later(100_000)).deviation() <= 350.0);
        assert_eq!(rating.at(Moment(-5)), rating, "time does not run backwards");
        // Two halves of a year are as long as the year.
        let halves = rating.at(later(100)).at(later(365));
        assert!((halves.deviation() - rating.at(later(365)).deviation()).abs() < 0.01);
    }

    #[test]
    fn what_the_seat_is_worth_is_taken_into_account() {
        let rating = Rating::of(1500.0, 80.0, 0.06, 50, NOW);
        let even = rating.after(&rating, 1.0, 0.0, NOW).points();
        let first = rating.after(&rating, 1.0, 40.0, NOW).points();
        let second = rating.after(&rating, 1.0, -40.0, NOW).points();
        assert!(first < even && even < second);
        assert!(rating.expected(&rating, 40.0) > 0.5);
        assert_eq!(rating.expected(&rating, 0.0), 0.5);
        // The example of Glickman's "The Glicko system": 1400 with deviation 80 against 1500 with 150.
        let [one, other] =
            [(1400.0, 80.0), (1500.0, 150.0)].map(|it| Rating::of(it.0, it.1, 0.06, 50, NOW));
        assert!((one.expected(&other, 0.0) - 0.376).abs() < 0.001);
        assert!((one.expected(&other, 100.0) - 0.5).abs() < 0.001);
    }

    #[test]
    fn a_tally_says_what_moving_first_is_worth() {
        assert_eq!(Tally::default().advantage(), 0);
        assert_eq!(Tally { first: 500, second: 500, drawn: 77 }.advantage(), 0);
        let often = Tally { first: 55_000, second: 45_000, drawn: 0 }.advantage();
        assert!((33..=36).contains(&often), "55 % are 35 points, and came out as {often}");
        assert!(Tally { first: 55, second: 45, drawn: 0 }.advantage() < often);
        assert_eq!(Tally { first: 0, second: u32::MAX.into(), drawn: 0 }.advantage(), -200);
    }

    #[test]
    fn a_question_mark_stands_behind_what_is_uncertain() {
        assert_eq!(Rating::new(NOW).to_string(), "1500?");
        assert_eq!(Rating::of(1499.6, 109.9, 0.06, 9, NOW).to_string(), "1500");
    }
}
