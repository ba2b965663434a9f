use crosscut_catalog::{AnyPosition, Card, Ink, Point, Shape};

/// A number that two positions of a game share if one is the other rotated, mirrored, or with the sides exchanged.
///
/// It is computed from the drawing as seen by the side to move: from all distances between its own, the opponent's and neutral
/// shapes. Two positions that share it by chance are extremely rare, and then one of two puzzles is lost.
#[must_use]
pub fn likeness(card: &Card, position: &AnyPosition) -> u64 {
    let second = position.side() == Some(card.sides[1]);
    let scene = position.scene();
    let things: Vec<(u8, Point)> = scene
        .shapes
        .iter()
        .filter_map(|shape| Some((kind(shape, second)?, middle(shape)?)))
        .collect();
    let mut sum = things.len() as u64;
    for (at, &(kind, (x, y))) in things.iter().enumerate() {
        for &(other, (u, v)) in &things[..at] {
            let distance = ((x - u).hypot(y - v) * 64.0).round() as u64;
            let (low, high) = (kind.min(other), kind.max(other));
            // The order of the shapes must not matter.
            sum = sum.wrapping_add(mix(distance << 16 | u64::from(low) << 8 | u64::from(high)));
        }
    }
    mix(sum)
}

/// What a shape on the board is to the side to move; `None` for mere decoration.
fn kind(shape: &Shape, second: bool) -> Option<u8> {
    let ink = match shape {
        Shape::Line { ink, .. }
        | Shape::Polygon { ink, .. }
        | Shape::Disc { ink, .. }
        | Shape::Ring { ink, .. }
        | Shape::Sector { ink, .. } => *ink,
        Shape::Sign { .. } | Shape::Label { .. } => return None,
    };
    let (what, owner) = match ink {
        Ink::First => (0, false),
        Ink::Second => (0, true),
        Ink::EdgeFirst => (2, false),
        Ink::EdgeSecond => (2, true),
        Ink::Neutral => return Some(4),
        _ => return None,
    };
    Some(what + u8::from(owner != second))
}

fn middle(shape: &Shape) -> Option<Point> {
    match shape {
        Shape::Line { from, to, .. } => Some(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0)),
        Shape::Polygon { corners, .. } => {
            let n = corners.len() as f32;
            let (x, y) = corners.iter().fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
            Some((x / n, y / n))
        }
        Shape::Disc { at, .. } | Shape::Ring { at, .. } | Shape::Sector { at, .. } => Some(*at),
        Shape::Sign { .. } | Shape::Label { .. } => None,
    }
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
