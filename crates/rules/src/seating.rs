/// What a decision of the opening is about, where seats and sides are not settled yet: one cuts, the other chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating<M> {
    /// The seat on turn lays what the other seat will choose a side of: the best ply is one that leaves both alike.
    Cut,
    /// The seat on turn takes a side.
    Choose {
        /// By side, the ply that takes it; `None` where it is taken by playing on, for the side to move.
        by: [Option<M>; 2],
    },
}
