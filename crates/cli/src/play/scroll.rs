/// A page of text over the board, with its scroll position.
#[derive(Clone, Debug)]
pub(crate) struct Scroll {
    text: String,
    top: usize,
    /// How many lines the page had, and how many were visible, when it was last drawn.
    size: (usize, usize),
}

impl Scroll {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Scroll { text: text.into(), top: 0, size: (0, 0) }
    }

    /// Scrolls by screens and lines; negative numbers scroll back. It stops at the ends.
    pub(crate) fn by(&mut self, screens: isize, lines: isize) {
        let (all, seen) = self.size;
        // Two lines stay on the screen, so that the reader keeps the place.
        let screen = seen.saturating_sub(2).max(1) as isize;
        let top =
            self.top.saturating_add_signed(screens.saturating_mul(screen).saturating_add(lines));
        self.top = top.min(all.saturating_sub(seen));
    }

    /// The lines visible in a window, and how many follow. Longer lines are split.
    pub(crate) fn lines(&mut self, width: usize, height: usize) -> (Vec<String>, usize) {
        let chars = self.text.lines().map(|line| line.chars().collect::<Vec<char>>());
        let pieces = chars.flat_map(|line| match line.len() {
            0 => vec![String::new()],
            _ => line.chunks(width.max(1)).map(|piece| piece.iter().collect()).collect(),
        });
        let pieces: Vec<String> = pieces.collect();
        self.size = (pieces.len(), height);
        self.by(0, 0);
        let left = pieces.len().saturating_sub(self.top + height);
        (pieces.into_iter().skip(self.top).take(height).collect(), left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_scrolls_to_its_ends_and_no_further() {
        let mut page = Scroll::new("a\nb\n\nlonger\ne");
        assert_eq!(page.lines(4, 3), (vec!["a".into(), "b".into(), String::new()], 3));
        page.by(1, 0);
        assert_eq!(page.lines(4, 3), (vec!["b".into(), String::new(), "long".into()], 2));
        page.by(isize::MAX, 0);
        assert_eq!(page.lines(4, 3), (vec!["long".into(), "er".into(), "e".into()], 0));
        page.by(isize::MIN, 0);
        assert_eq!(page.lines(4, 1), (vec!["a".into()], 5));
        assert_eq!(page.lines(0, 0).0, Vec::<String>::new());
    }
}
