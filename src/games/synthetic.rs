//! The synthetic trees of Marsland, Reinefeld and Schaeffer (1987, §4.1.1).
//!
//! A uniform tree of any width and depth whose minimax value is chosen first and then built downwards: at each node
//! one successor is picked, by the weights of an [`Order`], to have the node's value; those to its left are strictly
//! worse for the mover, those to its right no better. Every node is made from its path alone, so nothing is stored:
//! the same [`Shape`] is always the same tree.

use crate::game::{Game, Hints, Value};

/// The widest tree.
pub const MAX_WIDTH: usize = 64;

/// The moves of any node: successors by number.
static SUCCESSORS: [u8; MAX_WIDTH] = {
    let mut numbers = [0; MAX_WIDTH];
    let mut i = 0;
    while i < MAX_WIDTH {
        numbers[i] = i as u8;
        i += 1;
    }
    numbers
};

/// How likely each successor is to be the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// All equally: a random tree.
    Random,
    /// The first one with this probability in percent, else one of the others, all equally.
    First(u8),
    /// Always the last one: the worst order there is.
    Last,
    /// In proportion to these weights, one for each successor.
    Weights([u8; MAX_WIDTH]),
}

impl Order {
    /// The paper's strongly ordered trees (footnote 2): 60 % for the first successor.
    pub const STRONG: Order = Order::First(60);
    /// Always the first one: an optimal tree, of which alpha-beta searches only the minimal part.
    pub const BEST: Order = Order::First(100);
}

/// Which tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Successors of every inner node.
    pub width: u8,
    /// Plies from the root to the leaves.
    pub depth: u8,
    /// Where the best successors are.
    pub order: Order,
    /// Values are drawn from -range to +range; what has to be worse than that goes below it, by one a ply at the most. A small
    /// range makes many ties.
    pub range: i16,
    /// The number of the tree among all of that shape.
    pub seed: u64,
}

impl Shape {
    /// The default range of values.
    pub const RANGE: i16 = 1000;
    /// The greatest range.
    pub const MAX_RANGE: i16 = 30_000;

    /// A random tree.
    #[must_use]
    pub fn random(width: u8, depth: u8, seed: u64) -> Shape {
        Shape { width, depth, order: Order::Random, range: Shape::RANGE, seed }
    }

    /// The same with another order.
    #[must_use]
    pub fn ordered(self, order: Order) -> Shape {
        Shape { order, ..self }
    }

    /// The same with values from -range to +range.
    #[must_use]
    pub fn ranged(self, range: i16) -> Shape {
        Shape { range, ..self }
    }
}

/// A node of a synthetic tree. A move is the number of a successor, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synthetic {
    shape: Shape,
    node: Node,
}

/// What a path leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Random bits of this path.
    bits: u64,
    /// The minimax value of the subtree, for its mover.
    value: i16,
    /// Plies to the leaves.
    depth: u8,
    /// Which successor has the value.
    best: u8,
}

impl Synthetic {
    /// The root of a tree. Sizes outside of what there can be are set to the nearest ones: a width from 1 to
    /// [`MAX_WIDTH`], a range from 0 to [`Shape::MAX_RANGE`].
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        let width = shape.width.clamp(1, MAX_WIDTH as u8);
        let range = shape.range.clamp(0, Shape::MAX_RANGE);
        let shape = Shape { width, range, ..shape };
        // Width and depth go into the bits, so that no tree is a part of a deeper one (as in the paper).
        let size = u64::from(width) << 8 | u64::from(shape.depth);
        let bits = mix(mix(shape.seed).wrapping_add(size));
        let value = between(mix(bits), -range, range);
        let best = shape.best(bits);
        Synthetic { shape, node: Node { bits, value, depth: shape.depth, best } }
    }

    /// The minimax value of the subtree below this node, for its mover: known without any search.
    #[must_use]
    pub fn minimax(&self) -> Value {
        Value::new(self.node.value)
    }
}

impl Shape {
    /// Which successor has its parent's value.
    fn best(&self, bits: u64) -> u8 {
        let width = i32::from(self.width);
        let draw = mix(bits ^ 0x5bd1_e995);
        match self.order {
            Order::Random => below(draw, width) as u8,
            Order::Last => self.width - 1,
            Order::First(percent) => {
                if width == 1 || below(draw, 100) < i32::from(percent) {
                    0
                } else {
                    1 + below(mix(draw), width - 1) as u8
                }
            }
            Order::Weights(weights) => {
                let weights = weights.get(..usize::from(self.width)).unwrap_or(&weights);
                let mut left = below(draw, weights.iter().map(|&weight| i32::from(weight)).sum::<i32>().max(1));
                for (successor, &weight) in weights.iter().enumerate() {
                    left -= i32::from(weight);
                    if left < 0 {
                        return successor as u8;
                    }
                }
                0
            }
        }
    }
}

