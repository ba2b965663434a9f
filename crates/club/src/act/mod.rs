//! Carrying out commands: one file for each group.

mod begin;
mod challenges;
mod endings;
mod follow;
mod members;
mod names;
mod offers;
mod plans;
mod talk;
mod turns;

use crosscut_catalog::Seat;

use crate::{
    Command, Context, Event, Fact, Flag, Key, Match, MatchId, Member, MemberId, Refusal, State, Who,
};

/// Carries out a command: returns the events that result, or the refusal.
///
/// Store the events in one transaction, whatever streams they belong to, then apply them to the state, which cannot fail. The
/// caller may not see all of them: check [`Event::visible_to`]. An empty list is a valid answer: there was nothing to do, or
/// the same command had already been done.
///
/// # Errors
/// The refusal; nothing has changed.
pub fn act(state: &State, context: &Context, command: &Command) -> Result<Vec<Event>, Refusal> {
    let act = CommandExecution { state, context };
    let about = command.about();
    if context.once.as_ref().is_some_and(|once| once.len() > Context::MAX_ONCE) {
        return Err(Refusal::LongWord);
    }
    if let (Some(id), Some(once)) = (about, &context.once)
        && act.match_with(id)?.done(context.who, once)
    {
        return match command {
            Command::Turn { text, ply: Some(at), .. } if !act.match_with(id)?.has(text, *at) => {
                Err(Refusal::UsedWord)
            }
            _ => Ok(Vec::new()),
        };
    }
    // A mail that was sent before, or a session that is ending, must not speak for them.
    if let Who::Member(id) = context.who
        && let Some(it) = state.member(id)
        && it.left.is_some()
    {
        return Err(Refusal::HasLeft(it.name.clone()));
    }
    let mut events = act.carry_out(command)?;
    events.extend(act.game_followers(&events));
    let key = about.map(Key::Match);
    if let Some(event) = events.iter_mut().find(|event| Some(&event.key) == key.as_ref()) {
        event.once.clone_from(&context.once);
    }
    Ok(events)
}

/// A command being carried out, with everything it may depend on.
#[derive(Clone, Copy)]
struct CommandExecution<'a> {
    state: &'a State,
    context: &'a Context,
}

type ActResult = Result<Vec<Event>, Refusal>;

impl<'a> CommandExecution<'a> {
    fn carry_out(self, command: &Command) -> ActResult {
        use Command as C;
        match command {
            C::Visit { zone } => self.visit(zone),
            C::Join { name, zone } => self.join(name, zone),
            C::Register { name } => self.register(name),
            C::Rename { name } => self.rename(name),
            C::Leave => self.leave(),
            C::SetZone { zone } => self.set_zone(zone),
            C::GoAway { from, until } => self.go_away(*from, *until),
            C::ComeBack => self.come_back(),
            C::Block { member } => self.block(*member),
            C::Unblock { member } => self.unblock(*member),
            C::Welcome { game, welcome } => self.welcome(game, *welcome),
            C::Limit { game, most } => self.limit(game, *most),
            C::FollowGame { game, follow } => self.follow_game(game, *follow),

            C::Challenge { to, terms, choice, audience, until, greeting } => {
                self.challenge(to, terms, *choice, *audience, *until, greeting.as_deref())
            }
            C::AcceptChallenge { id, code } => self.accept_challenge(*id, code.as_deref()),
            C::DeclineChallenge { id } => self.decline_challenge(*id),
            C::WithdrawChallenge { id } => self.withdraw_challenge(*id),
            C::Lapse { id } => self.lapse(*id),
            C::PlayComputer { level, terms, choice } => self.play_computer(*level, terms, *choice),
            C::Pair { seats, terms } => self.pair(*seats, terms),

            C::Turn { id, text, ply, then } => self.turn(*id, text, *ply, then),
            C::Plan { id, plan } => self.plan(*id, plan.as_ref()),
            C::Offer { id, offer } => self.offer(*id, *offer),
            C::Accept { id, offer } => self.accept(*id, *offer),
            C::Decline { id, offer } => self.decline(*id, *offer),
            C::Withdraw { id, offer } => self.withdraw(*id, *offer),
            C::Say { id, room, words, more } => self.say(*id, *room, words, more),
            C::Follow { id, follow } => self.follow(*id, *follow),

            C::Resign { id } => self.resign(*id),
            C::Abort { id } => self.abort(*id),
            C::ClaimTime { id } => self.claim_time(*id),
            C::TimeOut { id } => self.time_out(*id),
            C::Credit { id, from, until } => self.credit(*id, *from, *until),
            C::Stop { id } => self.stop(*id),
            C::Call { member, name } => self.call(*member, name),
            C::Unsay { id, remark } => self.unsay(*id, *remark),
        }
    }

