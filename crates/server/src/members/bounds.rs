//! Limits on what one person may have at a time, over any transport.

use std::net::IpAddr;
use std::sync::Arc;

use crosscut_club::{
    Aim, Branch, ChallengeId, Command, Context, Fate, Fresh, Key, MatchId, MemberId, Player,
    Refusal, State, Who, act, needs,
};

use tokio::sync::MutexGuard;

use super::acting::rematch;
use crate::App;
use crate::error::Error;
use crate::limits::guests::Guests;
use crate::limits::queues::Queues;
use crate::limits::rates::Whose;
use crate::origin::{network, site};
use crate::person::Person;
use crate::read::projection::game;
use crate::write::CommandOutcome;

/// How many open challenges one challenger may have ..
pub(crate) const OPEN: usize = 50;
/// .. and how many of them anybody may accept, at one game.
pub(crate) const SOUGHT: usize = 10;
/// How many open challenges to anybody one guest may have ..
const SOUGHT_BY_GUEST: usize = 5;
/// .. all guests of one network together ..
const OF_GUESTS: usize = 20;
/// .. and those of a network with many households.
const OF_A_SITE: usize = 8 * OF_GUESTS;
/// How many challenges from one challenger may wait for the same member ..
const OF_ONE: usize = 10;
/// .. and from one guest.
const OF_ONE_GUEST: usize = 3;
/// How many challenges may wait for one member ..
const WAITING: usize = 200;
/// .. and how many of these may come from guests.
const WAITING_OF_GUESTS: usize = 50;
/// The number of large networks whose guests' open challenges are tracked.
const SITES: usize = 10_000;
/// The most remarks that are charged for one plan.
const PLANNED: usize = 60;
/// How many matches against the computer one player may have in progress.
const WITH_COMPUTER: i64 = 30;

impl Queues {
    /// Waits for the person's turn, if what they ask for is counted.
    pub(crate) async fn of(
        &self,
        person: &Person,
        command: &Command,
    ) -> Option<MutexGuard<'_, ()>> {
        let counted = matches!(command, Command::Challenge { .. } | Command::PlayComputer { .. })
            || rematch(command).is_some();
        let member = person.member.filter(|_| counted)?;
        Some(self.alone(member).await)
    }
}

impl Guests {
    /// Notes a challenge to anybody.
    pub(crate) async fn note(&self, app: &App, person: &Person, done: &CommandOutcome) {
        let (Some(member), Some(id)) = (person.member, done.challenge()) else { return };
        let address = person.caller.address;
        if !app.config().limited {
            return;
        }
        if address.is_unspecified() || !is_guest(app, member).await.unwrap_or(true) {
            return;
        }
        let mut open = self.open();
        if SITES <= open.len() {
            open.clear();
        }
        let theirs = open.entry(site(address)).or_default();
        // A repeated command is answered as before, with the same challenge.
        if theirs.iter().all(|it| it.1 != id) {
            theirs.push((network(address), id));
        }
    }

    /// Refuses a guest another challenge if guests of their network have as many open as allowed.
    async fn check(&self, app: &App, address: IpAddr) -> Result<(), Error> {
        let (network, site) = (network(address), site(address));
        let mut theirs = self.open().get(&site).cloned().unwrap_or_default();
        let keys: Vec<Key> = theirs.iter().map(|it| Key::Challenge(it.1)).collect();
        let state = app.queue().look(&keys).await?;
        theirs.retain(|it| state.challenge(it.1).is_some_and(|it| it.fate == Fate::Open));
        let of_network = theirs.iter().filter(|it| it.0 == network).count();
        let too_many = if OF_GUESTS <= of_network {
            Some(("your network", OF_GUESTS))
        } else if OF_A_SITE <= theirs.len() {
            Some(("networks next to yours", OF_A_SITE))
        } else {
            None
        };
        match theirs.is_empty() {
            true => self.open().remove(&site),
            false => self.open().insert(site, theirs),
        };
        match too_many {
            Some((place, most)) => Err(Error::Enough(format!(
                "guests from {place} look for {most} matches already: accept a challenge in the lobby, or sign up"
            ))),
            None => Ok(()),
        }
    }
}

