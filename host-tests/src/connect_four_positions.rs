//! Seeded Connect-Four positions to measure on.

use plywood::game::Game;
use plywood::games::ConnectFour;
use plywood::games::connect_four::{End, Outcome};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro128PlusPlus;

use crate::positions;

/// The position after 4 to 11 random moves, never one that is over.
pub fn position(seed: u64) -> ConnectFour {
    positions::position(&ConnectFour::new(), 4..12, seed, |game| game.end().is_none())
}

/// So many random moves, as they are written, none of which wins: a position of any kind.
pub fn with_stones(seed: u64, stones: u8) -> String {
    let mut dice = Xoshiro128PlusPlus::seed_from_u64(seed);
    'again: loop {
        let mut game = ConnectFour::<Outcome>::default();
        let mut written = String::new();
        while game.stones() < stones {
            let goes_on = |&column: &u8| {
                let mut after = game.clone();
                after.play(column);
                !matches!(after.end(), Some(End::Won(_)))
            };
            let moves: Vec<u8> = game.moves().iter().copied().filter(goes_on).collect();
            let Some(&column) = moves.get(dice.next_u32() as usize % moves.len().max(1)) else { continue 'again };
            game.play(column);
            written.push(char::from(b'1' + column));
        }
        return written;
    }
}
