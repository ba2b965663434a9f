//! A board in pixels, for pages and mails: of a bounded size, whatever the board.

use std::net::{IpAddr, Ipv6Addr};

use crosscut_catalog::{PngError, Scene, png};

/// The network on whose behalf pictures for mails are drawn: the club itself.
pub(crate) const HOUSE: IpAddr = IpAddr::V6(Ipv6Addr::UNSPECIFIED);

/// The most pixels in a picture: each takes nine bytes while it is drawn.
const MOST_PIXELS: f64 = 2_000_000.0;
/// The least width of a picture, in pixels: a board that is so tall that it would become narrower has none.
const NARROWEST: u32 = 100;
/// The most shapes in a picture: each takes some kilobytes while it is drawn.
const MOST_SHAPES: usize = 20_000;

/// A picture.
#[derive(Debug)]
pub(crate) struct PngPicture {
    pub(crate) png: Vec<u8>,
    /// Its width in pixels: tall boards are drawn narrower than was asked for.
    pub(crate) width: u32,
}

/// Why there is no picture.
#[derive(Debug)]
pub(crate) enum PictureError {
    /// The board is too large for one.
    TooLarge,
    /// An error that should not happen.
    Broken(PngError),
}

/// Draws a board with this width, or as wide as possible. The size is checked before anything is drawn.
pub(crate) fn picture(scene: &Scene, width: u32) -> Result<PngPicture, PictureError> {
    let width = fitting(scene, width).ok_or(PictureError::TooLarge)?;
    let png = png(scene, Some(width)).map_err(PictureError::Broken)?;
    Ok(PngPicture { png, width })
}

/// The sentence for a board that has no picture.
pub(crate) fn too_large() -> String {
    format!(
        "this board is too large for a picture in pixels: it would have more than {MOST_PIXELS} of them or more than \
         {MOST_SHAPES} lines and stones. Ask for board.svg or board.txt"
    )
}

/// The width of a picture, at most the one asked for; `None` if there may be no picture.
fn fitting(scene: &Scene, width: u32) -> Option<u32> {
    let across = f64::from(scene.to.0 - scene.from.0);
    let down = f64::from(scene.to.1 - scene.from.1);
    let widest = (MOST_PIXELS * across / down).sqrt() as u32;
    let width = width.min(widest);
    (NARROWEST <= width && scene.shapes.len() <= MOST_SHAPES).then_some(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscut_catalog::{Ink, Shape, Spec};

    fn scene(across: f32, down: f32) -> Scene {
        Scene { title: "a test".into(), to: (across, down), ..Scene::default() }
    }

    /// Width and height from the file's header.
    fn size(png: &[u8]) -> (u32, u32) {
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    #[test]
    fn a_picture_has_two_million_pixels_at_most() {
        // As asked for, narrower, and not at all.
        assert_eq!(size(&picture(&scene(10.0, 10.0), 800).unwrap().png), (800, 800));
        let tall = picture(&scene(4.0, 178.0), 800).unwrap();
        let (width, height) = size(&tall.png);
        assert_eq!(width, tall.width);
        assert!((200..300).contains(&width) && width * height <= 2_000_000, "{width} x {height}");
        for none in [scene(1.0, 1000.0), scene(0.0, 1.0), scene(0.0, 0.0)] {
            assert!(matches!(picture(&none, 800), Err(PictureError::TooLarge)));
        }
        let line = Shape::Line { from: (0.0, 0.0), to: (1.0, 1.0), width: 0.1, ink: Ink::Text };
        let full = Scene { shapes: vec![line; MOST_SHAPES + 1], ..scene(10.0, 10.0) };
        assert!(matches!(picture(&full, 800), Err(PictureError::TooLarge)));
        assert!(too_large().contains("2000000"), "{}", too_large());
    }

    #[test]
    fn the_largest_boards_have_pictures() {
        for spec in ["hex:size=26", "quadrant-hex:size=26", "trichet:num_tiles=200"] {
            let position = spec.parse::<Spec>().unwrap().start();
            assert_eq!(fitting(&position.scene(), 800), Some(800), "{spec}");
        }
    }
}
