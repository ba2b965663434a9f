use crosscut_catalog::{AnyPosition, MoveError, Seat};
use crosscut_record::GameResult;

use super::plans::{MAX_BYTES, check_plan};
use super::{ActResult, CommandExecution};
use crate::ending::{result, won};
use crate::terms::other;
use crate::{
    Branch, Clock, Event, Fact, Key, Match, MatchId, Plan, Reason, Refusal, Remark, Room, Span,
};

/// The longest text sent with a turn, in bytes: long enough for a pasted list, so that the answer can name the move to take
/// from it.
const LIST_BYTES: usize = 1000;

impl CommandExecution<'_> {
    pub(super) fn turn(
        self,
        id: MatchId,
        text: &str,
        ply: Option<u32>,
        then: &[Branch],
    ) -> ActResult {
        let (it, seat) = self.running(id)?;
        let most = if text.contains(char::is_whitespace) { LIST_BYTES } else { MAX_BYTES };
        if text.len() > most {
            return Err(Refusal::Move(MoveError::syntax("that is too long for a move")));
        }
        let plies = it.n_plies();
        if let Some(answered) = ply
            && answered != plies
        {
            return Err(Refusal::Stale { answered, plies });
        }
        if it.turn() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        // Every refusal comes before anything is played.
        let turns = it.line.turns(text)?;
        let mut course = TurnSequence::new(self, it);
        let mut spent = it.spent(self.context.now, self.state);
        let mut ending = None;
        for (left, text) in (0..turns.len()).rev().zip(&turns) {
            course.play(seat, text, spent, false)?;
            spent = Span::ZERO;
            if left == 0 && !then.is_empty() && course.position.turn().is_some() {
                let plan = Plan { ply: course.plies + 1, branches: then.to_vec() };
                let plan = check_plan(
                    &plan,
                    seat,
                    &course.position,
                    course.plies,
                    it.line.plies_before(),
                )?;
                course.set_plan(seat, Some(plan));
            }
            // The opponent may have planned an answer to any of these plies.
            ending = course.follow_plans()?;
            if ending.is_some() {
                break;
            }
        }
        let mut events = course.events;
        if let Some((result, reason)) = ending {
            events.extend(self.end_after(it, result, reason, Span::ZERO)?);
        }
        Ok(events)
    }
}

/// What a turn sets off: the plies planned for it, one after the other.
struct TurnSequence<'a> {
    act: CommandExecution<'a>,
    it: &'a Match,
    position: AnyPosition,
    /// How many plies have been played; `last` is the text of the last one.
    plies: u32,
    last: String,
    clock: Clock,
    plans: [Option<Plan>; 2],
    events: Vec<Event>,
}

