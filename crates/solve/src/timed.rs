use crate::{Bounds, Child, Node, mix};

/// The question whether one side, the attacker, has won after at most so many plies. 1 and -1 are the only results: a
/// draw, or a win that takes longer, is none.
#[derive(Clone, Debug)]
pub(crate) struct Timed<N> {
    node: N,
    left: u32,
    /// Whether the attacker is to move.
    attacking: bool,
}

impl<N: Node> Timed<N> {
    pub(crate) fn new(node: N, left: u32, attacking: bool) -> Self {
        Timed { node, left, attacking }
    }

    fn wrap(&self, key: u128, left: u32, attacking: bool) -> u128 {
        mix(key ^ (u128::from(left) * 2 + u128::from(attacking) + 1) << 80)
    }
}

impl<N: Node> Node for Timed<N> {
    type Ply = (N::Ply, bool);

    fn key(&self) -> u128 {
        self.wrap(self.node.key(), self.left, self.attacking)
    }

    fn look(&self, children: &mut Vec<Child<Self::Ply>>) -> Bounds {
        let mut plain = Vec::new();
        let bounds = self.node.look(&mut plain);
        let (won, out_of_time) = if self.attacking {
            (bounds.low > 0, Bounds::LOSS)
        } else {
            (bounds.high < 0, Bounds::WIN)
        };
        if bounds.low == bounds.high {
            return if won == self.attacking { Bounds::WIN } else { Bounds::LOSS };
        }
        if self.left == 0 {
            return out_of_time;
        }
        children.extend(plain.into_iter().map(|it| {
            let attacking = self.attacking == it.again;
            Child {
                key: self.wrap(it.key, self.left - 1, attacking),
                ply: (it.ply, attacking),
                again: it.again,
                sharp: false,
                gain: 0,
                hint: it.hint,
            }
        }));
        Bounds::OPEN
    }

    fn play(&mut self, (ply, attacking): Self::Ply) {
        self.node.play(ply);
        self.left = self.left.saturating_sub(1);
        self.attacking = attacking;
    }
}
