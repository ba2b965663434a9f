use crosscut_rules::Rng;

/// Puts a slice into a random order; all orders are equally likely but for a bias below `2^-32`.
///
/// One random number serves for three draws: the fractional part that a multiplication leaves is used like a new random number
/// (Lemire's method, extended; Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", 2024). This is for
/// slices of up to a few thousand items; for longer ones the bias grows.
#[inline]
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    let mut left = items.len();
    while left > 3 {
        let mut word = rng.next_u64();
        for _ in 0..3 {
            let product = u128::from(word) * left as u128;
            word = product as u64;
            left -= 1;
            items.swap(left, (product >> 64) as usize);
        }
    }
    while left > 1 {
        let drawn = rng.below(left as u32) as usize;
        left -= 1;
        items.swap(left, drawn);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_order_is_equally_likely() {
        for (items, orders) in [(3, 6), (4, 24), (5, 120)] {
            let mut rng = Rng::new(items);
            let mut seen: HashMap<Vec<u64>, u32> = HashMap::new();
            for _ in 0..1000 * orders {
                let mut order: Vec<u64> = (0..items).collect();
                shuffle(&mut order, &mut rng);
                *seen.entry(order).or_default() += 1;
            }
            assert_eq!(seen.len(), orders as usize);
            // Five standard deviations.
            assert!(seen.values().all(|n| (842..=1158).contains(n)), "{seen:?}");
        }
    }
}
