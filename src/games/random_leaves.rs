//! Uniform trees whose leaves have independent random values: the random trees of Steinberg and Solomon (1989, §7), and of
//! most papers before. Nothing is known of an inner node before its leaves are; compare [`synthetic`](super::synthetic).

use super::synthetic::{MAX_WIDTH, between, mix, successors};
use crate::game::{Game, Hints, Value};

/// A node of such a tree. A move is the number of a successor, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomLeaves {
    width: u8,
    /// Plies to the leaves.
    depth: u8,
    /// Random bits of the path that leads here.
    bits: u64,
}

impl RandomLeaves {
    /// Values are drawn from -range to +range.
    const RANGE: i16 = 30_000;

    /// The root of a tree of this width, from 1 to [`MAX_WIDTH`], and of so many plies.
    #[must_use]
    pub fn new(width: u8, depth: u8, seed: u64) -> Self {
        RandomLeaves { width: width.clamp(1, MAX_WIDTH as u8), depth, bits: mix(mix(seed) ^ u64::from(depth)) }
    }
}

impl Hints for RandomLeaves {}

impl Game for RandomLeaves {
    type Move = u8;
    type Moves = &'static [u8];
    type Undo = u64;

    #[inline]
    fn moves(&self) -> &'static [u8] {
        successors(if self.depth == 0 { 0 } else { self.width })
    }

    #[inline]
    fn play(&mut self, successor: u8) -> u64 {
        self.depth -= 1;
        let parent = self.bits;
        self.bits = mix(parent.wrapping_add(u64::from(successor) + 1));
        parent
    }

    #[inline]
    fn undo(&mut self, _successor: u8, parent: u64) {
        self.depth += 1;
        self.bits = parent;
    }

    /// A value for the node itself: at inner nodes it has nothing to do with those below.
    #[inline]
    fn evaluate(&self) -> Value {
        Value::new(between(mix(self.bits), -Self::RANGE, Self::RANGE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_spread_evenly_whatever_their_siblings_are() {
        let mut halves = [[0; 2]; 2];
        for seed in 0..4000 {
            let mut root = RandomLeaves::new(2, 1, seed);
            let [a, b] = [0, 1].map(|successor| {
                let undo = root.play(successor);
                let upper = root.evaluate() > Value::ZERO;
                root.undo(successor, undo);
                usize::from(upper)
            });
            halves[a][b] += 1;
        }
        assert!(halves.iter().flatten().all(|n| (900..1100).contains(n)), "{halves:?}");
    }
}
