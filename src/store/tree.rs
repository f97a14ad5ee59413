//! The tree that min/max approximation grows, in lent words.
//!
//! A node has [`SLOT_WORDS`] words, and one more if the penalty keeps an estimate of its own beside the value:
//!
//! | word | bits | what |
//! |---|---|---|
//! | 0 | | where the next sibling is, or the next free slot: the number of its first word |
//! | 1 | | where the first child is |
//! | 2 | | π: the penalty of the best expandable tip below, relative to this node; all ones if there is none |
//! | 3 | 0–15 | the value |
//! | 3 | 16–23 | the number of this node among its siblings |
//! | 3 | 24–31 | the arrow: the number of the child that the best expandable tip is below |
//! | 4 | | the estimate, if there is one |

use super::slots::{FIRST, NEXT, NONE, Slots};

/// Words of a node without an estimate; four bytes each.
pub const SLOT_WORDS: usize = 4;

/// Words that hold `nodes` nodes without estimates. A tree whose inner nodes have `w` successors has `1 + w i` nodes after `i`
/// expansions.
#[must_use]
pub const fn words(nodes: usize) -> usize {
    SLOT_WORDS.saturating_mul(nodes)
}

/// The penalty of a node below which nothing can be expanded: ω in the paper.
pub const NEVER: u32 = u32::MAX;

const PENALTY: usize = 2;
const NODE: usize = 3;
const ESTIMATE: usize = 4;

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node(u32);

/// The tree. Nodes without children are its tips.
pub struct Tree<'m> {
    slots: Slots<'m>,
    estimates: bool,
}

impl<'m> Tree<'m> {
    /// An empty tree in these words. With `estimates`, nodes are a word longer.
    pub fn new(words: &'m mut [u32], estimates: bool) -> Self {
        Tree { slots: Slots::new(words, SLOT_WORDS + usize::from(estimates)), estimates }
    }

    /// Hands the words back; there is no tree any more, and can be none.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        self.slots.take_words()
    }

    /// How many nodes there can be.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// How many there are.
    #[must_use]
    pub fn used(&self) -> usize {
        self.slots.used()
    }

    /// How many more can be added.
    #[must_use]
    pub fn room(&self) -> usize {
        self.capacity().saturating_sub(self.used())
    }

    /// Fells the tree.
    pub fn clear(&mut self) {
        self.slots.clear();
    }

    #[inline]
    fn get(&self, node: u32, word: usize) -> u32 {
        self.slots.get(node, word)
    }

    #[inline]
    fn set(&mut self, node: u32, word: usize, to: u32) {
        self.slots.set(node, word, to);
    }

    /// A new node that belongs nowhere yet: a tip of this value. `None` if there is no room.
    pub fn plant(&mut self, number: u8, value: u16, estimate: u32, penalty: u32) -> Option<Node> {
        let node = self.slots.allocate();
        if node == NONE {
            return None;
        }
        self.set(node, PENALTY, penalty);
        self.set(node, NODE, u32::from(value) | u32::from(number) << 16);
        if self.estimates {
            self.set(node, ESTIMATE, estimate);
        }
        Some(Node(node))
    }

    /// Puts `child` in front of the children of `parent`.
    pub fn add_child(&mut self, Node(parent): Node, Node(child): Node) {
        self.set(child, NEXT, self.get(parent, FIRST));
        self.set(parent, FIRST, child);
    }

    /// The children of a node, first to last.
    pub fn children(&self, Node(node): Node) -> impl Iterator<Item = Node> + Clone + '_ {
        let some = |node: u32| (node != NONE).then_some(node);
        core::iter::successors(some(self.get(node, FIRST)), move |&child| some(self.get(child, NEXT))).map(Node)
    }

    /// Whether a node has no children.
    #[must_use]
    pub fn is_tip(&self, Node(node): Node) -> bool {
        self.get(node, FIRST) == NONE
    }

    /// The child of this number.
    #[must_use]
    pub fn child(&self, node: Node, number: u8) -> Option<Node> {
        self.children(node).find(|&child| self.number(child) == number)
    }

    /// π.
    #[must_use]
    pub fn penalty(&self, Node(node): Node) -> u32 {
        self.get(node, PENALTY)
    }

    /// The value.
    #[must_use]
    pub fn value(&self, Node(node): Node) -> u16 {
        self.get(node, NODE) as u16
    }

    /// The number among the siblings.
    #[must_use]
    pub fn number(&self, Node(node): Node) -> u8 {
        (self.get(node, NODE) >> 16) as u8
    }

    /// The number of the child that the arrow points to; meaningless at a tip, and where nothing can be expanded.
    #[must_use]
    pub fn arrow(&self, Node(node): Node) -> u8 {
        (self.get(node, NODE) >> 24) as u8
    }

    /// The estimate; the value, where none is kept.
    #[must_use]
    pub fn estimate(&self, node: Node) -> u32 {
        if self.estimates { self.get(node.0, ESTIMATE) } else { self.value(node).into() }
    }

    /// Sets all that is worked out from the children.
    pub fn update(&mut self, Node(node): Node, value: u16, estimate: u32, penalty: u32, arrow: u8) {
        let number = self.get(node, NODE) & 0x00ff_0000;
        self.set(node, NODE, u32::from(value) | number | u32::from(arrow) << 24);
        self.set(node, PENALTY, penalty);
        if self.estimates {
            self.set(node, ESTIMATE, estimate);
        }
    }

    /// Folds a node back to an expandable tip, of the value it has: all below it is given back.
    pub fn fold(&mut self, Node(node): Node) {
        let first = self.get(node, FIRST);
        self.set(node, FIRST, NONE);
        self.set(node, PENALTY, 0);
        self.slots.give_back(first);
    }
}
