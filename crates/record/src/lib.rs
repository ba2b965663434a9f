//! A game written down.
