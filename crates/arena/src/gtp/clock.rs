use std::time::Duration;

use super::Colour;

/// An engine's clock, by the rules of the protocol: a main time for the game, then a number of stones in every period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    settings: Option<TimeSettings>,
    left: [TimeLeft; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimeSettings {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// The time a colour has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TimeLeft {
    time: Duration,
    /// The stones that the time is for; 0 if it is main time.
    stones: u32,
}

/// Main time is spent as if this many moves were still to come.
const MOVES_TO_COME: u32 = 20;

/// The reserve for the transmission of a move.
const KEPT_BACK: Duration = Duration::from_millis(10);

impl Clock {
    /// Carries out `time_settings`: main time, period and stones. No stones in a period longer than zero mean no limit.
    pub fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        let no_limit = stones == 0 && !period.is_zero();
        self.settings = (!no_limit).then_some(TimeSettings { main, period, stones });
        self.restart();
    }

    /// Begins a new game with the same settings.
    pub fn restart(&mut self) {
        if let Some(settings) = self.settings {
            self.left = [match settings.main.is_zero() {
                true => TimeLeft { time: settings.period, stones: settings.stones },
                false => TimeLeft { time: settings.main, stones: 0 },
            }; 2];
        }
    }

    /// Carries out `time_left`: the time, and for how many stones; 0 stones mean the main time.
    pub fn left(&mut self, colour: Colour, time: Duration, stones: u32) {
        self.settings.get_or_insert(TimeSettings { main: time, period: Duration::ZERO, stones: 0 });
        self.left[colour.index()] = TimeLeft { time, stones };
    }

    /// The time a colour may take for its next move; `None` if there is no limit.
    #[must_use]
    pub fn allowance(&self, colour: Colour) -> Option<Duration> {
        self.settings?;
        let left = self.left[colour.index()];
        let moves = if left.stones == 0 { MOVES_TO_COME } else { left.stones };
        let share = left.time / moves;
        Some(share - KEPT_BACK.min(share / 10))
    }

    /// Subtracts the time that a move has taken.
    pub fn spend(&mut self, colour: Colour, time: Duration) {
        let Some(settings) = self.settings else { return };
        let left = &mut self.left[colour.index()];
        let period = TimeLeft { time: settings.period, stones: settings.stones };
        *left = match left.stones {
            0 => match left.time.checked_sub(time) {
                Some(rest) if !rest.is_zero() => TimeLeft { time: rest, stones: 0 },
                _ => period,
            },
            1 => period,
            stones => TimeLeft { time: left.time.saturating_sub(time), stones: stones - 1 },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn main_time_is_shared_out_and_followed_by_periods() {
        let mut clock = Clock::default();
        assert_eq!(clock.allowance(Black), None);
        clock.set(seconds(40), seconds(9), 3);
        assert_eq!(clock.allowance(Black), Some(seconds(2) - KEPT_BACK));
        clock.spend(Black, seconds(20));
        assert_eq!(clock.allowance(Black), Some(seconds(1) - KEPT_BACK));
        assert_eq!(clock.allowance(White), Some(seconds(2) - KEPT_BACK));
        clock.spend(Black, seconds(21));
        assert_eq!(clock.allowance(Black), Some(seconds(3) - KEPT_BACK));
        clock.spend(Black, seconds(1));
        assert_eq!(clock.allowance(Black), Some(seconds(4) - KEPT_BACK));
        clock.spend(Black, seconds(7));
        clock.spend(Black, seconds(1));
        assert_eq!(clock.allowance(Black), Some(seconds(3) - KEPT_BACK), "a new period");
        clock.restart();
        assert_eq!(clock.allowance(Black), Some(seconds(2) - KEPT_BACK));
    }

    #[test]
    fn what_the_controller_says_counts() {
        let mut clock = Clock::default();
        clock.left(White, seconds(3), 1);
        assert_eq!(clock.allowance(White), Some(seconds(3) - KEPT_BACK));
        clock.set(seconds(0), seconds(1), 0);
        assert_eq!(clock.allowance(White), None, "a period without stones is no limit");
        clock.set(seconds(0), seconds(2), 1);
        clock.spend(White, seconds(2));
        assert_eq!(clock.allowance(White), Some(seconds(2) - KEPT_BACK));
        clock.left(White, Duration::from_millis(20), 1);
        assert_eq!(clock.allowance(White), Some(Duration::from_millis(18)));
    }
}
