use crosscut_search::Evaluate;

use super::Trellis;

impl Evaluate for Trellis {}
