use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

use crosscut_rules::{
    Card, Game, MoveError, Options, Outcome, Position, Rng, Seat, Setup, SetupError,
};

use crate::proof_number::Prover;
use crate::{Bounds, Child, Limits, Node, Plain, Question, Solution, Solve, Value, key_of, solve};

/// A game nobody would play: chance has drawn its positions, level by level, with ways that meet again.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drawn {
    seed: u64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// Somebody wins.
    Won,
    /// Draws happen.
    Draws,
    /// Points decide, and the plies have them.
    Points,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    seed: u64,
    kind: Kind,
    level: u8,
    number: u8,
    lead: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Way(u8);

const LEVELS: u8 = 9;

impl Place {
    fn chance(&self, what: u64) -> Rng {
        let it = (self.seed << 20)
            ^ (u64::from(self.level) << 12)
            ^ (u64::from(self.number) << 4)
            ^ what;
        Rng::new(it)
    }
}

impl Position for Place {
    type Move = Way;

    fn turn(&self) -> Seat {
        // Mostly by turns.
        let odd = self.level % 2 == 1;
        if odd != (self.chance(1).below(5) == 0) { Seat::Second } else { Seat::First }
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.level == LEVELS || self.level > 3 && self.chance(2).below(12) == 0;
        let result = match self.kind {
            Kind::Won => 2 * self.chance(3).below(2) as i32 - 1,
            Kind::Draws => self.chance(3).below(3) as i32 - 1,
            Kind::Points => self.lead,
        };
        over.then_some(match result {
            1.. => Outcome::Won(Seat::First),
            0 => Outcome::Drawn,
            _ => Outcome::Won(Seat::Second),
        })
    }

    fn moves(&self, out: &mut Vec<Way>) {
        if self.outcome().is_none() {
            out.extend((0..1 + self.chance(4).below(4) as u8).map(Way));
        }
    }

    fn check(&self, _: Way) -> Result<(), MoveError> {
        Ok(())
    }