/// A node is told by its path alone, and that may be too long for a number: see [`Pathed`](super::Pathed).
impl Hints for Synthetic {}

impl Game for Synthetic {
    type Move = u8;
    type Moves = &'static [u8];
    type Undo = Node;

    #[inline]
    fn moves(&self) -> &'static [u8] {
        successors(if self.node.depth == 0 { 0 } else { self.shape.width })
    }

    #[inline]
    fn play(&mut self, successor: u8) -> Node {
        let parent = self.node;
        let bits = mix(parent.bits.wrapping_add(u64::from(successor) + 1));
        let v = parent.value;
        let value = if successor == parent.best {
            v
        } else {
            // Left of the best one strictly worse, right of it no better.
            let most = if successor < parent.best { v - 1 } else { v };
            between(bits, most.min(-self.shape.range), most)
        };
        let depth = parent.depth - 1;
        let best = if depth == 0 { 0 } else { self.shape.best(bits) };
        self.node = Node { bits, value: -value, depth, best };
        parent
    }

    #[inline]
    fn undo(&mut self, _successor: u8, parent: Node) {
        self.node = parent;
    }

    /// The minimax value, at inner nodes too.
    #[inline]
    fn evaluate(&self) -> Value {
        self.minimax()
    }
}

/// The moves of a node with so many successors.
#[inline]
pub(super) fn successors(width: u8) -> &'static [u8] {
    SUCCESSORS.get(..usize::from(width)).unwrap_or(&SUCCESSORS)
}

/// A whole number from `least` to `most`.
#[inline]
pub(super) fn between(bits: u64, least: i16, most: i16) -> i16 {
    let (least, most) = (i32::from(least), i32::from(most));
    (least + below(bits, most - least + 1)) as i16
}

/// A whole number from 0 to `n - 1`, from the upper half of random bits.
#[inline]
fn below(bits: u64, n: i32) -> i32 {
    (((bits >> 32) * n as u64) >> 32) as i32
}

/// The output function of SplitMix64: every bit of the input changes about half of the output.
/// Written out because a generator crate hides it behind a sequence, and a path is not one.
#[inline]
pub(super) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each successor of 1000 roots is the best one.
    fn histogram(order: Order) -> [u32; 4] {
        let mut hits = [0; 4];
        for seed in 0..1000 {
            let mut tree = Synthetic::new(Shape::random(4, 1, seed).ordered(order));
            let root = tree.minimax();
            let best = (0..4).find(|&i| {
                let undo = tree.play(i);
                let same = -tree.minimax() == root;
                tree.undo(i, undo);
                same
            });
            hits[usize::from(best.unwrap())] += 1;
        }
        hits
    }

    #[test]
    fn the_weights_say_where_the_best_successor_is() {
        assert_eq!(histogram(Order::BEST), [1000, 0, 0, 0]);
        assert_eq!(histogram(Order::Last), [0, 0, 0, 1000]);
        assert!(histogram(Order::Random).iter().all(|n| (200..300).contains(n)));
        let strong = histogram(Order::STRONG);
        assert!((550..650).contains(&strong[0]), "{strong:?}");
        assert!(strong[1..].iter().all(|n| (90..180).contains(n)), "{strong:?}");
        let mut weights = [0; MAX_WIDTH];
        weights[1] = 3;
        weights[3] = 1;
        let weighted = histogram(Order::Weights(weights));
        assert_eq!((weighted[0], weighted[2]), (0, 0));
        assert!((700..800).contains(&weighted[1]), "{weighted:?}");
    }

    #[test]
    fn no_width_or_range_breaks_it() {
        for width in [0, 1, 255] {
            for range in [i16::MIN, 0, i16::MAX] {
                let mut tree = Synthetic::new(Shape::random(width, 3, 1).ranged(range));
                for _ in 0..3 {
                    let last = *tree.moves().last().unwrap();
                    tree.play(last);
                }
                assert!(tree.moves().is_empty());
            }
        }
    }
}
