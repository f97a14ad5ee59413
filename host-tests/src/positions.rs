//! Seeded positions to measure on.

use plywood::game::Game;
use plywood::games::synthetic::{Order, Shape};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro128PlusPlus;

use crate::virtual_time::below;

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

/// A small tree of any kind, and how deep to search it: sometimes one ply less than it is.
pub fn small_tree(seed: u64) -> (Shape, u8) {
    let mut state = seed ^ 0x5555;
    let width = 1 + below(&mut state, 6) as u8;
    let depth = below(&mut state, if width > 4 { 6 } else { 7 }) as u8;
    let order = [Order::Random, Order::STRONG, Order::Last][below(&mut state, 3) as usize];
    let shape = Shape::random(width, depth + below(&mut state, 2) as u8, seed).ordered(order);
    (shape.ranged([2, 30, 1000][below(&mut state, 3) as usize]), depth)
}
