/// What a ply decides in an opening where seats and sides are not settled yet: one seat cuts, the other chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating<M> {
    /// The seat to move makes a position in which the other seat will choose a side: the best ply leaves both sides equally
    /// good.
    Cut,
    /// The seat to move chooses a side.
    Choose {
        /// For each side, the ply that takes it; `None` for the side to move, which is taken by playing on.
        by: [Option<M>; 2],
    },
}

impl<M> Seating<M> {
    /// The same with each ply told in another way.
    #[must_use]
    pub fn map<N>(self, mut told: impl FnMut(M) -> N) -> Seating<N> {
        match self {
            Seating::Cut => Seating::Cut,
            Seating::Choose { by } => Seating::Choose { by: by.map(|ply| ply.map(&mut told)) },
        }
    }
}
