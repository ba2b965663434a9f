/// The parameters of the search. A decision's value is
///
/// > (1 - β) · share + β · all-moves-as-first share + `exploration` · sqrt(ln N / (n + 1))
/// > + `prior` · (what the game says) / (n + 1)
///
/// with β = m / (m + n + `bias` · m · n), where n is how often it was tried at its node, m how often anywhere below the
/// nearest node that was visited `reference` times (GRAVE: Cazenave, 2015), and N how often its node was visited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How strongly rarely tried decisions attract the search.
    pub exploration: f32,
    /// How soon the all-moves-as-first share loses its weight; if this is infinite it is not used at all.
    pub bias: f32,
    /// How many visits a node needs for its all-moves-as-first table to be used at the nodes below it.
    pub reference: u32,
    /// How many visits the game's own opinion is worth.
    pub prior: f32,
    /// The value of an untried decision, above the share of its node (first-play urgency).
    pub urgency: f32,
    /// How many visits a node needs before it is opened, in a tree that is almost empty; twice as many when the tree is a
    /// quarter full, and so on.
    pub patience: u32,
    /// How many visits a node needs before the game studies it: see [`View::study`](crate::View::study). Never if this is 0.
    pub study: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            exploration: 0.15,
            bias: 0.01,
            reference: 25,
            prior: 0.5,
            urgency: 0.1,
            patience: 2,
            study: 0,
        }
    }
}
