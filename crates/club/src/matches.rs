use std::collections::{BTreeMap, VecDeque};

use crosscut_catalog::{Line, Seat};
use serde::{Deserialize, Serialize};

use crate::terms::{SeatOnTheWire, other};
use crate::{
    Clock, Countdown, Ending, Follow, MatchId, MemberId, Moment, Offers, Origin, Pace, Period,
    Plan, Player, Rating, Remark, Room, Span, State, Terms, Who,
};

/// A match with everything that belongs to it. The position is kept up to date: a turn costs one ply, not a replay.
#[derive(Clone, Debug)]
pub struct Match {
    /// The match's number.
    pub id: MatchId,
    /// How many events its stream has.
    pub version: u64,
    /// What is played, and how.
    pub terms: Terms,
    /// Who moves first, and who second.
    pub seats: [Player; 2],
    /// The players' time zones when it began.
    pub zones: [String; 2],
    /// How it came about.
    pub origin: Origin,
    /// The players' ratings when it began, where they had one.
    pub ratings: [Option<Rating>; 2],
    /// What moving first is worth, in rating points.
    pub advantage: i32,
    /// When it began.
    pub began: Moment,
    /// When anything but talk and following last happened.
    pub touched: Moment,
    /// The start, the plies and the position.
    pub line: Line,
    /// What is recorded of each ply besides its text.
    pub plies: Vec<Played>,
    /// The players' clocks.
    pub clock: Clock,
    /// The offers made.
    pub offers: Offers,
    /// The players' plans. Each player may see only their own.
    pub plans: [Option<Plan>; 2],
    /// What was said. See [`Match::may_read`].
    pub remarks: Vec<Remark>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// The rematch, if there was one.
    pub rematch: Option<MatchId>,
    /// Who follows it without playing, and what they are notified of. Each may see only their own entry.
    pub followers: BTreeMap<MemberId, Follow>,
    /// Idempotency keys of the last commands.
    pub(crate) recent: VecDeque<(Who, String)>,
}

/// What is recorded of a ply besides its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Who played it.
    #[serde(with = "SeatOnTheWire")]
    pub seat: Seat,
    /// When it was played.
    pub at: Moment,
    /// What it took of the player's time, without pauses.
    pub spent: Span,
    /// What it added to the player's bank.
    pub gained: Span,
    /// Whether it was planned in advance.
    pub planned: bool,
}

impl Match {
    /// The most members who may follow a match, so that the cost of a turn is bounded.
    pub const MAX_FOLLOWERS: usize = 100;

    /// Whether it is still in progress.
    pub fn runs(&self) -> bool {
        self.ending.is_none()
    }

    /// Whether both seats have played a ply. Until then either may abort, and resigning or running out of time is not a loss.
    pub fn counts(&self) -> bool {
        Seat::BOTH.iter().all(|seat| self.plies.iter().any(|ply| ply.seat == *seat))
    }

    /// The seat to move; none when the match is over.
    pub fn turn(&self) -> Option<Seat> {
        if self.runs() { self.line.position().turn() } else { None }
    }

    /// How many plies have been played.
    pub fn n_plies(&self) -> u32 {
        self.plies.len() as u32
    }

    /// The seat that somebody holds, if any.
    pub fn seat_of(&self, who: Who) -> Option<Seat> {
        match self.seats.map(|player| player.who() == who) {
            [true, true] => Some(self.turn().unwrap_or(Seat::First)),
            [true, false] => Some(Seat::First),
            [false, true] => Some(Seat::Second),
            [false, false] => None,
        }
    }

    /// The player in a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.seats[seat.index()]
    }

    /// The player to move; none when the match is over.
    pub fn player_on_turn(&self) -> Option<Player> {
        self.turn().map(|seat| self.player(seat))
    }

    /// The members who play in it.
    pub fn members(&self) -> impl Iterator<Item = MemberId> {
        self.seats.into_iter().filter_map(Player::member)
    }

    /// Whether somebody may see the match at all. If not, it does not exist for them.
    pub fn visible_to(&self, who: Who) -> bool {
        !self.terms.private || who == Who::Club || self.seat_of(who).is_some()
    }

    /// Whether somebody may read what is said in a room.
    pub fn may_read(&self, who: Who, room: Room) -> bool {
        let plays = self.seat_of(who).is_some();
        self.visible_to(who)
            && match room {
                Room::Players => plays,
                Room::Spectators => !plays || !self.runs(),
            }
    }

    /// The plan that somebody may see: their own.
    pub fn plan_of(&self, who: Who) -> Option<&Plan> {
        self.plans[self.seat_of(who)?.index()].as_ref()
    }

    /// What the player to move has spent on this turn so far, without pauses.
    pub fn spent(&self, now: Moment, state: &State) -> Span {
        self.thinking(state).spent(now, state.downtimes())
    }

    /// How much time a player has left; none without a clock.
    pub fn left(&self, seat: Seat, now: Moment, state: &State) -> Option<Span> {
        if self.terms.pace == Pace::None {
            return None;
        }
        let spent = if self.turn() == Some(seat) { self.spent(now, state) } else { Span::ZERO };
        Some(self.clock.left(seat, spent))
    }

    /// When the clock of the player to move runs out, as things stand; none without a clock, or when the match is over.
    ///
    /// It changes with every turn, and may change with the vacations of the player to move, who must be loaded: see
    /// [`vacationer`](Self::vacationer). Where the win has to be claimed ([`Flag::Claimed`](crate::Flag)), reaching it does not
    /// end the match.
    pub fn deadline(&self, state: &State) -> Option<Moment> {
        Some(self.countdown(state)?.deadline(state.downtimes()))
    }

    /// The clock of the player to move, with everything that decides its deadline; none without a clock, or when the match is
    /// over.
    pub fn countdown(&self, state: &State) -> Option<Countdown> {
        (self.turn().is_some() && self.terms.pace != Pace::None).then(|| self.thinking(state))
    }

    /// The time of the player to move, measured even without a clock.
    fn thinking(&self, state: &State) -> Countdown {
        let seat = self.turn().unwrap_or(Seat::First);
        let member = self.player(seat).member().and_then(|id| state.member(id));
        let vacations: &[Period] = member.map_or(&[], |member| &member.vacations);
        self.clock.countdown(&self.terms, seat, &self.zones[seat.index()], vacations)
    }

    /// The member whose vacations affect the running clock, if there is one. While that member is not loaded, the clock is
    /// computed as if they had none.
    pub fn vacationer(&self) -> Option<MemberId> {
        let on_turn = self.player_on_turn()?.member();
        on_turn.filter(|_| self.terms.pauses.vacation)
    }

    /// Whether the plies in `text` were played right after the first `at` plies.
    pub(crate) fn has(&self, text: &str, at: u32) -> bool {
        let (at, played) = (at as usize, self.line.plies());
        let turns = self.line.up_to(at).turns(text);
        at < played.len() && turns.is_ok_and(|turns| played[at..].starts_with(&turns))
    }

    /// Whether a recent command by this person had this idempotency key.
    pub(crate) fn done(&self, who: Who, once: &str) -> bool {
        self.recent.iter().any(|(it, word)| *it == who && word == once)
    }

    /// How many plies remain if a seat takes back its last turn; none if it has played none.
    pub fn before_last_turn(&self, seat: Seat) -> Option<u32> {
        self.plies.iter().rposition(|ply| ply.seat == seat).map(|at| at as u32)
    }

    /// The opponent of the player in a seat.
    pub fn opponent(&self, seat: Seat) -> Player {
        self.player(other(seat))
    }
}
