use crate::{
    Aim, ChallengeId, Event, Fact, Fate, Follow, Key, Match, MatchId, MemberId, Offer, Player,
    Reason, Room, State, Who,
};

/// Who should be told what: for mail, live pages and the like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Who.
    pub to: To,
    /// What.
    pub news: News,
}

/// Who is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum To {
    /// A member or guest, wherever they are.
    Member(MemberId),
    /// Whoever looks at a match: its stream has a new event, which not everybody may see.
    Table(MatchId),
    /// Whoever looks at the open challenges and the running matches.
    Lobby,
    /// The computer, which has to move: the caller thinks for it.
    Computer(u8),
    /// Who keeps an eye on the clocks.
    Clocks,
}

/// What is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// A match has a new event: this is its version.
    Version(MatchId, u64),
    /// It is your turn, after so many plies.
    YourTurn(MatchId, u32),
    /// Somebody challenges you.
    Challenged(ChallengeId),
    /// Your challenge was declined.
    Declined(ChallengeId),
    /// A challenge made to you was taken back, or lapsed.
    Gone(ChallengeId),
    /// The open challenges have changed.
    Challenges,
    /// The running matches have changed.
    Matches,
    /// A match of yours has begun.
    Began(MatchId),
    /// Your opponent proposes something.
    Offered(MatchId, Offer),
    /// Your opponent has declined your proposal.
    OfferDeclined(MatchId, Offer),
    /// Plies were taken back: how many are left, and those that were taken.
    TakenBack(MatchId, u32, Vec<String>),
    /// Your opponent has said something.
    Said(MatchId),
    /// Your planned ply could not be played.
    PlanFailed(MatchId),
    /// Your match is over.
    Ended(MatchId, Reason),
    /// A match you follow has begun, or gone on by a turn.
    Followed(MatchId),
    /// Your rating has changed.
    Rated(MatchId),
    /// The deadline of a match has changed: ask [`Match::deadline`].
    Deadline(MatchId),
    /// The deadlines of all matches of a member may have changed, by a vacation.
    Deadlines(MemberId),
}

/// Who should be told what of an event, with the state after all events of its command. Nobody is told of what they did
/// themselves, but the tables and the lobby are.
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
                    // What was accepted as it was made is a match, and told as one.
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
        // Those who follow every match did not ask for this one.
        Fact::Followed { member, follow: Some(Follow::Turns) } if by == Who::House => {
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
    // Whoever goes on after a turn of their own knows it; whoever goes on after a planned one may not.
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