/// Refuses a challenge for which its destination has no room.
async fn crowded(app: &App, person: &Person, is_guest: bool, to: &Aim) -> Result<(), Error> {
    let address = person.caller.address;
    match to {
        Aim::Member(to) => waiting(app, person.member, is_guest, *to).await,
        // Mails have no network.
        Aim::Open if is_guest && !address.is_unspecified() => {
            app.guests().check(app, address).await
        }
        _ => Ok(()),
    }
}

/// Refuses another challenge to a member for whom as many wait as allowed.
async fn waiting(
    app: &App,
    by: Option<MemberId>,
    is_guest: bool,
    to: MemberId,
) -> Result<(), Error> {
    let asks = app.queries().asks_for(to).await?;
    let most = if is_guest { OF_ONE_GUEST } else { OF_ONE };
    let own = asks.iter().filter(|it| Some(it.0) == by).count();
    let of_guests = asks.iter().filter(|it| it.1).count();
    let words = match () {
        () if most <= own => {
            format!("{most} of your challenges wait for {{}} already: wait for an answer")
        }
        () if WAITING <= asks.len() || is_guest && WAITING_OF_GUESTS <= of_guests => {
            "too many challenges wait for {} already: try again later".to_string()
        }
        () => return Ok(()),
    };
    let name = app.accounts().name_of(to).await?;
    Err(Error::Enough(words.replace("{}", &name)))
}

/// Refuses what would exceed a limit. The returned allowances are spent, and to be given back if the command changes
/// nothing.
///
/// # Errors
/// A limit would be exceeded, or the database cannot be read.
pub(crate) async fn check(
    app: &App,
    person: &Person,
    command: &Command,
) -> Result<Vec<Whose>, Error> {
    let Some(member) = person.member.filter(|_| app.config().limited) else {
        return Ok(Vec::new());
    };
    match command {
        Command::Challenge { to, terms, greeting, .. } => {
            let sought = (*to == Aim::Open).then(|| game(terms));
            let is_guest = is_guest(app, member).await?;
            challenges(app, member, is_guest, sought).await?;
            crowded(app, person, is_guest, to).await?;
            app.limits().take(Whose::Challenge(member.0)).map_err(Error::TooOften)?;
            // The greeting of a challenge is a message like any other.
            if greeting.is_some() {
                app.limits().take(Whose::Message(member.0)).map_err(Error::TooOften)?;
            }
            Ok(Vec::new())
        }
        Command::PlayComputer { .. } => with_computer(app, person, member).await,
        _ => {
            if let Some(id) = rematch(command)
                && is_with_computer(app, id).await?
            {
                with_computer(app, person, member).await?;
            }
            let mut all = talk(app, person, member, command).await?;
            all.extend(spends(member, command));
            app.limits().take_all(&all).map_err(Error::TooOften)?;
            Ok(all)
        }
    }
}

/// Refuses another match with the computer, whose time is shared by all.
async fn with_computer(app: &App, person: &Person, member: MemberId) -> Result<Vec<Whose>, Error> {
    if app.store().count_with_computer(Player::Member(member)).await? >= WITH_COMPUTER {
        return Err(Error::Enough(format!(
            "you have {WITH_COMPUTER} matches with the computer already: end one of them first"
        )));
    }
    let address = person.caller.address;
    // Mails have no network.
    if !address.is_unspecified() {
        app.limits().take(Whose::Computer(address)).map_err(Error::TooOften)?;
    }
    Ok(Vec::new())
}

async fn is_with_computer(app: &App, id: MatchId) -> Result<bool, Error> {
    let state = app.queue().look(&[Key::Match(id)]).await?;
    let it = state.match_with(id);
    Ok(it.is_some_and(|it| it.seats.iter().any(|it| matches!(it, Player::Computer(_)))))
}

