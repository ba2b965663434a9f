//! The points or cells of a board in words.

use crosscut_draw::{Point as Place, Site};
use crosscut_rules::Side;

use super::Point;

/// What the words about the stones of a square board are made from.
pub(crate) struct Told<'a> {
    /// Points a side.
    pub(crate) size: usize,
    /// By point: the side whose stone is there.
    pub(crate) owner: &'a [Option<Side>],
    /// The pairs of stones of one side that are connected.
    pub(crate) links: &'a [(usize, usize)],
    /// The names of the edges at the first and the last row, which V joins.
    pub(crate) rows: [&'static str; 2],
}

/// The names of the edges at the first and the last column, which H joins.
const COLUMNS: [&str; 2] = ["left", "right"];

/// Every point in words: whose stone is there, and the chain it is in.
pub(crate) fn sites(told: &Told, place: impl Fn(usize) -> Place) -> Vec<Site> {
    let chains = chains(told);
    (0..told.owner.len())
        .map(|cell| Site {
            word: Point::at(cell, told.size).to_string(),
            at: place(cell),
            says: match told.owner[cell] {
                None => "empty".to_string(),
                Some(side) => says(told, &chains, cell, side),
            },
        })
        .collect()
}

/// By point: the lowest point of its chain.
pub(crate) fn chains(told: &Told) -> Vec<usize> {
    let mut chain: Vec<usize> = (0..told.owner.len()).collect();
    for &(a, b) in told.links {
        let (a, b) = (root(&chain, a), root(&chain, b));
        chain[a.max(b)] = a.min(b);
    }
    (0..chain.len()).map(|cell| root(&chain, cell)).collect()
}

fn root(chain: &[usize], mut cell: usize) -> usize {
    while chain[cell] != cell {
        cell = chain[cell];
    }
    cell
}

fn says(told: &Told, chains: &[usize], cell: usize, side: Side) -> String {
    let chain: Vec<usize> =
        (0..chains.len()).filter(|&other| chains[other] == chains[cell]).collect();
    let (line, names): (fn(usize, usize) -> usize, _) = match side {
        Side::First => (|cell, size| cell / size, told.rows),
        Side::Second => (|cell, size| cell % size, COLUMNS),
    };
    let touched: Vec<&str> = [0, told.size - 1]
        .into_iter()
        .zip(names)
        .filter(|&(edge, _)| chain.iter().any(|&it| line(it, told.size) == edge))
        .map(|(_, name)| name)
        .collect();
    let side = ["V", "H"][side.index()];
    match (chain.len(), touched.join(" and ")) {
        (1, edges) if edges.is_empty() => format!("{side}, alone"),
        (1, edges) => format!("{side}, alone, at the {edges}"),
        (n, edges) if edges.is_empty() => format!("{side}, in a chain of {n}"),
        (n, edges) => format!("{side}, in a chain of {n} from the {edges}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_says_whose_it_is_how_long_its_chain_is_and_which_edges_it_reaches() {
        let owner: Vec<Option<Side>> = "V.HVHH..V"
            .chars()
            .map(|it| match it {
                'V' => Some(Side::First),
                'H' => Some(Side::Second),
                _ => None,
            })
            .collect();
        let links = [(0, 3), (4, 5), (2, 5)];
        let told = Told { size: 3, owner: &owner, links: &links, rows: ["bottom", "top"] };
        let said: Vec<String> = sites(&told, |_| (0.0, 0.0))
            .into_iter()
            .map(|site| format!("{}: {}", site.word, site.says))
            .collect();
        assert_eq!(
            said,
            [
                "A1: V, in a chain of 2 from the bottom",
                "B1: empty",
                "C1: H, in a chain of 3 from the right",
                "A2: V, in a chain of 2 from the bottom",
                "B2: H, in a chain of 3 from the right",
                "C2: H, in a chain of 3 from the right",
                "A3: empty",
                "B3: empty",
                "C3: V, alone, at the top",
            ]
        );
    }
}
