//! Geometry and bookkeeping that several games share.

mod bits;
mod chains;
pub(crate) mod checkered;
pub(crate) mod checkered_diagram;
pub(crate) mod checkered_scene;
mod connection;
mod fill;
mod graph;
mod judge;
mod lanes;
mod playout;
mod point;
pub(crate) mod race;
pub(crate) mod reduction;
pub(crate) mod rhombus;
pub(crate) mod rhombus_diagram;
pub(crate) mod rhombus_scene;
mod shuffle;
mod stones;
mod switching;

pub(crate) use bits::Bits;
pub(crate) use chains::Chains;
pub(crate) use checkered::checkered;
pub(crate) use connection::Connection;
pub(crate) use fill::{fill, fill_with};
pub(crate) use graph::{Graph, Joint};
pub(crate) use judge::Judge;
pub(crate) use lanes::Lanes;
pub(crate) use playout::playout;
pub use point::Point;
pub(crate) use race::Race;
pub(crate) use rhombus::rhombus;
pub(crate) use shuffle::shuffle;
pub(crate) use stones::read_stones;
pub(crate) use switching::{holds, winning_cells};
