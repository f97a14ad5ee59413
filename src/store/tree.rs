//! The tree that min/max approximation grows, in lent words.
//!
//! The children of a node lie next to each other. A node has [`SLOT_WORDS`] words, and one more if the penalty keeps an estimate of
//! its own beside the value:
//!
//! | word | bits | what |
//! |---|---|---|
//! | 0 | | where the first child is: the number of its first word; all ones at a tip |
//! | 1 | | the penalty of the best expandable tip below, as the parent sees it: π of this node and the edge to it; all ones if there is none |
//! | 2 | 0–15 | the value |
//! | 2 | 16–23 | the arrow: the number of the child that the best expandable tip is below |
//! | 2 | 24–31 | how many children there are |
//! | 3 | | the estimate, if there is one |
//!
//! What was given back is kept as blocks in the order of their places, neighbours as one: the first word of a block says where the
//! next one is, the second how many words it has.

/// Words of a node without an estimate; four bytes each.
pub const SLOT_WORDS: usize = 3;

/// Words that hold `nodes` nodes without estimates. A tree whose inner nodes have `w` successors has `1 + w i` nodes after `i`
/// expansions.
#[must_use]
pub const fn words(nodes: usize) -> usize {
    SLOT_WORDS.saturating_mul(nodes)
}

/// The penalty of a node below which nothing can be expanded: ω in the paper.
pub const NEVER: u32 = u32::MAX;

/// Nowhere.
const NONE: u32 = u32::MAX;

const FIRST: usize = 0;
const COST: usize = 1;
const NODE: usize = 2;
const ESTIMATE: usize = 3;

const NEXT: usize = 0;
const SIZE: usize = 1;

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node(u32);

/// What is kept at a node, but where its children are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The value.
    pub value: u16,
    /// The estimate; the value, where none is kept.
    pub estimate: u32,
    /// The penalty of the best expandable tip below, as the parent sees it.
    pub cost: u32,
}

impl Kept {
    #[inline]
    fn read(node: &[u32]) -> Kept {
        match *node {
            [_, cost, node] => Kept { value: node as u16, estimate: node & 0xffff, cost },
            [_, cost, node, estimate] => Kept { value: node as u16, estimate, cost },
            _ => Kept { value: 0, estimate: 0, cost: NEVER },
        }
    }
}

/// The tree. Nodes without children are its tips.
pub struct Tree<'m> {
    words: &'m mut [u32],
    /// Words of a node.
    stride: usize,
    /// The first block that was given back.
    free: u32,
    /// The words from here on have never been used.
    fresh: u32,
    used: u32,
}

impl<'m> Tree<'m> {
    /// An empty tree in these words. With `estimates`, nodes are a word longer.
    pub fn new(words: &'m mut [u32], estimates: bool) -> Self {
        Tree { words, stride: SLOT_WORDS + usize::from(estimates), free: NONE, fresh: 0, used: 0 }
    }