    /// An event at the current time, by the caller.
    fn event(self, key: Key, fact: Fact) -> Event {
        Event { key, at: self.context.now, by: self.context.who, once: None, fact }
    }

    /// The member or guest who sent the command.
    fn me(self) -> Result<MemberId, Refusal> {
        match self.context.who {
            Who::Member(id) => Ok(id),
            _ => Err(Refusal::Nobody),
        }
    }

    fn club_only(self) -> Result<(), Refusal> {
        if self.context.who == Who::Club { Ok(()) } else { Err(Refusal::ClubOnly) }
    }

    /// A member who has not left.
    fn member(self, id: MemberId) -> Result<&'a Member, Refusal> {
        let key = Key::Member(id);
        match self.state.member(id) {
            Some(member) if member.left.is_some() => Err(Refusal::HasLeft(member.name.clone())),
            Some(member) => Ok(member),
            None if self.state.knows(&key) => Err(Refusal::NoSuch(key)),
            None => Err(Refusal::NotLoaded(vec![key])),
        }
    }

    /// A match that the caller may see.
    fn match_with(self, id: MatchId) -> Result<&'a Match, Refusal> {
        let key = Key::Match(id);
        match self.state.match_with(id).filter(|it| it.visible_to(self.context.who)) {
            Some(it) => Ok(it),
            None if self.state.knows(&key) => Err(Refusal::NoSuch(key)),
            None => Err(Refusal::NotLoaded(vec![key])),
        }
    }

    /// A match, and the caller's seat in it.
    fn seat(self, id: MatchId) -> Result<(&'a Match, Seat), Refusal> {
        let it = self.match_with(id)?;
        if self.context.who == Who::Visitor {
            return Err(Refusal::Nobody);
        }
        Ok((it, it.seat_of(self.context.who).ok_or(Refusal::NotAPlayer)?))
    }

    /// A match still in progress whose clock has not run out, and the caller's seat in it.
    fn running(self, id: MatchId) -> Result<(&'a Match, Seat), Refusal> {
        let (it, seat) = self.seat(id)?;
        self.not_over(it)?;
        match it.deadline(self.state) {
            Some(deadline) if it.terms.flag == Flag::Automatic && deadline <= self.context.now => {
                Err(Refusal::TimeUp(deadline))
            }
            _ => Ok((it, seat)),
        }
    }

    fn not_over(self, it: &Match) -> Result<(), Refusal> {
        it.ending.map_or(Ok(()), |ending| Err(Refusal::Over(ending.reason)))
    }
}

impl Command {
    /// The match the command is about, if it is about one that has begun.
    pub fn about(&self) -> Option<MatchId> {
        use Command as C;
        match self {
            C::Turn { id, .. }
            | C::Plan { id, .. }
            | C::Offer { id, .. }
            | C::Accept { id, .. }
            | C::Decline { id, .. }
            | C::Withdraw { id, .. }
            | C::Resign { id }
            | C::Abort { id }
            | C::ClaimTime { id }
            | C::Say { id, .. }
            | C::Follow { id, .. }
            | C::TimeOut { id }
            | C::Credit { id, .. }
            | C::Unsay { id, .. }
            | C::Stop { id } => Some(*id),
            _ => None,
        }
    }
}
