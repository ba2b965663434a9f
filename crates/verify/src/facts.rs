use crosscut_rules::Side;

use crate::{Board, Cells, Edges, Nodes, Stones, Verify};

/// What has been proved of one side's stones: with the stones of `needs` on the board and the cells of `carrier` empty, the
/// side reaches its goal, the other to move, whatever stands elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The side that does.
    pub side: Side,
    /// What it reaches.
    pub goal: Goal,
    /// The stones it must have.
    pub needs: Cells,
    /// The cells that must be empty: where it will put stones, and no others.
    pub carrier: Cells,
    /// How many turns it makes at most.
    pub turns: u32,
}

/// What a side may want to have. Whatever stones bring it about, with more of them it is there all the more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// It has won.
    Win,
    /// In one of the games that are played, two points hang together, by the side's stones and stones on the two themselves.
    Join {
        /// The game, from 0.
        game: usize,
        /// A point is a cell by its number, or an end: the low one has the number after the last cell's, and the high one the
        /// next.
        points: [usize; 2],
    },
}

/// Facts, each proved from those before it.
///
/// Why a fact holds: the other side's stones outside the carrier can neither take what the side needs nor make it lose
/// (see [`Board`]), so that it may answer a turn as if it had been a pass, with any of its answers whose cells the turn
/// has left alone. The board fills up, and when the side has what one of the first facts needs its goal is there; before
/// it wins the other side has not, as then it would have won too when the board is full.
#[derive(Debug)]
pub struct Facts<'a, G: Verify> {
    game: &'a G,
    board: &'a Board<G>,
    list: Vec<Fact>,
}

impl Fact {
    /// Whether it says that the side not to move wins with these stones.
    #[must_use]
    pub fn holds_for(&self, cells: &Cells, it: &Stones) -> bool {
        let empty = cells.without(&it.stones[0]).without(&it.stones[1]);
        let has = |set: &Cells, of: &Cells| of.without(set).is_empty();
        self.goal == Goal::Win
            && it.side != self.side
            && has(&it.stones[self.side.index()], &self.needs)
            && has(&empty, &self.carrier)
            && self.turns <= it.free
    }
}

impl<'a, G: Verify> Facts<'a, G> {
    /// No fact yet.
    pub fn new(game: &'a G, board: &'a Board<G>) -> Self {
        Facts { game, board, list: Vec::new() }
    }

