use crosscut_catalog::{Card, Spec};

use crate::ProposedTerms;

/// A request in words.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game named, if any.
    pub game: Option<Card>,
    /// What to do.
    pub order: Order,
}

/// What a request asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Show help on these words; without words, a list of what help covers.
    Help(Vec<String>),
    /// Become a member.
    SignUp {
        /// The name.
        name: String,
        /// A mail address, as the command once required.
        address: Option<String>,
    },
    /// AccountChange something about oneself.
    Change(AccountChange),
    /// When to send mail about events; `None` to ask what is set.
    Mails(Option<MailSetting>),
    /// Leave the club; the member's own name confirms it.
    SignOff(Option<String>),
    /// List the games.
    List,
    /// Write to these members; the body is the message.
    Message(Vec<String>),
    /// Write to everybody.
    Broadcast {
        /// Whether to send it although another one went out a short while ago.
        again: bool,
    },
    /// Block the member with this name; `None` to list who is blocked.
    Block(Option<String>),
    /// Unblock the member with this name.
    Unblock(String),
    /// Carry out the commands in the body.
    Multiple,
    /// Go on vacation, or ask about it.
    Vacation(Vacation),
    /// List the players by strength.
    Standings,
    /// List what was played.
    History,
    /// List matches.
    Games {
        /// The players whose matches are listed; everybody's if empty.
        of: Vec<String>,
        /// MatchFilter matches.
        which: MatchFilter,
    },
    /// Show matches with their boards.
    Show {
        /// These boards.
        boards: Vec<BoardRef>,
        /// The matches of these players as well.
        of: Vec<String>,
        /// MatchFilter matches of the players.
        which: MatchFilter,
        /// Whether to show the sender's own matches if no player and no board is named, with what only they may see.
        own: bool,
    },
    /// Invite somebody.
    Challenge {
        /// One name or two: with two, the first moves first. A mail address may take the place of a name.
        names: Vec<String>,
        /// What is to be played, and how.
        wanted: ProposedTerms,
    },
    /// Offer matches to anybody; `None` to ask about the offers made.
    Seek {
        /// The number of matches.
        n: Option<u32>,
        /// What is to be played, and how.
        wanted: ProposedTerms,
    },
    /// Show a board as it would be after some moves.
    Preview {
        /// The board.
        scene: PreviewBoard,
        /// The moves.
        moves: Vec<String>,
    },
    /// Do something in a match.
    At {
        /// The match.
        id: u64,
        /// What to do.
        deed: MatchAction,
    },
    /// Answer a challenge by its number.
    AnswerChallenge {
        /// The challenge.
        id: u64,
        /// Whether to accept it.
        yes: bool,
    },
    /// Answer the challenge of a member.
    AnswerChallenger {
        /// The member who made it.
        name: String,
        /// Whether to accept it.
        yes: bool,
    },
    /// Withdraw one's own challenge.
    WithdrawChallenge(u64),
    /// Accept all challenges in a game from now on, or refuse them all.
    Welcome(bool),
    /// MatchLimit the number of matches; `None` to ask for the limit.
    Limit(Option<MatchLimit>),
    /// Follow matches one does not play in, or stop following.
    Subscribe {
        /// The matches; all if empty.
        ids: Vec<u64>,
        /// Whether to follow.
        on: bool,
    },
    /// Follow only the ends of these matches.
    Notify(Vec<u64>),
}

/// Something to do in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchAction {
    /// Play a move.
    Turn {
        /// The move as typed.
        text: String,
        /// The number of the ply, from 1, that it is meant for.
        ply: Option<u32>,
    },
    /// Set a move to play once the opponent has played; `None` to ask what is queued, an empty text to clear it.
    Queue(Option<String>),
    /// See what a move would lead to, and keep it for [`MatchAction::Confirm`].
    Submit {
        /// The move as typed.
        text: String,
        /// The number of the ply, from 1, that it is meant for.
        ply: Option<u32>,
    },
    /// Play the submitted move.
    Confirm,
    /// Propose something.
    Propose(Proposal),
    /// Accept or decline what the opponent has proposed.
    Answer(bool),
    /// Resign.
    Resign,
    /// Send the body as a message to the opponent.
    Chat,
}

/// What may be proposed to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A draw.
    Draw,
    /// To take back the last move.
    Undo,
    /// To end without a result.
    Cancel,
    /// To play a rematch.
    Rematch,
}

/// A match, now or at another time: `12#5` after five moves, `12#-1` one move ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRef {
    /// The match.
    pub id: u64,
    /// After this many moves; counted from the end if negative.
    pub at: Option<i64>,
}

/// A board on which to try moves.
#[derive(Clone, Debug, PartialEq)]
pub enum PreviewBoard {
    /// The board of a match.
    Of(BoardRef),
    /// An empty board.
    New(Spec),
}

/// Which of a player's matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFilter {
    /// Those in progress.
    #[default]
    Active,
    /// Those that are over.
    Inactive,
    /// Those in which the player is to move.
    Next,
    /// All.
    All,
}

/// What members may change about themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountChange {
    /// The time zone.
    Zone(String),
    /// The mail address; `None` if not given.
    Address(Option<String>),
    /// The password.
    Password,
}

/// When a member is sent mail about events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailSetting {
    /// When each happens.
    Each,
    /// Once a day, at this hour in the member's time zone.
    Daily(Option<u8>),
    /// Never.
    None,
}

/// A vacation request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vacation {
    /// Ask about the vacation.
    Tell,
    /// This many days, from now.
    Days(u32),
    /// From a day, or now, until the beginning of another, as typed (`2026-12-24`).
    Until {
        /// The first day.
        from: Option<String>,
        /// The day of the return.
        until: String,
    },
    /// End or cancel it.
    Off,
}

/// A limit on the matches of a game at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchLimit {
    /// None: refuse challenges.
    None,
    /// Only challenges the member accepts one by one.
    Ask,
    /// No limit.
    All,
    /// This many.
    At(u32),
}
