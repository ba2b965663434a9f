//! Worst boards of Hex and Quadrant Hex, held against the rules.

use std::collections::HashMap;

use crosscut_rules::{Rng, Side};
use crosscut_verify::{Board, Cells, Facts, Verify, Worst};

use crate::hex::Hex;
use crate::quadrant_hex::QuadrantHex;
use crate::testing::game;

/// What a worst board calls dead changes no winner, and stays so whatever is put elsewhere; and a cell that is killed is
/// dead with the stone that kills it. How many were dead, and how many killed.
fn is_dead_where_it_says(options: &str, game: &impl Verify) -> [u32; 2] {
    let board = game.board().unwrap();
    let games = board.games().unwrap();
    let mut rng = Rng::new(31);
    let mut counts = [0; 2];
    let full = |own: &Cells| board.wins_with(game, Side::First, own);
    for _ in 0..400 {
        let (mut own, mut empty) = (Cells::NONE, Cells::NONE);
        let most = 3 + rng.below(6);
        for cell in 0..board.cells {
            match rng.below(3) {
                0 if empty.count() < most => empty.insert(cell),
                1 => own.insert(cell),
                _ => {}
            }
        }
        for side in Side::BOTH {
            let stones = [own, board.all().without(&own).without(&empty)][side.index()];
            let worst = Worst::new(games, board.cells, side, &stones, &empty);
            let matters = |cell: usize, own: &Cells, empty: &Cells| {
                let left: Vec<usize> = empty.iter().filter(|&it| it != cell).collect();
                (0..1u32 << left.len()).any(|set| {
                    let chosen = (0..).zip(&left).filter(|(at, _)| set >> at & 1 == 1);
                    let mut own = own.or(&chosen.map(|(_, &cell)| cell).collect());
                    own.remove(cell);
                    let before = full(&own);
                    own.insert(cell);
                    before != full(&own)
                })
            };
            for cell in 0..board.cells {
                if worst.is_dead(cell) {
                    counts[0] += 1;
                    assert!(!matters(cell, &own, &empty), "{options}: {cell} {own:?} {empty:?}");
                    // With a stone more it is dead, too.
                    let Some(next) = empty.iter().find(|&it| it != cell) else { continue };
                    let (mut left, mut more) = (empty, stones);
                    left.remove(next);
                    if rng.below(2) == 0 {
                        more.insert(next);
                    }
                    let then = Worst::new(games, board.cells, side, &more, &left);
                    assert!(then.is_dead(cell), "{options}: {cell} {own:?} {empty:?} {next}");
                    continue;
                }
                for stone in worst.around(cell).iter() {
                    for by in Side::BOTH.into_iter().filter(|&by| worst.kills(by, stone, cell)) {
                        counts[1] += 1;
                        let (mut own, mut left) = (own, empty);
                        left.remove(stone);
                        if by == Side::First {
                            own.insert(stone);
                        }
                        assert!(!matters(cell, &own, &left), "{options}: {cell} by {stone}");
                    }
                }
            }
        }
    }
    counts
}

#[test]
fn what_is_dead_changes_no_winner() {
    for size in 3..=5 {
        let options = format!("size={size},opening=none");
        let counts = is_dead_where_it_says(&options, &game::<Hex>(&options));
        assert!(counts.iter().all(|&it| it > 300), "{counts:?}");
    }
    let options = "size=6,opening=none";
    let counts = is_dead_where_it_says(options, &game::<QuadrantHex>(options));
    assert!(counts.iter().all(|&it| it > 300), "{counts:?}");
}

/// What a side can prove on the worst board with its stones and empty cells, the other to move.
struct Prover<'a, G: Verify> {
    game: &'a G,
    board: &'a Board<G>,
    side: Side,
    facts: Facts<'a, G>,
    wins: HashMap<[Cells; 2], bool>,
}