    /// A fact by its number, from 1.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&Fact> {
        self.list.get(number.checked_sub(1)?)
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn board(&self) -> &'a Board<G> {
        self.board
    }

    pub(crate) fn add(&mut self, fact: Fact) -> usize {
        self.list.push(fact);
        self.list.len()
    }

    /// Adds that a side has won with these stones, and returns the fact's number.
    ///
    /// # Errors
    /// It has not.
    pub fn won(&mut self, side: Side, needs: Cells) -> Result<usize, String> {
        if !self.board.wins_with(self.game, side, &needs) {
            return Err("these stones do not win for the side".to_string());
        }
        Ok(self.add(Fact { side, goal: Goal::Win, needs, carrier: Cells::NONE, turns: 0 }))
    }

    /// Adds that a side joins two points of a game (see [`Goal::Join`]) by stones and by what other facts join in it, and
    /// returns the fact's number. Both ends are a win where one game is enough. The facts' carriers have no cell in common: so
    /// the side can answer each turn of the other's by that fact whose carrier it has a cell of, and comes to have all that
    /// they join.
    ///
    /// # Errors
    /// It does not.
    pub fn join(
        &mut self,
        side: Side,
        game: usize,
        points: [usize; 2],
        stones: Cells,
        links: &[usize],
    ) -> Result<usize, String> {
        let Some(games) = self.board.games() else {
            return Err("nothing is joined in this game".to_string());
        };
        let Some(nodes) = games.list.get(game) else {
            return Err(format!("there is no game {} on this board", game + 1));
        };
        let low = self.board.cells;
        if points[0] == points[1] || points.iter().any(|&it| it > low + 1) {
            return Err("expected two points".to_string());
        }
        let mut goal = Goal::Join { game, points };
        if games.need == 1 && self.are_ends(points) {
            goal = Goal::Win;
        }
        let mut fact = Fact { side, goal, needs: stones, carrier: Cells::NONE, turns: 0 };
        let mut pairs = Vec::with_capacity(links.len());
        for &number in links {
            let (in_game, pair) = self.also(&mut fact, number)?;
            if in_game != game {
                return Err(format!("fact {number} joins points of another game"));
            }
            pairs.push(pair);
        }
        let there: Cells = stones.iter().chain(points).filter(|&it| it < low).collect();
        if !hang_together(nodes, side, low, &there, &pairs, points) {
            return Err("the points are not connected".to_string());
        }
        Ok(self.add(fact))
    }

    /// Adds that a side wins by winning so many games as are needed, each by a fact that joins both its ends there, and
    /// returns the fact's number. The facts' carriers have no cell in common: so it comes to have all that they join.
    ///
    /// # Errors
    /// It does not.
    pub fn most(&mut self, side: Side, wins: &[usize]) -> Result<usize, String> {
        let need = self.board.games().map_or(usize::MAX, |games| games.need);
        let (needs, carrier) = (Cells::NONE, Cells::NONE);
        let mut fact = Fact { side, goal: Goal::Win, needs, carrier, turns: 0 };
        let mut won = Vec::with_capacity(wins.len());
        for &number in wins {
            let (game, points) = self.also(&mut fact, number)?;
            if !self.are_ends(points) {
                return Err(format!("fact {number} does not join both ends"));
            }
            if won.contains(&game) {
                return Err(format!("fact {number} wins a game that an earlier one wins too"));
            }
            won.push(game);
        }
        if won.len() < need {
            return Err("these are too few games to win".to_string());
        }
        Ok(self.add(fact))
    }

    /// Whether two points that are not the same are both ends.
    fn are_ends(&self, points: [usize; 2]) -> bool {
        points.iter().all(|&it| it >= self.board.cells)
    }

    /// Makes a fact one that reaches what another of the same side joins, too, and returns the game and the points.
    fn also(&self, fact: &mut Fact, number: usize) -> Result<(usize, [usize; 2]), String> {
        let link =
            self.get(number).ok_or_else(|| format!("there is no fact {number} before this one"))?;
        let Goal::Join { game, points } = link.goal else {
            return Err(format!("fact {number} joins no points"));
        };
        if link.side != fact.side {
            return Err(format!("fact {number} is the other side's"));
        }
        if link.carrier.meets(&fact.carrier) {
            return Err(format!(
                "fact {number} has a cell in its carrier that an earlier one has too"
            ));
        }
        fact.needs = fact.needs.or(&link.needs);
        fact.carrier = fact.carrier.or(&link.carrier);
        fact.turns += link.turns;
        Ok((game, points))
    }

    /// Adds that a side reaches a goal by answers, each a turn and the fact that holds after it, and returns the fact's
    /// number.
    ///
    /// # Errors
    /// A turn that is none, a fact that is none, or that the other side has a turn to which there is no answer.
    pub fn play(&mut self, answers: &[(Cells, usize)]) -> Result<usize, String> {
        let (fact, unanswered) = self.answered(answers)?;
        if let Some(turn) = unanswered {
            let names = self.board.names(self.game);
            let turn: Vec<&str> = turn.iter().map(|cell| names[cell].as_str()).collect();
            return Err(format!("there is no answer to {}", turn.join(",")));
        }
        Ok(self.add(fact))
    }

    /// The fact that [`play`](Self::play) adds, and a turn to which these answers have none, if there is one. Where a side wins
    /// and a stone is a node there need not be an answer to turns that do the other side no good (see
    /// [`Worst`](crate::Worst)).
    ///
    /// # Errors
    /// A turn that is none, or a fact that is none.
    pub fn answered(&self, answers: &[(Cells, usize)]) -> Result<(Fact, Option<Cells>), String> {
        let mut fact: Option<Fact> = None;
        let mut carriers = Vec::with_capacity(answers.len());
        for (turn, number) in answers {
            let then = self
                .get(*number)
                .copied()
                .ok_or_else(|| format!("there is no fact {number} before this one"))?;
            if !self.board.turns.allow(turn) {
                return Err("an answer is not a turn".to_string());
            }
            if turn.meets(&then.carrier) {
                return Err(format!("an answer takes a cell in the carrier of fact {number}"));
            }
            let (needs, carrier) = (then.needs.without(turn), then.carrier.or(turn));
            carriers.push(carrier);
            fact = Some(match fact {
                None => Fact { needs, carrier, turns: then.turns + 1, ..then },
                Some(it) if it.side != then.side => {
                    return Err("the answers belong to different sides".to_string());
                }
                Some(it) if it.goal != then.goal => {
                    return Err("the answers have different goals".to_string());
                }
                Some(it) => Fact {
                    needs: it.needs.or(&needs),
                    carrier: it.carrier.or(&carrier),
                    turns: it.turns.max(then.turns + 1),
                    ..it
                },
            });
        }
        let mut fact = fact.ok_or_else(|| "there is no answer".to_string())?;
        let idle = self.idle(&fact, &carriers.iter().fold(fact.carrier, |all, it| all.and(it)));
        if !idle.is_empty() {
            // It may have to fill up the carrier to have won.
            fact.turns = fact.turns.max(fact.carrier.count());
        }
        let unanswered = self.board.turns.spoiling(&carriers, &fact.carrier.without(&idle));
        Ok((fact, unanswered))
    }

    /// Adds that a side has two ways to join everything that it needs to: with its stones contracted, each of two sets of
    /// cells that have none in common joins the same nodes, its ends among them. Whatever cell of one set is taken, one of
    /// the other makes up for it. Returns the fact's number.
    ///
    /// # Errors
    /// It is not so.
    pub fn trees(&mut self, side: Side, needs: Cells, trees: [Cells; 2]) -> Result<usize, String> {
        let Some(edges) = self.board.edges() else {
            return Err("trees prove nothing in this game".to_string());
        };
        let carrier = trees[0].or(&trees[1]);
        if trees[0].meets(&trees[1]) || needs.meets(&carrier) {
            return Err("the trees share a cell with each other or with the stones".to_string());
        }
        let edges = &edges[side.index()];
        let joined = trees.map(|tree| Joined::by(edges, &needs, &tree));
        let together = |joined: &mut Joined, [a, b]: [u16; 2]| joined.root(a) == joined.root(b);
        let [mut first, mut second] = joined;
        let whole =
            [(&trees[0], &mut second), (&trees[1], &mut first)].into_iter().all(|(tree, other)| {
                tree.iter().all(|cell| together(other, edges.joins[cell]))
                    && together(other, edges.ends)
            });
        if !whole {
            return Err("the trees do not join the same nodes and the side's ends".to_string());
        }
        let turns = carrier.count();
        Ok(self.add(Fact { side, goal: Goal::Win, needs, carrier, turns }))
    }
}

