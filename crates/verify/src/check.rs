use std::collections::{HashMap, HashSet};

use crosscut_rules::{Position, Seat};

use crate::stones::gets;
use crate::{Board, Bound, Cells, Certificate, Claim, Facts, Fault, Form, Verify, ends_at_once};

/// What a certificate has proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The least the side to move gets: 1 for a win, 0 for a draw, -1 for a loss.
    pub low: i8,
    /// The most it gets.
    pub high: i8,
    /// The plies that are proved to win.
    pub winning: Vec<String>,
    /// How many plies are proved not to win.
    pub not_winning: usize,
    /// How many plies are legal.
    pub legal: usize,
    /// How many positions were gone through.
    pub positions: usize,
    /// How many facts about stones were checked.
    pub facts: usize,
}

/// No game of ours lasts so many plies.
const DEEPEST: usize = 10_000;

impl Certificate<'_> {
    /// Checks every claim by the rules. `game` and `position` are those of the certificate's lines `game`, `setup` and
    /// `moves`.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check<G: Verify>(&self, game: &G, position: &G::Position) -> Result<Verified, Fault> {
        if position.outcome().is_some() {
            let at = self.claims.first().map_or(1, |&(at, _)| at);
            return Err(Fault::at(at, "the game is over: there is nothing left to prove"));
        }
        let board = game.board();
        let facts = match &board {
            Some(board) => self.facts(game, board)?,
            None => match self.facts.first() {
                Some(&(at, _)) => {
                    return Err(Fault::at(at, "facts about stones prove nothing in this game"));
                }
                None => None,
            },
        };
        let all = board.as_ref().map_or(Cells::NONE, Board::all);
        let mut walker = Walker { game, facts, all, proved: HashMap::new(), positions: 0 };
        let (mut low, mut high, mut not_winning) = (-1, 1, HashSet::new());
        let (mut winning, mut plies) = (Vec::new(), Vec::new());
        position.moves(&mut plies);
        // The most that each ply gets.
        let mut most = vec![1; plies.len()];
        let mover = position.turn();
        for (at, claim) in &self.claims {
            if let Bound::AtLeast(-1) | Bound::AtMost(1) = claim.bound {
                let what = format!(
                    "'{}' claims nothing: it is true whatever is played",
                    claim.bound.text()
                );
                return Err(Fault::at(*at, what));
            }
            let from = claim.start(*at, position)?;
            let (prover, target) = match claim.bound {
                Bound::AtLeast(result) => (mover, result),
                Bound::AtMost(result) => (!mover, -result),
            };
            walker.walk(*at, claim, &from, prover, target)?;
            let ply = claim.ply.and_then(|it| it.parse::<<G::Position as Position>::Move>().ok());
            match (claim.bound, ply) {
                (Bound::AtLeast(result), None) => low = low.max(result),
                (Bound::AtMost(result), None) => high = high.min(result),
                (Bound::AtLeast(result), Some(ply)) => {
                    low = low.max(result);
                    if result == 1 && !winning.contains(&ply.to_string()) {
                        winning.push(ply.to_string());
                    }
                }
                (Bound::AtMost(result), Some(ply)) => {
                    if result < 1 {
                        not_winning.insert(ply);
                    }
                    if let Some(index) = plies.iter().position(|it| *it == ply) {
                        most[index] = result.min(most[index]);
                    }
                }
            }
        }
        high = most.into_iter().max().map_or(high, |most| high.min(most));
        Ok(Verified {
            low,
            high,
            winning,
            not_winning: not_winning.len(),
            legal: plies.len(),
            positions: walker.positions,
            facts: walker.facts.map_or(0, |facts| facts.count()),
        })
    }

    /// Checks the facts one after the other.
    fn facts<'a, G: Verify>(
        &self,
        game: &'a G,
        board: &'a Board<G>,
    ) -> Result<Option<Facts<'a, G>>, Fault> {
        let names = board.names(game);
        let number: HashMap<&str, usize> =
            names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
        let cell = |name: &str| {
            let found = number.get(name).copied();
            found.ok_or_else(|| format!("there is no cell '{}'", short(name)))
        };
        let fact = |text: &str| {
            let found = text.parse::<usize>();
            found.map_err(|_| format!("'{}' is not the number of a fact", short(text)))
        };
        let cells = |text: &str| -> Result<Cells, String> {
            text.split([',', ' ']).filter(|it| !it.is_empty()).map(cell).collect()
        };
        let side = |text: &str| {
            let found = G::CARD.sides.iter().position(|it| *it == text);
            found
                .map(|at| crosscut_rules::Side::BOTH[at])
                .ok_or_else(|| format!("there is no side '{}'", short(text)))
        };
        let mut facts = Facts::new(game, board);
        for &(at, line) in &self.facts {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let (first, more) = rest.split_once(' ').unwrap_or((rest, ""));
            let mut add = || match word {
                "won" => facts.won(side(first)?, cells(more)?),
                "join" => {
                    let (points, links) = more.split_once('/').unwrap_or((more, ""));
                    let mut words = points.split_whitespace();
                    // Where several games are played it has a number.
                    let mut game = 0;
                    if board.games().is_some_and(|it| it.list.len() > 1) {
                        let number = words.next().and_then(|it| it.parse::<usize>().ok());
                        let number = number.and_then(|it| it.checked_sub(1));
                        game = number.ok_or("expected the number of a game, from 1")?;
                    }
                    let mut point = || match words.next() {
                        Some("low") => Ok(board.cells),
                        Some("high") => Ok(board.cells + 1),
                        Some(name) => cell(name),
                        None => Err("expected two points".to_string()),
                    };
                    let points = [point()?, point()?];
                    let links: Vec<usize> =
                        links.split_whitespace().map(fact).collect::<Result<_, _>>()?;
                    facts.join(
                        side(first)?,
                        game,
                        points,
                        words.map(cell).collect::<Result<_, _>>()?,
                        &links,
                    )
                }
                "most" => {
                    let wins: Vec<usize> =
                        more.split_whitespace().map(fact).collect::<Result<_, _>>()?;
                    facts.most(side(first)?, &wins)
                }
                "trees" => {
                    let parts: Vec<&str> = more.split('/').collect();
                    let [needs, a, b] = parts[..] else {
                        return Err("expected stones and two trees, separated by /".to_string());
                    };
                    facts.trees(side(first)?, cells(needs)?, [cells(a)?, cells(b)?])
                }
                "dead" | "capture" => {
                    let (at, stones) = more.split_once('/').unwrap_or((more, ""));
                    let at = at.split_whitespace().map(cell).collect::<Result<Vec<_>, _>>()?;
                    let (number, stones) = (fact(first)?, cells(stones)?);
                    match at[..] {
                        [at] if word == "dead" => facts.dead(number, at, &stones),
                        [a, b] if word == "capture" => facts.captured(number, [a, b], &stones),
                        _ => Err("'dead' takes one cell, 'capture' two".to_string()),
                    }
                }
                _ => {
                    let answer = |text: &str| {
                        let (turn, number) = text
                            .split_once('>')
                            .ok_or("an answer is a turn, >, and the number of a fact")?;
                        Ok::<_, String>((cells(turn)?, fact(number)?))
                    };
                    facts.play(&rest.split_whitespace().map(answer).collect::<Result<Vec<_>, _>>()?)
                }
            };
            add().map_err(|what| Fault::at(at, what))?;
        }
        Ok(Some(facts))
    }
}

