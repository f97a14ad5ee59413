//! Seeded Kalah positions to measure on.

use plywood::game::Game;
use plywood::games::Kalah;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro128PlusPlus;

/// The position after 2 to 13 random moves from the start, never one that is over or can only pass.
pub fn position(seed: u64) -> Kalah {
    let mut dice = Xoshiro128PlusPlus::seed_from_u64(seed);
    loop {
        let mut game = Kalah::new();
        for _ in 0..2 + dice.next_u32() % 12 {
            let moves = game.moves();
            if let Some(&m) = moves.get(dice.next_u32() as usize % moves.len().max(1)) {
                game.play(m);
            }
        }
        if !game.must_pass() && !game.moves().is_empty() {
            return game;
        }
    }
}
