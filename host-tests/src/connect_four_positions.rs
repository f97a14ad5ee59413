//! Seeded Connect-Four positions to measure on.

use plywood::game::Game;
use plywood::games::ConnectFour;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro128PlusPlus;

/// The position after 4 to 11 random moves, never one that is over.
pub fn position(seed: u64) -> ConnectFour {
    let mut dice = Xoshiro128PlusPlus::seed_from_u64(seed);
    loop {
        let mut game = ConnectFour::new();
        for _ in 0..4 + dice.next_u32() % 8 {
            let moves = game.moves();
            if let Some(&m) = moves.as_ref().get(dice.next_u32() as usize % moves.as_ref().len().max(1)) {
                game.play(m);
            }
        }
        if game.end().is_none() {
            return game;
        }
    }
}