impl<G: Verify> Prover<'_, G> {
    /// Whether it wins, by everything that can happen.
    fn wins(&mut self, own: Cells, empty: Cells) -> bool {
        if let Some(&known) = self.wins.get(&[own, empty]) {
            return known;
        }
        let all: Vec<usize> = empty.iter().collect();
        let answered = |&cell: &usize| self.answer(own, empty, cell).is_some();
        let wins = match all[..] {
            [] => self.board.wins_with(self.game, self.side, &own),
            _ => all.iter().all(answered),
        };
        self.wins.insert([own, empty], wins);
        wins
    }

    /// What the board is after a turn of the other side's and an answer that wins.
    fn answer(&mut self, own: Cells, mut empty: Cells, cell: usize) -> Option<[Cells; 2]> {
        empty.remove(cell);
        if empty.is_empty() {
            return self.wins(own, empty).then_some([own, empty]);
        }
        let then = |answer: usize| {
            let (mut own, mut empty) = (own, empty);
            own.insert(answer);
            empty.remove(answer);
            [own, empty]
        };
        empty.iter().map(then).find(|&[own, empty]| self.wins(own, empty))
    }

    /// Answers to every turn, with the facts that hold after them.
    fn answers(&mut self, own: Cells, empty: Cells) -> Vec<(Cells, usize)> {
        let mut answers = Vec::new();
        for cell in empty.iter() {
            let Some([then, left]) = self.answer(own, empty, cell) else { continue };
            let number = if self.board.wins_with(self.game, self.side, &then) {
                self.facts.won(self.side, then)
            } else {
                let answers = self.answers(then, left);
                self.facts.play(&answers)
            };
            answers.push((then.without(&own), number.unwrap()));
        }
        answers.retain(|it| !it.0.is_empty());
        answers
    }
}

/// Some of the answers by which a side wins may be enough, and are only taken to be enough where they are. How often there
/// were turns that none of them answered.
fn answers_enough(options: &str, game: &impl Verify, tries: u32) -> u32 {
    let board = game.board().unwrap();
    let mut rng = Rng::new(17);
    let mut idle = 0;
    for number in 0..tries {
        let side = Side::BOTH[number as usize % 2];
        let (mut own, mut empty) = (Cells::NONE, Cells::NONE);
        for cell in 0..board.cells {
            match rng.below(3) {
                0 => own.insert(cell),
                1 if empty.count() < 8 => empty.insert(cell),
                _ => {}
            }
        }
        let facts = Facts::new(game, &board);
        let mut prover = Prover { game, board: &board, side, facts, wins: HashMap::new() };
        if board.wins_with(game, side, &own) || !prover.wins(own, empty) {
            continue;
        }
        let answers = prover.answers(own, empty);
        for _ in 0..20 {
            let some: Vec<_> = answers.iter().copied().filter(|_| rng.below(4) == 0).collect();
            let Ok((fact, None)) = prover.facts.answered(&some) else { continue };
            let carriers = some.iter().map(|(turn, number)| {
                prover.facts.get(*number).map_or(*turn, |it| it.carrier.or(turn))
            });
            let common = carriers.fold(fact.carrier, |all, it| all.and(&it));
            idle += u32::from(!common.is_empty());
            assert!(prover.wins(fact.needs, fact.carrier), "{options} {side:?}: {fact:?}");
        }
    }
    idle
}

#[test]
fn a_turn_without_an_answer_does_no_good() {
    for size in 3..=5 {
        let options = format!("size={size},opening=none");
        let idle = answers_enough(&options, &game::<Hex>(&options), 6000);
        assert!(idle > 200, "{options}: {idle}");
    }
    let options = "size=6,opening=none";
    let idle = answers_enough(options, &game::<QuadrantHex>(options), 3000);
    assert!(idle > 50, "{options}: {idle}");
}

/// No end of a side is other than its other one. How many cells were dead.
fn is_dead_turned_about(game: &impl Verify) -> u32 {
    let board = game.board().unwrap();
    let games = board.games().unwrap();
    let last = board.cells - 1;
    let turned = |set: &Cells| set.iter().map(|cell| last - cell).collect::<Cells>();
    let mut rng = Rng::new(31);
    let mut dead = 0;
    for _ in 0..400 {
        let (mut own, mut empty) = (Cells::NONE, Cells::NONE);
        for cell in 0..board.cells {
            match rng.below(3) {
                0 => empty.insert(cell),
                1 => own.insert(cell),
                _ => {}
            }
        }
        for side in Side::BOTH {
            let one = Worst::new(games, board.cells, side, &own, &empty);
            let other = Worst::new(games, board.cells, side, &turned(&own), &turned(&empty));
            for cell in 0..board.cells {
                let is_dead = one.is_dead(cell);
                assert_eq!(is_dead, other.is_dead(last - cell), "{cell} {own:?} {empty:?}");
                dead += u32::from(is_dead);
            }
        }
    }
    dead
}

#[test]
fn what_is_dead_is_dead_on_the_board_turned_about() {
    let dead = is_dead_turned_about(&game::<Hex>("size=4,opening=none"));
    assert!(dead > 300, "{dead}");
    let dead = is_dead_turned_about(&game::<QuadrantHex>("size=6,opening=none"));
    assert!(dead > 300, "{dead}");
}
