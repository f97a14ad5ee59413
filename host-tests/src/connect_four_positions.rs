//! Seeded Connect-Four positions to measure on.

use plywood::games::ConnectFour;

use crate::positions;

/// The position after 4 to 11 random moves, never one that is over.
pub fn position(seed: u64) -> ConnectFour {
    positions::position(&ConnectFour::new(), 4..12, seed, |game| game.end().is_none())
}
