use std::error::Error;
use std::fmt;

use crosscut_catalog::{MoveError, shortened};

use crate::{Key, MatchId, Moment, Offer, Pace, Reason, Remark, Span};

/// Why a command is not carried out. `Display` gives a sentence without a full stop, for the person who asked.
///
/// A refused command changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Not an answer: these keys must be loaded before the command can be judged. Never shown to anybody.
    NotLoaded(Vec<Key>),
    /// There is nothing with this key, or the caller may not see it.
    NoSuch(Key),
    /// Only the club may send the command.
    ClubOnly,
    /// The caller must sign in first.
    Nobody,
    /// The caller is a member already.
    MemberAlready,
    /// The member with this name has left for good.
    HasLeft(String),
    /// The caller is a guest, and has no name to change.
    NoNameYet,
    /// The name was changed recently; it may be changed again at this moment.
    RenamedLately(Moment),
    /// The name is not valid; the sentence says why.
    BadName(&'static str),
    /// The name is taken.
    NameTaken(String),
    /// There is no such time zone.
    NoZone(String),
    /// The vacation ends before it begins, or begins in the past.
    BadVacation,
    /// The vacation overlaps another, which ends at this moment.
    AwayAlready(Moment),
    /// Not enough vacation is left; this much is.
    NoVacationLeft(Span),
    /// There is no vacation to come back from.
    NotAway,
    /// The command cannot be applied to the caller; the verb says what one cannot do to oneself.
    Oneself(&'static str),
    /// The terms do not describe a match; the sentence says why.
    Terms(String),
    /// Guests cannot play rated matches.
    GuestRated,
    /// The challenge is for members.
    MembersOnly,
    /// The player's rating is outside this range.
    OutOfRange([u32; 2]),
    /// One of the two has blocked the other.
    Blocked,
    /// One of the two has blocked the other; the other has this name.
    Quiet(String),
    /// The member with this name accepts no challenges in the game.
    Unwelcome(String),
    /// The member with this name already has as many matches of the game as they want: this many.
    Enough(String, u32),
    /// The caller plays in this match, and is notified anyway.
    PlaysThere,
    /// The match has as many followers as it may have.
    Crowded,
    /// The challenge is the caller's own.
    OwnChallenge,
    /// The challenge was made to somebody else.
    NotForYou,
    /// The challenge was made by somebody else.
    NotYourChallenge,
    /// The challenge is no longer open; the word says what became of it.
    Settled(&'static str),
    /// The challenge is still open.
    NotLapsed,
    /// The computer does not have this level.
    NoLevel(u8),
    /// The caller does not play in this match.
    NotAPlayer,
    /// The match is over.
    Over(Reason),
    /// The match is not over yet.
    GoesOn,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The board has changed since.
    Stale {
        /// How many plies had been played on the board that was answered.
        answered: u32,
        /// How many have been played.
        plies: u32,
    },
    /// The game's rules refuse the ply.
    Move(MoveError),
    /// The clock of the player to move has run out at this moment. The club should be asked to end the match.
    TimeUp(Moment),
    /// The clock has not run out; it will at this moment, if there is one.
    TimeLeft(Option<Moment>),
    /// The clock has run out, but the opponent has to claim the win.
    ToBeClaimed,
    /// The clock that has run out is the caller's own.
    OwnClock,
    /// The period is not a valid downtime.
    BadCredit,
    /// The plan is for a ply that has already been played.
    PlanLate {
        /// The ply planned for.
        planned: u32,
        /// How many have been played.
        plies: u32,
    },
    /// A plan can only begin with the opponent's next ply, which has this number.
    PlanEarly(u32),
    /// This ply is the caller's own: there is nothing to plan for it.
    PlanOwnTurn,
    /// The plan is too large.
    PlanTooLarge,
    /// A turn of the plan comes with more remarks than may be made at a time.
    PlanSaysTooMuch,
    /// A ply of the plan cannot be played.
    PlanMove {
        /// The ply.
        text: String,
        /// Why it cannot be played.
        error: MoveError,
    },
    /// Both have already played.
    TooLateToAbort,
    /// The offer is already open.
    OfferedAlready(Offer),
    /// The offer was declined a moment ago.
    DeclinedJustNow(Offer),
    /// Too many offers in one match within a day; the next may be made at this moment.
    OfferedEnough(Moment),
    /// There is no such offer.
    NoOffer(Offer),
    /// There is nothing to take back.
    NothingToTakeBack,
    /// The computer does not agree to draws.
    ComputerPlaysOn,
    /// There is already a rematch, this one.
    RematchedAlready(MatchId),
    /// The remark is empty.
    NothingSaid,
    /// The remark is too long: it has this many characters.
    TooLong(usize),
    /// One command makes too many remarks.
    ManyRemarks,
    /// The room has as many remarks as it may have.
    EnoughSaid,
    /// The caller has made as many remarks in the spectators' room as one member may.
    SaidEnough,
    /// There is no remark with this number at the table.
    NoRemark,
    /// The idempotency key is too long.
    LongWord,
    /// The idempotency key was used for a different turn.
    UsedWord,
    /// Players talk to each other, spectators among themselves.
    WrongRoom,
}

/// The kind of a refusal, from which a transport derives its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It does not exist, or not for this person.
    NotFound,
    /// This person may not do it.
    Forbidden,
    /// It is not possible as things stand: what the person looked at has changed.
    Conflict,
    /// The request makes no sense, whoever sends it.
    Invalid,
    /// The caller must load something and ask again.
    NotLoaded,
}

impl Refusal {
    /// The kind of this refusal.
    pub fn kind(&self) -> Kind {
        use Refusal as R;
        match self {
            R::NotLoaded(_) => Kind::NotLoaded,
            R::NoSuch(_) | R::NoRemark => Kind::NotFound,
            R::ClubOnly
            | R::Nobody
            | R::GuestRated
            | R::MembersOnly
            | R::OutOfRange(_)
            | R::Blocked
            | R::Unwelcome(_)
            | R::Quiet(_)
            | R::OwnChallenge
            | R::NotForYou
            | R::NotYourChallenge
            | R::NotAPlayer
            | R::NoNameYet
            | R::PlaysThere
            | R::WrongRoom => Kind::Forbidden,
            R::NameTaken(_)
            | R::MemberAlready
            | R::HasLeft(_)
            | R::RenamedLately(_)
            | R::AwayAlready(_)
            | R::NoVacationLeft(_)
            | R::NotAway
            | R::Settled(_)
            | R::NotLapsed
            | R::Over(_)
            | R::GoesOn
            | R::NotYourTurn
            | R::Stale { .. }
            | R::TimeUp(_)
            | R::TimeLeft(_)
            | R::OwnClock
            | R::ToBeClaimed
            | R::PlanLate { .. }
            | R::PlanOwnTurn
            | R::TooLateToAbort
            | R::OfferedAlready(_)
            | R::DeclinedJustNow(_)
            | R::OfferedEnough(_)
            | R::NoOffer(_)
            | R::NothingToTakeBack
            | R::ComputerPlaysOn
            | R::RematchedAlready(_)
            | R::Enough(..)
            | R::Crowded
            | R::EnoughSaid
            | R::SaidEnough => Kind::Conflict,
            R::BadName(_)
            | R::NoZone(_)
            | R::BadVacation
            | R::Oneself(_)
            | R::Terms(_)
            | R::NoLevel(_)
            | R::Move(_)
            | R::BadCredit
            | R::PlanEarly(_)
            | R::PlanTooLarge
            | R::PlanSaysTooMuch
            | R::PlanMove { .. }
            | R::NothingSaid
            | R::LongWord
            | R::UsedWord
            | R::TooLong(_)
            | R::ManyRemarks => Kind::Invalid,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &when)
    }
}

impl Refusal {
    /// The same sentence with moments as the reader writes them; `Display` writes them in UTC.
    pub fn with_moments(&self, when: &dyn Fn(Moment) -> String) -> String {
        fmt::from_fn(|f| self.write(f, when)).to_string()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, when: &dyn Fn(Moment) -> String) -> fmt::Result {
        use Refusal as R;
        let words = match self {
            R::NotLoaded(keys) => {
                let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
                return write!(f, "{} must be loaded first", keys.join(", "));
            }
            R::NoSuch(Key::Name(name)) => {
                return write!(f, "nobody is called '{}'", shortened(name));
            }
            R::NoSuch(Key::Member(id)) => return write!(f, "there is no member {id}"),
            R::NoSuch(Key::Challenge(id)) => return write!(f, "there is no challenge {id}"),
            R::NoSuch(Key::Match(id)) => return write!(f, "there is no match {id}"),
            R::ClubOnly => "only the club itself can do that",
            R::Nobody => "sign in first, or play as a guest",
            R::MemberAlready => "you already have a name",
            R::HasLeft(name) => return write!(f, "{name} has left the club"),
            R::NoNameYet => "you have no name yet: choose one by becoming a member",
            R::RenamedLately(next) => {
                return write!(
                    f,
                    "you have changed your name within the last 30 days: you can change it again from {}",
                    when(*next)
                );
            }
            R::BadName(why) => return f.write_str(why),
            R::NameTaken(name) => return write!(f, "the name '{name}' is taken"),
            R::NoZone(zone) => {
                return write!(
                    f,
                    "there is no time zone '{zone}': write a city like Berlin, a zone like Europe/Berlin, or UTC"
                );
            }
            R::BadVacation => "a vacation begins within a year from now, and ends after it begins",
            R::AwayAlready(until) => {
                return write!(f, "you already have a vacation until {}", when(*until));
            }
            R::NoVacationLeft(left) => {
                return write!(f, "vacations may take 30 days in 365, and you have {left} left");
            }
            R::NotAway => "you are not on vacation, and none is planned",
            R::Oneself(verb) => return write!(f, "you cannot {verb} yourself"),
            R::Terms(words) => words,
            R::GuestRated => "guests play without rating: choose a name, or play unrated",
            R::MembersOnly => "this challenge is for members: choose a name first",
            R::OutOfRange([low, high]) => {
                return write!(f, "this challenge is for ratings from {low} to {high}");
            }
            R::Blocked => "the two of you do not play each other",
            R::Quiet(name) => return write!(f, "you and {name} do not write to each other"),
            R::Unwelcome(name) => return write!(f, "{name} accepts no challenges in this game"),
            R::Enough(name, most) => {
                return write!(
                    f,
                    "{name} has as many matches of this game as they want to have at once: {most}"
                );
            }
            R::PlaysThere => "you play in this match, and are told of it anyway",
            R::Crowded => {
                return write!(
                    f,
                    "{} people follow this match already: there is no room for more",
                    crate::Match::MAX_FOLLOWERS
                );
            }
            R::OwnChallenge => "this is your own challenge",
            R::NotYourChallenge => "only the one who made a challenge can withdraw it",
            R::NotForYou => "this challenge was made to somebody else",
            R::Settled("lapsed") => "the challenge has lapsed",
            R::Settled(fate) => return write!(f, "the challenge was already {fate}"),
            R::NotLapsed => "the challenge is still open",
            R::NoLevel(level) => {
                return write!(f, "the computer has no level {level}: there are 1 to 8");
            }
            R::NotAPlayer => "you do not play in this match",
            R::Over(reason) => return write!(f, "the match is over: {}", ended(*reason)),
            R::GoesOn => "the match is not over yet",
            R::NotYourTurn => "it is not your turn",
            R::Stale { answered, plies } => {
                return write!(
                    f,
                    "the board has changed: {} been played, and yours answers {answered}",
                    n_plies(*plies)
                );
            }
            R::Move(error) => return fmt::Display::fmt(error, f),
            R::TimeUp(at) => {
                return write!(f, "the player to move ran out of time on {}", when(*at));
            }
            R::TimeLeft(Some(until)) => return write!(f, "there is time until {}", when(*until)),
            R::TimeLeft(None) => "this match has no clock",
            R::ToBeClaimed => "the opponent may claim the win, but has not",
            R::OwnClock => "it is your own clock that has run out",
            R::BadCredit => "a downtime ends after it begins, and not later than now",
            R::PlanLate { planned, plies } => {
                return write!(
                    f,
                    "your plan is for ply {planned}, and {} been played",
                    n_plies(*plies)
                );
            }
            R::PlanEarly(ply) => {
                return write!(f, "you can plan for ply {ply} now, and not for later ones");
            }
            R::PlanOwnTurn => "it is your turn: play, and plan for what follows",
            R::PlanTooLarge => "a plan has at most 300 turns, and is at most 30 deep",
            R::PlanSaysTooMuch => "a turn of a plan may come with at most 10 remarks",
            R::PlanMove { text, error } => return write!(f, "{text} in your plan: {error}"),
            R::TooLateToAbort => "both of you have played: resign, or offer to cancel the match",
            R::OfferedAlready(offer) => return write!(f, "you have already offered {offer}"),
            R::DeclinedJustNow(Offer::Rematch) => "your opponent does not want a rematch",
            R::DeclinedJustNow(offer) => {
                return write!(
                    f,
                    "your opponent has just declined {offer}: play a turn before you ask again"
                );
            }
            R::OfferedEnough(next) => {
                let most = Offer::MOST_IN_A_DAY;
                return write!(
                    f,
                    "you have made {most} offers in this match within a day: you can make another from {} on",
                    when(*next)
                );
            }
            R::NoOffer(offer) => return write!(f, "nobody has offered {offer}"),
            R::NothingToTakeBack => "you have played nothing that could be taken back",
            R::ComputerPlaysOn => "the computer plays on",
            R::RematchedAlready(id) => return write!(f, "there is already a rematch: match {id}"),
            R::NothingSaid => "you have said nothing",
            R::TooLong(n) => {
                let most = Remark::MAX_CHARS;
                return write!(f, "that has {n} characters, and a remark has at most {most}");
            }
            R::ManyRemarks => "at most ten remarks can be made together",
            R::NoRemark => "there is no such remark in this match",
            R::EnoughSaid => "enough has been said in this match",
            R::SaidEnough => {
                "you have said enough in this match: a spectator may make at most 200 remarks"
            }
            R::UsedWord => {
                "this key was used for another command: give each command a key of its own"
            }
            R::LongWord => "an idempotency key has at most 64 bytes",
            R::WrongRoom => "players talk to each other, and spectators among themselves",
        };
        f.write_str(words)
    }
}

impl Error for Refusal {}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        Refusal::Move(error)
    }
}

/// A moment as text, in UTC: `2026-05-01 19:30 UTC`.
pub(crate) fn when(at: Moment) -> String {
    match jiff::Timestamp::from_millisecond(at.0) {
        Ok(at) => {
            let at = jiff::tz::TimeZone::UTC.to_datetime(at);
            let (date, hour, minute) = (at.date(), at.hour(), at.minute());
            format!("{date} {hour:02}:{minute:02} UTC")
        }
        Err(_) => "a day beyond the calendar".to_string(),
    }
}

fn n_plies(n: u32) -> String {
    if n == 1 { "1 ply has".to_string() } else { format!("{n} plies have") }
}

fn ended(reason: Reason) -> &'static str {
    match reason {
        Reason::Rules => "the game was played to its end",
        Reason::Resignation => "one player resigned",
        Reason::Time => "one player's time ran out",
        Reason::Agreement => "the players agreed to a draw",
        Reason::Aborted => "it was aborted",
        Reason::Cancelled => "the players cancelled it",
        Reason::Stopped => "the club stopped it",
    }
}

/// Refuses a pace whose numbers make no sense.
pub(crate) fn check_pace(pace: Pace) -> Result<(), Refusal> {
    pace.check().map_err(|words| Refusal::Terms(words.to_string()))
}
