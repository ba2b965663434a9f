use crosscut_catalog::{Card, Spec};

use crate::Wanted;

/// What somebody asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game that was named.
    pub game: Option<Card>,
    /// What is to be done.
    pub order: Order,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// To be told how something is done; without words, what there is to ask.
    Help(Vec<String>),
    /// To become a member.
    SignUp {
        /// By this name.
        name: String,
        /// With this mail address, as it was said once.
        address: Option<String>,
    },
    /// To change something of one's own.
    Change(Change),
    /// When to be written to about what happens; none to be told.
    Mails(Option<Mails>),
    /// To leave; with one's own name, to say that one means it.
    SignOff(Option<String>),
    /// The games there are.
    List,
    /// To write to these members; the body is the message.
    Message(Vec<String>),
    /// To write to everybody.
    Broadcast {
        /// Whether it is meant though another one went out a short while ago.
        again: bool,
    },
    /// To block the member of this name; none to be told who is.
    Block(Option<String>),
    /// To block them no more.
    Unblock(String),
    /// To do what the lines of the body say.
    Multiple,
    /// To be away.
    Vacation(Vacation),
    /// Who is how strong.
    Standings,
    /// What was played.
    History,
    /// Matches in a list.
    Games {
        /// Whose; everybody's if nobody is named.
        of: Vec<String>,
        /// Which of them.
        which: Which,
    },
    /// Matches with their boards.
    Show {
        /// These.
        boards: Vec<Board>,
        /// And those of these players.
        of: Vec<String>,
        /// Which of the players' matches.
        which: Which,
        /// Whether one's own if no player and no board is named, with what only oneself may see.
        own: bool,
    },
    /// To invite somebody.
    Challenge {
        /// One name or two: of two, the first moves first. In the place of a name may stand a mail address.
        names: Vec<String>,
        /// What is to be played.
        wanted: Wanted,
    },
    /// To invite whoever comes, so many times; none to be told.
    Seek {
        /// How many matches.
        n: Option<u32>,
        /// What is to be played.
        wanted: Wanted,
    },
    /// A board as it would be after some moves.
    Preview {
        /// The board.
        scene: Scene,
        /// The moves.
        moves: Vec<String>,
    },
    /// To do something in a match.
    At {
        /// The match.
        id: u64,
        /// What.
        deed: Deed,
    },
    /// To answer a challenge by its number.
    AnswerChallenge {
        /// The challenge.
        id: u64,
        /// Whether one wants to play.
        yes: bool,
    },
    /// To answer the challenge of somebody.
    AnswerChallenger {
        /// Who made it.
        name: String,
        /// Whether one wants to play.
        yes: bool,
    },
    /// To take one's own challenge back.
    WithdrawChallenge(u64),
    /// To accept all challenges in a game from now on, or to take none.
    Welcome(bool),
    /// How many matches one wants to have; none to be told.
    Limit(Option<Limit>),
    /// To be told of a match one does not play in, or not any more.
    Subscribe {
        /// The matches; none for all.
        ids: Vec<u64>,
        /// Whether to be told.
        on: bool,
    },
    /// To be told of ends only.
    Notify(Vec<u64>),
}

/// Something done in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// To play.
    Turn {
        /// The move as it was typed.
        text: String,
        /// The number of the ply, from 1, that it is meant to be.
        ply: Option<u32>,
    },
    /// To play when the opponent has played; none to be told what waits, an empty word to have nothing wait.
    Queue(Option<String>),
    /// To see what a move would lead to, and to keep it for [`Deed::Confirm`].
    Submit {
        /// The move as it was typed.
        text: String,
        /// The number of the ply, from 1, that it is meant to be.
        ply: Option<u32>,
    },
    /// To play what was submitted.
    Confirm,
    /// To propose something.
    Propose(Proposal),
    /// To answer what the opponent proposes.
    Answer(bool),
    /// To give the match up.
    Resign,
    /// To say what the body says.
    Chat,
}

/// What may be proposed to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A draw.
    Draw,
    /// To take the last move back.
    Undo,
    /// To end without a result.
    Cancel,
    /// To play again.
    Rematch,
}

/// A match and, if not as it stands, when: `12#5` after five moves, `12#-1` one move ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The match.
    pub id: u64,
    /// After so many moves; counted back if negative.
    pub at: Option<i64>,
}

/// A board that moves are tried on.
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// That of a match.
    Of(Board),
    /// An empty one.
    New(Spec),
}

/// Which matches of somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// Those that go on.
    #[default]
    Active,
    /// Those that are over.
    Inactive,
    /// Those that wait for them.
    Next,
    /// All.
    All,
}

/// What one may change of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The time zone.
    Zone(String),
    /// Where mail goes; none if it was not said.
    Address(Option<String>),
    /// The password.
    Password,
}

/// When one is written to about what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mails {
    /// As it happens.
    Each,
    /// Once a day, at this hour where one lives.
    Daily(Option<u8>),
    /// Not at all.
    None,
}

/// A vacation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vacation {
    /// To be told.
    Tell,
    /// From now, so many days.
    Days(u32),
    /// From a day, or now, until the beginning of another, as they were typed (`2026-12-24`).
    Until {
        /// The first day.
        from: Option<String>,
        /// The day of the return.
        until: String,
    },
    /// Not any more.
    Off,
}

/// How many matches of a game one wants to have at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// No challenges.
    None,
    /// Those that one is asked about and takes.
    Ask,
    /// As many as there are.
    All,
    /// So many.
    At(u32),
}
