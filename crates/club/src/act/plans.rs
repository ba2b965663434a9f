use crosscut_catalog::{AnyPosition, MoveError, Seat, misnumbered, unmarked};

use super::talk::spoken;
use super::{ActResult, CommandExecution};
use crate::terms::other;
use crate::{Branch, Fact, Key, MatchId, Plan, Refusal};

/// The longest text read as a ply, in bytes.
pub(super) const MAX_BYTES: usize = 64;

impl CommandExecution<'_> {
    pub(super) fn plan(self, id: MatchId, plan: Option<&Plan>) -> ActResult {
        let (it, seat) = self.seat(id)?;
        self.not_over(it)?;
        let plan = match plan {
            Some(plan) if !plan.branches.is_empty() => Some(check_plan(
                plan,
                seat,
                it.line.position(),
                it.n_plies(),
                it.line.plies_before(),
            )?),
            _ => None,
        };
        if it.plans[seat.index()] == plan {
            return Ok(Vec::new());
        }
        Ok(vec![self.event(Key::Match(id), Fact::Planned { seat, plan })])
    }
}

/// The plan in canonical form, if it can be followed from a position after `plies` plies.
///
/// Everything that can be checked now is: on the opponent's turn, every ply up to the first branch for any turn; on the
/// player's own turn, whose ply is still open, only that the texts are plies at all.
pub(super) fn check_plan(
    plan: &Plan,
    seat: Seat,
    position: &AnyPosition,
    plies: u32,
    before: Option<usize>,
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
    let checker = PlanChecker { seat, here: position, before: before.unwrap_or(0) };
    let branches = checker.branches(&plan.branches, (!own).then_some(position), Some(due))?;
    Ok(Plan { ply: plan.ply, branches })
}

/// The number of the ply a plan can answer now: the opponent's next one. Where a seat has several plies in a row, their number
/// does not depend on which they are.
fn due(seat: Seat, position: &AnyPosition, plies: u32) -> u32 {
    plies + 1 + in_a_row(seat, position)
}

/// How many plies a seat has in a row from here.
fn in_a_row(seat: Seat, position: &AnyPosition) -> u32 {
    let (mut position, mut n) = (position.clone(), 0);
    while position.turn() == Some(seat) {
        let Some(ply) = position.moves().into_iter().next() else { break };
        if position.play(&ply).is_err() {
            break;
        }
        n += 1;
    }
    n
}

struct PlanChecker<'a> {
    seat: Seat,
    /// Any position of the game: whether a text can be a ply of it does not depend on the board.
    here: &'a AnyPosition,
    /// How many plies led to the start of the match.
    before: usize,
}

impl PlanChecker<'_> {
    /// The branches in canonical form. `before` is the position they answer, if known; `number` is that of the ply to be played
    /// there, if known.
    fn branches(
        &self,
        branches: &[Branch],
        before: Option<&AnyPosition>,
        number: Option<u32>,
    ) -> Result<Vec<Branch>, Refusal> {
        branches.iter().map(|branch| self.branch(branch, before, number)).collect()
    }

    fn branch(
        &self,
        branch: &Branch,
        before: Option<&AnyPosition>,
        mut number: Option<u32>,
    ) -> Result<Branch, Refusal> {
        let mut position = before.cloned();
        let on = match &branch.on {
            Some(text) => Some(self.ply(text, other(self.seat), &mut position, &mut number)?),
            None => {
                // "Any turn" covers all plies the opponent plays in a row.
                let theirs = before.map(|it| in_a_row(other(self.seat), it));
                number = number.zip(theirs).map(|(number, theirs)| number + theirs);
                position = None;
                None
            }
        };
        let plies = if branch.resign { &[] } else { branch.play.as_slice() };
        let mut play = Vec::new();
        for text in plies {
            play.push(self.ply(text, self.seat, &mut position, &mut number)?);
        }
        let resign = branch.resign;
        let then = if resign {
            Vec::new()
        } else {
            self.branches(&branch.then, position.as_ref(), number)?
        };
        if branch.say.len() > Plan::MAX_SAID {
            return Err(Refusal::PlanSaysTooMuch);
        }
        let say = branch.say.iter().map(|words| spoken(words)).collect::<Result<_, _>>()?;
        Ok(Branch { on, play, say, resign, then })
    }

    /// A ply in canonical form. It is played if the position is known, otherwise only parsed. If its number is known, a number
    /// written before it must match.
    fn ply(
        &self,
        text: &str,
        seat: Seat,
        position: &mut Option<AnyPosition>,
        number: &mut Option<u32>,
    ) -> Result<String, Refusal> {
        let refuse = |error: MoveError| {
            let text = text.chars().take(MAX_BYTES).collect();
            Err(Refusal::PlanMove { text, error })
        };
        if text.len() > MAX_BYTES {
            return refuse(MoveError::syntax("that is too long for a move"));
        }
        let here = *number;
        *number = here.map(|it| it + 1);
        if let Some(error) = here.and_then(|it| misnumbered(text, it as usize, self.before)) {
            return refuse(error);
        }
        let Some(position) = position else {
            return match self.here.clone().play(text) {
                Err(error @ MoveError::Syntax(_)) => refuse(error),
                // A ply that can never be legal is refused now.
                Err(error) if error.is_off_board() => refuse(error),
                Ok(text) => Ok(text),
                Err(_) => Ok(unmarked(text).trim().to_string()),
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

#[cfg(test)]
mod tests {
    use crosscut_catalog::Spec;

    use super::*;

    /// How a plan that the second seat makes before the first turn is read.
    fn planned(game: &str, on: Option<&str>, play: &str) -> Result<String, String> {
        let spec: Spec = game.parse().unwrap();
        let branch = Branch {
            on: on.map(str::to_string),
            play: vec![play.to_string()],
            ..Branch::default()
        };
        let plan = Plan { ply: 1, branches: vec![branch] };
        let checked = check_plan(&plan, Seat::Second, &spec.start(), 0, Some(23));
        checked.map(|it| it.branches[0].play.join(" ")).map_err(|it| it.to_string())
    }

    #[test]
    fn a_number_in_a_plan_counts() {
        let game = "trellis:size=7,opening=none";
        // A number is accepted if it counts the plies before the start or does not.
        for play in ["D5", "2. D5", "1. D5!", "25. D5"] {
            assert_eq!(planned(game, None, play).as_deref(), Ok("D5"), "{play}");
            assert_eq!(planned(game, Some("1. A2"), play).as_deref(), Ok("D5"), "{play}");
        }
        for on in [None, Some("A2")] {
            let refused = planned(game, on, "9. D5").unwrap_err();
            assert!(refused.contains("it has the number of move 9"), "{refused}");
        }
        assert!(planned(game, Some("7. A2"), "D5").is_err());
        let off = planned(game, None, "A9").unwrap_err();
        assert!(off.contains("A9 is not on this board"), "{off}");
        // The first seat has three plies in a row.
        assert_eq!(planned("trellis:opening=official", None, "4. black").as_deref(), Ok("black"));
        assert!(planned("trellis:opening=official", None, "3. black").is_err());
    }
}
