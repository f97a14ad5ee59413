//! The nodes of a problem heap and the two queues that order them, in lent words.
//!
//! A node has [`SLOT_WORDS`] words. The first eight lie together, the last one is a place in the queues:
//!
//! | word | bits | what |
//! |---|---|---|
//! | 0 | | where the next sibling is, or the next free slot: the number of its first word |
//! | 1 | | where the first child is |
//! | 2 | | where the parent is |
//! | 3 | 0–15 | the value |
//! | 3 | 16–23 | the number of this node among its siblings |
//! | 3 | 24–31 | flags, whose meaning is the search's business |
//! | 4 | 0–7 | the width: how many successors there are |
//! | 4 | 8–15 | how many of them have been generated |
//! | 4 | 16–23 | how many children have not been evaluated first |
//! | 4 | 24–31 | how many e-children have been chosen |
//! | 5 | 0–30 | the place in a queue |
//! | 5 | 31 | which queue; all ones if it is in none |
//! | 6 | | the rank in that queue: the least is taken first |
//! | 7 | | the level: how much of a speculation it is |
//!
//! Each queue is a binary heap. Since no node is in both, one array holds them, one from each end.

use super::slots::{FIRST, NEXT, NONE, Slots};
use crate::game::Value;

/// Words of a node and its place in the queues; four bytes each.
pub const SLOT_WORDS: usize = NODE_WORDS + 1;

const NODE_WORDS: usize = 8;
const PARENT: usize = 2;
const HEAD: usize = 3;
const COUNTS: usize = 4;
const PLACE: usize = 5;
const RANK: usize = 6;
const LEVEL: usize = 7;

/// In no queue.
const NOWHERE: u32 = u32::MAX;
/// The bit of a place that says which queue.
const SECOND: u32 = 1 << 31;

/// Words that hold so many nodes.
#[must_use]
pub const fn words(nodes: usize) -> usize {
    SLOT_WORDS.saturating_mul(nodes)
}

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node(u32);

/// One of the two queues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queue {
    /// Scheduled work.
    Primary,
    /// What work there could be.
    Speculative,
}

/// One of the numbers that a node counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// How many successors there are.
    Width,
    /// How many of them have been generated.
    Generated,
    /// How many children have not been evaluated first.
    Unevaluated,
    /// How many e-children have been chosen.
    EChildren,
}

/// The nodes and the queues.
pub struct Problems<'m> {
    slots: Slots<'m>,
    places: &'m mut [u32],
    /// How many nodes are in each queue.
    queued: [usize; 2],
}

impl<'m> Problems<'m> {
    /// No nodes yet, in these words.
    pub fn new(words: &'m mut [u32]) -> Self {
        let nodes = words.len() / SLOT_WORDS;
        let (places, nodes) = words.split_at_mut(nodes);
        Problems { slots: Slots::new(nodes, NODE_WORDS), places, queued: [0, 0] }
    }

