//! How much one person may have at a time, whatever door they come by.

use std::sync::Arc;

use crosscut_club::{
    Aim, Branch, ChallengeId, Command, Context, Fresh, Key, MatchId, MemberId, Moment, Player,
    Refusal, State, Who, act, needs,
};

use tokio::sync::{Mutex, MutexGuard};

use crate::App;
use crate::error::Error;
use crate::limits::Whose;
use crate::lines::game;
use crate::person::Person;

/// How many challenges of one's own may be open ..
pub(crate) const OPEN: usize = 50;
/// .. and how many of them anybody may accept, at one game.
pub(crate) const SOUGHT: usize = 10;
/// As how many remarks those count at most that go with one plan.
const PLANNED: usize = 60;
/// How many matches against the computer may go on.
const WITH_COMPUTER: i64 = 30;

/// The queues in which members do what is counted: between counting and doing nothing more of theirs begins. Some share one.
#[derive(Debug)]
pub(crate) struct Queues([Mutex<()>; 64]);

impl Default for Queues {
    fn default() -> Self {
        Queues(std::array::from_fn(|_| Mutex::default()))
    }
}

impl Queues {
    /// Waits until nobody else is in a member's queue.
    pub(crate) async fn alone(&self, MemberId(member): MemberId) -> MutexGuard<'_, ()> {
        self.0[(member % self.0.len() as u64) as usize].lock().await
    }

    /// Waits until it is somebody's turn, if what they ask for is counted.
    pub(crate) async fn of(
        &self,
        person: &Person,
        command: &Command,
    ) -> Option<MutexGuard<'_, ()>> {
        let counted = matches!(command, Command::Challenge { .. } | Command::PlayComputer { .. });
        let member = person.member.filter(|_| counted)?;
        Some(self.alone(member).await)
    }
}

/// Refuses what would be too much. What it returns was taken, and is to be given back if the command changes nothing.
///
/// # Errors
/// It would be, or the database cannot be read.
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
            challenges(app, member, sought).await?;
            // What is said with a challenge is a message as any other.
            if greeting.is_some() {
                app.limits().take(Whose::Message(member.0)).map_err(Error::TooOften)?;
            }
            Ok(Vec::new())
        }
        Command::PlayComputer { .. } => {
            let player = Player::Member(member).to_string();
            if app.store().count_with_computer(&player).await? >= WITH_COMPUTER {
                return Err(Error::Enough(format!(
                    "you have {WITH_COMPUTER} matches with the computer already: end one of them first"
                )));
            }
            let address = person.caller.address;
            // Mails come from nowhere.
            if !address.is_unspecified() {
                app.limits().take(Whose::Computer(address)).map_err(Error::TooOften)?;
            }
            Ok(Vec::new())
        }
        _ => {
            let mut all = talk(app, person, member, command).await?;
            all.extend(spends(member, command));
            app.limits().take_all(&all).map_err(Error::TooOften)?;
            Ok(all)
        }
    }
}

/// What is used up by what a command says at a table: a long remark is said in pieces, and each counts.
async fn talk(
    app: &App,
    person: &Person,
    member: MemberId,
    command: &Command,
) -> Result<Vec<Whose>, Error> {
    let remarks = match command {
        Command::Say { .. } => 1,
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

/// How much is to be said with planned turns.
fn remarks(branches: &[Branch]) -> usize {
    branches.iter().map(|it| it.say.len() + remarks(&it.then)).sum()
}

async fn is_guest(app: &App, member: MemberId) -> Result<bool, Error> {
    let state = app.desk().look(&[Key::Member(member)]).await?;
    Ok(state.member(member).is_some_and(|it| it.guest))
}

/// What a command uses up if it changes something: what it writes is kept for ever, and could be taken back and done anew.
/// To follow no more, to come back and the like cost nothing, for they follow on what did.
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

/// Refuses what a guest could not do who comes in by it: nobody is made for what fails.
///
/// # Errors
/// It would be refused, or the database cannot be read.
pub(crate) async fn could(app: &App, command: &Command) -> Result<(), Error> {
    /// How often more may have to be loaded.
    const ROUNDS: usize = 8;
    app.begins_what_is_open(command).await?;
    // A guest whom there is nowhere but here, with a number that nobody will have.
    let guest = MemberId(i64::MAX.cast_unsigned());
    let mut context = Context {
        who: Who::Visitor,
        now: Moment(app.clock().now()),
        seed: 0,
        fresh: Fresh {
            member_id: guest,
            challenge_id: ChallengeId(guest.0),
            match_id: MatchId(guest.0),
        },
        once: None,
        advantage: 0,
        busy: 0,
        patrons: Arc::default(),
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
        let loaded = app.desk().look(&missing).await?;
        missing.iter().for_each(|key| state.share(&loaded, key));
    }
    Ok(())
}

async fn challenges(app: &App, member: MemberId, sought: Option<&str>) -> Result<(), Error> {
    let mut open = app.lists().challenges_of(member).await?;
    open.retain(|it| it.by == member);
    if open.len() >= OPEN {
        return Err(Error::Enough(format!(
            "{OPEN} of your challenges are open already: withdraw one of them first"
        )));
    }
    open.retain(|it| it.to == Aim::Open && sought == Some(game(&it.terms)));
    match open.len() {
        SOUGHT.. => Err(Error::Enough(format!(
            "you look for {SOUGHT} matches of this game already, and those are the most"
        ))),
        _ => Ok(()),
    }
}
