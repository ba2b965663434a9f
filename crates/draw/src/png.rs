use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use tiny_skia::Pixmap;

use crate::Scene;
use crate::pixels::pixels;

/// The reason why a scene cannot be drawn: a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PngError(String);

/// Draws a scene as a PNG, `width` pixels wide, or as wide as its SVG if that is `None`.
///
/// The picture looks like its [`svg`](fn@crate::svg), and is the same on every machine: the font comes with the program.
///
/// # Errors
/// A scene without an extent, or a picture that is too large for memory.
pub fn png(scene: &Scene, width: Option<u32>) -> Result<Vec<u8>, PngError> {
    let pixels = pixels(scene, width).map_err(PngError)?;
    packed(&pixels).map_err(|error| PngError(format!("the picture cannot be packed: {error}")))
}

/// The pixels as a PNG. Few inks make few colours: with a palette only a quarter of the bytes have to be packed, and flat
/// areas need no filter.
fn packed(pixels: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(4));
    let (indices, colours) = indexed(pixels);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(colours.iter().flat_map(|it| [it[0], it[1], it[2]]).collect::<Vec<u8>>());
    encoder.set_trns(colours.iter().map(|it| it[3]).collect::<Vec<u8>>());
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(file)
}

/// A colour with its opacity.
type Colour = [u8; 4];

/// Each pixel as the index of a colour, and the colours: the 256 most frequent ones. All others are soft edges, which take the
/// nearest of these.
fn indexed(pixels: &Pixmap) -> (Vec<u8>, Vec<Colour>) {
    let mut counts: HashMap<Colour, u32> = HashMap::new();
    let mut all: Vec<Colour> = Vec::with_capacity(pixels.pixels().len());
    for run in pixels.pixels().chunk_by(|a, b| a == b) {
        let pixel = run[0].demultiply();
        let colour = [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()];
        *counts.entry(colour).or_default() += run.len() as u32;
        all.extend(std::iter::repeat_n(colour, run.len()));
    }
    let mut colours: Vec<(Colour, u32)> = counts.into_iter().collect();
    // Ties have a fixed order, so that the same picture always gives the same file.
    colours.sort_unstable_by_key(|(colour, n)| (std::cmp::Reverse(*n), *colour));
    let palette: Vec<Colour> = colours.iter().take(256).map(|(colour, _)| *colour).collect();
    let distance = |a: &Colour, b: &Colour| -> u32 {
        a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    let nearest = |colour: &Colour| {
        let number = (0..palette.len()).min_by_key(|n| distance(&palette[*n], colour));
        number.map_or(0, |it| it as u8)
    };
    let numbers: HashMap<Colour, u8> =
        colours.iter().map(|(colour, _)| (*colour, nearest(colour))).collect();
    let mut indices = Vec::with_capacity(all.len());
    for run in all.chunk_by(|a, b| a == b) {
        indices.extend(std::iter::repeat_n(numbers[&run[0]], run.len()));
    }
    (indices, palette)
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

    /// The width and height in the header of the file.
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
    fn many_colours_become_the_256_that_fill_the_most() {
        let mut pixels = Pixmap::new(40, 20).unwrap();
        let opaque =
            |red: u8, green: u8| tiny_skia::ColorU8::from_rgba(red, green, 0, 255).premultiply();
        // Half of the picture has one colour, the other half four hundred.
        for (n, pixel) in pixels.pixels_mut().iter_mut().enumerate() {
            *pixel =
                if n < 400 { opaque(9, 9) } else { opaque((n % 20 * 2) as u8, (n / 20) as u8) };
        }
        let (indices, colours) = indexed(&pixels);
        assert_eq!((indices.len(), colours.len()), (800, 256));
        for (index, pixel) in indices.iter().zip(pixels.pixels()) {
            let colour = colours[usize::from(*index)];
            assert!(
                colour[0].abs_diff(pixel.red()) <= 16 && colour[1].abs_diff(pixel.green()) <= 16
            );
        }
        assert_eq!(colours[usize::from(indices[7])], [9, 9, 0, 255]);
    }

    #[test]
    fn what_has_no_size_or_too_much_is_refused() {
        let refusal = |scene: &Scene, width| png(scene, width).unwrap_err().to_string();
        assert_eq!(refusal(&Scene::default(), None), "the drawing has no extent");
        assert_eq!(
            refusal(&scene(Vec::new()), Some(u32::MAX)),
            "a picture of 4294967295 x 2147483648 pixels is impossible"
        );
    }
}
