use std::fmt::Write;

use crate::Fault;

/// The first line of every certificate of this version.
pub const VERSION: &str = "crosscut certificate 1";

/// The text of a proof, read but not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<'t> {
    /// The game and its options.
    pub game: &'t str,
    /// The static position it starts from, if not the start of the game.
    pub setup: Option<&'t str>,
    /// The plies from there to the position of which it speaks.
    pub moves: Vec<&'t str>,
    /// Lines of facts, with their numbers in the file.
    pub(crate) facts: Vec<(usize, &'t str)>,
    pub(crate) claims: Vec<(usize, Claim<'t>)>,
}

/// What is claimed of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'t> {
    /// What the side to move gets.
    pub bound: Bound,
    /// With which ply, if not with the best.
    pub ply: Option<&'t str>,
    /// The prover's plies and the numbers of facts, in the order of the walk, each with the number of its line.
    pub(crate) walk: Vec<(usize, &'t str)>,
}

/// What the side to move gets: 1 for a win, 0 for a draw, -1 for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// No less than this, whatever the other side does.
    AtLeast(i8),
    /// No more than this, whatever it does.
    AtMost(i8),
}

const RESULTS: [(&str, i8); 3] = [("loss", -1), ("draw", 0), ("win", 1)];

impl Bound {
    /// As it stands in a certificate: `at least win`.
    #[must_use]
    pub fn text(self) -> String {
        let name = |result: i8| RESULTS[(result + 1).clamp(0, 2) as usize].0;
        match self {
            Bound::AtLeast(result) => format!("at least {}", name(result)),
            Bound::AtMost(result) => format!("at most {}", name(result)),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (which, name) = text.rsplit_once(' ')?;
        let result = RESULTS.iter().find(|(it, _)| *it == name)?.1;
        match which {
            "at least" => Some(Bound::AtLeast(result)),
            "at most" => Some(Bound::AtMost(result)),
            _ => None,
        }
    }
}

impl<'t> Certificate<'t> {
    /// Reads the text of a certificate.
    ///
    /// # Errors
    /// The first line that does not follow docs/certificates.md.
    pub fn read(text: &'t str) -> Result<Self, Fault> {
        let mut lines = (1..).zip(text.lines()).peekable();
        let mut next = |what: &str| {
            lines.next().ok_or_else(|| {
                Fault::at(text.lines().count(), format!("{what} is missing: the file is cut off"))
            })
        };
        let (_, first) = next("everything")?;
        if first != VERSION {
            let what = if first.starts_with("crosscut certificate ") {
                format!("a certificate of another version: this program reads '{VERSION}'")
            } else {
                format!("not a certificate: the first line should be '{VERSION}'")
            };
            return Err(Fault::at(1, what));
        }
        let (at, line) = next("the game")?;
        let game = line
            .strip_prefix("game ")
            .ok_or_else(|| Fault::at(at, "expected 'game' and a game's name and options"))?;
        let mut it = Certificate {
            game,
            setup: None,
            moves: Vec::new(),
            facts: Vec::new(),
            claims: Vec::new(),
        };
        loop {
            let (at, line) = next("the line 'end'")?;
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let early = it.claims.is_empty() && it.facts.is_empty();
            match word {
                "setup" if early && it.setup.is_none() && it.moves.is_empty() => {
                    it.setup = Some(rest);
                }
                "moves" if early && it.moves.is_empty() => {
                    it.moves = rest.split_whitespace().collect();
                }
                "won" | "join" | "most" | "trees" | "play" | "dead" | "capture"
                    if it.claims.is_empty() =>
                {
                    it.facts.push((at, line));
                }
                "claim" => {
                    let (bound, ply) = match rest.split_once(" by ") {
                        None => (rest, None),
                        Some((bound, ply)) => (bound, Some(ply)),
                    };
                    let bound = Bound::read(bound).ok_or_else(|| {
                        Fault::at(
                            at,
                            "a claim is 'at least' or 'at most', and 'win', 'draw' or 'loss'",
                        )
                    })?;
                    it.claims.push((at, Claim { bound, ply, walk: Vec::new() }));
                }
                "walk" => match it.claims.last_mut() {
                    Some((_, claim)) => {
                        claim.walk.extend(rest.split_whitespace().map(|token| (at, token)));
                    }
                    None => {
                        return Err(Fault::at(
                            at,
                            "a walk belongs to the claim before it, and there is none",
                        ));
                    }
                },
                "end" if rest.is_empty() => break,
                _ => {
                    let word: String = word.chars().take(20).collect();
                    return Err(Fault::at(at, format!("a line cannot begin with '{word}' here")));
                }
            }
        }
        if let Some((at, _)) = lines.next() {
            return Err(Fault::at(at, "there is something after the line 'end'"));
        }
        if it.claims.is_empty() {
            return Err(Fault::at(text.lines().count(), "nothing is claimed"));
        }
        Ok(it)
    }

    /// The lines before the facts.
    #[must_use]
    pub fn head(game: &str, setup: Option<&str>, moves: &[String]) -> String {
        let mut text = format!("{VERSION}\ngame {game}\n");
        if let Some(setup) = setup {
            let _ = writeln!(text, "setup {setup}");
        }
        if !moves.is_empty() {
            let _ = writeln!(text, "moves {}", moves.join(" "));
        }
        text
    }
}
