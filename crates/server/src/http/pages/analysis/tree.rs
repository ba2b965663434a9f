//! A game with its variations and comments as text in an address: `C6 swap {bold} A2,C3 (D4 E5) B1`.
//!
//! Moves in parentheses replace the move before them. Braces hold comments.

use std::fmt::Write;

use crosscut_catalog::{AnyPosition, Line};

/// The most moves in a tree.
const MOST: usize = 2_000;
/// How deep variations may be nested.
const DEEPEST: usize = 60;
/// The longest comment in characters, as in the form.
const LONGEST: usize = 1_000;

/// A tree of moves from one start. Node 0 is the start; the others are numbered in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct MoveTree {
    nodes: Vec<MoveNode>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct MoveNode {
    /// Canonical; empty at the start.
    pub(crate) ply: String,
    pub(crate) comment: String,
    pub(crate) parent: usize,
    /// The first continues the main line; the others are variations.
    pub(crate) children: Vec<usize>,
    /// The number of plies from the start.
    pub(crate) depth: usize,
}

impl MoveTree {
    /// Reads a tree whose moves must be legal from `start` on.
    ///
    /// # Errors
    /// What cannot be read or is not allowed, in a sentence without its full stop.
    pub(crate) fn read(start: &AnyPosition, text: &str) -> Result<Self, String> {
        let mut tree = MoveTree { nodes: vec![MoveNode::default()] };
        // The positions on the path to this move, by depth: one for each move would be too many on large boards.
        let mut positions = vec![start.clone()];
        let mut at = 0;
        let mut back = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            match first {
                '{' => {
                    let end = rest.find('}').ok_or("a comment has no end: } is missing")?;
                    tree.say(at, &rest[1..end])?;
                    rest = &rest[end + 1..];
                }
                '(' => {
                    if at == 0 {
                        return Err("there is no move before ( that could be replaced".to_string());
                    }
                    if back.len() == DEEPEST {
                        return Err("these variations are nested too deeply".to_string());
                    }
                    back.push((at, positions.pop().ok_or("there is no move before (")?));
                    at = tree.nodes[at].parent;
                    rest = &rest[1..];
                }
                ')' => {
                    let (before, position) = back.pop().ok_or("a ) has no ( before it")?;
                    positions.truncate(tree.nodes[before].depth);
                    positions.push(position);
                    at = before;
                    rest = &rest[1..];
                }
                _ => {
                    let end = rest
                        .find(|c: char| c.is_whitespace() || "(){}".contains(c))
                        .unwrap_or(rest.len());
                    at = tree.grow(&mut positions, at, &rest[..end])?;
                    rest = &rest[end..];
                }
            }
            rest = rest.trim_start();
        }
        match back.is_empty() {
            true => Ok(tree),
            false => Err("a variation has no end: ) is missing".to_string()),
        }
    }

    /// The child of a node for a ply: the existing one, or a new one. `positions` must end with the position of the
    /// node, and then ends with that after the ply.
    fn grow(
        &mut self,
        positions: &mut Vec<AnyPosition>,
        at: usize,
        text: &str,
    ) -> Result<usize, String> {
        let mut position = positions.last().ok_or("there is no move before it")?.clone();
        let depth = self.nodes[at].depth + 1;
        let ply = position.play(text).map_err(|error| format!("ply {depth}, {text}: {error}"))?;
        positions.push(position);
        if let Some(&child) = self.nodes[at].children.iter().find(|&&it| self.nodes[it].ply == ply)
        {
            return Ok(child);
        }
        if self.nodes.len() > MOST {
            return Err(format!("a tree holds at most {MOST} moves"));
        }
        let new = self.nodes.len();
        self.nodes.push(MoveNode { ply, parent: at, depth, ..MoveNode::default() });
        self.nodes[at].children.push(new);
        Ok(new)
    }

    /// The tree with this ply after a node, and the ply's node. The ply must be legal and canonical.
    pub(crate) fn with(mut self, at: usize, ply: &str) -> (Self, usize) {
        let children = &self.nodes[at].children;
        if let Some(&child) = children.iter().find(|&&it| self.nodes[it].ply == ply) {
            return (self, child);
        }
        let (new, depth) = (self.nodes.len(), self.nodes[at].depth + 1);
        self.nodes.push(MoveNode {
            ply: ply.to_string(),
            parent: at,
            depth,
            ..MoveNode::default()
        });
        self.nodes[at].children.push(new);
        (self, new)
    }

    /// Sets the comment of a node; an empty one removes it.
    pub(crate) fn say(&mut self, at: usize, words: &str) -> Result<(), String> {
        let words: String = words.chars().filter(|c| !"{}".contains(*c)).collect();
        if words.chars().count() > LONGEST {
            return Err(format!("a comment has at most {LONGEST} letters"));
        }
        self.nodes[at].comment = words.trim().to_string();
        Ok(())
    }

    /// Removes a node with all that follows it, and returns its parent.
    pub(crate) fn cut(&mut self, at: usize) -> usize {
        let parent = self.nodes[at].parent;
        self.nodes[parent].children.retain(|&it| it != at);
        parent
    }

    /// Makes the path from the start to this node the main line.
    pub(crate) fn prefer(&mut self, mut at: usize) {
        while at != 0 {
            let parent = self.nodes[at].parent;
            self.nodes[parent].children.sort_by_key(|&it| it != at);
            at = parent;
        }
    }

    /// The number of nodes, the start included.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, at: usize) -> Option<&MoveNode> {
        self.nodes.get(at)
    }

    /// The last node of the main line from a node on.
    pub(crate) fn end(&self, mut at: usize) -> usize {
        while let Some(&next) = self.nodes[at].children.first() {
            at = next;
        }
        at
    }

    /// Whether there is more than one line.
    pub(crate) fn branches(&self) -> bool {
        self.nodes.iter().any(|it| it.children.len() > 1)
    }

    /// The plies from the start to a node.
    pub(crate) fn path(&self, mut at: usize) -> Vec<&str> {
        let mut plies = Vec::new();
        while at != 0 {
            plies.push(self.nodes[at].ply.as_str());
            at = self.nodes[at].parent;
        }
        plies.reverse();
        plies
    }

    /// The line to a node, played from the same start.
    pub(crate) fn line(&self, start: &Line, at: usize) -> Line {
        let mut line = start.clone();
        for ply in self.path(at) {
            line.play(ply).expect("the tree's moves were played when it was read");
        }
        line
    }

    /// The tree as text, and for each node the number it gets when that text is read.
    pub(crate) fn write(&self) -> (String, Vec<usize>) {
        let mut writing =
            TreeWriter { text: String::new(), numbers: vec![0; self.nodes.len()], next: 1 };
        self.comment(0, &mut writing);
        self.follow(0, &mut writing);
        (writing.text.trim_start().to_string(), writing.numbers)
    }

    fn follow(&self, mut at: usize, out: &mut TreeWriter) {
        while let [main, others @ ..] = self.nodes[at].children.as_slice() {
            self.ply(*main, out);
            for &other in others {
                out.text.push_str(" (");
                self.ply(other, out);
                self.follow(other, out);
                out.text.push(')');
            }
            at = *main;
        }
    }

    fn ply(&self, at: usize, out: &mut TreeWriter) {
        out.numbers[at] = out.next;
        out.next += 1;
        let blank = if out.text.ends_with('(') { "" } else { " " };
        let _ = write!(out.text, "{blank}{}", self.nodes[at].ply);
        self.comment(at, out);
    }

    fn comment(&self, at: usize, out: &mut TreeWriter) {
        if !self.nodes[at].comment.is_empty() {
            let _ = write!(out.text, " {{{}}}", self.nodes[at].comment);
        }
    }
}

