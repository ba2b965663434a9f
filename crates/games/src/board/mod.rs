//! The geometry and data structures that several games share.

mod bits;
mod broken;
pub(crate) mod cellwise;
mod chains;
pub(crate) mod checkered;
pub(crate) mod checkered_diagram;
pub(crate) mod checkered_scene;
mod connection;
pub(crate) mod connection_game;
mod fill;
pub(crate) mod five;
mod graph;
mod judge;
mod lanes;
mod part;
mod perfect;
mod point;
mod pressure;
pub(crate) mod race;
pub(crate) mod reduction;
pub(crate) mod rhombus;
pub(crate) mod rhombus_diagram;
mod rhombus_goal;
pub(crate) mod rhombus_scene;
mod rhombus_view;
pub(crate) mod rows;
mod shuffle;
pub(crate) mod sites;
mod stones;
mod switching;
pub(crate) mod walk;

pub(crate) use bits::Bits;
pub(crate) use chains::Chains;
pub(crate) use checkered::{Checkered, checkered};
pub(crate) use connection::Connection;
pub use connection_game::{ConnectionBoard, ConnectionGame, ConnectionPosition, ConnectionRules};
pub(crate) use fill::{fill, fill_with};
pub(crate) use graph::{Graph, Joint};
pub(crate) use judge::Judge;
pub(crate) use lanes::Lanes;
pub(crate) use part::Part;
pub(crate) use perfect::perfect;
pub use point::Point;
pub(crate) use pressure::pressures;
pub(crate) use race::Race;
pub(crate) use rhombus::{Rhombus, rhombus};
pub(crate) use rhombus_goal::RhombusGoal;
pub(crate) use rhombus_view::player as rhombus_player;
pub(crate) use shuffle::shuffle;
pub(crate) use stones::{read_stones, settled};
pub(crate) use switching::{holds, trees, winning_among, winning_cells};

/// A number of pieces, in words: `1 stone`, `2 stones`.
pub(crate) fn counted(n: usize, piece: &str) -> String {
    format!("{n} {piece}{}", if n == 1 { "" } else { "s" })
}