/// Whether two points hang together by these stones and by pairs of points that are joined already. A pair counts if each
/// of its points is an end or has a stone.
pub(crate) fn hang_together(
    nodes: &Nodes,
    side: Side,
    low: usize,
    stones: &Cells,
    pairs: &[[usize; 2]],
    [from, to]: [usize; 2],
) -> bool {
    let ends = &nodes.ends[side.index()];
    let (mut reached, mut at_end) = (Cells::NONE, [false; 2]);
    let mut todo = vec![from];
    while let Some(point) = todo.pop() {
        if point == to {
            return true;
        }
        let mut around = Cells::NONE;
        if let Some(end) = point.checked_sub(low) {
            if std::mem::replace(&mut at_end[end], true) {
                continue;
            }
            around = ends[end];
        } else {
            if reached.has(point) {
                continue;
            }
            reached.insert(point);
            around = around.or(&nodes.near[point]);
            todo.extend((0..2).filter(|&end| ends[end].has(point)).map(|end| low + end));
        }
        todo.extend(around.and(stones).iter());
        for pair in pairs {
            let is_there = |it: &usize| *it >= low || stones.has(*it);
            if pair.contains(&point) && pair.iter().all(is_there) {
                todo.extend(pair);
            }
        }
    }
    false
}

/// Which nodes some cells join.
struct Joined(Vec<u16>);

impl Joined {
    fn by(edges: &Edges, needs: &Cells, tree: &Cells) -> Self {
        let nodes = edges.joins.iter().flatten().chain(&edges.ends).max().map_or(0, |&it| it + 1);
        let mut joined = Joined((0..nodes).collect());
        for cell in needs.iter().chain(tree.iter()) {
            let [a, b] = edges.joins[cell].map(|node| joined.root(node));
            joined.0[usize::from(a)] = b;
        }
        joined
    }

    fn root(&mut self, mut node: u16) -> u16 {
        while self.0[usize::from(node)] != node {
            let up = self.0[usize::from(self.0[usize::from(node)])];
            self.0[usize::from(node)] = up;
            node = up;
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_holds_with_its_stones_and_empty_cells_the_other_to_move_and_turns_enough() {
        let set = |cells: &[usize]| cells.iter().copied().collect::<Cells>();
        let cells = set(&[0, 1, 2, 3, 4]);
        let fact = Fact {
            side: Side::First,
            goal: Goal::Win,
            needs: set(&[0]),
            carrier: set(&[1, 2]),
            turns: 2,
        };
        let holds = |mine: &[usize], theirs: &[usize], side, free| {
            fact.holds_for(&cells, &Stones { stones: [set(mine), set(theirs)], side, free })
        };
        assert!(holds(&[0], &[3], Side::Second, 2));
        assert!(holds(&[0, 3], &[4], Side::Second, 9));
        assert!(!holds(&[0], &[3], Side::First, 2), "it is the side's own turn");
        assert!(!holds(&[3], &[4], Side::Second, 2), "a stone is missing");
        assert!(!holds(&[3], &[0], Side::Second, 2), "the other has it");
        assert!(!holds(&[0], &[1], Side::Second, 2), "a cell is taken by the other");
        assert!(!holds(&[0, 1], &[3], Side::Second, 2), "a cell is taken by the side");
        assert!(!holds(&[0], &[3], Side::Second, 1), "it may have to make more turns");
        let joined = Fact { goal: Goal::Join { game: 0, points: [3, 4] }, ..fact };
        let stones = [set(&[0]), set(&[3])];
        let it = Stones { stones, side: Side::Second, free: 2 };
        assert!(!joined.holds_for(&cells, &it), "it is not won");
    }
}