/// The allowances spent by what a command says at a table: a long remark is split, and each piece counts.
async fn talk(
    app: &App,
    person: &Person,
    member: MemberId,
    command: &Command,
) -> Result<Vec<Whose>, Error> {
    let remarks = match command {
        Command::Say { more, .. } => 1 + more.len(),
        Command::Plan { plan: Some(plan), .. } => remarks(&plan.branches),
        Command::Turn { then, .. } => remarks(then),
        _ => 0,
    };
    if remarks == 0 {
        return Ok(Vec::new());
    }
    let mut each = vec![Whose::Talk(member.0)];
    let address = person.caller.address;
    if !address.is_unspecified() && is_guest(app, member).await? {
        each.push(Whose::TalkOfGuests(address));
    }
    Ok(each.repeat(remarks.min(PLANNED)))
}

/// How many remarks go with planned turns.
fn remarks(branches: &[Branch]) -> usize {
    branches.iter().map(|it| it.say.len() + remarks(&it.then)).sum()
}

async fn is_guest(app: &App, member: MemberId) -> Result<bool, Error> {
    let state = app.queue().look(&[Key::Member(member)]).await?;
    Ok(state.member(member).is_some_and(|it| it.guest))
}

/// The allowance spent by a command if it changes something: what it writes is kept for ever, and could be undone and
/// redone. Unfollowing, coming back and the like are free, because they only follow a command that was not.
fn spends(MemberId(member): MemberId, command: &Command) -> Option<Whose> {
    match command {
        Command::SetZone { .. }
        | Command::Welcome { .. }
        | Command::Limit { .. }
        | Command::FollowGame { follow: Some(_), .. }
        | Command::Follow { follow: Some(_), .. }
        | Command::Plan { plan: Some(_), .. }
        | Command::Offer { .. }
        | Command::WithdrawChallenge { .. } => Some(Whose::Setting(member)),
        Command::GoAway { .. } | Command::Block { .. } => Some(Whose::Guard(member)),
        _ => None,
    }
}

/// Refuses what a guest arriving with this command could not do, so that no guest is made for a command that fails.
///
/// # Errors
/// It would be refused, or the database cannot be read.
pub(crate) async fn could(app: &App, person: &Person, command: &Command) -> Result<(), Error> {
    /// How often more may have to be loaded.
    const ROUNDS: usize = 8;
    app.begins_what_is_open(command).await?;
    if app.config().limited
        && let Command::Challenge { to, .. } = command
    {
        crowded(app, person, true, to).await?;
    }
    // A guest who exists only here, with a number that is never given out.
    let guest = MemberId(i64::MAX.cast_unsigned());
    let mut context = Context {
        who: Who::Visitor,
        now: app.clock().now(),
        seed: 0,
        fresh: Fresh {
            member_id: guest,
            challenge_id: ChallengeId(guest.0),
            match_id: MatchId(guest.0),
        },
        once: None,
        advantage: 0,
        busy: 0,
        game_followers: Arc::default(),
    };
    let mut state = State::default();
    let visit = Command::Visit { zone: String::new() };
    for event in act(&state, &context, &visit)? {
        state.apply(&event).map_err(anyhow::Error::from)?;
    }
    context.who = Who::Member(guest);
    for _ in 0..ROUNDS {
        let mut missing = needs(&state, &context, command);
        if missing.is_empty() {
            match act(&state, &context, command) {
                Err(Refusal::NotLoaded(keys)) => missing = keys,
                Err(refusal) => return Err(refusal.into()),
                Ok(_) => return Ok(()),
            }
        }
        let loaded = app.queue().look(&missing).await?;
        missing.iter().for_each(|key| state.share(&loaded, key));
    }
    Ok(())
}

