use crate::{Aim, Command, Context, Key, MatchId, Player, State, Who};

/// The keys of everything that must be loaded before a command can be judged, and is not loaded yet. Ask again after loading,
/// since some keys are only known then; when none are left, call [`act`](crate::act()).
///
/// `act` itself may still return [`Refusal::NotLoaded`](crate::Refusal::NotLoaded), when a turn ends a rated match and changes
/// the players' ratings, or makes a planned remark to an opponent: load those keys and call it again.
pub fn needs(state: &State, context: &Context, command: &Command) -> Vec<Key> {
    use Command as C;
    let own = match context.who {
        Who::Member(id) => Some(Key::Member(id)),
        _ => None,
    };
    let mut keys: Vec<Key> = Vec::new();
    match command {
        C::Visit { .. } => {}
        C::Join { name, .. } => keys.push(Key::name(name)),
        C::Register { name } | C::Rename { name } => {
            keys.push(Key::name(name));
            keys.extend(own);
        }
        C::SetZone { .. }
        | C::GoAway { .. }
        | C::ComeBack
        | C::Welcome { .. }
        | C::Limit { .. }
        | C::FollowGame { .. }
        | C::Leave => {
            keys.extend(own);
        }
        C::Block { member } | C::Unblock { member } => {
            keys.extend(own);
            keys.push(Key::Member(*member));
        }
        C::Challenge { to, .. } => {
            keys.extend(own);
            if let Aim::Member(id) = to {
                keys.push(Key::Member(*id));
            }
        }
        C::AcceptChallenge { id, .. } => {
            keys.push(Key::Challenge(*id));
            keys.extend(own);
            keys.extend(state.challenge(*id).map(|it| Key::Member(it.by)));
        }
        C::DeclineChallenge { id } | C::WithdrawChallenge { id } | C::Lapse { id } => {
            keys.push(Key::Challenge(*id));
        }
        C::PlayComputer { .. } => keys.extend(own),
        C::Pair { seats, .. } => {
            keys.extend(seats.iter().filter_map(|it| it.member()).map(Key::Member));
        }
        C::Follow { id, .. } => {
            keys.push(Key::Match(*id));
            keys.extend(own);
        }
        C::Call { member, name } => {
            keys.push(Key::Member(*member));
            keys.push(Key::name(name));
        }
        // Who has left says nothing more.
        C::Say { id, .. } => {
            keys.push(Key::Match(*id));
            keys.extend(own);
        }
        C::Plan { id, .. }
        | C::Decline { id, .. }
        | C::Unsay { id, .. }
        | C::Withdraw { id, .. } => {
            keys.push(Key::Match(*id));
        }
        C::Turn { id, .. } | C::Credit { id, .. } | C::Abort { id } | C::Stop { id } => {
            about(state, *id, false, &mut keys);
        }
        C::Offer { id, .. }
        | C::Accept { id, .. }
        | C::Resign { id }
        | C::ClaimTime { id }
        | C::TimeOut { id } => about(state, *id, true, &mut keys),
    }
    keys.sort();
    keys.dedup();
    keys.retain(|key| !state.knows(key));
    keys
}

/// Adds the match and the member whose vacations affect its clock; if `both`, because the match may end, have a rematch or be
/// rated, both players.
fn about(state: &State, id: MatchId, both: bool, keys: &mut Vec<Key>) {
    keys.push(Key::Match(id));
    let Some(it) = state.match_with(id) else { return };
    keys.extend(it.vacationer().map(Key::Member));
    if both {
        keys.extend(it.seats.into_iter().filter_map(Player::member).map(Key::Member));
    }
}
