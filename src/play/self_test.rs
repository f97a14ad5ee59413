//! Every search against minimax, wherever this runs: on a host, on a chip, in an emulator.

use core::fmt;

use crate::game::{Value, Window};
use crate::games::synthetic::{Order, Shape, Synthetic};
use crate::search::{AnySearch, DepthFirst, Minimax, Name, Search};

/// Of the deepest trees.
const DEPTH: usize = 5;
/// Informed NegaScout gets merits for fewer successors than the widest trees have.
const WIDTH: usize = 3;
/// The largest store: room for 24 nodes of informed NegaScout.
const WORDS: usize = 120;
const WIDTHS: core::ops::RangeInclusive<u8> = 1..=4;
const ORDERS: [Order; 3] = [Order::Random, Order::STRONG, Order::Last];
/// A range of 3 makes many ties.
const RANGES: [i16; 2] = [3, 1000];

/// Runs every search on small trees, one tree a step, in the full window and in narrow ones, and holds what it says
/// against plain minimax.
#[derive(Clone, Debug, Default)]
pub struct SelfTest {
    trees: u32,
    searches: u32,
}

/// A search said something wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Which search.
    pub name: Name,
    /// On which tree.
    pub shape: Shape,
    /// In which window.
    pub window: Window,
    /// What it said.
    pub said: Value,
    /// What minimax says.
    pub exact: Value,
}

impl SelfTest {
    /// How many trees there are.
    pub const TREES: u32 = (*WIDTHS.end() as u32) * (DEPTH as u32 + 1) * (ORDERS.len() as u32) * (RANGES.len() as u32);

    /// Trees done.
    #[must_use]
    pub fn trees(&self) -> u32 {
        self.trees
    }

    /// Searches done.
    #[must_use]
    pub fn searches(&self) -> u32 {
        self.searches
    }

    /// The shape of the tree of this number.
    fn shape(number: u32) -> Shape {
        let mut rest = number;
        let mut digit = |base: usize| {
            let digit = rest as usize % base;
            rest /= base as u32;
            digit
        };
        let order = ORDERS[digit(ORDERS.len())];
        let range = RANGES[digit(RANGES.len())];
        let depth = digit(DEPTH + 1) as u8;
        let width = WIDTHS.start() + digit(4) as u8;
        Shape { width, depth, order, range, seed: number.into() }
    }

    /// Tests the next tree. `None` when all are done.
    ///
    /// `PLIES` is how deep the searches can go; the trees are five plies deep at the most. Generic only so that all this is
    /// compiled in the caller's crate: a board's is built small.
    pub fn step<const PLIES: usize>(&mut self) -> Option<Result<(), Wrong>> {
        const { assert!(PLIES >= DEPTH, "the trees are deeper") }
        if self.trees == Self::TREES {
            return None;
        }
        let shape = Self::shape(self.trees);
        self.trees += 1;
        Some(self.test::<PLIES>(shape))
    }

    fn test<const PLIES: usize>(&mut self, shape: Shape) -> Result<(), Wrong> {
        let tree = Synthetic::new(shape);
        let mut minimax = DepthFirst::<_, _, PLIES>::new(Minimax, tree.clone());
        let _ = minimax.start(&tree, shape.depth); // five plies fit
        let exact = minimax.finish();
        // Stores of all small sizes, from none.
        let mut words = [0; WORDS];
        let words = words.get_mut(..self.trees as usize % (WORDS + 1)).unwrap_or_default();
        for &name in Name::ALL {
            let mut search = AnySearch::<_, WIDTH, PLIES>::new(name, tree.clone(), words);
            let (below, above) = (exact.down(), exact.up());
            for (alpha, beta) in [(-Value::INFINITY, Value::INFINITY), (below, exact), (exact, above), (below, above)] {
                let window = Window { alpha, beta };
                let _ = search.start_in(&tree, shape.depth, window); // five plies fit
                let said = search.finish();
                self.searches += 1;
                let right = if name.finds_values() {
                    window.bound(said).holds(said, exact) && window.bound(said) == window.bound(exact)
                        || !name.minds_window() && said == exact
                } else {
                    (said > alpha) == (exact > alpha)
                };
                if !right || exact != tree.minimax() {
                    return Err(Wrong { name, shape, window, said, exact });
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { name, shape, window, said, exact } = self;
        let Shape { width, depth, order, range, seed } = shape;
        let order = if let Order::Weights(_) = order { "weights" } else { "" };
        write!(f, "{name} on w={width},d={depth},range={range},seed={seed} {order}: ")?;
        write!(f, "{said} in ({}, {}), not {exact}", window.alpha, window.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_passes_on_every_tree() {
        let mut test = SelfTest::default();
        while let Some(result) = test.step::<DEPTH>() {
            assert_eq!(result, Ok(()));
        }
        assert_eq!(test.trees(), 144);
        assert_eq!(test.searches(), 144 * 4 * Name::ALL.len() as u32);
    }

    #[test]
    fn all_sizes_are_among_the_trees() {
        for width in 1..=4 {
            for depth in 0..=5 {
                let trees = (0..SelfTest::TREES).map(SelfTest::shape);
                assert_eq!(trees.filter(|shape| (shape.width, shape.depth) == (width, depth)).count(), 6);
            }
        }
    }
}