struct TreeWriter {
    text: String,
    numbers: Vec<usize>,
    next: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscut_catalog::Spec;

    fn start() -> AnyPosition {
        "hex:size=5,opening=none".parse::<Spec>().unwrap().start()
    }

    fn check(text: &str) -> String {
        match MoveTree::read(&start(), text) {
            Ok(tree) => {
                let (text, numbers) = tree.write();
                assert!(
                    numbers.iter().enumerate().all(|(at, &number)| at == number),
                    "{numbers:?}"
                );
                text
            }
            Err(error) => error,
        }
    }

    #[test]
    fn a_tree_reads_back() {
        let text = "{hm} A1 {good} B2 (C3 {better} D4 (E5)) C1";
        assert_eq!(check(text), text);
        assert_eq!(check(" a1(b2)c3 "), "A1 (B2) C3");
        assert_eq!(check(""), "");
        let nested = "A1 B1 (C1 D1 (E1 A2 (B2) C2) D2) E2";
        assert_eq!(check(nested), nested);
    }

    #[test]
    fn what_comes_behind_a_variation_follows_what_was_before_it() {
        let read = |text: &str| MoveTree::read(&start(), text).map(|it| it.write().0);
        let flat = "A1 B1 (D1) C1 (E1 B2) D2 (A2 B3) A3";
        assert_eq!(read("A1 B1 C1 ((D1) E1 B2) D2 (A2 B3) A3").unwrap(), flat);
        let wrong = "ply 4, A1: A1 is taken by V";
        assert_eq!(read("A1 B1 C1 ((D1) E1 B2) D2 (A1 B3)").unwrap_err(), wrong);
        // A move that is there already is followed.
        assert_eq!(read("A1 B1 (B1 C1 (D1) E1) C2").unwrap(), "A1 B1 C1 (D1) (C2) E1");
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(check("A1 A1"), "ply 2, A1: A1 is taken by V");
        assert_eq!(check("(A1)"), "there is no move before ( that could be replaced");
        assert_eq!(check("A1 (B1"), "a variation has no end: ) is missing");
        assert_eq!(check("A1)"), "a ) has no ( before it");
        assert_eq!(check("A1 {x"), "a comment has no end: } is missing");
        let deep = format!("A1 {}", "(B1 (A1 ".repeat(50));
        assert_eq!(check(&deep), "these variations are nested too deeply");
    }