async fn challenges(
    app: &App,
    member: MemberId,
    is_guest: bool,
    sought: Option<&str>,
) -> Result<(), Error> {
    let mut open = app.queries().challenges_of(member).await?;
    open.retain(|it| it.by == member);
    if open.len() >= OPEN {
        return Err(Error::Enough(format!(
            "{OPEN} of your challenges are open already: withdraw one of them first"
        )));
    }
    open.retain(|it| it.to == Aim::Open);
    if is_guest && sought.is_some() && SOUGHT_BY_GUEST <= open.len() {
        return Err(Error::Enough(format!(
            "you look for {SOUGHT_BY_GUEST} matches already, the most for a guest: withdraw one of them first, or sign up"
        )));
    }
    open.retain(|it| sought == Some(game(&it.terms)));
    match open.len() {
        SOUGHT.. => Err(Error::Enough(format!(
            "you look for {SOUGHT} matches of this game already, and those are the most"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn command(it: Value) -> Command {
        serde_json::from_value(it).unwrap()
    }

    #[test]
    fn what_is_kept_for_ever_is_paid_for() {
        let (setting, guard) = (Some(Whose::Setting(7)), Some(Whose::Guard(7)));
        let plan = json!({"ply": 1, "branches": []});
        for (it, pays) in [
            (json!({"command": "set_zone", "zone": "UTC"}), setting),
            (json!({"command": "welcome", "game": "hex", "welcome": "take"}), setting),
            (json!({"command": "limit", "game": "hex", "most": null}), setting),
            (json!({"command": "follow_game", "game": "hex", "follow": "end"}), setting),
            (json!({"command": "follow", "id": 1, "follow": "turns"}), setting),
            (json!({"command": "plan", "id": 1, "plan": plan}), setting),
            (json!({"command": "offer", "id": 1, "offer": "draw"}), setting),
            (json!({"command": "withdraw_challenge", "id": 1}), setting),
            (json!({"command": "go_away", "until": 9}), guard),
            (json!({"command": "block", "member": 1}), guard),
            // What only takes something back is free.
            (json!({"command": "follow_game", "game": "hex", "follow": null}), None),
            (json!({"command": "follow", "id": 1, "follow": null}), None),
            (json!({"command": "plan", "id": 1, "plan": null}), None),
            (json!({"command": "come_back"}), None),
            (json!({"command": "unblock", "member": 1}), None),
            (json!({"command": "decline_challenge", "id": 1}), None),
            (json!({"command": "resign", "id": 1}), None),
        ] {
            assert_eq!(spends(MemberId(7), &command(it.clone())), pays, "{it}");
        }
    }

    #[test]
    fn remarks_are_counted_however_deep_they_are() {
        let branches = json!([
            {"on": "a1", "play": ["b2"], "say": ["one", "two"], "then": [
                {"on": "c3", "play": ["d4"], "then": [{"on": "e5", "say": ["three"]}]},
                {"on": "c4", "play": ["d4"], "say": ["four", "five", "six"]},
            ]},
            {"on": "a2", "play": ["b3"]},
            {"on": "a3", "play": ["b3"], "say": ["seven"]},
        ]);
        let turn = json!({"command": "turn", "id": 1, "text": "a1", "then": branches});
        let Command::Turn { then, .. } = command(turn) else { panic!("a turn") };
        assert_eq!((remarks(&then), remarks(&[])), (7, 0));
    }

    #[test]
    fn a_rematch_is_asked_for_or_accepted() {
        for (it, offer, of) in [
            ("offer", "rematch", Some(MatchId(3))),
            ("accept", "rematch", Some(MatchId(3))),
            ("decline", "rematch", None),
            ("withdraw", "rematch", None),
            ("offer", "draw", None),
            ("accept", "takeback", None),
        ] {
            let told = json!({"command": it, "id": 3, "offer": offer});
            assert_eq!(rematch(&command(told)), of, "{it} {offer}");
        }
    }
}
