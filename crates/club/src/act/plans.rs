use crosscut_catalog::{AnyPosition, MoveError, Seat};

use super::talk::spoken;
use super::{Act, Events};
use crate::terms::other;
use crate::{Branch, Fact, Key, MatchId, Plan, Refusal};

/// The longest text that is read as a ply, in bytes.
pub(super) const MAX_BYTES: usize = 64;

impl Act<'_> {
    pub(super) fn plan(self, id: MatchId, plan: Option<&Plan>) -> Events {
        let (it, seat) = self.seat(id)?;
        self.not_over(it)?;
        let plan = match plan {
            Some(plan) if !plan.branches.is_empty() => {
                Some(check_plan(plan, seat, it.line.position(), it.n_plies())?)
            }
            _ => None,
        };
        if it.plans[seat.index()] == plan {
            return Ok(Vec::new());
        }
        Ok(vec![self.event(Key::Match(id), Fact::Planned { seat, plan })])
    }
}

/// The plan in canonical words, if it can be followed from a position in which so many plies have been played.
///
/// What can be known now is checked now: on the opponent's turn every ply up to the first "any turn", on one's own turn,
/// when the ply that comes first is still open, only whether the words are plies at all.
pub(super) fn check_plan(
    plan: &Plan,
    seat: Seat,
    position: &AnyPosition,
    plies: u32,
) -> Result<Plan, Refusal> {
    let own = position.turn() == Some(seat);
    let due = due(seat, position, plies);
    if plan.ply <= plies {
        return Err(Refusal::PlanLate { planned: plan.ply, plies });
    }
    if own && plan.ply < due {
        return Err(Refusal::PlanOwnTurn);
    }
    if plan.ply != due {
        return Err(Refusal::PlanEarly(due));
    }
    let sizes = plan.branches.iter().map(Branch::measure);
    let (n, depth) = sizes.fold((0, 0), |(sum, deep), (n, depth)| (sum + n, deep.max(depth)));
    if n > Plan::MAX_TURNS || depth > Plan::MAX_DEPTH {
        return Err(Refusal::PlanTooLarge);
    }
    let checker = Checker { seat, here: position };
    let branches = checker.branches(&plan.branches, (!own).then_some(position))?;
    Ok(Plan { ply: plan.ply, branches })
}

/// The number of the ply that a plan can answer now: the other's next one. Where one has several plies in a row, how many
/// does not depend on which.
fn due(seat: Seat, position: &AnyPosition, plies: u32) -> u32 {
    let (mut position, mut due) = (position.clone(), plies + 1);
    while position.turn() == Some(seat) {
        let Some(ply) = position.moves().into_iter().next() else { break };
        if position.play(&ply).is_err() {
            break;
        }
        due += 1;
    }
    due
}

struct Checker<'a> {
    seat: Seat,
    /// Any position of the game: whether words are a ply of it does not depend on the board.
    here: &'a AnyPosition,
}

impl Checker<'_> {
    /// The branches that answer the ply to be played in a position, if that is known.
    fn branches(
        &self,
        branches: &[Branch],
        before: Option<&AnyPosition>,
    ) -> Result<Vec<Branch>, Refusal> {
        branches.iter().map(|branch| self.branch(branch, before)).collect()
    }

    fn branch(&self, branch: &Branch, before: Option<&AnyPosition>) -> Result<Branch, Refusal> {
        let mut position = before.cloned();
        let on = match &branch.on {
            Some(text) => Some(self.ply(text, other(self.seat), &mut position)?),
            None => {
                position = None;
                None
            }
        };
        let plies = if branch.resign { &[] } else { branch.play.as_slice() };
        let play = plies.iter().map(|text| self.ply(text, self.seat, &mut position));
        let play = play.collect::<Result<_, _>>()?;
        let resign = branch.resign;
        let then =
            if resign { Vec::new() } else { self.branches(&branch.then, position.as_ref())? };
        if branch.say.len() > Plan::MAX_SAID {
            return Err(Refusal::PlanTooLarge);
        }
        let say = branch.say.iter().map(|words| spoken(words)).collect::<Result<_, _>>()?;
        Ok(Branch { on, play, say, resign, then })
    }

    /// A ply in canonical words, played if it is known where; else only read.
    fn ply(
        &self,
        text: &str,
        seat: Seat,
        position: &mut Option<AnyPosition>,
    ) -> Result<String, Refusal> {
        let refuse = |error: MoveError| {
            let text = text.chars().take(MAX_BYTES).collect();
            Err(Refusal::PlanMove { text, error })
        };
        if text.len() > MAX_BYTES {
            return refuse(MoveError::syntax("that is too long for a move"));
        }
        let Some(position) = position else {
            return match self.here.clone().play(text) {
                Err(error @ MoveError::Syntax(_)) => refuse(error),
                Ok(text) => Ok(text),
                Err(_) => Ok(text.trim().to_string()),
            };
        };
        if position.turn().is_some_and(|turn| turn != seat) {
            let whose = if seat == self.seat {
                "it is not your turn then"
            } else {
                "it is your own turn then"
            };
            return refuse(MoveError::illegal(whose));
        }
        position.play(text).or_else(refuse)
    }
}
