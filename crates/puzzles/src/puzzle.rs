use std::collections::HashMap;
use std::fmt;

use crosscut_catalog::{AnyPosition, Line, Setup, Spec};
use serde::{Deserialize, Serialize};

use crate::grade::GRADES;
use crate::{Answer, Fault, Verdict};

/// A position with exactly one winning turn. `Display` prints it as its line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Eight letters and digits, derived from the game and the position: see [`Puzzle::id_of`].
    pub id: String,
    /// The game and its options.
    pub spec: String,
    /// The set-up the moves begin from, if not the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The plies that lead to the position.
    pub moves: Vec<String>,
    /// The name of the side to move, which wins.
    pub side: String,
    /// The one turn that wins.
    pub solution: String,
    /// How hard it is, 1 to 8: see [`grade`](fn@crate::grade).
    pub grade: u8,
    /// How many plies the game lasts, the solution included, if the winner hurries and the loser delays; `None` if that could
    /// not be determined.
    pub plies: Option<u32>,
    /// The number of legal turns.
    pub legal: usize,
    /// The best defence against the solution; empty if the game is then over.
    pub defence: Vec<String>,
}

impl Puzzle {
    /// The position as a line that ends with it.
    ///
    /// # Errors
    /// The part that is not a valid game, set-up or ply.
    pub fn line(&self) -> Result<Line, Fault> {
        let spec: Spec = self
            .spec
            .parse()
            .map_err(|it: crosscut_catalog::SpecError| Fault::Position(it.to_string()))?;
        let mut line = match &self.setup {
            None => Line::new(spec),
            Some(setup) => Setup::parse(setup)
                .and_then(|setup| Line::from_setup(spec, setup))
                .map_err(|error| Fault::Position(error.to_string()))?,
        };
        for ply in &self.moves {
            line.play(ply).map_err(|error| Fault::Position(error.to_string()))?;
        }
        Ok(line)
    }

    /// The id of a position: 40 bits of a hash of the spec, the side to move and the diagram, so that one position makes one
    /// puzzle, however it was reached.
    #[must_use]
    pub fn id_of(spec: &Spec, position: &AnyPosition) -> String {
        const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let text = format!("{spec}\n{}\n{position}", position.side().unwrap_or_default());
        // FNV-1a with its bits mixed: nothing secret depends on it.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let mixed = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..8).map(|at| LETTERS[(mixed >> (24 + 5 * at)) as usize % 32] as char).collect()
    }

    /// The answer to the solution, which led to this position: nothing has to be computed.
    #[must_use]
    pub fn right(&self, after: &AnyPosition) -> Answer {
        Answer {
            verdict: if after.outcome().is_some() { Verdict::Won } else { Verdict::Wins },
            plies: self.defence.clone(),
            lasts: self.plies.map(|it| it.saturating_sub(1)),
        }
    }

    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        self.spec.split(':').next().unwrap_or_default()
    }

    /// Checks everything that needs no proof; returns the puzzle's line.
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn look_over(&self) -> Result<Line, Fault> {
        let line = self.line()?;
        let position = line.position();
        let side = position.side().ok_or(Fault::Over)?;
        if side != self.side {
            return Err(Fault::Side(side.to_string()));
        }
        let id = Puzzle::id_of(line.spec(), position);
        if id != self.id {
            return Err(Fault::Id(id));
        }
        if !GRADES.contains(&self.grade) {
            return Err(Fault::Grade(self.grade));
        }
        let mut after = position.clone();
        match after.play(&self.solution) {
            Err(error) => return Err(Fault::Solution(error.to_string())),
            Ok(ply) if ply != self.solution => return Err(Fault::Spelling(ply)),
            Ok(_) => {}
        }
        for ply in &self.defence {
            after.play(ply).map_err(|error| Fault::Defence(error.to_string()))?;
        }
        if self.legal != position.count() {
            return Err(Fault::Legal(position.count()));
        }
        Ok(line)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// Reads puzzles, one per line; empty lines are skipped.
///
/// # Errors
/// The number of the first line that is not a puzzle or repeats an id, and why.
pub fn read(text: &str) -> Result<Vec<Puzzle>, (usize, Fault)> {
    let (mut puzzles, mut ids) = (Vec::new(), HashMap::new());
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let puzzle: Puzzle =
            serde_json::from_str(line).map_err(|error| (at + 1, Fault::Json(error.to_string())))?;
        if let Some(before) = ids.insert(puzzle.id.clone(), at + 1) {
            return Err((at + 1, Fault::Twice(before)));
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}
