use crate::{
    Aim, ChallengeId, Event, Fact, Fate, Follow, Key, Match, MatchId, MemberId, Offer, Player,
    Reason, Room, State, Who,
};

/// A notification for somebody: for mail, live pages and the like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Who is notified.
    pub to: To,
    /// What they are notified of.
    pub news: News,
}

/// The recipient of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum To {
    /// A member or guest, wherever they are.
    Member(MemberId),
    /// Those who have the match open: its stream has a new event, which not all of them may see.
    Table(MatchId),
    /// Those who have the list of open challenges and running matches open.
    Lobby,
    /// The computer at a level, which is to move: the caller chooses the move.
    Computer(u8),
    /// The part of the caller that watches the clocks.
    Clocks,
}

/// What a notice says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// The match has a new event: its version is now this.
    Version(MatchId, u64),
    /// It is your turn, after this many plies.
    YourTurn(MatchId, u32),
    /// You were challenged.
    Challenged(ChallengeId),
    /// Your challenge was declined.
    Declined(ChallengeId),
    /// A challenge made to you was withdrawn, or lapsed.
    Gone(ChallengeId),
    /// The open challenges have changed.
    Challenges,
    /// The running matches have changed.
    Matches,
    /// A match of yours has begun.
    Began(MatchId),
    /// Your opponent has made an offer.
    Offered(MatchId, Offer),
    /// Your opponent has declined your offer.
    OfferDeclined(MatchId, Offer),
    /// Plies were taken back: how many are left, and those taken back.
    TakenBack(MatchId, u32, Vec<String>),
    /// Your opponent made a remark.
    Said(MatchId),
    /// Your planned ply could not be played.
    PlanFailed(MatchId),
    /// Your match is over.
    Ended(MatchId, Reason),
    /// A match you follow has begun, or a turn was played in it.
    Followed(MatchId),
    /// Your rating has changed.
    Rated(MatchId),
    /// The deadline of the match has changed: see [`Match::deadline`].
    Deadline(MatchId),
    /// The deadlines of all matches of a member may have changed because of a vacation.
    Deadlines(MemberId),
}

/// The notices an event causes, given the state after all events of its command. Nobody is notified of their own action, except
/// that tables and the lobby are.
pub fn notices(event: &Event, state: &State) -> Vec<Notice> {
    let mut notices = Vec::new();
    let mut tell = |to: To, news: News| {
        let own = matches!(to, To::Member(id) if event.by == Who::Member(id));
        if !own || matches!(news, News::YourTurn(..)) {
            notices.push(Notice { to, news });
        }
    };
    match (&event.key, &event.fact) {
        (Key::Match(id), fact) => {
            if let Some(it) = state.match_with(*id) {
                tell(To::Table(*id), News::Version(*id, it.version));
                about_match(it, event.by, fact, &mut tell);
            }
        }
        (Key::Challenge(id), fact) => {
            if let Some(challenge) = state.challenge(*id) {
                if challenge.to == Aim::Open {
                    tell(To::Lobby, News::Challenges);
                }
                let target = if let Aim::Member(it) = challenge.to { Some(it) } else { None };
                match (fact, target) {
                    // A challenge accepted as it was made is a match already, and is announced as one.
                    (Fact::Challenged { .. }, Some(it)) if challenge.fate == Fate::Open => {
                        tell(To::Member(it), News::Challenged(*id));
                    }
                    (Fact::Declined, _) => tell(To::Member(challenge.by), News::Declined(*id)),
                    (Fact::Withdrawn | Fact::Lapsed, Some(it)) => {
                        tell(To::Member(it), News::Gone(*id));
                    }
                    _ => {}
                }
            }
        }
        (Key::Member(id), Fact::WentAway { .. } | Fact::CameBack) => {
            tell(To::Clocks, News::Deadlines(*id));
        }
        (Key::Member(member), Fact::Rated { id, .. }) => {
            tell(To::Member(*member), News::Rated(*id));
        }
        _ => {}
    }
    notices
}

fn about_match(it: &Match, by: Who, fact: &Fact, tell: &mut impl FnMut(To, News)) {
    let id = it.id;
    let open = !it.terms.private;
    let mut players =
        |news: News| it.members().for_each(|member| tell(To::Member(member), news.clone()));
    match fact {
        Fact::Began { .. } => players(News::Began(id)),
        Fact::TakenBack { plies, taken, .. } => players(News::TakenBack(id, *plies, taken.clone())),
        Fact::Ended { reason, .. } => {
            players(News::Ended(id, *reason));
            it.followers
                .keys()
                .for_each(|member| tell(To::Member(*member), News::Ended(id, *reason)));
        }
        Fact::Turn { .. } => {
            let each = it.followers.iter().filter(|(_, follow)| **follow == Follow::Turns);
            each.for_each(|(member, _)| tell(To::Member(*member), News::Followed(id)));
        }
        // Those who follow every match of a game did not ask for this one.
        Fact::Followed { member, follow: Some(Follow::Turns) } if by == Who::Club => {
            tell(To::Member(*member), News::Followed(id));
        }
        Fact::Offered { offer, .. } => players(News::Offered(id, *offer)),
        Fact::OfferDeclined { offer } => players(News::OfferDeclined(id, *offer)),
        Fact::Said { room: Room::Players, .. } => players(News::Said(id)),
        Fact::PlanFailed { seat, .. } => {
            if let Some(member) = it.player(*seat).member() {
                tell(To::Member(member), News::PlanFailed(id));
            }
        }
        _ => {}
    }
    if open && matches!(fact, Fact::Began { .. } | Fact::Ended { .. }) {
        tell(To::Lobby, News::Matches);
    }
    let clock = matches!(
        fact,
        Fact::Began { .. }
            | Fact::Turn { .. }
            | Fact::TakenBack { .. }
            | Fact::Credited { .. }
            | Fact::Ended { .. }
    );
    if clock {
        tell(To::Clocks, News::Deadline(id));
    }
    // A player who moves again after their own turn knows it; after a planned one they may not.
    let on_turn = it.player_on_turn();
    let news = match fact {
        Fact::Began { .. } | Fact::TakenBack { .. } => true,
        Fact::Turn { seat, .. } => on_turn != Some(it.player(*seat)),
        _ => false,
    };
    if news {
        match on_turn {
            Some(Player::Member(member)) => {
                tell(To::Member(member), News::YourTurn(id, it.n_plies()));
            }
            Some(Player::Computer(level)) => {
                tell(To::Computer(level), News::YourTurn(id, it.n_plies()));
            }
            None => {}
        }
    }
}
