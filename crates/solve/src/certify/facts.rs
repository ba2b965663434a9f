use std::collections::HashMap;
use std::fmt::Write;

use crosscut_rules::Side;
use crosscut_verify::{Board, Cells, Facts, Goal, Stones, Turns, Verify};

use super::Uncertified;
use super::adviser::Adviser;
use super::index::{Found, Index, Wanted};
use super::prints::{print, table};
use crate::{Connection, ConnectionTheory, Connections, Solve};

/// Facts, as they are found, and the lines that say them.
pub(super) struct WrittenFacts<'a, G: Solve + Verify> {
    pub(super) game: &'a G,
    pub(super) board: &'a Board<G>,
    pub(super) theory: Option<&'a dyn ConnectionTheory<G::Position>>,
    /// Every cell.
    all: Cells,
    /// The cells' names by number, and their numbers by name.
    pub(super) names: Vec<String>,
    pub(super) numbers: HashMap<String, usize>,
    pub(super) facts: Facts<'a, G>,
    /// Those by which a side wins.
    index: [Index; 2],
    /// The facts that were said step by step, by the prints of their lines.
    joins: HashMap<u128, usize>,
    text: String,
    /// How many bytes may be taken, and how many are by others.
    room: usize,
    pub(super) elsewhere: usize,
}

/// What is seen at once of a side's stones, the other to move.
pub(super) enum Seen {
    /// The side wins: by this fact.
    Won(usize),
    /// It would win were it to move: with a stone on such a cell, by such a fact.
    With(Vec<(usize, usize)>),
}

impl<'a, G: Solve + Verify> WrittenFacts<'a, G> {
    pub(super) fn new(
        game: &'a G,
        board: &'a Board<G>,
        theory: Option<&'a dyn ConnectionTheory<G::Position>>,
        room: usize,
    ) -> Self {
        let names = board.names(game);
        WrittenFacts {
            game,
            board,
            theory,
            all: board.all(),
            numbers: (0..).zip(&names).map(|(at, name)| (name.clone(), at)).collect(),
            names,
            facts: Facts::new(game, board),
            index: Default::default(),
            joins: HashMap::new(),
            text: String::new(),
            room,
            elsewhere: 0,
        }
    }

    /// The lines of all facts.
    pub(super) fn text(self) -> String {
        self.text
    }

    /// How many bytes they take, and what must be kept of them.
    pub(super) fn bytes(&self) -> usize {
        let fact = size_of::<crosscut_verify::Fact>();
        let index: usize = self.index.iter().map(Index::bytes).sum();
        let joins = table(self.joins.capacity(), self.joins.len(), size_of::<(u128, usize)>());
        self.text.capacity() + self.facts.count() * fact + index + joins
    }

    /// Whether the side not to move wins by a fact.
    pub(super) fn holds_for(&self, number: usize, stones: &Stones) -> bool {
        self.facts.get(number).is_some_and(|it| it.holds_for(&self.all, stones))
    }

    /// The number of a fact by which `side` wins, the other to move, with these stones on the board.
    pub(super) fn win(
        &mut self,
        adviser: &mut Adviser<'_, '_, '_, G>,
        stones: [Cells; 2],
        side: Side,
    ) -> Result<usize, Uncertified> {
        if let Some(found) = self.earlier(stones, side, false) {
            return Ok(found.number);
        }
        if self.bytes() + self.elsewhere > self.room {
            return Err(Uncertified::Larger(self.room));
        }
        let filled = self.filled(stones, !side);
        let known = match filled.fills[..] {
            [] => None,
            _ => self.earlier(filled.stones, side, false),
        };
        let number = match known {
            Some(found) => found.number,
            None => match self.seen(filled.stones, side)? {
                Seen::Won(number) => number,
                Seen::With(ways) => self.played(adviser, &filled, side, ways)?,
            },
        };
        self.spare(number, &stones[side.index()], &filled.fills, side)
    }

    pub(super) fn empty(&self, stones: [Cells; 2]) -> Cells {
        self.all.without(&stones[0]).without(&stones[1])
    }

    /// Of the facts that hold with these stones on the board, or would hold after a turn of `side` if it is its `turn`, the
    /// one with the smallest carrier.
    pub(super) fn earlier(&self, stones: [Cells; 2], side: Side, turn: bool) -> Option<Found> {
        let missing = match self.board.turns {
            _ if !turn => 0,
            Turns::Singles => 1,
            Turns::Pairs(_) => 2,
        };
        self.index[side.index()].find(&Wanted {
            own: &stones[side.index()],
            empty: &self.empty(stones),
            missing,
            may: &|cells| cells.is_empty() || self.board.turns.allow(cells),
        })
    }

    /// Whether a side wins, or would win, without asking.
    pub(super) fn seen(&mut self, stones: [Cells; 2], side: Side) -> Result<Seen, Uncertified> {
        if let Some(number) = self.won(stones, side) {
            return Ok(Seen::Won(number));
        }
        let position = (self.board.place)(self.game, [&stones[0], &stones[1]], !side);
        let Some(it) = self.theory.and_then(|it| it.connections(&position)) else {
            return Ok(Seen::With(Vec::new()));
        };
        let mut said = vec![None; it.steps.len()];
        match it.whole {
            Some(step) => Ok(Seen::Won(self.joined(side, &it, step, &mut said)?)),
            None => {
                let mut ways = Vec::new();
                for &(cell, step) in &it.ways {
                    ways.push((cell, self.joined(side, &it, step, &mut said)?));
                }
                Ok(Seen::With(ways))
            }
        }
    }

