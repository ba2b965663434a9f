use std::collections::{BTreeMap, VecDeque};

use crosscut_catalog::{Line, Seat};
use serde::{Deserialize, Serialize};

use crate::terms::{SeatOnTheWire, other};
use crate::{
    Clock, Countdown, Ending, Follow, MatchId, MemberId, Moment, Offers, Origin, Pace, Period,
    Plan, Player, Rating, Remark, Room, Span, State, Terms, Who,
};

/// Two players at a game, with all that belongs to it. The board is kept live: a turn costs one ply, not a replay.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its number.
    pub id: MatchId,
    /// How many events it has had.
    pub version: u64,
    /// What is played.
    pub terms: Terms,
    /// Who moves first, and who second.
    pub seats: [Player; 2],
    /// The players' time zones when it began.
    pub zones: [String; 2],
    /// How it came about.
    pub origin: Origin,
    /// The players' ratings when it began, of those who had any.
    pub ratings: [Option<Rating>; 2],
    /// What moving first is worth, in rating points.
    pub advantage: i32,
    /// When it began.
    pub began: Moment,
    /// When the last thing happened that was no chat.
    pub touched: Moment,
    /// Start, plies and position.
    pub line: Line,
    /// What is known of each ply besides.
    pub plies: Vec<Played>,
    /// The players' time.
    pub clock: Clock,
    /// What is proposed.
    pub offers: Offers,
    /// What the players have planned. Each may see their own only.
    pub plans: [Option<Plan>; 2],
    /// What was said. See [`Match::may_read`].
    pub remarks: Vec<Remark>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// The match that followed it.
    pub rematch: Option<MatchId>,
    /// Who is told of it without playing, and what. Each may see their own entry only.
    pub followers: BTreeMap<MemberId, Follow>,
    /// Commands that were done not long ago, to be done once.
    pub(crate) recent: VecDeque<(Who, String)>,
}

/// What is known of a ply besides its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// By whom.
    #[serde(with = "SeatOnTheWire")]
    pub seat: Seat,
    /// When.
    pub at: Moment,
    /// What it took of the player's time, pauses left out.
    pub spent: Span,
    /// What the player's bank gained by it.
    pub gained: Span,
    /// Whether it was planned beforehand.
    pub planned: bool,
}

impl Match {
    /// How many may follow a match. What one turn costs must have a bound.
    pub const MAX_FOLLOWERS: usize = 100;

    /// Whether it goes on.
    pub fn runs(&self) -> bool {
        self.ending.is_none()
    }

    /// Whether both seats have played a ply. Until then either may abort, and a loss by resignation or time is none.
    pub fn counts(&self) -> bool {
        Seat::BOTH.iter().all(|seat| self.plies.iter().any(|ply| ply.seat == *seat))
    }

    /// The seat on turn; none when the match is over.
    pub fn turn(&self) -> Option<Seat> {
        if self.runs() { self.line.position().turn() } else { None }
    }

    /// How many plies have been played.
    pub fn n_plies(&self) -> u32 {
        self.plies.len() as u32
    }

    /// The seat somebody holds.
    pub fn seat_of(&self, who: Who) -> Option<Seat> {
        match self.seats.map(|player| player.who() == who) {
            [true, true] => Some(self.turn().unwrap_or(Seat::First)),
            [true, false] => Some(Seat::First),
            [false, true] => Some(Seat::Second),
            [false, false] => None,
        }
    }

    /// Who holds a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.seats[seat.index()]
    }

    /// Who is to move; none when the match is over.
    pub fn player_on_turn(&self) -> Option<Player> {
        self.turn().map(|seat| self.player(seat))
    }

    /// The members who play.
    pub fn members(&self) -> impl Iterator<Item = MemberId> {
        self.seats.into_iter().filter_map(Player::member)
    }

    /// Whether somebody may see the match at all. If not, it does not exist for them.
    pub fn visible_to(&self, who: Who) -> bool {
        !self.terms.private || who == Who::House || self.seat_of(who).is_some()
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

    /// What the player on turn has spent on this turn so far, pauses left out.
    pub fn spent(&self, now: Moment, state: &State) -> Span {
        self.thinking(state).spent(now, state.downtimes())
    }

    /// What a player has left.
    pub fn left(&self, seat: Seat, now: Moment, state: &State) -> Option<Span> {
        if self.terms.pace == Pace::None {
            return None;
        }
        let spent = if self.turn() == Some(seat) { self.spent(now, state) } else { Span::ZERO };
        Some(self.clock.left(seat, spent))
    }

    /// When the clock of the player on turn runs out, as things stand: none without a clock, or when the match is over.
    ///
    /// It changes with every turn, and may change with the vacations of the player on turn, who must be loaded: see
    /// [`vacationer`](Self::vacationer). Where the win has to be claimed ([`Flag::Claimed`](crate::Flag)) nothing happens
    /// then by itself.
    pub fn deadline(&self, state: &State) -> Option<Moment> {
        Some(self.countdown(state)?.deadline(state.downtimes()))
    }

    /// The clock of the player on turn, with what decides when it runs out, if there is one and the match goes on.
    pub fn countdown(&self, state: &State) -> Option<Countdown> {
        (self.turn().is_some() && self.terms.pace != Pace::None).then(|| self.thinking(state))
    }

    /// The time of the player on turn, counted whether there is a clock or not.
    fn thinking(&self, state: &State) -> Countdown {
        let seat = self.turn().unwrap_or(Seat::First);
        let member = self.player(seat).member().and_then(|id| state.member(id));
        let vacations: &[Period] = member.map_or(&[], |member| &member.vacations);
        self.clock.countdown(&self.terms, seat, &self.zones[seat.index()], vacations)
    }

    /// The member whose vacations decide how time counts now, if any do. While that member is not loaded, the clock is
    /// read as if there were none.
    pub fn vacationer(&self) -> Option<MemberId> {
        let on_turn = self.player_on_turn()?.member();
        on_turn.filter(|_| self.terms.pauses.vacation)
    }

    /// Whether the turns that a text names have been played there, after so many plies.
    pub(crate) fn has(&self, text: &str, at: u32) -> bool {
        let (at, played) = (at as usize, self.line.plies());
        let turns = self.line.up_to(at).turns(text);
        at < played.len() && turns.is_ok_and(|turns| played[at..].starts_with(&turns))
    }

    /// Whether a command with this word of this person was done not long ago.
    pub(crate) fn done(&self, who: Who, once: &str) -> bool {
        self.recent.iter().any(|(it, word)| *it == who && word == once)
    }

    /// How many plies are left when a seat takes its last turn back; none if it has played none.
    pub fn before_last_turn(&self, seat: Seat) -> Option<u32> {
        self.plies.iter().rposition(|ply| ply.seat == seat).map(|at| at as u32)
    }

    /// The opponent's seat.
    pub fn opponent(&self, seat: Seat) -> Player {
        self.player(other(seat))
    }
}