/// As much of a foreign word as belongs into a sentence.
fn short(word: &str) -> String {
    word.chars().take(20).collect()
}

impl Claim<'_> {
    /// Where its walk begins.
    fn start<P: Position>(&self, at: usize, position: &P) -> Result<P, Fault> {
        let mut from = position.clone();
        if let Some(text) = self.ply {
            let ply: P::Move =
                text.parse().map_err(|error| Fault::at(at, format!("{}: {error}", short(text))))?;
            from.play(ply).map_err(|error| Fault::at(at, format!("{}: {error}", short(text))))?;
        }
        Ok(from)
    }
}

/// What a seat gets at least, proved for these positions: by their form and who is to move, if they have one.
struct Proved<P> {
    positions: HashSet<P>,
    forms: HashSet<(Seat, Form)>,
}

impl<P> Default for Proved<P> {
    fn default() -> Self {
        Proved { positions: HashSet::new(), forms: HashSet::new() }
    }
}

struct Walker<'a, G: Verify> {
    game: &'a G,
    facts: Option<Facts<'a, G>>,
    /// Every cell of the board of the facts.
    all: Cells,
    proved: HashMap<(Seat, i8), Proved<G::Position>>,
    positions: usize,
}

/// What is to be done with a position.
enum Step<P> {
    Prove(P),
    /// All that it rests on has been proved.
    Done(P),
    /// The same of one with this form.
    Formed((Seat, Form)),
}

