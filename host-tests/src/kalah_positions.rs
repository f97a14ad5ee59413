//! Seeded Kalah positions to measure on.

use plywood::game::Game;
use plywood::games::Kalah;

use crate::positions;

/// The position after 2 to 13 random moves from the start, never one that is over or can only pass.
pub fn position(seed: u64) -> Kalah {
    positions::position(&Kalah::new(), 2..14, seed, |game| !game.must_pass() && !game.moves().is_empty())
}
