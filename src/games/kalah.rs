//! Kalah with six pits a side and four stones a pit, by the usual rules:
//!
//! 1. A move takes all stones from one of the mover's own pits and sows them one by one, counter-clockwise, into the
//!    following pits and the mover's own store; the opponent's store is left out.
//! 2. If the last stone falls into the mover's store, they move again.
//! 3. If it falls into an own pit that was empty, and the pit across from it is not, that stone and the stones
//!    across go into the mover's store.
//! 4. When all pits of one side are empty after a move, the game is over; what is left in the other side's pits goes
//!    into that side's store. More stones win.
//!
//! The players of a [`Game`] move strictly in turn, so after rule 2 the opponent has one move, [`PASS`], which does
//! nothing. It costs a ply but no branching.

use crate::game::{Game, Hints, Identity, Keyed, Value};
use crate::store::MoveList;

/// Pits a side.
pub const PITS: u8 = 6;
/// Stones in each pit at the start.
pub const STONES: u8 = 4;
/// The move of a player whose opponent moves again.
pub const PASS: u8 = PITS;

/// Where the mover's store lies, counted from the mover's first pit.
const STORE: usize = PITS as usize;
/// Pits and stores of both sides.
const HOLES: usize = 2 * (STORE + 1);

/// A Kalah position. A move is one of the mover's pits, 0 to 5 in sowing direction, or [`PASS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kalah {
    /// The mover's pits and store, then the opponent's.
    holes: [u8; HOLES],
    /// The mover can only pass: the opponent's last stone fell into their store.
    must_pass: bool,
}

impl Default for Kalah {
    fn default() -> Self {
        Self::new()
    }
}

impl Kalah {
    /// The start of the game.
    #[must_use]
    pub fn new() -> Self {
        let mut holes = [STONES; HOLES];
        holes[STORE] = 0;
        holes[HOLES - 1] = 0;
        Kalah { holes, must_pass: false }
    }

    /// Stones in the mover's pits and store, then in the opponent's, in sowing direction.
    #[must_use]
    pub fn holes(&self) -> &[u8; HOLES] {
        &self.holes
    }

    /// Whether the only move is [`PASS`].
    #[must_use]
    pub fn must_pass(&self) -> bool {
        self.must_pass
    }

    fn is_over(&self) -> bool {
        let empty = |pits: &[u8]| pits.iter().all(|&stones| stones == 0);
        empty(&self.holes[..STORE]) || empty(&self.holes[STORE + 1..HOLES - 1])
    }

    /// Rules 1 to 3. Returns whether the mover moves again.
    fn sow(&mut self, pit: u8) -> bool {
        let mut hole = usize::from(pit);
        let mut hand = core::mem::take(&mut self.holes[hole]);
        while hand > 0 {
            hole = (hole + 1) % (HOLES - 1); // the last hole is the opponent's store
            self.holes[hole] += 1;
            hand -= 1;
        }
        if hole < STORE && self.holes[hole] == 1 {
            let across = 2 * STORE - hole;
            if self.holes[across] > 0 {
                self.holes[STORE] += 1 + core::mem::take(&mut self.holes[across]);
                self.holes[hole] = 0;
            }
        }
        hole == STORE
    }
}

impl Game for Kalah {
    type Move = u8;
    type Moves = MoveList<u8, { PITS as usize }>;
    type Undo = Kalah;

    /// The pits next to the store first: their moves are the ones that end in it.
    fn moves(&self) -> Self::Moves {
        let mut moves = MoveList::new();
        if self.is_over() {
        } else if self.must_pass {
            let _ = moves.push(PASS);
        } else {
            for pit in (0..PITS).rev().filter(|&pit| self.holes[usize::from(pit)] > 0) {
                let _ = moves.push(pit); // six pits fit
            }
        }
        moves
    }

    fn play(&mut self, m: u8) -> Kalah {
        let before = *self;
        self.must_pass = m < PITS && self.sow(m);
        self.holes.rotate_left(HOLES / 2);
        before
    }

    fn undo(&mut self, _m: u8, before: Kalah) {
        *self = before;
    }

    /// How many more stones the mover's store holds; at the end, rule 4 included.
    fn evaluate(&self) -> Value {
        let own = if self.is_over() { 0..=STORE } else { STORE..=STORE };
        let theirs = own.start() + STORE + 1..=HOLES - 1;
        let sum =
            |holes: core::ops::RangeInclusive<usize>| self.holes[holes].iter().map(|&n| i16::from(n)).sum::<i16>();
        Value::new(sum(own) - sum(theirs))
    }
}

impl Hints for Kalah {
    fn identity(&self) -> Option<Identity> {
        Some((self.key(), 0))
    }

    /// The pit. Who moves does not matter: the pits are the mover's.
    fn place(&self, m: u8) -> usize {
        m.into()
    }
}

impl Keyed for Kalah {
    /// The holes in unary, each ended by a one: 48 stones and 14 ends are 62 bits, and one more says whether the mover must
    /// pass. Nothing is lost, so no two positions share a key. Who moves does not matter: the holes are the mover's first.
    fn key(&self) -> u64 {
        let unary = self.holes.iter().fold(0_u64, |key, &stones| key << (stones + 1) | 1);
        unary << 1 | u64::from(self.must_pass)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_pit_ends_in_the_store_and_moves_again() {
        let mut game = Kalah::new();
        game.play(2);
        assert!(game.must_pass());
        assert_eq!(game.moves().as_slice(), &[PASS]);
        game.play(PASS);
        assert_eq!(game.holes(), &[4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0]);
        assert_eq!(game.evaluate(), Value::new(1));
    }

    #[test]
    fn a_last_stone_in_an_empty_pit_captures() {
        let mut game = Kalah { holes: [1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 7, 1, 2], must_pass: false };
        game.play(0); // into pit 1, across from the opponent's pit with seven
        assert_eq!(game.evaluate(), Value::new(3 - 11)); // and the first player's pits are empty: over
        assert!(game.moves().is_empty());
    }

    #[test]
    fn sowing_leaves_the_opponents_store_out_and_may_come_round() {
        let mut game = Kalah { holes: [0, 0, 0, 0, 0, 13, 0, 1, 1, 1, 1, 1, 1, 5], must_pass: false };
        game.play(5); // thirteen stones: all round, back into the emptied pit, which captures
        assert_eq!(game.holes(), &[0, 2, 2, 2, 2, 2, 5, 1, 1, 1, 1, 1, 0, 2 + 2]);
    }

    #[test]
    fn what_is_left_counts_for_its_owner() {
        let game = Kalah { holes: [0, 0, 0, 0, 0, 0, 20, 1, 2, 3, 0, 0, 0, 22], must_pass: false };
        assert!(game.moves().is_empty());
        assert_eq!(game.evaluate(), Value::new(20 - 28));
    }

    #[test]
    fn the_key_knows_whether_the_mover_must_pass() {
        let game = Kalah::new();
        assert_ne!(game.key(), Kalah { must_pass: true, ..game }.key());
    }
}
