use std::fmt;

use super::Played;

/// The score of the first contender, pair by pair. Pairs are independent, games are not: the two games of a pair have the
/// same opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of pairs for each number of half points of the first contender, 0 to 4.
    pairs: [u64; 5],
}

/// A sequential probability ratio test of two hypotheses about the first contender's strength, with an error rate of 5 % for
/// either error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0: the Elo difference is this much in favour of the first contender.
    pub elo0: f64,
    /// H1: it is this much, which must be more than `elo0`.
    pub elo1: f64,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The Elo difference is not as large as H1 says.
    H0,
    /// The Elo difference is larger than H0 says.
    H1,
}

impl Score {
    /// Adds a pair of games.
    pub fn add(&mut self, pair: &[Played; 2]) {
        self.count(&pair[0], &pair[1]);
    }

    /// Adds a pair of games that are not stored next to each other.
    pub fn count(&mut self, one: &Played, other: &Played) {
        self.pairs[one.half_points(0) + other.half_points(0)] += 1;
    }

    /// The number of games played in pairs.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.n_pairs()
    }

    /// The number of pairs in which the first contender scored 0, 1, 2, 3 and 4 half points.
    #[must_use]
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// The first contender's share of the points, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.moment(0.0, |x| x)
    }

    /// The Elo difference between the ends of its 95 % confidence interval: `[low, elo, high]`, from the variance of the pairs.
    ///
    /// It is infinite for a contender who has scored every point. For the interval one more pair of unknown result is
    /// counted, so that a few games that happened to end the same do not pass for certainty.
    #[must_use]
    pub fn elo(&self) -> [f64; 3] {
        let share = self.share();
        let (mean, variance) = self.cautious();
        let error = 1.96 * (variance / (self.n_pairs() + 1) as f64).sqrt();
        [(mean - error).min(share), share, (mean + error).max(share)]
            .map(|share| share.clamp(0.0, 1.0))
            .map(|share| 400.0 * (share / (1.0 - share)).log10())
    }

    /// The natural logarithm of the likelihood ratio: how much more likely the score is if the Elo difference is `elo1` than if
    /// it is `elo0`.
    #[must_use]
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let (s0, s1) = (share(elo0), share(elo1));
        let (_, variance) = self.cautious();
        self.n_pairs() as f64 * (s1 - s0) * (2.0 * self.share() - s0 - s1) / (2.0 * variance)
    }

    fn n_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Mean and variance of a pair's share, with one more pair spread evenly over all possible results.
    fn cautious(&self) -> (f64, f64) {
        let mean = self.moment(0.2, |x| x);
        (mean, self.moment(0.2, |x| (x - mean) * (x - mean)))
    }

    /// The mean of a function of a pair's share, with `more` added to the count of every result.
    fn moment(&self, more: f64, f: impl Fn(f64) -> f64) -> f64 {
        let weights = self.pairs.map(|n| n as f64 + more);
        let sum: f64 = weights.iter().zip(0..).map(|(n, half)| n * f(f64::from(half) / 4.0)).sum();
        let total: f64 = weights.iter().sum();
        if total == 0.0 { f(0.5) } else { sum / total }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, elo, high] = self.elo();
        write!(
            f,
            "{:.1} % of {} games, Elo {elo:+.0} [{low:+.0}, {high:+.0}]",
            100.0 * self.share(),
            self.games(),
        )
    }
}

impl Sprt {
    /// The bound of the log-likelihood ratio: at minus this the test accepts H0, at plus this H1; ln(0.95 / 0.05).
    pub const BOUND: f64 = 2.944_438_979_166_44;

    /// The decision, if the score is enough for one.
    #[must_use]
    pub fn verdict(&self, score: &Score) -> Option<Verdict> {
        match score.log_likelihood_ratio(self.elo0, self.elo1) {
            ratio if ratio >= Self::BOUND => Some(Verdict::H1),
            ratio if ratio <= -Self::BOUND => Some(Verdict::H0),
            _ => None,
        }
    }
}

impl std::str::FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Vec<f64> = text.split(',').filter_map(|it| it.trim().parse().ok()).collect();
        match numbers[..] {
            [elo0, elo1]
                if text.split(',').count() == 2
                    && elo0 < elo1
                    && numbers.iter().all(|it| it.abs() <= 2000.0) =>
            {
                Ok(Sprt { elo0, elo1 })
            }
            _ => Err("the two hypotheses are Elo differences, the smaller one first: 0,30".into()),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

impl Verdict {
    /// `H0` or `H1`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(pairs: [u64; 5]) -> Score {
        Score { pairs }
    }

    #[test]
    fn elo_is_that_of_the_share() {
        let [low, elo, high] = score([10, 0, 20, 0, 30]).elo();
        assert!((elo - 120.4).abs() < 0.1, "2/3 is 120 points: {elo}");
        // 1.96 standard errors of 60 pairs whose shares have a standard deviation of 0.37.
        assert!((60.0..75.0).contains(&(elo - low)), "{low}");
        assert!(low < elo && elo < high && high - elo > elo - low);
        let [low, elo, high] = score([7, 3, 5, 3, 7]).elo();
        assert!(elo.abs() < 1e-9 && (low + high).abs() < 1e-6, "{low} {high}");
    }

    #[test]
    fn games_that_all_ended_alike_are_no_certainty() {
        let [low, elo, high] = score([0, 0, 0, 0, 2]).elo();
        assert!(elo == f64::INFINITY && high == f64::INFINITY, "{elo}");
        assert!((-50.0..100.0).contains(&low), "two pairs prove little: {low}");
        let [surer, ..] = score([0, 0, 0, 0, 50]).elo();
        assert!(surer > low + 100.0, "{surer}");
        let [low, _, high] = score([0, 0, 4, 0, 0]).elo();
        assert!(low < -20.0 && high > 20.0, "{low} {high}");
        let [low, elo, high] = Score::default().elo();
        assert!(low < -200.0 && elo == 0.0 && high > 200.0, "nothing is known: {low} {high}");
    }

    #[test]
    fn a_test_decides_for_the_hypothesis_that_fits() {
        let sprt: Sprt = "0,30".parse().unwrap();
        assert_eq!(sprt.verdict(&score([0, 0, 0, 0, 3])), None);
        assert_eq!(sprt.verdict(&score([0, 0, 0, 0, 12])), Some(Verdict::H1));
        assert_eq!(sprt.verdict(&score([12, 0, 0, 0, 0])), Some(Verdict::H0));
        assert_eq!(sprt.verdict(&score([20, 0, 60, 0, 22])), None);
        assert_eq!(sprt.verdict(&score([400, 0, 900, 0, 400])), Some(Verdict::H0));
        assert_eq!(sprt.verdict(&score([250, 0, 900, 0, 400])), Some(Verdict::H1));
    }

    #[test]
    fn hypotheses_are_two_numbers_in_order() {
        for text in ["", "0", "30,0", "0,0", "0,30,60", "a,b", "0,inf", "0,NaN"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        assert_eq!("-5, 5".parse::<Sprt>().unwrap().to_string(), "-5,5");
    }
}