    fn play_unchecked(&mut self, m: Way) {
        let mut chance = self.chance(5 + u64::from(m.0));
        if self.kind == Kind::Points {
            self.lead += [-2, -1, 0, 0, 1, 3][chance.below(6) as usize];
        }
        self.number = chance.below(40) as u8;
        self.level += 1;
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Way {
    type Err = MoveError;
    fn from_str(text: &str) -> Result<Self, MoveError> {
        text.parse().map(Way).map_err(|_| MoveError::syntax("no way"))
    }
}

impl Game for Drawn {
    const CARD: Card = Card { name: "drawn", ..Card::BLANK };
    type Position = Place;

    fn new(_: &Options) -> Self {
        Drawn { seed: 0, kind: Kind::Won }
    }

    fn start(&self) -> Place {
        Place { seed: self.seed, kind: self.kind, level: 0, number: 0, lead: 0 }
    }

    fn set_up(&self, _: &Setup) -> Result<Place, SetupError> {
        Ok(self.start())
    }
}

/// Points lie ahead, whatever lies behind.
#[derive(Clone, Debug)]
struct Ahead(Place);

fn sign(place: &Place) -> i32 {
    if place.turn() == Seat::First { 1 } else { -1 }
}

impl Node for Ahead {
    type Ply = Way;

    fn key(&self) -> u128 {
        key_of(&(self.0.level, self.0.number, self.0.seed))
    }

    fn has_points(&self) -> bool {
        true
    }

    fn look(&self, children: &mut Vec<Child<Way>>) -> Bounds {
        if self.0.outcome().is_some() {
            return Bounds::exactly(0);
        }
        let mut moves = Vec::new();
        self.0.moves(&mut moves);
        children.extend(moves.into_iter().map(|m| {
            let mut next = self.clone();
            next.play(m);
            Child {
                again: next.0.turn() == self.0.turn(),
                gain: sign(&self.0) * (next.0.lead - self.0.lead),
                ..Child::new(m, next.key())
            }
        }));
        Bounds { low: -40, high: 40 }
    }

    fn play(&mut self, m: Way) {
        self.0.play_unchecked(m);
    }
}

impl Solve for Drawn {
    type Node = Either;

    fn node(&self, position: &Place) -> Option<Either> {
        // Where it likes, the game leaves the search to the rules.
        if self.kind != Kind::Points
            && position.outcome().is_none()
            && position.number.is_multiple_of(3)
        {
            return None;
        }
        Some(match self.kind {
            Kind::Points => Either::Points(Ahead(position.clone())),
            _ => Either::Plain(Plain(position.clone())),
        })
    }

    fn draws(&self) -> bool {
        self.kind != Kind::Won
    }

    fn lead(position: &Place) -> Option<i32> {
        (position.kind == Kind::Points).then(|| sign(position) * position.lead)
    }
}

#[derive(Clone, Debug)]
enum Either {
    Plain(Plain<Place>),
    Points(Ahead),
}

impl Node for Either {
    type Ply = Way;

    fn key(&self) -> u128 {
        match self {
            Either::Plain(it) => it.key(),
            Either::Points(it) => it.key(),
        }
    }

    fn has_points(&self) -> bool {
        matches!(self, Either::Points(_))
    }

    fn look(&self, children: &mut Vec<Child<Way>>) -> Bounds {
        match self {
            Either::Plain(it) => it.look(children),
            Either::Points(it) => it.look(children),
        }
    }

    fn play(&mut self, ply: Way) {
        match self {
            Either::Plain(it) => it.play(ply),
            Either::Points(it) => it.play(ply),
        }
    }
}

/// The result for the first seat, points or 1, 0, -1; and the plies that lasts for the side that hurries or delays.
fn minimax(place: &Place, known: &mut HashMap<Place, (i32, u32)>) -> (i32, u32) {
    if let Some(outcome) = place.outcome() {
        let result = match (place.kind, outcome) {
            (Kind::Points, _) => place.lead,
            (_, Outcome::Won(Seat::First)) => 1,
            (_, Outcome::Won(Seat::Second)) => -1,
            (_, Outcome::Drawn) => 0,
        };
        return (result, 0);
    }
    if let Some(&it) = known.get(place) {
        return it;
    }
    let mut moves = Vec::new();
    place.moves(&mut moves);
    let results = moves.iter().map(|&m| {
        let mut next = place.clone();
        next.play_unchecked(m);
        let (result, plies) = minimax(&next, known);
        (sign(place) * result, plies + 1)
    });
    let better = |&(result, plies): &(i32, u32)| {
        (result, if result > 0 { -(plies as i32) } else { plies as i32 })
    };
    let (result, plies) = results.max_by_key(better).expect("there are moves");
    known.insert(place.clone(), (sign(place) * result, plies));
    (sign(place) * result, plies)
}

fn go_on(_: &crate::Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn solved(game: &Drawn, place: &Place, question: Question, threads: usize) -> Solution<Way> {
    solve(game, place, question, &Limits { threads, ..Limits::default() }, &mut go_on)
}

/// Solves games of a kind, every ply of random lines through them, and compares with minimax.
fn agree(kind: Kind, threads: usize) -> [u32; 3] {
    let mut seen = [0; 3];
    let mut rng = Rng::new(9);
    for seed in 0..120 {
        let game = Drawn { seed, kind };
        let mut place = game.start();
        let mut known = HashMap::new();
        loop {
            let (result, plies) = minimax(&place, &mut known);
            let result = sign(&place) * result;
            let question = Question { all: true, plies: kind != Kind::Points };
            let solution = solved(&game, &place, question, threads);
            let value = Value::of(result);
            assert_eq!(solution.value, Some(value), "{place:?}");
            assert!(solution.complete);
            assert_eq!(solution.score, (kind == Kind::Points).then_some(result));
            if question.plies && value != Value::Draw {
                assert_eq!(solution.plies, Some(plies), "{place:?}");
            }
            let mut moves = Vec::new();
            place.moves(&mut moves);
            let wins = |&&m: &&Way| {
                let mut next = place.clone();
                next.play_unchecked(m);
                sign(&place) * minimax(&next, &mut known).0 > 0
            };
            let winning: Vec<Way> = moves.iter().filter(wins).copied().collect();
            assert_eq!(solution.winning, winning, "{place:?}");
            let one = solved(&game, &place, Question::default(), threads);
            assert_eq!(one.value, Some(value));
            assert_eq!(one.winning.len(), usize::from(!winning.is_empty()));
            assert!(one.winning.iter().all(|it| winning.contains(it)));
            seen[value as usize] += 1;
            if moves.is_empty() {
                break;
            }
            place.play_unchecked(rng.pick(&moves));
        }
    }
    seen
}

#[test]
fn games_that_are_won_or_lost_are_solved_like_minimax() {
    let [lost, drawn, won] = agree(Kind::Won, 1);
    assert!(lost > 100 && drawn == 0 && won > 100);
}

#[test]
fn games_with_draws_are_solved_like_minimax() {
    let seen = agree(Kind::Draws, 1);
    assert!(seen.iter().all(|&it| it > 100), "{seen:?}");
}

#[test]
fn games_with_points_are_solved_like_minimax() {
    let seen = agree(Kind::Points, 1);
    assert!(seen.iter().all(|&it| it > 50), "{seen:?}");
}

#[test]
fn threads_agree() {
    agree(Kind::Draws, 3);
    agree(Kind::Points, 3);
}

#[test]
fn what_the_limits_do_not_allow_is_unknown() {
    let game = Drawn { seed: 4, kind: Kind::Draws };
    let place = game.start();
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let solution = solve(&game, &place, Question { all: true, plies: true }, &limits, &mut go_on);
    assert_eq!((solution.value, solution.complete, solution.plies), (None, false, None));
    assert!(solution.winning.is_empty());
    let mut calls = 0;
    let mut stop = |_: &crate::Progress| {
        calls += 1;
        ControlFlow::Break(())
    };
    let limits = Limits::default();
    let solution = solve(&game, &place, Question { all: true, plies: true }, &limits, &mut stop);
    assert!(!solution.complete);
    assert_eq!(calls, 1);
}

#[test]
fn a_ply_that_is_known_to_win_is_told_whenever_the_limits_are_reached() {
    let mut cut_off = 0;
    for seed in 0..60 {
        let game = Drawn { seed, kind: Kind::Won };
        let (place, question) = (game.start(), Question { all: true, plies: false });
        let winning = solved(&game, &place, question, 1).winning;
        for nodes in 1..200 {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let it = solve(&game, &place, question, &limits, &mut go_on);
            assert!(it.winning.iter().all(|it| winning.contains(it)));
            assert_eq!(it.winning.is_empty(), it.value != Some(Value::Win), "{seed} {nodes}");
            if it.complete {
                break;
            }
            cut_off += usize::from(it.value.is_some());
        }
    }
    assert!(cut_off > 100, "{cut_off}");
}

/// A tree of two plies at each node without an end; to look at a node takes long.
#[derive(Clone, Debug)]
struct Slow(u32);

impl Node for Slow {
    type Ply = u32;

    fn key(&self) -> u128 {
        key_of(&self.0)
    }

    fn look(&self, children: &mut Vec<Child<u32>>) -> Bounds {
        std::thread::sleep(Duration::from_millis(5));
        let next = [2 * self.0, 2 * self.0 + 1];
        children.extend(next.map(|ply| Child::new(ply, Slow(ply).key())));
        Bounds::OPEN
    }

    fn play(&mut self, ply: u32) {
        self.0 = ply;
    }
}

#[test]
fn time_is_kept_where_nodes_are_slow() {
    for threads in [1, 2] {
        let time = Some(Duration::from_millis(200));
        let limits = Limits { time, threads, ..Limits::default() };
        let mut watch = go_on;
        let mut prover = Prover::new(&limits, &mut watch);
        assert_eq!(prover.ask(&Slow(1), 1, false), None);
        // Far less than the time between two reports, also on a machine that has other things to do.
        let took = prover.time();
        assert!((200..600).contains(&took.as_millis()), "{took:?}");
    }
}

/// A loss: whatever its side to move does, the other wins at once. All ways have the same place in any table.
#[derive(Clone, Debug)]
struct Crowd(u8);

impl Node for Crowd {
    type Ply = u8;

    fn key(&self) -> u128 {
        u128::from(self.0) << 60
    }

    fn look(&self, children: &mut Vec<Child<u8>>) -> Bounds {
        if self.0 > 0 {
            return Bounds::WIN;
        }
        children.extend((1..=40).map(|ply| Child::new(ply, Crowd(ply).key())));
        Bounds::OPEN
    }

    fn play(&mut self, ply: u8) {
        self.0 = ply;
    }
}

#[test]
fn more_children_than_the_table_can_keep_are_answered() {
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let mut watch = go_on;
    let answer = Prover::new(&limits, &mut watch).ask(&Crowd(0), 1, false);
    assert_eq!(answer.map(|it| it.reached), Some(false));
}

/// A tree of two plies at each node, in which no point is made: thousands of nodes are needed to see it.
#[derive(Clone, Debug)]
struct Pointless(u32);

impl Node for Pointless {
    type Ply = u32;

    fn key(&self) -> u128 {
        key_of(&self.0)
    }

    fn has_points(&self) -> bool {
        true
    }

    fn look(&self, children: &mut Vec<Child<u32>>) -> Bounds {
        if self.0 >> 24 > 0 {
            return Bounds::exactly(0);
        }
        let next = [2 * self.0, 2 * self.0 + 1];
        children.extend(next.map(|ply| Child::new(ply, Pointless(ply).key())));
        Bounds { low: -9, high: 9 }
    }

    fn play(&mut self, ply: u32) {
        self.0 = ply;
    }
}

#[test]
fn a_search_for_points_stops_when_it_is_told_to() {
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let mut watch = go_on;
    let mut prover = Prover::new(&limits, &mut watch);
    assert_eq!(prover.ask(&Pointless(1), 1, true), None);
    // Nodes are reported some hundreds at a time.
    assert!(prover.nodes() < 2000, "{} nodes", prover.nodes());
}
