use std::cmp::Reverse;

use crosscut_rules::{Position, Side};
use crosscut_verify::{Cells, Verify};

use super::Uncertified;
use super::adviser::Adviser;
use super::facts::{Seen, WrittenFacts};
use super::spared::Filled;
use crate::Solve;

/// Answers to the other side's turns: each a turn, and the number of the fact that holds after it.
type Answers = Vec<(Cells, usize)>;

impl<G: Solve + Verify> WrittenFacts<'_, G> {
    /// A fact by answers: first those that are known, then to what spoils the answers there are.
    pub(super) fn played(
        &mut self,
        adviser: &mut Adviser<'_, '_, '_, G>,
        board: &Filled,
        side: Side,
        ways: Vec<(usize, usize)>,
    ) -> Result<usize, Uncertified> {
        let one = |(cell, number)| ([cell].into_iter().collect::<Cells>(), number);
        let mut answers: Answers = ways.into_iter().map(one).collect();
        while let Some(spoiled) = self.spoiling(&answers, board)? {
            let mut next = board.stones;
            next[(!side).index()] = next[(!side).index()].or(&spoiled);
            answers.push(self.answer(adviser, next, side)?);
        }
        // What the later answers have made needless goes, the largest first.
        let mut order = Vec::new();
        for &it in &answers {
            order.push((Reverse(self.carrier(it.1)?.or(&it.0).count()), it));
        }
        order.sort_by_key(|it| it.0);
        for (_, it) in order {
            let fewer: Answers = answers.iter().copied().filter(|other| *other != it).collect();
            if !fewer.is_empty() && self.unanswered(&fewer)?.is_none() {
                answers = fewer;
            }
        }
        let number = self.facts.play(&answers).map_err(|_| Uncertified::Unknown)?;
        let line = self.play_line(&answers);
        self.write(&line, number);
        Ok(number)
    }

    /// A turn of the other side's to which there is no answer yet: the likeliest where that is known. If there are no answers
    /// at all, a pass.
    fn spoiling(&self, answers: &Answers, board: &Filled) -> Result<Option<Cells>, Uncertified> {
        let mut common = self.empty(board.stones);
        for (turn, number) in answers {
            common = common.and(&self.carrier(*number)?.or(turn));
        }
        let likeliest = board.worthy.iter().copied().find(|&cell| common.has(cell));
        match likeliest {
            Some(cell) => Ok(Some([cell].into_iter().collect())),
            None if answers.is_empty() => Ok(Some(Cells::NONE)),
            None => self.unanswered(answers),
        }
    }

    fn unanswered(&self, answers: &Answers) -> Result<Option<Cells>, Uncertified> {
        self.facts.answered(answers).map(|it| it.1).map_err(|_| Uncertified::Unknown)
    }

    /// A turn by which `side` wins, and the fact that holds after it.
    fn answer(
        &mut self,
        adviser: &mut Adviser<'_, '_, '_, G>,
        stones: [Cells; 2],
        side: Side,
    ) -> Result<(Cells, usize), Uncertified> {
        let filled = self.filled(stones, side);
        let with = |cells: &Cells| stones[side.index()].or(cells);
        if let Some(found) = self.earlier(filled.stones, side, true) {
            let mut cells = found.missing;
            let number = self.spare(found.number, &with(&cells), &filled.fills, side)?;
            if cells.is_empty() {
                // Any cell does that the fact leaves alone.
                let carrier = self.carrier(number)?;
                cells = self.empty(stones).without(&carrier).iter().take(1).collect();
            }
            if !cells.is_empty() {
                return Ok((cells, number));
            }
        }
        if self.board.games().is_some()
            && let Seen::With(ways) = self.seen(filled.stones, side)?
            && let Some(&(cell, number)) = ways.first()
        {
            let cells = [cell].into_iter().collect();
            return Ok((cells, self.spare(number, &with(&cells), &filled.fills, side)?));
        }
        let mut next = filled.stones;
        let mut position = (self.board.place)(self.game, [&next[0], &next[1]], side);
        let mut fills = &filled.fills[..];
        if position.outcome().is_some() {
            (next, fills) = (stones, &[]);
            position = (self.board.place)(self.game, [&next[0], &next[1]], side);
        }
        let m = adviser.winning(&position, 1)?.ok_or(Uncertified::Unknown)?;
        let cells: Cells =
            m.to_string().split(',').filter_map(|name| self.numbers.get(name)).copied().collect();
        next[side.index()] = next[side.index()].or(&cells);
        let number = self.win(adviser, next, side)?;
        Ok((cells, self.spare(number, &with(&cells), fills, side)?))
    }
}
