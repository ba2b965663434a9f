use crosscut_rules::Position;

use crate::solve::result;
use crate::{Bounds, Child, Node, Solve, key_of};

/// A node that a question is asked about: the game's own where it has one, else a position and the rules.
pub(crate) enum RootNode<'g, G: Solve> {
    Rules(&'g G, G::Position, Wanted),
    Game(G::Node),
}

/// What is wanted of a position of which only the rules are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Its result. No ply is looked at if that is known without.
    Result,
    /// A ply of the game that brings it about.
    Ply,
    /// Such a ply, but only one of the candidates.
    Candidate,
}

impl<'g, G: Solve> RootNode<'g, G> {
    pub(crate) fn of(game: &'g G, position: G::Position) -> Self {
        match game.node(&position) {
            Some(node) => RootNode::Game(node),
            None => RootNode::Rules(game, position, Wanted::Result),
        }
    }
}

impl<G: Solve> Clone for RootNode<'_, G> {
    fn clone(&self) -> Self {
        match self {
            RootNode::Rules(game, position, wanted) => {
                RootNode::Rules(game, position.clone(), *wanted)
            }
            RootNode::Game(node) => RootNode::Game(node.clone()),
        }
    }
}

/// A ply of a [`RootNode`].
pub(crate) enum RootPly<G: Solve> {
    Rules(<G::Position as Position>::Move),
    Game(<G::Node as Node>::Ply),
}

impl<G: Solve> Clone for RootPly<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Solve> Copy for RootPly<G> {}

impl<G: Solve> Node for RootNode<'_, G> {
    type Ply = RootPly<G>;

    fn key(&self) -> u128 {
        match self {
            // Not the key of the same position's node, which knows other plies.
            RootNode::Rules(_, position, Wanted::Result) => !key_of(position),
            RootNode::Rules(_, position, Wanted::Ply) => key_of(&(position, "root")),
            RootNode::Rules(_, position, Wanted::Candidate) => key_of(&(position, "choice")),
            RootNode::Game(node) => node.key(),
        }
    }

    fn is_sharp(&self) -> bool {
        matches!(self, RootNode::Game(node) if node.is_sharp())
    }

    fn has_points(&self) -> bool {
        match self {
            RootNode::Rules(_, position, _) => G::lead(position).is_some(),
            RootNode::Game(node) => node.has_points(),
        }
    }

    fn look(&self, children: &mut Vec<Child<RootPly<G>>>) -> Bounds {
        let (game, position, wanted) = match self {
            RootNode::Rules(game, position, wanted) => (*game, position, *wanted),
            RootNode::Game(node) => {
                let mut plain = Vec::new();
                let bounds = node.look(&mut plain);
                children.extend(plain.into_iter().map(|it| Child {
                    ply: RootPly::Game(it.ply),
                    key: it.key,
                    again: it.again,
                    sharp: it.sharp,
                    gain: it.gain,
                    hint: it.hint,
                }));
                return bounds;
            }
        };
        let lead = G::lead(position);
        if let Some(outcome) = position.outcome() {
            return Bounds::exactly(lead.map_or(result(position, outcome), |_| 0));
        }
        let bounds = match wanted {
            Wanted::Result => game.known(position),
            Wanted::Ply | Wanted::Candidate => Bounds::UNKNOWN,
        };
        if bounds.low == bounds.high {
            return bounds;
        }
        let (turn, lead) = (position.turn(), lead.unwrap_or(0));
        let moves = match wanted {
            Wanted::Candidate => candidates(game, position),
            Wanted::Result | Wanted::Ply => all(position),
        };
        children.extend(moves.into_iter().map(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            let again = next.turn() == turn;
            let then = G::lead(&next).unwrap_or(0);
            let next = RootNode::of(game, next);
            Child {
                again,
                sharp: next.is_sharp(),
                gain: if again { then } else { -then } - lead,
                ..Child::new(RootPly::Rules(m), next.key())
            }
        }));
        bounds
    }

    fn play(&mut self, ply: RootPly<G>) {
        match (&mut *self, ply) {
            (RootNode::Rules(game, position, _), RootPly::Rules(m)) => {
                position.play_unchecked(m);
                *self = RootNode::of(*game, position.clone());
            }
            (RootNode::Game(node), RootPly::Game(ply)) => node.play(ply),
            _ => unreachable!("a node is left by its own plies"),
        }
    }
}

/// The plies that are looked at where a [`Wanted::Candidate`] is.
pub(crate) fn candidates<G: Solve>(
    game: &G,
    position: &G::Position,
) -> Vec<<G::Position as Position>::Move> {
    game.candidates(position).unwrap_or_else(|| all(position))
}

fn all<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}
