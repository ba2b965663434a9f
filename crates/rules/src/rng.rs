/// A small, fast random number generator: xoshiro256++ (Blackman and Vigna, 2019), seeded by SplitMix64.
///
/// It is here, and not in a dependency, because a seed must give the same game for ever and on every machine.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator that belongs to a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut x = seed;
        let state = std::array::from_fn(|_| {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = x;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        Rng { state }
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let t = b << 17;
        let c = c ^ a;
        let d = d ^ b;
        self.state = [a ^ d, b ^ c, c ^ t, d.rotate_left(45)];
        result
    }

    /// A random number from 0 to `n - 1`. The bias is at most `n / 2^32`, far below what a billion games could show.
    ///
    /// `n` should be above 0; with 0 the result is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// A random item of a slice.
    ///
    /// # Panics
    /// If the slice is empty.
    #[inline]
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn a_seed_gives_the_same_numbers_for_ever() {
        // SplitMix64(0) begins e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f, f88bb8a8724c81ec (Vigna's reference).
        let mut rng = Rng::new(0);
        assert_eq!(
            rng.state,
            [
                0xe220_a839_7b1d_cdaf,
                0x6e78_9e6a_a1b9_65f4,
                0x06c4_5d18_8009_454f,
                0xf88b_b8a8_724c_81ec
            ]
        );
        // And xoshiro256++ goes on from there with these.
        for expected in [
            0x5317_5d61_490b_23df,
            0x61da_6f3d_c380_d507,
            0x5c0f_df91_ec9a_7bfc,
            0x02ee_bf8c_3bbe_5e1a,
            0x7eca_04eb_af4a_5eea,
            0x0543_c377_57f0_8d9a,
            0xdb74_90c7_5ab5_026e,
            0xd873_43e6_464b_c959,
        ] {
            assert_eq!(rng.next_u64(), expected);
        }
    }

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut rng = Rng::new(7);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[rng.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }
}
