//! Addresses as QR codes.

use std::fmt::Write;

use askama::Template;
use qrcode::{Color, EcLevel, QrCode};

/// A code with its margin.
#[derive(Template)]
#[template(path = "qr.html")]
struct QrView {
    /// The number of modules in a row, with the margin.
    side: usize,
    /// The dark modules.
    path: String,
}

/// A QR code as SVG, dark on light whatever the theme; `None` if the text is too long for one.
pub(crate) fn svg(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let n = code.width();
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(n).enumerate() {
        let mut x = 0;
        while x < n {
            let run = row[x..].iter().take_while(|it| **it == Color::Dark).count();
            if 0 < run {
                let _ = write!(path, "M{x} {y}h{run}v1h-{run}z");
            }
            x += run.max(1);
        }
    }
    QrView { side: n + 8, path }.render().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_corners_are_there() {
        let svg = svg("https://club.example/challenge/7?code=0123456789abc").unwrap();
        // Version 4: 33 modules, with a finder pattern of 7 in a row at the top left and at the top right.
        assert!(svg.contains("viewBox=\"-4 -4 41 41\""), "{svg}");
        assert!(svg.contains("M0 0h7v1h-7z") && svg.contains("M26 0h7v1h-7z"), "{svg}");
        assert!(svg.contains("M0 32h7v1h-7z"), "{svg}");
        assert!(super::svg(&"x".repeat(4000)).is_none());
    }
}
