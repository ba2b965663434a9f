//! Geometry and bookkeeping that several games share.

mod bits;
pub(crate) mod broken;
pub(crate) mod cellwise;
mod chains;
pub(crate) mod checkered;
pub(crate) mod checkered_diagram;
pub(crate) mod checkered_scene;
mod connection;
mod fill;
mod graph;
mod judge;
mod lanes;
mod perfect;
mod playout;
mod point;
mod pressure;
pub(crate) mod race;
pub(crate) mod reduction;
pub(crate) mod rhombus;
pub(crate) mod rhombus_diagram;
pub(crate) mod rhombus_scene;
mod rhombus_view;
pub(crate) mod rows;
mod shuffle;
pub(crate) mod sites;
mod stones;
mod switching;
pub(crate) mod verified;

pub(crate) use bits::Bits;
pub(crate) use broken::Part;
pub(crate) use chains::Chains;
pub(crate) use checkered::checkered;
pub(crate) use connection::Connection;
pub(crate) use fill::{fill, fill_with};
pub(crate) use graph::{Graph, Joint};
pub(crate) use judge::Judge;
pub(crate) use lanes::Lanes;
pub(crate) use perfect::perfect;
pub(crate) use playout::playout;
pub use point::Point;
pub(crate) use pressure::pressures;
pub(crate) use race::Race;
pub(crate) use rhombus::rhombus;
pub(crate) use rhombus_view::{Goal, RhombusView};
pub(crate) use shuffle::shuffle;
pub(crate) use stones::{read_stones, settled};
pub(crate) use switching::{holds, trees, winning_among, winning_cells};

/// So many pieces, in words: `1 stone`, `2 stones`.
pub(crate) fn counted(n: usize, piece: &str) -> String {
    format!("{n} {piece}{}", if n == 1 { "" } else { "s" })
}