impl<'a> TurnSequence<'a> {
    fn new(act: CommandExecution<'a>, it: &'a Match) -> Self {
        TurnSequence {
            act,
            it,
            position: it.line.position().clone(),
            plies: it.n_plies(),
            last: String::new(),
            clock: it.clock.clone(),
            plans: it.plans.clone(),
            events: Vec::new(),
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        text: &str,
        spent: Span,
        planned: bool,
    ) -> Result<(), MoveError> {
        let text = self.position.play(text)?;
        let (pace, next) = (self.it.terms.pace, self.position.turn());
        // A player with several plies in a row gets the increment with the last of them.
        let passes = next == Some(other(seat));
        let gained = if passes { self.clock.gain(pace, seat, spent) } else { Span::ZERO };
        self.clock.ply(pace, seat, [spent, gained], next, self.act.context.now);
        self.plies += 1;
        self.last.clone_from(&text);
        self.push(Fact::Turn { ply: self.plies, seat, text, spent, gained, planned });
        Ok(())
    }

    fn set_plan(&mut self, seat: Seat, plan: Option<Plan>) {
        self.push(Fact::Planned { seat, plan: plan.clone() });
        self.plans[seat.index()] = plan;
    }

    /// Says at the table what was planned with a ply, as far as there is room for it. An opponent who has blocked the player
    /// hears nothing, and a muted player says nothing: the plan may be older than the mute.
    fn say(&mut self, seat: Seat, words: &[String]) -> Result<(), Refusal> {
        if words.is_empty() || self.is_hushed(seat) || self.is_blocked(seat)? {
            return Ok(());
        }
        let room = Room::Players;
        let here = |event: &&Event| matches!(event.fact, Fact::Said { .. });
        let said = self.it.remarks.iter().filter(|it| it.room == room).count()
            + self.events.iter().filter(here).count();
        for words in words.iter().take(Remark::MAX_IN_A_ROOM.saturating_sub(said)) {
            let fact = Fact::Said { room, words: words.clone() };
            // The remark is by the player who planned it, although the opponent's turn triggered it.
            let by = self.it.player(seat).who();
            let key = Key::Match(self.it.id);
            self.events.push(Event { by, ..self.act.event(key, fact) });
        }
        Ok(())
    }

    /// Whether the player in a seat is muted.
    fn is_hushed(&self, seat: Seat) -> bool {
        let member = self.it.player(seat).member();
        member.is_some_and(|it| self.act.state.is_hushed(it, self.act.context.now))
    }

    /// Whether the opponent has blocked the player in a seat.
    fn is_blocked(&self, seat: Seat) -> Result<bool, Refusal> {
        let pair = self.it.player(seat).member().zip(self.it.opponent(seat).member());
        let Some((by, hearer)) = pair else { return Ok(false) };
        let key = Key::Member(hearer);
        if !self.act.state.knows(&key) {
            return Err(Refusal::NotLoaded(vec![key]));
        }
        Ok(self.act.state.member(hearer).is_some_and(|it| it.blocked.contains(&by)))
    }

    /// Plays what was planned; returns how the match ended, if it did.
    fn follow_plans(&mut self) -> Result<Option<(GameResult, Reason)>, Refusal> {
        // Every answer uses up part of a plan, so this terminates.
        loop {
            if let Some(outcome) = self.position.outcome() {
                return Ok(Some((result(outcome), Reason::Rules)));
            }
            let seat = other(self.last_seat());
            let plan = self.plans[seat.index()].as_ref();
            let branch = plan.and_then(|plan| plan.answer(self.plies, &self.last)).cloned();
            let Some(branch) = branch else { return Ok(None) };
            // A plan for any turn waits until the opponent has played all plies of that turn.
            let waits = branch.on.is_none() && !branch.play.is_empty();
            if waits && self.position.turn() != Some(seat) {
                let plan = self.plans[seat.index()].clone();
                let plan = plan.map(|it| Plan { ply: self.plies + 1, ..it });
                self.set_plan(seat, plan);
                return Ok(self.over());
            }
            if branch.resign {
                self.say(seat, &branch.say)?;
                // The opponent has just played; a match counts once both have.
                return Ok(Some(if self.has_played(seat) {
                    (won(other(seat)), Reason::Resignation)
                } else {
                    (GameResult::Open, Reason::Aborted)
                }));
            }
            for text in &branch.play {
                let played = if self.position.turn() == Some(seat) {
                    self.play(seat, text, Span::ZERO, true)
                } else {
                    Err(MoveError::illegal("it is not your turn then"))
                };
                if let Err(error) = played {
                    let (text, why) = (text.clone(), error.to_string());
                    self.push(Fact::PlanFailed { seat, text, why });
                    self.plans[seat.index()] = None;
                    return Ok(self.over());
                }
                if self.position.outcome().is_some() {
                    break;
                }
            }
            self.say(seat, &branch.say)?;
            self.set_plan(seat, Plan::rest(&branch, self.plies));
            if branch.play.is_empty() {
                return Ok(self.over());
            }
        }
    }

    fn over(&self) -> Option<(GameResult, Reason)> {
        self.position.outcome().map(|outcome| (result(outcome), Reason::Rules))
    }

    fn has_played(&self, seat: Seat) -> bool {
        let now = |event: &Event| matches!(event.fact, Fact::Turn { seat: it, .. } if it == seat);
        self.it.plies.iter().any(|ply| ply.seat == seat) || self.events.iter().any(now)
    }

    /// Who played the last ply.
    fn last_seat(&self) -> Seat {
        let last = self.events.iter().rev().find_map(|event| match event.fact {
            Fact::Turn { seat, .. } => Some(seat),
            _ => None,
        });
        last.expect("a course begins with a ply")
    }

    fn push(&mut self, fact: Fact) {
        self.events.push(self.act.event(Key::Match(self.it.id), fact));
    }
}
