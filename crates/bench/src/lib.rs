//! Yardsticks, and what is measured against them.
//!
//! A speed alone says more about the machine than about the program. So every speed of ours is also told as a ratio to a
//! loop that anyone could have written in ten minutes, measured in the same run: [`yardstick`].

pub mod yardstick;
