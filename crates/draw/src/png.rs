use std::error::Error;
use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{Scene, svg};

/// Why there is no picture: a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

/// Draws a scene as a PNG, `width` pixels wide, or as wide as its SVG says.
///
/// The picture is made from [`svg`] and is the same on every machine: the font comes with the program.
///
/// # Errors
/// A scene without an extent, or a picture too large for the memory.
pub fn png(scene: &Scene, width: Option<u32>) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(&svg(scene), &options())
        .map_err(|error| PngError(format!("the drawing cannot be turned into pixels: {error}")))?;
    let size = tree.size();
    let width = width.unwrap_or_else(|| size.width().ceil() as u32);
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).ceil() as u32;
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| PngError(format!("a picture of {width} x {height} pixels is impossible")))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError(format!("the picture cannot be packed: {error}")))
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    // The only font stands for every family, `sans-serif` of our labels among them.
    fonts.set_sans_serif_family("Hack");
    fonts.set_serif_family("Hack");
    options
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PngError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ink, Shape};

    fn scene(shapes: Vec<Shape>) -> Scene {
        Scene {
            title: "a test".into(),
            from: (-1.0, -1.0),
            to: (3.0, 1.0),
            shapes,
            ..Scene::default()
        }
    }

    /// Width and height as the file's head says.
    fn size(png: &[u8]) -> (u32, u32) {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    #[test]
    fn the_width_decides_the_height() {
        assert_eq!(size(&png(&scene(Vec::new()), None).unwrap()), (160, 80));
        assert_eq!(size(&png(&scene(Vec::new()), Some(50)).unwrap()), (50, 25));
    }

    #[test]
    fn letters_are_drawn_without_a_font_on_the_machine() {
        let label = |text: &str| Shape::Label {
            at: (1.0, 0.0),
            size: 0.8,
            text: text.into(),
            ink: Ink::Text,
        };
        let picture = |text: &str| png(&scene(vec![label(text)]), None).unwrap();
        assert_ne!(picture("A"), picture(""));
        assert_ne!(picture("A"), picture("B"));
    }

    #[test]
    fn a_scene_without_extent_is_refused() {
        assert!(
            png(&Scene::default(), None).unwrap_err().to_string().starts_with("the drawing cannot")
        );
    }
}
