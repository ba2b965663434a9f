use crosscut_search::Evaluate;

use super::Hex;

impl Evaluate for Hex {}
