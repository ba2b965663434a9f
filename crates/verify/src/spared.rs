use crate::{Cells, Fact, Facts, Goal, Verify, Worst};

/// What need not be said in facts by which a side wins, where a stone is a node: stones on cells that are dead, and answers
/// to turns that are no better than others (see [`Worst`]).
impl<G: Verify> Facts<'_, G> {
    /// Adds a fact that does without a stone on a cell that is dead, if the side has these stones besides, and returns its
    /// number.
    ///
    /// # Errors
    /// The cell is not dead.
    pub fn dead(&mut self, number: usize, cell: usize, stones: &Cells) -> Result<usize, String> {
        let fact = self.without(number, &[cell].into_iter().collect(), stones)?;
        if !self.somewhere(&fact)?.is_dead(cell) {
            return Err("the cell is not dead".to_string());
        }
        Ok(self.add(fact))
    }

    /// Adds a fact that does without stones on two cells of which the side gets one while the other is dead then, if it has
    /// these stones besides, and returns its number.
    ///
    /// # Errors
    /// One of the cells is not dead when the side has the other.
    pub fn captured(
        &mut self,
        number: usize,
        cells: [usize; 2],
        stones: &Cells,
    ) -> Result<usize, String> {
        let pair: Cells = cells.into_iter().collect();
        let mut fact = self.without(number, &pair, stones)?;
        if pair.count() < 2 || pair.meets(&fact.carrier) {
            return Err("expected two cells outside the fact's carrier".to_string());
        }
        for [taken, own] in [cells, [cells[1], cells[0]]] {
            let mut then = fact;
            then.needs.insert(own);
            if !self.somewhere(&then)?.is_dead(taken) {
                return Err("one of the cells is not dead with a stone on the other".to_string());
            }
        }
        fact.carrier = fact.carrier.or(&pair);
        fact.turns += 1;
        Ok(self.add(fact))
    }

    /// A fact that does without some stones, but perhaps with others; not yet proved.
    fn without(&self, number: usize, less: &Cells, more: &Cells) -> Result<Fact, String> {
        let fact =
            self.get(number).ok_or_else(|| format!("there is no fact {number} before this one"))?;
        if fact.goal != Goal::Win {
            return Err(format!("fact {number} is not a win"));
        }
        if more.meets(&fact.carrier.or(less)) {
            return Err("a stone is on a cell that must be empty or without a stone".to_string());
        }
        Ok(Fact { needs: fact.needs.or(more).without(less), ..*fact })
    }

    /// The worst board for a fact, where a stone is a node.
    fn worst(&self, fact: &Fact) -> Option<Worst<'_>> {
        let board = self.board();
        let games = board.games()?;
        Some(Worst::new(games, board.cells, fact.side, &fact.needs, &fact.carrier))
    }

    fn somewhere(&self, fact: &Fact) -> Result<Worst<'_>, String> {
        self.worst(fact).ok_or_else(|| "no cell is dead or captured in this game".to_string())
    }

    /// Of the cells that are common to the carriers of all answers of a fact those that the other side does no good with:
    /// cells that some answer makes dead, and cells that a stone of its own makes dead where there is an answer to that.
    pub(crate) fn idle(&self, fact: &Fact, common: &Cells) -> Cells {
        let mut idle = Cells::NONE;
        let Some(worst) = self.worst(fact).filter(|_| fact.goal == Goal::Win) else { return idle };
        for cell in common.iter() {
            let answers = worst.around(cell);
            if worst.is_dead(cell) || answers.iter().any(|it| worst.kills(fact.side, it, cell)) {
                idle.insert(cell);
            }
        }
        // What is answered, or no better than that.
        let mut answered = fact.carrier.without(common);
        loop {
            let better = |cell: &usize| {
                let near = worst.around(*cell).and(&answered);
                near.iter().any(|it| worst.kills(!fact.side, it, *cell))
            };
            let more: Cells =
                common.without(&idle).without(&answered).iter().filter(better).collect();
            if more.is_empty() {
                return idle.or(&answered.and(common));
            }
            answered = answered.or(&more);
        }
    }
}