    #[test]
    fn a_tree_has_so_many_moves() {
        let start = "hex:size=26,opening=none".parse::<Spec>().unwrap().start();
        let cells =
            (1..=26).flat_map(|row| ('A'..='Z').map(move |column| format!("{column}{row}")));
        let cells: Vec<String> = cells.collect();
        // All first moves, all answers to one of them, and all answers to one of those.
        let all = (0..3).flat_map(|at| {
            let others = cells[at + 1..].iter().map(|it| format!("({it})"));
            std::iter::once(cells[at].clone()).chain(others)
        });
        let all: Vec<String> = all.collect();
        let read = |n: usize| MoveTree::read(&start, &all[..n].join(" "));
        assert_eq!(read(MOST).unwrap().len(), MOST + 1);
        assert_eq!(read(MOST + 1).unwrap_err(), "a tree holds at most 2000 moves");
    }

    #[test]
    fn numbers_tell_where_a_node_went() {
        let tree = MoveTree::read(&start(), "A1 B1 C1").unwrap();
        let (mut tree, new) = tree.with(1, "B2");
        let (text, numbers) = tree.write();
        assert_eq!((text.as_str(), numbers[new]), ("A1 B1 (B2) C1", 3));
        tree.prefer(new);
        assert_eq!(tree.write().0, "A1 B2 (B1 C1)");
        assert_eq!(tree.path(tree.end(0)), ["A1", "B2"]);
        let before = tree.cut(new);
        assert_eq!((tree.write().0.as_str(), before), ("A1 B1 C1", 1));
    }
}
