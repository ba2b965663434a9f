//! Yardsticks, and measurements against them.
//!
//! A speed alone says more about the machine than about the program. So each speed of Crosscut is also given as a ratio to a
//! loop that anyone could have written in ten minutes, measured in the same run: [`yardstick`].

mod count;
mod cpu;
mod rival;
pub mod yardstick;

pub use count::{Count, measure};
pub use cpu::cpu_time;
pub use rival::{Kind, rival};