    /// Says a step of some connections, and those before it that it is made of, and returns the number of its fact.
    fn joined(
        &mut self,
        side: Side,
        it: &Connections,
        step: usize,
        said: &mut [Option<usize>],
    ) -> Result<usize, Uncertified> {
        if let Some(number) = said[step] {
            return Ok(number);
        }
        let owner = G::CARD.sides[side.index()];
        let number = match &it.steps[step] {
            Connection::Through { game, points, stones, links } => {
                let numbers = self.all_joined(side, it, links, said)?;
                let mut line = format!("join {owner}");
                if self.board.games().is_some_and(|it| it.list.len() > 1) {
                    let _ = write!(line, " {}", game + 1);
                }
                for &point in points {
                    let name = match point.checked_sub(self.board.cells) {
                        None => &self.names[point],
                        Some(0) => "low",
                        Some(_) => "high",
                    };
                    let _ = write!(line, " {name}");
                }
                for &stone in stones {
                    let _ = write!(line, " {}", self.names[stone]);
                }
                if !numbers.is_empty() {
                    line += " /";
                }
                for number in &numbers {
                    let _ = write!(line, " {number}");
                }
                let stones = stones.iter().copied().collect();
                let (game, points) = (*game, *points);
                self.once(&line, |facts| facts.join(side, game, points, stones, &numbers))?
            }
            Connection::Any(ways) => {
                let mut answers = Vec::with_capacity(ways.len());
                for &(cell, step) in ways {
                    let turn: Cells = [cell].into_iter().collect();
                    answers.push((turn, self.joined(side, it, step, said)?));
                }
                let line = self.play_line(&answers);
                self.once(&line, |facts| facts.play(&answers))?
            }
            Connection::Most(links) => {
                let numbers = self.all_joined(side, it, links, said)?;
                let mut line = format!("most {owner}");
                for number in &numbers {
                    let _ = write!(line, " {number}");
                }
                self.once(&line, |facts| facts.most(side, &numbers))?
            }
            Connection::Trees { stones, trees } => {
                let set = |cells: &Vec<usize>| cells.iter().copied().collect::<Cells>();
                let (stones, [a, b]) = (set(stones), [set(&trees[0]), set(&trees[1])]);
                let names = |cells| words(&self.names, cells, " ");
                let line =
                    format!("trees {owner} {} / {} / {}", names(&stones), names(&a), names(&b));
                self.once(&line, |facts| facts.trees(side, stones, [a, b]))?
            }
        };
        said[step] = Some(number);
        Ok(number)
    }

    /// Says several steps, and returns the numbers of their facts in order.
    fn all_joined(
        &mut self,
        side: Side,
        it: &Connections,
        steps: &[usize],
        said: &mut [Option<usize>],
    ) -> Result<Vec<usize>, Uncertified> {
        let numbers = steps.iter().map(|&step| self.joined(side, it, step, said));
        let mut numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Says what was not said before.
    pub(super) fn once(
        &mut self,
        line: &str,
        add: impl FnOnce(&mut Facts<'a, G>) -> Result<usize, String>,
    ) -> Result<usize, Uncertified> {
        let key = print(&line);
        if let Some(&number) = self.joins.get(&key) {
            return Ok(number);
        }
        let number = add(&mut self.facts).map_err(|_| Uncertified::Unknown)?;
        self.write(line, number);
        self.joins.insert(key, number);
        Ok(number)
    }

    pub(super) fn write(&mut self, line: &str, number: usize) {
        self.text.push_str(line);
        self.text.push('\n');
        if let Some(fact) = self.facts.get(number)
            && fact.goal == Goal::Win
        {
            self.index[fact.side.index()].add(fact, number);
        }
    }

    pub(super) fn play_line(&self, answers: &[(Cells, usize)]) -> String {
        let mut line = "play".to_string();
        for (cells, number) in answers {
            let _ = write!(line, " {}>{number}", words(&self.names, cells, ","));
        }
        line
    }

    /// The fact that a side has won with its stones, if it has.
    fn won(&mut self, stones: [Cells; 2], side: Side) -> Option<usize> {
        let board = self.board;
        let mut needs = stones[side.index()];
        if !board.wins_with(self.game, side, &needs) {
            return None;
        }
        for cell in stones[side.index()].iter() {
            let fewer = needs.without(&[cell].into_iter().collect());
            if board.wins_with(self.game, side, &fewer) {
                needs = fewer;
            }
        }
        let owner = G::CARD.sides[side.index()];
        let line = format!("won {owner} {}", words(&self.names, &needs, " "));
        let number = self.facts.won(side, needs).ok()?;
        self.write(&line, number);
        Some(number)
    }

    pub(super) fn carrier(&self, number: usize) -> Result<Cells, Uncertified> {
        self.facts.get(number).map(|it| it.carrier).ok_or(Uncertified::Unknown)
    }
}

pub(super) fn words(names: &[String], cells: &Cells, between: &str) -> String {
    cells.iter().map(|cell| names[cell].as_str()).collect::<Vec<_>>().join(between)
}
