use crate::Ink;

/// The colours of a picture: the usual ones unless a game's rules name its sides by colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Palette {
    /// The first side is navy, the second one orange: colours that hardly anybody confuses.
    #[default]
    Usual,
    /// The first side is brown, the second one green.
    BrownGreen,
    /// The first side is white, the second one blue.
    WhiteBlue,
}

impl Palette {
    /// Every palette.
    pub const ALL: [Palette; 3] = [Palette::Usual, Palette::BrownGreen, Palette::WhiteBlue];

    /// The colour of an ink in the built-in light style.
    #[must_use]
    pub const fn colour(self, ink: Ink) -> &'static str {
        match (self, ink) {
            (Palette::BrownGreen, Ink::EdgeFirst | Ink::First) => "#7a4a21",
            (Palette::BrownGreen, Ink::EdgeSecond | Ink::Second) => "#3f8f52",
            (Palette::BrownGreen, Ink::OnSecond) => "#ffffff",
            // Not green: brown tokens and green ones can win together, so the mark has the colour of neither side.
            (Palette::BrownGreen, Ink::Win) => "#2b3fa0",
            (Palette::WhiteBlue, Ink::EdgeFirst | Ink::First) => "#ffffff",
            (Palette::WhiteBlue, Ink::EdgeSecond | Ink::Second) => "#2f5fa8",
            (Palette::WhiteBlue, Ink::OnFirst) => "#26324a",
            (Palette::WhiteBlue, Ink::OnSecond) => "#ffffff",
            // White is a side here, and an empty cell must not look like it.
            (Palette::WhiteBlue, Ink::Cell) => "#e6dcc6",
            (Palette::WhiteBlue, Ink::Auto) => "#b3541e",
            (_, ink) => usual(ink),
        }
    }

    /// The colour of an ink as red, green and blue.
    #[cfg(any(feature = "png", test))]
    pub(crate) fn rgb(self, ink: Ink) -> [u8; 3] {
        let colour = self.colour(ink);
        [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).unwrap_or(0))
    }
}

const fn usual(ink: Ink) -> &'static str {
    match ink {
        Ink::Board => "#f6f1e7",
        Ink::Grid => "#8d8574",
        Ink::Cell => "#fbf9f4",
        Ink::HomeFirst => "#c9bfa9",
        Ink::HomeSecond => "#f3ecdd",
        Ink::EdgeFirst | Ink::First => "#1f3a5f",
        Ink::EdgeSecond | Ink::Second => "#e08e2b",
        Ink::OnFirst => "#ffffff",
        Ink::OnSecond => "#2a1a00",
        Ink::Neutral => "#6b6b6b",
        Ink::Last => "#c2185b",
        Ink::Auto => "#7b3fa0",
        Ink::Win => "#1b8a4b",
        Ink::Text => "#3d382e",
        Ink::Hint => "#2f80c2",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_on_each_other_differs() {
        for palette in Palette::ALL {
            for (one, other) in [
                (Ink::First, Ink::Second),
                (Ink::First, Ink::OnFirst),
                (Ink::Second, Ink::OnSecond),
                (Ink::Win, Ink::First),
                (Ink::Win, Ink::Second),
                (Ink::Last, Ink::First),
                (Ink::Last, Ink::Second),
                (Ink::Auto, Ink::First),
                (Ink::Auto, Ink::Second),
                (Ink::Auto, Ink::Last),
            ] {
                let [one, other] = [one, other].map(|ink| palette.rgb(ink).map(f64::from));
                let apart: f64 = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum();
                assert!(apart.sqrt() > 60.0, "{palette:?}: {one:?} {other:?}");
            }
        }
    }
}
