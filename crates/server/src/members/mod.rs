//! What members may have and do besides their turns: bounds, pairing, their data as files, leaving for good.

mod acting;
pub(crate) mod bounds;
pub(crate) mod export;
pub(crate) mod leaving;
pub(crate) mod pairing;
