use std::sync::OnceLock;

use crosscut_rules::Side;

use super::currents::currents;
use super::virtual_connections::{Joined, Ways, joined, ways};
use super::{Cells, MOST, Set, members, only};
use crate::board::{Part, rhombus};

/// Several games played with the same stones, of which a majority must be won.
///
/// All but the last are on disjoint parts of the board; the last is on the whole board.
#[derive(Debug)]
pub struct Boards {
    parts: Vec<Cells>,
    need: usize,
}

/// The boards of each size, made on demand.
#[derive(Debug)]
pub(crate) struct BoardsBySize([OnceLock<Option<Boards>>; MOST.isqrt() + 1]);

impl BoardsBySize {
    pub(crate) const fn new() -> Self {
        BoardsBySize([const { OnceLock::new() }; MOST.isqrt() + 1])
    }

    /// The boards of a size, if it is small enough.
    pub(crate) fn get(&self, size: usize, parts: fn(usize) -> Vec<Part>) -> Option<&Boards> {
        self.0.get(size)?.get_or_init(|| Boards::of(&parts(size), size)).as_ref()
    }
}

/// A side's way to win one or several of the games.
#[derive(Clone, Copy)]
struct Carrier {
    /// The cells it uses.
    cells: Set,
    /// The cell on which it needs a stone, if it needs one.
    key: Option<u8>,
}

impl Boards {
    /// The games on these parts of a rhombus of `size` cells a side, of which a side must win more than half; the last part is
    /// the whole board. `None` if the board has too many cells.
    pub(crate) fn of(parts: &[Part], size: usize) -> Option<Self> {
        let game = |part: &Part| match part.size == size {
            true => Cells::of(rhombus(size)),
            false => Cells::part(rhombus(part.size), |cell| part.on_board(cell, size)),
        };
        let parts: Vec<Cells> = parts.iter().map(game).collect::<Option<_>>()?;
        let need = parts.len() / 2 + 1;
        Some(Boards { parts, need })
    }

    pub(super) fn parts(&self) -> &[Cells] {
        &self.parts
    }

    /// How many games a side must win.
    pub(super) fn need(&self) -> usize {
        self.need
    }

    /// The board that has all cells.
    pub(super) fn whole(&self) -> &Cells {
        self.parts.last().expect("there is one")
    }

    /// Whether a side has won, when `going` games are still open.
    pub(super) fn is_over(&self, stones: [Set; 2], going: usize) -> bool {
        // Neither side can have won three of five games while three are open.
        going + self.need <= self.parts.len()
            && Side::BOTH.into_iter().any(|side| self.won(side, stones) >= self.need)
    }

    /// How many games a side's stones have won.
    fn won(&self, side: Side, stones: [Set; 2]) -> usize {
        self.parts.iter().filter(|it| it.is_joined(side, stones)).count()
    }

    /// By cell: the share of a side's current that flows through it, over all open games.
    pub(super) fn currents(&self, side: Side, stones: [Set; 2]) -> [f32; MOST] {
        if let [cells] = &self.parts[..] {
            return currents(cells, side, stones);
        }
        let mut flow = [0.0; MOST];
        let going = |it: &&Cells| !Side::BOTH.into_iter().any(|side| it.is_joined(side, stones));
        for cells in self.parts.iter().filter(going) {
            let here = currents(cells, side, stones);
            for cell in members(cells.all) {
                flow[cell] += here[cell];
            }
        }
        flow
    }

    /// Searches for how a side can win; if `first`, only until one way is found.
    pub(super) fn joined(&self, side: Side, stones: [Set; 2], first: bool) -> Joined {
        match &self.parts[..] {
            [cells] => joined(cells, side, stones, first),
            _ => self.most_joined(side, stones),
        }
    }

    /// Searches for how a side can win a majority, by combining ways to win single games: ways that have no cell in common can
    /// be followed together, if they need no more than one stone.
    fn most_joined(&self, side: Side, stones: [Set; 2]) -> Joined {
        let mut need = self.need;
        // By part: the ways to win it, if its game is open.
        let mut found: Vec<Ways> = Vec::new();
        for cells in &self.parts {
            found.push(if cells.is_joined(side, stones) {
                need -= 1;
                if need == 0 {
                    return Joined::Yes;
                }
                Ways::default()
            } else if cells.is_joined(!side, stones) {
                Ways::default()
            } else {
                ways(cells, side, stones)
            });
        }
        let (whole, parts) = found.split_last().expect("there is the whole board");
        let mut threats = Threats { key: 0, needs: None };
        let nothing = [Carrier { cells: 0, key: None }];
        let full = whole.full.iter().map(|&cells| Carrier { cells, key: None });
        let semi = whole.semi.iter().map(|&(cells, key)| Carrier { cells, key: Some(key) });
        for (with, need) in nothing
            .into_iter()
            .map(|it| (it, need))
            .chain(full.chain(semi).map(|it| (it, need - 1)))
        {
            if threats.add(parts, with, need) || threats.needs == Some(0) {
                return Joined::Yes;
            }
        }
        match threats {
            Threats { needs: Some(needs), key } => Joined::With { key, needs },
            Threats { needs: None, .. } => Joined::No,
        }
    }
}

/// The cells that all ways to win that need a stone have in common.
struct Threats {
    /// The cell on which the first of them needs it.
    key: u8,
    needs: Option<Set>,
}

impl Threats {
    /// Adds the ways that win `need` of the parts besides what `with` wins, without a common cell; returns whether one of them
    /// needs no stone.
    fn add(&mut self, parts: &[Ways], with: Carrier, need: usize) -> bool {
        // By part, of the ways that are compatible with `with`: the cells common to those that need no further stone, and those
        // that need one.
        let common = |ways: &mut dyn Iterator<Item = Set>| ways.reduce(|a, b| a & b);
        let apart = |it: &Set| it & with.cells == 0;
        let full: Vec<Option<Set>> =
            parts.iter().map(|it| common(&mut it.full.iter().copied().filter(apart))).collect();
        let semi: Vec<Vec<(Set, u8)>> = parts
            .iter()
            .map(|it| {
                // The same stone may serve both ways.
                let shared = |it: &&(Set, u8)| match with.key {
                    None => apart(&it.0),
                    Some(key) => key == it.1 && (it.0 & with.cells) == only(usize::from(key)),
                };
                it.semi.iter().filter(shared).copied().collect()
            })
            .collect();
        for chosen in 0..1u32 << parts.len() {
            let is_chosen = |&part: &usize| chosen >> part & 1 != 0;
            let all = (0..parts.len()).filter(is_chosen);
            let fulls = all.clone().try_fold(with.cells, |set, part| Some(set | full[part]?));
            let n = chosen.count_ones() as usize;
            if n == need
                && let Some(cells) = fulls
            {
                match with.key {
                    None => return true,
                    Some(key) => self.threat(cells, key),
                }
            }
            // One more part is won with a stone.
            if n + 1 == need
                && let Some(cells) = fulls
            {
                for part in (0..parts.len()).filter(|it| !is_chosen(it)) {
                    if let Some(semis) = common(&mut semi[part].iter().map(|it| it.0)) {
                        self.threat(cells | semis, semi[part][0].1);
                    }
                }
            }
        }
        false
    }

    fn threat(&mut self, cells: Set, key: u8) {
        if self.needs.is_none() {
            self.key = key;
        }
        self.needs = Some(self.needs.map_or(cells, |it| it & cells));
    }
}