impl<G: Verify> Walker<'_, G> {
    /// Proves that `prover` gets at least `target` from a position on.
    fn walk(
        &mut self,
        at: usize,
        claim: &Claim<'_>,
        from: &G::Position,
        prover: Seat,
        target: i8,
    ) -> Result<(), Fault> {
        let proved = self.proved.entry((prover, target)).or_default();
        let mut tokens = claim.walk.iter().copied().peekable();
        let mut last = at;
        let mut steps = vec![Step::Prove(from.clone())];
        let (mut depth, mut plies) = (0, Vec::new());
        while let Some(step) = steps.pop() {
            let position = match step {
                Step::Done(position) => {
                    depth -= 1;
                    proved.positions.insert(position);
                    continue;
                }
                Step::Formed(form) => {
                    depth -= 1;
                    proved.forms.insert(form);
                    continue;
                }
                Step::Prove(position) => position,
            };
            let form = self.game.form(&position).map(|form| (position.turn(), form));
            let known = match &form {
                Some(form) => {
                    position.turn() == prover && ends_at_once(&position, target)
                        || proved.forms.contains(form)
                }
                None => proved.positions.contains(&position),
            };
            if known {
                continue;
            }
            self.positions += 1;
            if let Some(outcome) = position.outcome() {
                if gets(outcome, prover) < target {
                    return Err(Fault::at(
                        last,
                        format!(
                            "{} does not get what is claimed: the game is over",
                            name::<G>(&position, prover)
                        ),
                    ));
                }
                proved.positions.insert(position);
                continue;
            }
            depth += 1;
            if depth > DEEPEST {
                return Err(Fault::at(last, "the walk does not end"));
            }
            if position.turn() == prover {
                let (line, token) = tokens
                    .next()
                    .ok_or_else(|| Fault::at(last, "the walk ends where a ply is needed"))?;
                last = line;
                let refused = |error| Fault::at(line, format!("{}: {error}", short(token)));
                let ply: <G::Position as Position>::Move = token.parse().map_err(refused)?;
                let mut next = position.clone();
                next.play(ply).map_err(refused)?;
                steps.push(form.map_or(Step::Done(position), Step::Formed));
                steps.push(Step::Prove(next));
                continue;
            }
            if let Some(&(line, token)) = tokens.peek()
                && let Some(number) = token.strip_prefix('>')
            {
                tokens.next();
                last = line;
                let fact = self.facts.as_ref().and_then(|facts| {
                    let fact = facts.get(number.parse().ok()?)?;
                    Some((fact, (facts.board().stones)(self.game, &position)))
                });
                let (fact, stones) = fact.ok_or_else(|| {
                    Fault::at(line, format!("there is no fact '{}'", short(number)))
                })?;
                // It is of the side that is not to move, the prover's.
                if !stones.is_some_and(|it| fact.holds_for(&self.all, &it)) {
                    return Err(Fault::at(
                        line,
                        format!(
                            "fact {} does not hold for the position it is used in",
                            short(number)
                        ),
                    ));
                }
                depth -= 1;
                proved.positions.insert(position);
                continue;
            }
            plies.clear();
            position.moves(&mut plies);
            steps.push(form.map_or_else(|| Step::Done(position.clone()), Step::Formed));
            steps.extend(plies.iter().rev().map(|&ply| {
                let mut next = position.clone();
                next.play_unchecked(ply);
                Step::Prove(next)
            }));
        }
        match tokens.next() {
            Some((line, _)) => {
                Err(Fault::at(line, "the walk continues after everything is proved"))
            }
            None => Ok(()),
        }
    }
}

fn name<G: Verify>(position: &G::Position, seat: Seat) -> &'static str {
    G::CARD.sides[position.held_by(seat).index()]
}
