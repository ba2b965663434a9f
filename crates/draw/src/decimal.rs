use std::fmt;

/// A number of a drawing, in board units. `Display` prints it with up to `PLACES` decimals, without trailing zeros, and never
/// as negative zero. Pages have tens of thousands of them, and this is several times as fast as `{:.2}`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decimal<const PLACES: u32>(pub f32);

impl<const PLACES: u32> fmt::Display for Decimal<PLACES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = 10_u64.pow(PLACES);
        // Ties round to even, as `{:.2}` does.
        let scaled = (f64::from(self.0) * scale as f64).round_ties_even();
        let (mut rest, mut places) = (scaled.abs() as u64, PLACES);
        while places > 0 && rest.is_multiple_of(10) {
            rest /= 10;
            places -= 1;
        }
        // From the last digit to the first; a 64-bit number has at most twenty.
        let (mut text, mut from) = ([0; 24], 24);
        let mut put = |byte: u8| {
            from -= 1;
            text[from] = byte;
        };
        for at in 0.. {
            if at == places && at > 0 {
                put(b'.');
            }
            if at > places && rest == 0 {
                break;
            }
            put(b'0' + (rest % 10) as u8);
            rest /= 10;
        }
        if scaled < 0.0 {
            put(b'-');
        }
        f.write_str(std::str::from_utf8(&text[from..]).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_the_standard_library_says_without_zeros_behind() {
        let slow = |x: f32| {
            let text = format!("{x:.2}");
            let text = text.trim_end_matches('0').trim_end_matches('.').to_string();
            if text == "-0" { "0".to_string() } else { text }
        };
        let steps = (-100_000..100_000).map(|it| it as f32 / 1024.0);
        let some = [0.0, -0.0, -0.001, 0.005, 0.015, 0.125, 100.0, 999.995, -0.5, 1e6, 12345.678];
        for x in steps.chain(some) {
            assert_eq!(Decimal::<2>(x).to_string(), slow(x), "{x}");
        }
        assert_eq!(Decimal::<3>(2.0625).to_string(), "2.062");
        assert_eq!(Decimal::<3>(-10.5).to_string(), "-10.5");
        assert_eq!(Decimal::<0>(10.5).to_string(), "10");
        assert!(Decimal::<3>(f32::MAX).to_string().len() > 10 && f32::NAN.is_nan());
    }
}
