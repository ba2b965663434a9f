use crosscut_rules::Position;

use crate::solve::result;
use crate::{Bounds, Child, Node, Solve, key_of};

/// A position of which the search knows the node, or else the rules.
pub(crate) enum Stand<'g, G: Solve> {
    Rules(&'g G, G::Position),
    /// Like `Rules`, but a ply is wanted even if it is known that there is one.
    Root(&'g G, G::Position),
    /// Like `Root`, among the candidates.
    Choice(&'g G, G::Position),
    Node(G::Node),
}

impl<'g, G: Solve> Stand<'g, G> {
    pub(crate) fn of(game: &'g G, position: G::Position) -> Self {
        match game.node(&position) {
            Some(node) => Stand::Node(node),
            None => Stand::Rules(game, position),
        }
    }
}

impl<G: Solve> Clone for Stand<'_, G> {
    fn clone(&self) -> Self {
        match self {
            Stand::Rules(game, position) => Stand::Rules(game, position.clone()),
            Stand::Root(game, position) => Stand::Root(game, position.clone()),
            Stand::Choice(game, position) => Stand::Choice(game, position.clone()),
            Stand::Node(node) => Stand::Node(node.clone()),
        }
    }
}

/// A ply of a [`Stand`].
pub(crate) enum Step<G: Solve> {
    Rules(<G::Position as Position>::Move),
    Node(<G::Node as Node>::Ply),
}

impl<G: Solve> Clone for Step<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Solve> Copy for Step<G> {}

impl<G: Solve> Node for Stand<'_, G> {
    type Ply = Step<G>;

    fn key(&self) -> u128 {
        match self {
            // Not the key of the same position's node, which knows other plies.
            Stand::Rules(_, position) => !key_of(position),
            Stand::Root(_, position) => key_of(&(position, "root")),
            Stand::Choice(_, position) => key_of(&(position, "choice")),
            Stand::Node(node) => node.key(),
        }
    }

    fn is_sharp(&self) -> bool {
        matches!(self, Stand::Node(node) if node.is_sharp())
    }

    fn has_points(&self) -> bool {
        match self {
            Stand::Rules(_, position) | Stand::Root(_, position) | Stand::Choice(_, position) => {
                G::lead(position).is_some()
            }
            Stand::Node(node) => node.has_points(),
        }
    }

    fn look(&self, children: &mut Vec<Child<Step<G>>>) -> Bounds {
        match self {
            Stand::Rules(game, position)
            | Stand::Root(game, position)
            | Stand::Choice(game, position) => {
                let lead = G::lead(position);
                if let Some(outcome) = position.outcome() {
                    return Bounds::exactly(lead.map_or(result(position, outcome), |_| 0));
                }
                let bounds = match self {
                    Stand::Root(..) | Stand::Choice(..) => Bounds::UNKNOWN,
                    _ => game.known(position),
                };
                if bounds.low == bounds.high {
                    return bounds;
                }
                let (turn, lead) = (position.turn(), lead.unwrap_or(0));
                let moves = match self {
                    Stand::Choice(game, position) => choices(*game, position),
                    _ => {
                        let mut moves = Vec::new();
                        position.moves(&mut moves);
                        moves
                    }
                };
                children.extend(moves.into_iter().map(|m| {
                    let mut next = position.clone();
                    next.play_unchecked(m);
                    let again = next.turn() == turn;
                    let then = G::lead(&next).unwrap_or(0);
                    let next = Stand::of(*game, next);
                    Child {
                        again,
                        sharp: next.is_sharp(),
                        gain: if again { then } else { -then } - lead,
                        ..Child::new(Step::Rules(m), next.key())
                    }
                }));
                bounds
            }
            Stand::Node(node) => {
                let mut plain = Vec::new();
                let bounds = node.look(&mut plain);
                children.extend(plain.into_iter().map(|it| Child {
                    ply: Step::Node(it.ply),
                    key: it.key,
                    again: it.again,
                    sharp: it.sharp,
                    gain: it.gain,
                    hint: it.hint,
                }));
                bounds
            }
        }
    }

    fn play(&mut self, ply: Step<G>) {
        match (&mut *self, ply) {
            (
                Stand::Rules(game, position)
                | Stand::Root(game, position)
                | Stand::Choice(game, position),
                Step::Rules(m),
            ) => {
                position.play_unchecked(m);
                *self = Stand::of(*game, position.clone());
            }
            (Stand::Node(node), Step::Node(ply)) => node.play(ply),
            _ => unreachable!("a stand is left by its own plies"),
        }
    }
}

/// The plies of a [`Stand::Choice`].
pub(crate) fn choices<G: Solve>(
    game: &G,
    position: &G::Position,
) -> Vec<<G::Position as Position>::Move> {
    game.candidates(position).unwrap_or_else(|| {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves
    })
}
