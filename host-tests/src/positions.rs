//! Seeded positions to measure on.

use plywood::game::Game;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro128PlusPlus;

/// The position after so many random moves from the start, the number of them random, too: the first attempt that fits.
pub fn position<G: Game + Clone>(start: &G, moves: std::ops::Range<u32>, seed: u64, fits: impl Fn(&G) -> bool) -> G {
    let mut dice = Xoshiro128PlusPlus::seed_from_u64(seed);
    loop {
        let mut game = start.clone();
        for _ in 0..moves.start + dice.next_u32() % (moves.end - moves.start) {
            let moves = game.moves();
            if let Some(&m) = moves.as_ref().get(dice.next_u32() as usize % moves.as_ref().len().max(1)) {
                game.play(m);
            }
        }
        if fits(&game) {
            return game;
        }
    }
}