    /// Gives up all nodes.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.queued = [0, 0];
    }

    /// How many nodes there can be.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots.capacity().min(self.places.len())
    }

    /// How many nodes there are.
    #[must_use]
    pub fn used(&self) -> usize {
        self.slots.used()
    }

    /// How many nodes there were at the most.
    #[must_use]
    pub fn peak(&self) -> usize {
        self.slots.peak()
    }

    /// How many more nodes there is room for.
    #[must_use]
    pub fn room(&self) -> usize {
        self.capacity().saturating_sub(self.used())
    }

    /// A new node behind the children of `parent`: of no value yet, and with all counts zero. `None` if there is no room.
    pub fn add(&mut self, parent: Option<Node>, number: u8, flags: u8) -> Option<Node> {
        if self.room() == 0 {
            return None;
        }
        let node = self.slots.allocate();
        if node == NONE {
            return None;
        }
        let value = -Value::INFINITY;
        self.slots.set(node, PARENT, parent.map_or(NONE, |parent| parent.0));
        self.slots.set(node, HEAD, u32::from(value.get() as u16) | u32::from(number) << 16 | u32::from(flags) << 24);
        self.slots.set(node, COUNTS, 0);
        self.slots.set(node, PLACE, NOWHERE);
        self.slots.set(node, LEVEL, parent.map_or(0, |parent| self.slots.get(parent.0, LEVEL)));
        if let Some(parent) = parent {
            match self.children(parent).last() {
                None => self.slots.set(parent.0, FIRST, node),
                Some(Node(last)) => self.slots.set(last, NEXT, node),
            }
        }
        Some(Node(node))
    }

    /// Gives a node up that has no children and is nobody's child.
    pub fn free(&mut self, node: Node) {
        self.withdraw(node);
        self.slots.give_back(node.0);
    }

    fn some(node: u32) -> Option<Node> {
        (node != NONE).then_some(Node(node))
    }

    /// The parent; the root, and a node that was [taken](Problems::take_children) away from it, has none.
    #[must_use]
    pub fn parent(&self, node: Node) -> Option<Node> {
        Self::some(self.slots.get(node.0, PARENT))
    }

    /// The children, in the order in which they were added.
    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + Clone + '_ {
        core::iter::successors(Self::some(self.slots.get(node.0, FIRST)), |&child| self.next(child))
    }

    /// The next sibling.
    #[must_use]
    pub fn next(&self, node: Node) -> Option<Node> {
        Self::some(self.slots.get(node.0, NEXT))
    }

    /// Takes all children away from their parent: a list with no parent, of which the first one is returned.
    pub fn take_children(&mut self, node: Node) -> Option<Node> {
        let first = Self::some(self.slots.get(node.0, FIRST));
        self.slots.set(node.0, FIRST, NONE);
        let mut child = first;
        while let Some(Node(orphan)) = child {
            self.slots.set(orphan, PARENT, NONE);
            child = self.next(Node(orphan));
        }
        first
    }

    /// Puts one list of siblings behind the last one of another.
    pub fn append(&mut self, mut node: Node, list: Option<Node>) {
        while let Some(next) = self.next(node) {
            node = next;
        }
        self.slots.set(node.0, NEXT, list.map_or(NONE, |list| list.0));
    }

    /// Takes a node out of the list of its siblings.
    pub fn unlink(&mut self, node: Node) {
        let Some(parent) = self.parent(node) else { return self.slots.set(node.0, NEXT, NONE) };
        let next = self.slots.get(node.0, NEXT);
        let before = self.children(parent).take_while(|&child| child != node).last();
        match before {
            None => self.slots.set(parent.0, FIRST, next),
            Some(Node(before)) => self.slots.set(before, NEXT, next),
        }
        self.slots.set(node.0, NEXT, NONE);
        self.slots.set(node.0, PARENT, NONE);
    }

    /// The value.
    #[must_use]
    pub fn value(&self, node: Node) -> Value {
        // Minus infinity comes back as it is: it is no value that `new` would make.
        match self.slots.get(node.0, HEAD) as u16 as i16 {
            v if v == -i16::MAX => -Value::INFINITY,
            i16::MAX => Value::INFINITY,
            v => Value::new(v),
        }
    }

    /// Sets the value.
    pub fn set_value(&mut self, node: Node, value: Value) {
        let head = self.slots.get(node.0, HEAD) & 0xffff_0000;
        self.slots.set(node.0, HEAD, head | u32::from(value.get() as u16));
    }

    /// The number among the siblings.
    #[must_use]
    pub fn number(&self, node: Node) -> u8 {
        (self.slots.get(node.0, HEAD) >> 16) as u8
    }

    /// The flags.
    #[must_use]
    pub fn flags(&self, node: Node) -> u8 {
        (self.slots.get(node.0, HEAD) >> 24) as u8
    }

    /// Sets the flags.
    pub fn set_flags(&mut self, node: Node, flags: u8) {
        let head = self.slots.get(node.0, HEAD) & 0x00ff_ffff;
        self.slots.set(node.0, HEAD, head | u32::from(flags) << 24);
    }

    /// One of the counts.
    #[must_use]
    pub fn count(&self, node: Node, count: Count) -> u8 {
        (self.slots.get(node.0, COUNTS) >> (8 * count as u32)) as u8
    }

    /// Sets one of the counts.
    pub fn set_count(&mut self, node: Node, count: Count, to: u8) {
        let shift = 8 * count as u32;
        let others = self.slots.get(node.0, COUNTS) & !(0xff << shift);
        self.slots.set(node.0, COUNTS, others | u32::from(to) << shift);
    }

    /// How many nodes are in a queue.
    #[must_use]
    pub fn queued(&self, queue: Queue) -> usize {
        self.queued[queue as usize]
    }

    /// The queue a node is in.
    #[must_use]
    pub fn queue_of(&self, node: Node) -> Option<Queue> {
        match self.slots.get(node.0, PLACE) {
            NOWHERE => None,
            place if place & SECOND == 0 => Some(Queue::Primary),
            _ => Some(Queue::Speculative),
        }
    }

    /// Puts a node into a queue, out of the one it may be in.
    pub fn enqueue(&mut self, node: Node, queue: Queue, rank: u32) {
        self.withdraw(node);
        self.slots.set(node.0, RANK, rank);
        let last = self.queued[queue as usize];
        self.queued[queue as usize] += 1;
        self.put(queue, last, node);
        self.rise(queue, last);
    }

    /// How much of a speculation it is: as much as its parent, unless it was [set](Problems::set_level).
    #[must_use]
    pub fn level(&self, node: Node) -> u32 {
        self.slots.get(node.0, LEVEL)
    }

    /// Sets that.
    pub fn set_level(&mut self, node: Node, level: u32) {
        self.slots.set(node.0, LEVEL, level);
    }

    /// The rank it was last put into a queue with.
    #[must_use]
    pub fn rank(&self, node: Node) -> u32 {
        self.slots.get(node.0, RANK)
    }

    /// Takes the node of the least rank out of a queue.
    pub fn dequeue(&mut self, queue: Queue) -> Option<Node> {
        let node = if self.queued(queue) > 0 { self.at(queue, 0) } else { None }?;
        self.withdraw(node);
        Some(node)
    }

    /// Takes a node out of the queue it is in, if any.
    pub fn withdraw(&mut self, node: Node) {
        let Some(queue) = self.queue_of(node) else { return };
        let i = (self.slots.get(node.0, PLACE) & !SECOND) as usize;
        let last = self.queued[queue as usize] - 1;
        self.queued[queue as usize] = last;
        self.slots.set(node.0, PLACE, NOWHERE);
        if i != last
            && let Some(moved) = self.at(queue, last)
        {
            self.put(queue, i, moved);
            self.sink(queue, i);
            self.rise(queue, i);
        }
    }

    /// Where place `i` of a queue is in the array: the second queue grows from its end.
    fn index(&self, queue: Queue, i: usize) -> usize {
        match queue {
            Queue::Primary => i,
            Queue::Speculative => (self.places.len() - 1).saturating_sub(i),
        }
    }

    fn at(&self, queue: Queue, i: usize) -> Option<Node> {
        self.places.get(self.index(queue, i)).copied().map(Node)
    }

    fn put(&mut self, queue: Queue, i: usize, node: Node) {
        let index = self.index(queue, i);
        if let Some(place) = self.places.get_mut(index) {
            *place = node.0;
        }
        self.slots.set(node.0, PLACE, i as u32 | if queue == Queue::Speculative { SECOND } else { 0 });
    }

    fn rank_at(&self, queue: Queue, i: usize) -> u32 {
        self.at(queue, i).map_or(u32::MAX, |node| self.slots.get(node.0, RANK))
    }

    fn swap(&mut self, queue: Queue, i: usize, j: usize) {
        if let (Some(a), Some(b)) = (self.at(queue, i), self.at(queue, j)) {
            self.put(queue, i, b);
            self.put(queue, j, a);
        }
    }

    fn rise(&mut self, queue: Queue, mut i: usize) {
        while i > 0 && self.rank_at(queue, i) < self.rank_at(queue, (i - 1) / 2) {
            self.swap(queue, i, (i - 1) / 2);
            i = (i - 1) / 2;
        }
    }

    fn sink(&mut self, queue: Queue, mut i: usize) {
        let queued = self.queued(queue);
        loop {
            let below = [2 * i + 1, 2 * i + 2].into_iter().filter(|&j| j < queued);
            let Some(least) = below.min_by_key(|&j| self.rank_at(queue, j)) else { return };
            if self.rank_at(queue, least) >= self.rank_at(queue, i) {
                return;
            }
            self.swap(queue, i, least);
            i = least;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_queues_give_the_least_rank_first_and_share_their_places() {
        let mut words = [0; words(40)];
        let mut problems = Problems::new(&mut words);
        assert_eq!(problems.capacity(), 40);
        let mut bits: u32 = 1;
        let mut nodes = [Node(0); 40];
        for (i, node) in nodes.iter_mut().enumerate() {
            *node = problems.add(None, i as u8, 0).unwrap();
        }
        assert_eq!(problems.add(None, 0, 0), None);
        for round in 0..200 {
            for (i, &node) in nodes.iter().enumerate() {
                bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let queue = if bits >> 16 & 1 == 0 { Queue::Primary } else { Queue::Speculative };
                problems.enqueue(node, queue, bits >> 20);
                if i % 7 == round % 7 {
                    problems.withdraw(node);
                    assert_eq!(problems.queue_of(node), None);
                }
            }
            for queue in [Queue::Primary, Queue::Speculative] {
                let mut last = 0;
                for left in (0..problems.queued(queue)).rev() {
                    let node = problems.dequeue(queue).unwrap();
                    let rank = problems.slots.get(node.0, RANK);
                    assert!(rank >= last, "{rank} after {last}");
                    last = rank;
                    assert_eq!(problems.queued(queue), left);
                }
                assert_eq!(problems.dequeue(queue), None);
            }
        }
    }

    #[test]
    fn families_come_apart_and_numbers_do_not_touch_each_other() {
        let mut words = [0; words(5) + 3];
        let mut problems = Problems::new(&mut words);
        let root = problems.add(None, 0, 9).unwrap();
        let children = [0, 1, 2].map(|number| problems.add(Some(root), number, 0).unwrap());
        let [a, b, c] = children;
        problems.unlink(b);
        assert!(problems.children(root).eq([a, c]));
        problems.free(b);
        problems.set_value(root, Value::new(-7));
        problems.set_count(root, Count::EChildren, 255);
        problems.set_count(root, Count::Width, 3);
        problems.set_flags(root, 0x81);
        assert_eq!((problems.value(root), problems.flags(root), problems.number(root)), (Value::new(-7), 0x81, 0));
        assert_eq!(problems.count(root, Count::EChildren), 255);
        assert_eq!(problems.count(root, Count::Unevaluated), 0);
        assert_eq!(problems.value(a), -Value::INFINITY);
        assert_eq!(problems.take_children(root), Some(a));
        assert_eq!((problems.parent(c), problems.next(a)), (None, Some(c)));
        let list = problems.add(None, 0, 0).unwrap();
        problems.append(list, Some(a));
        assert_eq!(problems.next(list), Some(a));
    }
}