    /// Hands the words back; there is no tree any more, and can be none.
    pub fn take_words(&mut self) -> &'m mut [u32] {
        self.clear();
        core::mem::take(&mut self.words)
    }

    /// How many nodes there can be.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.words.len().min(NONE as usize) / self.stride
    }

    /// How many there are.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used as usize
    }

    /// Fells the tree.
    pub fn clear(&mut self) {
        (self.free, self.fresh, self.used) = (NONE, 0, 0);
    }

    #[inline]
    fn get(&self, at: u32, word: usize) -> u32 {
        self.words.get(at as usize + word).copied().unwrap_or(NONE)
    }

    #[inline]
    fn set(&mut self, at: u32, word: usize, to: u32) {
        if let Some(word) = self.words.get_mut(at as usize + word) {
            *word = to;
        }
    }

    /// The words of a node.
    #[inline]
    fn node(&self, Node(node): Node) -> &[u32] {
        self.words.get(node as usize..node as usize + self.stride).unwrap_or_default()
    }

    /// So many words in a row that nobody uses: the first block that is long enough. `None` if there is none.
    fn allocate(&mut self, size: u32) -> Option<u32> {
        let (mut before, mut block) = (NONE, self.free);
        while block != NONE {
            let (next, room) = (self.get(block, NEXT), self.get(block, SIZE));
            if room >= size {
                let rest = if room > size { self.block(block + size, next, room - size) } else { next };
                self.link(before, rest);
                return Some(block);
            }
            (before, block) = (block, next);
        }
        let end = self.fresh.checked_add(size)?;
        if end as usize > self.words.len().min(NONE as usize) {
            return None;
        }
        Some(core::mem::replace(&mut self.fresh, end))
    }

    /// Gives back so many words in a row.
    fn give_back(&mut self, start: u32, mut size: u32) {
        let (mut before, mut next) = (NONE, self.free);
        while next < start {
            (before, next) = (next, self.get(next, NEXT));
        }
        if start + size == next {
            size += self.get(next, SIZE);
            next = self.get(next, NEXT);
        }
        if before != NONE && before + self.get(before, SIZE) == start {
            self.block(before, next, self.get(before, SIZE) + size);
        } else {
            let block = self.block(start, next, size);
            self.link(before, block);
        }
    }

    /// Writes a block down.
    fn block(&mut self, start: u32, next: u32, size: u32) -> u32 {
        self.set(start, NEXT, next);
        self.set(start, SIZE, size);
        start
    }

    /// From now on this block comes after that one.
    fn link(&mut self, before: u32, block: u32) {
        if before == NONE {
            self.free = block;
        } else {
            self.set(before, NEXT, block);
        }
    }

    /// The root: a tip. `None` if there is no room.
    pub fn plant(&mut self, kept: Kept) -> Option<Node> {
        let node = self.allocate(self.stride as u32)?;
        self.write(node, kept);
        Some(Node(node))
    }

    fn write(&mut self, node: u32, kept: Kept) {
        self.set(node, FIRST, NONE);
        self.set(node, COST, kept.cost);
        self.set(node, NODE, kept.value.into());
        if self.stride > SLOT_WORDS {
            self.set(node, ESTIMATE, kept.estimate);
        }
        self.used += 1;
    }

    /// Makes room below a tip for `width` children, all of which have to be [added](Tree::add) before anything is folded. False if
    /// there is none.
    pub fn grow(&mut self, Node(tip): Node, width: u8) -> bool {
        let family = self.allocate(u32::from(width) * self.stride as u32);
        if let Some(family) = family {
            self.set(tip, FIRST, family);
        }
        family.is_some()
    }

    /// The next child: a tip.
    pub fn add(&mut self, Node(parent): Node, kept: Kept) {
        let (first, node) = (self.get(parent, FIRST), self.get(parent, NODE));
        self.write(first + (node >> 24) * self.stride as u32, kept);
        self.set(parent, NODE, node + (1 << 24));
    }

    /// How many children a node has.
    #[must_use]
    pub fn children(&self, Node(node): Node) -> u8 {
        (self.get(node, NODE) >> 24) as u8
    }

    /// The child of this number.
    #[must_use]
    pub fn child(&self, node: Node, number: u8) -> Option<Node> {
        (number < self.children(node)).then(|| Node(self.get(node.0, FIRST) + u32::from(number) * self.stride as u32))
    }

    /// The words of all children.
    #[inline]
    fn family_range(&self, node: Node) -> core::ops::Range<usize> {
        let children = usize::from(self.children(node));
        let first = if children == 0 { 0 } else { self.get(node.0, FIRST) as usize };
        first..first + children * self.stride
    }

    /// What is kept at each child, first to last.
    #[inline]
    pub fn family(&self, node: Node) -> impl Iterator<Item = Kept> + Clone + '_ {
        self.words.get(self.family_range(node)).unwrap_or_default().chunks_exact(self.stride).map(Kept::read)
    }

    /// Sets what each child costs.
    #[inline]
    pub fn set_costs(&mut self, node: Node, mut cost: impl FnMut(u8, Kept) -> u32) {
        let range = self.family_range(node);
        let family = self.words.get_mut(range).unwrap_or_default().chunks_exact_mut(self.stride);
        for (child, number) in family.zip(0..) {
            let cost = cost(number, Kept::read(child));
            if let Some(word) = child.get_mut(COST) {
                *word = cost;
            }
        }
    }

    /// Whether a node has no children.
    #[must_use]
    #[inline]
    pub fn is_tip(&self, Node(node): Node) -> bool {
        self.get(node, FIRST) == NONE
    }

    /// What is kept at a node.
    #[must_use]
    #[inline]
    pub fn kept(&self, node: Node) -> Kept {
        Kept::read(self.node(node))
    }

    /// The number of the child that the arrow points to; meaningless at a tip, and where nothing can be expanded.
    #[must_use]
    pub fn arrow(&self, Node(node): Node) -> u8 {
        (self.get(node, NODE) >> 16) as u8
    }

    /// Sets what a node costs.
    pub fn set_cost(&mut self, Node(node): Node, cost: u32) {
        self.set(node, COST, cost);
    }

    /// Sets what is worked out from the children.
    pub fn update(&mut self, Node(node): Node, value: u16, estimate: u32, arrow: u8) {
        let children = self.get(node, NODE) & 0xff00_0000;
        self.set(node, NODE, children | u32::from(arrow) << 16 | u32::from(value));
        if self.stride > SLOT_WORDS {
            self.set(node, ESTIMATE, estimate);
        }
    }

    /// Folds a node back to a tip, of the value it has: all below it is given back.
    pub fn fold(&mut self, node: Node) {
        while !self.is_tip(node) {
            // Those that have only tips below go first.
            let mut lowest = node;
            while let Some(inner) = self.inner(lowest) {
                lowest = inner;
            }
            let children = u32::from(self.children(lowest));
            self.used -= children;
            self.give_back(self.get(lowest.0, FIRST), children * self.stride as u32);
            self.set(lowest.0, FIRST, NONE);
            self.set(lowest.0, NODE, self.get(lowest.0, NODE) & 0xffff);
        }
    }

    /// The first child that is no tip.
    fn inner(&self, node: Node) -> Option<Node> {
        (0..self.children(node)).filter_map(|number| self.child(node, number)).find(|&child| !self.is_tip(child))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIP: Kept = Kept { value: 512, estimate: 512, cost: 0 };

    fn grown(tree: &mut Tree<'_>, node: Node, width: u8) -> bool {
        tree.grow(node, width) && {
            (0..width).for_each(|_| tree.add(node, TIP));
            true
        }
    }

    #[test]
    fn what_is_given_back_is_used_again_whatever_its_size() {
        let mut words = [0; words(1 + 7 + 5 + 3 + 2)];
        let mut tree = Tree::new(&mut words, false);
        let root = tree.plant(TIP).unwrap();
        assert!(grown(&mut tree, root, 7));
        let [a, b, c] = [0, 3, 6].map(|number| tree.child(root, number).unwrap());
        assert!(grown(&mut tree, a, 5) && grown(&mut tree, b, 3) && !grown(&mut tree, c, 3) && grown(&mut tree, c, 2));
        assert_eq!((tree.used(), tree.capacity()), (18, 18));
        // Five and three in a row are eight, in whichever order they come back.
        for (first, second) in [(a, b), (b, a)] {
            tree.fold(first);
            tree.fold(second);
            assert!(!grown(&mut tree, first, 9));
            assert!(tree.is_tip(first) && grown(&mut tree, first, 8));
            assert_eq!(tree.used(), 18);
            tree.fold(first);
            assert!(grown(&mut tree, a, 5) && grown(&mut tree, b, 3));
        }
        // A whole subtree.
        tree.fold(c);
        let below = tree.child(b, 2).unwrap();
        assert!(grown(&mut tree, below, 2));
        tree.fold(root);
        assert_eq!((tree.used(), tree.children(root)), (1, 0));
        assert!(grown(&mut tree, root, 17));
        let last = tree.child(root, 16).unwrap();
        assert!(!grown(&mut tree, last, 1));
    }
}
