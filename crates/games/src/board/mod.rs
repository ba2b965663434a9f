//! Geometry and bookkeeping that several games share.

mod bits;
mod chains;
pub(crate) mod checkered;
pub(crate) mod checkered_diagram;
pub(crate) mod checkered_scene;
mod connection;
mod graph;
mod playout;
mod point;
mod stones;
mod switching;

pub(crate) use bits::Bits;
pub(crate) use chains::Chains;
pub(crate) use checkered::checkered;
pub(crate) use connection::Connection;
pub(crate) use graph::{Graph, Joint};
pub(crate) use playout::playout;
pub use point::Point;
pub(crate) use stones::read_stones;
pub(crate) use switching::{holds, winning_cells};
